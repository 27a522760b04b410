//! The network of 1010!.

mod features;

pub use features::BoardWindows;
