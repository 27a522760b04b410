//! A game in play on the page.

use gambol::game::TextErrorKind;
use gambol::registry::{Label, Position, split};
use gambol::{Event, Game, GameExt};
use gambol_play::{
    Answer, Choice, Flow, Help, Origin, Play, Pupil, Purpose, Score, Scores, Session, Settings, Shown, Spot, Thinker,
};
use serde::{Deserialize, Serialize};
use web_time::Instant;

use super::link::Link;
use super::records::Records;
use super::view::{Drawn, texts, view};
use crate::messages::{Found, QuestionText, json};

/// Options of a game: its start and its players.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct Options {
    /// The game, with settings after a colon.
    pub game: String,
    /// The seed, a decimal number.
    #[serde(default)]
    pub seed: String,
    /// Start position, if it is not the start of the game.
    #[serde(default)]
    pub position: Option<String>,
    /// The agents: empty for the game's default level, one for both sides, or one for each.
    #[serde(default)]
    pub agents: Vec<String>,
    /// Whether each side is a human player; one human player by default.
    #[serde(default)]
    pub people: Vec<bool>,
}

/// A score of the list that the page keeps.
#[derive(Serialize, Deserialize)]
struct ScoreLine {
    score: i64,
    date: String,
    seed: String,
    moves: u64,
    /// Whether the score is not the user's own.
    assisted: bool,
}

/// A search for the page to run in its worker.
#[derive(Serialize)]
struct Request {
    id: u64,
    game: String,
    question: String,
}

/// Returns the request for a search, as JSON.
pub(super) fn request_of(question: &QuestionText) -> String {
    json(&Request { id: question.id, game: question.game.clone(), question: json(question) })
}

/// Events per block. Requests contain the last one or two blocks.
const BLOCK: usize = 256;
/// Default time for a hint, in milliseconds.
const HINT_MS: u64 = 3_000;

/// Commands with at most one simple argument.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Command {
    /// Starts the search for a hint, or stops it.
    Hint,
    /// Ends the current activity.
    Escape,
    /// Starts or stops autoplay.
    ToggleAuto,
    /// Lets an agent play one move.
    Step,
    /// Holds or releases the agents.
    Hold(bool),
    /// Undoes moves.
    Undo,
    /// Redoes moves.
    Redo,
    /// Sets the speed, from 1.
    Speed(u32),
    /// Sets the milliseconds per move.
    Limit(u64),
    /// Sets the milliseconds per hint.
    HintLimit(u64),
    /// Sets whether undo may cross chance events.
    OverChance(bool),
}

/// A game in play on the page.
#[derive(Debug)]
pub struct Table {
    play: Play,
    /// The custom start position.
    position: Option<String>,
    default: String,
    /// The last drawn board, and the numbers of events and actions before it.
    drawn: Drawn,
    seen: usize,
    acted: usize,
    reset: bool,
    evaluations: Vec<Option<f64>>,
}

fn seed_of(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("seed `{text}`: it is not a number from 0 to {}", u64::MAX))
}

/// Checks the names of an agent and of its parameters. Parameter values are checked in the worker,
/// which has the searches.
fn check(game: &Position, agent: &str) -> Result<(), String> {
    match game.agent(agent) {
        Err(error) if error.kind() != TextErrorKind::Unavailable => Err(error.to_string()),
        _ => Ok(()),
    }
}

/// Parses a legal action.
fn read(state: &Position, action: &str) -> Result<Label, String> {
    match state.event(action).map_err(|error| error.to_string())? {
        Event::Action(label) => state.check_action(label).map(|()| label).map_err(|error| error.to_string()),
        Event::Outcome(_) => Err("it is chance's turn".to_owned()),
    }
}

impl Table {
    /// Opens a table.
    ///
    /// # Errors
    ///
    /// Names the invalid option.
    pub fn open(options: &Options) -> Result<Self, String> {
        Self::after(options, &[])
    }

