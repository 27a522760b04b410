//! Transposition tables, and the keys of states in them.

mod entry;
mod growing;
mod word;

use alloc::vec::Vec;

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

/// So many words are taken without asking for them first, 32 MiB: allocators keep pieces of this
/// size when they come back, and must then fill them with zeros themselves.
const MAX_UNRESERVED: usize = 1 << 22;

/// At most so many words of zeros: half of them, again and again, where the machine has no room.
///
/// Asking first is necessary: a vector of zeros comes from the system untouched and at once, but
/// aborts the process where it cannot be had.
pub(crate) fn zeros(mut words: usize) -> Vec<u64> {
    while words > MAX_UNRESERVED && Vec::<u64>::new().try_reserve_exact(words).is_err() {
        words /= 2;
    }
    alloc::vec![0; words]
}
