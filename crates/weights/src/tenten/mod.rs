//! The network of 1010!, and the strong player that it makes.

mod features;
mod player;
mod training;

pub use features::BoardWindows;
pub use player::{Effort, network, player};
pub(crate) use training::TRAINING;
pub use training::{Risk, train};
