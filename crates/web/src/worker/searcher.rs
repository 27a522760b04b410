//! The searches of a web worker: questions and answers as JSON.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Duration;

use gambol::game::{EventOf, TextErrorKind};
use gambol::registry::{Label, Position, Registry, Spec};
use gambol::search::Follower;
use gambol::{Budget, Decision, GameExt, Search, Seed, players};
use web_time::Instant;

use crate::messages::{DecisionText, Found, QuestionText, json};

/// Minimum time between two snapshots.
const BETWEEN: Duration = Duration::from_millis(100);
/// Number of actions of a hint that get exact values.
const EXACT: usize = 10;
/// Default table sizes of agents in megabytes; small, since a page shares a phone's memory with
/// others.
const MB: [(&str, u32); 2] = [("mcts", 64), ("", 16)];

/// An agent of a game in play.
struct Seat {
    round: u64,
    text: String,
    agent: Box<dyn Search<Position>>,
    follower: Follower<Position>,
}

/// Runs searches, one after the other. Agents keep their state during a game.
#[derive(Default)]
pub struct Searcher {
    registry: Option<Registry>,
    seats: BTreeMap<usize, Seat>,
    missing: Vec<String>,
}

impl std::fmt::Debug for Searcher {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Searcher").field("seats", &self.seats.keys()).finish_non_exhaustive()
    }
}

impl Searcher {
    /// Creates a searcher without agents.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Runs a search, and calls `show` with decisions so far as JSON. Returns the decision or the
    /// error, as JSON.
    pub fn search(&mut self, question: &str, show: impl Fn(String) + Send + Sync + 'static) -> String {
        let question: QuestionText = match serde_json::from_str(question) {
            Ok(question) => question,
            Err(error) => return json(&Found { id: 0, early: false, decision: None, failed: Some(error.to_string()) }),
        };
        let id = question.id;
        self.missing.clear();
        let found = match self.decide(&question, show) {
            Ok(decision) => Found { id, early: false, decision: Some(decision), failed: None },
            Err(reason) => Found { id, early: false, decision: None, failed: Some(reason) },
        };
        json(&found)
    }

    /// Returns the missing weights of the last search's agent.
    #[must_use]
    pub fn missing(&self) -> &[String] {
        &self.missing
    }

    fn decide(
        &mut self,
        question: &QuestionText,
        show: impl Fn(String) + Send + Sync + 'static,
    ) -> Result<DecisionText, String> {
        let registry = self.registry.get_or_insert_with(crate::registry);
        let start = registry.position(&question.game, &question.start).map_err(|error| error.to_string())?;
        let (events, state) = events(&start, &question.events)?;
        let text = with_table(&start, &question.agent)?;
        let kept = self.seats.remove(&question.side);
        let kept = kept.filter(|seat| !question.hint && (seat.round, &seat.text) == (question.round, &text));
        let mut seat = match kept {
            Some(seat) => seat,
            None => Seat {
                round: question.round,
                agent: start.agent(&text).map_err(|error| {
                    if error.kind() == TextErrorKind::Unavailable {
                        self.missing = weights_of(&start.game().name);
                    }
                    error.to_string()
                })?,
                text,
                follower: Follower::new(),
            },
        };
        seat.follower.catch_up(seat.agent.as_mut(), &start, &events);
        let began = Instant::now();
        let budget = budget(question, began, show);
        let decision =
            seat.agent.search(&state, &budget, Seed::new(question.seed)).map_err(|error| error.to_string())?;
        if !question.hint {
            self.seats.insert(question.side, seat);
        }
        Ok(DecisionText::new(&decision, began.elapsed()))
    }
}

