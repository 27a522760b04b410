#![doc = include_str!("../README.md")]
//!
//! # Speed
//!
//! A side's pieces are four 9-bit patterns in the four 16-bit lanes of a `u64`, so that a swap is a
//! shift and a mask. Four table look-ups, one for each quadrant, find the complete lines among the
//! 32 lines of five. A state is a plain value of 24 bytes; to undo a move, keep the state before
//! it.
//!
//! # For searches
//!
//! - Different moves may give the same board: [`PentagoSwap::visit_successors`] visits each board
//!   once.
//! - A placement followed by a swap equals that swap followed by a placement on the image of the
//!   cell ([`Swap::carry`]). So the six swaps can be examined before the cells: the side to move
//!   can win at once exactly if, on one of the six swapped boards, it has all of a line of five, or
//!   all but one empty cell, and the opponent has no five.
//! - [`FIVES`] and [`LINES`] are the lines, as masks to combine with [`PentagoSwap::pieces`].
//! - [`LineCounts`] is an evaluator of all moves of a position at once.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod board;
mod encode;
mod knowledge;
mod moves;
mod notation;
mod position;
mod state;
mod successors;
mod tables;
mod wins;

pub use board::{BOARD, EDGE, FIVES, LINES, Quadrant, mask};
pub use knowledge::{
    CaseWeights, CaseWeightsError, FittedLines, LineCounts, LineProduct, LineWeights, Opening, QuadrantLines,
};
pub use moves::{Move, Swap};
pub use position::PositionError;
pub use state::PentagoSwap;
pub use tables::QUADRANT_IMAGES;
