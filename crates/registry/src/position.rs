//! States of any named game.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use core::any::Any;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::ControlFlow;

use gambol_core::{Event, EventOf, Game, GameExt, Illegal, Notation, Rng, Scoring, TextError, Turn, perft};
#[cfg(feature = "arena")]
use gambol_search::Budget;
use gambol_search::Search;

use super::encoded::EncodedState;
use super::entry::{GameEntry, GameInfo, Made};
use super::label::Label;
use super::typed::Typed;

/// A state of a named game of a [`Registry`](super::Registry), with its type erased.
///
/// Programs for every game are plain code over this type: actions and outcomes are [labels](Label),
/// states and events are parsed from text, and agents are made from text. It is a [`Game`], so that
/// code generic over games accepts it. [Agents](Self::agent) search the state's own type, as fast
/// as without it.
///
/// As a game it has two players, of whom the second may never be to move, and its scores count in
/// points, since the constants of its type cannot depend on the game. [`players`](Self::players)
/// and [`scoring`](Self::scoring) return the actual ones. Everything else is that of the game's own
/// type, including symmetries, candidates and, if it [has any](Self::is_encoded), encodings.
///
/// ```
/// use gambol_core::GameExt;
/// use gambol_registry::Registry;
///
/// let registry = Registry::standard();
/// let mut state = registry.position("pentago-swap", "6/6/6/6/6/6 w")?;
/// assert_eq!((state.actions().len(), state.players()), (216, 2));
/// let event = state.event("c3:AB")?;
/// state.try_advance(event)?;
/// assert_eq!(state.to_string().split(' ').last(), Some("b"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Position(pub(crate) Box<dyn Erased>);

/// The operations of a position of any type.
pub(crate) trait Erased: Send + Sync {
    fn info(&self) -> &GameInfo;
    fn any(&self) -> &dyn Any;
    fn data(&self) -> &[Box<dyn Any + Send + Sync>];
    fn boxed(&self) -> Box<dyn Erased>;
    fn same(&self, other: &dyn Erased) -> bool;
    fn text(&self) -> String;
    fn read(&self, text: &str) -> Result<Box<dyn Erased>, TextError>;
    fn turn(&self) -> Turn;
    fn score(&self) -> i64;
    fn key(&self) -> u64;
    fn players(&self) -> usize;
    fn scoring(&self) -> Scoring;
    fn has_chance(&self) -> bool;
    fn visit_actions(&self, visit: &mut dyn FnMut(Label) -> ControlFlow<()>) -> ControlFlow<()>;
    fn visit_outcomes(&self, visit: &mut dyn FnMut(Label, f64) -> ControlFlow<()>) -> ControlFlow<()>;
    fn visit_candidates(&self, visit: &mut dyn FnMut(Label) -> ControlFlow<()>) -> ControlFlow<()>;
    fn is_selective(&self) -> bool;
    fn has_exact_candidates(&self) -> bool;
    fn visit_afterstates(&self, visit: &mut dyn FnMut(Label, Position) -> ControlFlow<()>) -> ControlFlow<()>;
    fn visit_merged(&self, visit: &mut dyn FnMut(Label, f64) -> ControlFlow<()>) -> ControlFlow<()>;
    fn winning_action(&self) -> Option<Label>;
    fn symmetries(&self) -> usize;
    fn transform(&self, symmetry: usize) -> Box<dyn Erased>;
    fn transform_event(&self, symmetry: usize, event: EventOf<Position>) -> Option<EventOf<Position>>;
    fn event(&self, text: &str) -> Result<EventOf<Position>, TextError>;
    fn check(&self, event: EventOf<Position>) -> Result<(), Illegal>;
    fn advance(&mut self, event: EventOf<Position>);
    fn random_action(&self, rng: &mut dyn Rng) -> Option<Label>;
    fn random_outcome(&self, rng: &mut dyn Rng) -> Option<Label>;
    fn settle(&mut self, rng: &mut dyn Rng);
    fn perft(&self, depth: u32) -> u64;
    fn distinct(&self, depth: u32, symmetric: bool) -> u64;
    fn agent(&self, text: &str) -> Made<Position>;
    /// The state with its encodings, if the game has them.
    fn encoded(&self) -> Option<&dyn EncodedState>;
    #[cfg(feature = "arena")]
    fn files(&self, agent: &str) -> Result<alloc::vec::Vec<gambol_arena::AgentFile>, TextError>;
    #[cfg(feature = "arena")]
    fn play(
        &self,
        plan: &gambol_arena::Plan,
        index: u64,
        budget: &Budget,
    ) -> Result<gambol_arena::Record, gambol_arena::PlayError>;
}

