#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod board;
mod chance;
mod check;
mod encode;
mod hint;
mod knowledge;
mod moves;
mod notation;
mod rules;
mod state;
mod tile;

pub use chance::Outcome;
pub use hint::Hint;
pub use knowledge::{BlankFactor, RowTable, RowWeights};
pub use moves::Swipe;
pub use rules::{Bonus, End, Rules};
pub use state::{Phase, Threes};
pub use tile::Tile;
