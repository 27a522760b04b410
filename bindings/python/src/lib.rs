//! The native module `gambol._gambol` of the Python package `gambol`.
//!
//! States, searches and matches by name stand on [`Position`](gambol::registry::Position). Games
//! that are written in Python are states of [`own`].

mod decision;
mod env;
mod forest;
mod matches;
mod own;
mod pool;
mod state;
mod vec_env;

use std::fmt::Display;
use std::sync::OnceLock;

use gambol::registry::Registry;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The games of Gambol.
pub(crate) fn registry() -> &'static Registry {
    static REGISTRY: OnceLock<Registry> = OnceLock::new();
    REGISTRY.get_or_init(Registry::standard)
}

/// A `ValueError` with the message of an error.
pub(crate) fn refuse(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Names of the games, in the order of the registry.
#[pyfunction]
fn games() -> Vec<String> {
    registry().games().into_iter().map(|game| game.name).collect()
}

/// Description of a game: its name, rules, settings, levels, agents, evaluators and policies.
#[pyfunction]
fn describe<'py>(py: Python<'py>, game: &str) -> PyResult<Bound<'py, PyDict>> {
    let start = registry().start(game).map_err(refuse)?;
    let info = start.game();
    let told = PyDict::new(py);
    told.set_item("name", &info.name)?;
    told.set_item("about", &info.about)?;
    told.set_item("settings", &info.settings)?;
    told.set_item("rules", &info.rules)?;
    told.set_item("players", start.players())?;
    let levels = PyDict::new(py);
    for level in &info.levels {
        levels.set_item(level.name, &level.agent)?;
    }
    told.set_item("levels", levels)?;
    let agents = PyDict::new(py);
    for agent in &info.agents {
        let parameters = PyDict::new(py);
        for parameter in &agent.parameters {
            parameters.set_item(parameter.key, format!("{} [default: {}]", parameter.about, parameter.default))?;
        }
        let entry = PyDict::new(py);
        entry.set_item("about", &agent.about)?;
        entry.set_item("parameters", parameters)?;
        agents.set_item(&agent.name, entry)?;
    }
    told.set_item("agents", agents)?;
    for (key, list) in [("evaluators", &info.evaluators), ("policies", &info.policies)] {
        let named = PyDict::new(py);
        for one in list {
            named.set_item(&one.name, &one.about)?;
        }
        told.set_item(key, named)?;
    }
    Ok(told)
}

#[pymodule]
mod _gambol {
    #[pymodule_export]
    use super::decision::{Decision, RootAction};
    #[pymodule_export]
    use super::env::SingleEnv;
    #[pymodule_export]
    use super::forest::Forest;
    #[pymodule_export]
    use super::matches::{Games, Record, load, play};
    #[pymodule_export]
    use super::state::State;
    #[pymodule_export]
    use super::vec_env::VecEnv;
    #[pymodule_export]
    use super::{describe, games};

    /// The version of Gambol.
    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
