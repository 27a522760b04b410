#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

mod board;
mod cells;
mod chance;
mod death;
mod encode;
mod hand;
mod knowledge;
mod moves;
mod notation;
mod piece;
mod rules;
mod state;

pub use board::{Board, Lines};
pub use cells::{Cells, CellsIter};
pub use chance::Deal;
pub use hand::Hand;
pub use knowledge::{
    Completeness, EmptyLargeSquare, FreeSpace, Heuristics, OneSquare, Room, RoomWeights, SmallestFirst, Surface,
    completeness, has_room_for_largest, holes, surface,
};
pub use moves::Placement;
pub use piece::Piece;
pub use rules::{Rules, RulesError, Scoring};
pub use state::TenTen;
