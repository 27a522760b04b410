//! Trees of many games whose leaves a Python function evaluates together.

use gambol::registry::{Position, Trees};
use gambol::search::{Batched, Mcts};
use gambol::{Game, GameExt, Seed};
use numpy::{PyArray1, PyArray2, PyArray4, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PySlice;

use crate::decision::Decision;
use crate::own::Context;
use crate::state::State;
use crate::{pool, refuse, registry};

/// Trees of many games, grown together: Monte Carlo tree search by PUCT whose leaves a network
/// evaluates in batches.
///
/// - `states`: states of one game in which a player is to move, or which are over.
/// - `c`: exploration constant.
/// - `noise`: `(share, alpha)` of the Dirichlet noise at the roots, for self-play.
/// - `gumbel`: number of root actions that Gumbel selection with sequential halving considers,
///   instead of `noise`.
/// - `seed`: the same seed and the same evaluations give the same trees.
/// - `leaves`: leaves of a game in a batch.
/// - `parallel`: grows the trees on all cores.
///
/// Raises ValueError for an invalid argument or states of different games.
#[pyclass(module = "gambol")]
pub(crate) struct Forest {
    trees: Box<dyn Trees>,
    game: String,
    actions: usize,
    leaves: usize,
    parallel: bool,
    planes: Py<PyArray4<f32>>,
    masks: Py<PyArray2<bool>>,
}

/// Maximum number of leaves of a game in a batch. A mistaken number would exhaust the memory.
const MOST_LEAVES: usize = 1 << 16;

impl Forest {
    fn check_game(&self, game: usize) -> PyResult<()> {
        let games = self.trees.len();
        if game < games { Ok(()) } else { Err(PyIndexError::new_err(format!("game {game} of {games}"))) }
    }

    fn gather(&mut self, py: Python<'_>, simulations: u64) -> PyResult<usize> {
        let mut planes = self.planes.bind(py).try_readwrite()?;
        let mut masks = self.masks.bind(py).try_readwrite()?;
        let (planes, masks) = (planes.as_slice_mut()?, masks.as_slice_mut()?);
        let trees = &mut self.trees;
        let work = || {
            let leaves = trees.gather(simulations)?;
            trees.write_leaves(planes, masks);
            Ok(leaves)
        };
        let leaves = if self.parallel { pool::install(py, work)? } else { py.detach(work) };
        leaves.map_err(|error: gambol::search::ForestError| refuse(error))
    }

    fn position(&self, game: usize) -> PyResult<Position> {
        self.check_game(game)?;
        registry().position(&self.game, &self.trees.text(game).unwrap_or_default()).map_err(refuse)
    }
}

/// An array of float32 values in row-major order.
fn floats<'py>(value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    value.py().import("numpy")?.call_method1("ascontiguousarray", (value, "float32"))
}

#[pymethods]
impl Forest {
    #[new]
    #[pyo3(signature = (states, *, c=1.5, noise=None, gumbel=None, seed=1, leaves=1, parallel=false))]
    fn new(
        py: Python<'_>,
        states: Vec<Py<State>>,
        c: f64,
        noise: Option<(f64, f64)>,
        gumbel: Option<u32>,
        seed: u64,
        leaves: usize,
        parallel: bool,
    ) -> PyResult<Self> {
        let positions = states.iter().map(|state| state.get().encoded()).collect::<PyResult<Vec<_>>>()?;
        let first = *positions.first().ok_or_else(|| PyValueError::new_err("states: there are none"))?;
        if !(1..=MOST_LEAVES).contains(&leaves) {
            return Err(PyValueError::new_err(format!("leaves: expected 1 to {MOST_LEAVES}, got {leaves}")));
        }
        let mut search = Mcts::new().puct(c, Batched);
        search = noise.into_iter().fold(search, |search, (share, alpha)| search.root_noise(share, alpha));
        search = gumbel.into_iter().fold(search, |search, considered| search.gumbel(considered, 1.0));
        let trees = first.forest(search, &positions, Seed::new(seed)).map_err(refuse)?;
        let trees = trees.leaves_per_game(leaves).parallel(parallel);
        let state = states[0].get();
        let (planes, height, width) = state.observation_shape()?;
        let (actions, rows) = (state.num_actions()?, states.len() * leaves);
        Ok(Self {
            trees,
            game: state.game().to_owned(),
            actions,
            leaves,
            parallel,
            planes: PyArray4::zeros(py, [rows, planes, height, width], false).unbind(),
            masks: PyArray2::zeros(py, [rows, actions], false).unbind(),
        })
    }