    /// Opens a table after these moves, each with whether a human player played it.
    fn after(options: &Options, moves: &[(String, bool)]) -> Result<Self, String> {
        let registry = crate::registry();
        let position = match &options.position {
            None => registry.start(&options.game),
            Some(text) => registry.position(&options.game, text),
        };
        let state = position.map_err(|error| error.to_string())?;
        let seed = seed_of(&options.seed)?;
        let players = state.players();
        let default = state.game().play_level.to_owned();
        if options.agents.len() > players || options.people.len() > players {
            return Err(format!("too many agents or people: this game has {players} players"));
        }
        for agent in &options.agents {
            check(&state, agent)?;
        }
        let agent = |side: usize| options.agents.get(side).or(options.agents.first()).unwrap_or(&default).clone();
        let usual = Shown::of(&state).usual_side();
        let usual = [usual == 0, usual == 1];
        let people = match (players, options.people.as_slice()) {
            (1, []) => [true; 2],
            (1, &[person, ..]) => [person; 2],
            (_, []) => usual,
            (_, &[first]) => [first, usual[1]],
            (_, &[first, second, ..]) => [first, second],
        };
        let settings = Settings {
            people,
            agents: [agent(0), agent(1)],
            limit: Choice::limit(0),
            hint_limit: Choice::limit(HINT_MS),
            speed: Choice::speed(),
            over_chance: false,
            letters: false,
        };
        let mut session = Session::new(state, Origin::first(seed));
        if options.position.is_some() {
            session.set_up();
        }
        // Not on the table, where a game that ends here would count among the scores once more.
        for (number, (action, person)) in (1..).zip(moves) {
            let played = read(session.state(), action).and_then(|action| session.play(action, *person));
            played.map_err(|error| format!("move {number} ({action}): {error}"))?;
        }
        let mut play = Play::new(registry, options.game.clone(), session, settings);
        play.thinker = Thinker::remote();
        let (drawn, position) = (Drawn::of(&play.session), options.position.clone());
        let seen = play.session.events().len();
        let acted = 0;
        Ok(Self { play, position, default, drawn, seen, acted, reset: true, evaluations: Vec::new() })
    }

    /// Opens the game of a link, with this seed if the link has none.
    ///
    /// # Errors
    ///
    /// Names the invalid part of the link.
    pub fn of_link(text: &str, seed: &str) -> Result<Self, String> {
        let mut link = Link::parse(text)?;
        if link.options.seed.is_empty() {
            seed.clone_into(&mut link.options.seed);
        }
        Self::after(&link.options, &link.moves).map_err(|error| format!("link: {error}"))
    }

    fn link(&self) -> String {
        let play = &self.play;
        let players = play.state().players();
        let [one, two] = play.settings.agents.clone();
        let is_default = one == self.default && (players == 1 || two == self.default);
        let agents = match (is_default, one == two || players == 1) {
            (true, _) => Vec::new(),
            (_, true) => vec![one],
            (_, false) => vec![one, two],
        };
        let people = if players == 1 { Vec::new() } else { play.settings.people.to_vec() };
        let options = Options {
            game: play.game.clone(),
            seed: play.session.origin().seed.to_string(),
            position: self.position.clone(),
            agents,
            people,
        };
        let moves = play.session.actions().map(|(action, person)| (action.to_string(), person)).collect();
        Link { options, moves }.text()
    }

    /// Makes the next view redraw the board without motion.
    fn jump(&mut self) {
        self.reset = true;
    }

    fn changed(&mut self) {
        self.play.changed();
    }
}

/// Methods for the page.
impl Table {
    /// Returns everything to draw, as JSON.
    pub fn view(&mut self) -> String {
        let mut view = view(&self.play);
        let events = self.play.session.events();
        if self.reset || events.len() < self.seen {
            self.drawn = Drawn::of(&self.play.session);
            view.reset = true;
        } else {
            let mut people = self.play.session.actions().map(|(_, person)| person).skip(self.acted);
            let person = || people.next().unwrap_or(false);
            view.steps = self.drawn.steps(&events[self.seen..], person);
        }
        self.reset = false;
        let moves = self.play.session.moves() as usize;
        (self.seen, self.acted) = (events.len(), moves);
        self.evaluations.resize(moves + 1, None);
        view.evaluations.clone_from(&self.evaluations);
        view.link = self.link();
        view.knows = self.play.pupil.is_some();
        json(&view)
    }

