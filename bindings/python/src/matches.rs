//! Runs and matches: games of agents, their records and their statistics.

use std::fmt::Display;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

use gambol::Budget;
use gambol::registry::Position;
use gambol_arena::{
    DrawRule, GameText, Header, Plan, PlanBuilder, Provenance, Reader, Record as Line, Resign, Shard, Sprt, Tally,
    TimeControl, play_games, write_records,
};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyRange, PySlice, PyTuple};
use serde_json::Value;

use crate::own::Context;
use crate::state::State;
use crate::{pool, refuse, registry};

/// Games of one or two agents, played or read from a file: a sequence of Records.
///
/// `result` has the statistics; `rows()` is ready for `pandas.DataFrame`. Games and Records can be
/// pickled.
#[pyclass(frozen, module = "gambol")]
pub(crate) struct Games {
    header: Header,
    start: Arc<Py<State>>,
    records: Vec<Line>,
}

/// The record of a game.
#[pyclass(frozen, module = "gambol")]
pub(crate) struct Record {
    line: Line,
    agents: Vec<String>,
    start: Arc<Py<State>>,
}

/// A value of JSON as a Python value; numbers that JSON has not are None.
pub(crate) fn plain<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Bool(value) => value.into_pyobject(py)?.to_owned().into_any(),
        Value::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(number), _) => number.into_pyobject(py)?.into_any(),
            (None, Some(number)) => number.into_pyobject(py)?.into_any(),
            (None, None) => number.as_f64().into_pyobject(py)?.into_any(),
        },
        Value::String(text) => text.into_pyobject(py)?.into_any(),
        Value::Array(values) => {
            let values = values.iter().map(|value| plain(py, value)).collect::<PyResult<Vec<_>>>()?;
            PyList::new(py, values)?.into_any()
        }
        Value::Object(entries) => {
            let dict = PyDict::new(py);
            for (key, value) in entries {
                dict.set_item(key, plain(py, value)?)?;
            }
            dict.into_any()
        }
    })
}

impl Games {
    fn record(&self, line: &Line) -> Record {
        let agents = line.players(&self.header.plan).into_iter().map(str::to_owned).collect();
        Record { line: line.clone(), agents, start: Arc::clone(&self.start) }
    }

    fn tally(&self) -> Tally {
        let mut tally = Tally::new(&self.header.plan);
        self.records.iter().for_each(|record| tally.add(record));
        tally
    }
}

#[pymethods]
impl Games {
    /// The game with its settings.
    #[getter]
    fn game(&self) -> &str {
        self.header.plan.game()
    }

    /// The agents, one or two.
    #[getter]
    fn agents(&self) -> Vec<String> {
        self.header.plan.agents().to_vec()
    }

    /// The master seed; game k depends only on it and k.
    #[getter]
    fn seed(&self) -> u64 {
        self.header.plan.seed()
    }

    /// The first state of all games.
    #[getter]
    fn start(&self, py: Python<'_>) -> Py<State> {
        self.start.clone_ref(py)
    }

    /// Final scores of the first player, in the order of the games.
    #[getter]
    fn scores(&self) -> Vec<i64> {
        self.records.iter().map(|record| record.score).collect()
    }

    /// The statistics: a `Summary` of one agent, `Paired` for two agents of a puzzle, a `Duel` for
    /// two players.
    #[getter]
    fn result<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        this.py().import("gambol._results")?.call_method1("result", (this,))
    }

    /// The statistics as plain values, by the names of `gambol run --json` and `gambol match
    /// --json`; infinite numbers are None.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        plain(py, &serde_json::to_value(self.tally().result()).map_err(refuse)?)
    }

    /// The statistics as one line of text.
    fn summary(&self) -> String {
        self.tally().glance()
    }

    /// One dict a game: `game`, `agent` (or `first` and `second`), `seed`, `score`, `moves`, `ms`.
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        self.records.iter().map(|line| self.record(line).to_dict(py)).collect()
    }

    /// Writes the games to a file of JSON lines, as `gambol run --out` does. The file is written
    /// under another name and then renamed. `load` reads it, unless the game is written in Python.
    ///
    /// Raises ValueError if it cannot be written.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        py.detach(|| write_records(&path, &self.header, &self.records)).map_err(refuse)
    }

    fn __len__(&self) -> usize {
        self.records.len()
    }

    /// A record, or a list of those of a slice.
    fn __getitem__<'py>(&self, py: Python<'py>, index: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let count = self.records.len();
        if let Ok(slice) = index.cast::<PySlice>() {
            let range = slice.indices(count as isize)?;
            let places = (0..range.slicelength).map(|step| range.start + step as isize * range.step);
            let records = places.map(|place| self.record(&self.records[place as usize])).collect::<Vec<_>>();
            return records.into_bound_py_any(py);
        }
        let index: isize = index.extract()?;
        let place = if index < 0 { index.checked_add_unsigned(count) } else { Some(index) };
        let found = place.and_then(|place| self.records.get(usize::try_from(place).ok()?));
        let record = found.ok_or_else(|| PyIndexError::new_err(format!("game {index} of {count}")))?;
        self.record(record).into_bound_py_any(py)
    }

    /// An iterator over the records.
    fn __iter__<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let indices = PyRange::new(this.py(), 0, this.len()? as isize)?;
        this.py().import("builtins")?.call_method1("map", (this.getattr("__getitem__")?, indices))
    }

    /// The games of a header and records in JSON, for pickle.
    #[staticmethod]
    #[pyo3(name = "_of")]
    fn restored(header: &str, start: Py<State>, records: &str) -> PyResult<Self> {
        let header = serde_json::from_str(header).map_err(refuse)?;
        let records = serde_json::from_str(records).map_err(refuse)?;
        Ok(Self { header, start: Arc::new(start), records })
    }

    fn __reduce__<'py>(this: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, games) = (this.py(), this.get());
        let header = serde_json::to_string(&games.header).map_err(refuse)?;
        let records = serde_json::to_string(&games.records).map_err(refuse)?;
        let fields = (header, games.start.clone_ref(py), records);
        Ok((this.get_type().getattr("_of")?, fields.into_pyobject(py)?))
    }

    fn __repr__(&self) -> String {
        format!("<gambol.Games {}: {}>", self.header.plan.game(), self.summary())
    }
}

