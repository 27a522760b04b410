//! A session: the history of a game in play, its random stream, undo and redo.

use std::fmt;

use gambol::game::EventOf;
use gambol::game::random::GameRng;
use gambol::registry::{Label, Position};
use gambol::{Event, Game, GameExt, Player, Seed, Turn};
#[cfg(feature = "files")]
use gambol_arena::GameText;

use crate::colours::Colours;
use crate::scores::Help;

/// Streams of a game's seed, as in `gambol run`: chance, and the decisions of each side's agent.
const CHANCE: u64 = 0;
const AGENTS: [u64; 2] = [1, 2];

/// Origin of a game's seed: game `index` of a run with this master seed.
///
/// ```
/// use gambol::Seed;
/// use gambol_play::Origin;
///
/// assert_eq!(Origin::first(7), Origin { seed: 7, index: 0 });
/// assert_eq!(Origin { seed: 7, index: 3 }.game_seed(), Seed::new(7).derive(3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// Master seed of the run.
    pub seed: u64,
    /// Index of the game.
    pub index: u64,
}

impl Origin {
    /// Returns the origin of the first game of a run.
    pub const fn first(seed: u64) -> Self {
        Self { seed, index: 0 }
    }

    /// Returns the game's own seed.
    pub const fn game_seed(self) -> Seed {
        Seed::new(self.seed).derive(self.index)
    }
}

/// Error returned when nothing can be undone.
///
/// ```
/// use gambol::registry::Registry;
/// use gambol_play::{Origin, Refused, Session};
///
/// let mut session = Session::new(Registry::standard().start("match5")?, Origin::first(1));
/// assert_eq!(session.undo(false), Err(Refused::Nothing));
/// # Ok::<(), gambol::game::TextError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// No action has been played.
    Nothing,
    /// Chance has moved since the action.
    Chance,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Nothing => "There is nothing to undo.",
            Self::Chance => "Chance has moved since.",
        })
    }
}

/// The index of a player's side.
pub(crate) fn side_of(player: Player) -> usize {
    usize::from(player == Player::Second)
}

/// A past event, and the state before it.
#[derive(Debug)]
struct Past {
    state: Position,
    chance: GameRng,
    event: EventOf<Position>,
    /// Whether a human player played it.
    person: bool,
}

/// A game in play.
///
/// Chance draws from its own stream, which is undone together with the moves: replaying an undone
/// move gives the same luck. A game played by one agent alone is the same as in `gambol run` with
/// the same seed.
///
/// ```
/// use gambol::registry::Registry;
/// use gambol_play::{Origin, Session};
///
/// let start = Registry::standard().start("match5").map_err(|error| error.to_string())?;
/// let mut session = Session::new(start, Origin::first(1));
/// session.play("e5".parse().unwrap(), true)?; // a person's move
/// session.play("d4".parse().unwrap(), false)?; // the answer of an agent
/// session.undo(false).unwrap(); // back to where the person moved
/// assert_eq!((session.moves(), session.actions().count()), (0, 0));
/// session.redo()?;
/// assert!(session.play("e5".parse().unwrap(), true).is_err(), "a stone is there");
/// # Ok::<(), String>(())
/// ```
#[derive(Debug)]
pub struct Session {
    start: Position,
    origin: Origin,
    state: Position,
    chance: GameRng,
    past: Vec<Past>,
    colours: Colours,
    /// Undone events; the next to redo is last.
    undone: Vec<(EventOf<Position>, bool)>,
    moves: u64,
    /// Whether the start is a custom position, not the start of a game.
    set_up: bool,
    /// Whether the game was loaded, so that the players of its moves are unverified.
    loaded: bool,
    /// Help so far.
    help: Help,
}

impl Session {
    /// Creates a game that starts here, and resolves chance events before the first move.
    pub fn new(start: Position, origin: Origin) -> Self {
        let mut session = Self::at(start, origin);
        session.settle();
        session
    }

    /// Creates a game without any event, not even those of chance before the first move.
    fn at(start: Position, origin: Origin) -> Self {
        Self {
            state: start.clone(),
            start,
            origin,
            chance: origin.game_seed().derive(CHANCE).rng(),
            past: Vec::new(),
            colours: Colours::default(),
            undone: Vec::new(),
            moves: 0,
            set_up: false,
            loaded: false,
            help: Help::None,
        }
    }

    /// Creates another game from the same start.
    #[must_use]
    pub fn again(&self, origin: Origin) -> Self {
        let mut session = Self::new(self.start.clone(), origin);
        if self.set_up {
            session.set_up();
        }
        session
    }

    /// Replays a game from its text. `game` is any position of the same game; `people` tells
    /// whether each side was a human player.
    ///
    /// # Errors
    ///
    /// Names the event that is invalid or illegal.
    #[cfg(feature = "files")]
    #[cfg_attr(docsrs, doc(cfg(feature = "files")))]
    pub fn replay(game: &Position, text: &GameText, origin: Origin, people: [bool; 2]) -> Result<Self, String> {
        let start = game.read(&text.start).map_err(|error| error.to_string())?;
        let mut session = Self::at(start.clone(), origin);
        let person = |state: &Position| state.turn().player().is_some_and(|player| people[side_of(player)]);
        text.replay(start, |before, event, _| session.repeat(event, person(before)))
            .map_err(|error| error.to_string())?;
        session.settle();
        session.loaded = true;
        Ok(session)
    }

