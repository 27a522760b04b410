//! What a search is told.

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

/// What one tree may spend.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub(super) simulations: u64,
    pub(super) nodes: u64,
    pub(super) depth: usize,
}
