//! Flat Monte Carlo on games whose answers are known.

mod common;

use common::Tree;
use gambol_core::{Seed, Turn};
use gambol_search::{Aggregate, Budget, Decision, FlatMonteCarlo, Search, SearchError, StopFlag, Ties};

fn decide(tree: &str, search: FlatMonteCarlo) -> Decision<usize> {
    let mut search = search;
    search.search(&Tree::parse(tree), &Budget::unlimited(), Seed::new(5)).unwrap()
}

#[test]
fn it_wins_in_one_for_either_side() {
    assert_eq!(decide("(1 0 1 -1)", FlatMonteCarlo::new()).action, 1);
    assert_eq!(decide("(2 0 1 -1)", FlatMonteCarlo::new()).action, 2);
}

#[test]
fn it_blocks() {
    let decision = decide("(1 (2 -1 1) (2 0 1) (2 -1 0))", FlatMonteCarlo::new().rollouts(400));
    assert_eq!(decision.action, 1);
}

#[test]
fn it_prefers_chance_where_greed_is_wrong() {
    let decision = decide("(1 (1@5 (? 1:5 1:6)) (1@0 (? 1:20 1:0)))", FlatMonteCarlo::new().rollouts(400));
    assert_eq!(decision.action, 1);
    assert!((decision.value - 10.0).abs() < 1.5, "{}", decision.value);
}

#[test]
fn averages_of_games_without_choice_converge_to_their_value() {
    // Where the players of a rollout have nothing to choose, Monte Carlo is exact in the limit.
    let decision = decide("(1 (? 9:10 1:-50) (? 1:(? 1:8 1:4) 1:3))", FlatMonteCarlo::new().rollouts(20_000));
    assert!((decision.root[0].value - 4.0).abs() < 0.5, "{:?}", decision.root);
    assert!((decision.root[1].value - 4.5).abs() < 0.1, "{:?}", decision.root);
}

#[test]
fn the_maximum_is_the_best_for_the_player_to_move() {
    let settings = FlatMonteCarlo::new().rollouts(200).aggregate(Aggregate::Maximum);
    assert_eq!(decide("(1 4 (? 1:9 3:0))", settings).action, 1);
    assert_eq!(decide("(2 4 (? 1:9 3:0))", settings).action, 1);
    assert_eq!(decide("(2 4 (? 1:9 3:5))", settings).action, 0);
}

#[test]
fn ties_are_visible_and_broken_as_asked() {
    let decision = decide("(1 0 2 2 2)", FlatMonteCarlo::new());
    assert_eq!(decision.action, 1);
    assert_eq!(decision.root.iter().filter(|action| action.value == 2.0).count(), 3);
    let tree = Tree::parse("(1 0 2 2 2)");
    let mut search = FlatMonteCarlo::new().rollouts(1).ties(Ties::Random);
    let mut chosen: Vec<usize> =
        (0..60).map(|seed| search.search(&tree, &Budget::unlimited(), Seed::new(seed)).unwrap().action).collect();
    chosen.sort_unstable();
    chosen.dedup();
    assert_eq!(chosen, [1, 2, 3]);
}

#[test]
fn budgets_bound_the_work() {
    let tree = Tree::parse("(1 0 (? 1:1 1:3) 1)");
    let search = |budget: &Budget| FlatMonteCarlo::new().search(&tree, budget, Seed::new(1)).unwrap();
    assert_eq!(search(&Budget::unlimited()).spent.simulations, 300);
    assert_eq!(search(&Budget::unlimited().simulations(31)).spent.simulations, 31);
    assert!(search(&Budget::unlimited().nodes(10)).spent.nodes < 40);
    let stop = StopFlag::new();
    stop.raise();
    let stopped = search(&Budget::unlimited().stop(stop));
    assert_eq!((stopped.spent.simulations, stopped.action), (0, 2), "unvisited actions are judged by their score");
    assert_eq!(stopped.root.len(), 3);
}

#[test]
fn nothing_to_decide_is_an_error() {
    for (tree, turn) in [("3", Turn::Over), ("(? 1:1 1:2)", Turn::Chance)] {
        let result = FlatMonteCarlo::new().search(&Tree::parse(tree), &Budget::unlimited(), Seed::new(1));
        assert_eq!(result, Err(SearchError::NoPlayersTurn { turn }));
    }
}

/// A golden value: a change here changes recorded decisions.
#[test]
fn decisions_are_pinned() {
    let decision = decide("(1 (? 1:1 3:2 1:9) (? 1:5 1:1) (1 0 5))", FlatMonteCarlo::new().rollouts(10));
    let values: Vec<f64> = decision.root.iter().map(|action| action.value).collect();
    assert_eq!((decision.action, values), (1, vec![2.5, 3.4, 2.0]));
}

#[cfg(feature = "parallel")]
#[test]
fn threads_do_not_change_a_decision() {
    let tree = Tree::parse("(1 (? 1:1 3:2 1:9) (? 1:5 1:1) (1 0 5 (? 1:7 2:1)))");
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| FlatMonteCarlo::new().rollouts(999).search(&tree, &Budget::unlimited(), Seed::new(3)).unwrap())
    };
    let (one, many) = (on(1), on(7));
    assert_eq!(one.root, many.root);
    assert_eq!(one.action, many.action);
}
