//! Evaluators: a number for a state, or for an action in a state.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec;
use core::ops::Range;

use crate::game::Game;

/// Static evaluation of a state.
///
/// Values are the first player's, as scores are, in units of the evaluator's choice.
///
/// References, `Box`es and `Arc`s of evaluators are evaluators, so a large one is shared and not
/// copied; so are trait objects. Closures are evaluators inside [`FromFn`](crate::FromFn).
///
/// ```
/// use std::sync::Arc;
/// use gambol_core::{Evaluator, FromFn, Game, Score, Sum};
///
/// fn evaluators<G: Game + 'static>(net: Arc<dyn Evaluator<G>>) -> Vec<Box<dyn Evaluator<G>>> {
///     let doubled = FromFn(|state: &G| 2.0 * state.score() as f64);
///     let sum = Sum(Arc::clone(&net), Score);
///     vec![Box::new(Score), Box::new(doubled), Box::new(sum), Box::new(net)]
/// }
/// ```
pub trait Evaluator<G: Game>: Send + Sync {
    /// The value of a state to the first player.
    fn evaluate(&self, state: &G) -> f64;

    /// Whether evaluating a state takes no longer than playing an action, so that re-evaluating is
    /// cheaper than a table probe. `false` by default. It is a hint: no value depends on it.
    #[inline]
    fn is_cheap(&self) -> bool {
        false
    }

    /// Writes the value of `states[i]` to `values[i]` for every index that both slices have.
    ///
    /// Calls [`evaluate`](Self::evaluate) for one state after the other by default. Override it
    /// where many states together are cheaper, as in a neural network; the values must be those of
    /// `evaluate`.
    fn evaluate_batch(&self, states: &[G], values: &mut [f64]) {
        for (state, value) in states.iter().zip(values) {
            *value = self.evaluate(state);
        }
    }

    /// The value to the first player of the best successor of `state` for the player to move, all
    /// successors evaluated at once. `None`, the default: the search plays and evaluates one action
    /// after the other.
    ///
    /// The last ply is most of a search. Where actions share work (the six swaps that may follow
    /// one placement in Pentago-Swap), this method can be many times faster than a loop over them.
    /// It must return the same value: the greatest [`evaluate`](Self::evaluate) over all legal
    /// actions if the first player is to move, else the least. It must return `None` where an
    /// action that counts may end the game.
    ///
    /// The search wants to know the value within `window`. If it lies outside, any number will do
    /// that lies outside on the same side and is not beyond the true value: one good enough
    /// successor can end the work, and a quick bound can save it. `window` may be as narrow as two
    /// neighbouring floating-point numbers, so compare with its ends as they are.
    ///
    /// Alpha-beta calls it one ply above the horizon, but not in searches with a quiescence
    /// extension, nor on the principal variation.
    #[inline]
    fn best_successor(&self, state: &G, window: Range<f64>) -> Option<f64> {
        let _ = (state, window);
        None
    }

    /// Whether the static evaluation of this state can be trusted: nothing is about to be taken,
    /// completed or lost. `true` by default.
    ///
    /// Alpha-beta with a quiescence extension searches deeper where this is `false`.
    #[inline]
    fn is_quiet(&self, state: &G) -> bool {
        let _ = state;
        true
    }
}

/// Evaluation of an action in a state: it sees what the afterstate does not show, such as where the
/// piece went and which lines it touched.
///
/// [`Afterstate`] makes one of every [`Evaluator`]. References, `Box`es, `Arc`s and trait objects
/// are evaluators of actions, and so are closures inside [`FromFn`](crate::FromFn).
pub trait ActionEvaluator<G: Game>: Send + Sync {
    /// The value to the first player of an action in the state `before`. `after` is its afterstate, which the caller has
    /// anyway.
    fn evaluate_action(&self, before: &G, action: G::Action, after: &G) -> f64;
}

/// Forwards every method through a pointer to `E`.
macro_rules! forward {
    ($($pointer:ty),+) => {$(
        impl<G: Game, E: Evaluator<G> + ?Sized> Evaluator<G> for $pointer {
            #[inline]
            fn evaluate(&self, state: &G) -> f64 {
                (**self).evaluate(state)
            }

            #[inline]
            fn is_cheap(&self) -> bool {
                (**self).is_cheap()
            }

            #[inline]
            fn evaluate_batch(&self, states: &[G], values: &mut [f64]) {
                (**self).evaluate_batch(states, values);
            }

            #[inline]
            fn best_successor(&self, state: &G, window: Range<f64>) -> Option<f64> {
                (**self).best_successor(state, window)
            }

            #[inline]
            fn is_quiet(&self, state: &G) -> bool {
                (**self).is_quiet(state)
            }
        }

        impl<G: Game, E: ActionEvaluator<G> + ?Sized> ActionEvaluator<G> for $pointer {
            #[inline]
            fn evaluate_action(&self, before: &G, action: G::Action, after: &G) -> f64 {
                (**self).evaluate_action(before, action, after)
            }
        }
    )+};
}

forward!(&E, Box<E>, Arc<E>);

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
/// [`best_successor`](Evaluator::best_successor) is `None`, since the factor may be negative.
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

    fn evaluate_batch(&self, states: &[G], values: &mut [f64]) {
        self.1.evaluate_batch(states, values);
        values.iter_mut().take(states.len()).for_each(|value| *value *= self.0);
    }

    #[inline]
    fn is_quiet(&self, state: &G) -> bool {
        self.1.is_quiet(state)
    }
}

impl<G: Game, E: ActionEvaluator<G>> ActionEvaluator<G> for Scaled<E> {
    #[inline]
    fn evaluate_action(&self, before: &G, action: G::Action, after: &G) -> f64 {
        self.0 * self.1.evaluate_action(before, action, after)
    }
}

/// The sum of two evaluators; nest it, with [`Scaled`] inside, for a weighted sum of many.
///
/// A state is [quiet](Evaluator::is_quiet) if it is to both.
/// [`best_successor`](Evaluator::best_successor) is `None`: the best successor of each says nothing
/// of the best of the sum.
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

    fn evaluate_batch(&self, states: &[G], values: &mut [f64]) {
        let mut others = vec![0.0; states.len().min(values.len())];
        self.0.evaluate_batch(states, values);
        self.1.evaluate_batch(states, &mut others);
        values.iter_mut().zip(others).for_each(|(value, other)| *value += other);
    }

    #[inline]
    fn is_quiet(&self, state: &G) -> bool {
        self.0.is_quiet(state) && self.1.is_quiet(state)
    }
}

impl<G: Game, A: ActionEvaluator<G>, B: ActionEvaluator<G>> ActionEvaluator<G> for Sum<A, B> {
    #[inline]
    fn evaluate_action(&self, before: &G, action: G::Action, after: &G) -> f64 {
        self.0.evaluate_action(before, action, after) + self.1.evaluate_action(before, action, after)
    }
}
