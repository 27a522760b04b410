//! The network of 1010!.
