//! The agents of a plan by name, and their games.

use std::any::Any;
use std::fmt::Display;
use std::ops::{ControlFlow, Range};
use std::panic::{AssertUnwindSafe, catch_unwind};

use gambol_core::{Event, EventOf, Game, GameExt, TextError, TextForm};
use gambol_search::{Budget, Search, SearchError};

use crate::adjudication::{End, Judge};
use crate::builder::PlanError;
use crate::live::{LiveGame, microseconds};
use crate::plan::Plan;
use crate::play::play_games;
use crate::record::{GameText, Record};
use crate::summary::Tally;

/// Error returned when the games of a plan cannot be played.
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
/// assert_eq!(error.to_string(), "agents: `rand` is not an agent of the plan: random");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The plan does not fit the state or the agents.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// An agent cannot be made from its text.
    #[error(transparent)]
    Agent(#[from] TextError),
    /// An agent cannot decide.
    #[error(transparent)]
    Search(#[from] SearchError),
}

/// Constructor of an agent, which is called once per game.
type Make<'a, G, E> = Box<dyn Fn() -> Result<Box<dyn Search<G>>, E> + Sync + 'a>;

/// Returns the state after an opening.
type Open<'a, G> = Box<dyn Fn(&GameText) -> Result<G, String> + Sync + 'a>;

/// A plan with its first state and the constructors of its agents: ready to play.
///
/// Names are checked against the plan: each of its agents needs exactly one constructor, and there
/// may be no others. Records do not depend on the number of threads, except for the times.
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
    open: Option<Open<'a, G>>,
    budget: Budget,
}

impl<G, E> std::fmt::Debug for Lineup<'_, G, E> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names: Vec<&str> = self.makers.iter().map(|(name, _)| name.as_str()).collect();
        f.debug_struct("Lineup").field("plan", &self.plan).field("agents", &names).finish_non_exhaustive()
    }
}

impl Plan {
    /// Returns the plan with its first state, to which agents can be added.
    ///
    /// # Errors
    ///
    /// Fails if `start` is not the first state of the plan.
    pub fn lineup<'a, G: Game + Display>(&'a self, start: &'a G) -> Result<Lineup<'a, G>, PlanError> {
        Lineup::new(self, start)
    }
}

impl<'a, G: Game + Display, E> Lineup<'a, G, E> {
    /// Creates a lineup of agents whose constructors have their own error type.
    ///
    /// # Errors
    ///
    /// Fails if `start` is not the first state of the plan.
    pub fn new(plan: &'a Plan, start: &'a G) -> Result<Self, PlanError> {
        let text = start.to_string();
        if text != plan.start {
            return Err(PlanError::new(
                "start",
                format!("the state is {text}, but that of the plan is {}", plan.start),
            ));
        }
        if plan.players > G::PLAYERS {
            let reason = format!("the game has {}, but the plan has {}", G::PLAYERS, plan.players);
            return Err(PlanError::new("players", reason));
        }
        Ok(Self { plan, start, makers: Vec::new(), open: None, budget: Budget::unlimited() })
    }
}

