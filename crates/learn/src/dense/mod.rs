//! Dense networks: planes in, a distribution over the results of the game out.

mod checkpoint;
mod episode;
mod file;
mod learner;
mod network;
mod units;

pub use learner::{DenseLearner, DenseReport, DenseSettings};
pub use network::{DenseNetwork, DenseScratch};