/// Returns the budget of a question, with a watcher that shows snapshots at a limited rate.
fn budget(question: &QuestionText, began: Instant, show: impl Fn(String) + Send + Sync + 'static) -> Budget {
    let (id, last) = (question.id, Mutex::new(None::<Instant>));
    let watch = move |decision: &Decision<Label>| {
        let Ok(mut last) = last.lock() else { return };
        if last.is_none_or(|last| last.elapsed() >= BETWEEN) {
            *last = Some(Instant::now());
            let decision = Some(DecisionText::new(decision, began.elapsed()));
            show(json(&Found { id, early: true, decision, failed: None }));
        }
    };
    let budget = Budget::unlimited().watch(watch);
    let budget = match question {
        QuestionText { every: true, .. } => budget.exact_values(usize::MAX),
        QuestionText { hint: true, .. } => budget.exact_values(EXACT),
        _ => budget,
    };
    question.limit.map_or_else(|| budget.clone(), |limit| budget.clone().millis(limit))
}

/// Parses the events, and returns them with the state after them.
fn events(start: &Position, texts: &[String]) -> Result<(Vec<EventOf<Position>>, Position), String> {
    let mut state = start.clone();
    let mut events = Vec::with_capacity(texts.len());
    for (number, text) in (1..).zip(texts) {
        let refuse = |reason: &dyn std::fmt::Display| format!("event {number} ({text}): {reason}");
        let event = state.event(text).map_err(|error| refuse(&error))?;
        state.try_advance(event).map_err(|error| refuse(&error))?;
        events.push(event);
    }
    Ok((events, state))
}

/// Returns the agent with a table size, if it has a table and its text sets no size. A level is
/// replaced by its agent.
pub(crate) fn with_table(state: &Position, agent: &str) -> Result<String, String> {
    let text = state.game().expand(agent).map_err(|error| error.to_string())?;
    let spec: Spec = text.parse().map_err(|error: gambol::game::TextError| error.to_string())?;
    let info = state.game().agents.iter().find(|info| info.name == spec.name());
    let has_table = info.is_some_and(|info| info.parameters.iter().any(|parameter| parameter.key == "mb"));
    if !has_table || spec.said("mb").is_some() {
        return Ok(text);
    }
    let mb = MB.iter().find(|(name, _)| name.is_empty() || *name == spec.name()).map_or(16, |&(_, mb)| mb);
    Ok(format!("{text}{}mb={mb}", if text.contains(':') { ',' } else { ':' }))
}

/// Returns the weights files of a game that are not loaded yet.
fn weights_of(game: &str) -> Vec<String> {
    let missing = players::files().into_iter().filter(|file| file.game == game && !file.is_loaded());
    missing.map(|file| file.name.to_owned()).collect()
}