    /// Picks a spot. Returns whether a human player is to move.
    pub fn choose(&mut self, spot: &str) -> bool {
        if let Some(spot) = Spot::read(spot, self.play.board().size().0) {
            self.play.choose(spot)
        } else {
            self.play.complain(format!("`{spot}` is not a place on this board."));
            false
        }
    }

    /// Returns the cells that would be covered if this spot were picked next, as JSON.
    pub fn ghost(&self, spot: &str) -> String {
        let Some(spot) = Spot::read(spot, self.play.board().size().0) else {
            return r#"{"cells":[],"fits":false}"#.to_owned();
        };
        let cells = self.play.board().ghost(&self.play.picked, spot);
        let cells: Vec<String> = cells.iter().map(ToString::to_string).collect();
        let fits = self.play.targets.contains(&spot);
        json(&serde_json::json!({ "cells": cells, "fits": fits }))
    }

    /// Returns the spots of an action, as JSON.
    pub fn spots_of(&self, action: &str) -> String {
        let is_legal = read(self.play.state(), action).is_ok();
        json(&if is_legal { texts(&self.play.board().covered(action)) } else { Vec::new() })
    }

    /// Plays an action.
    ///
    /// # Errors
    ///
    /// Returns the reason if the action is invalid or illegal.
    pub fn play(&mut self, action: &str, person: bool) -> Result<(), String> {
        let action = read(self.play.state(), action)?;
        self.play.play(action, person);
        Ok(())
    }

    /// Returns the best scores of this game, best first, as JSON.
    pub fn scores(&self) -> String {
        let line = |score: &Score| ScoreLine {
            score: score.score,
            date: score.date.clone(),
            seed: score.seed.map_or_else(String::new, |seed| seed.to_string()),
            moves: score.moves.unwrap_or(0),
            assisted: !score.help.is_own(),
        };
        json(&self.play.scores.of(&self.play.game).iter().map(line).collect::<Vec<_>>())
    }

    /// Replaces the best scores of this game.
    ///
    /// # Errors
    ///
    /// Fails if they are not such a list.
    pub fn set_scores(&mut self, text: &str) -> Result<(), String> {
        let lines: Vec<ScoreLine> = serde_json::from_str(text).map_err(|error| format!("scores: {error}"))?;
        self.play.scores = Scores::default();
        for line in lines {
            let mut score = Score::new(line.score);
            (score.date, score.seed, score.moves) = (line.date, line.seed.parse().ok(), Some(line.moves));
            score.help = if line.assisted { Help::Agent } else { Help::None };
            self.play.scores.note(&self.play.game, score)?;
        }
        Ok(())
    }

    /// Runs a command.
    pub fn command(&mut self, command: Command) {
        let play = &mut self.play;
        match command {
            Command::Hint => play.ask_hint(),
            Command::Escape => play.escape(),
            Command::ToggleAuto => play.toggle_auto(),
            Command::Step => play.take_step(),
            Command::Hold(held) => play.held = held,
            Command::Undo => {
                play.undo();
                self.jump();
            }
            Command::Redo => play.redo(),
            Command::Speed(place) => {
                let there = |play: &Play| play.settings.speed.place().0 as u32;
                let place = place.clamp(1, play.settings.speed.place().1 as u32);
                while there(play) != place {
                    let faster = there(play) < place;
                    play.settings.speed.step(faster);
                }
            }
            Command::Limit(ms) => play.settings.limit = Choice::limit(ms),
            Command::HintLimit(ms) => play.settings.hint_limit = Choice::limit(ms.max(50)),
            Command::OverChance(allowed) => play.settings.over_chance = allowed,
        }
    }

