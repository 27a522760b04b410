//! Games that are written in Python, and evaluators that are Python functions.
//!
//! A game in Python is a class whose instances have the members of `gambol.State`: `players`,
//! `turn`, `score`, `actions()`, `after(event)`, `outcomes()` if it has chance, and `str()`.
//! [`Dynamic`] makes it a [`Game`](gambol::Game), so that every search plays it.
//!
//! Methods of a `Game` cannot fail, but those of a Python object can: the first exception ends the
//! search, and the caller raises it.

mod dynamic;
mod object;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use gambol::NoChance;
use gambol::registry::{GameEntry, Label, Position, Registry};
use gambol::search::StopFlag;
use pyo3::prelude::*;

use crate::refuse;
use dynamic::{Callback, Dynamic, Odds};
pub(crate) use object::Object;

/// A state: of a game of the registry, or a Python object.
#[derive(Clone)]
pub(crate) enum Node {
    /// A state of a game of the registry.
    Named(Position),
    /// A Python object.
    Own(Object),
}

/// Shared data of the states of one search: its first exception, its stop flag, and its evaluator.
#[derive(Default)]
pub(crate) struct Context {
    has_failed: AtomicBool,
    error: Mutex<Option<PyErr>>,
    stop: StopFlag,
    evaluator: Option<Py<PyAny>>,
}

impl Context {
    pub(crate) fn new(evaluator: Option<Py<PyAny>>) -> Arc<Self> {
        Arc::new(Self { evaluator, ..Self::default() })
    }

    /// The flag that stops the search.
    pub(crate) fn stop(&self) -> &StopFlag {
        &self.stop
    }

    /// Notes the first exception and stops the search.
    fn fail(&self, error: PyErr) {
        self.error.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        self.has_failed.store(true, Ordering::Release);
        self.stop.raise();
    }

    fn has_failed(&self) -> bool {
        self.has_failed.load(Ordering::Acquire)
    }

    /// Returns the exception of the search, if there was one.
    pub(crate) fn check(&self) -> PyResult<()> {
        self.error.lock().unwrap_or_else(PoisonError::into_inner).take().map_or(Ok(()), Err)
    }
}

impl Node {
    /// Returns the position that searches play, with the evaluator of the context as the default.
    pub(crate) fn position(&self, game: &str, context: &Arc<Context>) -> PyResult<Position> {
        let (players, has_chance) = match self {
            Self::Named(position) if context.evaluator.is_none() => return Ok(position.clone()),
            Self::Named(position) => (position.players(), position.has_chance()),
            Self::Own(object) => (object.players(), object.has_chance()),
        };
        match (players, has_chance) {
            (1, true) => entry::<1, Label>(self, game, context),
            (1, false) => entry::<1, NoChance>(self, game, context),
            (_, true) => entry::<2, Label>(self, game, context),
            (_, false) => entry::<2, NoChance>(self, game, context),
        }
    }
}

fn entry<const PLAYERS: usize, O: Odds>(node: &Node, game: &str, context: &Arc<Context>) -> PyResult<Position> {
    let start = Dynamic::<PLAYERS, O>::new(node.clone(), Arc::clone(context));
    let mut entry = GameEntry::new(game, "a game of Python", move |_| Ok(start.clone()));
    if context.evaluator.is_some() {
        let context = Arc::clone(context);
        entry = entry.evaluator("python", "the given function", move || Callback(Arc::clone(&context)));
    }
    Registry::new().with(O::fit(entry)).start(game).map_err(refuse)
}
