//! Match5: free five in a row for red and blue.
//!
//! Red and blue in turn place a stone of their colour on an empty cell of a square board. Who first
//! has five or more of his stones in an unbroken row, across, down or diagonally, wins; a full
//! board without such a row is a draw. The board of the original program by David Dirkse has 9×9
//! cells; here edges go from 5 to 20 and the row that wins from 3 to 6 stones, so that the same
//! crate serves as gomoku without restrictions. Either colour may begin.
//!
//! ```
//! use gambol_core::{Cell, Game, GameExt, Player, Seed, Turn};
//! use gambol_match5::{Colour, Match5};
//!
//! // 9×9, five in a row, red begins.
//! let mut game: Match5 = Match5::default();
//! for action in ["e5", "a1", "f5", "a2", "g5", "a3", "d5", "a4"] {
//!     game.try_play(action.parse()?)?;
//! }
//! assert_eq!(game.to_string(), "b8/b8/b8/b8/3rrrr2/9/9/9/9 r");
//! assert_eq!(game.turn(), Turn::Player(Player::First));
//!
//! // Refused, with the rule that it breaks.
//! let error = game.try_play(Cell::new(4, 4)).unwrap_err();
//! assert_eq!(error.to_string(), "e5 is illegal: a red stone is there");
//!
//! // The fifth in a row wins.
//! game.play("h5".parse()?);
//! assert_eq!((game.turn(), game.winner(), game.score()), (Turn::Over, Some(Colour::Red), 1));
//! assert_eq!(game.winning_run().count(), 5);
//!
//! // A random game from a position in text form.
//! let mut game: Match5 = "9/9/9/3r5/4b4/9/9/9/9 r".parse()?;
//! let mut rng = Seed::new(1).rng();
//! while game.random_step(&mut rng).is_some() {}
//! assert!(game.is_over());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Sizes
//!
//! A state keeps one set of cells for each colour. [`Match5`] alone is `Match5<u128>`, 48 bytes,
//! for boards up to 11×11; [`Match5<Wide>`](Wide) has room for all up to 20×20. Both have the same
//! texts and the same keys.
//!
//! ```
//! use gambol_match5::{Match5, Rules, Wide};
//!
//! let gomoku = Match5::<Wide>::new(Rules::GOMOKU)?;
//! assert_eq!(gomoku.edge(), 15);
//! assert!(Match5::<u128>::new(Rules::GOMOKU).is_err());
//! # Ok::<(), gambol_match5::RulesError>(())
//! ```
//!
//! # Players
//!
//! [`ThreatPlayer`] looks one move ahead; [`OpenWindows`] and the stronger [`LineThreats`] evaluate
//! positions for searches. The page's computer player, which learns a pattern from every game that
//! it loses, is in the crate `gambol-self-taught`.
//!
//! # Features
//!
//! - `std` (on by default): errors implement std's traits in dependencies too.
//! - `serde`: states, rules and colours are stored by their text forms.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

mod bits;
mod board;
mod encode;
mod knowledge;
mod lines;
mod moves;
mod notation;
mod rules;
mod setup;
mod state;

pub use bits::{Bits, Wide};
pub use knowledge::{LineThreats, OpenWindows, ThreatPlayer};
pub use lines::{Direction, Window};
pub use rules::{Colour, Rules, RulesError};
pub use setup::SetupError;
pub use state::Match5;