impl Record {
    fn recorded(&self) -> PyResult<&GameText> {
        self.line.game.as_ref().ok_or_else(|| PyValueError::new_err("the events were not recorded"))
    }
}

#[pymethods]
impl Record {
    /// Number of the game in its run.
    #[getter]
    fn index(&self) -> u64 {
        self.line.index
    }

    /// Seed of the game.
    #[getter]
    fn seed(&self) -> u64 {
        self.line.seed
    }

    /// The agents in the order of the sides, or the one that played a puzzle.
    #[getter]
    fn agents(&self) -> Vec<String> {
        self.agents.clone()
    }

    /// Final score of the first player.
    #[getter]
    fn score(&self) -> i64 {
        self.line.score
    }

    /// Number of actions that agents played.
    #[getter]
    fn moves(&self) -> u64 {
        self.line.moves
    }

    /// Time of all decisions in milliseconds.
    #[getter]
    fn ms(&self) -> f64 {
        self.line.time_us as f64 / 1000.0
    }

    /// Text of the final state.
    #[getter(final_state)]
    fn last(&self) -> &str {
        &self.line.last
    }

    /// Actions and outcomes in order.
    ///
    /// Raises ValueError if the game was played with `record=False`.
    #[getter]
    fn events(&self) -> PyResult<Vec<String>> {
        Ok(self.recorded()?.events.clone())
    }

    /// All states of the game, from the first to the last.
    ///
    /// Raises ValueError if the events were not recorded, or are illegal.
    fn replay(&self, py: Python<'_>) -> PyResult<Vec<State>> {
        let game = self.recorded()?;
        let mut states = vec![self.start.get().first(&game.start)?];
        for (number, event) in (1..).zip(&game.events) {
            let refused =
                |error: PyErr| PyValueError::new_err(format!("event {number} ({event}): {}", error.value(py)));
            let next = states[states.len() - 1].after_event(py, event).map_err(refused)?;
            states.push(next);
        }
        Ok(states)
    }

    /// The record without its events as plain values.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let told = PyDict::new(py);
        told.set_item("game", self.line.index)?;
        match self.agents.as_slice() {
            [first, second] => {
                told.set_item("first", first)?;
                told.set_item("second", second)?;
            }
            others => told.set_item("agent", others.first())?,
        }
        told.set_item("seed", self.line.seed)?;
        told.set_item("score", self.line.score)?;
        told.set_item("moves", self.line.moves)?;
        told.set_item("ms", self.ms())?;
        Ok(told)
    }

    /// The record of a line of JSON, for pickle.
    #[staticmethod]
    #[pyo3(name = "_of")]
    fn restored(line: &str, agents: Vec<String>, start: Py<State>) -> PyResult<Self> {
        let line = serde_json::from_str(line).map_err(refuse)?;
        Ok(Self { line, agents, start: Arc::new(start) })
    }

    fn __reduce__<'py>(this: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, record) = (this.py(), this.get());
        let line = serde_json::to_string(&record.line).map_err(refuse)?;
        let fields = (line, record.agents.clone(), record.start.clone_ref(py));
        Ok((this.get_type().getattr("_of")?, fields.into_pyobject(py)?))
    }

    fn __repr__(&self) -> String {
        let Line { index, score, moves, .. } = self.line;
        format!("Record(index={index}, agents={:?}, score={score}, moves={moves})", self.agents)
    }
}

/// The plan of games from a position.
fn plan(
    start: &Position,
    game: &str,
    agents: &[String],
    games: u64,
    seed: u64,
    settings: impl FnOnce(PlanBuilder) -> PlanBuilder,
) -> PyResult<Plan> {
    let agents =
        agents.iter().map(|agent| start.game().expand(agent)).collect::<Result<Vec<_>, _>>().map_err(refuse)?;
    let mut builder = start.plan(game).agents(&agents).games(games).seed(seed);
    for (number, agent) in agents.iter().enumerate() {
        if !agents[..number].contains(agent) {
            let files = start.agent_files(agent).map_err(refuse)?;
            builder = files.into_iter().fold(builder, PlanBuilder::file);
        }
    }
    settings(builder).build().map_err(refuse)
}

