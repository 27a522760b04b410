//! Transposition tables, and the keys of states in them.

mod entry;
mod growing;
mod word;

use gambol_core::{Game, mix};

pub(crate) use entry::{MAX_ENTRY_DEPTH, StoredBound, TableEntry};
pub(crate) use growing::TranspositionTable;
pub(crate) use word::Word;

/// The key under which a table keeps a state whose values include the score. A game's own
/// [key](Game::key) may leave the score out.
#[inline]
pub(crate) fn key_with_score<G: Game>(state: &G) -> u64 {
    mix(state.key(), state.score() as u64)
}

/// The key under which a table keeps a state whose values leave the score out.
///
/// Games may number their states instead of hashing them, and tables need keys whose high bits
/// differ: every key goes through [`mix`] here or in [`key_with_score`].
#[inline]
pub(crate) fn key_without_score<G: Game>(state: &G) -> u64 {
    mix(state.key(), 0)
}
