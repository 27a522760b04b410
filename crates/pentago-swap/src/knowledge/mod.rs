//! Knowledge of good play: the evaluation of the Pentago-Swap report, the two that it discarded,
//! its opening, and an evaluation with weights fitted to games.
//!
//! Source of all except the last: Z. Zhao, *COMP 424 Final Project (Pentago-Swap)*.

mod arrangements;
mod cases;
mod counted;
mod fitted;
mod lanes;
mod lasting;
mod lines;
mod opening;
mod quadrants;
mod tables;
mod two_plies;
mod worth;

pub use cases::{CaseWeights, CaseWeightsError};
pub use fitted::{FittedLines, LineWeights};
pub use lines::LineCounts;
pub use opening::Opening;
pub use quadrants::QuadrantLines;
pub use worth::LineProduct;
