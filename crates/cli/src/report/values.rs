//! Searched values of the actions in replays.

use gambol::game::Turn;
use gambol::registry::{Position, Registry, split};
use gambol::search::Bound;
use gambol::{Budget, Game, Seed};
use rayon::prelude::*;

use crate::crew::Crew;
use crate::output::Failure;

/// Maximum number of actions of a state with a value on the page.
const MOST: usize = 8;

/// Searches the states of a game.
pub(crate) struct Values {
    crew: Crew,
    agent: String,
}

impl Values {
    /// Creates the agent of this name, for the game that begins in `start`.
    pub(crate) fn new(registry: &Registry, game: &str, start: &str, agent: &str) -> Result<Self, Failure> {
        let start = registry.position(split(game).0, start)?;
        Ok(Self { crew: Crew::new(&start, &[agent.to_owned()], None)?, agent: agent.to_owned() })
    }

    /// Returns the best actions of each state with their values for the player to move. The list is
    /// empty if no player is to move.
    pub(crate) fn of(&self, states: &[Position]) -> Result<Vec<Vec<(String, f64)>>, Failure> {
        let one = |(number, state): (u64, &Position)| {
            let Turn::Player(player) = state.turn() else { return Ok(Vec::new()) };
            // Each state has its own agent, so that values do not depend on the threads.
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
