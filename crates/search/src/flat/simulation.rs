//! One simulation of an action: a rollout or the best of all short sequences.

use core::ops::ControlFlow;

use gambol_core::{Evaluator, Game, GameRng, Player, Policy, Turn};

use crate::error::Fault;
use crate::meter::{Counter, DESCENT};
use crate::terminal::Terminal;

/// Maximum length of a sequence. The recursion is equally deep and must fit a thread's stack.
pub(super) const MAX_SEQUENCE: u32 = 512;

/// Random generators of a simulation. Chance has a separate one, so that simulations of different
/// actions can share the chance events and differ only in the players' actions.
#[derive(Debug)]
pub(super) struct Streams {
    pub(super) chance: GameRng,
    pub(super) players: GameRng,
}

/// Context of a simulation.
#[derive(Debug)]
pub(super) struct Simulation<'a, 'm, E> {
    pub(super) evaluator: &'a E,
    pub(super) terminal: Terminal,
    pub(super) streams: Streams,
    pub(super) counter: &'a mut Counter<'m>,
    pub(super) fault: &'a mut Fault,
}

/// Value of a simulation for the first player, and its node count, including the initial state.
/// `None` if the budget ran out, since an unfinished simulation has no value, or if an evaluation
/// is not finite.
pub(super) type Simulated = Option<(f64, u64)>;

impl<E> Simulation<'_, '_, E> {
    /// Plays from a state to the end of the game with a policy, and at random where the policy
    /// abstains. A rollout is truncated after `max_rollout_plies` plies and then evaluated.
    pub(super) fn rollout<G: Game, P: Policy<G>>(
        &mut self,
        state: &mut G,
        policy: &P,
        max_rollout_plies: u64,
    ) -> Simulated
    where
        E: Evaluator<G>,
    {
        // Plies are counted in a register; a tick for each ply would cost a tenth of a fast
        // rollout.
        let (mut plies, mut counted, mut next) = (0, 0, self.counter.until_poll());
        let mut is_settled = false;
        while plies < max_rollout_plies {
            match state.turn() {
                Turn::Over => break,
                // An endless chance chain, or a chance event without outcomes.
                Turn::Chance if is_settled && !self.fault.check_chance(state) => return None,
                Turn::Chance => {
                    state.settle(&mut self.streams.chance);
                    is_settled = true;
                }
                Turn::Player(_) => {
                    is_settled = false;
                    let chosen = policy.choose(state, &mut self.streams.players);
                    let Some(action) = chosen.or_else(|| state.random_action(&mut self.streams.players)) else { break };
                    state.play(action);
                }
            }
            plies += 1;
            if plies >= next {
                if !self.counter.tick_all(plies - counted) {
                    return None;
                }
                (counted, next) = (plies, plies + self.counter.until_poll());
            }
        }
        self.counter.tick_all(plies - counted);
        if is_settled && state.turn() == Turn::Chance && !self.fault.check_chance(state) {
            return None;
        }
        Some((self.value(state)?, plies + 1))
    }

    /// Returns the best value for `player` at the end of any sequence of `depth` further actions.
    /// Each chance event on the way is sampled.
    pub(super) fn best_sequence<G: Game>(&mut self, state: &mut G, depth: u32, player: Player) -> Simulated
    where
        E: Evaluator<G>,
    {
        if !self.counter.tick_all(DESCENT) {
            return None;
        }
        state.settle(&mut self.streams.chance);
        if state.turn() == Turn::Chance && !self.fault.check_chance(state) {
            return None;
        }
        if depth == 0 || state.turn().player().is_none() {
            return Some((self.value(state)?, 1));
        }
        let mut best: Option<f64> = None;
        let mut nodes = 1;
        let flow = state.visit_candidates(|action| {
            let mut after = state.clone();
            after.play(action);
            match self.best_sequence(&mut after, depth - 1, player) {
                None => return ControlFlow::Break(()),
                Some((value, below)) => {
                    nodes += below;
                    best = Some(best.map_or(value, |best| match player {
                        Player::First => best.max(value),
                        Player::Second => best.min(value),
                    }));
                }
            }
            ControlFlow::Continue(())
        });
        if flow.is_break() { None } else { best.map(|best| (best, nodes)) }
    }

    fn value<G: Game>(&mut self, state: &G) -> Option<f64>
    where
        E: Evaluator<G>,
    {
        self.terminal.value_if_over(state).or_else(|| self.fault.check(self.evaluator.evaluate(state), state))
    }
}
