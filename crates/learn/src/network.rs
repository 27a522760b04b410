//! Networks: features, weights, and the meaning of their sum.

use std::fmt;
use std::ops::ControlFlow;

use gambol_core::{Evaluator, Game, GameExt, Player, Properties, ScoreUse, Scratch, Turn};

use crate::features::{ActionSum, Features};

/// Bound of the relative error of a risk that is greater than predicted.
const MOST_RISK_ERROR: f32 = 4.0;

/// The meaning of the output of a network.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum ValueKind {
    /// Future points, possibly discounted: the value of a state is its score plus the output, and
    /// that of an ended game its score.
    Points,
    /// A discounted risk to come, as a negative value independent of the score: minus the
    /// exponential of the negative output. Weights then multiply: a crowded corner doubles a risk,
    /// however small it is. Rewards must not be positive. Errors are relative to the prediction,
    /// from −4 to 1. No step passes its target with a
    /// [learning rate](crate::Settings#structfield.learning_rate) of at most 0.4.
    Risk {
        /// Value of an ended game.
        ended: f32,
    },
    /// Expected result of a two-player game, from −1, a loss of the first player, to 1: the
    /// hyperbolic tangent of the output. The value of an ended game is its score, at most 1 and at
    /// least −1.
    Tanh,
}

impl ValueKind {
    /// Returns the value for the first player of an output for a state with this score.
    #[inline]
    #[must_use]
    pub fn value(self, output: f32, score: i64) -> f64 {
        match self {
            Self::Points => score as f64 + f64::from(output),
            Self::Risk { .. } | Self::Tanh => f64::from(self.squash(output)),
        }
    }

    /// Returns the prediction that an output stands for: what a learner compares with its target.
    /// NaN for infinite outputs, so that divergence is seen.
    #[inline]
    pub(crate) fn squash(self, output: f32) -> f32 {
        match self {
            Self::Points => output,
            _ if !output.is_finite() => f32::NAN,
            // The same bits on every platform, unlike `f32::exp` and `f32::tanh`.
            Self::Risk { .. } => -libm::expf(-output),
            Self::Tanh => libm::tanhf(output),
        }
    }

    /// Returns the error of an output whose prediction is `prediction`: the direction and size of
    /// its step.
    ///
    /// For [`Tanh`](Self::Tanh), this is the step of the cross entropy, regardless of the slope.
    /// The error of a risk is relative to it, within bounds, since a target can be a hundred times
    /// the prediction.
    #[inline]
    pub(crate) fn error(self, target: f32, prediction: f32) -> f32 {
        let error = target - prediction;
        match self {
            Self::Risk { .. } => (error / prediction.abs().max(f32::MIN_POSITIVE)).clamp(-MOST_RISK_ERROR, 1.0),
            Self::Points | Self::Tanh => error,
        }
    }

    /// Returns the target within the range of predictions.
    #[inline]
    pub(crate) fn limit(self, target: f32) -> f32 {
        if self == Self::Tanh { target.clamp(-1.0, 1.0) } else { target }
    }
}

/// A linear evaluator of states by weighted [features](Features).
///
/// If the features do not [cover](Features::covers) a state in which a player is to move, its value
/// is that of the best afterstate.
///
/// Share a large network as `Arc<Network<F>>` or `&'static Network<F>`: both are evaluators.
#[derive(Clone)]
pub struct Network<F> {
    features: F,
    weights: Vec<f32>,
    offset: f32,
    kind: ValueKind,
}

/// Prints the number of weights instead of all of them.
impl<F: fmt::Debug> fmt::Debug for Network<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Network")
            .field("features", &self.features)
            .field("weights", &self.weights.len())
            .field("offset", &self.offset)
            .field("kind", &self.kind)
            .finish()
    }
}

impl<F> Network<F> {
    /// Creates a network with these weights; `None` if their number differs from that of the
    /// features, or if a number is not finite. `offset` is added to every output.
    pub fn new<G: Game>(features: F, weights: Vec<f32>, offset: f32, kind: ValueKind) -> Option<Self>
    where
        F: Features<G>,
    {
        let is_valid = weights.len() == features.len()
            && offset.is_finite()
            && weights.iter().all(|weight| weight.is_finite())
            && !matches!(kind, ValueKind::Risk { ended } if !ended.is_finite());
        is_valid.then_some(Self { features, weights, offset, kind })
    }

    /// Creates a network without checking the numbers.
    pub(crate) fn unchecked(features: F, weights: Vec<f32>, offset: f32, kind: ValueKind) -> Self {
        Self { features, weights, offset, kind }
    }

    /// Returns the features.
    pub fn features(&self) -> &F {
        &self.features
    }

    /// Returns the weights.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// Returns the weights, for a learner.
    pub(crate) fn weights_mut(&mut self) -> &mut Vec<f32> {
        &mut self.weights
    }

