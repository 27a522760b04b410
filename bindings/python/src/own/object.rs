//! States that are Python objects.

use std::sync::{Arc, OnceLock};

use gambol::registry::Label;
use gambol::{Player, Turn};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

/// A state that is a Python object, read once.
#[derive(Clone)]
pub(crate) struct Object(Arc<Inner>);

struct Inner {
    object: Py<PyAny>,
    /// Identity of the state.
    text: String,
    players: usize,
    has_chance: bool,
    turn: Turn,
    score: i64,
    /// Actions or outcomes, asked for once.
    events: OnceLock<Events>,
}

/// The actions or outcomes of a state.
#[derive(Default)]
pub(crate) struct Events {
    pub(crate) labels: Vec<Label>,
    /// Probabilities of outcomes; empty for actions.
    pub(crate) probabilities: Vec<f64>,
    values: Vec<Py<PyAny>>,
}

/// A member of an object: an attribute, a property or a method without arguments.
fn member<'py>(object: &Bound<'py, PyAny>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    let value = object.getattr(name)?;
    if value.is_callable() { value.call0() } else { Ok(value) }
}

/// Tolerance of the sum of probabilities, as in searches.
const SUM_TOLERANCE: f64 = 1e-6;

fn type_name(object: &Bound<'_, PyAny>) -> String {
    object.get_type().name().map_or_else(|_| "the object".to_owned(), |name| name.to_string())
}

/// The text of a Python value as a label.
fn label(value: &Bound<'_, PyAny>) -> PyResult<Label> {
    let text = value.str()?;
    let Ok(label) = text.to_str()?.parse();
    Ok(label)
}

impl Object {
    /// Reads a state.
    pub(crate) fn read(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        let name = type_name(object);
        let invalid = |what: &str, why: String| PyValueError::new_err(format!("{what} of {name}: {why}"));
        for required in ["players", "turn", "score", "actions", "after"] {
            // Reading a property may raise an AttributeError of its own.
            if !object.get_type().hasattr(required)? && !object.hasattr(required)? {
                let why = format!("{name} is no game: it has no `{required}` (see gambol.Game)");
                return Err(PyTypeError::new_err(why));
            }
        }
        let has_chance = object.hasattr("outcomes")?;
        let players: usize = member(object, "players")?.extract()?;
        if !(1..=2).contains(&players) {
            return Err(invalid("players", format!("expected 1 or 2, got {players}")));
        }
        let turn = member(object, "turn")?;
        let turn = match turn.str()?.to_str()? {
            "first" => Turn::Player(Player::First),
            "second" if players == 2 => Turn::Player(Player::Second),
            "chance" if has_chance => Turn::Chance,
            "over" => Turn::Over,
            "chance" => return Err(invalid("turn", "it is chance, but the class has no `outcomes`".to_owned())),
            other => {
                let second = if players == 2 { ", second" } else { "" };
                return Err(invalid("turn", format!("expected first{second}, chance or over, got {other}")));
            }
        };
        let score: i64 = member(object, "score")?.extract()?;
        let text = object.str()?.to_str()?.to_owned();
        // The default text is an address: equal states would differ.
        if text.starts_with('<') && text.contains(" object at 0x") {
            let why = format!("{name} has no text: define __str__ so that equal states have equal texts");
            return Err(PyTypeError::new_err(why));
        }
        let object = object.clone().unbind();
        Ok(Self(Arc::new(Inner { object, text, players, has_chance, turn, score, events: OnceLock::new() })))
    }

    pub(crate) fn text(&self) -> &str {
        &self.0.text
    }

    pub(crate) fn players(&self) -> usize {
        self.0.players
    }

    pub(crate) fn has_chance(&self) -> bool {
        self.0.has_chance
    }

    pub(crate) fn turn(&self) -> Turn {
        self.0.turn
    }

    pub(crate) fn score(&self) -> i64 {
        self.0.score
    }

    pub(crate) fn value<'py>(&self, py: Python<'py>) -> &Bound<'py, PyAny> {
        self.0.object.bind(py)
    }

    /// Returns the actions of a player, or the outcomes of chance.
    pub(crate) fn events(&self, py: Python<'_>) -> PyResult<&Events> {
        if let Some(events) = self.0.events.get() {
            return Ok(events);
        }
        // Not within the lock's initialisation, since Python may switch threads.
        let events = self.list(py)?;
        Ok(self.0.events.get_or_init(|| events))
    }

    fn list(&self, py: Python<'_>) -> PyResult<Events> {
        let object = self.value(py);
        let mut events = Events::default();
        let (method, what) = match self.turn() {
            Turn::Over => return Ok(events),
            Turn::Player(_) => ("actions", "actions"),
            Turn::Chance => ("outcomes", "outcomes"),
        };
        for item in object.call_method0(method)?.try_iter()? {
            let item = item?;
            let value = if self.turn() == Turn::Chance {
                let (outcome, probability): (Bound<'_, PyAny>, f64) = item.extract()?;
                events.probabilities.push(probability);
                outcome
            } else {
                item
            };
            let label = label(&value)?;
            if events.labels.contains(&label) {
                let why = format!("{what}() of {}: {label} is listed twice", type_name(object));
                return Err(PyValueError::new_err(why));
            }
            events.labels.push(label);
            events.values.push(value.unbind());
        }
        if events.labels.is_empty() {
            let why =
                format!("{what}() of {}: none in {}, whose turn is {}", type_name(object), self.0.text, self.turn());
            return Err(PyValueError::new_err(why));
        }
        let sum: f64 = events.probabilities.iter().sum();
        let is_distribution = events.probabilities.iter().all(|&probability| probability >= 0.0);
        if self.turn() == Turn::Chance && !(is_distribution && (sum - 1.0).abs() <= SUM_TOLERANCE) {
            let (name, text) = (type_name(object), &self.0.text);
            let why = format!("outcomes() of {name}: the probabilities in {text} are not at least 0 with the sum 1");
            return Err(PyValueError::new_err(why));
        }
        Ok(events)
    }

    /// Returns the state after a listed event.
    pub(crate) fn after(&self, py: Python<'_>, event: Label) -> PyResult<Self> {
        let events = self.events(py)?;
        let Some(index) = events.labels.iter().position(|&label| label == event) else {
            let why = match self.turn() {
                Turn::Player(_) => "it is not among the legal actions",
                Turn::Chance => "it is not among the possible outcomes",
                Turn::Over => "the game is over",
            };
            return Err(PyValueError::new_err(format!("{event} is illegal: {why}")));
        };
        let object = self.value(py);
        let next = object.call_method1("after", (events.values[index].bind(py),))?;
        if next.is_none() {
            let why = format!("after() of {} returned None; it returns the next state", type_name(object));
            return Err(PyTypeError::new_err(why));
        }
        let next = Self::read(&next)?;
        if next.players() != self.players() || next.has_chance() != self.has_chance() {
            let why = format!("after() of {} returned a state of another game", type_name(object));
            return Err(PyValueError::new_err(why));
        }
        Ok(next)
    }
}