/// Parses the argument of this name.
fn parsed<T: FromStr<Err: Display>>(name: &str, text: &str) -> PyResult<T> {
    text.parse().map_err(|error| PyValueError::new_err(format!("{name}: {error}")))
}

/// Plays games on all cores: see `gambol.play`.
#[pyfunction]
#[pyo3(signature = (start, game, agents, games, seed, max_moves, opening_plies, openings, ms, tc, resign, draw, record, sprt, evaluator))]
pub(crate) fn play(
    py: Python<'_>,
    start: Py<State>,
    game: &str,
    agents: Vec<String>,
    games: u64,
    seed: u64,
    max_moves: Option<u64>,
    opening_plies: Option<u32>,
    openings: Vec<String>,
    ms: Option<u64>,
    tc: Option<&str>,
    resign: Option<&str>,
    draw: Option<&str>,
    record: bool,
    sprt: Option<(f64, f64)>,
    evaluator: Option<Py<PyAny>>,
) -> PyResult<Games> {
    let context = Context::new(evaluator);
    let position = start.get().position(&context)?;
    let test = sprt.map(|(low, high)| {
        Sprt::new(low, high, 0.05, 0.05)
            .ok_or_else(|| PyValueError::new_err(format!("sprt: invalid bounds {low}, {high}")))
    });
    let test = test.transpose()?;
    let clock = tc.map(|text| parsed::<TimeControl>("tc", text)).transpose()?;
    let resign = resign.map(|text| parsed::<Resign>("resign", text)).transpose()?;
    let draw = draw.map(|text| parsed::<DrawRule>("draw", text)).transpose()?;
    let plan = plan(&position, game, &agents, games, seed, |mut builder| {
        builder = max_moves.into_iter().fold(builder, PlanBuilder::max_moves);
        builder = opening_plies.into_iter().fold(builder, PlanBuilder::opening_plies);
        builder = clock.into_iter().fold(builder.openings(openings), PlanBuilder::tc);
        builder = resign.into_iter().fold(builder, PlanBuilder::resign);
        builder = draw.into_iter().fold(builder, PlanBuilder::draw);
        builder = ms.into_iter().fold(builder, PlanBuilder::ms);
        builder = test.into_iter().fold(builder, PlanBuilder::sprt);
        builder.record_games(record)
    })?;
    let stop = context.stop();
    let budget = Budget::unlimited().stop(stop.clone());
    let mut records: Vec<Line> = Vec::new();
    let played = pool::wait(py, &pool::GAMES, stop, || {
        let mut tally = Tally::new(&plan);
        play_games(
            0..plan.games(),
            |index| position.play_game(&plan, index, &budget),
            |record| {
                // A game that was stopped is none.
                if stop.is_raised() {
                    return Ok(ControlFlow::Break(()));
                }
                tally.add(&record);
                records.push(record);
                Ok(if tally.is_decided() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            },
        )
    })?;
    context.check()?;
    played.map_err(refuse)?;
    let here = Provenance::here([String::from("python"), String::from("gambol")]);
    let header = Header::new(env!("CARGO_PKG_VERSION"), plan, Shard::WHOLE).played_by(here);
    Ok(Games { header, start: Arc::new(start), records })
}

/// Reads a file of records that `Games.save`, `gambol run` or `gambol match` wrote, and replays the
/// recorded games to verify them.
///
/// Raises ValueError if the file cannot be read, or with the line that is wrong.
#[pyfunction]
pub(crate) fn load(py: Python<'_>, path: PathBuf) -> PyResult<Games> {
    let context = Context::new(None);
    let read = || -> Result<(Header, Position, Vec<Line>), String> {
        let reader = Reader::open(&path).map_err(|error| error.to_string())?;
        let mut reader = reader.ok_or_else(|| format!("{}: the file has no header", path.display()))?;
        let header = reader.header().clone();
        let start = start_of(&header.plan).map_err(|error| format!("{}: {error}", path.display()))?;
        let mut records = Vec::new();
        while let Some(located) = reader.next() {
            let record = located.map_err(|error| error.to_string())?.record;
            let verified = start.verify_game(&header.plan, &record);
            verified.map_err(|why| reader.refuse(format!("game {}: {why}", record.index)).to_string())?;
            records.push(record);
            if context.stop().is_raised() {
                break;
            }
        }
        if reader.is_torn() {
            return Err(format!("{}: the last line is truncated", path.display()));
        }
        Ok((header, start, records))
    };
    let (header, start, records) =
        pool::wait(py, &pool::GAMES, context.stop(), read)?.map_err(PyValueError::new_err)?;
    Ok(Games { header, start: Arc::new(Py::new(py, State::named(start))?), records })
}

/// The first state of a plan's games.
fn start_of(plan: &Plan) -> Result<Position, String> {
    let (name, _) = gambol::registry::split(plan.game());
    registry().position(name, plan.start()).map_err(|error| error.to_string())
}
