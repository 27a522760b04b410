//! Replays of the records of `gambol run --record-games` and of played games, and their analysis.

use std::path::Path;

use gambol::game::EventOf;
use gambol::registry::{Label, Position, split};
use gambol::{Event, Game, Seed};
use gambol_arena::{FileError, GameText, Reader, Record};
use gambol_play::{Colours, Judgement, Play, Scene, Shown};
use serde::Serialize;

use super::link::Link;
use super::table::{Options, request_of};
use super::view::{self, Drawn, Step, texts};
use crate::messages::{Found, QuestionText, json};

/// A game of the list.
#[derive(Debug, Serialize)]
struct Entry {
    index: u64,
    seed: String,
    score: i64,
    moves: u64,
    players: Vec<String>,
    replay: bool,
    /// Its events, if they are recorded.
    #[serde(skip)]
    text: Option<GameText>,
}

#[derive(Serialize)]
struct Frame {
    step: usize,
    steps: usize,
    #[serde(flatten)]
    board: Scene,
    event: Option<Step>,
}

/// A move of a game and its judgement.
#[derive(Serialize)]
struct Judged {
    action: String,
    /// The side that moved.
    side: usize,
    /// The spots of the best action.
    spots: Vec<String>,
    /// The values of the action and of the best one, as text.
    texts: [String; 2],
    #[serde(flatten)]
    judgement: Judgement,
}

/// Games of a file of records, or the game of a table.
#[derive(Debug, Serialize)]
pub struct Records {
    game: String,
    agents: Vec<String>,
    games: Vec<Entry>,
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
        crate::registry().start(plan.game()).map_err(|error| format!("line 1: {error}"))?;
        let entry = |record: Record| Entry {
            index: record.index,
            seed: record.seed.to_string(),
            score: record.score,
            moves: record.moves,
            players: record.players(&plan).into_iter().map(str::to_owned).collect(),
            replay: record.game.is_some(),
            text: record.game,
        };
        let games: Vec<Entry> = reader
            .map(|located| located.map(|located| entry(located.record)).map_err(told))
            .collect::<Result<_, _>>()?;
        if games.is_empty() {
            return Err("it contains no game".to_owned());
        }
        Ok(Self { game: plan.game().to_owned(), agents: plan.agents().to_vec(), games })
    }

    /// Returns the game of a table.
    #[must_use]
    pub fn of(play: &Play) -> Self {
        let (session, settings) = (&play.session, &play.settings);
        let sides = 0..session.state().players();
        let name = |side: usize| if settings.people[side] { "you" } else { settings.agents[side].as_str() };
        let players: Vec<String> = sides.map(|side| name(side).to_owned()).collect();
        let events = session.events().iter().map(ToString::to_string).collect();
        let entry = Entry {
            index: session.origin().index,
            seed: session.origin().seed.to_string(),
            score: session.state().score(),
            moves: session.moves(),
            players: players.clone(),
            replay: true,
            text: Some(GameText { start: session.start().to_string(), events }),
        };
        Self { game: play.game.clone(), agents: players, games: vec![entry] }
    }

    /// Returns the games, as JSON.
    #[must_use]
    pub fn list(&self) -> String {
        json(self)
    }

    /// Returns a frame of a game, as JSON.
    ///
    /// # Errors
    ///
    /// Fails if there is no such game, or if one of its events is illegal.
    pub fn frame(&self, number: usize, step: usize) -> Result<String, String> {
        let (groups, last) = self.groups(number)?;
        let step = step.min(groups.len());
        let (this, past) = groups[..step].split_last().map_or((None, &[][..]), |(this, past)| (Some(this), past));
        let mut colours = Colours::default();
        for (before, events) in past {
            colours.note(before, events[0]);
        }
        let state = this.or(groups.first()).map_or(last, |(before, _)| before.clone());
        let mut drawn = Drawn { state, colours };
        let event = this.and_then(|(_, events)| drawn.steps(events, || false).pop());
        let board = Scene::coloured(&drawn.state, &drawn.colours);
        Ok(json(&Frame { step, steps: groups.len(), board, event }))
    }

    /// Returns the link that opens a game at this step.
    ///
    /// # Errors
    ///
    /// Fails like [`frame`](Self::frame).
    pub fn link(&self, number: usize, step: usize) -> Result<String, String> {
        let (groups, last) = self.groups(number)?;
        let state = groups.get(step).map_or(&last, |(before, _)| before);
        let seed = self.games.get(number).map(|entry| entry.seed.clone()).unwrap_or_default();
        let position = Some(state.to_string());
        let options = Options { game: self.base().to_owned(), seed, position, ..Options::default() };
        Ok(Link { options, moves: Vec::new() }.text())
    }

    /// Returns the request for the search that judges the step to the given one, as
    /// `gambol analyse` with the seed 1 does; `None` if no player made it. With `limit`, the search
    /// takes this many milliseconds.
    ///
    /// # Errors
    ///
    /// Fails like [`frame`](Self::frame).
    pub fn question(
        &self,
        number: usize,
        step: usize,
        agent: &str,
        limit: Option<u64>,
    ) -> Result<Option<String>, String> {
        let (groups, _) = self.groups(number)?;
        let Some((state, _)) = acted(&groups, step) else { return Ok(None) };
        let number = (1..=step).filter(|&step| acted(&groups, step).is_some()).count() as u64;
        Ok(Some(request_of(&QuestionText {
            id: 0,
            round: 0,
            game: self.base().to_owned(),
            start: state.to_string(),
            events: Vec::new(),
            seed: Seed::new(1).derive(number).get(),
            agent: agent.to_owned(),
            side: view::side(state).unwrap_or(0),
            hint: true,
            every: true,
            limit,
        })))
    }

    /// Returns the judgement of the move to this step by the result of its search, as JSON.
    ///
    /// # Errors
    ///
    /// Fails like [`frame`](Self::frame), and returns the reason if the search failed.
    pub fn judge(&self, number: usize, step: usize, found: &str) -> Result<String, String> {
        let (groups, _) = self.groups(number)?;
        let (state, action) = acted(&groups, step).ok_or("no player made this step")?;
        let found: Found = serde_json::from_str(found).map_err(|error| error.to_string())?;
        let text = match found {
            Found { failed: Some(reason), .. } => return Err(reason),
            Found { decision, .. } => decision.ok_or("empty answer of the search worker")?,
        };
        let judgement = Judgement::new(&text.read(state)?, action);
        Ok(json(&Judged {
            action: action.to_string(),
            side: view::side(state).unwrap_or(0),
            spots: texts(&Shown::of(state).covered(&judgement.best)),
            texts: judgement.shown.map(|value| value.to_string()),
            judgement,
        }))
    }

    /// Returns the game's name without its settings, which each state includes.
    fn base(&self) -> &str {
        split(&self.game).0
    }

    /// Returns the events of a game in groups, with the state before each group, and the last
    /// state. A group is an action, or all chance events between two actions.
    fn groups(&self, number: usize) -> Result<(Vec<Group>, Position), String> {
        let entry = self.games.get(number).ok_or_else(|| format!("no game {number} in this file"))?;
        let game = entry.text.as_ref().ok_or("its moves are not recorded; play with --record-games")?;
        let start = crate::registry().position(self.base(), &game.start).map_err(|error| error.to_string())?;
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

/// Returns the action that leads to a step, and the state before it.
fn acted(groups: &[Group], step: usize) -> Option<(&Position, Label)> {
    let (state, events) = groups.get(step.checked_sub(1)?)?;
    match events.first()? {
        Event::Action(action) => Some((state, *action)),
        Event::Outcome(_) => None,
    }
}
