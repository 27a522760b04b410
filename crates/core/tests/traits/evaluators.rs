//! Evaluators and policies behind pointers, as closures and as trait objects.

use std::ops::Range;
use std::sync::Arc;

use crate::nim::Nim;
use gambol_core::{
    ActionEvaluator, Afterstate, Evaluator, FromFn, GameExt, GameRng, Player, Policy, Properties, Rng, Score, ScoreUse,
    Scratch, Seed, Uniform,
};

fn nim(matches: u8) -> Nim {
    Nim { matches, to_move: Player::First }
}

/// Overrides every method, each in a way that its default is not.
struct Net;

impl Evaluator<Nim> for Net {
    fn evaluate(&self, state: &Nim) -> f64 {
        f64::from(state.matches)
    }

    fn properties(&self) -> Properties {
        Properties::default().cheap(true).score(ScoreUse::Added).ignores_preview(true)
    }

    fn evaluate_afterstates(&self, state: &Nim, actions: &[u8], values: &mut [f64], scratch: &mut Scratch) {
        *scratch.get::<u32>() += 1;
        let value = |action: u8| 10.0 * f64::from(*scratch.get::<u32>()) + f64::from(state.matches - action);
        let written: Vec<f64> = actions.iter().copied().map(value).collect();
        values.iter_mut().zip(written).for_each(|(value, written)| *value = written);
    }

    fn batches_afterstates(&self, state: &Nim) -> bool {
        state.matches > 3
    }

    fn minimax(&self, state: &Nim, plies: u32, window: Range<f64>) -> Option<f64> {
        Some(f64::from(state.matches) + window.end + 100.0 * f64::from(plies))
    }

    fn is_quiet(&self, state: &Nim) -> bool {
        state.matches > 3
    }
}

impl ActionEvaluator<Nim> for Net {
    fn evaluate_action(&self, before: &Nim, action: u8, after: &Nim) -> f64 {
        f64::from(before.matches) + 100.0 * f64::from(action) + 10_000.0 * f64::from(after.matches)
    }

    fn evaluate_actions(&self, before: &Nim, actions: &[u8], values: &mut [f64], scratch: &mut Scratch) {
        self.evaluate_afterstates(before, actions, values, scratch);
    }

    fn batches_actions(&self, before: &Nim) -> bool {
        before.matches > 5
    }
}

/// Everything that [`Net`] says is said through `E` too.
fn is_net<E: Evaluator<Nim>>(evaluator: E) {
    assert_eq!(evaluator.evaluate(&nim(9)), 9.0);
    assert_eq!(evaluator.properties(), Net.properties());
    let mut values = [0.5; 3];
    let mut scratch = Scratch::new();
    evaluator.evaluate_afterstates(&nim(9), &[2, 1, 3], &mut values[..2], &mut scratch);
    assert_eq!((values, *scratch.get::<u32>()), ([17.0, 18.0, 0.5], 1));
    assert_eq!([3, 4].map(|matches| evaluator.batches_afterstates(&nim(matches))), [false, true]);
    assert_eq!(evaluator.minimax(&nim(9), 2, 2.0..3.0), Some(212.0));
    assert_eq!([3, 4].map(|matches| evaluator.is_quiet(&nim(matches))), [false, true]);
}

fn is_net_of_actions<E: ActionEvaluator<Nim>>(evaluator: E) {
    assert_eq!(evaluator.evaluate_action(&nim(9), 2, &nim(7)), 70_209.0);
    let (mut values, mut scratch) = ([0.0; 2], Scratch::new());
    evaluator.evaluate_actions(&nim(9), &[2], &mut values, &mut scratch);
    assert_eq!((values, *scratch.get::<u32>()), ([17.0, 0.0], 1));
    assert_eq!([5, 6].map(|matches| evaluator.batches_actions(&nim(matches))), [false, true]);
}

#[test]
fn pointers_to_evaluators_forward_every_method() {
    is_net(Net);
    is_net::<&Net>(&Net);
    is_net(Box::new(Net));
    is_net(Arc::new(Net));
    is_net::<&&Arc<Box<Net>>>(&&Arc::new(Box::new(Net)));
    is_net(&Net as &dyn Evaluator<Nim>);
    is_net(Box::new(Net) as Box<dyn Evaluator<Nim>>);
    is_net(Box::new(Net) as Box<dyn Evaluator<Nim> + Send + Sync>);
    is_net(Arc::new(Net) as Arc<dyn Evaluator<Nim>>);
}

#[test]
fn pointers_to_evaluators_of_actions_forward() {
    is_net_of_actions(Net);
    is_net_of_actions(&Net);
    is_net_of_actions(Box::new(Net));
    is_net_of_actions(Arc::new(Net));
    is_net_of_actions(&Net as &dyn ActionEvaluator<Nim>);
    is_net_of_actions(Box::new(Net) as Box<dyn ActionEvaluator<Nim>>);
    is_net_of_actions(Arc::new(Net) as Arc<dyn ActionEvaluator<Nim>>);
}

