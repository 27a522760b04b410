//! One simulation of an action: a rollout, or the best of all short sequences.

use core::ops::ControlFlow;

use gambol_core::{Evaluator, Game, Player, Policy, Rng, Turn};

use crate::budget::Meter;

/// How many plies a simulation plays between two looks at the meter: some tens of microseconds of any of our games.
const POLLED: u64 = 256;

/// The generators of a simulation. Chance has one of its own: simulations of different actions with the same chance differ
/// by what the players do, and not by luck.
#[derive(Debug)]
pub(super) struct Streams<R> {
    pub(super) chance: R,
    pub(super) players: R,
}

/// A simulation's value to the first player, and the states it stepped through. `None` if the meter ran out on the way: half a
/// simulation says nothing.
pub(super) type Simulated = Option<(f64, u64)>;

/// Plays from a state to the end of the game by a policy, at random where it has no opinion; after `longest` plies the
/// evaluator judges.
pub(super) fn rollout<G: Game, P: Policy<G>, E: Evaluator<G>, R: Rng>(
    state: &mut G,
    policy: &P,
    longest: u64,
    evaluator: &E,
    streams: &mut Streams<R>,
    meter: &Meter<'_>,
) -> Simulated {
    let mut plies = 0;
    while plies < longest {
        match state.turn() {
            Turn::Over => return Some((state.score() as f64, plies)),
            Turn::Chance => state.settle(&mut streams.chance),
            Turn::Player(_) => {
                let chosen = policy.choose(state, &mut streams.players);
                let Some(action) = chosen.or_else(|| state.random_action(&mut streams.players)) else { break };
                state.play(action);
            }
        }
        plies += 1;
        if plies.is_multiple_of(POLLED) && meter.is_over() {
            return None;
        }
    }
    Some((value(state, evaluator), plies))
}

/// The best value for `player` at the end of any sequence of `depth` further actions, each chance event on the way sampled
/// as it comes.
pub(super) fn best_sequence<G: Game, E: Evaluator<G>, R: Rng>(
    state: &mut G,
    depth: u32,
    player: Player,
    evaluator: &E,
    streams: &mut Streams<R>,
    meter: &Meter<'_>,
) -> Simulated {
    if meter.is_over() {
        return None;
    }
    state.settle(&mut streams.chance);
    if depth == 0 || state.turn().player().is_none() {
        return Some((value(state, evaluator), 1));
    }
    let mut best: Option<f64> = None;
    let mut nodes = 1;
    let flow = state.visit_actions(|action| {
        let mut after = state.clone();
        after.play(action);
        match best_sequence(&mut after, depth - 1, player, evaluator, streams, meter) {
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

fn value<G: Game, E: Evaluator<G>>(state: &G, evaluator: &E) -> f64 {
    if state.turn() == Turn::Over { state.score() as f64 } else { evaluator.evaluate(state) }
}
