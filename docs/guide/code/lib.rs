//! The running example of the guide, 2048, as its reader writes it.
//!
//! The chapters are in `src`; their code blocks are tests of this package.

mod board;
mod evaluate;
mod game;
mod learn;
pub mod pig;
mod text;

pub use evaluate::Order;
pub use game::{Slide, Tile, Twenty48};
pub use learn::{Lines, learn};

#[cfg(doctest)]
mod chapters;
