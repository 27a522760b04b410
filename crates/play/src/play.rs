//! A game as people play it: whose turn it is, what has been picked, and what happens next.

use std::path::PathBuf;
use std::time::Duration;

use gambol::registry::{Label, Position, Registry};
use gambol::{Decision, Game, GameExt, Turn};
use web_time::Instant;

use crate::board::Spot;
use crate::pupil::Pupil;
use crate::scores::{Score, Scores, today};
use crate::session::{Origin, Refused, Session};
use crate::settings::Settings;
use crate::shown::Shown;
use crate::thinker::{Answer, Thinker};
use crate::thinking::{Purpose, Question};

/// Who is to decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// Nobody: the game is over.
    Nobody,
    /// A person, on this side.
    Person(usize),
    /// An agent, on this side.
    Agent(usize),
}

/// Whether agents play where a person could.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Players move on their turn.
    Free,
    /// Agents move for people too.
    Auto,
    /// Agents that play by themselves wait.
    Paused,
}

/// What a message is about, so that a screen can say what to do next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Topic {
    /// What it says.
    #[default]
    Plain,
    /// The game has just ended.
    Ended,
    /// The game is over, and something was to be played.
    Over,
    /// It is the agent's turn, and a person was to play.
    AgentsTurn,
    /// Agents that play by themselves were paused.
    Paused,
    /// Autoplay was begun.
    Autoplay,
    /// Chance has moved, so that nothing is taken back.
    ChanceMoved,
}

/// A line for the user.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Message {
    /// The line.
    pub text: String,
    /// Whether something is wrong.
    pub wrong: bool,
    /// What it is about.
    pub topic: Topic,
}

/// What a search says of the state.
#[derive(Debug)]
pub struct Hint {
    /// The decision.
    pub decision: Decision<Label>,
    /// Where the best action is on the board.
    pub spots: Vec<Spot>,
    /// Whether a better one may follow.
    pub early: bool,
}

/// The pause before an agent answers a person, so that its move is seen.
const BEFORE_ANSWER: Duration = Duration::from_millis(200);
/// How often a search is asked whether it is done.
const LISTEN: Duration = Duration::from_millis(5);
/// How often a screen shows that a search goes on.
pub const BEAT: Duration = Duration::from_millis(100);

/// A game in play, and everything around it that needs no screen.
///
/// It is told what is pointed at ([`choose`](Self::choose)) and that time passes
/// ([`tick`](Self::tick)).
#[derive(Debug)]
pub struct Play {
    /// The games that there are.
    pub registry: Registry,
    /// The game's name with its settings.
    pub game: String,
    /// The game.
    pub session: Session,
    /// What can be chosen.
    pub settings: Settings,
    /// The searches: on threads, unless one [in steps](Thinker::in_steps) is put here.
    pub thinker: Thinker,
    /// The player who learns from the games, if the game has one.
    pub pupil: Option<Pupil>,
    /// The best scores.
    pub scores: Scores,
    /// The line for the user.
    pub message: Message,
    /// The spots that have been picked.
    pub picked: Vec<Spot>,
    /// The spots that can be picked next.
    pub targets: Vec<Spot>,
    /// What a search has said of this state.
    pub hint: Option<Hint>,
    /// Whether agents play where a person could.
    pub flow: Flow,
    /// Whether an agent plays one move, whoever's turn it is.
    pub step: bool,
    /// Whether agents wait, as under a dialog.
    pub held: bool,
    /// The file of this game, once it has one.
    pub file: Option<PathBuf>,
    /// How often [`picked`](Self::picked) or [`targets`](Self::targets) have changed.
    pub changes: u64,
    /// A decision that waits until it is time.
    ready: Option<Label>,
    /// When it is.
    due: Instant,
}

impl Play {
    /// A game in play. A puzzle that nobody plays is one that plays itself.
    #[must_use]
    pub fn new(registry: Registry, game: String, session: Session, settings: Settings) -> Self {
        let pupil = Pupil::of(session.start());
        let mut play = Self {
            registry,
            game,
            session,
            settings,
            thinker: Thinker::new(),
            pupil,
            scores: Scores::default(),
            message: Message::default(),
            picked: Vec::new(),
            targets: Vec::new(),
            hint: None,
            flow: Flow::Free,
            step: false,
            held: false,
            file: None,
            changes: 0,
            ready: None,
            due: Instant::now(),
        };
        if play.state().players() == 1 && !play.settings.people[0] {
            play.settings.people[0] = true;
            play.flow = Flow::Auto;
        }
        play.changed();
        play
    }

