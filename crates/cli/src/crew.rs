//! Agents of a command, by name: those of the game's registry, and external engines.

use std::path::Path;

use gambol::registry::{Position, split};
use gambol::{Budget, Search};
use gambol_arena::{AgentFile, Lineup, Plan, Record};

use crate::external::External;
use crate::files::create_folder;
use crate::output::Failure;

/// Plays the games of plans that begin in this state.
pub(crate) struct Crew {
    start: Position,
    /// The agents that are external engines, by their texts.
    engines: Vec<(String, External)>,
}

/// Returns the external engine with this text, for a game whose start has the text `origin`.
fn engine(agent: &str, start: &Position, origin: &str) -> Result<Option<External>, Failure> {
    // An agent of the game with this name takes precedence.
    let is_known = || start.game().agents.iter().any(|known| known.name == split(agent).0);
    Ok(External::named(agent, start, origin)?.filter(|_| !is_known()))
}

/// Creates the agent with this text, for one position of a game whose start has the text `origin`.
pub(crate) fn agent(text: &str, position: &Position, origin: &str) -> Result<Box<dyn Search<Position>>, Failure> {
    made(engine(text, position, origin)?.as_ref(), text, position)
}

fn made(engine: Option<&External>, text: &str, position: &Position) -> Result<Box<dyn Search<Position>>, Failure> {
    match engine {
        Some(engine) => Ok(engine.agent()?),
        None => Ok(position.agent(text)?),
    }
}

impl Crew {
    /// Resolves the agents with these texts. The processes of external engines write logs into a
    /// folder, if there is one.
    ///
    /// # Errors
    ///
    /// Names the agent that cannot be created.
    pub(crate) fn new(start: &Position, agents: &[String], log: Option<&Path>) -> Result<Self, Failure> {
        let mut crew = Self { start: start.clone(), engines: Vec::new() };
        if let Some(folder) = log {
            create_folder(folder)?;
        }
        for (number, agent) in (1..).zip(agents) {
            match engine(agent, start, &start.to_string())? {
                Some(engine) => {
                    let engine = log.into_iter().fold(engine, |engine, folder| engine.logging(folder, number));
                    crew.engines.push((agent.clone(), engine));
                }
                // Rejects a bad name before the first game.
                None => drop(start.agent(agent)?),
            }
        }
        Ok(crew)
    }

    /// Returns the state in which all games start.
    pub(crate) fn start(&self) -> &Position {
        &self.start
    }

    fn engine(&self, agent: &str) -> Option<&External> {
        self.engines.iter().find(|(text, _)| text == agent).map(|(_, engine)| engine)
    }

    /// Returns the files that an agent reads; none for an external engine.
    pub(crate) fn files(&self, agent: &str) -> Result<Vec<AgentFile>, Failure> {
        if self.engine(agent).is_some() { Ok(Vec::new()) } else { Ok(self.start.agent_files(agent)?) }
    }

    /// Creates an agent.
    pub(crate) fn make(&self, agent: &str) -> Result<Box<dyn Search<Position>>, Failure> {
        made(self.engine(agent), agent, &self.start)
    }

    /// Plays a game of a plan.
    pub(crate) fn play_game(&self, plan: &Plan, index: u64) -> Result<Record, Failure> {
        if plan.agents().iter().all(|agent| self.engine(agent).is_none()) {
            return Ok(self.start.play_game(plan, index, &Budget::unlimited())?);
        }
        let mut agents = plan.agents().to_vec();
        agents.dedup();
        let mut lineup = Lineup::<_, Failure>::new(plan, &self.start)?
            .openings(|text| self.start.read(text).map_err(|error| error.to_string()));
        for agent in &agents {
            lineup = lineup.try_agent(agent, || self.make(agent));
        }
        let failed = |Failure(why)| Failure::of(format_args!("game {index}"), why);
        lineup.game(index).map_err(failed)
    }
}
