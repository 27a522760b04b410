//! A single game, from its start to its end.

use std::time::{Duration, Instant};

use gambol_core::random::GameRng;
use gambol_core::{Event, EventOf, Game, GameExt, Player, Seed, Turn, Uniform};
use gambol_search::{Budget, Clock, Decision, PolicyOnly, Search, SearchError};

use crate::builder::PlanError;
use crate::record::Share;
use crate::time_control::TimeControl;

/// The streams of a game's seed: chance, the two agents, and the random opening.
const CHANCE: u64 = 0;
const AGENTS: [u64; 2] = [1, 2];
const OPENING: u64 = 3;

/// A game in play: a state, and the seed that determines chance and the agents' random numbers.
///
/// Chance draws from a separate stream, so that it does not depend on the number of random numbers
/// that an agent draws. Every decision has its own seed, too. Pass the same agents to every call:
/// they are notified of the events of the game, as documented at [`Search`].
///
/// ```
/// use gambol_arena::LiveGame;
/// use gambol_core::{GameExt, Seed, Uniform};
/// use gambol_match5::Match5;
/// use gambol_search::PolicyOnly;
///
/// let mut game: LiveGame<Match5> = LiveGame::new(Match5::default(), Seed::new(1));
/// game.open(2)?; // two random plies
/// game.play_out(&mut [PolicyOnly(Uniform), PolicyOnly(Uniform)], u64::MAX)?;
/// assert!(game.state().is_over());
/// println!("{} moves", game.moves());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct LiveGame<G: Game> {
    state: G,
    seed: Seed,
    chance: GameRng,
    swapped: bool,
    budget: Budget,
    clocks: Option<Clocks>,
    /// Whether the agents have been notified of the start.
    announced: bool,
    moves: [u64; 2],
    thinking: [Duration; 2],
}

/// The clocks of two agents in a game.
#[derive(Clone, Copy, Debug)]
struct Clocks {
    control: TimeControl,
    left: [Duration; 2],
    /// Moves in the current session.
    moves: [u32; 2],
    /// The player whose time was up.
    fallen: Option<Player>,
}

impl Clocks {
    fn new(control: TimeControl) -> Self {
        Self { control, left: [control.base(); 2], moves: [0; 2], fallen: None }
    }

    /// Returns what an agent sees at its turn.
    fn reading(&self, agent: usize) -> Clock {
        Clock {
            left: self.left[agent],
            opponent: self.left[1 - agent],
            increment: self.control.increment(),
            moves: self.control.moves().map(|moves| moves - self.moves[agent]),
        }
    }

    /// Subtracts the time of a move, and adds the increment and the time of a new session. Returns
    /// whether there was enough.
    fn spend(&mut self, agent: usize, time: Duration) -> bool {
        let Some(left) = self.left[agent].checked_sub(time) else { return false };
        self.left[agent] = left.saturating_add(self.control.increment());
        self.moves[agent] += 1;
        if self.control.moves() == Some(self.moves[agent]) {
            self.moves[agent] = 0;
            self.left[agent] = self.left[agent].saturating_add(self.control.base());
        }
        true
    }
}

/// One step of a [`LiveGame`].
///
/// ```
/// use gambol_arena::LiveGame;
/// use gambol_core::{Event, Seed, Uniform};
/// use gambol_match5::Match5;
/// use gambol_search::PolicyOnly;
///
/// let mut game: LiveGame<Match5> = LiveGame::new(Match5::default(), Seed::new(1));
/// let step =
///     game.step(&mut [PolicyOnly(Uniform), PolicyOnly(Uniform)])?.expect("the game has begun");
/// assert_eq!(step.decision.map(|decision| Event::Action(decision.action)), Some(step.event));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Step<G: Game> {
    /// Event.
    pub event: EventOf<G>,
    /// Decision of the agent on a player's turn: its value and those of the other actions.
    pub decision: Option<Decision<G::Action>>,
}

impl<G: Game> LiveGame<G> {
    /// Creates a game that starts here and is determined by this seed.
    pub fn new(start: G, seed: Seed) -> Self {
        Self {
            state: start,
            seed,
            chance: seed.derive(CHANCE).rng(),
            swapped: false,
            budget: Budget::unlimited(),
            clocks: None,
            announced: false,
            moves: [0; 2],
            thinking: [Duration::ZERO; 2],
        }
    }

