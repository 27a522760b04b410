//! Errors of steps and resets.

use alloc::string::String;

/// Error returned by a step or a reset. No game has changed, and nothing has been written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EnvError {
    /// The action of a game is illegal.
    #[error("game {game}: action {action}: {reason}")]
    Illegal {
        /// The number of the game, from 0.
        game: usize,
        /// The index that was given as the action.
        action: i64,
        /// The rule that it breaks.
        reason: String,
    },
    /// A game has ended, and automatic resets are disabled.
    #[error("game {game} has ended; reset it before the next step")]
    Ended {
        /// The number of the game, from 0.
        game: usize,
    },
    /// The batch was never reset.
    #[error("game {game} has not begun; reset the batch before the first step")]
    NotBegun {
        /// The number of the game, from 0.
        game: usize,
    },
    /// A slice has the wrong length.
    #[error("{what} has {found} entries; expected {expected}")]
    Length {
        /// The name of the slice.
        what: &'static str,
        /// The expected number of entries.
        expected: usize,
        /// The given number of entries.
        found: usize,
    },
}