    /// Returns the constant that is added to every output.
    pub fn offset(&self) -> f32 {
        self.offset
    }

    /// Returns the meaning of the output.
    pub fn kind(&self) -> ValueKind {
        self.kind
    }

    /// Returns the output for a state that the features [cover](Features::covers).
    #[inline]
    pub fn output<G: Game>(&self, state: &G) -> f32
    where
        F: Features<G>,
    {
        self.offset + self.features.sum(&self.weights, state)
    }

    /// Returns the value of an ended game.
    fn ended(&self, score: i64) -> f64 {
        match self.kind {
            ValueKind::Points => score as f64,
            ValueKind::Risk { ended } => f64::from(ended),
            ValueKind::Tanh => score.clamp(-1, 1) as f64,
        }
    }

    /// Returns the value of a state directly from its features.
    #[inline]
    fn value<G: Game>(&self, state: &G) -> f64
    where
        F: Features<G>,
    {
        if state.turn() == Turn::Over {
            self.ended(state.score())
        } else {
            self.kind.value(self.output(state), state.score())
        }
    }

    /// Returns the sums of the afterstates of these actions, by differences.
    fn sum_afterstates<'a, G: Game>(
        &self,
        state: &G,
        actions: &[G::Action],
        scratch: &'a mut Scratch,
    ) -> &'a [ActionSum]
    where
        F: Features<G>,
    {
        let Sums { sums, scratch } = scratch.get();
        sums.clear();
        sums.resize(actions.len(), ActionSum::default());
        self.features.sum_afterstates(&self.weights, state, actions, sums, scratch);
        sums
    }

    /// Returns the action whose afterstate has the best value for the player to move, and that
    /// value; the first of equal ones. `None` if no player is to move.
    #[inline]
    pub fn best_action<G: Game>(&self, state: &G, scratch: &mut Scratch) -> Option<(G::Action, f64)>
    where
        F: Features<G>,
    {
        let Turn::Player(player) = state.turn() else { return None };
        let mut best: Option<(G::Action, f64)> = None;
        let mut take = |action, value: f64| {
            if best.is_none_or(|(_, best)| if player == Player::First { value > best } else { value < best }) {
                best = Some((action, value));
            }
        };
        if self.features.has_differences(state) {
            let actions = state.actions();
            let sums = self.sum_afterstates(state, &actions, scratch);
            for (&action, sum) in actions.iter().zip(sums) {
                take(action, self.kind.value(self.offset + sum.sum, state.score() + sum.gain));
            }
        } else {
            let _ = state.visit_afterstates(|action, after| {
                take(action, self.evaluate(&after));
                ControlFlow::Continue(())
            });
        }
        best
    }
}

/// Buffers for sums of actions, and the features' own scratch memory.
#[derive(Default)]
struct Sums {
    sums: Vec<ActionSum>,
    scratch: Scratch,
}

impl<G: Game, F: Features<G>> Evaluator<G> for Network<F> {
    #[inline]
    fn evaluate(&self, state: &G) -> f64 {
        match state.turn() {
            Turn::Player(_) if !self.features.covers(state) => match self.best_action(state, &mut Scratch::new()) {
                Some((_, value)) => value,
                None => self.value(state),
            },
            _ => self.value(state),
        }
    }

    #[inline]
    fn properties(&self) -> Properties {
        let score = match self.kind {
            ValueKind::Points => ScoreUse::Added,
            ValueKind::Risk { .. } => ScoreUse::Ignored,
            // An ended game is worth its score.
            ValueKind::Tanh => ScoreUse::Any,
        };
        Properties::default().score(score)
    }

    fn evaluate_afterstates(&self, state: &G, actions: &[G::Action], values: &mut [f64], scratch: &mut Scratch) {
        if !self.batches_afterstates(state) {
            for (&action, value) in actions.iter().zip(values) {
                *value = self.evaluate(&state.afterstate(action));
            }
            return;
        }
        for (value, sum) in values.iter_mut().zip(self.sum_afterstates(state, actions, scratch)) {
            *value = self.kind.value(self.offset + sum.sum, state.score() + sum.gain);
        }
    }

    #[inline]
    fn batches_afterstates(&self, state: &G) -> bool {
        self.features.has_differences(state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_risks_are_relative_and_bounded() {
        let kind = ValueKind::Risk { ended: -1.0 };
        for risk in [-0.5, -0.001] {
            let error = |times: f32| kind.error(times * risk, risk);
            let close = |error: f32, right: f32| (error - right).abs() < 1e-3;
            assert!(close(error(0.0), 1.0) && close(error(1.0), 0.0) && close(error(3.0), -2.0));
            assert_eq!(error(1e6), -MOST_RISK_ERROR);
        }
        assert!(kind.squash(f32::NEG_INFINITY).is_nan() && kind.squash(f32::INFINITY).is_nan());
    }
}
