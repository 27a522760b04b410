//! Simple evaluators, and wrappers of evaluators.

use crate::evaluate::{ActionEvaluator, Evaluator, Properties, ScoreUse};
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
