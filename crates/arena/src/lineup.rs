//! The agents of a plan by name, and the games that they play.

use std::any::Any;
use std::fmt::Display;
use std::ops::{ControlFlow, Range};
use std::panic::{AssertUnwindSafe, catch_unwind};

use gambol_core::{Event, EventOf, Game};
use gambol_search::{Budget, Search, SearchError};

use crate::builder::PlanError;
use crate::live::{LiveGame, microseconds};
use crate::plan::Plan;
use crate::play::play_games;
use crate::record::{GameText, Record};
use crate::summary::Tally;

/// Why the games of a plan cannot be played.
///
/// ```
/// use gambol_arena::{Plan, PlayError};
/// use gambol_core::Uniform;
/// use gambol_match5::Match5;
/// use gambol_search::PolicyOnly;
///
/// let start: Match5 = Match5::default();
/// let plan = Plan::builder("match5", &start).agent("random").games(1).build()?;
/// let error: PlayError =
///     plan.lineup(&start)?.agent("rand", || PolicyOnly(Uniform)).play().unwrap_err();
/// assert_eq!(error.to_string(), "agents: `rand` is none of the plan's: random");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The plan does not fit the state or the agents.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// An agent cannot decide.
    #[error(transparent)]
    Search(#[from] SearchError),
}

/// Makes an agent, or says why it cannot. Every game has a fresh one.
type Make<'a, G, E> = Box<dyn Fn() -> Result<Box<dyn Search<G>>, E> + Sync + 'a>;

/// A plan with the state in which its games start and the makers of its agents: ready to be played.
///
/// Names are checked against the plan: each of its agents has one maker, and there are no others.
/// Records are the same whatever the number of threads, but for the times.
///
/// ```
/// use gambol_arena::Plan;
/// use gambol_core::Uniform;
/// use gambol_match5::Match5;
/// use gambol_search::PolicyOnly;
///
/// let start: Match5 = Match5::default();
/// let plan = Plan::builder("match5", &start).agent("random").games(4).build()?;
/// let lineup = plan.lineup(&start)?.agent("random", || PolicyOnly(Uniform));
/// // All games, or one of them: the same record.
/// assert_eq!(lineup.play()?.games(), 4);
/// assert_eq!(lineup.game(2)?.without_time(), lineup.game(2)?.without_time());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Lineup<'a, G, E = PlayError> {
    plan: &'a Plan,
    start: &'a G,
    makers: Vec<(String, Make<'a, G, E>)>,
}

impl<G, E> std::fmt::Debug for Lineup<'_, G, E> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names: Vec<&str> = self.makers.iter().map(|(name, _)| name.as_str()).collect();
        f.debug_struct("Lineup").field("plan", &self.plan).field("agents", &names).finish_non_exhaustive()
    }
}

impl Plan {
    /// The plan with its first state, for agents to be added.
    ///
    /// # Errors
    ///
    /// If `start` is not the state that the plan says.
    pub fn lineup<'a, G: Game + Display>(&'a self, start: &'a G) -> Result<Lineup<'a, G>, PlanError> {
        Lineup::new(self, start)
    }
}

impl<'a, G: Game + Display, E> Lineup<'a, G, E> {
    /// A plan with its first state, for agents whose makers have an error type of their own.
    ///
    /// # Errors
    ///
    /// If `start` is not the state that the plan says.
    pub fn new(plan: &'a Plan, start: &'a G) -> Result<Self, PlanError> {
        let text = start.to_string();
        if text != plan.start {
            return Err(PlanError::new("start", format!("the state is {text}, and the plan says {}", plan.start)));
        }
        if plan.players > G::PLAYERS {
            let reason = format!("the game has {}, and the plan says {}", G::PLAYERS, plan.players);
            return Err(PlanError::new("players", reason));
        }
        Ok(Self { plan, start, makers: Vec::new() })
    }
}

