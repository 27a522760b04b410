//! The network of 1010! and the strong player that uses it.

mod features;
mod player;
mod training;

pub use features::BoardWindows;
pub(crate) use player::FILE;
pub use player::{Effort, from_file, loaded, player_with};
#[cfg(feature = "shipped")]
#[cfg_attr(docsrs, doc(cfg(feature = "shipped")))]
pub use player::{network, player};

pub use training::{Risk, TRAINING, train};