impl<'a, G, E> Lineup<'a, G, E>
where
    G: Game<Action: Display, Outcome: Display> + Display,
    E: From<SearchError> + From<PlanError>,
{
    /// Sets the budget of every decision besides those of the agents and of the plan (default:
    /// unlimited). Records depend on it, so set only a [stop flag](Budget::stop), and discard the
    /// games that end after it was raised.
    #[must_use]
    pub fn within(mut self, budget: Budget) -> Self {
        self.budget = budget;
        self
    }

    /// Sets the reader of the states in the [openings](Plan::openings) of the plan. A plan with
    /// openings needs one.
    ///
    /// ```
    /// use gambol_arena::Plan;
    /// use gambol_core::Uniform;
    /// use gambol_match5::Match5;
    /// use gambol_search::PolicyOnly;
    ///
    /// let start: Match5 = Match5::default();
    /// let plan = Plan::builder("match5", &start).agents(["one", "two"]).games(2);
    /// let plan = plan.openings(["9/9/9/9/4r4/9/9/9/9 b moves d4"]).build()?;
    /// let lineup = plan.lineup(&start)?.openings(|text| text.parse().map_err(|error| format!("{error}")));
    /// let lineup = lineup.agent("one", || PolicyOnly(Uniform)).agent("two", || PolicyOnly(Uniform));
    /// assert_eq!(lineup.play()?.games(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn openings(mut self, read: impl Fn(&str) -> Result<G, String> + Sync + 'a) -> Self
    where
        G: Game<Action: TextForm, Outcome: TextForm>,
    {
        let (plan, start) = (self.plan, self.start);
        self.open = Some(Box::new(move |opening| {
            let first = if opening.start == plan.start { start.clone() } else { read(&opening.start)? };
            opening.replay(first, |_, _, _| ()).map_err(|error| error.to_string())
        }));
        self
    }

    /// Adds the agent of this name; `make` creates a new one for every game.
    #[must_use]
    pub fn agent<S: Search<G> + 'static>(self, name: &str, make: impl Fn() -> S + Sync + 'a) -> Self {
        self.try_agent(name, move || Ok(Box::new(make())))
    }

    /// Adds the agent of this name; `make` creates a new one for every game, or fails.
    #[must_use]
    pub fn try_agent(mut self, name: &str, make: impl Fn() -> Result<Box<dyn Search<G>>, E> + Sync + 'a) -> Self {
        self.makers.push((name.to_owned(), Box::new(make)));
        self
    }

    /// Plays all games on all threads of the current rayon pool and tallies them. A match ends
    /// early if its test decides.
    ///
    /// # Errors
    ///
    /// As for [`games`](Self::games).
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

    /// Plays these games on all threads of the current rayon pool and passes each record to `sink`,
    /// in the order of their numbers, until `sink` breaks or fails.
    ///
    /// # Errors
    ///
    /// Fails if the constructors do not match the plan's agents, or else with the first error of a
    /// game, an agent, its constructor or `sink`, in the order of the games. All records before it
    /// have been passed to `sink`. A panic of a game or an agent is the error
    /// [`SearchError::Failed`], which contains the number and the seed of the game, its state and
    /// the message.
    ///
    /// # Panics
    ///
    /// Panics if `sink` panics, as in [`play_games`].
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
    /// Fails if the constructors do not match the plan's agents, if an agent cannot be made or
    /// cannot decide, or if a panic ends the game.
    pub fn game(&self, index: u64) -> Result<Record, E> {
        self.play_game(&self.makers()?, index)
    }

    /// Returns the constructors of the plan's agents, in their order.
    fn makers(&self) -> Result<Vec<&Make<'a, G, E>>, PlanError> {
        let refuse = |reason: String| Err(PlanError::new("agents", reason));
        for (number, (name, _)) in self.makers.iter().enumerate() {
            if !self.plan.agents.contains(name) {
                return refuse(format!("`{name}` is not an agent of the plan: {}", self.plan.agents.join(", ")));
            }
            if self.makers[..number].iter().any(|(other, _)| other == name) {
                return refuse(format!("`{name}` was added twice"));
            }
        }
        let maker = |agent: &String| {
            let found = self.makers.iter().find(|(name, _)| name == agent).map(|(_, make)| make);
            found.ok_or_else(|| PlanError::new("agents", format!("`{agent}` was not added")))
        };
        self.plan.agents.iter().map(maker).collect()
    }

    /// Plays game number `index`. A panic becomes an error that contains the state.
    fn play_game(&self, makers: &[&Make<'a, G, E>], index: u64) -> Result<Record, E> {
        let seed = self.plan.seed_of(index);
        let is_swapped = self.plan.is_duel() && self.plan.first_of(index) == Some(1);
        let budget = self.budget.clone();
        let budget = self.plan.ms.into_iter().fold(budget, Budget::millis);
        let opening = self.plan.opening_of(index);
        let start = opening.as_ref().map_or_else(|| Ok(self.start.clone()), |opening| self.opened(opening))?;
        let mut game = LiveGame::new(start, seed).swapped(is_swapped).within(budget);
        game = self.plan.tc.into_iter().fold(game, LiveGame::clocked);
        // All that a panic may leave inconsistent is dropped, except the state, which is whole.
        catch_unwind(AssertUnwindSafe(|| self.play_live(makers, index, opening, &mut game))).unwrap_or_else(|panic| {
            let (seed, state) = (seed.get(), text_of(game.state()));
            let why = format!("game {index} (seed {seed}) panicked in the state {state}: {}", message_of(&*panic));
            Err(SearchError::Failed { why }.into())
        })
    }

    /// Returns the state after an opening.
    fn opened(&self, opening: &GameText) -> Result<G, PlanError> {
        let refuse = |reason: String| {
            let GameText { start, events } = opening;
            PlanError::new("openings", format!("`{start}` with {} moves: {reason}", events.len()))
        };
        let open = self.open.as_ref().ok_or_else(|| refuse("the lineup has no reader of openings".to_owned()))?;
        open(opening).map_err(refuse)
    }

    fn play_live(
        &self,
        makers: &[&Make<'a, G, E>],
        index: u64,
        opening: Option<GameText>,
        game: &mut LiveGame<G>,
    ) -> Result<Record, E> {
        let plan = self.plan;
        let first = plan.first_of(index);
        let GameText { start, mut events } =
            opening.unwrap_or_else(|| GameText { start: plan.start.clone(), events: Vec::new() });
        let mut keep = |event: &EventOf<G>| {
            if plan.record_games {
                events.push(match event {
                    Event::Action(action) => action.to_string(),
                    Event::Outcome(outcome) => outcome.to_string(),
                });
            }
        };
        game.open(plan.opening_plies)?.iter().for_each(&mut keep);
        // A puzzle of a match is played by one agent alone.
        let alone = (!plan.is_duel()).then(|| first.unwrap_or(0));
        let mut playing: Vec<Box<dyn Search<G>>> = match alone {
            Some(number) => makers.get(number).map(|make| make()).into_iter().collect::<Result<_, E>>()?,
            None => makers.iter().map(|make| make()).collect::<Result<_, E>>()?,
        };
        let mut judge = Judge::new(plan.resign, plan.draw);
        let mut verdict = None;
        game.play_while(&mut playing, plan.max_moves.unwrap_or(u64::MAX), |step| {
            keep(&step.event);
            verdict = step.decision.as_ref().and_then(|decision| judge.add(decision));
            verdict.is_none()
        })?;
        let state = game.state();
        let lost = game.flag().map(|player| (End::Time, -player.sign()));
        // A game that is over has its own score.
        let verdict = lost.or(verdict.filter(|_| !state.is_over()));
        let score = verdict.map_or_else(|| state.score(), |(_, score)| score);
        Ok(Record {
            first,
            moves: game.moves(),
            game: plan.record_games.then_some(GameText { start, events }),
            each: plan.is_duel().then(|| game.each()),
            time_us: microseconds(game.thinking()),
            end: verdict.map(|(end, _)| end),
            ..Record::new(plan, index, score, state.to_string())
        })
    }
}

/// The text of a state for an error, in one line. Writing it may panic, too.
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
