//! Actors: the players of self-play games.

use std::sync::Arc;

use gambol_core::{Game, Scratch, Seed};
use gambol_search::{Budget, Search, SearchError, WithBudget};

use crate::features::Features;
use crate::network::Network;

/// Chooses the actions of self-play.
///
/// [`OnePly`] plays the best afterstate by the network; [`WithBudget`] uses any search.
pub trait Actor<G: Game> {
    /// Returns a legal action in a state in which a player is to move. It must depend only on the
    /// state and the seed, not on earlier calls.
    ///
    /// # Errors
    ///
    /// Returns the errors of the search.
    fn act(&mut self, state: &G, seed: Seed) -> Result<G::Action, SearchError>;
}

/// Plays the action with the best afterstate.
#[derive(Debug)]
pub struct OnePly<F> {
    network: Arc<Network<F>>,
    scratch: Scratch,
}

impl<F> OnePly<F> {
    /// Creates an actor that plays the best afterstate by this network.
    pub fn new(network: Arc<Network<F>>) -> Self {
        Self { network, scratch: Scratch::new() }
    }
}

/// A clone has its own scratch memory.
impl<F> Clone for OnePly<F> {
    fn clone(&self) -> Self {
        Self::new(Arc::clone(&self.network))
    }
}

impl<G: Game, F: Features<G>> Actor<G> for OnePly<F> {
    #[inline]
    fn act(&mut self, state: &G, _: Seed) -> Result<G::Action, SearchError> {
        let best = self.network.best_action(state, &mut self.scratch);
        best.map(|(action, _)| action).ok_or(SearchError::NoPlayersTurn { turn: state.turn() })
    }
}

/// Plays the action that a search selects. A time limit makes training irreproducible.
impl<G: Game, S: Search<G>> Actor<G> for WithBudget<S> {
    fn act(&mut self, state: &G, seed: Seed) -> Result<G::Action, SearchError> {
        Ok(self.search(state, &Budget::unlimited(), seed)?.action)
    }
}