    /// Starts another game from the same start.
    ///
    /// # Errors
    ///
    /// Fails if the seed is not a number.
    pub fn new_game(&mut self, seed: &str) -> Result<(), String> {
        self.play.new_game(seed_of(seed)?);
        self.evaluations.clear();
        self.jump();
        Ok(())
    }

    /// Sets the sides of human players.
    pub fn set_people(&mut self, people: [bool; 2]) {
        if self.play.state().players() > 1 {
            self.play.settings.people = people;
            self.play.flow = Flow::Free;
            self.changed();
        }
    }

    /// Sets the agent of a side.
    ///
    /// # Errors
    ///
    /// Returns the reason if the agent is invalid.
    pub fn set_agent(&mut self, side: usize, agent: &str) -> Result<(), String> {
        check(self.play.state(), agent)?;
        agent.clone_into(&mut self.play.settings.agents[side.min(1)]);
        self.changed();
        Ok(())
    }

    /// Handles the passage of time. Returns whether anything has changed.
    pub fn tick(&mut self) -> bool {
        self.play.tick(Instant::now())
    }

    /// Returns the milliseconds until the next call of [`tick`](Self::tick) is necessary.
    pub fn idle(&self) -> f64 {
        // A remote search reports its results by itself.
        if self.running().is_some() {
            return 1_000.0;
        }
        self.play.idle(Instant::now()).as_secs_f64() * 1e3
    }

    /// Returns the search to run, once, as JSON.
    pub fn request(&mut self) -> Option<String> {
        let request = self.play.thinker.take_request()?;
        let question = request.question;
        let block = (question.events.len() / BLOCK).saturating_sub(1) * BLOCK;
        let mut start = question.start;
        question.events[..block].iter().for_each(|&event| start.advance(event));
        let question = QuestionText {
            id: request.id,
            round: request.game,
            // The start includes the settings.
            game: split(&self.play.game).0.to_owned(),
            start: start.to_string(),
            events: question.events[block..].iter().map(ToString::to_string).collect(),
            seed: question.seed.get(),
            agent: question.agent,
            side: question.side,
            hint: question.purpose == Purpose::Hint,
            every: false,
            limit: question.limit.map(|limit| u64::try_from(limit.as_millis()).unwrap_or(u64::MAX)),
        };
        Some(request_of(&question))
    }

    /// Returns the id of the current search.
    pub fn running(&self) -> Option<u64> {
        self.play.thinker.running()
    }

    /// Handles a result of a search, as JSON.
    pub fn answer(&mut self, found: &str) {
        let Some(running) = self.running() else { return };
        let failed = |reason: String| (running, Answer::Failed(reason));
        let (id, answer) = match serde_json::from_str::<Found>(found) {
            Err(error) => failed(format!("invalid answer of the search worker: {error}")),
            Ok(Found { id, failed: Some(reason), .. }) => (id, Answer::Failed(reason)),
            Ok(Found { decision: None, .. }) => failed("empty answer of the search worker".to_owned()),
            Ok(Found { id, early, decision: Some(text), .. }) => match text.read(self.play.state()) {
                Err(reason) => failed(reason),
                Ok(decision) => {
                    if id == running {
                        self.evaluations.resize(self.play.session.moves() as usize + 1, None);
                        if let Some(last) = self.evaluations.last_mut() {
                            *last = Some(decision.value);
                        }
                    }
                    (id, if early { Answer::Early(decision) } else { Answer::Final(decision) })
                }
            },
        };
        self.play.thinker.report(id, answer);
    }

    /// Returns the game so far as a record, for a replay.
    pub fn record(&self) -> Records {
        Records::of(&self.play)
    }

    /// Returns the self-learning player, if the game has one.
    pub fn pupil(&mut self) -> Option<&mut Pupil> {
        self.play.pupil.as_mut()
    }
}
