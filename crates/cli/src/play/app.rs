//! The game on the screen: whose turn it is, what has been picked, and what happens next.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use gambol::{Decision, Game, GameExt, Turn};
use ratatui::layout::Rect;

use super::best::Best;
use super::board::{Board, Spot};
use super::companion::Companion;
use super::dialog::Dialog;
use super::geometry::Geometry;
use super::record::{self, PERSON, Saved};
use super::session::{Origin, Session};
use super::settings::Settings;
use super::thinker::{self, Answer, Purpose, Thinker};

/// Who is to decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Who {
    Nobody,
    Person(usize),
    Agent(usize),
}

/// Whether agents play where a person could.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    /// Everybody moves at his own turn.
    Free,
    /// Agents move for people too.
    Auto,
    /// Agents that play by themselves wait.
    Paused,
}

/// A line for the user.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Message {
    pub(crate) text: String,
    pub(crate) wrong: bool,
}

/// What a search says of the state on the screen.
#[derive(Debug)]
pub(crate) struct Hint<G: Game> {
    pub(crate) decision: Decision<G::Action>,
    /// Where the best action is on the board.
    pub(crate) spots: Vec<Spot>,
    /// Whether a better one may follow.
    pub(crate) early: bool,
}

/// The pause before an agent answers a person, so that its move is seen.
const BEFORE_ANSWER: Duration = Duration::from_millis(200);
/// How often the screen shows that a search goes on, and signals are looked for.
pub(crate) const BEAT: Duration = Duration::from_millis(100);
/// How often a search is asked whether it is done.
const LISTEN: Duration = Duration::from_millis(5);

/// The game on the screen, and everything around it. It knows no terminal: it is told of keys, of the mouse and of the time,
/// and draws into a buffer.
pub(crate) struct App<G: Board> {
    /// The game's name with its settings.
    pub(crate) game: String,
    pub(crate) session: Session<G>,
    pub(crate) settings: Settings,
    pub(crate) thinker: Thinker<G>,
    pub(crate) companion: G::Companion,
    pub(crate) best: Best,
    /// The file of this game, once it has one.
    pub(crate) file: Option<PathBuf>,
    pub(crate) dialog: Option<Dialog>,
    pub(crate) message: Message,
    pub(crate) picked: Vec<Spot>,
    /// What can be picked next.
    pub(crate) targets: Vec<Spot>,
    pub(crate) cursor: Spot,
    /// Where the mouse button was pressed.
    pub(crate) pressed: Option<(u16, u16)>,
    pub(crate) hint: Option<Hint<G>>,
    pub(crate) flow: Flow,
    /// Whether an agent plays one move, whoever's turn it is.
    pub(crate) step: bool,
    /// A decision that waits until it is time.
    ready: Option<G::Action>,
    due: Instant,
    pub(crate) area: Rect,
    pub(crate) quit: bool,
}

impl<G: Board> App<G> {
    pub(crate) fn new(game: String, session: Session<G>, settings: Settings, best: Best) -> Self {
        let mut app = Self {
            game,
            session,
            settings,
            thinker: Thinker::default(),
            companion: G::Companion::default(),
            best,
            file: None,
            dialog: None,
            message: Message::default(),
            picked: Vec::new(),
            targets: Vec::new(),
            cursor: Spot::Piece(0),
            pressed: None,
            hint: None,
            flow: Flow::Free,
            step: false,
            ready: None,
            due: Instant::now(),
            area: Rect::new(0, 0, 80, 24),
            quit: false,
        };
        let spots = app.session.state().spots(&[]);
        app.cursor = spots.get(spots.len() / 2).copied().unwrap_or(app.cursor);
        // A puzzle that nobody plays is one that plays itself.
        if G::PLAYERS == 1 && !app.settings.people[0] {
            app.settings.people[0] = true;
            app.flow = Flow::Auto;
        }
        app.changed();
        app
    }

    pub(crate) fn state(&self) -> &G {
        self.session.state()
    }

