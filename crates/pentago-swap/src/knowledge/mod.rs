//! What the Pentago-Swap report knows of the game: its evaluation, the two that it tried and
//! discarded, and its opening.
//!
//! Source of all: Z. Zhao, *COMP 424 Final Project (Pentago-Swap)*.

mod lines;
mod opening;
mod quadrants;
mod tables;
mod worth;

pub use lines::LineCounts;
pub use opening::Opening;
pub use quadrants::QuadrantLines;
pub use worth::LineProduct;
