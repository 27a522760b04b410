//! The puzzle 1010! for game AI.
//!
//! The board has ten by ten cells. A deal gives three of nineteen [pieces](Piece), each drawn
//! independently; the player places them one by one, in any order, wherever all their cells are
//! free. After each placement all full rows and columns vanish at once. When the three are placed
//! the next deal comes; when there are pieces left and none of them fits anywhere, the game is
//! over. A placement scores its cells, and `10 n (n + 1) / 2` points if `n` rows and columns
//! vanish. [`Rules`] can change how often each piece is dealt, and score the removed cells instead.
//!
//! [`TenTen`] is a state of the game, and implements [`gambol_core::Game`]. Its actions are
//! [`Placement`]s and its outcomes are [`Deal`]s; a deal is one chance event with 1,330 outcomes.
//!
//! ```
//! use gambol_core::{Game, GameExt, Seed, Turn};
//! use gambol_tenten::{Piece, TenTen};
//!
//! let mut game = TenTen::default();
//! assert_eq!(game.turn(), Turn::Chance);
//! game.try_resolve("h3,l2nw,o2".parse()?)?;
//! game.try_play("h3@b4".parse()?)?;
//! assert_eq!(game.to_string(), "10/10/10/1xxx6/10/10/10/10/10/10 l2nw,o2 3");
//! assert_eq!(game.board().fits(Piece::O2).count(), 81 - 8);
//!
//! // The rest at random.
//! let mut rng = Seed::new(1).rng();
//! while game.random_step(&mut rng).is_some() {}
//! assert!(game.is_over());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The board is a `u128` with eleven bits a row: where a piece fits follows from a few shifts of
//! the free cells ([`Board::fits`]), and evaluators can work on the same bits ([`Cells::bits`]).
//! [`Heuristics`] and the functions that they are made of ([`holes`], [`surface`],
//! [`completeness`]) are the paper's; [`Room`] is the evaluator of our default player.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

mod board;
mod cells;
mod chance;
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
    Completeness, EmptyLargeSquare, FreeSpace, Heuristics, OneSquare, Room, SmallestFirst, Surface, completeness,
    has_room_for_largest, holes, surface,
};
pub use moves::Placement;
pub use piece::Piece;
pub use rules::{Rules, RulesError, Scoring};
pub use state::TenTen;