    /// Grows every tree to this number of simulations. Returns the number of calls of `evaluate`.
    ///
    /// `evaluate(planes, masks)` gets a row for each leaf: float32 planes of shape `(n,
    /// *observation_shape)` from the side of the player to move, and bool masks of the legal
    /// actions of shape `(n, num_actions)`. It returns the policy, of shape `(n, num_actions)` with
    /// weights of at least 0, of which only those of legal actions are read, and the value, of
    /// shape `(n,)`: the points that the player to move will gain from here on, in two-player games
    /// a number from -1, a loss, to 1, a win. Arrays are valid during the call only.
    ///
    /// Raises ValueError for arrays of other shapes, weights that are negative or not finite, and
    /// values that are not finite, and the exceptions of `evaluate`. After one, the next call
    /// evaluates the same leaves again.
    fn run(&mut self, py: Python<'_>, evaluate: &Bound<'_, PyAny>, simulations: u64) -> PyResult<u64> {
        for calls in 0.. {
            py.check_signals()?;
            let rows = self.gather(py, simulations)?;
            if rows == 0 {
                return Ok(calls);
            }
            let slice = PySlice::new(py, 0, rows as isize, 1);
            let arguments = (self.planes.bind(py).get_item(&slice)?, self.masks.bind(py).get_item(&slice)?);
            let (policy, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) = evaluate.call1(arguments)?.extract()?;
            let (policy, value) = (floats(&policy)?, floats(&value)?);
            let wrong = |what: &str, shape: String, found: &Bound<'_, PyAny>| {
                let found = found.getattr("shape").map_or_else(|_| String::new(), |shape| shape.to_string());
                PyValueError::new_err(format!("{what}: expected the shape {shape}, got {found}"))
            };
            let policies = policy.extract::<PyReadonlyArray2<'_, f32>>().ok();
            let policies = policies.filter(|array| array.shape() == [rows, self.actions]);
            let policies = policies.ok_or_else(|| wrong("policy", format!("({rows}, {})", self.actions), &policy))?;
            let values = value.extract::<PyReadonlyArray1<'_, f32>>().ok().filter(|array| array.shape() == [rows]);
            let values = values.ok_or_else(|| wrong("value", format!("({rows},)"), &value))?;
            let (policies, values) = (policies.as_slice()?, values.as_slice()?);
            let trees = &mut self.trees;
            let learn = || trees.learn_policies(policies, values);
            if self.parallel { pool::install(py, learn)? } else { py.detach(learn) }.map_err(refuse)?;
        }
        Ok(0)
    }

    /// Shares of the visits of the root actions: a float32 array of shape `(games, num_actions)`,
    /// the policy to learn; with `gumbel`, the improved policy. Rows of games in which no player is
    /// to move are 0.
    fn policies<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let array = PyArray2::zeros(py, [self.trees.len(), self.actions], false);
        let mut rows = array.try_readwrite()?;
        let rows = rows.as_slice_mut()?;
        for (game, row) in rows.chunks_mut(self.actions.max(1)).enumerate() {
            if self.position(game)?.turn().player().is_some() {
                self.trees.write_policy(game, row).map_err(refuse)?;
            }
        }
        Ok(array)
    }

    /// Visits of the root actions: a float32 array of shape `(games, num_actions)`. Rows of games
    /// in which no player is to move are 0.
    fn visits<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        use gambol::game::Indexed;
        let array = PyArray2::zeros(py, [self.trees.len(), self.actions], false);
        let mut rows = array.try_readwrite()?;
        let rows = rows.as_slice_mut()?;
        for (game, row) in rows.chunks_mut(self.actions.max(1)).enumerate() {
            let position = self.position(game)?;
            if position.turn().player().is_some() {
                for root in self.trees.decision(game).map_err(refuse)?.root {
                    if let Some(entry) = row.get_mut(position.action_index(root.action)) {
                        *entry = root.visits as f32;
                    }
                }
            }
        }
        Ok(array)
    }

    /// Values of the states for the players to move, after the search: a float32 array of shape
    /// `(games,)`. They are points to come, the score so far not included; 0 for games in which no
    /// player is to move.
    fn values<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let mut values = vec![0.0; self.trees.len()];
        for (game, value) in values.iter_mut().enumerate() {
            let position = self.position(game)?;
            if let Some(player) = position.turn().player() {
                let found = self.trees.decision(game).map_err(refuse)?.value;
                *value = (player.sign() as f64 * (found - position.score() as f64)) as f32;
            }
        }
        Ok(PyArray1::from_vec(py, values))
    }

    /// The decision of a game's search so far.
    ///
    /// Raises IndexError without such a game, ValueError if no player is to move.
    fn decision(&mut self, game: usize) -> PyResult<Decision> {
        self.check_game(game)?;
        self.trees.decision(game).map(|decision| Decision::of(&decision, 0.0)).map_err(refuse)
    }

    /// The state of a game.
    fn state(&self, game: usize) -> PyResult<State> {
        self.position(game).map(State::named)
    }

    /// Plays events in a game: its tree below them is kept.
    ///
    /// Raises ValueError for an illegal event, without playing any.
    #[pyo3(signature = (game, *events))]
    fn advance(&mut self, game: usize, events: Vec<String>) -> PyResult<()> {
        let mut position = self.position(game)?;
        let mut legal = Vec::with_capacity(events.len());
        for text in events {
            let event = position.event(&text).map_err(refuse)?;
            position.try_advance(event).map_err(refuse)?;
            legal.push(event);
        }
        legal.into_iter().try_for_each(|event| self.trees.advance(game, event)).map_err(refuse)
    }

    /// Samples the pending chance events of a game by a seed.
    fn settle(&mut self, game: usize, seed: u64) -> PyResult<()> {
        self.check_game(game)?;
        self.trees.settle(game, Seed::new(seed)).map_err(refuse)
    }

    /// Replaces a game by a new one.
    ///
    /// Raises ValueError for a state of another game.
    #[pyo3(signature = (game, state, *, seed))]
    fn set(&mut self, game: usize, state: &State, seed: u64) -> PyResult<()> {
        self.check_game(game)?;
        let position = state.position(&Context::new(None))?;
        self.trees.set(game, &position, Seed::new(seed)).map_err(refuse)
    }

    fn __len__(&self) -> usize {
        self.trees.len()
    }

    fn __repr__(&self) -> String {
        format!("<gambol.Forest {} × {}, {} leaves a batch>", self.game, self.trees.len(), self.leaves)
    }
}
