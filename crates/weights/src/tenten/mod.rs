//! The network of 1010!.

mod features;
mod training;

pub use features::BoardWindows;
pub use training::{Risk, train};