/// A state of a game's own type with the entry of the game.
pub(crate) struct Live<G: Game> {
    pub(crate) state: G,
    pub(crate) entry: Arc<GameEntry<G>>,
}

/// Returns the action with this label in a state, if there is one.
pub(crate) fn action<G: Notation>(state: &G, label: Label) -> Option<G::Action> {
    let read = || label.as_str().parse::<G::Action>().ok().filter(|action| Label::of(action) == label);
    let listed = || state.actions().into_iter().find(|action| Label::of(action) == label);
    if label.is_whole() { read().or_else(listed) } else { listed() }
}

/// Returns the outcome with this label in a state, if there is one.
fn outcome<G: Notation>(state: &G, label: Label) -> Option<G::Outcome> {
    let read = || label.as_str().parse::<G::Outcome>().ok().filter(|outcome| Label::of(outcome) == label);
    let listed =
        || state.outcomes().into_iter().map(|(outcome, _)| outcome).find(|outcome| Label::of(outcome) == label);
    if label.is_whole() { read().or_else(listed) } else { listed() }
}

/// Returns the event with this label in a state, if there is one.
pub(crate) fn event_of<G: Notation>(state: &G, event: EventOf<Position>) -> Option<EventOf<G>> {
    match event {
        Event::Action(label) => action(state, label).map(Event::Action),
        Event::Outcome(label) => outcome(state, label).map(Event::Outcome),
    }
}

impl<G: Notation> Live<G> {
    fn with(&self, state: G) -> Box<dyn Erased> {
        Box::new(Self { state, entry: Arc::clone(&self.entry) })
    }
}

impl<G: Notation> Erased for Live<G> {
    fn info(&self) -> &GameInfo {
        &self.entry.info
    }

    fn any(&self) -> &dyn Any {
        self
    }

    fn data(&self) -> &[Box<dyn Any + Send + Sync>] {
        &self.entry.data
    }

    fn boxed(&self) -> Box<dyn Erased> {
        self.with(self.state.clone())
    }

    fn same(&self, other: &dyn Erased) -> bool {
        let is_same = |other: &Self| self.state == other.state && self.entry.info.name == other.entry.info.name;
        other.any().downcast_ref().is_some_and(is_same)
    }

    fn text(&self) -> String {
        self.state.to_string()
    }

    fn read(&self, text: &str) -> Result<Box<dyn Erased>, TextError> {
        self.entry.read(text).map(|state| self.with(state))
    }

    fn turn(&self) -> Turn {
        self.state.turn()
    }

    fn score(&self) -> i64 {
        self.state.score()
    }

    fn key(&self) -> u64 {
        self.state.key()
    }

    fn players(&self) -> usize {
        G::PLAYERS
    }

    fn scoring(&self) -> Scoring {
        G::SCORING
    }

    fn has_chance(&self) -> bool {
        G::HAS_CHANCE
    }

    fn visit_actions(&self, visit: &mut dyn FnMut(Label) -> ControlFlow<()>) -> ControlFlow<()> {
        self.state.visit_actions(|action| visit(Label::of(&action)))
    }

    fn visit_outcomes(&self, visit: &mut dyn FnMut(Label, f64) -> ControlFlow<()>) -> ControlFlow<()> {
        self.state.visit_outcomes(|outcome, probability| visit(Label::of(&outcome), probability))
    }

    fn visit_candidates(&self, visit: &mut dyn FnMut(Label) -> ControlFlow<()>) -> ControlFlow<()> {
        self.state.visit_candidates(|action| visit(Label::of(&action)))
    }

    fn is_selective(&self) -> bool {
        self.state.is_selective()
    }

    fn has_exact_candidates(&self) -> bool {
        self.state.has_exact_candidates()
    }

    fn visit_afterstates(&self, visit: &mut dyn FnMut(Label, Position) -> ControlFlow<()>) -> ControlFlow<()> {
        self.state.visit_afterstates(|action, after| visit(Label::of(&action), Position(self.with(after))))
    }

    fn visit_merged(&self, visit: &mut dyn FnMut(Label, f64) -> ControlFlow<()>) -> ControlFlow<()> {
        self.state.visit_outcomes_without_preview(|outcome, probability| visit(Label::of(&outcome), probability))
    }

    fn winning_action(&self) -> Option<Label> {
        self.state.winning_action().map(|action| Label::of(&action))
    }

    fn symmetries(&self) -> usize {
        self.state.symmetries()
    }

