//! Games of self-play.

use gambol_core::{Game, Rng, Seed, Turn};
use gambol_search::SearchError;

use crate::actor::Actor;
use crate::features::Stages;

/// A game of self-play, or a part of one.
#[derive(Clone, Debug)]
pub(crate) struct Episode<G> {
    /// Whether it began with the start of a game.
    pub(crate) is_fresh: bool,
    /// Afterstates that are learned from, mostly those in which chance is to move.
    pub(crate) afterstates: Vec<G>,
    /// The final state of the game, or the state in which the episode was cut; chance is to move
    /// there.
    pub(crate) last: G,
    /// States with the player to move in which a later stage began, with the stage.
    pub(crate) entries: Vec<(usize, G)>,
}

impl<G: Game> Episode<G> {
    /// Whether it ends with the end of a game.
    pub(crate) fn is_over(&self) -> bool {
        self.last.turn() == Turn::Over
    }
}

/// The beginning of an episode.
#[derive(Clone, Debug)]
pub(crate) struct Start<G> {
    pub(crate) state: G,
    /// Whether its game began with the start.
    pub(crate) is_fresh: bool,
    /// Whether a part of its game was played in an earlier episode.
    pub(crate) goes_on: bool,
    /// Number of random plies before the actor's first one.
    pub(crate) opening: u32,
    pub(crate) seed: Seed,
}

/// Plays to the end of the game, or for `turns` turns up to the next state that is learned from.
pub(crate) fn play<G: Game>(
    start: Start<G>,
    actor: &mut impl Actor<G>,
    learns: impl Fn(&G) -> bool,
    stages: &impl Stages<G>,
    turns: usize,
) -> Result<Episode<G>, SearchError> {
    let Start { mut state, is_fresh, goes_on, opening, seed } = start;
    let mut chance = seed.derive(0).rng();
    let mut decisions = 0;
    let (mut afterstates, mut entries) = (Vec::new(), Vec::new());
    if opening > 0 {
        settle(&mut state, &mut chance)?;
        open(&mut state, opening, &mut seed.derive(u64::MAX).rng())?;
    }
    let mut stage = stages.stage(&state);
    if goes_on || opening > 0 && learns(&state) {
        afterstates.push(state.clone());
    }
    settle(&mut state, &mut chance)?;
    while let Turn::Player(_) = state.turn() {
        decisions += 1;
        let action = actor.act(&state, seed.derive(decisions))?;
        state.play(action);
        if state.turn() == Turn::Over || !learns(&state) {
            continue;
        }
        if afterstates.len() >= turns {
            break;
        }
        afterstates.push(state.clone());
        settle(&mut state, &mut chance)?;
        let now = stages.stage(&state);
        if now > stage && state.turn() != Turn::Over {
            entries.push((now, state.clone()));
        }
        stage = stage.max(now);
    }
    Ok(Episode { is_fresh, afterstates, last: state, entries })
}

/// Plays random actions, but none that ends the game.
pub(crate) fn open<G: Game>(state: &mut G, plies: u32, rng: &mut impl Rng) -> Result<(), SearchError> {
    for _ in 0..plies {
        let Some(action) = state.random_action(rng) else { break };
        let mut next = state.clone();
        next.play(action);
        settle(&mut next, rng)?;
        if next.turn() == Turn::Over {
            break;
        }
        *state = next;
    }
    Ok(())
}

/// Draws the chance events of a state.
pub(crate) fn settle<G: Game>(state: &mut G, rng: &mut impl Rng) -> Result<(), SearchError> {
    state.settle(rng);
    if state.turn() == Turn::Chance { Err(SearchError::undrawn(state)) } else { Ok(()) }
}