    /// The state that the game has come to.
    pub fn state(&self) -> &Position {
        self.session.state()
    }

    /// The board of that state.
    pub fn board(&self) -> Shown<'_> {
        Shown::of(self.state())
    }

    /// The command line that begins this game again, without the program's name: the same start and
    /// the same luck. `None` if the game did not begin so.
    pub fn command(&self) -> Option<String> {
        let origin = self.session.origin();
        let again = self.session.is_whole() && origin.index == 0;
        again.then(|| format!("play {} --seed {}", self.game, origin.seed))
    }

    /// Who is to decide.
    pub fn who(&self) -> Who {
        match self.state().turn() {
            Turn::Player(player) => {
                let side = usize::from(player.sign() < 0);
                let person = self.settings.people[side] && self.flow != Flow::Auto && !self.step;
                if person { Who::Person(side) } else { Who::Agent(side) }
            }
            Turn::Chance | Turn::Over => Who::Nobody,
        }
    }

    /// Says something.
    pub fn say(&mut self, text: impl Into<String>) {
        self.message = Message { text: text.into(), ..Message::default() };
    }

    /// Says that something is wrong.
    pub fn complain(&mut self, text: impl Into<String>) {
        self.message = Message { text: text.into(), wrong: true, ..Message::default() };
    }

    fn complain_of(&mut self, topic: Topic, text: &str) {
        self.message = Message { text: text.to_owned(), wrong: true, topic };
    }

    /// Says what went wrong, if it did.
    pub fn report(&mut self, result: Result<(), String>) {
        if let Err(reason) = result {
            self.complain(reason);
        }
    }

    /// Points at a spot: picks it, or takes it back, or plays the action that it completes. Whether
    /// a person is to move, and so the spot is heeded.
    pub fn choose(&mut self, spot: Spot) -> bool {
        match self.who() {
            Who::Nobody => {
                self.complain_of(Topic::Over, "The game is over");
                return false;
            }
            Who::Agent(_) => {
                self.complain_of(Topic::AgentsTurn, "It is the agent's turn");
                return false;
            }
            Who::Person(_) => {}
        }
        self.message = Message::default();
        if self.targets.contains(&spot) {
            self.picked.push(spot);
            if let Some(action) = self.board().action(&self.picked) {
                self.play(action, true);
            }
        } else if self.picked.last() == Some(&spot) {
            self.picked.pop();
        } else if self.board().targets(&[]).contains(&spot) {
            self.picked = vec![spot];
        } else {
            let refusal = self.board().refusal(&self.picked, spot);
            self.complain(
                refusal
                    .map_or_else(|| "That is not possible here.".to_owned(), |rule| format!("Not possible: {rule}.")),
            );
        }
        self.picks_changed();
        true
    }

    /// Finds out what can be picked next.
    fn picks_changed(&mut self) {
        let person = matches!(self.who(), Who::Person(_));
        self.targets = if person { self.board().targets(&self.picked) } else { Vec::new() };
        self.changes += 1;
    }

    /// Plays an action.
    pub fn play(&mut self, action: Label, person: bool) {
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

    /// Hears that the game has come to another state, or that players have changed.
    pub fn changed(&mut self) {
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
                score => format!("Game over: {} wins.", self.board().sides()[usize::from(score < 0)].0),
            }
        };
        // What an agent has played alone is nobody's score.
        let played = self.session.is_whole() && self.session.actions().any(|(_, person)| person);
        if self.state().players() == 1 && played {
            let (origin, help) = (self.session.origin(), self.session.help());
            let seed = (origin.index == 0).then_some(origin.seed);
            let moves = Some(self.session.moves());
            match self.scores.note(&self.game, Score { score, date: today(), seed, moves, help }) {
                Ok(Some(1)) if help.is_own() => text += " Your best so far!",
                Ok(Some(place)) => text = format!("{text} Number {place} of your ten best."),
                Ok(None) => {}
                Err(reason) => return self.complain(format!("{text} {reason}")),
            }
        }
        let learner = self.pupil.as_mut();
        if let Some(more) = learner.and_then(|pupil| pupil.game_over(&self.session, &self.settings)) {
            text = format!("{text} {more}");
        }
        self.message = Message { text, wrong: false, topic: Topic::Ended };
        self.picks_changed();
    }
}