    fn transform(&self, symmetry: usize) -> Box<dyn Erased> {
        self.with(self.state.transform(symmetry))
    }

    fn transform_event(&self, symmetry: usize, event: EventOf<Position>) -> Option<EventOf<Position>> {
        Some(match event_of(&self.state, event)? {
            Event::Action(action) => Event::Action(Label::of(&self.state.transform_action(symmetry, action))),
            Event::Outcome(outcome) => Event::Outcome(Label::of(&self.state.transform_outcome(symmetry, outcome))),
        })
    }

    fn event(&self, text: &str) -> Result<EventOf<Position>, TextError> {
        let label = Label::of(&text);
        let listed = |found: bool, reason: String, what: &'static str| {
            // The games of this project already name the text.
            let named = TextError::new(what, text, "").to_string();
            let reason = reason.strip_prefix(&named).unwrap_or(&reason).to_string();
            if found { Ok(label) } else { Err(TextError::new(what, text, reason)) }
        };
        match self.state.turn() {
            Turn::Player(_) => match text.parse::<G::Action>() {
                Ok(action) => Ok(Event::Action(Label::of(&action))),
                Err(error) => {
                    listed(action(&self.state, label).is_some(), error.to_string(), "action").map(Event::Action)
                }
            },
            Turn::Chance => match text.parse::<G::Outcome>() {
                Ok(outcome) => Ok(Event::Outcome(Label::of(&outcome))),
                Err(error) => {
                    listed(outcome(&self.state, label).is_some(), error.to_string(), "outcome").map(Event::Outcome)
                }
            },
            Turn::Over => Err(TextError::new("event", text, "the game is over")),
        }
    }

    fn check(&self, event: EventOf<Position>) -> Result<(), Illegal> {
        let (Event::Action(label) | Event::Outcome(label)) = event;
        let unknown = || Illegal::new(label.to_string(), "unknown label");
        match event_of(&self.state, event).ok_or_else(unknown)? {
            Event::Action(action) => self.state.check_action(action),
            Event::Outcome(outcome) => self.state.check_outcome(outcome),
        }
    }

    fn advance(&mut self, event: EventOf<Position>) {
        if let Some(event) = event_of(&self.state, event) {
            self.state.advance(event);
        }
    }

    fn random_action(&self, rng: &mut dyn Rng) -> Option<Label> {
        self.state.random_action(rng).map(|action| Label::of(&action))
    }

    fn random_outcome(&self, rng: &mut dyn Rng) -> Option<Label> {
        self.state.random_outcome(rng).map(|outcome| Label::of(&outcome))
    }

    fn settle(&mut self, rng: &mut dyn Rng) {
        self.state.settle(rng);
    }

    fn perft(&self, depth: u32) -> u64 {
        perft::count(&self.state, depth)
    }

    fn distinct(&self, depth: u32, symmetric: bool) -> u64 {
        perft::distinct(&self.state, depth, symmetric).len() as u64
    }

    fn agent(&self, text: &str) -> Made<Position> {
        self.entry.make_for(Some(&self.state), text).map(|search| Box::new(Typed(search)) as Box<dyn Search<Position>>)
    }

    fn encoded(&self) -> Option<&dyn EncodedState> {
        self.entry.encoding.as_ref().map(|encoding| (encoding.view)(&self.state))
    }

    #[cfg(all(feature = "arena", any(feature = "files", feature = "networks", feature = "onnx")))]
    fn files(&self, agent: &str) -> Result<alloc::vec::Vec<gambol_arena::AgentFile>, TextError> {
        super::files::read_by(agent, || self.entry.make_for(Some(&self.state), agent))
    }

    #[cfg(all(feature = "arena", not(any(feature = "files", feature = "networks", feature = "onnx"))))]
    fn files(&self, agent: &str) -> Result<alloc::vec::Vec<gambol_arena::AgentFile>, TextError> {
        self.entry.make_for(Some(&self.state), agent).map(|_| alloc::vec::Vec::new())
    }

    #[cfg(feature = "arena")]
    fn play(
        &self,
        plan: &gambol_arena::Plan,
        index: u64,
        budget: &Budget,
    ) -> Result<gambol_arena::Record, gambol_arena::PlayError> {
        let mut texts = plan.agents().to_vec();
        texts.dedup();
        let mut lineup = gambol_arena::Lineup::new(plan, &self.state)?.within(budget.clone());
        for text in &texts {
            lineup = lineup.try_agent(text, || Ok(self.entry.make_for(Some(&self.state), text)?));
        }
        lineup = lineup.openings(|text| self.entry.read(text).map_err(|error| error.to_string()));
        lineup.game(index)
    }
}

