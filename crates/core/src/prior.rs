//! Priors: weights of a state's actions before the search.

use alloc::boxed::Box;
use alloc::sync::Arc;

use crate::evaluate::ActionEvaluator;
use crate::ext::GameExt;
use crate::from_fn::FromFn;
use crate::game::Game;
use crate::policy::Uniform;

/// Weights of a state's actions before the search, and optionally the value of the state, such as
/// from a policy network or a combined policy and value network.
///
/// Tree search with PUCT visits actions with greater weights earlier and more often. References,
/// `Box`es, `Arc`s and trait objects of priors are priors, and so are closures inside [`FromFn`],
/// evaluators of actions inside [`Softmax`], and [`Uniform`].
///
/// ```
/// use gambol_core::{FromFn, Game, Prior, Uniform};
///
/// /// The first half of the actions is twice as good as the second.
/// fn biased<G: Game>() -> impl Prior<G> {
///     FromFn(|_: &G, actions: &[G::Action], weights: &mut [f32]| {
///         let half = actions.len().div_ceil(2);
///         weights[..half].fill(2.0);
///         weights[half..].fill(1.0);
///         None
///     })
/// }
///
/// fn all<G: Game>() -> Vec<Box<dyn Prior<G>>> {
///     vec![Box::new(Uniform), Box::new(biased())]
/// }
/// ```
pub trait Prior<G: Game>: Send + Sync {
    /// Writes the weight of `actions[i]` to `weights[i]`. Returns the value of the state for the
    /// first player if the same computation yields it. The value then replaces the rollout or
    /// evaluation.
    ///
    /// `actions` are the [candidates](Game::visit_candidates) of a state in which a player is to
    /// move, in the order of the game. `weights` has the same length and is filled with 0.
    ///
    /// Weights are finite and at least 0; their sum is arbitrary. If all are 0, they count as
    /// equal. The same state always has the same weights.
    fn weigh(&self, state: &G, actions: &[G::Action], weights: &mut [f32]) -> Option<f64>;
}

/// Forwards through a pointer to `P`.
macro_rules! forward {
    ($($pointer:ty),+) => {$(
        impl<G: Game, P: Prior<G> + ?Sized> Prior<G> for $pointer {
            #[inline]
            fn weigh(&self, state: &G, actions: &[G::Action], weights: &mut [f32]) -> Option<f64> {
                (**self).weigh(state, actions, weights)
            }
        }
    )+};
}

forward!(&P, Box<P>, Arc<P>);

impl<G: Game, F> Prior<G> for FromFn<F>
where
    F: Fn(&G, &[G::Action], &mut [f32]) -> Option<f64> + Send + Sync,
{
    #[inline]
    fn weigh(&self, state: &G, actions: &[G::Action], weights: &mut [f32]) -> Option<f64> {
        (self.0)(state, actions, weights)
    }
}

/// Equal weights.
impl<G: Game> Prior<G> for Uniform {
    #[inline]
    fn weigh(&self, _: &G, _: &[G::Action], weights: &mut [f32]) -> Option<f64> {
        weights.fill(1.0);
        None
    }
}

/// Converts an evaluator of actions to a prior: the weight of an action is *e* to the power of its
/// value for the player to move, divided by a temperature.
///
/// The arguments are `Softmax(temperature, evaluator)`. An action that is better by the temperature
/// has 2.7 times the weight. The temperature is above 0, in the units of the evaluator. Differences
/// from the first action count up to [`f32::MAX`]. NaN or infinite evaluations give NaN weights, and
/// so do temperatures that are not above 0. Searches return an error for such weights.
///
/// ```
/// use gambol_core::{Afterstate, Prior, Score, Softmax};
/// # use core::ops::ControlFlow;
/// # use gambol_core::{Game, NoChance, Player, Turn};
/// # #[derive(Clone, Debug, PartialEq, Eq, Hash)]
/// # struct Sum(i64);
/// # impl Game for Sum {
/// #     type Action = i64;
/// #     type Outcome = NoChance;
/// #     const PLAYERS: usize = 1;
/// #     fn turn(&self) -> Turn { Turn::Player(Player::First) }
/// #     fn score(&self) -> i64 { self.0 }
/// #     fn visit_actions<F>(&self, visit: F) -> ControlFlow<()>
/// #     where
/// #         F: FnMut(i64) -> ControlFlow<()>,
/// #     {
/// #         (1..=3).try_for_each(visit)
/// #     }
/// #     fn visit_outcomes<F>(&self, _: F) -> ControlFlow<()>
/// #     where
/// #         F: FnMut(NoChance, f64) -> ControlFlow<()>,
/// #     {
/// #         ControlFlow::Continue(())
/// #     }
/// #     fn play(&mut self, action: i64) { self.0 += action; }
/// #     fn resolve(&mut self, outcome: NoChance) { match outcome {} }
/// # }
///
/// // Each action adds its number to the score.
/// let mut weights = [0.0; 3];
/// Softmax(1.0, Afterstate(Score)).weigh(&Sum(100), &[1, 2, 3], &mut weights);
/// assert_eq!(weights.map(|weight| (weight * 100.0).round()), [14.0, 37.0, 100.0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Softmax<E>(pub f64, pub E);

impl<G: Game, E: ActionEvaluator<G>> Prior<G> for Softmax<E> {
    fn weigh(&self, state: &G, actions: &[G::Action], weights: &mut [f32]) -> Option<f64> {
        let Self(temperature, evaluator) = self;
        let sign = state.turn().player().map_or(0.0, |player| player.sign() as f64);
        let mut values =
            actions.iter().map(|&action| sign * evaluator.evaluate_action(state, action, &state.afterstate(action)));
        let first = values.next()?;
        // Differences, since large values lose precision as `f32`.
        let differences = core::iter::once(0.0).chain(values.map(|value| value - first));
        for (weight, difference) in weights.iter_mut().zip(differences) {
            // Beyond the range of `f32`, which would give infinities and then NaN.
            let clamped = difference.clamp(f32::MIN.into(), f32::MAX.into());
            *weight = if (first + difference).is_finite() { clamped as f32 } else { f32::NAN };
        }
        let greatest = weights.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        for weight in weights {
            let power = f64::from(*weight - greatest) / temperature;
            *weight = if *temperature > 0.0 && power <= 0.0 { libm::exp(power) as f32 } else { f32::NAN };
        }
        None
    }
}
