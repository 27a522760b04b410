//! Simple evaluators and combinations of evaluators.

use alloc::vec::Vec;
use core::ops::Range;

use crate::evaluate::{ActionEvaluator, Evaluator, Properties, ScoreUse, forward_evaluator};
use crate::game::Game;
use crate::scratch::Scratch;

/// The current score of a state.
///
/// ```
/// # mod toss { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/toss.rs")); }
/// # use toss::*;
/// use gambol_core::{Evaluator, Score};
///
/// assert_eq!(Score.evaluate(&Toss { points: 4, turn: Turn::Over }), 4.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score;

impl<G: Game> Evaluator<G> for Score {
    #[inline]
    fn evaluate(&self, state: &G) -> f64 {
        state.score() as f64
    }

    #[inline]
    fn properties(&self) -> Properties {
        Properties::default().cheap(true).score(ScoreUse::Added).ignores_preview(true)
    }
}

/// Marks an evaluator as independent of the score, for closures, which cannot override
/// [`properties`](Evaluator::properties).
///
/// Its [use of the score](Properties::score) is [`ScoreUse::Ignored`]; everything else is that of
/// the inner evaluator. Values are wrong if the inner evaluator does read the score. See
/// [`ScoreUse`] for an example.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct IgnoresScore<E>(pub E);

impl<G: Game, E: Evaluator<G>> Evaluator<G> for IgnoresScore<E> {
    forward_evaluator!(self => self.0);

    #[inline]
    fn properties(&self) -> Properties {
        self.0.properties().score(ScoreUse::Ignored)
    }
}

/// The constant value 0 for every state and action, as a baseline.
///
/// ```
/// # mod toss { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/toss.rs")); }
/// # use toss::*;
/// use gambol_core::{Evaluator, Null};
///
/// assert_eq!(Null.evaluate(&Toss { points: 4, turn: Turn::Over }), 0.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Null;

impl<G: Game> Evaluator<G> for Null {
    #[inline]
    fn evaluate(&self, _: &G) -> f64 {
        0.0
    }

    #[inline]
    fn properties(&self) -> Properties {
        Properties::default().cheap(true).score(ScoreUse::Ignored).ignores_preview(true)
    }
}

impl<G: Game> ActionEvaluator<G> for Null {
    #[inline]
    fn evaluate_action(&self, _: &G, _: G::Action, _: &G) -> f64 {
        0.0
    }
}

/// Converts an evaluator of states to one of actions: the value of the afterstate.
///
/// ```
/// # mod toss { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/toss.rs")); }
/// # use toss::*;
/// use gambol_core::{ActionEvaluator, Afterstate, GameExt, Score};
///
/// let before = Toss { points: 4, turn: Turn::Player(Player::First) };
/// let after = before.afterstate("stop");
/// assert_eq!(Afterstate(Score).evaluate_action(&before, "stop", &after), 4.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Afterstate<E>(pub E);

impl<G: Game, E: Evaluator<G>> ActionEvaluator<G> for Afterstate<E> {
    #[inline]
    fn evaluate_action(&self, _: &G, _: G::Action, after: &G) -> f64 {
        self.0.evaluate(after)
    }

    #[inline]
    fn evaluate_actions(&self, before: &G, actions: &[G::Action], values: &mut [f64], scratch: &mut Scratch) {
        self.0.evaluate_afterstates(before, actions, values, scratch);
    }

    #[inline]
    fn batches_actions(&self, before: &G) -> bool {
        self.0.batches_afterstates(before)
    }

    #[inline]
    fn batch_may_end(&self, _: &G) -> bool {
        // Guaranteed by the contract of `batches_afterstates`.
        false
    }
}

/// An evaluator multiplied by a factor. Negative factors reverse it.
///
/// [`minimax`](Evaluator::minimax) is `None`, since the factor may be negative.
///
/// ```
/// use gambol_core::{Scaled, Score, Sum};
/// // Twice the score, less what a second evaluator says.
/// let evaluator = Sum(Scaled(2.0, Score), Scaled(-1.0, gambol_core::Null));
/// # let _ = evaluator;
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scaled<E>(pub f64, pub E);

impl<E> Scaled<E> {
    fn scale(&self, values: &mut [f64], count: usize) {
        values.iter_mut().take(count).for_each(|value| *value *= self.0);
    }
}

impl<G: Game, E: Evaluator<G>> Evaluator<G> for Scaled<E> {
    #[inline]
    fn evaluate(&self, state: &G) -> f64 {
        self.0 * self.1.evaluate(state)
    }

