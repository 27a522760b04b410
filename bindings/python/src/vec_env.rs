//! Many games stepped together, in arrays of numpy.

use gambol::Seed;
use gambol::env::{ActionLists, Autoreset, EnvError, IllegalAction, Layout, Options, Out, VecEnv as Env};
use numpy::{PyArray1, PyArray2, PyArray4, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::own::Context;
use crate::state::State;
use crate::{pool, refuse, registry};

/// Games that are stepped together. A step writes into the same arrays every time: copy what must
/// last.
///
/// - `game`: a name such as `"five-or-more:large"`, or the state in which every episode starts.
/// - `num_envs`: number of games.
/// - `seed`: episode e of game g depends only on it, g and e, whatever the number of games.
/// - `autoreset`: `"next-step"` (a step after an end begins the next episode; its reward is 0),
///   `"same-step"` (the step of the end does, and `final_observations` has the last planes) or
///   `"disabled"`.
/// - `illegal`: `"refuse"` raises ValueError for an illegal action, and no game changes; `"end"`
///   ends the game with `illegal_reward`.
/// - `max_steps`: truncates episodes.
/// - `planes`: `"float32"` (0 to 1), `"uint8"` (0 to 255) or None.
/// - `actions`: `"mask"`, `"list"` or None.
/// - `parallel`: steps on all cores.
///
/// Chance is drawn by the environment. In two-player games, all arrays are from the side of the
/// player to move, and rewards from that of the player who moved.
///
/// Raises ValueError for an invalid argument, which it names.
#[pyclass(module = "gambol")]
pub(crate) struct VecEnv {
    games: Option<Box<dyn Env>>,
    game: String,
    layout: Layout,
    parallel: bool,
    planes: Planes,
    finals: Planes,
    masks: Option<Py<PyArray2<bool>>>,
    lists: Option<ActionLists>,
    /// Points of the last step: a float32 array of shape `(num_envs,)`.
    #[pyo3(get)]
    rewards: Py<PyArray1<f32>>,
    /// Whether each game is over: a bool array of shape `(num_envs,)`.
    #[pyo3(get)]
    terminated: Py<PyArray1<bool>>,
    /// Whether each episode was cut off: a bool array of shape `(num_envs,)`.
    #[pyo3(get)]
    truncated: Py<PyArray1<bool>>,
    /// The player to move, 0 or 1; after an end, the one who moved last: a uint8 array of shape
    /// `(num_envs,)`.
    #[pyo3(get)]
    movers: Py<PyArray1<u8>>,
}

/// Planes of all games.
enum Planes {
    None,
    Floats(Py<PyArray4<f32>>),
    Bytes(Py<PyArray4<u8>>),
}

impl Planes {
    fn new(py: Python<'_>, kind: Option<&str>, layout: &Layout) -> PyResult<Self> {
        let shape = layout.planes;
        let shape = [layout.games, shape.planes, shape.height, shape.width];
        Ok(match kind {
            None => Self::None,
            Some("float32") => Self::Floats(PyArray4::zeros(py, shape, false).unbind()),
            Some("uint8") => Self::Bytes(PyArray4::zeros(py, shape, false).unbind()),
            Some(other) => return Err(expected("planes", "float32, uint8 or None", other)),
        })
    }

    fn array<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        match self {
            Self::None => None,
            Self::Floats(array) => Some(array.bind(py).clone().into_any()),
            Self::Bytes(array) => Some(array.bind(py).clone().into_any()),
        }
    }
}

pub(crate) fn expected(what: &str, choices: &str, given: &str) -> PyErr {
    PyValueError::new_err(format!("{what}: expected {choices}, got {given}"))
}

fn scattered(what: &str) -> PyErr {
    PyValueError::new_err(format!("{what}: the array is not contiguous"))
}

pub(crate) fn closed() -> PyErr {
    PyValueError::new_err("the environment is closed")
}

/// The options that all environments have.
pub(crate) struct Settings<'a> {
    pub(crate) autoreset: &'a str,
    pub(crate) illegal: &'a str,
    pub(crate) illegal_reward: f32,
    pub(crate) max_steps: Option<u32>,
}

impl Settings<'_> {
    pub(crate) fn options(self) -> PyResult<Options> {
        let mode = match self.autoreset {
            "next-step" => Autoreset::NextStep,
            "same-step" => Autoreset::SameStep,
            "disabled" => Autoreset::Disabled,
            other => return Err(expected("autoreset", "next-step, same-step or disabled", other)),
        };
        let illegal = match self.illegal {
            "refuse" => IllegalAction::Refuse,
            "end" => IllegalAction::End { reward: self.illegal_reward },
            other => return Err(expected("illegal", "refuse or end", other)),
        };
        let options = Options::default().autoreset(mode).illegal(illegal);
        Ok(self.max_steps.into_iter().fold(options, Options::max_steps))
    }
}

