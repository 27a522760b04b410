//! Searches in steps.

use std::time::Duration;

use gambol::game::EventOf;
use gambol::registry::{Label, Position};
use gambol::search::{Follower, SearchError, StopFlag};
use gambol::{Budget, Decision, Search, Seed};

/// Purpose of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A move of the agent.
    Move,
    /// A hint for a human player.
    Hint,
}

/// A search to run.
#[derive(Clone, Debug)]
pub struct Question {
    /// The state to search.
    pub state: Position,
    /// The initial state of the game.
    pub start: Position,
    /// The events since then.
    pub events: Vec<EventOf<Position>>,
    /// The seed of the search.
    pub seed: Seed,
    /// Purpose of the search.
    pub purpose: Purpose,
    /// The agent, as text.
    pub agent: String,
    /// The agent's side: 0 or 1.
    pub side: usize,
    /// Time limit, which replaces the agent's own.
    pub limit: Option<Duration>,
}

/// An agent of a game, and the events that it has observed.
pub(crate) struct Seated {
    pub(crate) text: String,
    agent: Box<dyn Search<Position>>,
    follower: Follower<Position>,
}

impl Seated {
    pub(crate) fn new(text: String, agent: Box<dyn Search<Position>>) -> Self {
        Self { text, agent, follower: Follower::new() }
    }

    /// Passes the events to the agent that it has not yet observed.
    pub(crate) fn catch_up(&mut self, start: &Position, events: &[EventOf<Position>]) {
        self.follower.catch_up(self.agent.as_mut(), start, events);
    }
}

/// A search in steps, on the caller's thread.
///
/// A step ends when the caller stops it, or when the search is complete. Each step starts from the
/// beginning, so give each twice the length of the previous one: all steps together then take at
/// most twice the time of the last.
///
/// ```
/// use std::sync::atomic::{AtomicU32, Ordering};
/// use gambol::Seed;
/// use gambol::registry::Registry;
/// use gambol_play::{Purpose, Question, Thinking};
///
/// let state = Registry::standard().start("match5")?;
/// let agent = state.agent("mcts:simulations=1000000000")?;
/// let question = Question {
///     start: state.clone(),
///     state,
///     events: Vec::new(),
///     seed: Seed::new(1),
///     purpose: Purpose::Hint,
///     agent: "mcts".to_owned(),
///     side: 0,
///     limit: None,
/// };
/// let mut thinking = Thinking::new(question, agent);
/// // A page without threads: a number of polls, then back to the browser.
/// for polls in [8, 16] {
///     let asked = AtomicU32::new(0);
///     let (decision, ended) =
///         thinking.step(move || asked.fetch_add(1, Ordering::Relaxed) >= polls, |_| ())?;
///     println!("{} so far", decision.action);
///     assert!(!ended, "this search never ends by itself");
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Thinking {
    pub(crate) question: Question,
    pub(crate) seated: Seated,
}

impl std::fmt::Debug for Thinking {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Thinking").field("question", &self.question).finish_non_exhaustive()
    }
}

impl Thinking {
    /// Creates a search by this agent.
    #[must_use]
    pub fn new(question: Question, agent: Box<dyn Search<Position>>) -> Self {
        let seated = Seated::new(question.agent.clone(), agent);
        Self::seated(question, seated)
    }

    pub(crate) fn seated(question: Question, seated: Seated) -> Self {
        Self { question, seated }
    }

    /// Searches until `enough` returns `true`, and calls `watch` with the decisions so far. Returns
    /// the decision, and whether the search was complete: further steps then return the same
    /// decision.
    ///
    /// Long searches call `enough` some thousand times per second.
    ///
    /// # Errors
    ///
    /// Returns the error of the agent's search.
    pub fn step(
        &mut self,
        enough: impl Fn() -> bool + Send + Sync + 'static,
        watch: impl Fn(&Decision<Label>) + Send + Sync + 'static,
    ) -> Result<(Decision<Label>, bool), SearchError> {
        let Question { state, start, events, seed, limit, .. } = &self.question;
        self.seated.catch_up(start, events);
        let cut = StopFlag::new();
        let noticed = cut.clone();
        let until = move || {
            let over = enough();
            if over {
                noticed.raise();
            }
            over
        };
        let budget = Budget::unlimited().stop_when(until).watch(watch);
        let budget = limit.map_or_else(|| budget.clone(), |limit| budget.clone().time(limit));
        let decision = self.seated.agent.search(state, &budget, *seed)?;
        Ok((decision, !cut.is_raised()))
    }
}
