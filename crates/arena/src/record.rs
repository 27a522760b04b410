//! Records of games.

use std::fmt::Display;
use std::time::Duration;

use gambol_core::{Event, EventOf, Game, GameExt, Player, TextForm, Turn};
use serde::{Deserialize, Serialize};

use crate::adjudication::End;
use crate::plan::Plan;

/// The record of a game: a line of a file of records. Apart from the times, the same plan gives the
/// same records.
///
/// ```
/// # use gambol_core::Uniform;
/// # use gambol_match5::Match5;
/// # use gambol_search::PolicyOnly;
/// # let start: Match5 = Match5::default();
/// # let plan = gambol_arena::Plan::builder("match5", &start).agent("random");
/// # let plan = plan.games(4).record_games(true).build()?;
/// # let lineup = plan.lineup(&start)?.agent("random", || PolicyOnly(Uniform));
/// # let records: Vec<gambol_arena::Record> = (0..4).map(|game| lineup.game(game)).collect::<Result<_, _>>()?;
/// let record = lineup.game(3)?;
/// assert_eq!((record.index, record.seed), (3, plan.seed_of(3).get()));
/// assert_eq!(record.verify(&plan, start), Ok(()), "its game leads to what it says");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Record {
    /// Number of the game in the run.
    pub index: u64,
    /// Seed of the game.
    pub seed: u64,
    /// In a match, the agent that moved first (0 or 1); in a puzzle, the agent that played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<usize>,
    /// Final score, from the perspective of the player who moved first.
    pub score: i64,
    /// Reason of the end and the score, if the game did not end by its rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<End>,
    /// Number of actions that agents played.
    pub moves: u64,
    /// Final state, as text.
    #[serde(rename = "final")]
    pub last: String,
    /// The game itself, if it was recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameText>,
    /// Moves and times of each agent, in the order of [`Plan::agents`], if two agents play against
    /// each other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub each: Option<[Share; 2]>,
    /// Total time of the decisions, in microseconds.
    pub time_us: u64,
}

/// The moves and time of one of two agents in a game.
///
/// ```
/// use gambol_arena::Share;
///
/// assert_eq!(Share { moves: 4, time_us: 6_000 }.ms_per_move(), Some(1.5));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Share {
    /// Number of actions that it played.
    pub moves: u64,
    /// Total time of its decisions, in microseconds.
    pub time_us: u64,
}

impl Share {
    /// Returns the mean time of a decision in milliseconds; `None` if there was none.
    #[must_use]
    pub fn ms_per_move(self) -> Option<f64> {
        (self.moves > 0).then(|| self.time_us as f64 / 1e3 / self.moves as f64)
    }
}

/// A whole game as text, which can be replayed without a random number generator.
///
/// ```
/// # use gambol_core::Uniform;
/// # use gambol_match5::Match5;
/// # use gambol_search::PolicyOnly;
/// # let start: Match5 = Match5::default();
/// # let plan = gambol_arena::Plan::builder("match5", &start).agent("random");
/// # let plan = plan.games(4).record_games(true).build()?;
/// # let lineup = plan.lineup(&start)?.agent("random", || PolicyOnly(Uniform));
/// # let records: Vec<gambol_arena::Record> = (0..4).map(|game| lineup.game(game)).collect::<Result<_, _>>()?;
/// use gambol_core::Event;
///
/// let game = records[0].game.as_ref().ok_or("the plan records games")?;
/// let mut moves = 0;
/// let last =
///     game.replay(start, |_, event, _| moves += u64::from(matches!(event, Event::Action(_))))?;
/// assert_eq!((moves, last.to_string()), (records[0].moves, records[0].last.clone()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameText {
    /// First state.
    pub start: String,
    /// Actions and chance outcomes, in order.
    pub events: Vec<String>,
}

