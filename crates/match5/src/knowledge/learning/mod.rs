//! The self-learning player of the Match5 page.

#[cfg(feature = "files")]
mod files;
mod image;
mod lesson;
mod packed;
mod pattern;
mod player;
mod table;

#[cfg(feature = "files")]
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
