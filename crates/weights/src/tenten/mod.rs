//! The network of 1010!, and the strong player that it makes.

mod features;
mod player;
mod training;

pub use features::BoardWindows;
pub use player::{Effort, from_file, network, player, player_with};
pub(crate) use training::TRAINING;
pub use training::{Risk, train};
