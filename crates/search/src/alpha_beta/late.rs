//! Late move reductions.

use gambol_core::{Evaluator, Game, GameExt, NoChance, Player};

use super::node::{Node, Progress, Reach, Window};
use super::order::ScoredAction;
use super::worker::Worker;

/// Number of actions after the table's action and the killer moves that are never reduced. With two
/// instead of four, Match5 is played worse (22 games lost of 68, 14 won).
const FULL_DEPTH_ACTIONS: usize = 4;

/// Minimum remaining depth. Below it, actions are not ordered by static evaluation, so late actions
/// need not be bad.
const MIN_LATE_DEPTH: u8 = 3;

impl<G: Game<Outcome = NoChance>, E: Evaluator<G>> Worker<'_, G, E> {
    /// Whether a reduced search refutes a late action: one ply less deep and with a null window,
    /// its value does not exceed alpha. The action is the `nth` after the guesses.
    #[inline]
    pub(super) fn fails_low_reduced(
        &mut self,
        state: &G,
        player: Player,
        node: &Node,
        so_far: &mut Progress,
        scored: ScoredAction<G::Action>,
        nth: usize,
    ) -> bool {
        if !self.params.settings.late_reduction
            || nth < FULL_DEPTH_ACTIONS
            || node.reach.left < self.params.settings.extensions + MIN_LATE_DEPTH
            || self.decides_a_win(so_far)
        {
            return false;
        }
        let Reach { left, ply } = node.reach.next();
        let after = state.afterstate(scored.action);
        let window = Window::above(so_far.alpha);
        let found = self.search_child(&after, player, Reach { left: left - 1, ply }, window);
        let is_low = found.value <= so_far.alpha && !self.pace.is_over();
        if is_low {
            so_far.add(found, scored.number);
        }
        is_low
    }

    /// Whether the actions so far lose or win. An escape or a quicker win is searched for at full
    /// depth.
    fn decides_a_win(&self, so_far: &Progress) -> bool {
        so_far.best.is_none() || self.params.scale.is_decided(so_far.alpha)
    }
}
