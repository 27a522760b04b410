//! Results of searches.

use gambol::Player;
use gambol::registry::Label;
use gambol::search::{Bound as Kind, Proven};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// Result of a search; it can be pickled, as states can, for searches in other processes.
///
/// Values are for the first player, in the units of the evaluator, as scores are.
#[pyclass(frozen, get_all, module = "gambol")]
#[derive(Clone, Debug)]
pub(crate) struct Decision {
    /// The best action found.
    action: String,
    /// Its value for the first player.
    value: f64,
    /// The player who was to move: `"first"` or `"second"`.
    player: String,
    /// Proven result for the player to move, such as `"win in 3 plies"`, or `None`.
    proven: Option<String>,
    /// All legal actions with their values, in the order of the game; empty if the search values
    /// none.
    root: Vec<RootAction>,
    /// Principal variation: the best actions up to the next chance event.
    pv: Vec<String>,
    /// States visited.
    nodes: u64,
    /// Rollouts, or descents of a tree.
    simulations: u64,
    /// Greatest completed depth in actions; 0 for searches without depth.
    depth: u32,
    /// Search time in milliseconds.
    ms: f64,
}

/// A legal action at the root of a search.
#[pyclass(frozen, get_all, from_py_object, module = "gambol")]
#[derive(Clone, Debug)]
pub(crate) struct RootAction {
    /// The action.
    action: String,
    /// Its value for the first player.
    value: f64,
    /// `"exact"`, `"at-most"`, `"at-least"` or `"unsearched"`.
    bound: String,
    /// Proven result for the player to move, or `None`.
    proven: Option<String>,
    /// Standard error of the value, or `None`.
    std_error: Option<f64>,
    /// Simulations that started with it, or nodes searched below it.
    visits: u64,
}

/// The text of a proven result for a player.
fn shown(proven: Option<Proven>, player: Player) -> Option<String> {
    Some(match proven? {
        Proven::Draw => "draw".to_owned(),
        Proven::Score(score) => format!("score {score}"),
        Proven::Win { winner, plies } => {
            let result = if winner == player { "win" } else { "loss" };
            match plies {
                Some(1) => format!("{result} in 1 ply"),
                Some(plies) => format!("{result} in {plies} plies"),
                None => result.to_owned(),
            }
        }
        _ => return None,
    })
}

impl Decision {
    pub(crate) fn of(decision: &gambol::Decision<Label>, ms: f64) -> Self {
        let player = decision.player;
        let root = decision.root.iter().map(|root| RootAction {
            action: root.action.to_string(),
            value: root.value,
            bound: String::from(match root.bound {
                Kind::AtMost => "at-most",
                Kind::AtLeast => "at-least",
                Kind::Unsearched => "unsearched",
                _ => "exact",
            }),
            proven: shown(root.proven, player),
            std_error: root.std_error,
            visits: root.visits,
        });
        Self {
            action: decision.action.to_string(),
            value: decision.value,
            player: String::from(if player == Player::First { "first" } else { "second" }),
            proven: shown(decision.proven, player),
            root: root.collect(),
            pv: decision.pv.iter().map(ToString::to_string).collect(),
            nodes: decision.stats.nodes,
            simulations: decision.stats.simulations,
            depth: decision.stats.depth,
            ms,
        }
    }

    pub(crate) fn action(&self) -> &str {
        &self.action
    }
}

#[pymethods]
impl Decision {
    /// The value of every root action, by action.
    #[getter]
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let values = PyDict::new(py);
        for root in &self.root {
            values.set_item(&root.action, root.value)?;
        }
        Ok(values)
    }

    /// The result as plain values: `pandas.DataFrame(decision.to_dict()["root"])` is a table of the
    /// actions.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let told = PyDict::new(py);
        told.set_item("action", &self.action)?;
        told.set_item("value", self.value)?;
        told.set_item("player", &self.player)?;
        told.set_item("proven", &self.proven)?;
        let root = self.root.iter().map(|root| root.to_dict(py)).collect::<PyResult<Vec<_>>>()?;
        told.set_item("root", root)?;
        told.set_item("pv", &self.pv)?;
        told.set_item("nodes", self.nodes)?;
        told.set_item("simulations", self.simulations)?;
        told.set_item("depth", self.depth)?;
        told.set_item("ms", self.ms)?;
        Ok(told)
    }

    /// The result with these fields, for pickle.
    #[staticmethod]
    #[pyo3(name = "_of")]
    fn restored(
        action: String,
        value: f64,
        player: String,
        proven: Option<String>,
        root: Vec<RootAction>,
        pv: Vec<String>,
        nodes: u64,
        simulations: u64,
        depth: u32,
        ms: f64,
    ) -> Self {
        Self { action, value, player, proven, root, pv, nodes, simulations, depth, ms }
    }

    fn __reduce__<'py>(this: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let Self { action, value, player, proven, root, pv, nodes, simulations, depth, ms } = this.get().clone();
        let fields = (action, value, player, proven, root, pv, nodes, simulations, depth, ms);
        Ok((this.get_type().getattr("_of")?, fields.into_pyobject(this.py())?))
    }

    fn __repr__(&self) -> String {
        let proven = self.proven.as_ref().map_or(String::new(), |proven| format!(", proven={proven:?}"));
        format!("Decision(action={:?}, value={}{proven}, nodes={})", self.action, self.value, self.nodes)
    }
}

#[pymethods]
impl RootAction {
    /// The action as plain values.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let told = PyDict::new(py);
        told.set_item("action", &self.action)?;
        told.set_item("value", self.value)?;
        told.set_item("bound", &self.bound)?;
        told.set_item("proven", &self.proven)?;
        told.set_item("std_error", self.std_error)?;
        told.set_item("visits", self.visits)?;
        Ok(told)
    }

    /// The action with these fields, for pickle.
    #[staticmethod]
    #[pyo3(name = "_of")]
    fn restored(
        action: String,
        value: f64,
        bound: String,
        proven: Option<String>,
        std_error: Option<f64>,
        visits: u64,
    ) -> Self {
        Self { action, value, bound, proven, std_error, visits }
    }

    fn __reduce__<'py>(this: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let Self { action, value, bound, proven, std_error, visits } = this.get().clone();
        let fields = (action, value, bound, proven, std_error, visits);
        Ok((this.get_type().getattr("_of")?, fields.into_pyobject(this.py())?))
    }

    fn __repr__(&self) -> String {
        format!("RootAction(action={:?}, value={}, visits={})", self.action, self.value, self.visits)
    }
}