/// Maximum number of games of an environment. A mistaken number would exhaust the memory.
const MOST_GAMES: usize = 1 << 24;

/// Games that start with a name or a state, and the name of the game.
pub(crate) fn open(
    game: &Bound<'_, PyAny>,
    count: usize,
    seed: u64,
    options: Options,
) -> PyResult<(Box<dyn Env>, String)> {
    let position = match game.cast::<State>() {
        Ok(state) => state.get().position(&Context::new(None))?,
        Err(_) => registry().start(game.extract::<&str>()?).map_err(refuse)?,
    };
    if count > MOST_GAMES {
        return Err(PyValueError::new_err(format!("num_envs: expected at most {MOST_GAMES}, got {count}")));
    }
    let games = position.batch(count, Seed::new(seed), options).map_err(refuse)?;
    Ok((games, position.game().name.clone()))
}

impl VecEnv {
    /// Calls the games with this environment's arrays.
    fn write(
        &mut self,
        py: Python<'_>,
        call: impl FnOnce(&mut dyn Env, Out<'_>) -> Result<(), EnvError> + Send,
    ) -> PyResult<()> {
        /// Below this number of games, releasing the lock costs more than the step.
        const FEW: usize = 8;
        let games = self.games.as_deref_mut().ok_or_else(closed)?;
        let mut rewards = self.rewards.bind(py).try_readwrite()?;
        let mut terminated = self.terminated.bind(py).try_readwrite()?;
        let mut truncated = self.truncated.bind(py).try_readwrite()?;
        let mut movers = self.movers.bind(py).try_readwrite()?;
        let mut masks = self.masks.as_ref().map(|masks| masks.bind(py).try_readwrite()).transpose()?;
        let (mut floats, mut bytes, mut final_floats, mut final_bytes) = (None, None, None, None);
        match &self.planes {
            Planes::None => {}
            Planes::Floats(planes) => floats = Some(planes.bind(py).try_readwrite()?),
            Planes::Bytes(planes) => bytes = Some(planes.bind(py).try_readwrite()?),
        }
        match &self.finals {
            Planes::None => {}
            Planes::Floats(planes) => final_floats = Some(planes.bind(py).try_readwrite()?),
            Planes::Bytes(planes) => final_bytes = Some(planes.bind(py).try_readwrite()?),
        }
        let mut out = Out::new(
            rewards.as_slice_mut()?,
            terminated.as_slice_mut()?,
            truncated.as_slice_mut()?,
            movers.as_slice_mut()?,
        );
        if let Some(planes) = &mut floats {
            out = out.planes(planes.as_slice_mut()?);
        }
        if let Some(planes) = &mut bytes {
            out = out.planes(planes.as_slice_mut()?);
        }
        if let Some(planes) = &mut final_floats {
            out = out.finals(planes.as_slice_mut()?);
        }
        if let Some(planes) = &mut final_bytes {
            out = out.finals(planes.as_slice_mut()?);
        }
        if let Some(masks) = &mut masks {
            out = out.masks(masks.as_slice_mut()?);
        }
        if let Some(lists) = &mut self.lists {
            out = out.lists(lists);
        }
        let result = if self.parallel {
            pool::install(py, || call(games, out))?
        } else if self.layout.games < FEW {
            call(games, out)
        } else {
            py.detach(|| call(games, out))
        };
        result.map_err(refuse)
    }

    fn check_game(&self, game: usize) -> PyResult<&dyn Env> {
        let games = self.games.as_deref().ok_or_else(closed)?;
        if game < self.layout.games {
            return Ok(games);
        }
        Err(PyIndexError::new_err(format!("game {game} of {}", self.layout.games)))
    }
}

#[pymethods]
impl VecEnv {
    #[new]
    #[pyo3(
        signature = (
            game, num_envs=1, *, seed=0, autoreset="next-step", illegal="refuse", illegal_reward=-1.0,
            max_steps=None, planes=Some("float32"), actions=Some("mask"), parallel=false
        ),
        // Not all defaults can be derived.
        text_signature = "(game, num_envs=1, *, seed=0, autoreset='next-step', illegal='refuse', \
            illegal_reward=-1.0, max_steps=None, planes='float32', actions='mask', parallel=False)"
    )]
    fn new(
        py: Python<'_>,
        game: &Bound<'_, PyAny>,
        num_envs: usize,
        seed: u64,
        autoreset: &str,
        illegal: &str,
        illegal_reward: f32,
        max_steps: Option<u32>,
        planes: Option<&str>,
        actions: Option<&str>,
        parallel: bool,
    ) -> PyResult<Self> {
        let options = Settings { autoreset, illegal, illegal_reward, max_steps }.options()?.parallel(parallel);
        let (masked, listed) = match actions {
            None => (false, false),
            Some("mask") => (true, false),
            Some("list") => (false, true),
            Some(other) => return Err(expected("actions", "mask, list or None", other)),
        };
        let (games, game) = open(game, num_envs, seed, options)?;
        let layout = games.layout();
        let finals = planes.filter(|_| autoreset == "same-step");
        Ok(Self {
            game,
            parallel,
            planes: Planes::new(py, planes, &layout)?,
            finals: Planes::new(py, finals, &layout)?,
            masks: masked.then(|| PyArray2::zeros(py, [num_envs, layout.action_count], false).unbind()),
            lists: listed.then(ActionLists::default),
            rewards: PyArray1::zeros(py, [num_envs], false).unbind(),
            terminated: PyArray1::zeros(py, [num_envs], false).unbind(),
            truncated: PyArray1::zeros(py, [num_envs], false).unbind(),
            movers: PyArray1::zeros(py, [num_envs], false).unbind(),
            games: Some(games),
            layout,
        })
    }

    /// Number of games.
    #[getter]
    fn num_envs(&self) -> usize {
        self.layout.games
    }

    /// Number of players, 1 or 2.
    #[getter]
    fn players(&self) -> usize {
        self.layout.players
    }

    /// Number of action indices.
    #[getter]
    fn num_actions(&self) -> usize {
        self.layout.action_count
    }

    /// Lengths of the axes of the action index.
    #[getter]
    fn action_shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.layout.action_shape)
    }

    /// Shape of the observation of a game: planes, rows, columns.
    #[getter]
    fn observation_shape(&self) -> (usize, usize, usize) {
        let shape = self.layout.planes;
        (shape.planes, shape.height, shape.width)
    }

    /// Planes of all games: an array of shape `(num_envs, *observation_shape)`, or None.
    #[getter]
    fn observations<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        self.planes.array(py)
    }

    /// Last planes of the episodes that ended in the last step, with `autoreset="same-step"`.
    #[getter]
    fn final_observations<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        self.finals.array(py)
    }

    /// Masks of legal actions: a bool array of shape `(num_envs, num_actions)`, or None.
    #[getter]
    fn masks<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyArray2<bool>>> {
        self.masks.as_ref().map(|masks| masks.bind(py).clone())
    }

    /// Legal actions with `actions="list"`, copied: two uint32 arrays (indices, offsets). Those of
    /// game g are `indices[offsets[g]:offsets[g + 1]]`. None without lists.
    #[getter]
    fn lists<'py>(&self, py: Python<'py>) -> Option<(Bound<'py, PyArray1<u32>>, Bound<'py, PyArray1<u32>>)> {
        let lists = self.lists.as_ref()?;
        Some((PyArray1::from_slice(py, &lists.indices), PyArray1::from_slice(py, &lists.offsets)))
    }

    /// Begins the next episode of all games, or of those that the bool array `which` selects. A
    /// seed starts at episode 0.
    ///
    /// Raises ValueError if the environment is closed or an array has the wrong shape, TypeError
    /// for the wrong dtype.
    #[pyo3(signature = (seed=None, which=None))]
    fn reset(&mut self, py: Python<'_>, seed: Option<u64>, which: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let which = which.map(|which| which.extract::<PyReadonlyArray1<'_, bool>>()).transpose();
        let which = which.map_err(|_| PyTypeError::new_err("which: expected a bool array of one dimension"))?;
        let which = which.map(|which| which.to_vec()).transpose().map_err(|_| scattered("which"))?;
        self.write(py, |games, out| games.reset(seed.map(Seed::new), which.as_deref(), out))
    }

    /// Plays an action in every game: an int64 array of shape `(num_envs,)` of action indices.
    ///
    /// Raises ValueError with the game and the rule for an illegal action, before the first reset,
    /// for an ended game without autoreset, if the environment is closed or the array has the wrong
    /// shape, and TypeError for the wrong dtype.
    fn step(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let given = actions.extract::<PyReadonlyArray1<'_, i64>>();
        let given = given.map_err(|_| PyTypeError::new_err("actions: expected an int64 array of one dimension"))?;
        let actions = given.as_slice().map_err(|_| scattered("actions"))?;
        self.write(py, |games, out| games.step(actions, out))
    }

    /// The state of a game.
    fn state(&self, game: usize) -> PyResult<State> {
        let text = self.check_game(game)?.text(game).unwrap_or_default();
        registry().position(&self.game, &text).map(State::named).map_err(refuse)
    }

    /// The score of a game.
    fn score(&self, game: usize) -> PyResult<i64> {
        Ok(self.check_game(game)?.score(game).unwrap_or_default())
    }

    /// Frees the games; every later call but this one raises ValueError.
    fn close(&mut self) {
        self.games = None;
    }

    fn __len__(&self) -> usize {
        self.layout.games
    }

    fn __repr__(&self) -> String {
        let state = if self.games.is_none() { ", closed" } else { "" };
        format!("<gambol.VecEnv {} × {}{state}>", self.game, self.layout.games)
    }
}
