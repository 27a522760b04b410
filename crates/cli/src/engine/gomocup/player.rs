//! The agent, on boards of either state type.

use std::sync::Arc;

use gambol::match5::{Bits, Colour, Match5, Rules, SetupError, Wide};
use gambol::registry::{GameEntry, Registry};
use gambol::{Budget, Cell, Decision, Search, Seed};

use super::OURS;
use crate::engine::settings;

/// A stone: its cell and its colour.
pub(super) type Stone = (Cell, Colour);

/// The agents for boards of either state type.
#[derive(Clone)]
pub(super) struct Boards {
    small: Arc<GameEntry<Match5<u128>>>,
    large: Arc<GameEntry<Match5<Wide>>>,
}

impl Boards {
    /// Returns the agents of a registry.
    pub(super) fn of(registry: &Registry) -> Result<Self, String> {
        match (registry.entry("match5"), registry.entry("match5")) {
            (Some(small), Some(large)) => Ok(Self { small, large }),
            _ => Err("this program has no match5".to_owned()),
        }
    }

    /// Whether the agent with this text has a parameter.
    pub(super) fn has(&self, agent: &str, key: &str) -> bool {
        settings::has(&self.small.info().agents, agent, key)
    }

    /// Checks that a text names an agent. Returns the text with a level replaced by its agent.
    pub(super) fn expand(&self, agent: &str) -> Result<String, String> {
        let expanded = self.small.make(agent).and_then(|_| self.small.info().expand(agent));
        expanded.map_err(|error| error.to_string())
    }
}

/// An agent and its text.
pub(super) struct Player {
    text: String,
    agent: AnyAgent,
}

enum AnyAgent {
    Small(Box<dyn Search<Match5<u128>>>),
    Large(Box<dyn Search<Match5<Wide>>>),
}

impl Player {
    /// Creates the agent with this text, for boards of this size.
    pub(super) fn new(boards: &Boards, rules: Rules, text: String) -> Result<Self, String> {
        let agent = if fits_small(rules) {
            boards.small.make(&text).map(AnyAgent::Small)
        } else {
            boards.large.make(&text).map(AnyAgent::Large)
        };
        let agent = agent.map_err(|error| error.to_string())?;
        Ok(Self { text, agent })
    }

    /// Whether this is the agent with this text, for boards of this size.
    pub(super) fn is(&self, rules: Rules, text: &str) -> bool {
        self.text == text && matches!(self.agent, AnyAgent::Small(_)) == fits_small(rules)
    }

    /// Searches our move in the position with these stones.
    pub(super) fn decide(
        &mut self,
        rules: Rules,
        stones: &[Stone],
        terms: &Budget,
        seed: Seed,
    ) -> Result<Decision<Cell>, String> {
        match &mut self.agent {
            AnyAgent::Small(agent) => decide(agent.as_mut(), rules, stones, terms, seed),
            AnyAgent::Large(agent) => decide(agent.as_mut(), rules, stones, terms, seed),
        }
    }
}

fn fits_small(rules: Rules) -> bool {
    rules.edge() <= u128::EDGE
}

fn decide<B: Bits>(
    agent: &mut dyn Search<Match5<B>>,
    rules: Rules,
    stones: &[Stone],
    terms: &Budget,
    seed: Seed,
) -> Result<Decision<Cell>, String> {
    // We are the first player in every position, so that all values are from our side.
    let state =
        Match5::<B>::set_up(rules.starting(OURS), OURS, stones.iter().copied()).map_err(|error| match error {
            SetupError::Row { row, .. } => format!("the game is over: we have {row} in a row"),
            error => error.to_string(),
        })?;
    if state.winner().is_some() {
        return Err(format!("the game is over: the opponent has {} in a row", rules.row()));
    }
    agent.search(&state, terms, seed).map_err(|error| error.to_string())
}