    /// Who is to decide.
    pub(crate) fn who(&self) -> Who {
        match self.state().turn() {
            Turn::Player(player) => {
                let side = usize::from(player.sign() < 0);
                let person = self.settings.people[side] && self.flow != Flow::Auto && !self.step;
                if person { Who::Person(side) } else { Who::Agent(side) }
            }
            Turn::Chance | Turn::Over => Who::Nobody,
        }
    }

    pub(crate) fn geometry(&self) -> Result<Geometry, (u16, u16)> {
        Geometry::new(self.area, self.state())
    }

    pub(crate) fn say(&mut self, text: impl Into<String>) {
        self.message = Message { text: text.into(), wrong: false };
    }

    pub(crate) fn complain(&mut self, text: impl Into<String>) {
        self.message = Message { text: text.into(), wrong: true };
    }

    /// Says what went wrong, if it did.
    pub(crate) fn report(&mut self, result: Result<(), String>) {
        if let Err(reason) = result {
            self.complain(reason);
        }
    }

    /// Points at a spot: picks it, or takes it back, or plays the action that it completes.
    pub(crate) fn choose(&mut self, spot: Spot) {
        match self.who() {
            Who::Nobody => return self.complain("The game is over: n begins a new one, u takes back."),
            Who::Agent(_) => return self.complain("It is the agent's turn: Esc or a takes over."),
            Who::Person(_) => {}
        }
        self.cursor = spot;
        self.message = Message::default();
        if self.targets.contains(&spot) {
            self.picked.push(spot);
            if let Some(action) = self.state().action(&self.picked) {
                self.play(action, true);
            }
        } else if self.picked.last() == Some(&spot) {
            self.picked.pop();
        } else if self.state().targets(&[]).contains(&spot) {
            self.picked = vec![spot];
        } else {
            self.complain("That is not possible here.");
        }
        self.picks_changed();
    }

    /// Finds out what can be picked next, and keeps the cursor on something.
    pub(crate) fn picks_changed(&mut self) {
        let person = matches!(self.who(), Who::Person(_));
        self.targets = if person { self.state().targets(&self.picked) } else { Vec::new() };
        let spots = self.state().spots(&self.picked);
        let taken = !self.picked.is_empty() && matches!(self.cursor, Spot::Piece(_));
        if taken {
            // A piece in the hand: on with it to the board.
            self.cursor = self.targets.get(self.targets.len() / 2).copied().unwrap_or(self.cursor);
        } else if !spots.contains(&self.cursor) {
            let geometry = self.geometry().ok();
            let under = geometry.and_then(|geometry| {
                let place = geometry.place(self.cursor);
                geometry.spot_at(&spots, place.x + place.width / 2, place.y + place.height / 2)
            });
            self.cursor = under.or_else(|| spots.first().copied()).unwrap_or(self.cursor);
        }
    }

    /// Plays an action.
    pub(crate) fn play(&mut self, action: G::Action, person: bool) {
        let who = self.who();
        let result = self.session.play(action, person);
        if let (Err(reason), Who::Agent(side)) = (&result, who) {
            // An agent that breaks the rules is not asked again.
            self.settings.people[side] = true;
            self.flow = Flow::Free;
            self.complain(format!("{} is out: {reason}", self.settings.agents[side]));
        } else {
            self.report(result);
        }
        self.step = false;
        self.changed();
        if self.state().is_over() {
            self.finish();
        }
    }

    /// The game has come to another state.
    pub(crate) fn changed(&mut self) {
        self.thinker.cancel();
        self.hint = None;
        self.ready = None;
        self.picked.clear();
        let watched = self.flow == Flow::Auto || !self.settings.people.contains(&true);
        self.due = Instant::now() + if watched { self.settings.speed.time() } else { BEFORE_ANSWER };
        self.picks_changed();
    }

