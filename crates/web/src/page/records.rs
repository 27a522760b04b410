//! Replays of the records of `gambol run --record-games`.

use std::path::Path;

use gambol::Event;
use gambol::game::EventOf;
use gambol::registry::{Position, Registry};
use gambol_arena::{FileError, Plan, Reader, Record};
use gambol_play::Scene;
use serde::Serialize;

use super::link::Link;
use super::table::Options;
use super::view::{self, Step};
use crate::messages::json;

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

/// Games of a file of records.
#[derive(Debug)]
pub struct Records {
    plan: Plan,
    records: Vec<Record>,
}

impl Records {
    /// Reads the lines of a file, and checks each against its hash and the header.
    ///
    /// # Errors
    ///
    /// Names the line and the reason.
    pub fn read(text: &str) -> Result<Self, String> {
        let told = |error: FileError| match error.line {
            Some(line) => format!("line {line}: {}", error.reason),
            None => error.reason,
        };
        let reader = Reader::read(Path::new(""), text.as_bytes()).map_err(told)?.ok_or("it is empty")?;
        let plan = reader.header().plan.clone();
        Registry::standard().start(plan.game()).map_err(|error| format!("line 1: {error}"))?;
        let records = reader.map(|located| located.map(|located| located.record).map_err(told));
        let records: Vec<Record> = records.collect::<Result<_, _>>()?;
        if records.is_empty() {
            return Err("it contains no game".to_owned());
        }
        Ok(Self { plan, records })
    }

    /// Returns the games, as JSON.
    #[must_use]
    pub fn list(&self) -> String {
        let games = self.records.iter().map(|record| Entry {
            index: record.index,
            seed: record.seed.to_string(),
            score: record.score,
            moves: record.moves,
            players: record.players(&self.plan),
            replay: record.game.is_some(),
        });
        json(&List { game: self.plan.game(), agents: self.plan.agents(), games: games.collect() })
    }

    /// Returns a frame of a game, as JSON.
    ///
    /// # Errors
    ///
    /// Fails if there is no such game, or if one of its events is illegal.
    pub fn frame(&self, number: usize, step: usize) -> Result<String, String> {
        let (groups, last) = self.groups(number)?;
        let step = step.min(groups.len());
        let mut event = None;
        let mut state = last;
        if let Some((before, events)) = step.checked_sub(1).and_then(|at| groups.get(at)) {
            let (mut made, after) = view::steps(before, events, || false);
            (event, state) = (made.pop(), after);
        } else if let Some((start, _)) = groups.first() {
            state.clone_from(start);
        }
        Ok(json(&Frame { step, steps: groups.len(), board: Scene::of(&state), event }))
    }

    /// Returns the link that opens a game at this step.
    ///
    /// # Errors
    ///
    /// Fails like [`frame`](Self::frame).
    pub fn link(&self, number: usize, step: usize) -> Result<String, String> {
        let (groups, last) = self.groups(number)?;
        let state = groups.get(step).map_or(&last, |(before, _)| before);
        let seed = self.records.get(number).map_or(0, |record| record.seed).to_string();
        let position = Some(state.to_string());
        let options = Options { game: self.plan.game().to_owned(), seed, position, ..Options::default() };
        Ok(Link { options, moves: Vec::new() }.text())
    }

    /// Returns the events of a game in groups, with the state before each group, and the last
    /// state. A group is an action, or all chance events between two actions.
    fn groups(&self, number: usize) -> Result<(Vec<Group>, Position), String> {
        let record = self.records.get(number).ok_or_else(|| format!("no game {number} in this file"))?;
        let game = record.game.as_ref().ok_or("its moves are not recorded; play with --record-games")?;
        let start = Registry::standard().position(self.plan.game(), &game.start).map_err(|error| error.to_string())?;
        let mut groups: Vec<Group> = Vec::new();
        let last = game.replay(start, |before, event, _| match groups.last_mut() {
            Some((_, group)) if matches!((&group[0], event), (Event::Outcome(_), Event::Outcome(_))) => {
                group.push(event);
            }
            _ => groups.push((before.clone(), vec![event])),
        });
        Ok((groups, last.map_err(|error| error.to_string())?))
    }
}

type Group = (Position, Vec<EventOf<Position>>);
