#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "format")]
extern crate std;

#[cfg(feature = "format")]
mod files;
mod grid;
mod image;
mod lesson;
#[cfg(feature = "format")]
mod notebook;
mod packed;
mod pattern;
mod player;
mod table;

#[cfg(feature = "format")]
#[cfg_attr(docsrs, doc(cfg(feature = "format")))]
pub use files::{Access, BLOCK, Block, Fivo, FivoError, FivoErrorKind, Studies};
#[cfg(feature = "files")]
#[cfg_attr(docsrs, doc(cfg(feature = "files")))]
pub use files::{HallOfFame, Stored};
pub use lesson::{Lesson, MoveKind, NoLesson};
#[cfg(feature = "format")]
#[cfg_attr(docsrs, doc(cfg(feature = "format")))]
pub use notebook::{Counts, KnowledgeView, LessonView, Notebook, PatternView, Unstored};
pub use packed::PackedError;
pub use pattern::{Field, Pattern, PatternError};
pub use player::{FreeMoves, SelfTaught, Trial};
pub use table::{Knowledge, Reading, Recognised, Role};

/// A table of these patterns, for tests.
#[cfg(test)]
fn knowing(patterns: &[&str]) -> Knowledge {
    let mut knowledge = Knowledge::default();
    for pattern in patterns {
        knowledge.insert(pattern.parse().unwrap());
    }
    knowledge
}
