//! The rules of *Threes!* (Sirvo, 2014), exact and fast.
//!
//! Cards slide on a board of 4×4 cells. A swipe pushes every line by at most one cell towards a
//! wall: seen from that wall, the first place where a cell is empty or two cells merge gives way,
//! and the cards behind it follow. 1 and 2 merge to 3; equal cards from 3 on merge to their double.
//! Then the card that was shown enters behind one of the lines that moved. It comes from a deck of
//! four 1s, four 2s and four 3s, or, once a 48 is on the board, now and then from outside: a bonus.
//! A card of value v from 3 on is worth 3^(log2(v/3)+1) points. The game is over when no swipe
//! moves a card, or when the greatest card of all, 12,288, is made.
//!
//! A state ([`Threes`]) knows what the player knows: the board, the hint, and how many cards of
//! each kind are left in the deck. [`Rules`] names the variants. `docs/rules/threes.md` in the
//! repository gives the source of every rule, and `docs/notation.md` the text forms.
//!
//! ```
//! use gambol_core::{Game, GameExt, Seed};
//! use gambol_threes::Threes;
//!
//! let mut rng = Seed::new(3).rng();
//! let mut game = Threes::default();
//! game.settle(&mut rng); // The opening is chance's: nine cards, then the first hint.
//! assert_eq!(game.empty_count(), 7);
//! while let Some(swipe) = game.random_action(&mut rng) {
//!     game.play(swipe);
//!     game.settle(&mut rng);
//! }
//! assert!(game.is_over() && game.score() > 0);
//!
//! // Positions, swipes and outcomes have text forms.
//! let mut game: Threes = "1,2,3,0/0,3,3,3/0,0,0,0/6,0,0,12 2 3,3,3 m".parse()?;
//! game.try_play("L".parse()?)?;
//! assert_eq!(game.to_string(), "3,3,0,0/3,3,3,0/0,0,0,0/6,0,12,0 2 3,3,3 L124");
//! game.try_resolve("4:1".parse()?)?;
//! assert_eq!(game.to_string(), "3,3,0,0/3,3,3,0/0,0,0,0/6,0,12,2 1 2,3,3 m");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
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
