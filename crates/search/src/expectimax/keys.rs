//! Under which keys values are kept, and with or without the score.

use gambol_core::{Evaluator, Game, ScoreUse};

use crate::table::{key_with_score, key_without_score};
use crate::terminal::Terminal;

/// What of the score a value in the table contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keys {
    /// Values and keys depend on the score.
    WithScore,
    /// The score is taken off a value when it is kept, and added when it is found.
    Relative,
    /// No value depends on the score.
    WithoutScore,
}

impl Keys {
    /// The keys for an evaluator and for these values of ended games.
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

    /// What to add to a value in the table.
    #[inline]
    pub(super) fn offset<G: Game>(self, state: &G) -> f64 {
        if self == Self::Relative { state.score() as f64 } else { 0.0 }
    }
}
