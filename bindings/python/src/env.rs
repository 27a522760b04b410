//! One game, stepped for Gymnasium.

use gambol::Seed;
use gambol::env::{EnvError, Layout, Out, VecEnv as Env};
use numpy::ndarray::ArrayView3;
use numpy::{PyArray1, PyArray3};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::state::State;
use crate::vec_env::{Settings, closed, expected, open};
use crate::{refuse, registry};

/// The game of `gambol.gymnasium.Env`. A step is one call, and returns what Gymnasium's does.
#[pyclass(module = "gambol._gambol", name = "_Env")]
pub(crate) struct SingleEnv {
    games: Option<Box<dyn Env>>,
    game: String,
    layout: Layout,
    planes: Planes,
    mask: Vec<bool>,
    mover: u8,
}

/// Planes of the game.
enum Planes {
    Floats(Vec<f32>),
    Bytes(Vec<u8>),
}

type Seen<'py> = (Bound<'py, PyAny>, Bound<'py, PyDict>);

impl SingleEnv {
    /// Calls the game with this environment's memory. Returns the reward and the ends.
    fn write(
        &mut self,
        call: impl FnOnce(&mut dyn Env, Out<'_>) -> Result<(), EnvError>,
    ) -> PyResult<(f32, bool, bool)> {
        let games = self.games.as_deref_mut().ok_or_else(closed)?;
        let (mut reward, mut terminated, mut truncated, mut mover) = ([0.0], [false], [false], [0]);
        let out = Out::new(&mut reward, &mut terminated, &mut truncated, &mut mover).masks(&mut self.mask);
        let out = match &mut self.planes {
            Planes::Floats(values) => out.planes(&mut values[..]),
            Planes::Bytes(bytes) => out.planes(&mut bytes[..]),
        };
        call(games, out).map_err(refuse)?;
        let ([reward], [terminated], [truncated], [mover]) = (reward, terminated, truncated, mover);
        self.mover = mover;
        Ok((reward, terminated, truncated))
    }

    /// Planes and info.
    fn seen<'py>(&self, py: Python<'py>) -> PyResult<Seen<'py>> {
        let shape = self.layout.planes;
        let shape = (shape.planes, shape.height, shape.width);
        let planes = match &self.planes {
            Planes::Floats(values) => {
                let view = ArrayView3::from_shape(shape, values).map_err(refuse)?;
                PyArray3::from_array(py, &view).into_any()
            }
            Planes::Bytes(bytes) => {
                let view = ArrayView3::from_shape(shape, bytes).map_err(refuse)?;
                PyArray3::from_array(py, &view).into_any()
            }
        };
        let info = PyDict::new(py);
        info.set_item(intern!(py, "action_mask"), self.mask(py))?;
        if self.layout.players == 2 {
            info.set_item(intern!(py, "player"), self.mover)?;
        }
        Ok((planes, info))
    }
}

#[pymethods]
impl SingleEnv {
    #[new]
    fn new(
        game: &Bound<'_, PyAny>,
        illegal: &str,
        illegal_reward: f32,
        max_steps: Option<u32>,
        planes: &str,
    ) -> PyResult<Self> {
        let options = Settings { autoreset: "disabled", illegal, illegal_reward, max_steps }.options()?;
        let (games, game) = open(game, 1, 0, options)?;
        let layout = games.layout();
        let planes = match planes {
            "float32" => Planes::Floats(vec![0.0; layout.planes.len()]),
            "uint8" => Planes::Bytes(vec![0; layout.planes.len()]),
            other => return Err(expected("planes", "float32 or uint8", other)),
        };
        Ok(Self { games: Some(games), game, planes, mask: vec![false; layout.action_count], mover: 0, layout })
    }

    /// Number of action indices.
    #[getter]
    fn num_actions(&self) -> usize {
        self.layout.action_count
    }

    /// Shape of the observation: planes, rows, columns.
    #[getter]
    fn observation_shape(&self) -> (usize, usize, usize) {
        let shape = self.layout.planes;
        (shape.planes, shape.height, shape.width)
    }

    /// The mask of legal actions: a bool array of its own.
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        PyArray1::from_slice(py, &self.mask)
    }

    /// Begins an episode. A seed starts at the first.
    #[pyo3(signature = (seed=None))]
    fn reset<'py>(&mut self, py: Python<'py>, seed: Option<u64>) -> PyResult<Seen<'py>> {
        self.write(|games, out| games.reset(seed.map(Seed::new), None, out))?;
        self.seen(py)
    }

    /// Plays an action and the chance events after it.
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        action: i64,
    ) -> PyResult<(Bound<'py, PyAny>, f32, bool, bool, Bound<'py, PyDict>)> {
        let (reward, terminated, truncated) = self.write(|games, out| games.step(&[action], out))?;
        let (planes, info) = self.seen(py)?;
        Ok((planes, reward, terminated, truncated, info))
    }

    /// The current state.
    fn state(&self) -> PyResult<State> {
        let games = self.games.as_deref().ok_or_else(closed)?;
        registry().position(&self.game, &games.text(0).unwrap_or_default()).map(State::named).map_err(refuse)
    }

    /// Frees the game; later steps raise ValueError.
    fn close(&mut self) {
        self.games = None;
    }
}
