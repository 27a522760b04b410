//! Closures as evaluators, policies and priors.

use core::any::type_name;
use core::fmt;

use crate::evaluate::{ActionEvaluator, Evaluator};
use crate::game::Game;
use crate::policy::Policy;
use crate::random::GameRng;

/// A closure or function as an evaluator, a policy or a prior, by its signature:
///
/// | signature | is |
/// |---|---|
/// | `Fn(&G) -> f64` | an [`Evaluator`] |
/// | `Fn(&G, G::Action, &G) -> f64` | an [`ActionEvaluator`] |
/// | `Fn(&G, &mut GameRng) -> Option<G::Action>` | a [`Policy`] |
/// | `Fn(&G, &[G::Action], &mut [f32]) -> Option<f64>` | a [`Prior`](crate::Prior) |
///
/// All hints and hooks of [`Evaluator`] keep their defaults; implement the trait to override them.
///
/// The wrapper allows references, `Box`es and `Arc`s to be evaluators and policies: without it,
/// these implementations would overlap with those for closures. Annotate the closure's parameters
/// with types, so that it accepts references of every lifetime.
///
/// ```
/// use gambol_core::{ActionEvaluator, Evaluator, FromFn, Game, GameRng, Policy};
///
/// fn score_per_symmetry<G: Game>() -> impl Evaluator<G> {
///     FromFn(|state: &G| state.score() as f64 / state.symmetries() as f64)
/// }
///
/// fn gain<G: Game>() -> impl ActionEvaluator<G> {
///     FromFn(|before: &G, _: G::Action, after: &G| (after.score() - before.score()) as f64)
/// }
///
/// fn random<G: Game>() -> impl Policy<G> {
///     FromFn(|state: &G, rng: &mut GameRng| state.random_action(rng))
/// }
/// ```
#[derive(Clone, Copy, Default)]
pub struct FromFn<F>(pub F);

/// Writes the type of the closure.
impl<F> fmt::Debug for FromFn<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FromFn({})", type_name::<F>())
    }
}

impl<G: Game, F: Fn(&G) -> f64 + Send + Sync> Evaluator<G> for FromFn<F> {
    #[inline]
    fn evaluate(&self, state: &G) -> f64 {
        (self.0)(state)
    }
}

impl<G: Game, F: Fn(&G, G::Action, &G) -> f64 + Send + Sync> ActionEvaluator<G> for FromFn<F> {
    #[inline]
    fn evaluate_action(&self, before: &G, action: G::Action, after: &G) -> f64 {
        (self.0)(before, action, after)
    }
}

impl<G: Game, F> Policy<G> for FromFn<F>
where
    F: Fn(&G, &mut GameRng) -> Option<G::Action> + Send + Sync,
{
    #[inline]
    fn choose(&self, state: &G, rng: &mut GameRng) -> Option<G::Action> {
        (self.0)(state, rng)
    }
}
