//! States as immutable values.

use std::sync::Arc;
use std::time::Duration;

use gambol::game::random::unit;
use gambol::game::{Indexed, Observe};
use gambol::registry::{Label, Position};
use gambol::{Budget, Game, GameExt, Seed, Turn};
use gambol_play::{Scene, Style, svg, write_board};
use numpy::{PyArray1, PyArray3, PyArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use crate::decision::Decision;
use crate::matches::plain;
use crate::own::{Context, Node, Object};
use crate::{pool, refuse, registry};

/// A state of a game: an immutable value that is hashed, compared, copied and pickled.
///
/// `State(game)` is the first state of a game such as `"threes"` or `"five-or-more:large"`;
/// `State(game, text)` parses a position, whose text includes the settings. `str(state)` is that
/// text.
///
/// Raises ValueError for an unknown game, invalid settings or an invalid position.
#[pyclass(frozen, module = "gambol", weakref)]
pub(crate) struct State {
    game: String,
    pub(crate) node: Node,
}

impl State {
    pub(crate) fn named(position: Position) -> Self {
        Self { game: position.game().name.clone(), node: Node::Named(position) }
    }

    pub(crate) fn game(&self) -> &str {
        &self.game
    }

    pub(crate) fn position(&self, context: &Arc<Context>) -> PyResult<Position> {
        self.node.position(&self.game, context)
    }

    /// The same state, as another value.
    pub(crate) fn duplicate(&self) -> Self {
        self.with(self.node.clone())
    }

    /// The first state, by its text, of one of the games that start in this state or in openings.
    pub(crate) fn first(&self, text: &str) -> PyResult<Self> {
        match &self.node {
            Node::Named(position) if text != position.to_string() => {
                Ok(self.with(Node::Named(position.read(text).map_err(refuse)?)))
            }
            _ => Ok(self.duplicate()),
        }
    }

    fn with(&self, node: Node) -> Self {
        Self { game: self.game.clone(), node }
    }

    pub(crate) fn text(&self) -> String {
        match &self.node {
            Node::Named(position) => position.to_string(),
            Node::Own(object) => object.text().to_owned(),
        }
    }

    fn current(&self) -> Turn {
        match &self.node {
            Node::Named(position) => position.turn(),
            Node::Own(object) => object.turn(),
        }
    }

    /// The position of a game with encodings.
    pub(crate) fn encoded(&self) -> PyResult<&Position> {
        match &self.node {
            Node::Named(position) if position.is_encoded() => Ok(position),
            _ => Err(PyValueError::new_err(format!("{} has no encodings: no boards, indices and planes", self.game))),
        }
    }

    fn check_symmetry(&self, symmetry: usize) -> PyResult<()> {
        let count = self.symmetries();
        if symmetry < count {
            return Ok(());
        }
        Err(PyValueError::new_err(format!("symmetry {symmetry}: expected 0 to {}", count - 1)))
    }

    /// The state after an event by its text.
    pub(crate) fn after_event(&self, py: Python<'_>, event: &str) -> PyResult<Self> {
        Ok(self.with(match &self.node {
            Node::Named(position) => {
                let mut next = position.clone();
                let event = next.event(event).map_err(refuse)?;
                next.try_advance(event).map_err(refuse)?;
                Node::Named(next)
            }
            Node::Own(object) => {
                let Ok(label) = event.parse::<Label>();
                Node::Own(object.after(py, label)?)
            }
        }))
    }
}

/// Limits of a search.
fn budget(
    context: &Context,
    ms: Option<f64>,
    nodes: Option<u64>,
    simulations: Option<u64>,
    depth: Option<u32>,
) -> PyResult<Budget> {
    let mut budget = Budget::unlimited().stop(context.stop().clone()).measure_time();
    if let Some(ms) = ms {
        let time = Duration::try_from_secs_f64(ms / 1000.0).ok().filter(|time| !time.is_zero());
        budget =
            budget.time(time.ok_or_else(|| PyValueError::new_err(format!("ms: expected a time above 0, got {ms}")))?);
    }
    budget = nodes.into_iter().fold(budget, Budget::nodes);
    budget = simulations.into_iter().fold(budget, Budget::simulations);
    Ok(depth.into_iter().fold(budget, Budget::depth))
}

#[pymethods]
impl State {
    #[new]
    #[pyo3(signature = (game, text=None))]
    fn new(game: &str, text: Option<&str>) -> PyResult<Self> {
        let position = match text {
            None => registry().start(game),
            Some(text) => registry().position(game, text),
        };
        position.map(Self::named).map_err(refuse)
    }

    /// Makes a state of a game written in Python: see `gambol.Game`.
    ///
    /// Raises TypeError if the object lacks a member, ValueError if one has an invalid value, and
    /// the exceptions of its methods.
    #[staticmethod]
    fn of(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        let game = object.get_type().name()?.to_string();
        Ok(Self { game, node: Node::Own(Object::read(object)?) })
    }

    /// The name of the game; for a game written in Python, that of its class.
    #[getter(game)]
    fn game_name(&self) -> &str {
        &self.game
    }

    /// The Python object of a game written in Python, otherwise None.
    #[getter]
    fn object<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        match &self.node {
            Node::Named(_) => None,
            Node::Own(object) => Some(object.value(py).clone()),
        }
    }

    /// Number of players, 1 or 2.
    #[getter]
    fn players(&self) -> usize {
        match &self.node {
            Node::Named(position) => position.players(),
            Node::Own(object) => object.players(),
        }
    }

    /// Whether the game has chance events.
    #[getter]
    fn has_chance(&self) -> bool {
        match &self.node {
            Node::Named(position) => position.has_chance(),
            Node::Own(object) => object.has_chance(),
        }
    }

    /// The side to move: `"first"`, `"second"`, `"chance"` or `"over"`.
    #[getter]
    fn turn(&self) -> &'static str {
        match self.current() {
            Turn::Player(gambol::Player::First) => "first",
            Turn::Player(gambol::Player::Second) => "second",
            Turn::Chance => "chance",
            Turn::Over => "over",
        }
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.current() == Turn::Over
    }

    /// Score of the first player: points in a puzzle; 1, 0 or -1 once a two-player game is over, 0
    /// before.
    #[getter]
    fn score(&self) -> i64 {
        match &self.node {
            Node::Named(position) => position.score(),
            Node::Own(object) => object.score(),
        }
    }

    /// Legal actions as texts, always in the same order; empty if no player is to move.
    fn actions(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        match &self.node {
            Node::Named(position) => Ok(position.actions().iter().map(ToString::to_string).collect()),
            Node::Own(object) if matches!(object.turn(), Turn::Player(_)) => {
                Ok(object.events(py)?.labels.iter().map(ToString::to_string).collect())
            }
            Node::Own(_) => Ok(Vec::new()),
        }
    }

    /// Outcomes of the chance event as pairs (text, probability); empty without one. The
    /// probabilities sum to 1.
    fn outcomes(&self, py: Python<'_>) -> PyResult<Vec<(String, f64)>> {
        match &self.node {
            Node::Named(position) => Ok(position
                .outcomes()
                .into_iter()
                .map(|(label, probability)| (label.to_string(), probability))
                .collect()),
            Node::Own(object) if object.turn() == Turn::Chance => {
                let events = object.events(py)?;
                let texts = events.labels.iter().map(ToString::to_string);
                Ok(texts.zip(events.probabilities.iter().copied()).collect())
            }
            Node::Own(_) => Ok(Vec::new()),
        }
    }

    /// The state after events, one after the other: actions of players, outcomes of chance.
    ///
    /// Raises ValueError if one is illegal; the message has the event and the rule.
    #[pyo3(signature = (*events))]
    fn after(&self, py: Python<'_>, events: &Bound<'_, PyTuple>) -> PyResult<Self> {
        let mut state = self.duplicate();
        for event in events {
            state = state.after_event(py, event.str()?.to_str()?)?;
        }
        Ok(state)
    }

    /// The state with the pending chance events sampled by this seed; the state itself if none is
    /// pending.
    fn settled(&self, py: Python<'_>, seed: u64) -> PyResult<Self> {
        let mut rng = Seed::new(seed).rng();
        match &self.node {
            Node::Named(position) => {
                let mut next = position.clone();
                next.settle(&mut rng);
                Ok(self.with(Node::Named(next)))
            }
            Node::Own(object) => {
                let mut next = object.clone();
                while next.turn() == Turn::Chance {
                    py.check_signals()?;
                    let events = next.events(py)?;
                    let mut left = unit(&mut rng);
                    let drawn = events.probabilities.iter().position(|probability| {
                        left -= probability;
                        left < 0.0
                    });
                    next = next.after(py, events.labels[drawn.unwrap_or(events.labels.len() - 1)])?;
                }
                Ok(self.with(Node::Own(next)))
            }
        }
    }

    /// Searches the state with an agent such as `"expectimax:depth=3"`, and returns a Decision.
    ///
    /// `gambol.describe(game)["agents"]` lists agents with their parameters; `easy`, `medium`,
    /// `hard` and `strong` are agents of every game.
    ///
    /// - `evaluator`: a function from a list of states to their values for the first player, as
    ///   floats. It is the default evaluator of the general searches, and named `python`.
    /// - `seed`: the same seed gives the same decision, unless the budget limits time.
    /// - `ms` (time in milliseconds), `nodes`, `simulations`, `depth`: limits besides the agent's.
    ///
    /// Other threads run meanwhile. Ctrl-C stops the search and raises KeyboardInterrupt. Raises
    /// ValueError for an unknown agent, invalid parameters or a state in which no player is to
    /// move, and the exception of a callback.
    #[pyo3(signature = (agent="strong", *, evaluator=None, seed=1, ms=None, nodes=None, simulations=None, depth=None))]
    fn search(
        &self,
        py: Python<'_>,
        agent: &str,
        evaluator: Option<Py<PyAny>>,
        seed: u64,
        ms: Option<f64>,
        nodes: Option<u64>,
        simulations: Option<u64>,
        depth: Option<u32>,
    ) -> PyResult<Decision> {
        if let Some(evaluator) = &evaluator
            && !evaluator.bind(py).is_callable()
        {
            return Err(PyTypeError::new_err("evaluator: expected a function"));
        }
        let context = Context::new(evaluator);
        let position = self.position(&context)?;
        let budget = budget(&context, ms, nodes, simulations, depth)?;
        let mut search = position.agent(agent).map_err(refuse)?;
        let started = std::time::Instant::now();
        let decision =
            pool::wait(py, &pool::SEARCHES, context.stop(), || search.search(&position, &budget, Seed::new(seed)))?;
        context.check()?;
        Ok(Decision::of(&decision.map_err(refuse)?, started.elapsed().as_secs_f64() * 1000.0))
    }

    /// The action that an agent chooses: `search(…).action`.
    #[pyo3(signature = (agent="strong", *, evaluator=None, seed=1, ms=None, nodes=None, simulations=None, depth=None))]
    fn decide(
        &self,
        py: Python<'_>,
        agent: &str,
        evaluator: Option<Py<PyAny>>,
        seed: u64,
        ms: Option<f64>,
        nodes: Option<u64>,
        simulations: Option<u64>,
        depth: Option<u32>,
    ) -> PyResult<String> {
        self.search(py, agent, evaluator, seed, ms, nodes, simulations, depth)
            .map(|decision| decision.action().to_owned())
    }

    /// Number of sequences of exactly `depth` events, chance outcomes included; with `unique`, of
    /// distinct states after them.
    ///
    /// Ctrl-C is raised when the count has ended.
    #[pyo3(signature = (depth, *, unique=false))]
    fn perft(&self, py: Python<'_>, depth: u32, unique: bool) -> PyResult<u64> {
        let context = Context::new(None);
        let position = self.position(&context)?;
        let count = || if unique { position.distinct(depth, false) } else { position.perft(depth) };
        let count = pool::wait(py, &pool::SEARCHES, context.stop(), count)?;
        context.check()?;
        Ok(count)
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        match &self.node {
            Node::Named(_) => format!("gambol.State({:?}, {:?})", self.game, self.text()),
            Node::Own(object) => format!("gambol.State.of({})", object.text()),
        }
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Self>() else { return false };
        match (&self.node, &other.get().node) {
            (Node::Named(one), Node::Named(other)) => one == other,
            (Node::Own(one), Node::Own(two)) => self.game == other.get().game && one.text() == two.text(),
            _ => false,
        }
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.game.hash(&mut hasher);
        match &self.node {
            Node::Named(position) => position.hash(&mut hasher),
            Node::Own(object) => object.text().hash(&mut hasher),
        }
        hasher.finish()
    }

    fn __copy__(this: Bound<'_, Self>) -> Bound<'_, Self> {
        this
    }

    fn __deepcopy__<'py>(this: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        this
    }

    fn __reduce__<'py>(this: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, class) = (this.py(), this.get_type());
        match &this.get().node {
            Node::Named(position) => {
                let arguments = (this.get().game.as_str(), position.to_string());
                Ok((class.into_any(), arguments.into_pyobject(py)?))
            }
            Node::Own(object) => Ok((class.getattr("of")?, (object.value(py),).into_pyobject(py)?)),
        }
    }

    /// The board as text, with the names of the cells; in colours for a terminal if `colour`.
    #[pyo3(signature = (*, colour=false))]
    fn board(&self, colour: bool) -> String {
        match &self.node {
            Node::Named(position) => write_board(position, &[], if colour { Style::Coloured } else { Style::Plain }),
            Node::Own(object) => object.text().to_owned(),
        }
    }

    /// The board as an SVG picture, in the light or dark scheme of its viewer. Jupyter shows it.
    ///
    /// Raises ValueError for a game written in Python.
    fn svg(&self) -> PyResult<String> {
        Ok(svg(&Scene::of(self.encoded()?), &[]))
    }

    /// The picture for Jupyter; None for a game written in Python, which is shown as text.
    fn _repr_svg_(&self) -> Option<String> {
        self.svg().ok()
    }

    /// The board as data: `size`, `cells` with texts and CSS colours in row-major order, `hand`,
    /// `facts`, `score`, `decisive`, `position`.
    ///
    /// Raises ValueError for a game written in Python.
    fn scene<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        plain(py, &serde_json::to_value(Scene::of(self.encoded()?)).map_err(refuse)?)
    }

    /// Number of action indices: the length of a mask or a policy.
    ///
    /// Raises ValueError for a game without encodings, as do the other encodings.
    #[getter]
    pub(crate) fn num_actions(&self) -> PyResult<usize> {
        Ok(self.encoded()?.action_count())
    }

    /// Lengths of the axes of the action index, such as `(81, 81)` for a move from cell to cell.
    #[getter]
    fn action_shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.encoded()?.action_shape())
    }

    /// Shape of an observation: planes, rows, columns.
    #[getter]
    pub(crate) fn observation_shape(&self) -> PyResult<(usize, usize, usize)> {
        let shape = self.encoded()?.plane_shape();
        Ok((shape.planes, shape.height, shape.width))
    }

    /// The index of an action, which need not be legal here.
    ///
    /// Raises ValueError for an action that the game does not have.
    fn action_index(&self, action: &str) -> PyResult<usize> {
        let position = self.encoded()?;
        let Ok(label) = action.parse();
        let index = position.action_index(label);
        let is_known = index < position.action_count();
        is_known
            .then_some(index)
            .ok_or_else(|| PyValueError::new_err(format!("{action} is no action of {}", self.game)))
    }

    /// The action with an index, which need not be legal here.
    ///
    /// Raises ValueError for an index without an action.
    fn action_at(&self, index: usize) -> PyResult<String> {
        let action = self.encoded()?.indexed_action(index);
        let refuse = || PyValueError::new_err(format!("no action of {} has the index {index}", self.game));
        action.map(|label| label.to_string()).ok_or_else(refuse)
    }

    /// Mask of the legal actions: a bool array of shape `(num_actions,)`.
    fn action_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let position = self.encoded()?;
        let mut mask = vec![false; position.action_count()];
        position.action_mask(&mut mask);
        Ok(PyArray1::from_vec(py, mask))
    }

    /// Indices of the legal actions, in the order of `actions()`: a uint32 array.
    fn legal_indices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u32>>> {
        let mut indices = Vec::new();
        self.encoded()?.legal_indices(&mut indices);
        Ok(PyArray1::from_vec(py, indices))
    }

    /// The state as planes: a float32 array of shape `observation_shape` with values from 0 to 1.
    ///
    /// `view` is the observing player, `"first"` or `"second"`, by default the one to move; it has
    /// no effect in puzzles.
    #[pyo3(signature = (view=None))]
    fn observe<'py>(&self, py: Python<'py>, view: Option<&str>) -> PyResult<Bound<'py, PyArray3<f32>>> {
        let position = self.encoded()?;
        let player = match view {
            Some(view) => view.parse().map_err(refuse)?,
            None => position.turn().player().unwrap_or(gambol::Player::First),
        };
        let shape = position.plane_shape();
        let planes = PyArray3::zeros(py, [shape.planes, shape.height, shape.width], false);
        position.observe(player, planes.try_readwrite()?.as_slice_mut()?);
        Ok(planes)
    }

    /// Number of symmetries of the board, the identity included.
    #[getter]
    fn symmetries(&self) -> usize {
        match &self.node {
            Node::Named(position) => position.symmetries(),
            Node::Own(_) => 1,
        }
    }

    /// The image of the state under a symmetry; 0 is the identity.
    ///
    /// Raises ValueError for an index out of range.
    fn transform(&self, symmetry: usize) -> PyResult<Self> {
        self.check_symmetry(symmetry)?;
        Ok(match &self.node {
            Node::Named(position) => self.with(Node::Named(position.transform(symmetry))),
            Node::Own(_) => self.duplicate(),
        })
    }

    /// The image of every action index under a symmetry: a uint32 array of shape `(num_actions,)`.
    /// A policy of `transform(symmetry)` is `policy[inverse]`, where
    /// `inverse[permutation] = range`.
    ///
    /// Raises ValueError for an index out of range.
    fn permutation<'py>(&self, py: Python<'py>, symmetry: usize) -> PyResult<Bound<'py, PyArray1<u32>>> {
        self.check_symmetry(symmetry)?;
        Ok(PyArray1::from_vec(py, self.encoded()?.permutation(symmetry)))
    }

    /// The state as plain values: `game`, and the fields of `gambol inspect --json`, which are
    /// `state`, `turn`, `score`, `actions` and `outcomes`, a list of dicts with `outcome` and
    /// `probability`.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let told = PyDict::new(py);
        told.set_item("game", &self.game)?;
        told.set_item("state", self.text())?;
        told.set_item("turn", self.turn())?;
        told.set_item("score", self.score())?;
        told.set_item("actions", self.actions(py)?)?;
        let outcomes = PyList::empty(py);
        for (outcome, probability) in self.outcomes(py)? {
            let entry = PyDict::new(py);
            entry.set_item("outcome", outcome)?;
            entry.set_item("probability", probability)?;
            outcomes.append(entry)?;
        }
        told.set_item("outcomes", outcomes)?;
        Ok(told)
    }
}
