//! Playing a game to its end.

use gambol_core::{Game, Policy, Rng, Turn};

use crate::budget::Meter;

/// How many plies a rollout plays between two looks at the meter: some tens of microseconds of any of our games.
const POLLED: u64 = 256;

/// What a rollout came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// The score at the end.
    pub(crate) score: i64,
    /// The plies that were played, chains of chance counted as one.
    pub(crate) plies: u64,
}

/// Plays from a state to the end of the game, or for at most `longest` plies, by a policy; at random where it has no opinion.
/// `None` if the meter ran out on the way: half a rollout says nothing.
pub(crate) fn rollout<G: Game, P: Policy<G>, R: Rng + ?Sized>(
    state: &mut G,
    policy: &P,
    longest: u64,
    rng: &mut R,
    meter: &Meter<'_>,
) -> Option<Outcome> {
    let mut plies = 0;
    while plies < longest {
        match state.turn() {
            Turn::Over => break,
            Turn::Chance => state.settle(rng),
            Turn::Player(_) => {
                let Some(action) = policy.choose(state, rng).or_else(|| state.random_action(rng)) else { break };
                state.play(action);
            }
        }
        plies += 1;
        if plies.is_multiple_of(POLLED) && meter.is_over() {
            return None;
        }
    }
    Some(Outcome { score: state.score(), plies })
}
