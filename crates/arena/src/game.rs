//! One game, from its start to its end.

use std::time::{Duration, Instant};

use gambol_core::{Event, EventOf, Game, Player, Seed, Turn};
use gambol_search::{Agent, SearchError};

/// The streams of a game's seed: what chance does, and what each player's agent draws.
const CHANCE: u64 = 0;
const FIRST: u64 = 1;
const SECOND: u64 = 2;

/// A game in play: a state, the agents that decide in it, and the seed that fixes everything else.
///
/// Chance draws from a stream of its own, so that it does not matter how many random numbers an agent uses. The decision
/// with number `n` has a seed of its own too.
#[derive(Debug)]
pub struct Match<G: Game> {
    state: G,
    seed: Seed,
    chance: gambol_core::random::Pcg64Mcg,
    moves: u64,
    thinking: Duration,
}

/// One step of a [`Match`].
#[derive(Clone, Debug, PartialEq)]
pub struct Step<G: Game> {
    /// What happened.
    pub event: EventOf<G>,
    /// What the agent decided, if it was a player's turn: its value and those of the other actions.
    pub decision: Option<gambol_search::Decision<G::Action>>,
}

impl<G: Game> Match<G> {
    /// A game that starts here and is fixed by this seed.
    pub fn new(start: G, seed: Seed) -> Self {
        Self { state: start, seed, chance: seed.derive(CHANCE).rng(), moves: 0, thinking: Duration::ZERO }
    }

    /// The state it has come to.
    pub fn state(&self) -> &G {
        &self.state
    }

    /// The actions that players have played.
    pub fn moves(&self) -> u64 {
        self.moves
    }

    /// The time that agents have taken to decide.
    pub fn thinking(&self) -> Duration {
        self.thinking
    }

    /// Plays one step: an outcome of chance, or an action of the agent whose turn it is. A puzzle asks `agents[0]`; so does a
    /// game of two players with one agent. `None` if the game is over.
    ///
    /// # Errors
    ///
    /// Those of the agent.
    pub fn step<A: Agent<G>>(&mut self, agents: &mut [A]) -> Result<Option<Step<G>>, SearchError> {
        match self.state.turn() {
            Turn::Over => Ok(None),
            Turn::Chance => {
                let Some(outcome) = self.state.random_outcome(&mut self.chance) else { return Ok(None) };
                self.state.resolve(outcome);
                Ok(Some(Step { event: Event::Outcome(outcome), decision: None }))
            }
            Turn::Player(player) => {
                let decision = self.decide(player, agents)?;
                self.state.play(decision.action);
                Ok(Some(Step { event: Event::Action(decision.action), decision: Some(decision) }))
            }
        }
    }

    /// Plays to the end, or until players have played `longest` actions.
    ///
    /// # Errors
    ///
    /// Those of the agents.
    pub fn play_out<A: Agent<G>>(&mut self, agents: &mut [A], longest: u64) -> Result<(), SearchError> {
        // Chance goes step by step here too: a game must not depend on how it is watched.
        while self.moves < longest || self.state.turn() == Turn::Chance {
            if self.step(agents)?.is_none() {
                break;
            }
        }
        Ok(())
    }

    fn decide<A: Agent<G>>(
        &mut self,
        player: Player,
        agents: &mut [A],
    ) -> Result<gambol_search::Decision<G::Action>, SearchError> {
        let (stream, index) = match player {
            Player::Second if agents.len() > 1 => (SECOND, 1),
            _ => (FIRST, 0),
        };
        let seed = self.seed.derive(stream).derive(self.moves);
        let started = Instant::now();
        let decision = match agents.get_mut(index) {
            Some(agent) => agent.decide(&self.state, seed)?,
            None => gambol_search::ByPolicy(gambol_core::Uniform).decide(&self.state, seed)?,
        };
        self.thinking += started.elapsed();
        self.moves += 1;
        debug_assert!(self.state.check_action(decision.action).is_ok(), "{:?} in {:?}", decision.action, self.state);
        Ok(decision)
    }
}
