//! Agents for a game's own type as agents for its positions.

use alloc::boxed::Box;

use gambol_core::{EventOf, Notation, Seed};
use gambol_search::{Budget, Decision, Limits, Search, SearchError};

use super::label::Label;
use super::position::{Position, event_of};

/// A search of a game's own type as a search of [positions](Position) of that game: for agents of
/// your own beside the named ones.
pub struct Typed<G>(pub Box<dyn Search<G>>);

impl<G> core::fmt::Debug for Typed<G> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Typed")
    }
}

impl<G: Notation> Search<Position> for Typed<G> {
    fn search(&mut self, state: &Position, budget: &Budget, seed: Seed) -> Result<Decision<Label>, SearchError> {
        let Some(state) = state.state::<G>() else {
            return Err(SearchError::Unfit { why: "the agent is for another game or another board size" });
        };
        let budget = budget.translating(|decision: &Decision<G::Action>| Some(labelled(decision)));
        self.0.search(state, &budget, seed).map(|decision| labelled(&decision))
    }

    fn limits(&self) -> Limits {
        self.0.limits()
    }

    fn new_game(&mut self, start: &Position) {
        if let Some(start) = start.state::<G>() {
            self.0.new_game(start);
        }
    }

    fn observe(&mut self, before: &Position, event: EventOf<Position>, after: &Position) {
        let (Some(before), Some(after)) = (before.state::<G>(), after.state::<G>()) else { return };
        if let Some(event) = event_of(before, event) {
            self.0.observe(before, event, after);
        }
    }

    fn game_over(&mut self, last: &Position) {
        if let Some(last) = last.state::<G>() {
            self.0.game_over(last);
        }
    }
}

/// The decision with labels as actions.
pub(crate) fn labelled<A: core::fmt::Display + Copy>(decision: &Decision<A>) -> Decision<Label> {
    decision.translated(Label::of(&decision.action), |action| Some(Label::of(&action)))
}
