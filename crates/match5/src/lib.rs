#![doc = include_str!("../README.md")]
//!
//! # Sizes
//!
//! A state keeps one set of cells for each colour. [`Match5`] alone is `Match5<u128>`, 48 bytes,
//! for boards up to 11×11; [`Match5<Wide>`](Wide) is for boards up to 20×20. Both have the same
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
mod patterns;
mod rules;
mod setup;
mod state;

pub use bits::{Bits, Wide};
pub use knowledge::{LineThreats, OpenWindows, ThreatLines, ThreatPlayer};
pub use lines::{Direction, Window};
pub use patterns::{ForcedWins, PatternValue, Patterns, Shape, Threat, Threats};
pub use rules::{Colour, Rules, RulesError};
pub use setup::SetupError;
pub use state::Match5;
