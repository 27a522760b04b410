//! Transposition tables and their keys.

mod entry;
mod growing;
mod word;

use gambol_core::{Game, mix};

pub(crate) use entry::{MAX_ENTRY_DEPTH, StoredBound, TableEntry};
pub(crate) use growing::TranspositionTable;
pub(crate) use word::Word;

/// Returns the table key of a state whose values include the score. A game's [key](Game::key) may
/// omit the score.
#[inline]
pub(crate) fn key_with_score<G: Game>(state: &G) -> u64 {
    mix(state.key(), state.score() as u64)
}

/// Returns the table key of a state whose values do not include the score.
///
/// Games may number their states instead of hashing them, but tables need keys whose high bits
/// differ. Every key therefore passes through [`mix`] here or in [`key_with_score`].
#[inline]
pub(crate) fn key_without_score<G: Game>(state: &G) -> u64 {
    mix(state.key(), 0)
}