impl<'a, G, E> Lineup<'a, G, E>
where
    G: Game<Action: Display, Outcome: Display> + Display,
    E: From<SearchError> + From<PlanError>,
{
    /// Adds the agent of this name; `make` makes a fresh one for every game.
    #[must_use]
    pub fn agent<S: Search<G> + 'static>(self, name: &str, make: impl Fn() -> S + Sync + 'a) -> Self {
        self.try_agent(name, move || Ok(Box::new(make())))
    }

    /// Adds the agent of this name; `make` makes a fresh one for every game, or says why it cannot.
    #[must_use]
    pub fn try_agent(mut self, name: &str, make: impl Fn() -> Result<Box<dyn Search<G>>, E> + Sync + 'a) -> Self {
        self.makers.push((name.to_owned(), Box::new(make)));
        self
    }

    /// Plays all games, on all threads of the current rayon pool, and sums them up. A match ends
    /// early where its test decides.
    ///
    /// # Errors
    ///
    /// As [`games`](Self::games).
    pub fn play(&self) -> Result<Tally, E>
    where
        E: Send,
    {
        let mut tally = Tally::new(self.plan);
        self.games(0..self.plan.games, |record| {
            tally.add(&record);
            Ok(if tally.is_decided() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
        Ok(tally)
    }

    /// Plays these games on all threads of the current rayon pool and hands each record to `sink`,
    /// in the order of their numbers, until `sink` breaks off or fails.
    ///
    /// # Errors
    ///
    /// If the makers are not those of the plan's agents; or the first error of a game, of an agent,
    /// of its making or of `sink`, in the order of the games. All records before it have been
    /// handed over. A panic of a game or an agent is the error [`SearchError::Failed`], which names
    /// the number and the seed of the game, its state and the message.
    ///
    /// # Panics
    ///
    /// If `sink` does, as [`play_games`].
    pub fn games(
        &self,
        games: Range<u64>,
        sink: impl FnMut(Record) -> Result<ControlFlow<()>, E> + Send,
    ) -> Result<(), E>
    where
        E: Send,
    {
        let makers = self.makers()?;
        play_games(games, |index| self.play_game(&makers, index), sink)
    }

    /// Plays game number `index`.
    ///
    /// # Errors
    ///
    /// If the makers are not those of the plan's agents, an agent cannot be made or cannot decide,
    /// or a panic ends the game.
    pub fn game(&self, index: u64) -> Result<Record, E> {
        self.play_game(&self.makers()?, index)
    }

    /// The makers of the plan's agents, in their order.
    fn makers(&self) -> Result<Vec<&Make<'a, G, E>>, PlanError> {
        let refuse = |reason: String| Err(PlanError::new("agents", reason));
        for (number, (name, _)) in self.makers.iter().enumerate() {
            if !self.plan.agents.contains(name) {
                return refuse(format!("`{name}` is none of the plan's: {}", self.plan.agents.join(", ")));
            }
            if self.makers[..number].iter().any(|(other, _)| other == name) {
                return refuse(format!("`{name}` is made in two ways"));
            }
        }
        let maker = |agent: &String| {
            let found = self.makers.iter().find(|(name, _)| name == agent).map(|(_, make)| make);
            found.ok_or_else(|| PlanError::new("agents", format!("nothing makes `{agent}`")))
        };
        self.plan.agents.iter().map(maker).collect()
    }

    /// Plays game number `index`. A panic is an error that names the state.
    fn play_game(&self, makers: &[&Make<'a, G, E>], index: u64) -> Result<Record, E> {
        let seed = self.plan.seed_of(index);
        let is_swapped = self.plan.is_duel() && self.plan.first_of(index) == Some(1);
        let budget = self.plan.ms.map_or_else(Budget::unlimited, |ms| Budget::unlimited().millis(ms));
        let mut game = LiveGame::new(self.start.clone(), seed).swapped(is_swapped).within(budget);
        // What a panic leaves half done is dropped, but for the state, which is whole.
        catch_unwind(AssertUnwindSafe(|| self.play_live(makers, index, &mut game))).unwrap_or_else(|panic| {
            let (seed, state) = (seed.get(), text_of(game.state()));
            let why = format!("game {index} (seed {seed}) panicked in the state {state}: {}", message_of(&*panic));
            Err(SearchError::Failed { why }.into())
        })
    }

    fn play_live(&self, makers: &[&Make<'a, G, E>], index: u64, game: &mut LiveGame<G>) -> Result<Record, E> {
        let (plan, start) = (self.plan, self.start);
        let first = plan.first_of(index);
        let mut events = Vec::new();
        let mut keep = |event: &EventOf<G>| {
            if plan.record_games {
                events.push(match event {
                    Event::Action(action) => action.to_string(),
                    Event::Outcome(outcome) => outcome.to_string(),
                });
            }
        };
        game.open(plan.opening_plies).iter().for_each(&mut keep);
        // In a puzzle one agent of a match plays alone.
        let alone = (!plan.is_duel()).then(|| first.unwrap_or(0));
        let mut playing: Vec<Box<dyn Search<G>>> = match alone {
            Some(number) => makers.get(number).map(|make| make()).into_iter().collect::<Result<_, E>>()?,
            None => makers.iter().map(|make| make()).collect::<Result<_, E>>()?,
        };
        game.play_and_watch(&mut playing, plan.max_moves.unwrap_or(u64::MAX), |step| keep(&step.event))?;
        let state = game.state();
        Ok(Record {
            index,
            seed: plan.seed_of(index).get(),
            first,
            score: state.score(),
            moves: game.moves(),
            last: state.to_string(),
            game: plan.record_games.then(|| GameText { start: start.to_string(), events }),
            each: plan.is_duel().then(|| game.each()),
            time_us: microseconds(game.thinking()),
        })
    }
}

/// The text of a state in one line of an error. Writing it may panic, too.
fn text_of(state: &impl Display) -> String {
    const MAX_CHARS: usize = 400;
    let text = catch_unwind(AssertUnwindSafe(|| state.to_string()));
    text.map_or_else(|_| "whose text panics too".to_owned(), |text| text.chars().take(MAX_CHARS).collect())
}

/// The message of a panic.
fn message_of(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("a panic without a message")
}
