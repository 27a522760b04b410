//! Table keys, with or without the score.

use gambol_core::{Evaluator, Game, ScoreUse};

use crate::table::{key_with_score, key_without_score};
use crate::terminal::Terminal;

/// Treatment of the score in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keys {
    /// Values and keys depend on the score.
    WithScore,
    /// The score is subtracted from a value when it is stored and added when it is found.
    Relative,
    /// No value depends on the score.
    WithoutScore,
}

impl Keys {
    /// Returns the keys for an evaluator and these values of ended games.
    pub(super) fn new<G: Game, E: Evaluator<G>>(evaluator: &E, terminal: Terminal) -> Self {
        match (evaluator.properties().score, terminal) {
            (ScoreUse::Added, Terminal::Score | Terminal::Evaluated) => Self::Relative,
            (ScoreUse::Ignored, Terminal::Evaluated) => Self::WithoutScore,
            _ => Self::WithScore,
        }
    }

    #[inline]
    pub(super) fn key<G: Game>(self, state: &G) -> u64 {
        if self == Self::WithScore { key_with_score(state) } else { key_without_score(state) }
    }

    /// Returns the number to add to a value from the table.
    #[inline]
    pub(super) fn offset<G: Game>(self, state: &G) -> f64 {
        if self == Self::Relative { state.score() as f64 } else { 0.0 }
    }
}