    #[inline]
    fn properties(&self) -> Properties {
        let properties = self.1.properties();
        let score = match properties.score {
            ScoreUse::Added if self.0 != 1.0 => ScoreUse::Any,
            score => score,
        };
        properties.score(score)
    }

    fn evaluate_afterstates(&self, state: &G, actions: &[G::Action], values: &mut [f64], scratch: &mut Scratch) {
        self.1.evaluate_afterstates(state, actions, values, scratch);
        self.scale(values, actions.len());
    }

    #[inline]
    fn batches_afterstates(&self, state: &G) -> bool {
        self.1.batches_afterstates(state)
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

    fn evaluate_actions(&self, before: &G, actions: &[G::Action], values: &mut [f64], scratch: &mut Scratch) {
        self.1.evaluate_actions(before, actions, values, scratch);
        self.scale(values, actions.len());
    }

    #[inline]
    fn batches_actions(&self, before: &G) -> bool {
        self.1.batches_actions(before)
    }
}

/// The sum of two evaluators. For a weighted sum of more, nest it and use [`Scaled`] inside.
///
/// A state is [quiet](Evaluator::is_quiet) if both evaluators consider it quiet. The actions of a
/// state are evaluated in a batch if either evaluator does so. [`minimax`](Evaluator::minimax) is
/// `None`, since the best lines of the parts do not determine that of the sum.
///
/// ```
/// # mod toss { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/toss.rs")); }
/// # use toss::*;
/// use gambol_core::{Evaluator, FromFn, Scaled, Score, Sum};
///
/// // The score, and half a point for a turn that is left.
/// let turn = FromFn(|state: &Toss| f64::from(state.turn().player().is_some()));
/// let evaluator = Sum(Score, Scaled(0.5, turn));
/// assert_eq!(evaluator.evaluate(&Toss { points: 4, turn: Turn::Player(Player::First) }), 4.5);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sum<A, B>(pub A, pub B);

/// Scratch memory of a [`Sum`]: that of each part, and the values of the second part.
#[derive(Default)]
struct Parts {
    scratch: [Scratch; 2],
    others: Vec<f64>,
}

impl Parts {
    /// Writes the sums of the values of two evaluators, for at most `count` values.
    fn sum(
        &mut self,
        values: &mut [f64],
        count: usize,
        first: impl FnOnce(&mut [f64], &mut Scratch),
        second: impl FnOnce(&mut [f64], &mut Scratch),
    ) {
        let Self { scratch: [of_first, of_second], others } = self;
        others.clear();
        others.resize(count.min(values.len()), 0.0);
        first(values, of_first);
        second(others, of_second);
        values.iter_mut().zip(others).for_each(|(value, other)| *value += *other);
    }
}

impl<G: Game, A: Evaluator<G>, B: Evaluator<G>> Evaluator<G> for Sum<A, B> {
    #[inline]
    fn evaluate(&self, state: &G) -> f64 {
        self.0.evaluate(state) + self.1.evaluate(state)
    }

    #[inline]
    fn properties(&self) -> Properties {
        let (one, other) = (self.0.properties(), self.1.properties());
        let score = match (one.score, other.score) {
            (ScoreUse::Ignored, other) | (other, ScoreUse::Ignored) => other,
            _ => ScoreUse::Any,
        };
        Properties {
            is_cheap: one.is_cheap && other.is_cheap,
            score,
            ignores_preview: one.ignores_preview && other.ignores_preview,
        }
    }

    fn evaluate_afterstates(&self, state: &G, actions: &[G::Action], values: &mut [f64], scratch: &mut Scratch) {
        scratch.get::<Parts>().sum(
            values,
            actions.len(),
            |values, scratch| self.0.evaluate_afterstates(state, actions, values, scratch),
            |values, scratch| self.1.evaluate_afterstates(state, actions, values, scratch),
        );
    }

    #[inline]
    fn batches_afterstates(&self, state: &G) -> bool {
        self.0.batches_afterstates(state) || self.1.batches_afterstates(state)
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

    fn evaluate_actions(&self, before: &G, actions: &[G::Action], values: &mut [f64], scratch: &mut Scratch) {
        scratch.get::<Parts>().sum(
            values,
            actions.len(),
            |values, scratch| self.0.evaluate_actions(before, actions, values, scratch),
            |values, scratch| self.1.evaluate_actions(before, actions, values, scratch),
        );
    }

    #[inline]
    fn batches_actions(&self, before: &G) -> bool {
        self.0.batches_actions(before) || self.1.batches_actions(before)
    }
}