impl Position {
    /// A state of a game of the registry.
    pub(crate) fn new<G: Notation>(state: G, entry: Arc<GameEntry<G>>) -> Self {
        Self(Box::new(Live { state, entry }))
    }

    /// Returns the description of the game: its name, rules, agents and levels.
    pub fn game(&self) -> &GameInfo {
        self.0.info()
    }

    /// Returns the state as a value of its own type, if that is `G`.
    pub fn state<G: Game>(&self) -> Option<&G> {
        self.0.any().downcast_ref::<Live<G>>().map(|live| &live.state)
    }

    /// Returns the data of this type that other crates have attached to the game, in the order in
    /// which it was added: see [`GameEntry::with`].
    pub fn data<T: Any>(&self) -> impl Iterator<Item = &T> {
        self.0.data().iter().filter_map(|data| data.downcast_ref())
    }

    /// Returns the entry of the game, if its states are of type `G`.
    pub fn entry<G: Game>(&self) -> Option<&Arc<GameEntry<G>>> {
        self.0.any().downcast_ref::<Live<G>>().map(|live| &live.entry)
    }

    /// Returns the number of players who move: 1 or 2.
    pub fn players(&self) -> usize {
        self.0.players()
    }

    /// Returns the meaning of a final score.
    pub fn scoring(&self) -> Scoring {
        self.0.scoring()
    }

    /// Whether the game has chance events.
    pub fn has_chance(&self) -> bool {
        self.0.has_chance()
    }

    /// Parses another state of this game.
    ///
    /// # Errors
    ///
    /// Fails if the text is not a state of this game.
    pub fn read(&self, text: &str) -> Result<Self, TextError> {
        self.0.read(text).map(Self)
    }

    /// Parses an event that is due: an action on a player's turn, an outcome on chance's. It need
    /// not be legal; [`GameExt::try_advance`] checks that.
    ///
    /// # Errors
    ///
    /// Fails if the text is invalid or the game is over.
    pub fn event(&self, text: &str) -> Result<EventOf<Self>, TextError> {
        self.0.event(text)
    }

    /// Returns the number of sequences of exactly `depth` events, as counted by [`perft::count`].
    pub fn perft(&self, depth: u32) -> u64 {
        self.0.perft(depth)
    }

    /// Returns the number of distinct states after `depth` events; symmetric ones count once if
    /// `symmetric`.
    pub fn distinct(&self, depth: u32, symmetric: bool) -> u64 {
        self.0.distinct(depth, symmetric)
    }

    /// Makes the agent that a text such as `mc:rollouts=100` names. It searches positions of this
    /// game.
    ///
    /// # Errors
    ///
    /// Fails for an unknown agent or parameter, which the error names together with the known ones,
    /// and for a search that does not fit the game.
    pub fn agent(&self, text: &str) -> Made<Self> {
        self.0.agent(text)
    }
}

#[cfg(feature = "arena")]
impl Position {
    /// Builds a plan of games that start here. `game` is the name of the game with its settings, as
    /// in `five-or-more:large`. The files of its agents come from
    /// [`agent_files`](Self::agent_files).
    #[cfg_attr(docsrs, doc(cfg(feature = "arena")))]
    pub fn plan(&self, game: &str) -> gambol_arena::PlanBuilder {
        gambol_arena::Plan::builder(game, self).players(self.players())
    }

    /// Returns the files that an agent reads, with the contents that all agents of this process
    /// use: for [`PlanBuilder::file`](gambol_arena::PlanBuilder::file).
    ///
    /// # Errors
    ///
    /// As for [`agent`](Self::agent).
    #[cfg_attr(docsrs, doc(cfg(feature = "arena")))]
    pub fn agent_files(&self, agent: &str) -> Result<alloc::vec::Vec<gambol_arena::AgentFile>, TextError> {
        self.0.files(agent)
    }

    /// Plays game number `index` of a plan that starts here. Its agents search states of the game's
    /// own type, within a budget besides their own, as [`Lineup`](gambol_arena::Lineup::within)
    /// has it: an unlimited one, or one with a stop flag.
    ///
    /// # Errors
    ///
    /// Fails if an agent cannot be made, or cannot decide.
    #[cfg_attr(docsrs, doc(cfg(feature = "arena")))]
    pub fn play_game(
        &self,
        plan: &gambol_arena::Plan,
        index: u64,
        budget: &Budget,
    ) -> Result<gambol_arena::Record, gambol_arena::PlayError> {
        self.0.play(plan, index, budget)
    }

