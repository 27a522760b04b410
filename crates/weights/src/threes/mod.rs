//! The network of Threes!.

mod bits;
mod evaluation;
mod stages;
mod tuples;

pub use evaluation::Evaluation;
pub use stages::GreatestTile;
pub use tuples::{Size, Tuples};
