//! Searches beside the game: on threads, in steps, or elsewhere.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, TryRecvError};
use std::thread;
use std::time::Duration;

use gambol::game::EventOf;
use gambol::registry::{Label, Position};
use gambol::search::StopFlag;
use gambol::{Decision, Search};
use web_time::Instant;

use crate::remote::{Remote, Request};
use crate::thinking::{Purpose, Question, Seated, Thinking};

/// Result of a search.
#[derive(Debug)]
#[non_exhaustive]
pub enum Answer {
    /// The decision so far; a better one follows.
    Early(Decision<Label>),
    /// The final decision.
    Final(Decision<Label>),
    /// The error of a failed search.
    Failed(String),
}

/// Polls in the first step of a local agent that cannot be sent elsewhere.
const OWN_POLLS: u64 = 64;

/// The running search.
struct Job {
    purpose: Purpose,
    agent: String,
    side: usize,
    started: Instant,
    limit: Option<Duration>,
    /// Depth and nodes of the decision so far, for iterative deepening.
    deepest: Option<(u32, u64)>,
    work: Work,
}

/// Execution of a search.
enum Work {
    /// On a thread, which sends its results.
    Thread { stop: StopFlag, answers: Receiver<News> },
    /// In steps; `polls` is the length of the next one.
    Steps { thinking: Box<Thinking>, polls: u64, stopped: bool, best: Option<Decision<Label>> },
    /// Elsewhere.
    Remote(Box<Remote>),
}

enum News {
    Early(Decision<Label>),
    Final(Decision<Label>, Seated),
    Failed(String),
}

/// Runs at most one search at a time. A search that is replaced or cancelled is told to stop, and
/// ends in the background.
pub struct Thinker {
    is_remote: bool,
    job: Option<Job>,
    /// Number of remote searches and of games so far.
    asked: u64,
    games: u64,
    /// Agents of this game, with their state from earlier moves.
    seats: [Option<Seated>; 2],
}

impl std::fmt::Debug for Thinker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Thinker").field("progress", &self.progress()).finish_non_exhaustive()
    }
}

impl Default for Thinker {
    fn default() -> Self {
        Self::new()
    }
}

impl Thinker {
    /// Creates a thinker that runs each search on its own thread.
    #[must_use]
    pub fn new() -> Self {
        Self::at(false)
    }

    fn at(is_remote: bool) -> Self {
        Self { is_remote, job: None, asked: 0, games: 0, seats: [None, None] }
    }

    /// Creates a thinker whose searches run elsewhere, as in a web worker:
    /// [`take_request`](Self::take_request) returns the search to run, and [`report`](Self::report)
    /// takes its results. A local agent that cannot be sent searches on the caller's thread: each
    /// call of [`answer`](Self::answer) runs one step, twice as long as the last.
    #[must_use]
    pub fn remote() -> Self {
        Self::at(true)
    }

    /// Drops the agents of the last game.
    pub fn new_game(&mut self) {
        self.cancel();
        self.games += 1;
        self.seats = [None, None];
    }

    /// Passes the remaining events of a completed game to its agents.
    pub fn game_over(&mut self, start: &Position, events: &[EventOf<Position>]) {
        self.seats.iter_mut().flatten().for_each(|seated| seated.catch_up(start, events));
    }

    /// Starts a search and cancels a running one. `agent` is used if given; otherwise the agent is
    /// created from its text, or kept from the last move. Errors of a remote search's agent are
    /// returned as its answer.
    ///
    /// # Errors
    ///
    /// Returns the reason if the agent is invalid or no thread can be started.
    pub fn ask(&mut self, question: Question, agent: Option<Box<dyn Search<Position>>>) -> Result<(), String> {
        self.cancel();
        let side = question.side.min(1);
        let started = Instant::now();
        if self.is_remote && agent.is_none() {
            let (purpose, agent, limit) = (question.purpose, question.agent.clone(), question.limit);
            self.asked += 1;
            let work = Work::Remote(Box::new(Remote::new(self.asked, question)));
            self.job = Some(Job { purpose, agent, side, started, limit, deepest: None, work });
            return Ok(());
        }
        let seated = match (agent, self.seats[side].take()) {
            (Some(agent), _) => Seated::new(question.agent.clone(), agent),
            (None, Some(seated)) if seated.text == question.agent && question.purpose == Purpose::Move => seated,
            (None, other) => {
                if question.purpose == Purpose::Hint {
                    self.seats[side] = other;
                }
                let agent = question.state.agent(&question.agent).map_err(|error| error.to_string())?;
                Seated::new(question.agent.clone(), agent)
            }
        };
        let (purpose, agent, limit) = (question.purpose, question.agent.clone(), question.limit);
        let thinking = Thinking::seated(question, seated);
        let work = if self.is_remote {
            Work::Steps { thinking: Box::new(thinking), polls: OWN_POLLS, stopped: false, best: None }
        } else {
            start_thread(thinking)?
        };
        self.job = Some(Job { purpose, agent, side, started, limit, deepest: None, work });
        Ok(())
    }

