//! Messages between the page and its worker, as JSON: questions, and decisions of searches.

use std::time::Duration;

use gambol::registry::{Label, Position};
use gambol::search::{Bound, Proven, RootAction, SearchStats};
use gambol::{Decision, Event, Player};
use serde::{Deserialize, Serialize};

/// A requested search.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct QuestionText {
    /// Id of the search.
    pub id: u64,
    /// Id of the game. Agents keep their state during a game.
    pub round: u64,
    /// The game's name, without its settings.
    pub game: String,
    /// The state before the events, which includes the settings.
    pub start: String,
    /// The events since `start`.
    pub events: Vec<String>,
    /// Seed of the search.
    pub seed: u64,
    /// The agent.
    pub agent: String,
    /// The agent's side.
    pub side: usize,
    /// Whether it is a hint for a human player.
    pub hint: bool,
    /// Whether every action gets an exact value, as the analysis of a game needs.
    pub every: bool,
    /// Time limit in milliseconds, which replaces the agent's own.
    pub limit: Option<u64>,
}

/// Result of a search in the worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Found {
    /// Id of the search.
    pub id: u64,
    /// Whether a better decision may follow.
    #[serde(default)]
    pub early: bool,
    /// The decision.
    #[serde(default)]
    pub decision: Option<DecisionText>,
    /// The error, if there is no decision.
    #[serde(default)]
    pub failed: Option<String>,
}

/// A decision with actions as text. Values are for the first player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DecisionText {
    second: bool,
    action: String,
    value: f64,
    proven: Option<ProvenText>,
    root: Vec<RootText>,
    pv: Vec<String>,
    depth: u32,
    nodes: u64,
    simulations: u64,
    /// Search time in microseconds.
    micros: u64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct RootText {
    action: String,
    value: f64,
    bound: u8,
    proven: Option<ProvenText>,
    std_error: Option<f64>,
    visits: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
enum ProvenText {
    Win { second: bool, plies: Option<u32> },
    Draw,
    Score(f64),
}

const BOUNDS: [Bound; 4] = [Bound::Exact, Bound::AtMost, Bound::AtLeast, Bound::Unsearched];

/// Replaces NaN and infinities, which JSON does not support.
fn finite(value: f64) -> f64 {
    if value.is_nan() { 0.0 } else { value.clamp(-1e300, 1e300) }
}

fn proven_text(proven: Proven) -> Option<ProvenText> {
    match proven {
        Proven::Win { winner, plies } => Some(ProvenText::Win { second: winner == Player::Second, plies }),
        Proven::Draw => Some(ProvenText::Draw),
        Proven::Score(score) => Some(ProvenText::Score(finite(score))),
        _ => None,
    }
}

fn player(second: bool) -> Player {
    if second { Player::Second } else { Player::First }
}

fn proven_of(text: ProvenText) -> Proven {
    match text {
        ProvenText::Win { second, plies } => Proven::Win { winner: player(second), plies },
        ProvenText::Draw => Proven::Draw,
        ProvenText::Score(score) => Proven::Score(score),
    }
}

impl DecisionText {
    /// Converts a decision, with the time that it took.
    pub fn new(decision: &Decision<Label>, time: Duration) -> Self {
        let root = |root: &RootAction<Label>| RootText {
            action: root.action.to_string(),
            value: finite(root.value),
            bound: BOUNDS.iter().position(|&bound| bound == root.bound).unwrap_or(0) as u8,
            proven: root.proven.and_then(proven_text),
            std_error: root.std_error.map(finite),
            visits: root.visits,
        };
        Self {
            second: decision.player == Player::Second,
            action: decision.action.to_string(),
            value: finite(decision.value),
            proven: decision.proven.and_then(proven_text),
            root: decision.root.iter().map(root).collect(),
            pv: decision.pv.iter().map(ToString::to_string).collect(),
            depth: decision.stats.depth,
            nodes: decision.stats.nodes,
            simulations: decision.stats.simulations,
            micros: u64::try_from(time.as_micros()).unwrap_or(u64::MAX),
        }
    }

    /// Returns the action.
    pub fn action(&self) -> &str {
        &self.action
    }

    /// Returns the value of the action for the first player.
    pub fn value(&self) -> f64 {
        self.value
    }

    /// Returns the numbers of nodes and simulations.
    pub fn work(&self) -> (u64, u64) {
        (self.nodes, self.simulations)
    }

    /// Parses the decision for a state.
    ///
    /// # Errors
    ///
    /// Names the text that is not an action.
    pub fn read(&self, state: &Position) -> Result<Decision<Label>, String> {
        let action = |text: &str| match state.event(text) {
            Ok(Event::Action(label)) => Ok(label),
            Ok(Event::Outcome(_)) => Err(format!("`{text}` is not an action of this game")),
            Err(error) => Err(format!("`{text}` is not an action of this game: {error}")),
        };
        let mut decision = Decision::new(player(self.second), action(&self.action)?, self.value);
        decision.proven = self.proven.map(proven_of);
        for text in &self.root {
            let mut root = RootAction::new(action(&text.action)?, text.value);
            root.bound = BOUNDS.get(usize::from(text.bound)).copied().unwrap_or(Bound::Exact);
            root.proven = text.proven.map(proven_of);
            (root.std_error, root.visits) = (text.std_error, text.visits);
            decision.root.push(root);
        }
        decision.pv = self.pv.iter().map(|text| action(text)).collect::<Result<_, _>>()?;
        let mut stats = SearchStats::new(self.nodes, self.simulations, self.depth);
        stats.time = Some(Duration::from_micros(self.micros));
        decision.stats = stats;
        Ok(decision)
    }
}

/// Serializes a value that always has a JSON form.
pub(crate) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|error| serde_json::json!({ "failed": error.to_string() }).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use gambol::registry::Registry;

    #[test]
    fn a_decision_comes_back_from_json() {
        let cell = |text: &str| text.parse::<Label>().unwrap();
        let start = Registry::standard().start("match5").unwrap();
        let mut decision = Decision::new(Player::Second, cell("c3"), f64::NEG_INFINITY);
        let win = Proven::Win { winner: Player::Second, plies: Some(3) };
        decision.proven = Some(win);
        let mut other = RootAction::unsearched(cell("d4"), 7);
        other.std_error = Some(0.25);
        decision.root = vec![RootAction::new(cell("c3"), -1.0).proven(win).visits(9), other];
        decision.root.push(RootAction::new(cell("e5"), 0.5).proven(Proven::Draw));
        decision.root.push(RootAction::new(cell("e6"), 0.5).proven(Proven::Score(4.0)));
        decision.pv = vec![cell("c3"), cell("e5")];
        decision.stats = SearchStats::new(10, 20, 3);
        let text = serde_json::to_string(&DecisionText::new(&decision, Duration::from_millis(5))).unwrap();
        let read = serde_json::from_str::<DecisionText>(&text).unwrap().read(&start).unwrap();
        decision.value = -1e300;
        decision.stats.time = Some(Duration::from_millis(5));
        assert_eq!(read, decision);
        let bad = text.replace("\"d4\"", "\"d0\"");
        let error = serde_json::from_str::<DecisionText>(&bad).unwrap().read(&start).unwrap_err();
        assert!(error.contains("`d0` is not an action"), "{error}");
    }
}
