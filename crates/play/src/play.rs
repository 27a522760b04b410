//! A game in play: the turn, the picked spots, hints and agents.

use std::path::PathBuf;
use std::time::Duration;

use gambol::registry::{Label, Position, Registry};
use gambol::{Decision, Game, GameExt, Turn};
use web_time::Instant;

use crate::board::Spot;
use crate::pupil::Pupil;
use crate::scores::{Score, Scores, today};
use crate::session::{Origin, Refused, Session, side_of};
use crate::settings::Settings;
use crate::shown::Shown;
use crate::thinker::{Answer, Thinker};
use crate::thinking::{Purpose, Question};

/// The player who decides next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// None: the game is over.
    Nobody,
    /// The human player of this side.
    Person(usize),
    /// The agent of this side.
    Agent(usize),
}

/// Control of agents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Players move on their turn.
    Free,
    /// Agents also move for human players.
    Auto,
    /// Agents that play each other are paused.
    Paused,
}

/// Topic of a message. A screen can add its own instructions to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Topic {
    /// No special topic.
    #[default]
    Plain,
    /// The game has just ended.
    Ended,
    /// A move was attempted although the game is over.
    Over,
    /// A move was attempted on an agent's turn.
    AgentsTurn,
    /// Agents that play each other were paused.
    Paused,
    /// Autoplay was started.
    Autoplay,
    /// Chance has moved, so that nothing is undone.
    ChanceMoved,
}

/// A message for the user.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Message {
    /// The text, one line.
    pub text: String,
    /// Whether it is an error.
    pub wrong: bool,
    /// The topic.
    pub topic: Topic,
}

/// Result of a search of the state.
#[derive(Debug)]
pub struct Hint {
    /// The decision.
    pub decision: Decision<Label>,
    /// Spots of the best action.
    pub spots: Vec<Spot>,
    /// Whether a better decision may follow.
    pub early: bool,
}

/// Pause before an agent answers a human player, so that its move is noticed.
const BEFORE_ANSWER: Duration = Duration::from_millis(200);
/// Polling interval of a search.
const LISTEN: Duration = Duration::from_millis(5);
/// Interval in which a screen updates the progress of a search.
pub const BEAT: Duration = Duration::from_millis(100);

/// A game in play, with everything that does not depend on a screen.
///
/// A screen reports the spots at which the user points to [`choose`](Self::choose), and calls
/// [`tick`](Self::tick) regularly.
#[derive(Debug)]
pub struct Play {
    /// The available games.
    pub registry: Registry,
    /// The game's name with its settings.
    pub game: String,
    /// The game.
    pub session: Session,
    /// The settings of the menu.
    pub settings: Settings,
    /// The searches: on threads by default; replace it by a [remote](Thinker::remote) one if
    /// necessary.
    pub thinker: Thinker,
    /// The self-learning player, if the game has one.
    pub pupil: Option<Pupil>,
    /// The high scores.
    pub scores: Scores,
    /// The message for the user.
    pub message: Message,
    /// The picked spots.
    pub picked: Vec<Spot>,
    /// The spots that can be picked next.
    pub targets: Vec<Spot>,
    /// The latest result of a search of this state.
    pub hint: Option<Hint>,
    /// Control of agents.
    pub flow: Flow,
    /// Whether an agent plays the next move for any player.
    pub step: bool,
    /// Whether agents are held, as while a dialog is open.
    pub held: bool,
    /// The file of this game, after it was saved or loaded.
    pub file: Option<PathBuf>,
    /// Number of changes of [`picked`](Self::picked) or [`targets`](Self::targets).
    pub changes: u64,
    /// The best score of this game, if it has ended before and moves were taken back.
    pub(crate) noted: Option<Score>,
    /// An agent's action that is played when it is due.
    ready: Option<Label>,
    /// Time at which `ready` is played.
    due: Instant,
}

