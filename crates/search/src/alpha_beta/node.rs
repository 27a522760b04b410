//! Nodes of the search: depth, window and value.

use crate::decision;

/// The value of a searched state for the player to move at its parent.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeValue {
    pub(super) value: f64,
    /// Whether the value depends only on ended games, so that a deeper search gives the same value.
    pub(super) solved: bool,
}

impl NodeValue {
    /// Returns the value for the other player.
    pub(super) fn reversed(self) -> Self {
        Self { value: -self.value, ..self }
    }
}

/// The value of an aborted search.
pub(super) const ABORTED: NodeValue = NodeValue { value: 0.0, solved: false };

/// A state that is being searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) key: u64,
    pub(super) reach: Reach,
    /// Window for the player to move.
    pub(super) window: Window,
    /// Number of the best action of the state's table entry.
    pub(super) table_action: Option<u16>,
    /// Whether its actions cost no depth.
    pub(super) is_forced: bool,
}

impl Node {
    /// Returns the reach of its successors.
    #[inline]
    pub(super) fn next(&self) -> Reach {
        let next = self.reach.next();
        if self.is_forced { Reach { left: self.reach.left, ..next } } else { next }
    }
}

/// Remaining depth in plies, extensions included, and distance from the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    pub(super) left: u8,
    pub(super) ply: usize,
}

impl Reach {
    pub(super) fn next(self) -> Self {
        Self { left: self.left - 1, ply: self.ply + 1 }
    }
}

/// An alpha-beta window: lower and upper bound for one player.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: f64,
    pub(super) beta: f64,
}

impl Window {
    pub(super) const FULL: Self = Self { alpha: f64::NEG_INFINITY, beta: f64::INFINITY };

    /// Returns the null window above `alpha`.
    pub(super) fn above(alpha: f64) -> Self {
        Self { alpha, beta: alpha.next_up() }
    }

    /// Returns the part of this window within another one, or the other one if there is none.
    pub(super) fn within(self, outer: Self) -> Self {
        let inner = Self { alpha: self.alpha.max(outer.alpha), beta: self.beta.min(outer.beta) };
        if inner.alpha < inner.beta { inner } else { outer }
    }

    pub(super) fn is_open(self) -> bool {
        self.alpha.next_up() < self.beta
    }

    pub(super) fn reversed(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// Returns the kind of bound that a value from a search with this window is.
    pub(super) fn bound(self, value: f64) -> decision::Bound {
        if value <= self.alpha {
            decision::Bound::AtMost
        } else if value >= self.beta {
            decision::Bound::AtLeast
        } else {
            decision::Bound::Exact
        }
    }
}

/// The result of a node's actions so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Progress {
    pub(super) alpha: f64,
    /// Value and number of the best action.
    pub(super) best: Option<(f64, u16)>,
    /// Whether all values so far are solved; after a cut-off, whether that value is.
    pub(super) solved: bool,
}

impl Progress {
    pub(super) fn new(alpha: f64) -> Self {
        Self { alpha, best: None, solved: true }
    }

    /// Records the value of an action without updating alpha.
    #[inline]
    pub(super) fn add(&mut self, found: NodeValue, number: u16) {
        self.solved &= found.solved;
        if self.best.is_none_or(|(value, _)| found.value > value) {
            self.best = Some((found.value, number));
        }
    }
}
