//! The game on the screen: whose turn it is, what has been picked, and what happens next.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use gambol::registry::{GameOf, Registry};
use gambol::{Decision, Game, GameExt, Turn};
use ratatui::layout::Rect;

use super::best::Best;
use super::board::{Board, Spot};
use super::companion::Companion;
use super::dialog::Dialog;
use super::geometry::Geometry;
use super::session::Session;
use super::settings::Settings;
use super::thinker::Thinker;

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

/// The game on the screen, and everything around it. It knows no terminal: it is told of keys, of
/// the mouse and of the time, and draws into a buffer.
pub(crate) struct App<G: Board> {
    /// The games that there are.
    pub(crate) registry: Registry,
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
    pub(super) ready: Option<G::Action>,
    /// When it is.
    pub(super) due: Instant,
    pub(crate) area: Rect,
    pub(crate) quit: bool,
}

impl<G: Board> App<G> {
    pub(crate) fn new(
        registry: Registry,
        agents: Arc<dyn GameOf<G>>,
        game: String,
        session: Session<G>,
        settings: Settings,
        best: Best,
    ) -> Self {
        let companion = G::Companion::new(session.start());
        let mut app = Self {
            registry,
            game,
            session,
            settings,
            thinker: Thinker::new(agents),
            companion,
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
        if app.state().players() == 1 && !app.settings.people[0] {
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

    /// Ends the program, unless the companion has to ask first.
    pub(crate) fn leave(&mut self) {
        if self.companion.may_leave() {
            self.quit = true;
        } else {
            self.dialog = Some(Dialog::Companion);
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
        self.thinker.game_over(self.session.start(), &self.session.events());
        let mut text = if self.state().players() == 1 {
            format!("Game over: {score} points.")
        } else {
            match score {
                0 => "Game over: a draw.".to_owned(),
                score => format!("Game over: {} wins.", self.state().sides()[usize::from(score < 0)].0),
            }
        };
        if self.state().players() == 1 && !self.session.is_assisted() {
            match self.best.note(&self.game, score) {
                Ok(true) => text += " Your best so far!",
                Ok(false) => {}
                Err(reason) => return self.complain(format!("{text} {reason}")),
            }
        }
        if let Some(more) = self.companion.game_over(&self.session, &self.settings) {
            text = format!("{text} {more}");
        }
        let more = " n begins a new one.";
        // Half a sentence would say less.
        if text.chars().count() + more.len() < usize::from(self.area.width) {
            text += more;
        }
        self.say(text);
        self.picks_changed();
    }
}
