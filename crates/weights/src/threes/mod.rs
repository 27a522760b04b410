//! The network of Threes!.
