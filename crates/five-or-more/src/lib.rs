//! Five or More, also known as Color Lines: fast and exact rules.
//!
//! A puzzle for one player. Stones of several colours stand on a board. A move takes one stone
//! along a path of empty cells to another empty cell; then some new stones drop on random cells.
//! Their colours are shown before, their cells are not. Five or more stones of one colour in a row,
//! a column or a diagonal vanish and score; after a move that does this, no stones drop. The game
//! is over when the board is full.
//!
//! [`FiveOrMore`] is a state of the game, [`Rules`] its variant: sizes up to 20×15, up to 26
//! colours, the rules of the thesis that studied the game and of GNOME's versions of it. A [`Move`]
//! is an action; what follows it is a chain of small chance events, each an [`Outcome`]: every
//! stone's cell, then every next colour. [`Game::settle`] samples a whole chain at once.
//! [`knowledge`] holds the playing functions of the thesis, as policies.
//!
//! The rules with their sources are in the repository, in `docs/rules/five-or-more.md`.
//!
//! ```
//! use gambol_core::{Game, GameExt, Seed};
//! use gambol_five_or_more::FiveOrMore;
//!
//! // A random game of the thesis.
//! let mut rng = Seed::new(7).rng();
//! let mut state = FiveOrMore::default();
//! state.settle(&mut rng);
//! let mut moves = 0;
//! while let Some(action) = state.random_action(&mut rng) {
//!     state.play(action);
//!     state.settle(&mut rng);
//!     moves += 1;
//! }
//! assert!(state.is_over());
//! assert_eq!(state.free_cells().count(), 0);
//! println!("{moves} moves, {} points: {state}", state.score());
//! ```
//!
//! [`Game::settle`]: gambol_core::Game::settle
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod knowledge;

mod bits;
mod board;
mod chance;
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