/// Error returned when a game cannot be replayed from its text.
///
/// ```
/// use gambol_arena::{GameText, ReplayError};
/// use gambol_match5::Match5;
///
/// let start: Match5 = Match5::default();
/// let game = GameText { start: start.to_string(), events: vec!["e5".into(), "e5".into()] };
/// let error: ReplayError = game.replay(start, |_, _, _| ()).unwrap_err();
/// assert_eq!(error.event, "e5");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("event {number} ({event}): {reason}")]
#[non_exhaustive]
pub struct ReplayError {
    /// Number of the invalid event, from 1.
    pub number: usize,
    /// Event.
    pub event: String,
    /// Reason.
    pub reason: String,
}

impl GameText {
    /// Parses an [opening](crate::PlanBuilder::openings) of a plan whose games start in the state
    /// with the text `start`. Neither its state nor its events are checked.
    ///
    /// ```
    /// use gambol_arena::GameText;
    ///
    /// let opening = GameText::opening("6/6/6/6/6/6 w", "moves c3:AB d4:CD");
    /// assert_eq!((opening.start.as_str(), opening.events.len()), ("6/6/6/6/6/6 w", 2));
    /// ```
    #[must_use]
    pub fn opening(start: &str, text: &str) -> Self {
        let words = text.strip_prefix("moves").filter(|events| events.is_empty() || events.starts_with(' '));
        let (state, events) = match words {
            Some(events) => (start, events),
            None => text.split_once(" moves").unwrap_or((text, "")),
        };
        Self { start: state.trim().to_owned(), events: events.split_whitespace().map(str::to_owned).collect() }
    }

    /// Plays the events from `start`, which must be the state whose text is [`start`](Self::start).
    /// Passes each event with the states before and after it to `show`, and returns the last state.
    ///
    /// # Errors
    ///
    /// Fails if a text is no event, or if the event is illegal.
    pub fn replay<G: Game<Action: TextForm, Outcome: TextForm>>(
        &self,
        start: G,
        mut show: impl FnMut(&G, EventOf<G>, &G),
    ) -> Result<G, ReplayError> {
        let mut state = start;
        for (number, text) in (1..).zip(&self.events) {
            let refuse = |reason: String| ReplayError { number, event: text.clone(), reason };
            let event = if state.turn() == Turn::Chance {
                Event::Outcome(parse::<G::Outcome>(text).map_err(refuse)?)
            } else {
                Event::Action(parse::<G::Action>(text).map_err(refuse)?)
            };
            let before = state.clone();
            state.try_advance(event).map_err(|error| refuse(error.to_string()))?;
            show(&before, event, &state);
        }
        Ok(state)
    }
}

fn parse<T: TextForm>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error: T::Err| error.to_string())
}

impl Record {
    /// Returns a record of a game of this plan, with its final score and state. It has no moves, no
    /// events and no times yet.
    #[must_use]
    pub fn new(plan: &Plan, index: u64, score: i64, last: String) -> Self {
        let seed = plan.seed_of(index).get();
        Self { index, seed, first: None, score, end: None, moves: 0, last, game: None, each: None, time_us: 0 }
    }

    /// Replays the game, if it was recorded, and compares the score, the last state and the moves
    /// of each agent with the record. `start` must be the state whose text is [`GameText::start`]:
    /// that of the plan, or of the game's opening.
    ///
    /// # Errors
    ///
    /// Returns the first discrepancy.
    pub fn verify<G>(&self, plan: &Plan, start: G) -> Result<(), String>
    where
        G: Game<Action: TextForm, Outcome: TextForm> + Display,
    {
        let Some(game) = &self.game else { return Ok(()) };
        let listed = plan.opening_of(self.index).map_or_else(Vec::new, |opening| opening.events);
        if !game.events.starts_with(&listed) {
            return Err("its events do not begin with its opening".to_owned());
        }
        // The opening is part of the game, but its actions count for no agent.
        let mut is_opening = plan.opening_events(self.index);
        let mut moves = [0; 2];
        let swapped = plan.is_duel() && self.first == Some(1);
        let count = |before: &G, event: EventOf<G>, _: &G| match (event, before.turn()) {
            _ if is_opening(&event) => {}
            (Event::Action(_), Turn::Player(player)) => moves[usize::from((player == Player::Second) != swapped)] += 1,
            _ => {}
        };
        let end = game.replay(start, count).map_err(|error| error.to_string())?;
        let each = self.each.map(|each| each.map(|share| share.moves));
        let fits = match self.end {
            None => end.score() == self.score,
            // The player to move has lost.
            Some(End::Time) => end.turn().player().is_some_and(|player| self.score == -player.sign()),
            Some(_) => !end.is_over(),
        };
        if end.to_string() != self.last || !fits {
            Err(format!("its events lead to {end} and the score {}, not to its end", end.score()))
        } else if moves.iter().sum::<u64>() != self.moves || each.is_some_and(|each| each != moves) {
            Err("its events do not match its number of moves".to_owned())
        } else {
            Ok(())
        }
    }