    /// Returns the game with the sides swapped (default `false`): the second of two agents moves
    /// first. Each agent still draws from its own stream.
    #[must_use]
    pub fn swapped(mut self, swapped: bool) -> Self {
        self.swapped = swapped;
        self
    }

    /// Returns the game with a budget for every decision besides the agents' own (default:
    /// unlimited).
    #[must_use]
    pub fn within(mut self, budget: Budget) -> Self {
        self.budget = budget;
        self
    }

    /// Returns the game with a clock for each of two agents (default: none). An agent gets a time
    /// limit from its clock for every decision, and loses the game when its decision takes more
    /// time than the clock has left.
    #[must_use]
    pub fn clocked(mut self, control: TimeControl) -> Self {
        self.clocks = Some(Clocks::new(control));
        self
    }

    /// Returns the player who has lost on time; the last decision was then not played.
    pub fn flag(&self) -> Option<Player> {
        self.clocks.and_then(|clocks| clocks.fallen)
    }

    /// Plays an opening: `plies` uniformly random actions, and the chance events before and between
    /// them. It is determined by the seed. Openings that end the game are drawn again, up to a
    /// hundred times. Returns the events.
    ///
    /// # Errors
    ///
    /// Fails if all openings end the game, because it never lasts that long. The game is then
    /// unchanged.
    pub fn open(&mut self, plies: u32) -> Result<Vec<EventOf<G>>, PlanError> {
        /// Number of attempts.
        const TRIES: u64 = 100;
        let mut events = Vec::new();
        let start = (self.state.clone(), self.chance.clone());
        for attempt in 0..TRIES {
            (self.state, self.chance) = start.clone();
            events.clear();
            let mut rng = self.seed.derive(OPENING).derive(attempt).rng();
            let mut left = plies;
            while left > 0 {
                let event = match self.state.turn() {
                    Turn::Player(_) => self.state.random_action(&mut rng).map(Event::Action),
                    Turn::Chance => self.state.random_outcome(&mut self.chance).map(Event::Outcome),
                    Turn::Over => None,
                };
                let Some(event) = event else { break };
                left -= u32::from(matches!(event, Event::Action(_)));
                self.state.advance(event);
                events.push(event);
            }
            if plies == 0 || !self.state.is_over() {
                return Ok(events);
            }
        }
        (self.state, self.chance) = start;
        let why = format!("{TRIES} openings of {plies} random moves all end the game; choose fewer");
        Err(PlanError::new("opening_plies", why))
    }

    /// Returns the current state.
    pub fn state(&self) -> &G {
        &self.state
    }

    /// Returns the number of actions that players have played.
    pub fn moves(&self) -> u64 {
        self.moves.iter().sum()
    }

    /// Returns the time that the agents have used.
    pub fn thinking(&self) -> Duration {
        self.thinking.iter().sum()
    }

    /// Returns the moves and times of each of two agents. A single agent is the first.
    pub fn each(&self) -> [Share; 2] {
        [0, 1].map(|agent| Share { moves: self.moves[agent], time_us: microseconds(self.thinking[agent]) })
    }

    /// Plays one step: a chance outcome, or an action of the agent to move. Puzzles and two-player
    /// games with a single agent use `agents[0]`. `None` if the game is over, by its rules or on
    /// time.
    ///
    /// # Errors
    ///
    /// Returns the errors of the agent, or [`SearchError::Outcomes`] if no chance outcome can be
    /// drawn.
    pub fn step<A: Search<G>>(&mut self, agents: &mut [A]) -> Result<Option<Step<G>>, SearchError> {
        if !self.announced {
            self.announced = true;
            for agent in &mut *agents {
                agent.new_game(&self.state);
            }
        }
        let (event, decision) = match self.state.turn() {
            Turn::Over => return Ok(None),
            _ if self.flag().is_some() => return Ok(None),
            Turn::Chance => match self.state.random_outcome(&mut self.chance) {
                Some(outcome) => (Event::Outcome(outcome), None),
                None => return Err(SearchError::undrawn(&self.state)),
            },
            Turn::Player(player) => {
                let Some(decision) = self.decide(player, agents)? else { return Ok(None) };
                (Event::Action(decision.action), Some(decision))
            }
        };
        // A copy, so that the state before the event is preserved if the game panics.
        let after = self.state.after(event);
        let before = core::mem::replace(&mut self.state, after);
        for agent in agents {
            agent.observe(&before, event, &self.state);
            if self.state.is_over() {
                agent.game_over(&self.state);
            }
        }
        Ok(Some(Step { event, decision }))
    }