    /// Returns the current state.
    pub fn state(&self) -> &Position {
        &self.state
    }

    /// Returns the colours of the cells that pieces have filled.
    pub fn colours(&self) -> &Colours {
        &self.colours
    }

    /// Returns the initial state.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the origin of the seed.
    pub fn origin(&self) -> Origin {
        self.origin
    }

    /// Returns the number of actions played.
    pub fn moves(&self) -> u64 {
        self.moves
    }

    /// Returns the help so far.
    pub fn help(&self) -> Help {
        self.help
    }

    /// Records that a hint was given.
    pub(crate) fn note_hint(&mut self) {
        self.help = self.help.max(Help::Hint);
    }

    /// Whether the game was played here from its regular start, so that its score can be kept.
    pub fn is_whole(&self) -> bool {
        !self.set_up && !self.loaded
    }

    /// Whether the game was loaded, so that the players of its moves are unverified.
    pub(crate) fn is_loaded(&self) -> bool {
        self.loaded
    }

    /// Whether the score is not the human player's own: an agent moved, chance was undone, or the
    /// game was loaded or set up.
    pub fn is_assisted(&self) -> bool {
        !self.is_whole() || !self.help.is_own()
    }

    /// Marks the start as a custom position. Such a position could be one move from the end, so
    /// scores of games from it do not count.
    pub fn set_up(&mut self) {
        self.set_up = true;
    }

    /// Returns the actions so far, each with whether a human player played it.
    pub fn actions(&self) -> impl Iterator<Item = (Label, bool)> {
        self.past.iter().filter_map(|past| match past.event {
            Event::Action(action) => Some((action, past.person)),
            Event::Outcome(_) => None,
        })
    }

    /// Returns the events since the start.
    pub fn events(&self) -> Vec<EventOf<Position>> {
        self.past.iter().map(|past| past.event).collect()
    }

    /// Returns the state before the last action; the start if there was none.
    pub fn before_last_action(&self) -> &Position {
        let last = self.past.iter().rev().find(|past| matches!(past.event, Event::Action(_)));
        last.map_or(&self.start, |past| &past.state)
    }

    /// Returns the seed of the next decision, for the agent of this side.
    pub fn decision_seed(&self, side: usize) -> Seed {
        self.origin.game_seed().derive(AGENTS[side.min(1)]).derive(self.moves)
    }

    /// Plays an action, and resolves the chance events that follow.
    ///
    /// # Errors
    ///
    /// Names the broken rule. The state is then unchanged.
    pub fn play(&mut self, action: Label, person: bool) -> Result<(), String> {
        self.state.check_action(action).map_err(|illegal| illegal.to_string())?;
        self.undone.clear();
        if !person {
            self.help = Help::Agent;
        }
        let before = self.chance.clone();
        self.push(Event::Action(action), person, before);
        self.settle();
        Ok(())
    }

    /// Undoes all moves back to the last one by a human player, or one action if no human player
    /// has moved.
    ///
    /// # Errors
    ///
    /// Fails if nothing has been played, or if chance has moved since and `over_chance` is `false`.
    pub fn undo(&mut self, over_chance: bool) -> Result<(), Refused> {
        let is_action = |past: &Past| matches!(past.event, Event::Action(_));
        let target = self.past.iter().rposition(|past| is_action(past) && past.person);
        let target = target.or_else(|| self.past.iter().rposition(is_action));
        let Some(target) = target else { return Err(Refused::Nothing) };
        let chance = self.past[target..].iter().any(|past| matches!(past.event, Event::Outcome(_)));
        if chance && !over_chance {
            return Err(Refused::Chance);
        }
        if chance {
            self.help = self.help.max(Help::Luck);
        }
        for past in self.past.drain(target..).rev() {
            self.moves -= u64::from(matches!(past.event, Event::Action(_)));
            self.undone.push((past.event, past.person));
            self.state = past.state;
            self.chance = past.chance;
        }
        self.colours = Colours::default();
        for past in &self.past {
            self.colours.note(&past.state, past.event);
        }
        Ok(())
    }

    /// Whether there is anything to redo.
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Redoes undone moves, up to the next one by a human player.
    ///
    /// # Errors
    ///
    /// Fails if nothing has been undone.
    pub fn redo(&mut self) -> Result<(), String> {
        if self.undone.is_empty() {
            return Err("There is nothing to redo.".to_owned());
        }
        let mut acted = false;
        while let Some(&(event, person)) = self.undone.last() {
            if acted && person && matches!(event, Event::Action(_)) {
                break;
            }
            acted = true;
            self.undone.pop();
            self.repeat(event, person);
        }
        self.settle();
        Ok(())
    }

    /// Returns the game as text.
    #[cfg(feature = "files")]
    #[cfg_attr(docsrs, doc(cfg(feature = "files")))]
    pub fn text(&self) -> GameText {
        let events = self.past.iter().map(|past| past.event.to_string());
        GameText { start: self.start.to_string(), events: events.collect() }
    }

