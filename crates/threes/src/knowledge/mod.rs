//! Knowledge of good play: evaluators.

mod blank;
mod rows;

pub use blank::BlankFactor;
pub use rows::{RowTable, RowWeights};