    /// Returns the remote search to run, once. A search taken earlier is obsolete unless
    /// [`running`](Self::running) returns its id.
    pub fn take_request(&mut self) -> Option<Request> {
        let game = self.games;
        let Some(Job { work: Work::Remote(remote), .. }) = &mut self.job else { return None };
        let question = remote.question.take()?;
        Some(Request { id: remote.id, game, question })
    }

    /// Returns the id of the current remote search.
    pub fn running(&self) -> Option<u64> {
        match &self.job {
            Some(Job { work: Work::Remote(remote), .. }) => Some(remote.id),
            _ => None,
        }
    }

    /// Adds a result of a remote search. Results of obsolete searches are dropped.
    pub fn report(&mut self, id: u64, answer: Answer) {
        if let Some(Job { work: Work::Remote(remote), .. }) = &mut self.job
            && remote.id == id
        {
            remote.hear(answer);
        }
    }

    /// Returns the purpose of the running search.
    pub fn purpose(&self) -> Option<Purpose> {
        self.job.as_ref().map(|job| job.purpose)
    }

    /// Returns the agent of the running search, its elapsed time, and its time limit.
    pub fn progress(&self) -> Option<(&str, Duration, Option<Duration>)> {
        self.job.as_ref().map(|job| (job.agent.as_str(), job.started.elapsed(), job.limit))
    }

    /// Returns the depth and the nodes of the running search, for iterative deepening.
    pub fn deepest(&self) -> Option<(u32, u64)> {
        self.job.as_ref().and_then(|job| job.deepest)
    }

    /// Stops the search, which then returns its result so far.
    pub fn stop(&mut self) {
        match self.job.as_mut().map(|job| &mut job.work) {
            None => {}
            Some(Work::Thread { stop, .. }) => stop.raise(),
            Some(Work::Steps { stopped, .. }) => *stopped = true,
            Some(Work::Remote(remote)) => remote.stop(),
        }
    }

    /// Cancels the search and drops its result.
    pub fn cancel(&mut self) {
        self.stop();
        self.job = None;
    }

    /// Returns the next result of the search, and waits up to `wait` for it. In steps, runs the
    /// next step and returns its result.
    pub fn answer(&mut self, wait: Duration) -> Option<Answer> {
        let job = self.job.as_mut()?;
        let news = match &mut job.work {
            Work::Thread { answers, .. } => {
                let news = if wait.is_zero() {
                    answers.try_recv().map_err(|error| error == TryRecvError::Empty)
                } else {
                    answers.recv_timeout(wait).map_err(|error| error == RecvTimeoutError::Timeout)
                };
                match news {
                    Err(true) => return None,
                    Err(false) => News::Failed(format!("{} ended unexpectedly", job.agent)),
                    Ok(news) => news,
                }
            }
            Work::Steps { .. } => return self.take_step(),
            Work::Remote(remote) => {
                let answer = remote.next()?;
                match &answer {
                    Answer::Early(decision) => job.deepest = deepest_of(decision).or(job.deepest),
                    Answer::Final(_) | Answer::Failed(_) => self.job = None,
                }
                return Some(answer);
            }
        };
        self.hear(news)
    }

    fn hear(&mut self, news: News) -> Option<Answer> {
        let job = self.job.as_mut()?;
        let answer = match news {
            News::Early(decision) => {
                job.deepest = deepest_of(&decision);
                return Some(Answer::Early(decision));
            }
            News::Failed(reason) => Answer::Failed(reason),
            News::Final(decision, seated) => {
                if job.purpose == Purpose::Move {
                    self.seats[job.side] = Some(seated);
                }
                Answer::Final(decision)
            }
        };
        self.job = None;
        Some(answer)
    }

    /// Runs the next step of the search, unless it has been stopped or its time is up.
    fn take_step(&mut self) -> Option<Answer> {
        let Job { purpose, agent, side, started, limit, deepest, work } = self.job.take()?;
        let Work::Steps { mut thinking, polls, stopped, best } = work else { return None };
        let is_over = || stopped || limit.is_some_and(|limit| started.elapsed() >= limit);
        let found = if let Some(decision) = best.filter(|_| is_over()) {
            Ok((decision, true))
        } else {
            thinking.question.limit = limit.map(|limit| limit.saturating_sub(started.elapsed()));
            let asked = AtomicU64::new(0);
            thinking.step(move || asked.fetch_add(1, Ordering::Relaxed) >= polls, |_| ())
        };
        match found {
            Err(error) => Some(Answer::Failed(error.to_string())),
            Ok((decision, ended)) if ended || is_over() => {
                if purpose == Purpose::Move {
                    self.seats[side] = Some(thinking.seated);
                }
                Some(Answer::Final(decision))
            }
            Ok((decision, _)) => {
                let deepest = deepest_of(&decision).or(deepest);
                let (polls, best) = (polls.saturating_mul(2), Some(decision.clone()));
                let work = Work::Steps { thinking, polls, stopped, best };
                self.job = Some(Job { purpose, agent, side, started, limit, deepest, work });
                Some(Answer::Early(decision))
            }
        }
    }
}

