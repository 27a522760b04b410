//! The sampled two-ply search on games whose answers are known.

use crate::common::Tree;
use gambol_core::{Afterstate, Score, Seed};
use gambol_search::{Budget, Decision, SampledTwoPly, Search};

fn decide(tree: &str, search: SampledTwoPly<Afterstate<Score>>, budget: &Budget, seed: u64) -> Decision<usize> {
    let mut search = search;
    search.search(&Tree::parse(tree), budget, Seed::new(seed)).unwrap()
}

fn plain() -> SampledTwoPly<Afterstate<Score>> {
    SampledTwoPly::new(Afterstate(Score))
}

#[test]
fn the_reply_to_chance_counts() {
    // Greed takes 5; what chance leaves behind 2 is worth 6 on average if it is answered well.
    let tree = "(1 (?@5 1:(1@5 5 0) 1:(1@5 1 5)) (?@2 1:(1@0 2 8) 1:(1@0 4 1)))";
    let decision = decide(tree, plain().samples(500), &Budget::unlimited(), 1);
    assert_eq!(decision.action, 1);
    assert!((decision.value - 6.0).abs() < 0.3, "{decision:?}");
    assert_eq!(decision.root[0].value, 5.0);
}

#[test]
fn the_opponents_reply_is_the_worst() {
    let decision = decide("(1 (? 1:(2 9 -9)) (? 1:(2 1 2)))", plain(), &Budget::unlimited(), 1);
    assert_eq!(decision.root.iter().map(|action| action.value).collect::<Vec<_>>(), [-9.0, 1.0]);
    assert_eq!(decide("(2 (? 1:(1 9 -9)) (? 1:(1 1 2)))", plain(), &Budget::unlimited(), 1).action, 1);
}

#[test]
fn the_better_half_gets_more_samples() {
    let tree = "(1 (? 1:1 1:2) (? 1:2 1:3) (? 1:9 1:8) (?@-1 1:99))";
    let decision = decide(tree, plain().width(3).samples(4), &Budget::unlimited(), 1);
    let visits: Vec<u64> = decision.root.iter().map(|action| action.visits).collect();
    assert_eq!(visits, [4, 8, 8, 0], "the fourth was not among the three best; the last one is not sampled alone");
    assert_eq!((decision.action, decision.stats.simulations), (2, 20));
}

#[test]
fn luck_is_common_to_all_actions() {
    let tree = "(1 (? 1:10 1:20 1:30 1:40) (? 1:11 1:21 1:31 1:41))";
    for seed in 0..50 {
        assert_eq!(decide(tree, plain().samples(1), &Budget::unlimited(), seed).action, 1);
    }
}