/// What agents do: hints, their own moves, and the time that passes.
impl Play {
    /// Looks for a hint, or ends the look with what it has.
    pub fn ask_hint(&mut self) {
        match (self.thinker.purpose(), self.who()) {
            (Some(Purpose::Hint), _) => self.thinker.stop(),
            (_, Who::Person(side)) => {
                let limit = Settings::time_of(self.settings.hint_limit);
                let asked = self.think(side, Purpose::Hint, limit);
                self.message = Message::default();
                self.report(asked);
            }
            (_, Who::Agent(_)) => self.complain("The agent is at it."),
            (_, Who::Nobody) => self.complain("The game is over."),
        }
    }

    /// Lets a side's agent think.
    fn think(&mut self, side: usize, purpose: Purpose, limit: Option<Duration>) -> Result<(), String> {
        let (state, start, events) = (self.state().clone(), self.session.start().clone(), self.session.events());
        let seed = self.session.decision_seed(side);
        let agent = self.settings.agents[side].clone();
        let own = self.pupil.as_ref().and_then(|pupil| pupil.agent(&agent));
        self.thinker.ask(Question { state, start, events, seed, purpose, agent, side, limit }, own)
    }

    /// Lets time pass: hears of searches, and lets agents move. Whether there is something new to
    /// see.
    pub fn tick(&mut self, now: Instant) -> bool {
        let mut news = false;
        while let Some(answer) = self.thinker.answer(Duration::ZERO) {
            let early = matches!(answer, Answer::Early(_));
            self.hear(answer);
            news = true;
            // Who searches in steps takes one at a time.
            if early && self.thinker.is_in_steps() {
                break;
            }
        }
        if let Some(side) = self.acting() {
            if let Some(action) = self.ready {
                if now >= self.due {
                    self.play(action, false);
                    news = true;
                }
            } else if self.thinker.purpose() != Some(Purpose::Move) {
                let limit = Settings::time_of(self.settings.limit);
                if let Err(reason) = self.think(side, Purpose::Move, limit) {
                    self.give_up(side, &reason);
                }
                news = true;
            }
        }
        news
    }

    /// Whether agents have both sides, with no person among them.
    pub fn agents_alone(&self) -> bool {
        self.state().players() > 1 && !self.settings.people.contains(&true)
    }

    /// The side of the agent that is to move now, if one is and nothing holds it.
    fn acting(&self) -> Option<usize> {
        let held = self.held || (self.flow == Flow::Paused && !self.step);
        match self.who() {
            Who::Agent(side) if !held => Some(side),
            _ => None,
        }
    }

    /// How long nothing can happen but input.
    pub fn idle(&self, now: Instant) -> Duration {
        if self.thinker.purpose().is_some() {
            return LISTEN;
        }
        match (self.acting(), &self.ready) {
            (None, _) => BEAT,
            (Some(_), None) => Duration::ZERO,
            (Some(_), Some(_)) => self.due.saturating_duration_since(now).min(BEAT),
        }
    }

    /// Waits for what the search that runs finds next, and hears of it. `false` if none runs.
    pub fn wait_for_more(&mut self) -> bool {
        let answer = self.thinker.answer(Duration::from_secs(60));
        answer.map(|answer| self.hear(answer)).is_some()
    }