/// Returns the depth and the nodes of a decision by iterative deepening.
fn deepest_of<A>(decision: &Decision<A>) -> Option<(u32, u64)> {
    let stats = decision.stats;
    (stats.depth > 0).then_some((stats.depth, stats.nodes))
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Starts a search thread, which sends every improved decision and the final one.
fn start_thread(mut thinking: Thinking) -> Result<Work, String> {
    let stop = StopFlag::new();
    let (sender, answers): (Sender<News>, _) = mpsc::channel();
    let (stopped, early) = (stop.clone(), sender.clone());
    let work = move || {
        let tell = move |so_far: &Decision<Label>| {
            // A cancelled search has no receiver.
            let _ = early.send(News::Early(so_far.clone()));
        };
        let news = match thinking.step(move || stopped.is_raised(), tell) {
            Ok((decision, _)) => News::Final(decision, thinking.seated),
            Err(error) => News::Failed(error.to_string()),
        };
        let _ = sender.send(news);
    };
    thread::Builder::new()
        .name("search".to_owned())
        .spawn(work)
        .map_err(|error| format!("cannot start a thread: {error}"))?;
    Ok(Work::Thread { stop, answers })
}

#[cfg(test)]
mod tests {
    use super::*;
    use gambol::Seed;
    use gambol::registry::Registry;

    fn start() -> Position {
        Registry::standard().start("match5").unwrap()
    }

    fn over() -> Position {
        start().read("rrrrr4/bbbb5/9/9/9/9/9/9/9 b").unwrap()
    }

    const PATIENCE: Duration = Duration::from_secs(60);

    fn question(agent: &str, purpose: Purpose, limit: Option<Duration>) -> Question {
        let agent = agent.to_owned();
        Question {
            state: start(),
            start: start(),
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
        let mut thinker = Thinker::new();
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
        let mut thinker = Thinker::new();
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
        let mut thinker = Thinker::new();
        let limit = Some(Duration::from_millis(20));
        thinker.ask(question("mcts:simulations=1000000000", Purpose::Move, limit), None).unwrap();
        let last = std::iter::from_fn(|| thinker.answer(PATIENCE)).last();
        assert!(matches!(last, Some(Answer::Final(_))));
        assert!(thinker.seats[0].is_some(), "the agent plays the whole game");
    }

    #[test]
    fn an_unknown_agent_is_refused_before_a_thread_starts() {
        let mut thinker = Thinker::new();
        assert!(thinker.ask(question("nobody", Purpose::Move, None), None).unwrap_err().contains("unknown agent"));
        assert!(thinker.purpose().is_none());
    }

    #[test]
    fn what_cannot_be_searched_is_reported() {
        let mut thinker = Thinker::new();
        thinker.ask(Question { state: over(), ..question("mc", Purpose::Move, None) }, None).unwrap();
        assert!(matches!(thinker.answer(PATIENCE), Some(Answer::Failed(_))));
    }

    /// Asks an agent that is at hand, which is not sent elsewhere.
    fn ask(thinker: &mut Thinker, question: Question) {
        let agent = question.state.agent(&question.agent).unwrap();
        thinker.ask(question, Some(agent)).unwrap();
    }

    #[test]
    fn steps_end_as_the_search_does_on_a_thread() {
        for agent in ["mc:rollouts=40", "alpha-beta:depth=3,width=10", "threat", "mcts:simulations=3000"] {
            let found = [Thinker::new(), Thinker::remote()].map(|mut thinker| {
                ask(&mut thinker, question(agent, Purpose::Move, None));
                let answers: Vec<_> = std::iter::from_fn(|| thinker.answer(PATIENCE)).collect();
                let Some(Answer::Final(decision)) = answers.last() else { panic!("{answers:?}") };
                assert!(thinker.seats[0].is_some());
                (decision.action, decision.value, decision.root.clone())
            });
            assert_eq!(found[0], found[1], "{agent}");
        }
    }

    #[test]
    fn steps_are_stopped_and_limited_as_threads_are() {
        let endless = "mcts:simulations=1000000000";
        let mut thinker = Thinker::remote();
        ask(&mut thinker, question(endless, Purpose::Hint, None));
        for _ in 0..2 {
            assert!(matches!(thinker.answer(Duration::ZERO), Some(Answer::Early(_))));
        }
        thinker.stop();
        assert!(matches!(thinker.answer(Duration::ZERO), Some(Answer::Final(_))));
        assert!(thinker.answer(Duration::ZERO).is_none() && thinker.purpose().is_none());
        ask(&mut thinker, question(endless, Purpose::Move, Some(Duration::from_millis(20))));
        let last = std::iter::from_fn(|| thinker.answer(Duration::ZERO)).last();
        assert!(matches!(last, Some(Answer::Final(_))));
        ask(&mut thinker, Question { state: over(), ..question("mc", Purpose::Move, None) });
        assert!(matches!(thinker.answer(Duration::ZERO), Some(Answer::Failed(_))));
    }
}