    fn push(&mut self, event: EventOf<Position>, person: bool, chance: GameRng) {
        self.past.push(Past { state: self.state.clone(), chance, event, person });
        self.moves += u64::from(matches!(event, Event::Action(_)));
        self.colours.note(&self.state, event);
        self.state.advance(event);
    }

    /// Replays a past event. The random stream advances too, so that later chance events are
    /// unchanged.
    fn repeat(&mut self, event: EventOf<Position>, person: bool) {
        let before = self.chance.clone();
        if matches!(event, Event::Outcome(_)) {
            let _ = self.state.random_outcome(&mut self.chance);
        }
        self.push(event, person, before);
    }

    /// Resolves all pending chance events, step by step, as matches do.
    fn settle(&mut self) {
        while self.state.turn() == Turn::Chance {
            let before = self.chance.clone();
            let Some(outcome) = self.state.random_outcome(&mut self.chance) else { return };
            self.push(Event::Outcome(outcome), false, before);
        }
    }
}

#[cfg(all(test, feature = "files"))]
mod tests {
    use super::*;
    use gambol::registry::Registry;
    use gambol::threes::Threes;
    use gambol::{Budget, Search};
    use gambol_arena::LiveGame;

    fn start(game: &str) -> Position {
        Registry::standard().start(game).unwrap()
    }

    #[test]
    fn an_agent_alone_plays_the_game_that_a_run_plays() {
        let origin = Origin::first(5);
        let mut session = Session::new(start("threes"), origin);
        let mut agent = start("threes").agent("mc:z=2").unwrap();
        let mut run = LiveGame::new(Threes::default(), origin.game_seed());
        let typed = Registry::standard().entry::<Threes>("threes").unwrap().make("mc:z=2").unwrap();
        run.play_out(&mut [typed], 20).unwrap();
        for _ in 0..20 {
            let decision = agent.search(session.state(), &Budget::unlimited(), session.decision_seed(0)).unwrap();
            session.play(decision.action, false).unwrap();
        }
        assert_eq!(session.state().state(), Some(run.state()));
        assert!(session.is_assisted());
    }

    #[test]
    fn chance_is_taken_back_only_if_allowed_and_then_comes_again() {
        let mut session = Session::new(start("threes"), Origin::first(1));
        let start = session.state().clone();
        let action = start.actions()[0];
        session.play(action, true).unwrap();
        let after = session.state().clone();
        assert!(session.undo(false) == Err(Refused::Chance));
        assert_eq!((session.state(), session.is_assisted()), (&after, false));
        session.undo(true).unwrap();
        assert_eq!((session.state(), session.moves(), session.is_assisted()), (&start, 0, true));
        session.play(action, true).unwrap();
        assert_eq!(session.state(), &after, "the same luck again");
        session.undo(true).unwrap();
        assert!(session.can_redo());
        session.redo().unwrap();
        assert!(!session.can_redo());
        assert_eq!(session.state(), &after);
        assert!(session.redo().is_err());
        session.undo(true).unwrap();
        assert!(session.undo(true).is_err(), "the opening is no move");
    }

    #[test]
    fn a_placement_can_be_taken_back_as_long_as_the_deal_lasts() {
        let mut session = Session::new(start("tenten"), Origin::first(1));
        for _ in 0..2 {
            let action = session.state().actions()[0];
            session.play(action, true).unwrap();
        }
        session.undo(false).unwrap();
        session.undo(false).unwrap();
        assert_eq!((session.moves(), session.is_assisted()), (0, false));
    }

    #[test]
    fn with_the_person_s_move_the_answer_is_taken_back() {
        let mut session = Session::new(start("match5"), Origin::first(1));
        for (cell, person) in [("a1", true), ("b1", false), ("c1", true), ("d1", false)] {
            session.play(cell.parse().unwrap(), person).unwrap();
        }
        session.undo(false).unwrap();
        assert_eq!(session.moves(), 2);
        session.redo().unwrap();
        assert_eq!(session.moves(), 4);
    }

    #[test]
    fn a_game_comes_back_from_its_text_with_its_luck() {
        let mut session = Session::new(start("threes"), Origin::first(9));
        for _ in 0..5 {
            let action = session.state().actions()[0];
            session.play(action, true).unwrap();
        }
        let people = [true; 2];
        let mut again = Session::replay(&start("threes"), &session.text(), session.origin(), people).unwrap();
        assert_eq!((again.state(), again.moves()), (session.state(), 5));
        let action = session.state().actions()[0];
        session.play(action, true).unwrap();
        again.play(action, true).unwrap();
        assert_eq!(again.state(), session.state());
        let mut text = session.text();
        text.events[12] = "Q".to_owned();
        let failed = Session::replay(&start("threes"), &text, session.origin(), people).unwrap_err();
        assert!(failed.starts_with("event 13 (Q): "), "{failed}");
        text.start = "nonsense".to_owned();
        assert!(Session::replay(&start("threes"), &text, session.origin(), people).is_err());
    }
}