/// Loads a weights file.
///
/// # Errors
///
/// Fails if the name is unknown or the file is invalid.
pub fn load_weights(name: &str, bytes: &[u8]) -> Result<(), String> {
    let file = players::files().into_iter().find(|file| file.name == name);
    let file = file.ok_or_else(|| format!("unknown weights `{name}`"))?;
    file.load(bytes).map_err(|error| format!("weights `{name}`: {error}"))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use gambol::Game;

    use super::*;

    fn question(game: &str, agent: &str) -> QuestionText {
        let start = Registry::standard().start(game).unwrap();
        let mut state = start.clone();
        state.settle(&mut Seed::new(1).rng());
        QuestionText {
            id: 7,
            round: 0,
            game: game.into(),
            start: state.to_string(),
            events: Vec::new(),
            seed: 5,
            agent: agent.into(),
            side: 0,
            hint: true,
            every: false,
            limit: None,
        }
    }

    fn ask(question: &QuestionText) -> (Vec<Found>, Found) {
        let seen = Arc::new(Mutex::new(Vec::new()));
        let shown = Arc::clone(&seen);
        let show = move |text: String| shown.lock().unwrap().push(serde_json::from_str::<Found>(&text).unwrap());
        let last = Searcher::new().search(&json(question), show);
        let seen = seen.lock().unwrap().clone();
        (seen, serde_json::from_str(&last).unwrap())
    }

    #[test]
    fn a_search_decides_as_gambol_hint_does() {
        for (game, agent) in [
            ("threes", "expectimax:eval=rows,depth=2"),
            ("tenten", "greedy:eval=room"),
            ("five-or-more", "two-ply:eval=windows,simulations=64"),
            ("pentago-swap", "alpha-beta:eval=fitted,nodes=20000"),
            ("match5", "mcts:simulations=500"),
        ] {
            let question = question(game, agent);
            let (early, last) = ask(&question);
            let state = Registry::standard().position(game, &question.start).unwrap();
            let mut native = state.agent(agent).unwrap();
            let decision = native.search(&state, &Budget::unlimited().exact_values(EXACT), Seed::new(5)).unwrap();
            let found = last.decision.unwrap();
            assert_eq!((found.action(), found.value()), (decision.action.as_str(), decision.value), "{game}");
            // With a watcher, expectimax searches the shallower depths first, which adds nodes.
            if game != "threes" {
                assert_eq!(found.work(), (decision.stats.nodes, decision.stats.simulations), "{game}");
            }
            assert!(early.iter().all(|found| found.id == 7 && found.early && found.decision.is_some()));
        }
    }

    #[test]
    fn an_endless_search_shows_snapshots_and_ends_in_time() {
        let question = QuestionText { limit: Some(400), ..question("match5", "mcts:simulations=1000000000") };
        let (early, last) = ask(&question);
        assert!((1..=6).contains(&early.len()), "{}", early.len());
        assert!(last.failed.is_none() && !last.early);
    }

    #[test]
    fn bad_questions_are_refused_with_reasons() {
        let failed = |question: &QuestionText| ask(question).1.failed.unwrap();
        let good = question("threes", "greedy");
        assert!(failed(&QuestionText { agent: "nobody".into(), ..good.clone() }).contains("unknown agent"));
        assert!(failed(&QuestionText { game: "chess".into(), ..good.clone() }).contains("chess"));
        assert!(failed(&QuestionText { start: "x".into(), ..good.clone() }).contains("position"));
        let bad = failed(&QuestionText { events: vec!["Q".into()], ..good });
        assert!(bad.starts_with("event 1 (Q): "), "{bad}");
        assert!(Searcher::new().search("{", |_| ()).contains("failed"));
    }

    #[test]
    fn tables_are_small_unless_the_agent_says_otherwise() {
        let position = |game| Registry::standard().start(game).unwrap();
        let text = |game, agent| with_table(&position(game), agent).unwrap();
        assert_eq!(text("pentago-swap", "report"), "report:mb=16");
        assert_eq!(text("match5", "mcts:c=1"), "mcts:c=1,mb=64");
        assert_eq!(text("match5", "alpha-beta:mb=256"), "alpha-beta:mb=256");
        assert_eq!(text("threes", "mc"), "mc");
        assert!(text("pentago-swap", "strong").ends_with(",mb=16"));
    }

    #[test]
    fn weights_that_a_search_lacks_are_named() {
        // With all features, the weights are part of the program.
        let has_all = players::files().iter().all(gambol::players::WeightsFile::is_loaded);
        let expected: &[&str] = if has_all { &[] } else { &["five-or-more-hidden", "five-or-more-shown"] };
        let mut searcher = Searcher::new();
        searcher.search(&json(&question("five-or-more", "learned")), |_| ());
        assert_eq!(searcher.missing(), expected);
        searcher.search(&json(&question("five-or-more", "random")), |_| ());
        assert!(searcher.missing().is_empty());
    }

    #[test]
    fn weights_are_loaded_by_name() {
        assert!(load_weights("nothing", &[]).unwrap_err().contains("unknown weights"));
        assert!(load_weights("tenten", b"no weights").unwrap_err().starts_with("weights `tenten`: "));
        let file = include_bytes!("../../../players/src/tenten/tenten.weights");
        let agent = Registry::standard().start("tenten").unwrap().agent("learned");
        assert!(
            agent.is_ok_and(|_| gambol::players::files().iter().any(gambol::players::WeightsFile::is_loaded)) || {
                load_weights("tenten", file).unwrap();
                Registry::standard().start("tenten").unwrap().agent("learned").is_ok()
            }
        );
    }
}
