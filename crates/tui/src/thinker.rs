//! Searches in the background.

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, TryRecvError};
use std::thread;
use std::time::{Duration, Instant};

use gambol::core::EventOf;
use gambol::registry::GameOf;
use gambol::search::{Follower, StopFlag};
use gambol::{Budget, Decision, Game, Search, Seed};

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// The agent's own move.
    Move,
    /// A hint for a person.
    Hint,
}

/// What is to be found out.
#[derive(Clone, Debug)]
pub(crate) struct Question<G: Game> {
    pub(crate) state: G,
    /// How the game came there.
    pub(crate) start: G,
    pub(crate) events: Vec<EventOf<G>>,
    pub(crate) seed: Seed,
    pub(crate) purpose: Purpose,
    /// The agent as text, and the side that it plays.
    pub(crate) agent: String,
    pub(crate) side: usize,
    /// The time it may take, in place of its own.
    pub(crate) limit: Option<Duration>,
}

/// What has been found out.
#[derive(Debug)]
pub(crate) enum Answer<G: Game> {
    /// The decision so far; a better one follows.
    Early(Decision<G::Action>),
    /// The decision.
    Final(Decision<G::Action>),
    /// The search failed.
    Failed(String),
}

/// The search that runs.
struct Job<G: Game> {
    purpose: Purpose,
    agent: String,
    stop: StopFlag,
    started: Instant,
    limit: Option<Duration>,
    /// The depth and the nodes of the decision so far, where it deepens.
    deepest: Option<(u32, u64)>,
    answers: Receiver<News<G>>,
}

enum News<G: Game> {
    Early(Decision<G::Action>),
    Final(Decision<G::Action>, usize, Kept<G>),
    Failed(String),
}

/// An agent that has moved in this game, and how it was made.
struct Kept<G: Game> {
    text: String,
    agent: Box<dyn Search<G>>,
    /// What it knows of the game.
    follower: Follower<G>,
}

impl<G: Game> Kept<G> {
    fn new(text: String, agent: Box<dyn Search<G>>) -> Self {
        Self { text, agent, follower: Follower::new() }
    }

    /// Tells the agent what has happened in the game since it was told last.
    fn catch_up(&mut self, start: &G, events: &[EventOf<G>]) {
        self.follower.catch_up(self.agent.as_mut(), start, events);
    }
}

/// Runs at most one search at a time that anybody waits for. A search that nobody waits for any
/// more is told to stop, and ends by itself.
pub(crate) struct Thinker<G: Game> {
    /// The agents of the game, by name.
    pub(crate) agents: Arc<dyn GameOf<G>>,
    job: Option<Job<G>>,
    /// The agents of this game, which may remember what they found out before.
    kept: [Option<Kept<G>>; 2],
}

impl<G: Game> Thinker<G> {
    /// Searches by these agents.
    pub(crate) fn new(agents: Arc<dyn GameOf<G>>) -> Self {
        Self { agents, job: None, kept: [None, None] }
    }

    /// Forgets the agents of the last game.
    pub(crate) fn new_game(&mut self) {
        self.cancel();
        self.kept = [None, None];
    }

    /// Tells the agents of this game how it ended.
    pub(crate) fn game_over(&mut self, start: &G, events: &[EventOf<G>]) {
        self.kept.iter_mut().flatten().for_each(|kept| kept.catch_up(start, events));
    }

    /// Begins a search; one that runs is given up. The agent is the one given, or one made or kept
    /// by its text.
    ///
    /// # Errors
    ///
    /// Says what is wrong with the agent, or that no thread could be started.
    pub(crate) fn ask(&mut self, question: Question<G>, agent: Option<Box<dyn Search<G>>>) -> Result<(), String> {
        self.cancel();
        let side = question.side.min(1);
        let kept = match (agent, self.kept[side].take()) {
            (Some(agent), _) => Kept::new(question.agent.clone(), agent),
            (None, Some(kept)) if kept.text == question.agent && question.purpose == Purpose::Move => kept,
            (None, other) => {
                if question.purpose == Purpose::Hint {
                    self.kept[side] = other;
                }
                let agent = self.agents.make(&question.agent).map_err(|error| error.to_string())?;
                Kept::new(question.agent.clone(), agent)
            }
        };
        let stop = StopFlag::new();
        let (sender, answers) = mpsc::channel();
        let job = Job {
            purpose: question.purpose,
            agent: question.agent.clone(),
            stop: stop.clone(),
            started: Instant::now(),
            limit: question.limit,
            deepest: None,
            answers,
        };
        let work = move || think(question, kept, &stop, &sender);
        thread::Builder::new().name("search".to_owned()).spawn(work).map_err(|error| format!("no thread: {error}"))?;
        self.job = Some(job);
        Ok(())
    }

    /// What the search that runs is for.
    pub(crate) fn purpose(&self) -> Option<Purpose> {
        self.job.as_ref().map(|job| job.purpose)
    }

    /// Who thinks, for how long so far, and how long at most.
    pub(crate) fn progress(&self) -> Option<(&str, Duration, Option<Duration>)> {
        self.job.as_ref().map(|job| (job.agent.as_str(), job.started.elapsed(), job.limit))
    }

    /// The depth and the nodes of the search that runs, where it deepens.
    pub(crate) fn deepest(&self) -> Option<(u32, u64)> {
        self.job.as_ref().and_then(|job| job.deepest)
    }

