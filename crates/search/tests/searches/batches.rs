//! Searches call an evaluator of all actions of a state together where it exists, with the same
//! decisions as by single evaluations.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::common::Tree;
use gambol_core::{ActionEvaluator, Afterstate, Evaluator, Game, GameExt, Scratch, Seed, Turn};
use gambol_search::{Budget, Decision, Expectimax, Greedy, SampledTwoPly, Scope, Search, SearchError};

/// The score. Counts the calls of each method.
#[derive(Debug, Default)]
struct Counting {
    /// Whether it evaluates actions together.
    batches: bool,
    alone: AtomicU64,
    together: AtomicU64,
}

impl Counting {
    fn value(state: &Tree) -> f64 {
        state.score() as f64
    }

    fn write(&self, state: &Tree, actions: &[usize], values: &mut [f64]) {
        self.together.fetch_add(1, Relaxed);
        let afterstates = actions.iter().map(|&action| state.afterstate(action));
        values.iter_mut().zip(afterstates).for_each(|(value, after)| *value = Self::value(&after));
    }

    fn asked(&self) -> (u64, u64) {
        (self.alone.load(Relaxed), self.together.load(Relaxed))
    }
}

impl Evaluator<Tree> for Counting {
    fn evaluate(&self, state: &Tree) -> f64 {
        self.alone.fetch_add(1, Relaxed);
        Self::value(state)
    }

    fn evaluate_afterstates(&self, state: &Tree, actions: &[usize], values: &mut [f64], _: &mut Scratch) {
        self.write(state, actions, values);
    }

    fn batches_afterstates(&self, state: &Tree) -> bool {
        self.batches && state.actions().into_iter().all(|action| state.afterstate(action).turn() != Turn::Over)
    }
}

impl ActionEvaluator<Tree> for Counting {
    fn evaluate_action(&self, _: &Tree, _: usize, after: &Tree) -> f64 {
        self.alone.fetch_add(1, Relaxed);
        Self::value(after)
    }

    fn evaluate_actions(&self, before: &Tree, actions: &[usize], values: &mut [f64], _: &mut Scratch) {
        self.write(before, actions, values);
    }

    fn batches_actions(&self, _: &Tree) -> bool {
        self.batches
    }
}

type Found = Result<Decision<usize>, SearchError>;

/// Returns the decision of a search by an evaluator of actions together, which must equal that by
/// single evaluations, and the number of calls: for single actions with and without, and for all
/// actions of a state.
fn compare<S: Search<Tree>>(tree: &str, make: impl Fn(&'static Counting) -> S) -> (Found, [u64; 3]) {
    let decide = |batches| {
        let evaluator: &'static Counting = Box::leak(Box::new(Counting { batches, ..Counting::default() }));
        let mut found = make(evaluator).search(&Tree::parse(tree), &Budget::unlimited(), Seed::new(1));
        if let Ok(decision) = &mut found {
            decision.stats.time = None;
        }
        (found, evaluator.asked())
    };
    let ((found, (with, together)), (other, (without, never))) = (decide(true), decide(false));
    assert_eq!((format!("{found:?}"), never), (format!("{other:?}"), 0));
    (found, [with, without, together])
}

/// Two actions, after each of which chance deals one of two states with two or three replies.
const TREE: &str = "(1 (?@1 1:(1@1 (?@3 1:0) (?@4 1:0)) 1:(1@2 (?@5 1:0) (?@6 1:0) (?@2 1:0)))
                       (?@2 1:(1@2 (?@4 1:0) (?@9 1:0)) 1:(1@2 (?@8 1:0) (?@1 1:0) (?@3 1:0))))";

#[test]
fn greedy_search_asks_once_for_each_state_that_it_plays_on() {
    let single = compare(TREE, Greedy::new);
    assert_eq!((single.0.unwrap().action, single.1), (1, [0, 2, 1]));
    // Three states of the first player's turn are played on.
    let tree = "(1 (1@5 (1@1 (?@9 1:0)) (?@2 1:0)) (1@4 (?@3 1:0)))";
    let (decision, [with, without, together]) = compare(tree, |counting| Greedy::new(counting).scope(Scope::Turn));
    assert_eq!((decision.unwrap().pv, with, together), (vec![1, 0], 0, 3));
    assert!(without > 3);
}

#[test]
fn two_ply_search_asks_once_for_the_root_and_once_for_each_sample() {
    let (decision, [with, without, together]) = compare(TREE, |counting| SampledTwoPly::new(counting).samples(10));
    let decision = decision.unwrap();
    assert_eq!((decision.action, with, together), (1, 0, 1 + decision.stats.simulations));
    assert!(without > 2 * together);
}

#[test]
fn expectimax_asks_once_for_each_state_one_ply_above_the_horizon() {
    let (decision, asked) = compare(TREE, |counting| Expectimax::new(counting).depth(2));
    assert_eq!((decision.unwrap().value), 8.5);
    // The root actions are evaluated before the search; four states have replies, ten in all.
    assert_eq!(asked, [2, 2 + 10, 4]);
}

#[test]
fn a_game_that_an_action_may_end_is_evaluated_one_action_after_the_other() {
    let tree = "(1 (? 1:(1@1 5 (?@6 1:0)) 1:(1@2 (?@4 1:0) (?@3 1:0))))";
    let (decision, asked) = compare(tree, |counting| Expectimax::new(counting).depth(2));
    // The end is worth its score, without a question.
    assert_eq!((decision.unwrap().value, asked), (5.0, [2, 4, 1]));
}

#[test]
fn values_that_an_evaluator_forgets_are_refused() {
    /// Writes nothing.
    struct Idle;

    impl ActionEvaluator<Tree> for Idle {
        fn evaluate_action(&self, _: &Tree, _: usize, _: &Tree) -> f64 {
            0.0
        }

        fn evaluate_actions(&self, _: &Tree, _: &[usize], _: &mut [f64], _: &mut Scratch) {}

        fn batches_actions(&self, _: &Tree) -> bool {
            true
        }
    }

    let found = Greedy::new(Idle).search(&Tree::parse(TREE), &Budget::unlimited(), Seed::new(1));
    assert!(matches!(found, Err(SearchError::Evaluation { value, .. }) if value.is_nan()), "{found:?}");
}

#[test]
fn evaluators_of_states_are_asked_as_evaluators_of_actions() {
    let (decision, asked) = compare(TREE, |counting| Greedy::new(Afterstate(counting)));
    assert_eq!((decision.unwrap().action, asked), (1, [0, 2, 1]));
}
