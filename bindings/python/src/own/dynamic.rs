//! The game of states that only Python knows, or evaluates.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::str::FromStr;
use std::sync::Arc;

use gambol::game::{Scratch, TextError, TextForm};
use gambol::registry::{GameEntry, Label};
use gambol::{Evaluator, Event, Game, GameExt, NoChance, Turn};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::{Context, Node};
use crate::state::State;

/// A state of a game for `PLAYERS`, with outcomes of type `O`, within one search.
pub(super) struct Dynamic<const PLAYERS: usize, O> {
    node: Node,
    context: Arc<Context>,
    odds: PhantomData<O>,
}

/// The outcome type of a game with or without chance.
pub(super) trait Odds: Copy + Eq + Hash + fmt::Debug + Send + Sync + TextForm + 'static {
    fn of(label: Label) -> Option<Self>;
    fn label(self) -> Label;
    /// Adds the searches that only games without chance have.
    fn fit<const PLAYERS: usize>(entry: GameEntry<Dynamic<PLAYERS, Self>>) -> GameEntry<Dynamic<PLAYERS, Self>>;
}

impl Odds for Label {
    fn of(label: Label) -> Option<Self> {
        Some(label)
    }

    fn label(self) -> Label {
        self
    }

    fn fit<const PLAYERS: usize>(entry: GameEntry<Dynamic<PLAYERS, Self>>) -> GameEntry<Dynamic<PLAYERS, Self>> {
        entry
    }
}

impl Odds for NoChance {
    fn of(_: Label) -> Option<Self> {
        None
    }

    fn label(self) -> Label {
        match self {}
    }

    fn fit<const PLAYERS: usize>(entry: GameEntry<Dynamic<PLAYERS, Self>>) -> GameEntry<Dynamic<PLAYERS, Self>> {
        entry.without_chance()
    }
}

impl<const PLAYERS: usize, O> Dynamic<PLAYERS, O> {
    pub(super) fn new(node: Node, context: Arc<Context>) -> Self {
        Self { node, context, odds: PhantomData }
    }

    /// The result of a call to Python; an exception ends the search.
    fn ask<T>(&self, call: impl FnOnce(Python<'_>) -> PyResult<T>) -> Option<T> {
        Python::attach(call).map_err(|error| self.context.fail(error)).ok()
    }

    fn advance_by(&mut self, event: Event<Label, Label>) {
        match &mut self.node {
            Node::Named(position) => position.advance(event),
            Node::Own(object) => {
                let (Event::Action(label) | Event::Outcome(label)) = event;
                let before = object.clone();
                if let Some(next) = self.ask(|py| before.after(py, label)) {
                    self.node = Node::Own(next);
                }
            }
        }
    }
}

impl<const PLAYERS: usize, O> Clone for Dynamic<PLAYERS, O> {
    fn clone(&self) -> Self {
        Self::new(self.node.clone(), Arc::clone(&self.context))
    }
}

impl<const PLAYERS: usize, O> PartialEq for Dynamic<PLAYERS, O> {
    fn eq(&self, other: &Self) -> bool {
        match (&self.node, &other.node) {
            (Node::Named(one), Node::Named(other)) => one == other,
            (Node::Own(one), Node::Own(other)) => one.text() == other.text(),
            _ => false,
        }
    }
}

impl<const PLAYERS: usize, O> Eq for Dynamic<PLAYERS, O> {}

impl<const PLAYERS: usize, O> Hash for Dynamic<PLAYERS, O> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.node {
            Node::Named(position) => position.hash(state),
            Node::Own(object) => object.text().hash(state),
        }
    }
}

impl<const PLAYERS: usize, O> fmt::Display for Dynamic<PLAYERS, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.node {
            Node::Named(position) => position.fmt(f),
            Node::Own(object) => f.pad(object.text()),
        }
    }
}

impl<const PLAYERS: usize, O> fmt::Debug for Dynamic<PLAYERS, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// States come from Python, never from text.
impl<const PLAYERS: usize, O> FromStr for Dynamic<PLAYERS, O> {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        Err(TextError::new("position", text, "a game of Python has no parser"))
    }
}

impl<const PLAYERS: usize, O: Odds> Game for Dynamic<PLAYERS, O> {
    type Action = Label;
    type Outcome = O;
    const PLAYERS: usize = PLAYERS;

