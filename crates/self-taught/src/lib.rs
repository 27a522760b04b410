//! The self-learning player of the Match5 page.
//!
//! [`SelfTaught`] knows nothing at first and learns a [`Pattern`] from every game that it loses.
//! [`Knowledge`] is its table of patterns, which answers positions.
//!
//! ```
//! use gambol_match5::Match5;
//! use gambol_self_taught::{Knowledge, Role};
//!
//! let mut knowledge = Knowledge::default();
//! knowledge.insert("BBBBX 1".parse()?);
//! let state: Match5 = "9/9/9/9/rbbbb4/9/9/9/r2rr4 r".parse()?;
//! let found = knowledge.recognise(&state).unwrap();
//! assert_eq!((found.role(), found.cell().to_string().as_str()), (Role::Defence, "f5"));
//! # Ok::<(), gambol_core::TextError>(())
//! ```
//!
//! Source: D. Dirkse, *Match5, a self learning game*, 2012.
//!
//! # Features
//!
//! - `std` (on by default): errors implement std's traits in dependencies too.
//! - `files`: files of knowledge with a name and a password, and the hall of fame.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "files")]
extern crate std;

#[cfg(feature = "files")]
mod files;
mod grid;
mod image;
mod lesson;
mod packed;
mod pattern;
mod player;
mod table;

#[cfg(feature = "files")]
#[cfg_attr(docsrs, doc(cfg(feature = "files")))]
pub use files::{Access, BLOCK, Block, Fivo, FivoError, FivoErrorKind, HallOfFame, Stored, Studies};
pub use lesson::{Lesson, MoveKind, NoLesson};
pub use packed::PackedError;
pub use pattern::{Field, Pattern, PatternError};
pub use player::{FreeMoves, SelfTaught, Trial};
pub use table::{Knowledge, Reading, Recognised, Role};

/// What the tests begin with: a table of these patterns.
#[cfg(test)]
fn knowing(patterns: &[&str]) -> Knowledge {
    let mut knowledge = Knowledge::default();
    for pattern in patterns {
        knowledge.insert(pattern.parse().unwrap());
    }
    knowledge
}
