//! Keeps a search informed about its game.

use alloc::vec::Vec;

use gambol_core::{EventOf, Game, GameExt};

use crate::search::Search;

/// Tracks what a search has been told of its game, for callers that keep the history of a game,
/// take moves back or set up positions.
///
/// ```
/// use gambol_core::{Event, EventOf, Game, GameExt, Seed};
/// use gambol_pentago_swap::PentagoSwap;
/// use gambol_search::{Budget, Follower, Mcts, Search};
///
/// let (start, mut search, mut follower) =
///     (PentagoSwap::new(), Mcts::new().simulations(20).reusing(), Follower::new());
/// let mut history: Vec<EventOf<PentagoSwap>> = Vec::new();
/// for ply in 0..2 {
///     let mut state = start.clone();
///     history.iter().for_each(|&event| state.advance(event));
///     follower.catch_up(&mut search, &start, &history); // also after moves that were taken back
///     let decision = search.search(&state, &Budget::unlimited(), Seed::new(ply))?;
///     history.push(Event::Action(decision.action));
/// }
/// # assert_eq!(history.len(), 2);
/// # Ok::<(), gambol_search::SearchError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Follower<G: Game> {
    told: Option<Told<G>>,
}

#[derive(Clone, Debug)]
struct Told<G: Game> {
    start: G,
    events: Vec<EventOf<G>>,
    state: G,
}

impl<G: Game> Default for Follower<G> {
    fn default() -> Self {
        Self { told: None }
    }
}

impl<G: Game> Follower<G> {
    /// A follower for a search that has been told nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Tells the search of the new events since `start` and of the [end of the
    /// game](Search::game_over). If the known events are no prefix of `events`, because moves were
    /// taken back or the start differs, a [new game](Search::new_game) begins. All events must be
    /// legal, and the search must be the same in all calls.
    pub fn catch_up(&mut self, search: &mut dyn Search<G>, start: &G, events: &[EventOf<G>]) {
        let told = self.told.take().filter(|told| told.start == *start && events.starts_with(&told.events));
        let told = self.told.insert(told.unwrap_or_else(|| {
            search.new_game(start);
            Told { start: start.clone(), events: Vec::new(), state: start.clone() }
        }));
        for &event in &events[told.events.len()..] {
            let before = told.state.clone();
            told.state.advance(event);
            told.events.push(event);
            search.observe(&before, event, &told.state);
            if told.state.is_over() {
                search.game_over(&told.state);
            }
        }
    }
}
