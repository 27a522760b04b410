//! The agents of a command by name: those of the game's registry.

use gambol::Search;
use gambol::registry::Position;
use gambol_arena::{Plan, Record};

use crate::output::Failure;

/// Plays the games of plans that start here.
pub(crate) struct Crew {
    start: Position,
}

impl Crew {
    /// The agents that these texts name.
    ///
    /// # Errors
    ///
    /// Names the one that cannot be made.
    pub(crate) fn new(start: &Position, agents: &[String]) -> Result<Self, Failure> {
        let crew = Self { start: start.clone() };
        for agent in agents {
            crew.make(agent)?; // so that a bad name is refused before anything is played
        }
        Ok(crew)
    }

    /// The state in which all games start.
    pub(crate) fn start(&self) -> &Position {
        &self.start
    }

    /// Makes an agent.
    pub(crate) fn make(&self, agent: &str) -> Result<Box<dyn Search<Position>>, Failure> {
        Ok(self.start.agent(agent)?)
    }

    /// Plays a game of a plan.
    pub(crate) fn play_game(&self, plan: &Plan, index: u64) -> Result<Record, Failure> {
        Ok(self.start.play_game(plan, index)?)
    }
}
