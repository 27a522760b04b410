#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod knowledge;

mod bits;
mod board;
mod chance;
mod draw;
mod encode;
mod moves;
mod notation;
mod rules;
mod shape;
mod state;
mod symmetry;

pub use bits::{Bits, Wide};
pub use chance::{Colour, NextStone, Outcome};
pub use moves::{Cells, Move};
pub use rules::{Preview, Removal, Rules, RulesError, Scoring};
pub use state::{FiveOrMore, Phase};
