//! Use of the table: keys with or without the score, and probing only at depths where hits outweigh
//! probes.

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

/// Number of depths with separate counts; the last one includes all greater depths.
const LEVELS: usize = 8;

/// Cost of a probe and a new entry in nodes with a cheap evaluator.
const COST: u64 = 8;

/// Probes of the trial of a level. The table is then used or not, as the trial shows, until the
/// level has `STRETCH` times as many visits and a new trial starts.
const TRIAL: u32 = 1 << 10;
const STRETCH: u32 = 15;

/// Benefit of table probes by depth. Decisions are based on counts, so that a search is the same on
/// every machine. No value depends on them.
#[derive(Clone, Debug, Default)]
pub(super) struct Worth {
    levels: [Level; LEVELS],
}

#[derive(Clone, Copy, Debug, Default)]
struct Level {
    /// Visits since the start of the last trial.
    visits: u32,
    /// Whether the table did not pay in the last trial.
    is_off: bool,
    hits: u32,
    misses: u32,
    /// Nodes searched after misses.
    nodes: u64,
}

impl Worth {
    #[inline]
    fn level(&mut self, depth: u32) -> &mut Level {
        &mut self.levels[(depth as usize).min(LEVELS - 1)]
    }

    /// Whether to probe the table at a node of this depth; counts the visit.
    #[inline]
    pub(super) fn pays(&mut self, depth: u32) -> bool {
        let level = self.level(depth);
        level.visits += 1;
        if level.visits == TRIAL {
            level.is_off = !level.has_paid();
        } else if level.visits == STRETCH * TRIAL {
            *level = Level::default();
        }
        !level.is_off
    }

    #[inline]
    pub(super) fn hit(&mut self, depth: u32) {
        self.level(depth).hits += 1;
    }

    #[inline]
    pub(super) fn missed(&mut self, depth: u32, nodes: u64) {
        let level = self.level(depth);
        level.misses += 1;
        level.nodes += nodes;
    }
}

impl Level {
    /// Whether hits have saved at least as many nodes as all probes have cost.
    fn has_paid(&self) -> bool {
        let (hits, misses) = (u64::from(self.hits), u64::from(self.misses));
        hits * self.nodes >= COST * (hits + misses) * misses
    }
}
