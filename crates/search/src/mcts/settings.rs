//! What a search is told.

use gambol_core::{Game, Scoring};

/// How trees are grown.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settings<P, E> {
    pub(super) policy: P,
    pub(super) evaluator: E,
    pub(super) exploration: f64,
    /// The visits after which a node gets children.
    pub(super) ripe: u32,
    pub(super) longest: u64,
    pub(super) solver: bool,
    /// The least and the greatest score that games end with.
    pub(super) scores: Option<(f64, f64)>,
}

impl<P, E> Settings<P, E> {
    /// The least and the greatest score that games can end with, as far as it is stated, or assumed because all scores seen
    /// were those of wins, draws and losses.
    pub(super) fn range<G: Game>(&self, units: bool) -> Option<(f64, f64)> {
        self.scores.or((units && G::SCORING == Scoring::WinLoss).then_some((-1.0, 1.0)))
    }
}

/// What one tree may spend.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub(super) simulations: u64,
    pub(super) nodes: u64,
    pub(super) depth: usize,
}