    /// Asks the search to end with what it has.
    pub(crate) fn stop(&self) {
        if let Some(job) = &self.job {
            job.stop.raise();
        }
    }

    /// Gives the search up.
    pub(crate) fn cancel(&mut self) {
        self.stop();
        self.job = None;
    }

    /// What the search has found since it was asked last, waiting for it for so long.
    pub(crate) fn answer(&mut self, wait: Duration) -> Option<Answer<G>> {
        let job = self.job.as_mut()?;
        let report = if wait.is_zero() {
            job.answers.try_recv().map_err(|error| error == TryRecvError::Empty)
        } else {
            job.answers.recv_timeout(wait).map_err(|error| error == RecvTimeoutError::Timeout)
        };
        let answer = match report {
            Err(true) => return None,
            Err(false) => Answer::Failed(format!("{} broke off", job.agent)),
            Ok(News::Early(decision)) => {
                let stats = decision.stats;
                job.deepest = (stats.depth > 0).then_some((stats.depth, stats.nodes));
                return Some(Answer::Early(decision));
            }
            Ok(News::Failed(reason)) => Answer::Failed(reason),
            Ok(News::Final(decision, side, kept)) => {
                if job.purpose == Purpose::Move {
                    self.kept[side] = Some(kept);
                }
                Answer::Final(decision)
            }
        };
        self.job = None;
        Some(answer)
    }
}

impl<G: Game> Drop for Thinker<G> {
    fn drop(&mut self) {
        if let Some(job) = &self.job {
            job.stop.raise();
        }
    }
}

/// Searches, and sends the decision so far whenever there is a better one, and the last.
fn think<G: Game>(question: Question<G>, mut kept: Kept<G>, stop: &StopFlag, sender: &Sender<News<G>>) {
    let early = sender.clone();
    let terms = Budget::unlimited().stop(stop.clone()).watch(move |so_far: &Decision<G::Action>| {
        // If nobody listens any more, the answer finds out.
        let _ = early.send(News::Early(so_far.clone()));
    });
    let Question { state, start, events, seed, side, limit, .. } = question;
    kept.catch_up(&start, &events);
    let terms = limit.map_or_else(|| terms.clone(), |limit| terms.clone().time(limit));
    let report = match kept.agent.search(&state, &terms, seed) {
        Ok(decision) => News::Final(decision, side.min(1), kept),
        Err(error) => News::Failed(error.to_string()),
    };
    let _ = sender.send(report);
}

#[cfg(test)]
mod tests {
    use super::*;
    use gambol::match5::Match5;
    use gambol::registry::Registry;

    fn thinker() -> Thinker<Match5> {
        Thinker::new(Registry::standard().entry("match5").unwrap())
    }

    const PATIENCE: Duration = Duration::from_secs(60);

    fn question(agent: &str, purpose: Purpose, limit: Option<Duration>) -> Question<Match5> {
        let agent = agent.to_owned();
        Question {
            state: Match5::default(),
            start: Match5::default(),
            events: Vec::new(),
            seed: Seed::new(1),
            purpose,
            agent,
            side: 0,
            limit,
        }
    }

    #[test]
    fn an_endless_search_shows_something_soon_and_ends_when_it_is_told() {
        let mut thinker = thinker();
        thinker.ask(question("mcts:simulations=1000000000", Purpose::Hint, None), None).unwrap();
        assert!(matches!(thinker.answer(PATIENCE), Some(Answer::Early(_))));
        assert_eq!(thinker.purpose(), Some(Purpose::Hint));
        thinker.stop();
        let last = std::iter::from_fn(|| thinker.answer(PATIENCE)).last();
        assert!(matches!(last, Some(Answer::Final(_))), "{last:?}");
        assert!(thinker.progress().is_none());
    }

    #[test]
    fn a_search_that_deepens_says_how_deep_it_has_come() {
        let mut thinker = thinker();
        thinker.ask(question("alpha-beta:depth=2", Purpose::Move, None), None).unwrap();
        let mut depths = Vec::new();
        while let Some(Answer::Early(_)) = thinker.answer(PATIENCE) {
            depths.extend(thinker.deepest().map(|(depth, _)| depth));
        }
        assert_eq!(depths, [1, 2]);
        assert!(thinker.deepest().is_none(), "it is done");
    }

    #[test]
    fn a_limit_of_time_ends_an_endless_search() {
        let mut thinker = thinker();
        let limit = Some(Duration::from_millis(20));
        thinker.ask(question("mcts:simulations=1000000000", Purpose::Move, limit), None).unwrap();
        let last = std::iter::from_fn(|| thinker.answer(PATIENCE)).last();
        assert!(matches!(last, Some(Answer::Final(_))));
        assert!(thinker.kept[0].is_some(), "the agent plays the whole game");
    }

    #[test]
    fn an_unknown_agent_is_refused_before_a_thread_starts() {
        let mut thinker = thinker();
        assert!(thinker.ask(question("nobody", Purpose::Move, None), None).unwrap_err().contains("unknown agent"));
        assert!(thinker.purpose().is_none());
    }

    #[test]
    fn what_cannot_be_searched_is_reported() {
        let mut thinker = thinker();
        let state: Match5 = "rrrrr4/bbbb5/9/9/9/9/9/9/9 b".parse().unwrap();
        thinker.ask(Question { state, ..question("mc", Purpose::Move, None) }, None).unwrap();
        assert!(matches!(thinker.answer(PATIENCE), Some(Answer::Failed(_))));
    }
}
