//! Evaluators: a number for a state, or for an action in a state.

use crate::game::Game;

/// Judges a state.
///
/// Values are the first player's, as scores are, and in units of the evaluator's choice. Closures `Fn(&G) -> f64` are
/// evaluators.
///
/// References and `Arc`s of evaluators are not, since closures are. A large one, such as a table of weights, is shared by a closure
/// that holds a reference or an `Arc` of it, at the cost of the hint [`is_cheap`](Self::is_cheap):
///
/// ```
/// # use gambol_core::{Evaluator, Game};
/// use std::sync::Arc;
///
/// fn shared<G: Game>(evaluator: Arc<impl Evaluator<G>>) -> impl Evaluator<G> + Clone {
///     move |state: &G| evaluator.evaluate(state)
/// }
/// ```
pub trait Evaluator<G: Game>: Send + Sync {
    /// The value of a state to the first player.
    fn evaluate(&self, state: &G) -> f64;

    /// Whether to judge a state takes no longer than to play an action, so that a search had better judge it again than look up
    /// what it was worth. `false` unless overridden. It is a hint: no value depends on it.
    #[inline]
    fn is_cheap(&self) -> bool {
        false
    }
}

/// Judges an action in a state, with what its afterstate does not show: where the piece went, which lines it touched.
///
/// Every [`Evaluator`] is made one by [`Afterstate`], and closures `Fn(&G, G::Action, &G) -> f64` are evaluators of actions.
pub trait ActionEvaluator<G: Game>: Send + Sync {
    /// The value to the first player of an action in the state `before`. `after` is its afterstate, which the caller has
    /// anyway.
    fn evaluate_action(&self, before: &G, action: G::Action, after: &G) -> f64;
}

impl<G: Game, F: Fn(&G) -> f64 + Send + Sync> Evaluator<G> for F {
    #[inline]
    fn evaluate(&self, state: &G) -> f64 {
        self(state)
    }
}

impl<G: Game, F: Fn(&G, G::Action, &G) -> f64 + Send + Sync> ActionEvaluator<G> for F {
    #[inline]
    fn evaluate_action(&self, before: &G, action: G::Action, after: &G) -> f64 {
        self(before, action, after)
    }
}

/// The score so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score;

impl<G: Game> Evaluator<G> for Score {
    #[inline]
    fn evaluate(&self, state: &G) -> f64 {
        state.score() as f64
    }

    #[inline]
    fn is_cheap(&self) -> bool {
        true
    }
}

/// The same value for every state and action: 0. A baseline.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Null;

impl<G: Game> Evaluator<G> for Null {
    #[inline]
    fn evaluate(&self, _: &G) -> f64 {
        0.0
    }

    #[inline]
    fn is_cheap(&self) -> bool {
        true
    }
}

impl<G: Game> ActionEvaluator<G> for Null {
    #[inline]
    fn evaluate_action(&self, _: &G, _: G::Action, _: &G) -> f64 {
        0.0
    }
}

/// An evaluator of states as one of actions: the value of the afterstate.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Afterstate<E>(pub E);

impl<G: Game, E: Evaluator<G>> ActionEvaluator<G> for Afterstate<E> {
    #[inline]
    fn evaluate_action(&self, _: &G, _: G::Action, after: &G) -> f64 {
        self.0.evaluate(after)
    }
}

/// An evaluator times a factor. Negative factors reverse it.
///
/// ```
/// use gambol_core::{Scaled, Score, Sum};
/// // Twice the score, less what a second evaluator says.
/// let evaluator = Sum(Scaled(2.0, Score), Scaled(-1.0, gambol_core::Null));
/// # let _ = evaluator;
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Scaled<E>(pub f64, pub E);

impl<G: Game, E: Evaluator<G>> Evaluator<G> for Scaled<E> {
    #[inline]
    fn evaluate(&self, state: &G) -> f64 {
        self.0 * self.1.evaluate(state)
    }

    #[inline]
    fn is_cheap(&self) -> bool {
        self.1.is_cheap()
    }
}

impl<G: Game, E: ActionEvaluator<G>> ActionEvaluator<G> for Scaled<E> {
    #[inline]
    fn evaluate_action(&self, before: &G, action: G::Action, after: &G) -> f64 {
        self.0 * self.1.evaluate_action(before, action, after)
    }
}

/// The sum of two evaluators; nest it, with [`Scaled`] inside, for a weighted sum of many.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sum<A, B>(pub A, pub B);

impl<G: Game, A: Evaluator<G>, B: Evaluator<G>> Evaluator<G> for Sum<A, B> {
    #[inline]
    fn evaluate(&self, state: &G) -> f64 {
        self.0.evaluate(state) + self.1.evaluate(state)
    }

    #[inline]
    fn is_cheap(&self) -> bool {
        self.0.is_cheap() && self.1.is_cheap()
    }
}

impl<G: Game, A: ActionEvaluator<G>, B: ActionEvaluator<G>> ActionEvaluator<G> for Sum<A, B> {
    #[inline]
    fn evaluate_action(&self, before: &G, action: G::Action, after: &G) -> f64 {
        self.0.evaluate_action(before, action, after) + self.1.evaluate_action(before, action, after)
    }
}