    /// Says how the game ended, and keeps the score if it is the best.
    fn finish(&mut self) {
        let score = self.state().score();
        self.flow = Flow::Free;
        let mut text = if G::PLAYERS == 1 {
            format!("Game over: {score} points.")
        } else {
            match score {
                0 => "Game over: a draw.".to_owned(),
                score => format!("Game over: {} wins.", G::SIDES[usize::from(score < 0)].0),
            }
        };
        if G::PLAYERS == 1 && !self.session.is_assisted() {
            match self.best.note(&self.game, score) {
                Ok(true) => text += " Your best so far!",
                Ok(false) => {}
                Err(reason) => return self.complain(format!("{text} {reason}")),
            }
        }
        if let Some(more) = self.companion.game_over(&self.session, self.settings.people) {
            text = format!("{text} {more}");
        }
        self.say(text + " n begins a new one.");
        self.picks_changed();
    }

    /// Looks for a hint, or ends the look with what it has.
    pub(crate) fn ask_hint(&mut self) {
        match (self.thinker.purpose(), self.who()) {
            (Some(Purpose::Hint), _) => self.thinker.stop(),
            (_, Who::Person(side)) => {
                let limit = Settings::time_of(self.settings.hint_limit);
                let question = self.question(side, Purpose::Hint, limit);
                let asked = self.thinker.ask(question);
                self.message = Message::default();
                self.report(asked);
            }
            (_, Who::Agent(_)) => self.complain("The agent is at it."),
            (_, Who::Nobody) => self.complain("The game is over."),
        }
    }

    fn question(&self, side: usize, purpose: Purpose, limit: Option<Duration>) -> thinker::Question<G> {
        let seed = self.session.decision_seed(side);
        thinker::Question {
            state: self.state().clone(),
            seed,
            purpose,
            agent: self.settings.agents[side].clone(),
            side,
            limit,
        }
    }

    /// Lets time pass: hears of searches, and lets agents move. Whether there is something new to see.
    pub(crate) fn tick(&mut self, now: Instant) -> bool {
        let mut news = false;
        while let Some(answer) = self.thinker.answer(Duration::ZERO) {
            self.hear(answer);
            news = true;
        }
        if let Some(side) = self.acting() {
            if let Some(action) = self.ready {
                if now >= self.due {
                    self.play(action, false);
                    news = true;
                }
            } else if self.thinker.purpose() != Some(Purpose::Move) {
                let limit = Settings::time_of(self.settings.limit);
                let question = self.question(side, Purpose::Move, limit);
                if let Err(reason) = self.thinker.ask(question) {
                    self.give_up(side, &reason);
                }
                news = true;
            }
        }
        news
    }

    /// Whether agents have both sides, with no person among them.
    pub(crate) fn agents_alone(&self) -> bool {
        G::PLAYERS > 1 && !self.settings.people.contains(&true)
    }

    /// The side of the agent that is to move now, if one is and nothing holds it.
    fn acting(&self) -> Option<usize> {
        let held = self.dialog.is_some() || (self.flow == Flow::Paused && !self.step);
        match self.who() {
            Who::Agent(side) if !held => Some(side),
            _ => None,
        }
    }

    /// How long nothing can happen but input.
    pub(crate) fn idle(&self, now: Instant) -> Duration {
        if self.thinker.purpose().is_some() {
            return LISTEN;
        }
        match (self.acting(), &self.ready) {
            (None, _) => BEAT,
            (Some(_), None) => Duration::ZERO,
            (Some(_), Some(_)) => self.due.saturating_duration_since(now).min(BEAT),
        }
    }

    /// Waits for the search that runs and hears of it. For tests.
    #[cfg(test)]
    pub(crate) fn wait(&mut self) {
        if let Some(answer) = self.thinker.answer(Duration::from_secs(60)) {
            self.hear(answer);
        }
    }

