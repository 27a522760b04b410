//! Networks as priors and evaluators.

use std::borrow::Borrow;
use std::ops::ControlFlow;
use std::path::Path;

use gambol_core::{Evaluator, GameExt, Indexed, Observe, Prior, Scratch, Turn};

use crate::error::OnnxError;
use crate::model::{Encoding, Model, read};

/// A network that weighs actions, and states if it also has a value: a [`Prior`] for tree search.
///
/// The first axis of all inputs and outputs is the batch, of any size. The input is the
/// [planes](Observe) of a state as the player to move sees it, with the axes batch, plane, row and
/// column, or batch and value. The output `policy` has a logit for each [index](Indexed) of an
/// action; those of legal actions pass through a softmax. The output `value`, if the network has
/// it, is the points to come for the player to move, in a game of two players its result.
///
/// Outputs with other names are recognised by their sizes.
#[derive(Clone, Debug)]
pub struct PolicyNetwork(Model);

/// A network that values states: an [`Evaluator`].
///
/// Its input is that of a [`PolicyNetwork`], as the [viewer](Observe::viewer) sees the state. The
/// output `value` is the points to come for this player, in a game of two players the result.
/// Searches with a batch of afterstates evaluate them in one run.
#[derive(Clone, Debug)]
pub struct ValueNetwork(Model);

impl PolicyNetwork {
    /// Reads a network from a file, for all states with the encodings of `game`.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read, or as [`from_bytes`](Self::from_bytes).
    pub fn open<G: Indexed + Observe>(path: impl AsRef<Path>, game: &G) -> Result<Self, OnnxError> {
        Self::from_bytes(&read(path.as_ref())?, game)
    }

    /// Reads a network from the bytes of a file, for all states with the encodings of `game`.
    ///
    /// # Errors
    ///
    /// Fails if the bytes are no network, the network does not fit the game, or it has no policy.
    pub fn from_bytes<G: Indexed + Observe>(bytes: &[u8], game: &G) -> Result<Self, OnnxError> {
        let model = Model::new(bytes, Encoding::of(game))?;
        if model.policy.is_none() {
            let expected = format!("policy of {} values a state", model.encoding.actions);
            return Err(OnnxError::Output { found: "value alone".to_owned(), expected });
        }
        Ok(Self(model))
    }

    /// Whether the network has a value.
    #[must_use]
    pub fn has_value(&self) -> bool {
        self.0.value.is_some()
    }

    /// Weighs the actions of many states in one run, as [`Prior::weigh`] those of one. Each state
    /// comes with its actions. Returns the weights of all actions, one state after the other, and
    /// the values of the states for the first player, which are `None` without an output `value`.
    ///
    /// # Errors
    ///
    /// Fails if there are no states, if one has other planes than the network, or if the
    /// computation fails. Weights are NaN if their logits are not finite; values that are not finite
    /// are returned as they are.
    pub fn weigh_all<'a, G: Indexed + Observe>(
        &self,
        states: impl Iterator<Item = (&'a G, &'a [G::Action])> + Clone,
    ) -> Result<(Vec<f32>, Vec<Option<f64>>), OnnxError> {
        let mut planes = Vec::new();
        for (state, _) in states.clone() {
            push_planes(&self.0, state, &mut planes)?;
        }
        let outputs = self.0.run(&planes)?;
        let (mut weights, mut values) = (Vec::new(), Vec::new());
        let mut rows = outputs.policy.chunks(self.0.encoding.actions.max(1));
        for (index, (state, actions)) in states.enumerate() {
            let row = rows.next().unwrap_or_default();
            let from = weights.len();
            // NaN, since a softmax gives a logit of minus infinity a valid weight.
            let finite = |action| row.get(state.action_index(action)).copied().filter(|logit| logit.is_finite());
            weights.extend(actions.iter().map(|&action| finite(action).unwrap_or(f32::NAN)));
            let greatest = weights[from..].iter().copied().fold(f32::NEG_INFINITY, f32::max);
            weights[from..].iter_mut().for_each(|weight| *weight = (*weight - greatest).exp());
            values.push(outputs.value.get(index).map(|&value| for_first(state, value)));
        }
        Ok((weights, values))
    }
}