    fn hear(&mut self, answer: Answer) {
        match answer {
            Answer::Early(decision) if self.thinker.purpose() == Some(Purpose::Hint) => self.show(decision, true),
            Answer::Early(_) => {}
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

    fn show(&mut self, decision: Decision<Label>, early: bool) {
        if matches!(self.who(), Who::Person(_)) {
            self.session.note_hint();
        }
        let spots = self.board().covered(decision.action.as_str());
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
}

/// The course of games: begun, taken back, watched.
impl Play {
    /// Begins a new game with this seed.
    pub fn new_game(&mut self, seed: u64) {
        self.session = self.session.again(Origin::first(seed));
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
    pub fn undo(&mut self) {
        // Agents alone would play it again at once.
        self.flow = if self.agents_alone() { Flow::Paused } else { Flow::Free };
        self.step = false;
        self.message = Message::default();
        if let Err(refused) = self.session.undo(self.settings.over_chance) {
            let topic = if refused == Refused::Chance { Topic::ChanceMoved } else { Topic::Plain };
            self.complain_of(topic, &refused.to_string());
        }
        self.changed();
    }

    /// Plays again what was taken back.
    pub fn redo(&mut self) {
        let result = self.session.redo();
        self.message = Message::default();
        self.report(result);
        self.changed();
    }

    /// Ends what goes on: a search, picking, or autoplay.
    pub fn escape(&mut self) {
        if self.thinker.purpose() == Some(Purpose::Hint) {
            self.thinker.stop();
        } else if !self.picked.is_empty() {
            self.picked.pop();
            self.picks_changed();
        } else if self.flow == Flow::Auto || self.step {
            self.toggle_auto();
        } else if self.thinker.purpose() == Some(Purpose::Move) {
            // It moves now, with the best that it has.
            self.thinker.stop();
        } else {
            self.hint = None;
            self.message.text.clear();
        }
    }

    /// Begins or ends autoplay; pauses agents that play each other, or lets them go on.
    pub fn toggle_auto(&mut self) {
        if self.state().is_over() {
            return self.complain_of(Topic::Over, "The game is over");
        }
        let say = |text: &str, topic| Message { text: text.to_owned(), wrong: false, topic };
        if self.agents_alone() {
            let paused = self.flow != Flow::Paused;
            self.flow = if paused { Flow::Paused } else { Flow::Free };
            self.changed();
            self.message = if paused { say("Paused", Topic::Paused) } else { say("The agents go on.", Topic::Plain) };
            return;
        }
        let auto = self.flow != Flow::Auto && !self.step;
        self.flow = if auto { Flow::Auto } else { Flow::Free };
        self.step = false;
        self.changed();
        self.message = if auto { say("Autoplay", Topic::Autoplay) } else { say("Your turn.", Topic::Plain) };
    }

    /// Lets an agent play one move, whoever's turn it is.
    pub fn take_step(&mut self) {
        if self.state().is_over() {
            return self.complain_of(Topic::Over, "The game is over");
        }
        self.flow = if self.agents_alone() { Flow::Paused } else { Flow::Free };
        if self.agents_alone() || matches!(self.who(), Who::Person(_)) {
            self.step = true;
            self.changed();
        }
    }

    /// Sets the speed of games that are watched, a step faster or slower.
    pub fn faster(&mut self, faster: bool) {
        self.settings.speed.step(faster);
        let (place, count) = self.settings.speed.place();
        self.say(format!("Speed {place} of {count}."));
    }
}

#[cfg(all(test, feature = "files"))]
mod tests {
    use super::*;
    use crate::options::{Options, Side};

    /// As a page without threads plays it.
    #[test]
    fn a_game_is_played_without_a_screen_and_without_threads() {
        let registry = Registry::standard();
        let start = registry.start("match5").unwrap();
        let agent = vec!["mc:rollouts=2".to_owned()];
        let options = Options { agents: agent, side: Some(Side::First), ..Options::new("match5", 1) };
        let mut play = Play::prepare(&registry, start, &options, false).unwrap();
        play.thinker = Thinker::in_steps(1);
        play.ask_hint();
        while play.thinker.purpose().is_some() {
            assert!(play.tick(Instant::now()));
        }
        let hint = play.hint.as_ref().unwrap();
        assert!(!hint.early && play.targets.contains(&hint.spots[0]));
        let later = Instant::now() + Duration::from_secs(3_600);
        while !play.state().is_over() {
            match play.who() {
                Who::Person(_) => {
                    let spot = play.targets[0];
                    assert!(play.choose(spot));
                    // It is taken now, which is said if the person is to move again.
                    let again = play.choose(spot);
                    assert!(!again || play.message.text == "Not possible: a red stone is there.");
                }
                Who::Agent(_) => {
                    play.tick(later);
                }
                Who::Nobody => break,
            }
        }
        assert!(play.message.text.starts_with("Game over"), "{:?}", play.message);
        assert!(!play.choose(Spot::Cell("a1".parse().unwrap())) && play.message.topic == Topic::Over);
    }
}