    /// Returns the agents in the order of the sides, or the one that played a puzzle.
    #[must_use]
    pub fn players<'a>(&self, plan: &'a Plan) -> Vec<&'a str> {
        let agents = plan.agents.iter().map(String::as_str);
        match self.first {
            Some(agent) if plan.players == 1 => agents.skip(agent).take(1).collect(),
            Some(1) => agents.rev().collect(),
            _ => agents.collect(),
        }
    }

    /// Returns the record without the times, for comparisons of runs.
    #[must_use]
    pub fn without_time(mut self) -> Self {
        self.time_us = 0;
        for share in self.each.iter_mut().flatten() {
            share.time_us = 0;
        }
        self
    }

    /// Returns the total time of the decisions.
    #[must_use]
    pub const fn time(&self) -> Duration {
        Duration::from_micros(self.time_us)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_opening_has_a_state_or_moves_or_both() {
        for (text, start, events) in [
            ("6/6 w", "6/6 w", &[][..]),
            ("6/6 w moves a1:AB b2", "6/6 w", &["a1:AB", "b2"]),
            ("moves a1 b2", "start", &["a1", "b2"]),
            ("moves", "start", &[]),
        ] {
            let opening = GameText::opening("start", text);
            assert_eq!(
                (opening.start.as_str(), opening.events.as_slice()),
                (start, &events.iter().map(|&event| event.to_owned()).collect::<Vec<_>>()[..]),
                "{text}"
            );
        }
    }

    #[test]
    fn a_record_is_one_short_line_and_comes_back() {
        let game = GameText { start: "0 w".into(), events: vec!["a1".into(), "b2".into()] };
        let record = Record {
            index: 3,
            seed: u64::MAX,
            first: Some(1),
            score: -1,
            end: None,
            moves: 2,
            last: "1 b".into(),
            game: Some(game),
            each: Some([Share { moves: 1, time_us: 1_200 }, Share { moves: 1, time_us: 300 }]),
            time_us: 1_500,
        };
        let line = serde_json::to_string(&record).unwrap();
        assert_eq!(
            line,
            r#"{"index":3,"seed":18446744073709551615,"first":1,"score":-1,"moves":2,"final":"1 b","game":{"start":"0 w","events":["a1","b2"]},"each":[{"moves":1,"time_us":1200},{"moves":1,"time_us":300}],"time_us":1500}"#
        );
        assert_eq!(serde_json::from_str::<Record>(&line).unwrap(), record);
        let ended = Record { end: Some(End::Time), ..record.clone() };
        let line = serde_json::to_string(&ended).unwrap();
        assert!(line.contains(r#""score":-1,"end":"time","moves":2"#), "{line}");
        assert_eq!(serde_json::from_str::<Record>(&line).unwrap(), ended);
        let plain = Record { first: None, game: None, each: None, ..record.clone() };
        let line = serde_json::to_string(&plain).unwrap();
        assert_eq!(serde_json::from_str::<Record>(&line).unwrap(), plain);
        assert_eq!(plain.without_time().time(), Duration::ZERO);
        let timeless = record.without_time();
        assert_eq!(timeless.each, Some([Share { moves: 1, time_us: 0 }; 2]));
    }
}