/// The values of the actions 1, 2 and 3 with 9 matches, by a second call with the same memory, and
/// whether searches shall ask for them with 3, 4 and 6 matches.
fn of_afterstates(evaluator: impl Evaluator<Nim>) -> ([f64; 3], [bool; 3]) {
    let (mut values, mut scratch) = ([0.0; 3], Scratch::new());
    evaluator.evaluate_afterstates(&nim(8), &[3], &mut values, &mut scratch);
    evaluator.evaluate_afterstates(&nim(9), &[1, 2, 3], &mut values, &mut scratch);
    (values, [3, 4, 6].map(|matches| evaluator.batches_afterstates(&nim(matches))))
}

fn of_actions(evaluator: impl ActionEvaluator<Nim>) -> ([f64; 3], [bool; 3]) {
    let (mut values, mut scratch) = ([0.0; 3], Scratch::new());
    evaluator.evaluate_actions(&nim(8), &[3], &mut values, &mut scratch);
    evaluator.evaluate_actions(&nim(9), &[1, 2, 3], &mut values, &mut scratch);
    (values, [3, 4, 6].map(|matches| evaluator.batches_actions(&nim(matches))))
}

#[test]
fn afterstates_are_evaluated_together_inside_other_evaluators() {
    let matches = FromFn(|state: &Nim| f64::from(state.matches));
    let (never, from_4, from_6) = ([false; 3], [false, true, true], [false, false, true]);
    assert_eq!(of_afterstates(matches), ([8.0, 7.0, 6.0], never));
    assert_eq!(of_afterstates(Net), ([28.0, 27.0, 26.0], from_4));
    assert_eq!(of_actions(Afterstate(matches)), ([8.0, 7.0, 6.0], never));
    assert_eq!(of_actions(Afterstate(Net)), ([28.0, 27.0, 26.0], from_4));
    assert_eq!(of_actions(Net), ([28.0, 27.0, 26.0], from_6));
}

#[test]
fn hooks_have_defaults_that_change_nothing() {
    assert_eq!(Score.minimax(&nim(5), 1, f64::NEG_INFINITY..f64::INFINITY), None);
    assert!(Score.is_quiet(&nim(5)));
}

fn matches(state: &Nim) -> f64 {
    f64::from(state.matches)
}

#[test]
fn closures_are_evaluators_and_policies_by_their_signature() {
    let state = FromFn(|state: &Nim| f64::from(state.matches));
    let action = FromFn(|_: &Nim, action: u8, _: &Nim| f64::from(action));
    let most = FromFn(|state: &Nim, _: &mut GameRng| state.actions().pop());
    assert_eq!(state.evaluate(&nim(3)), 3.0);
    assert_eq!(Afterstate(state).evaluate_action(&nim(9), 1, &nim(8)), 8.0);
    assert_eq!(action.evaluate_action(&nim(9), 2, &nim(7)), 2.0);
    assert_eq!(most.choose(&nim(9), &mut Seed::new(1).rng()), Some(3));
    assert_eq!(most.choose(&nim(0), &mut Seed::new(1).rng()), None);
    assert_eq!(FromFn(matches).evaluate(&nim(3)), 3.0);
    assert!(format!("{:?}", FromFn(matches)).ends_with("matches)"), "{:?}", FromFn(matches));
}

/// The choices of a policy from a seed, and the next number of the generator.
fn choices<P: Policy<Nim>>(policy: P) -> (Vec<Option<u8>>, u64) {
    let mut rng = Seed::new(5).rng();
    let choices = (0..200).map(|matches| policy.choose(&nim(matches), &mut rng)).collect();
    (choices, rng.next_u64())
}

#[test]
fn pointers_to_policies_choose_the_same_from_the_same_seed() {
    let expected = choices(Uniform);
    assert!(expected.0[0].is_none() && expected.0[1..].iter().all(Option::is_some));
    assert_eq!(choices::<&Uniform>(&Uniform), expected);
    assert_eq!(choices(Box::new(Uniform)), expected);
    assert_eq!(choices(Arc::new(Uniform)), expected);
    assert_eq!(choices(&Uniform as &dyn Policy<Nim>), expected);
    assert_eq!(choices(Box::new(Uniform) as Box<dyn Policy<Nim>>), expected);
    assert_eq!(choices(Arc::new(Uniform) as Arc<dyn Policy<Nim>>), expected);
    // A trait object of a trait object.
    let boxed: Box<dyn Policy<Nim>> = Box::new(Uniform);
    assert_eq!(choices(Box::new(boxed) as Box<dyn Policy<Nim>>), expected);
    assert_eq!(choices(FromFn(|state: &Nim, rng: &mut GameRng| Uniform.choose(state, rng))), expected);
}

#[test]
fn policies_chosen_at_run_time_are_chained() {
    let last = || FromFn(|state: &Nim, _: &mut GameRng| (state.matches <= 3).then_some(state.matches));
    let policies: Vec<Box<dyn Policy<Nim>>> = vec![Box::new(last()), Box::new(Uniform)];
    let chained = (&policies[0]).or(&policies[1]);
    assert_eq!(choices(chained), choices(last().or(Uniform)));
    assert_eq!(choices(chained).0[1..4], [Some(1), Some(2), Some(3)]);
}