    /// Checks a record of a plan that starts here, and replays the recorded game from its opening.
    ///
    /// # Errors
    ///
    /// Says why the record does not fit, as [`Record::verify`](gambol_arena::Record::verify) does.
    #[cfg_attr(docsrs, doc(cfg(feature = "arena")))]
    pub fn verify_game(
        &self,
        plan: &gambol_arena::Plan,
        record: &gambol_arena::Record,
    ) -> Result<(), alloc::string::String> {
        let opened = record.game.as_ref().filter(|game| game.start != plan.start());
        let start = opened.map_or_else(|| Ok(self.clone()), |game| self.read(&game.start));
        record.verify(plan, start.map_err(|error| error.to_string())?)
    }
}

impl Clone for Position {
    fn clone(&self) -> Self {
        Self(self.0.boxed())
    }
}

/// States of different games are not equal.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.0.same(other.0.as_ref())
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.key().hash(state);
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0.text())
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&format!("{}: {}", self.game().name, self.0.text()))
    }
}

impl Game for Position {
    type Action = Label;
    type Outcome = Label;
    const PLAYERS: usize = 2;
    const SCORING: Scoring = Scoring::Points;

    fn turn(&self) -> Turn {
        self.0.turn()
    }

    fn score(&self) -> i64 {
        self.0.score()
    }

    fn visit_actions<F>(&self, mut visit: F) -> ControlFlow<()>
    where
        F: FnMut(Label) -> ControlFlow<()>,
    {
        self.0.visit_actions(&mut visit)
    }

    fn visit_outcomes<F>(&self, mut visit: F) -> ControlFlow<()>
    where
        F: FnMut(Label, f64) -> ControlFlow<()>,
    {
        self.0.visit_outcomes(&mut visit)
    }

    /// An unknown action changes nothing.
    fn play(&mut self, action: Label) {
        self.0.advance(Event::Action(action));
    }

    /// An unknown outcome changes nothing.
    fn resolve(&mut self, outcome: Label) {
        self.0.advance(Event::Outcome(outcome));
    }

    fn check_action(&self, action: Label) -> Result<(), Illegal> {
        self.0.check(Event::Action(action))
    }

    fn check_outcome(&self, outcome: Label) -> Result<(), Illegal> {
        self.0.check(Event::Outcome(outcome))
    }

    fn visit_candidates<F>(&self, mut visit: F) -> ControlFlow<()>
    where
        F: FnMut(Label) -> ControlFlow<()>,
    {
        self.0.visit_candidates(&mut visit)
    }

    fn is_selective(&self) -> bool {
        self.0.is_selective()
    }

    fn has_exact_candidates(&self) -> bool {
        self.0.has_exact_candidates()
    }

    fn visit_afterstates<F>(&self, mut visit: F) -> ControlFlow<()>
    where
        F: FnMut(Label, Self) -> ControlFlow<()>,
    {
        self.0.visit_afterstates(&mut visit)
    }

    fn visit_outcomes_without_preview<F>(&self, mut visit: F) -> ControlFlow<()>
    where
        F: FnMut(Label, f64) -> ControlFlow<()>,
    {
        self.0.visit_merged(&mut visit)
    }

    fn winning_action(&self) -> Option<Label> {
        self.0.winning_action()
    }

    fn random_action<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Label> {
        self.0.random_action(&mut &mut *rng)
    }

    fn random_outcome<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Label> {
        self.0.random_outcome(&mut &mut *rng)
    }

    fn settle<R: Rng + ?Sized>(&mut self, rng: &mut R) {
        self.0.settle(&mut &mut *rng);
    }

    fn key(&self) -> u64 {
        self.0.key()
    }

    fn symmetries(&self) -> usize {
        self.0.symmetries()
    }

    fn transform(&self, symmetry: usize) -> Self {
        Self(self.0.transform(symmetry))
    }

    /// The image of an unknown action is that action.
    fn transform_action(&self, symmetry: usize, action: Label) -> Label {
        match self.0.transform_event(symmetry, Event::Action(action)) {
            Some(Event::Action(image)) => image,
            _ => action,
        }
    }

    /// The image of an unknown outcome is that outcome.
    fn transform_outcome(&self, symmetry: usize, outcome: Label) -> Label {
        match self.0.transform_event(symmetry, Event::Outcome(outcome)) {
            Some(Event::Outcome(image)) => image,
            _ => outcome,
        }
    }
}
