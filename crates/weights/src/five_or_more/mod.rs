//! The network of Five or More.
