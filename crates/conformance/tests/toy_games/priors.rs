//! Tests of the checks of priors.

use std::panic::{RefUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU32, Ordering};

use gambol_conformance::assert_prior;
use gambol_core::{FromFn, Game, GameExt, Prior, Seed, Uniform};

use crate::toys::SOUND;
use crate::toys::line::{self, Line};

type Action = <Line as Game>::Action;

/// A start, and the states after one action.
fn states() -> Vec<Line> {
    let start = line::start::<2>(SOUND)(Seed::new(1));
    let after = start.actions().into_iter().map(|action| start.afterstate(action));
    std::iter::once(start.clone()).chain(after).collect()
}

fn is_refused(prior: &(dyn Prior<Line> + RefUnwindSafe)) -> bool {
    catch_unwind(|| assert_prior(prior, states())).is_err()
}

#[test]
fn sound_priors_pass() {
    assert_prior(&Uniform, states());
    let numbers = FromFn(|_: &Line, _: &[Action], weights: &mut [f32]| {
        (1_u8..).zip(weights).for_each(|(number, weight)| *weight = f32::from(number));
        Some(0.5)
    });
    assert_prior(&numbers, states());
}

#[test]
fn weights_and_values_that_are_not_numbers_are_refused() {
    for wrong in [f32::NAN, f32::INFINITY, -0.1] {
        assert!(is_refused(&FromFn(move |_: &Line, _: &[Action], weights: &mut [f32]| {
            weights[0] = wrong;
            None
        })));
    }
    assert!(is_refused(&FromFn(|_: &Line, _: &[Action], _: &mut [f32]| Some(f64::NAN))));
}

#[test]
fn weights_that_change_from_call_to_call_are_refused() {
    let calls = AtomicU32::new(0);
    assert!(is_refused(&FromFn(|_: &Line, _: &[Action], weights: &mut [f32]| {
        weights[0] = calls.fetch_add(1, Ordering::Relaxed) as f32;
        None
    })));
}