    /// Plays to the end, or until players have played `longest` actions.
    ///
    /// # Errors
    ///
    /// As for [`step`](Self::step).
    pub fn play_out<A: Search<G>>(&mut self, agents: &mut [A], longest: u64) -> Result<(), SearchError> {
        self.play_while(agents, longest, |_| true)
    }

    /// Plays as [`play_out`](Self::play_out) does, and passes every step to `watch`, as long as
    /// that returns `true`.
    ///
    /// # Errors
    ///
    /// As for [`step`](Self::step).
    pub fn play_while<A: Search<G>>(
        &mut self,
        agents: &mut [A],
        longest: u64,
        mut watch: impl FnMut(Step<G>) -> bool,
    ) -> Result<(), SearchError> {
        // Chance is stepped here, too: a game must not depend on being watched.
        while self.moves() < longest || self.state.turn() == Turn::Chance {
            let Some(step) = self.step(agents)? else { break };
            if !watch(step) {
                break;
            }
        }
        Ok(())
    }

    /// Returns the decision of the agent to move; `None` if its time was up.
    fn decide<A: Search<G>>(
        &mut self,
        player: Player,
        agents: &mut [A],
    ) -> Result<Option<Decision<G::Action>>, SearchError> {
        let index = usize::from(agents.len() > 1 && (player == Player::Second) != self.swapped);
        let seed = self.seed.derive(AGENTS[index]).derive(self.moves());
        let clock = self.clocks.map(|clocks| clocks.reading(index));
        let budget = clock.into_iter().fold(self.budget.clone(), Budget::clock);
        let started = Instant::now();
        let decision = match agents.get_mut(index) {
            Some(agent) => agent.search(&self.state, &budget, seed)?,
            None => PolicyOnly(Uniform).search(&self.state, &budget, seed)?,
        };
        let time = started.elapsed();
        self.thinking[index] += time;
        if let Some(clocks) = &mut self.clocks
            && !clocks.spend(index, time)
        {
            clocks.fallen = Some(player);
            return Ok(None);
        }
        self.moves[index] += 1;
        debug_assert!(self.state.check_action(decision.action).is_ok(), "{:?} in {:?}", decision.action, self.state);
        Ok(Some(decision))
    }
}

/// A time in microseconds, as in records.
pub(crate) fn microseconds(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_count_increments_and_sessions() {
        let ms = Duration::from_millis;
        let mut clocks = Clocks::new("2/1+0.1".parse().unwrap());
        let reading = |clocks: &Clocks, agent| {
            let Clock { left, opponent, increment, moves } = clocks.reading(agent);
            assert_eq!(increment, ms(100));
            (left, opponent, moves)
        };
        assert_eq!(reading(&clocks, 0), (ms(1_000), ms(1_000), Some(2)));
        assert!(clocks.spend(0, ms(300)));
        assert_eq!(reading(&clocks, 0), (ms(800), ms(1_000), Some(1)));
        assert_eq!(reading(&clocks, 1), (ms(1_000), ms(800), Some(2)));
        // The last move of the session may take all that is left.
        assert!(clocks.spend(0, ms(800)));
        assert_eq!(reading(&clocks, 0), (ms(1_100), ms(1_000), Some(2)));
        assert!(!clocks.spend(1, ms(1_001)));
        let mut game = Clocks::new("1".parse().unwrap());
        assert!(game.spend(1, ms(1_000)) && game.reading(1).moves.is_none());
        assert!(!game.spend(1, ms(1)));
    }
}