impl Play {
    /// Creates a game in play. A puzzle without a human player starts in autoplay.
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
            noted: None,
            ready: None,
            due: Instant::now(),
        };
        if play.state().players() == 1 && !play.settings.people[0] {
            play.settings.people[0] = true;
            play.flow = Flow::Auto;
        }
        play.changed();
        if play.state().is_over() {
            play.message = Message { text: play.ending(), wrong: false, topic: Topic::Ended };
        }
        play
    }

    /// Returns the current state.
    pub fn state(&self) -> &Position {
        self.session.state()
    }

    /// Returns the board of the current state.
    pub fn board(&self) -> Shown<'_> {
        Shown::of(self.state())
    }

    /// Returns the arguments that start this game again, with the same start and seed. `None` if
    /// the game was set up or loaded, or is not the first of its seed.
    pub fn command(&self) -> Option<String> {
        let origin = self.session.origin();
        let again = self.session.is_whole() && origin.index == 0;
        again.then(|| format!("play {} --seed {}", self.game, origin.seed))
    }

    /// Returns the player who decides next.
    pub fn who(&self) -> Who {
        match self.state().turn() {
            Turn::Player(player) => {
                let side = side_of(player);
                let person = self.settings.people[side] && self.flow != Flow::Auto && !self.step;
                if person { Who::Person(side) } else { Who::Agent(side) }
            }
            Turn::Chance | Turn::Over => Who::Nobody,
        }
    }

    /// Sets a plain message.
    pub fn say(&mut self, text: impl Into<String>) {
        self.message = Message { text: text.into(), ..Message::default() };
    }

    /// Sets an error message.
    pub fn complain(&mut self, text: impl Into<String>) {
        self.message = Message { text: text.into(), wrong: true, ..Message::default() };
    }

    fn complain_of(&mut self, topic: Topic, text: &str) {
        self.message = Message { text: text.to_owned(), wrong: true, topic };
    }

    /// Sets the error as message, if there is one.
    pub fn report(&mut self, result: Result<(), String>) {
        if let Err(reason) = result {
            self.complain(reason);
        }
    }

    /// Picks a spot, takes back the last pick, or plays the action that the spot completes. Returns
    /// whether a human player is to move; otherwise the spot is ignored.
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

    /// Updates the targets.
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
            // An agent that breaks the rules is replaced by a human player.
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

    /// Resets searches, hint and picks after a change of the state or of the players.
    pub fn changed(&mut self) {
        self.thinker.cancel();
        self.hint = None;
        self.ready = None;
        self.picked.clear();
        let watched = self.flow == Flow::Auto || !self.settings.people.contains(&true);
        self.due = Instant::now() + if watched { self.settings.speed.time() } else { BEFORE_ANSWER };
        self.picks_changed();
    }

    /// Returns the result of an ended game in words.
    fn ending(&self) -> String {
        match (self.state().players(), self.state().score()) {
            (1, score) => format!("Game over: {score} points."),
            (_, 0) => "Game over: a draw.".to_owned(),
            (_, score) => format!("Game over: {} wins.", self.board().sides()[usize::from(score < 0)].0),
        }
    }

    /// Ends the game: sets the message, and stores a high score.
    fn finish(&mut self) {
        let score = self.state().score();
        self.flow = Flow::Free;
        self.thinker.game_over(self.session.start(), &self.session.events());
        let mut text = self.ending();
        // Games played by an agent alone have no high score.
        let played = self.session.is_whole() && self.session.actions().any(|(_, person)| person);
        if self.state().players() == 1 && played {
            let (origin, help) = (self.session.origin(), self.session.help());
            let seed = (origin.index == 0).then_some(origin.seed);
            let moves = Some(self.session.moves());
            let score = Score { score, date: today(), seed, moves, help };
            let noted = self.scores.note_again(&self.game, self.noted.as_ref(), score.clone());
            if self.noted.is_none() || !matches!(noted, Ok(None)) {
                self.noted = Some(score);
            }
            match noted {
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

/// Agents: hints, moves, and the passage of time.
impl Play {
    /// Starts the search for a hint, or stops the running one, which then shows its result so far.
    pub fn ask_hint(&mut self) {
        match (self.thinker.purpose(), self.who()) {
            (Some(Purpose::Hint), _) => self.thinker.stop(),
            (_, Who::Person(side)) => {
                let limit = Settings::time_of(self.settings.hint_limit);
                let asked = self.think(side, Purpose::Hint, limit);
                self.message = Message::default();
                self.report(asked);
            }
            (_, Who::Agent(_)) => self.complain("The agent is thinking."),
            (_, Who::Nobody) => self.complain("The game is over."),
        }
    }

    /// Starts a search by a side's agent.
    fn think(&mut self, side: usize, purpose: Purpose, limit: Option<Duration>) -> Result<(), String> {
        let (state, start, events) = (self.state().clone(), self.session.start().clone(), self.session.events());
        let seed = self.session.decision_seed(side);
        let agent = self.settings.agents[side].clone();
        let own = self.pupil.as_ref().and_then(|pupil| pupil.agent(&agent));
        self.thinker.ask(Question { state, start, events, seed, purpose, agent, side, limit }, own)
    }

    /// Handles results of searches and moves of agents that are due. Returns whether anything has
    /// changed.
    pub fn tick(&mut self, now: Instant) -> bool {
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
                if let Err(reason) = self.think(side, Purpose::Move, limit) {
                    self.give_up(side, &reason);
                }
                news = true;
            }
        }
        news
    }

    /// Whether agents play both sides.
    pub fn agents_alone(&self) -> bool {
        self.state().players() > 1 && !self.settings.people.contains(&true)
    }

    /// Returns the side of the agent that is to move now, unless it is held or paused.
    fn acting(&self) -> Option<usize> {
        let held = self.held || (self.flow == Flow::Paused && !self.step);
        match self.who() {
            Who::Agent(side) if !held => Some(side),
            _ => None,
        }
    }

    /// Returns the time until the next call of [`tick`](Self::tick) is necessary.
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

    /// Waits up to a minute for the next result of a running search, and handles it. Returns
    /// `false` if there was none. A remote search is not waited for.
    pub fn wait_for_more(&mut self) -> bool {
        let answer = self.thinker.answer(Duration::from_secs(60));
        answer.map(|answer| self.hear(answer)).is_some()
    }

    fn hear(&mut self, answer: Answer) {
        match answer {
            Answer::Early(decision) if self.thinker.purpose() == Some(Purpose::Hint) => self.show(decision, true),
            Answer::Early(_) => {}
            Answer::Final(decision) => {
                // On an agent's turn, the decision is its move; otherwise it is a hint.
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

    /// Replaces an agent that cannot move by a human player.
    fn give_up(&mut self, side: usize, reason: &str) {
        self.settings.people[side] = true;
        self.flow = Flow::Free;
        self.step = false;
        self.complain(format!("{reason}; you play on"));
        self.picks_changed();
    }
}

/// Control of the game: new game, undo and redo, autoplay.
impl Play {
    /// Starts a new game with this seed.
    pub fn new_game(&mut self, seed: u64) {
        self.session = self.session.again(Origin::first(seed));
        self.noted = None;
        self.thinker.new_game();
        self.file = None;
        self.step = false;
        if self.flow == Flow::Paused {
            self.flow = Flow::Free;
        }
        self.changed();
        self.say(format!("A new game, with seed {seed}."));
    }

    /// Undoes moves, as [`Session::undo`] does, and those before in which an agent moved for every
    /// player, up to a turn of a human player.
    pub fn undo(&mut self) {
        // Without a pause, agents would replay the moves immediately.
        self.flow = if self.agents_alone() { Flow::Paused } else { Flow::Free };
        self.step = false;
        self.message = Message::default();
        let undone = self.session.undo(self.settings.over_chance);
        // Otherwise the agent would replay its move.
        let is_agents_turn = |play: &Self| play.flow == Flow::Free && matches!(play.who(), Who::Agent(_));
        while undone.is_ok() && is_agents_turn(self) && self.session.undo(self.settings.over_chance).is_ok() {}
        if let Err(refused) = undone {
            let topic = if refused == Refused::Chance { Topic::ChanceMoved } else { Topic::Plain };
            self.complain_of(topic, &refused.to_string());
        }
        self.changed();
    }

    /// Redoes moves, as [`Session::redo`] does.
    pub fn redo(&mut self) {
        let result = self.session.redo();
        self.message = Message::default();
        self.report(result);
        self.changed();
    }

    /// Ends the current activity: a hint search, picking, autoplay, or an agent's search.
    pub fn escape(&mut self) {
        if self.thinker.purpose() == Some(Purpose::Hint) {
            self.thinker.stop();
        } else if !self.picked.is_empty() {
            self.picked.pop();
            self.picks_changed();
        } else if self.flow == Flow::Auto || self.step {
            self.toggle_auto();
        } else if self.thinker.purpose() == Some(Purpose::Move) {
            // The agent then plays the best move found so far.
            self.thinker.stop();
        } else {
            self.hint = None;
            self.message.text.clear();
        }
    }

    /// Starts or stops autoplay. Pauses or resumes agents that play each other.
    pub fn toggle_auto(&mut self) {
        if self.state().is_over() {
            return self.complain_of(Topic::Over, "The game is over");
        }
        let say = |text: &str, topic| Message { text: text.to_owned(), wrong: false, topic };
        if self.agents_alone() {
            let paused = self.flow != Flow::Paused;
            self.flow = if paused { Flow::Paused } else { Flow::Free };
            self.changed();
            self.message =
                if paused { say("Paused", Topic::Paused) } else { say("The agents continue.", Topic::Plain) };
            return;
        }
        let auto = self.flow != Flow::Auto && !self.step;
        self.flow = if auto { Flow::Auto } else { Flow::Free };
        self.step = false;
        self.changed();
        self.message = if auto { say("Autoplay", Topic::Autoplay) } else { say("Your turn.", Topic::Plain) };
    }

    /// Lets an agent play the next move, also on a human player's turn.
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

    /// Changes the speed of watched games by one step.
    pub fn faster(&mut self, faster: bool) {
        self.settings.speed.step(faster);
        let (place, count) = self.settings.speed.place();
        self.say(format!("Speed {place} of {count}."));
    }
}

#[cfg(all(test, feature = "files"))]
mod tests {
    use super::*;
    use crate::options::Options;
    use gambol::Player;
    use gambol_arena::{GameText, Header, Plan, Record, Shard, write_records};

    #[test]
    fn a_game_is_played_without_a_screen() {
        let registry = Registry::standard();
        let start = registry.start("match5").unwrap();
        let agent = vec!["mc:rollouts=2".to_owned()];
        let options = Options { agents: agent, side: Some(Player::First), ..Options::new("match5", 1) };
        let mut play = Play::prepare(&registry, start, &options, false).unwrap();
        play.ask_hint();
        while play.thinker.purpose().is_some() {
            play.tick(Instant::now());
        }
        let hint = play.hint.as_ref().unwrap();
        assert!(!hint.early && play.targets.contains(&hint.spots[0]));
        let later = Instant::now() + Duration::from_secs(3_600);
        while !play.state().is_over() {
            match play.who() {
                Who::Person(_) => {
                    let spot = play.targets[0];
                    assert!(play.choose(spot));
                    // The cell is now occupied, which is reported if the human player is to move
                    // again.
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

    fn against(agent: &str, seed: u64) -> Play {
        let (registry, agents) = (Registry::standard(), vec![agent.to_owned()]);
        let options = Options { agents, side: Some(Player::First), ..Options::new("match5", seed) };
        Play::prepare(&registry, registry.start("match5").unwrap(), &options, false).unwrap()
    }

    /// Lets the agents play until the game has this many moves.
    fn run_to(play: &mut Play, moves: u64) {
        let later = Instant::now() + Duration::from_secs(3_600);
        while play.session.moves() < moves {
            assert!(play.tick(later) || matches!(play.who(), Who::Agent(_)));
        }
    }

    #[test]
    fn undo_ends_where_a_person_moves() {
        let mut play = against("random", 1);
        play.take_step();
        run_to(&mut play, 2);
        play.undo();
        assert_eq!((play.session.moves(), play.who()), (0, Who::Person(0)));

        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.jsonl");
        for moves in [2, 4] {
            let spot = play.targets[0];
            play.choose(spot);
            run_to(&mut play, moves);
        }
        play.save(&path).unwrap();
        let mut again = against("random", 2);
        again.load(&path).unwrap();
        again.undo();
        assert_eq!((again.session.moves(), again.who()), (2, Who::Person(0)), "as in the game itself");
        again.redo();
        assert_eq!(again.session.moves(), 4);
    }

    #[test]
    fn a_game_that_ends_again_is_among_the_best_once() {
        let options = Options::new("threes", 1);
        let registry = Registry::standard();
        let mut play = Play::prepare(&registry, registry.start("threes").unwrap(), &options, false).unwrap();
        play.settings.over_chance = true;
        let mut ends = 0;
        while ends < 4 {
            let actions = play.state().actions();
            play.play(actions[ends % actions.len()], true);
            if play.state().is_over() {
                ends += 1;
                assert_eq!(play.scores.of("threes").len(), 1, "{ends}");
                (0..20 * ends).for_each(|_| play.undo());
            }
        }
    }

    #[test]
    fn a_file_of_many_games_is_not_that_of_the_loaded_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.jsonl");
        let start = Registry::standard().start("match5").unwrap();
        let plan = Plan::builder("match5", &start).agent("random").games(2).record_games(true).build().unwrap();
        let games = [0, 1].map(|index| {
            let mut record = Record::new(&plan, index, 0, start.to_string());
            record.game = Some(GameText { start: start.to_string(), events: Vec::new() });
            record
        });
        let header = Header::new("0", plan, Shard::WHOLE);
        for (games, is_alone) in [(&games[..], false), (&games[..1], true)] {
            write_records(&path, &header, games).unwrap();
            let mut play = against("random", 1);
            play.load(&path).unwrap();
            assert_eq!(play.file.is_some(), is_alone);
        }
    }

    #[test]
    fn knowledge_of_another_row_is_not_used() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.jsonl");
        let mut four = against("random", 1);
        four.session = Session::new(Registry::standard().start("match5:row=4").unwrap(), Origin::first(1));
        four.game = "match5:row=4".to_owned();
        four.changed();
        four.save(&path).unwrap();
        let mut play = against("random", 1);
        play.load(&path).unwrap();
        assert_eq!(play.pupil.unwrap().notebook.knowledge().row(), 4);
    }
}