impl ValueNetwork {
    /// Reads a network from a file, for all states with the encodings of `game`.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read, or as [`from_bytes`](Self::from_bytes).
    pub fn open<G: Indexed + Observe>(path: impl AsRef<Path>, game: &G) -> Result<Self, OnnxError> {
        Self::from_bytes(&read(path.as_ref())?, game)
    }

    /// Reads a network from the bytes of a file, for all states with the encodings of `game`.
    ///
    /// # Errors
    ///
    /// Fails if the bytes are no network, the network does not fit the game, or it has no value.
    pub fn from_bytes<G: Indexed + Observe>(bytes: &[u8], game: &G) -> Result<Self, OnnxError> {
        let model = Model::new(bytes, Encoding::of(game))?;
        if model.value.is_none() {
            let expected = "value of 1 value a state".to_owned();
            return Err(OnnxError::Output { found: "policy alone".to_owned(), expected });
        }
        Ok(Self(model))
    }
}

/// Appends the planes of a state.
fn push_planes<G: Indexed + Observe>(model: &Model, state: &G, planes: &mut Vec<f32>) -> Result<(), OnnxError> {
    model.check_planes(state.plane_shape())?;
    let from = planes.len();
    planes.resize(from + model.encoding.planes.len(), 0.0);
    state.observe(state.viewer(), &mut planes[from..]);
    Ok(())
}

/// Turns the points to come for a player into a value for the first player.
fn for_first<G: Observe>(state: &G, to_come: f32) -> f64 {
    state.score() as f64 + state.viewer().sign() as f64 * f64::from(to_come)
}

/// Weights are a softmax over the actions. If the network fails or does not fit the state, or if an
/// output is not finite, weights or value are NaN, and the search ends with an error.
impl<G: Indexed + Observe> Prior<G> for PolicyNetwork {
    fn weigh(&self, state: &G, actions: &[G::Action], weights: &mut [f32]) -> Option<f64> {
        let Ok((own, values)) = self.weigh_all(std::iter::once((state, actions))) else {
            weights.fill(f32::NAN);
            return None;
        };
        weights.copy_from_slice(&own);
        values.first().copied().flatten()
    }
}

/// If the network fails or does not fit the state, the value is NaN, and the search ends with an
/// error.
impl<G: Indexed + Observe> Evaluator<G> for ValueNetwork {
    fn evaluate(&self, state: &G) -> f64 {
        let mut values = [f64::NAN];
        self.evaluate_all::<G, _>(std::iter::once(state), &mut values, &mut Vec::new());
        values[0]
    }

    fn evaluate_afterstates(&self, state: &G, actions: &[G::Action], values: &mut [f64], scratch: &mut Scratch) {
        let after = actions.iter().map(|&action| state.afterstate(action));
        self.evaluate_all::<G, _>(after, values, scratch.get());
    }

    fn batches_afterstates(&self, state: &G) -> bool {
        let goes_on = |action| match state.afterstate(action).turn() {
            Turn::Over => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        };
        state.visit_actions(goes_on).is_continue()
    }
}

impl ValueNetwork {
    /// Evaluates states in one run; those that are over by their score.
    fn evaluate_all<G, S>(&self, states: impl Iterator<Item = S>, values: &mut [f64], planes: &mut Vec<f32>)
    where
        G: Indexed + Observe,
        S: Borrow<G>,
    {
        // The score and the sign of each value that the network has to give.
        let mut due: Vec<(usize, f64, f64)> = Vec::with_capacity(values.len());
        planes.clear();
        for (index, (state, value)) in states.zip(&mut *values).enumerate() {
            let state = state.borrow();
            let score = state.score() as f64;
            *value = if state.turn() == Turn::Over { score } else { f64::NAN };
            if value.is_nan() && push_planes(&self.0, state, planes).is_ok() {
                due.push((index, score, state.viewer().sign() as f64));
            }
        }
        if due.is_empty() {
            return;
        }
        let Ok(outputs) = self.0.run(planes) else { return };
        for (&(index, score, sign), &to_come) in due.iter().zip(&outputs.value) {
            values[index] = score + sign * f64::from(to_come);
        }
    }
}