    fn hear(&mut self, answer: Answer<G>) {
        match answer {
            Answer::Early(decision) => self.show(decision, true),
            Answer::Final(decision) => {
                // The move of the agent whose turn it is; a person is given a hint.
                if matches!(self.who(), Who::Agent(_)) {
                    self.ready = Some(decision.action);
                }
                self.show(decision, false);
            }
            Answer::Failed(reason) => match self.who() {
                Who::Agent(side) => self.give_up(side, &reason),
                _ => self.complain(reason),
            },
        }
    }

    fn show(&mut self, decision: Decision<G::Action>, early: bool) {
        let mut spots = self.state().shown(decision.action);
        if let Some((&last, before)) = spots.split_last() {
            // All that the piece would cover.
            let covered = self.state().ghost(before, last);
            spots.extend(covered.into_iter().map(Spot::Cell));
        }
        self.hint = Some(Hint { decision, spots, early });
    }

    /// The agent cannot move: a person has to.
    fn give_up(&mut self, side: usize, reason: &str) {
        self.settings.people[side] = true;
        self.flow = Flow::Free;
        self.step = false;
        self.complain(format!("{reason}; you play on"));
        self.picks_changed();
    }

    /// Begins a new game with this seed.
    pub(crate) fn new_game(&mut self, seed: u64) {
        let start = self.session.start().clone();
        self.session = Session::new(start, Origin::first(seed));
        self.thinker.new_game();
        self.file = None;
        self.step = false;
        if self.flow == Flow::Paused {
            self.flow = Flow::Free;
        }
        self.changed();
        self.say(format!("A new game, with seed {seed}."));
    }

    /// Takes back.
    pub(crate) fn undo(&mut self) {
        // Agents alone would play it again at once.
        self.flow = if self.agents_alone() { Flow::Paused } else { Flow::Free };
        self.step = false;
        let result = self.session.undo(self.settings.over_chance);
        self.message = Message::default();
        self.report(result);
        self.changed();
    }

    /// Plays again what was taken back.
    pub(crate) fn redo(&mut self) {
        let result = self.session.redo();
        self.message = Message::default();
        self.report(result);
        self.changed();
    }

    /// Writes the game to a file.
    ///
    /// # Errors
    ///
    /// Names the file and what happened.
    pub(crate) fn save(&mut self, path: &Path) -> Result<(), String> {
        let player = |side: usize| {
            if self.settings.people[side] { PERSON.to_owned() } else { self.settings.agents[side].clone() }
        };
        let players: Vec<String> = (0..G::PLAYERS).map(player).collect();
        record::save(path, &self.game, &players, &self.session)?;
        self.file = Some(path.to_owned());
        self.say(format!("Saved to {}.", path.display()));
        Ok(())
    }

    /// Goes on with a game from a file.
    ///
    /// # Errors
    ///
    /// Names the file and what is wrong with it; the game on the screen stays.
    pub(crate) fn load(&mut self, path: &Path) -> Result<(), String> {
        let saved = record::load(path)?;
        let refuse = |reason: String| format!("{}: {reason}", path.display());
        let name = |game: &str| game.split(':').next().unwrap_or_default().to_owned();
        if name(&saved.game) != name(&self.game) {
            return Err(refuse(format!("it is a game of {}", saved.game)));
        }
        self.session = Session::replay(&saved.text, saved.origin).map_err(refuse)?;
        self.take_players(&saved);
        self.game = saved.game;
        self.file = Some(path.to_owned());
        self.thinker.new_game();
        self.flow = Flow::Free;
        self.step = false;
        self.changed();
        self.say(format!("{}: {} moves.", path.display(), self.session.moves()));
        Ok(())
    }

    /// Lets those play who played before. A puzzle goes on with a person.
    fn take_players(&mut self, saved: &Saved) {
        for (side, player) in saved.players.iter().enumerate().take(G::PLAYERS) {
            let person = player == PERSON;
            if !person && G::agent(player).is_ok() {
                self.settings.agents[side].clone_from(player);
            }
            self.settings.people[side] = person || G::PLAYERS == 1;
        }
    }
}
