//! Games of self-play by a dense network.

use gambol_core::random::unit;
use gambol_core::{GameExt, Observe, Seed, Turn};
use gambol_search::SearchError;

use super::network::{DenseNetwork, DenseScratch};
use crate::episode::settle;

/// A game of self-play.
#[derive(Clone, Debug)]
pub(crate) struct Episode<G> {
    /// The states that the network values, in order, and whether a random action led there.
    pub(crate) states: Vec<(G, bool)>,
    /// The ended game.
    pub(crate) last: G,
    /// Whether a random action ended the game.
    pub(crate) is_end_random: bool,
}

/// Plays a game by the best afterstates, each time with a probability of a random action instead.
pub(crate) fn play<G: Observe>(
    start: &G,
    network: &DenseNetwork,
    exploration: f64,
    seed: Seed,
    scratch: &mut DenseScratch,
) -> Result<Episode<G>, SearchError> {
    let (mut chance, mut explore) = (seed.derive(0).rng(), seed.derive(1).rng());
    let mut state = start.clone();
    let mut states = Vec::new();
    if !G::HAS_CHANCE || state.turn() == Turn::Chance {
        states.push((state.clone(), false));
    }
    settle(&mut state, &mut chance)?;
    let mut is_end_random = false;
    while let Turn::Player(_) = state.turn() {
        let none = SearchError::NoPlayersTurn { turn: state.turn() };
        let is_random = exploration > 0.0 && unit(&mut explore) < exploration;
        state = if is_random {
            state.afterstate(state.random_action(&mut explore).ok_or(none)?)
        } else {
            network.best_action(&state, scratch).ok_or(none)?.1
        };
        if state.turn() == Turn::Over {
            is_end_random = is_random;
            break;
        }
        states.push((state.clone(), is_random));
        settle(&mut state, &mut chance)?;
    }
    Ok(Episode { states, last: state, is_end_random })
}
