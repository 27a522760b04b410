//! Replays of the records of `gambol run --record-games`.

use gambol::core::EventOf;
use gambol::registry::{Position, Registry};
use gambol::{Event, GameExt};
use gambol_play::Scene;
use serde::{Deserialize, Serialize};

use super::link::Link;
use super::table::Options;
use super::view::{self, Step};
use crate::messages::json;

/// What is read of the first line. The rest is the arena's, which needs files and threads.
#[derive(Debug, Deserialize)]
struct Header {
    #[serde(flatten)]
    plan: Plan,
}

#[derive(Debug, Deserialize)]
struct Plan {
    game: String,
    agents: Vec<String>,
    #[serde(default)]
    players: Option<usize>,
}

/// What is read of the other lines.
#[derive(Debug, Deserialize)]
struct Record {
    index: u64,
    seed: u64,
    #[serde(default)]
    first: Option<usize>,
    score: i64,
    moves: u64,
    #[serde(default)]
    game: Option<GameText>,
}

#[derive(Debug, Deserialize)]
struct GameText {
    start: String,
    events: Vec<String>,
}

#[derive(Serialize)]
struct Entry<'a> {
    index: u64,
    seed: String,
    score: i64,
    moves: u64,
    players: Vec<&'a str>,
    replay: bool,
}

#[derive(Serialize)]
struct List<'a> {
    game: &'a str,
    agents: &'a [String],
    games: Vec<Entry<'a>>,
}

#[derive(Serialize)]
struct Frame {
    step: usize,
    steps: usize,
    #[serde(flatten)]
    board: Scene,
    event: Option<Step>,
}

/// The games of a file of records.
#[derive(Debug)]
pub struct Records {
    plan: Plan,
    records: Vec<Record>,
}

impl Records {
    /// Reads the lines of a file.
    ///
    /// # Errors
    ///
    /// Names the line, and what is wrong with it.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
        let refuse = |number: usize, error: &dyn std::fmt::Display| format!("line {number}: {error}");
        let (number, first) = lines.next().ok_or("there is nothing in it")?;
        let header: Header = serde_json::from_str(first)
            .map_err(|error| format!("line {number}: it is not the first line of a file of records: {error}"))?;
        Registry::standard().start(&header.plan.game).map_err(|error| refuse(number, &error))?;
        let record = |(number, line)| serde_json::from_str::<Record>(line).map_err(|error| refuse(number, &error));
        let records: Vec<Record> = lines.map(record).collect::<Result<_, _>>()?;
        if records.is_empty() {
            return Err("there is no game in it".to_owned());
        }
        Ok(Self { plan: header.plan, records })
    }

    /// The games, as JSON.
    #[must_use]
    pub fn list(&self) -> String {
        let agents = &self.plan.agents;
        let games = self.records.iter().map(|record| Entry {
            index: record.index,
            seed: record.seed.to_string(),
            score: record.score,
            moves: record.moves,
            players: match (self.plan.players, record.first) {
                (Some(1), Some(first)) => agents.get(first).map(String::as_str).into_iter().collect(),
                (_, Some(1)) => agents.iter().rev().map(String::as_str).collect(),
                _ => agents.iter().map(String::as_str).collect(),
            },
            replay: record.game.is_some(),
        });
        json(&List { game: &self.plan.game, agents, games: games.collect() })
    }

    fn game(&self, number: usize) -> Result<&GameText, String> {
        let record = self.records.get(number).ok_or_else(|| format!("there is no game {number}"))?;
        record.game.as_ref().ok_or_else(|| "its moves are not kept; play with --record-games".to_owned())
    }

    /// A frame of a game, as JSON.
    ///
    /// # Errors
    ///
    /// If there is no such game, or an event in it that is not possible.
    pub fn frame(&self, number: usize, step: usize) -> Result<String, String> {
        let game = self.game(number)?;
        let start = Registry::standard().position(&self.plan.game, &game.start).map_err(|error| error.to_string())?;
        frame(start, &game.events, step).map(|frame| json(&frame))
    }

    /// The link that opens a game where it is at this step.
    ///
    /// # Errors
    ///
    /// As [`frame`](Self::frame).
    pub fn link(&self, number: usize, step: usize) -> Result<String, String> {
        let game = self.game(number)?;
        let start = Registry::standard().position(&self.plan.game, &game.start).map_err(|error| error.to_string())?;
        let groups = grouped(&start, &game.events)?;
        let mut state = start;
        groups.iter().take(step).flatten().for_each(|&event| state.advance(event));
        let position = state.to_string();
        let seed = self.records.get(number).map_or(0, |record| record.seed).to_string();
        let options = Options { game: self.plan.game.clone(), seed, position: Some(position), ..Options::default() };
        Ok(Link { options, moves: Vec::new() }.text())
    }
}

type Groups = Vec<Vec<EventOf<Position>>>;

/// The events in groups: each action, and all that chance does between two of them.
fn grouped(start: &Position, texts: &[String]) -> Result<Groups, String> {
    let mut state = start.clone();
    let mut groups: Groups = Vec::new();
    for (number, text) in (1..).zip(texts) {
        let refuse = |reason: &dyn std::fmt::Display| format!("event {number} ({text}): {reason}");
        let event = state.event(text).map_err(|error| refuse(&error))?;
        state.try_advance(event).map_err(|error| refuse(&error))?;
        match groups.last_mut() {
            Some(group) if matches!((&group[0], event), (Event::Outcome(_), Event::Outcome(_))) => group.push(event),
            _ => groups.push(vec![event]),
        }
    }
    Ok(groups)
}

fn frame(start: Position, texts: &[String], step: usize) -> Result<Frame, String> {
    let groups = grouped(&start, texts)?;
    let step = step.min(groups.len());
    let mut state = start;
    groups[..step.saturating_sub(1)].iter().flatten().for_each(|&event| state.advance(event));
    let mut event = None;
    if let Some(last) = step.checked_sub(1) {
        let (mut made, after) = view::steps(&state, &groups[last], || false);
        event = made.pop();
        state = after;
    }
    Ok(Frame { step, steps: groups.len(), board: Scene::of(&state), event })
}
