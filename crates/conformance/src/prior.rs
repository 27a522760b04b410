//! Checks of priors.

use gambol_core::Game;
use gambol_core::GameExt;
use gambol_core::Prior;

/// Tests the promises of [`Prior`] in these states: weights are finite and at least 0, values are
/// finite, and a second call returns the same weights and value. States in which no player is to
/// move are skipped.
///
/// ```
/// # use core::ops::ControlFlow;
/// # use gambol_core::{Game, NoChance, Player, Turn};
/// # #[derive(Clone, Debug, PartialEq, Eq, Hash)]
/// # struct Nim(u8);
/// # impl Game for Nim {
/// #     type Action = u8;
/// #     type Outcome = NoChance;
/// #     const PLAYERS: usize = 1;
/// #     fn turn(&self) -> Turn {
/// #         if self.0 == 0 { Turn::Over } else { Turn::Player(Player::First) }
/// #     }
/// #     fn score(&self) -> i64 { 0 }
/// #     fn visit_actions<F>(&self, visit: F) -> ControlFlow<()>
/// #     where
/// #         F: FnMut(u8) -> ControlFlow<()>,
/// #     {
/// #         (1..=self.0.min(3)).try_for_each(visit)
/// #     }
/// #     fn visit_outcomes<F>(&self, _: F) -> ControlFlow<()>
/// #     where
/// #         F: FnMut(NoChance, f64) -> ControlFlow<()>,
/// #     {
/// #         ControlFlow::Continue(())
/// #     }
/// #     fn play(&mut self, action: u8) { self.0 -= action; }
/// #     fn resolve(&mut self, outcome: NoChance) { match outcome {} }
/// # }
/// use gambol_conformance::assert_prior;
/// use gambol_core::{Afterstate, Score, Softmax};
///
/// assert_prior(&Softmax(1.0, Afterstate(Score)), (0..20).map(Nim));
/// ```
///
/// # Panics
///
/// Panics if a promise is broken, with the promise and the state.
pub fn assert_prior<G, P>(prior: &P, states: impl IntoIterator<Item = G>)
where
    G: Game,
    P: Prior<G> + ?Sized,
{
    for state in states.into_iter().filter(|state| state.turn().player().is_some()) {
        let actions: Vec<G::Action> = state.candidates();
        let weigh = || {
            let mut weights = vec![0.0; actions.len()];
            let value = prior.weigh(&state, &actions, &mut weights);
            (weights, value)
        };
        let (weights, value) = weigh();
        for (action, weight) in actions.iter().zip(&weights) {
            assert!(weight.is_finite() && *weight >= 0.0, "the weight of {action:?} is {weight}, in {state:?}");
        }
        assert!(value.is_none_or(f64::is_finite), "the value is {value:?}, in {state:?}");
        let again = weigh();
        assert!(again == (weights, value), "a second call returns another result, in {state:?}");
    }
}
