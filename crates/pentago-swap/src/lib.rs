#![doc = include_str!("../README.md")]
//!
//! # Speed
//!
//! A side's pieces are four 9-bit patterns in the four 16-bit lanes of a `u64`, so that a swap is a
//! shift and a mask. Four table look-ups, one a quadrant, tell which of the 32 lines of five are
//! complete. A state is a plain value of 24 bytes; to take a move back, keep the state before it.
//!
//! # For those who search
//!
//! - Different moves may give the same board: [`PentagoSwap::visit_successors`] shows each board
//!   once.
//! - A placement followed by a swap is the same as that swap followed by a placement on the cell to
//!   which the swap carries the first one ([`Swap::carry`]). So the six swaps can be looked at
//!   before the cells: the side to move can win at once exactly if, on one of the six swapped
//!   boards, it has all of a line of five, or all but one cell that is empty, and the opponent has
//!   no five.
//! - The lines themselves are in [`FIVES`] and [`LINES`], as masks to be held against
//!   [`PentagoSwap::pieces`].
//! - [`LineCounts`] is an evaluation that judges all moves of a position at once.
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