    fn turn(&self) -> Turn {
        match &self.node {
            // Nothing more is asked of Python.
            _ if self.context.has_failed() => Turn::Over,
            Node::Named(position) => position.turn(),
            Node::Own(object) => object.turn(),
        }
    }

    fn score(&self) -> i64 {
        match &self.node {
            Node::Named(position) => position.score(),
            Node::Own(object) => object.score(),
        }
    }

    fn visit_actions<F>(&self, visit: F) -> ControlFlow<()>
    where
        F: FnMut(Label) -> ControlFlow<()>,
    {
        match &self.node {
            Node::Named(position) => position.visit_actions(visit),
            Node::Own(object) if matches!(self.turn(), Turn::Player(_)) => {
                let labels = self.ask(|py| Ok(object.events(py)?.labels.clone()));
                labels.unwrap_or_default().into_iter().try_for_each(visit)
            }
            Node::Own(_) => ControlFlow::Continue(()),
        }
    }

    fn visit_outcomes<F>(&self, mut visit: F) -> ControlFlow<()>
    where
        F: FnMut(O, f64) -> ControlFlow<()>,
    {
        let mut visit = |label, probability| match O::of(label) {
            Some(outcome) => visit(outcome, probability),
            None => ControlFlow::Continue(()),
        };
        match &self.node {
            Node::Named(position) => position.visit_outcomes(visit),
            Node::Own(object) if self.turn() == Turn::Chance => {
                let listed = self.ask(|py| {
                    let events = object.events(py)?;
                    Ok(events.labels.iter().copied().zip(events.probabilities.iter().copied()).collect::<Vec<_>>())
                });
                listed.unwrap_or_default().into_iter().try_for_each(|(label, probability)| visit(label, probability))
            }
            Node::Own(_) => ControlFlow::Continue(()),
        }
    }

    fn play(&mut self, action: Label) {
        self.advance_by(Event::Action(action));
    }

    fn resolve(&mut self, outcome: O) {
        self.advance_by(Event::Outcome(outcome.label()));
    }
}

/// The evaluator of a context: a Python function from a list of states to their values.
pub(super) struct Callback(pub(super) Arc<Context>);

impl Callback {
    /// Evaluates states in one call; zeros after an exception.
    fn values<const PLAYERS: usize, O>(&self, states: &[Dynamic<PLAYERS, O>]) -> Vec<f64> {
        let Self(context) = self;
        let call = |py: Python<'_>| -> PyResult<Vec<f64>> {
            let evaluator = context.evaluator.as_ref().ok_or_else(|| PyValueError::new_err("no evaluator"))?;
            let listed = states.iter().map(|state| match &state.node {
                Node::Named(position) => Ok(Bound::new(py, State::named(position.clone()))?.into_any()),
                Node::Own(object) => Ok(object.value(py).clone()),
            });
            let answer = evaluator.bind(py).call1((listed.collect::<PyResult<Vec<_>>>()?,))?;
            let values = answer.try_iter()?.map(|value| value?.extract()).collect::<PyResult<Vec<f64>>>()?;
            if values.len() != states.len() {
                let why = format!("the evaluator returned {} values for {} states", values.len(), states.len());
                return Err(PyValueError::new_err(why));
            }
            Ok(values)
        };
        if !context.has_failed() {
            match Python::attach(call) {
                Ok(values) => return values,
                Err(error) => context.fail(error),
            }
        }
        vec![0.0; states.len()]
    }
}

impl<const PLAYERS: usize, O: Odds> Evaluator<Dynamic<PLAYERS, O>> for Callback {
    fn evaluate(&self, state: &Dynamic<PLAYERS, O>) -> f64 {
        self.values(std::slice::from_ref(state)).first().copied().unwrap_or_default()
    }

    fn evaluate_afterstates(
        &self,
        state: &Dynamic<PLAYERS, O>,
        actions: &[Label],
        values: &mut [f64],
        _: &mut Scratch,
    ) {
        let after: Vec<_> = actions.iter().map(|&action| state.afterstate(action)).collect();
        values.iter_mut().zip(self.values(&after)).for_each(|(value, given)| *value = given);
    }

    fn batches_afterstates(&self, state: &Dynamic<PLAYERS, O>) -> bool {
        state.visit_actions(|action| match state.afterstate(action).turn() {
            Turn::Over => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }) == ControlFlow::Continue(())
    }
}
