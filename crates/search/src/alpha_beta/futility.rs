//! Reverse futility pruning.

use gambol_core::{Evaluator, Game, NoChance, Player};

use super::node::{Node, NodeValue};
use super::worker::Worker;

/// Greatest remaining depth, extensions not counted.
const MAX_FUTILITY_DEPTH: u8 = 4;

impl<G: Game<Outcome = NoChance>, E: Evaluator<G>> Worker<'_, G, E> {
    /// A lower bound of a state near the horizon whose static evaluation is above beta by the
    /// margin of each remaining ply: its player to move need not search for an action that keeps
    /// him there.
    ///
    /// Not on the principal variation, whose values must be exact, and not where beta is a forced
    /// win, proven or not: an evaluation is no escape. The bound is not stored, since it costs next to
    /// nothing.
    #[inline]
    pub(super) fn fails_high_statically(&mut self, state: &G, player: Player, node: &Node) -> Option<NodeValue> {
        let Node { reach, window, .. } = *node;
        let left = reach.left.saturating_sub(self.params.extensions);
        if self.params.futility_margin == f64::INFINITY
            || !(1..=MAX_FUTILITY_DEPTH).contains(&left)
            || window.is_open()
            || self.params.scale.is_decided(window.beta)
        {
            return None;
        }
        let value = player.sign() as f64 * self.evaluate(state) - self.params.futility_margin * f64::from(left);
        (value >= window.beta).then_some(NodeValue { value, solved: false })
    }
}
