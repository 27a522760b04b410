//! Priors behind pointers, as closures, as trait objects, and made of evaluators of actions.

use std::sync::Arc;

use crate::nim::Nim;
use gambol_core::{Afterstate, FromFn, GameExt, Player, Prior, Softmax, Uniform};

fn nim(matches: u8, to_move: Player) -> Nim {
    Nim { matches, to_move }
}

fn weights(prior: impl Prior<Nim>, state: &Nim) -> (Vec<f32>, Option<f64>) {
    let actions = state.candidates();
    let mut weights = vec![0.0; actions.len()];
    let value = prior.weigh(state, &actions, &mut weights);
    (weights, value)
}

/// Writes the actions themselves; the value is the number of matches.
fn own() -> impl Prior<Nim> {
    FromFn(|state: &Nim, actions: &[u8], weights: &mut [f32]| {
        weights.iter_mut().zip(actions).for_each(|(weight, &action)| *weight = f32::from(action));
        Some(f64::from(state.matches))
    })
}

#[test]
fn pointers_closures_and_trait_objects_are_priors() {
    let (state, right) = (nim(9, Player::First), (vec![1.0, 2.0, 3.0], Some(9.0)));
    let prior = own();
    assert_eq!(weights(&prior, &state), right);
    assert_eq!(weights(prior, &state), right);
    assert_eq!(weights(Box::new(own()), &state), right);
    assert_eq!(weights(Arc::new(own()), &state), right);
    let object: Arc<dyn Prior<Nim>> = Arc::new(own());
    assert_eq!(weights(&*object, &state), right);
    assert_eq!(weights(object, &state), right);
    assert_eq!(weights(Uniform, &state), (vec![1.0; 3], None));
}

#[test]
fn an_evaluator_of_actions_is_a_prior_of_either_player() {
    let few = || Afterstate(FromFn(|state: &Nim| -f64::from(state.matches)));
    let ratio = |weights: &[f32]| [weights[1] / weights[0], weights[2] / weights[1]].map(f64::from);
    for (player, factor) in [(Player::First, 0.5_f64.exp()), (Player::Second, (-0.5_f64).exp())] {
        let (found, value) = weights(Softmax(2.0, few()), &nim(9, player));
        assert_eq!(value, None);
        assert!(ratio(&found).iter().all(|ratio| (ratio - factor).abs() < 1e-6), "{player:?} {found:?}");
        assert!(found.contains(&1.0));
    }
    // Great values have the same differences, and differences beyond all numbers leave the best.
    let great = Afterstate(FromFn(|state: &Nim| 1e12 - f64::from(state.matches)));
    assert_eq!(
        weights(Softmax(2.0, great), &nim(9, Player::First)),
        weights(Softmax(2.0, few()), &nim(9, Player::First))
    );
    assert_eq!(weights(Softmax(1e-9, few()), &nim(9, Player::First)).0, [0.0, 0.0, 1.0]);
}

#[test]
fn evaluations_beyond_the_range_of_weights_leave_the_best() {
    for (best, expected) in [(8, [1.0, 0.0, 0.0]), (7, [0.0, 1.0, 0.0]), (6, [0.0, 0.0, 1.0])] {
        for worst in [0.0, -1e100] {
            let evaluator = FromFn(move |state: &Nim| if state.matches == best { 1e100 } else { worst });
            assert_eq!(weights(Softmax(1.0, Afterstate(evaluator)), &nim(9, Player::First)).0, expected);
        }
    }
}

#[test]
fn evaluations_that_are_not_finite_give_weights_that_are_not() {
    for strange in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        for left in [6, 7, 8] {
            let evaluator = FromFn(move |state: &Nim| if state.matches == left { strange } else { 1.0 });
            for player in [Player::First, Player::Second] {
                let (found, _) = weights(Softmax(1.0, Afterstate(evaluator)), &nim(9, player));
                assert!(found.iter().any(|weight| weight.is_nan()), "{strange} {left} {player:?}: {found:?}");
            }
        }
    }
    let few = Afterstate(FromFn(|state: &Nim| -f64::from(state.matches)));
    for temperature in [0.0, -1.0, f64::NAN] {
        let (found, _) = weights(Softmax(temperature, few), &nim(9, Player::First));
        assert!(found.iter().all(|weight| weight.is_nan()), "{temperature}: {found:?}");
    }
}
