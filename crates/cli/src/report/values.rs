//! The values of the actions in replays, by a search.

use gambol::core::Turn;
use gambol::registry::{Position, Registry, split};
use gambol::search::Bound;
use gambol::{Budget, Game, Seed};
use rayon::prelude::*;

use crate::crew::Crew;
use crate::output::Failure;

/// How many actions of a state have their values on the page.
const MOST: usize = 8;

/// Searches the states of a game.
pub(crate) struct Values {
    crew: Crew,
    agent: String,
}

impl Values {
    /// The agent of this name, in a game that it fits.
    pub(crate) fn new(registry: &Registry, game: &str, start: &str, agent: &str) -> Result<Self, Failure> {
        let start = registry.position(split(game).0, start)?;
        Ok(Self { crew: Crew::new(&start, &[agent.to_owned()])?, agent: agent.to_owned() })
    }

    /// The best actions of each state with their values to the player to move; nothing where no
    /// player is.
    pub(crate) fn of(&self, states: &[Position]) -> Result<Vec<Vec<(String, f64)>>, Failure> {
        let one = |(number, state): (u64, &Position)| {
            let Turn::Player(player) = state.turn() else { return Ok(Vec::new()) };
            // Every state has an agent of its own, so that the values do not depend on threads.
            let mut search = self.crew.make(&self.agent)?;
            let budget = Budget::unlimited().exact_values(MOST);
            let decision = search.search(state, &budget, Seed::new(1).derive(number))?;
            let known = decision.root.iter().filter(|root| root.bound == Bound::Exact);
            let mut values: Vec<_> = known.map(|root| (root.action.to_string(), root.estimate(player).value)).collect();
            values.retain(|(_, value)| value.is_finite());
            values.sort_by(|(_, one), (_, other)| other.total_cmp(one));
            values.truncate(MOST);
            Ok(values)
        };
        let numbered: Vec<_> = (0..).zip(states).collect();
        numbered.into_par_iter().map(one).collect()
    }
}
