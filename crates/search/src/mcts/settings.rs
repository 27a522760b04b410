//! Settings, limits and root of a tree search.

use alloc::vec::Vec;

use gambol_core::{Game, Player};

use crate::budget::Budget;
use crate::decision::root_of;
use crate::error::SearchError;
use crate::terminal::Terminal;

/// The root of a search.
#[derive(Debug)]
pub(super) struct Root<'a, G: Game> {
    pub(super) state: &'a G,
    pub(super) player: Player,
    pub(super) actions: Vec<G::Action>,
    pub(super) terminal: Terminal,
}

impl<'a, G: Game> Root<'a, G> {
    pub(super) fn new(state: &'a G, budget: &Budget, terminal: Option<Terminal>) -> Result<Self, SearchError> {
        let (player, actions) = root_of(state, budget)?;
        Ok(Self { state, player, actions, terminal: Terminal::for_decision::<G>(terminal, player)? })
    }
}

/// Settings of tree growth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settings<P, E, R> {
    pub(super) policy: P,
    pub(super) evaluator: E,
    /// Prior of PUCT; `None` for UCT.
    pub(super) prior: Option<R>,
    pub(super) exploration: f64,
    /// Visits before a leaf is expanded.
    pub(super) expansion_threshold: u32,
    pub(super) max_rollout_plies: u64,
    pub(super) solver: bool,
    pub(super) terminal: Option<Terminal>,
}

/// Limits of one tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct TreeLimits {
    pub(super) simulations: u64,
    pub(super) nodes: u64,
    pub(super) depth: usize,
}
