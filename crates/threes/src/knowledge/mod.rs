//! What is known about playing Threes! well.

mod blank;
mod rows;

pub use blank::BlankFactor;
pub use rows::{RowTable, RowWeights};
