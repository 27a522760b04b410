//! Searches without a tree need no memory per node: their allocations do not grow with the node
//! count.
//!
//! Tree search, alpha-beta and proof-number search, which have one, are tested in their own files.

use crate::twenty48::Twenty48;
use gambol_core::{Afterstate, Evaluator, Game, GameExt, Score, Scratch, Seed};
use gambol_search::{Budget, Expectimax, FlatMonteCarlo, SampledTwoPly, Search};

/// The nodes of a search and the number of its allocations.
fn count(mut search: impl Search<Twenty48>) -> (u64, u64) {
    let mut state = Twenty48::new();
    state.settle(&mut Seed::new(1).rng());
    let mut nodes = 0;
    let counted = allocation_counter::measure(|| {
        nodes = search.search(&state, &Budget::unlimited(), Seed::new(1)).unwrap().stats.nodes;
    });
    (nodes, counted.count_total)
}

/// The larger search visits at least ten times the states with hardly more allocations.
fn the_same_memory_for_more(small: impl Search<Twenty48>, large: impl Search<Twenty48>) {
    let ((few_nodes, few), (many_nodes, many)) = (count(small), count(large));
    assert!(many_nodes >= 10 * few_nodes, "{few_nodes} and {many_nodes} nodes");
    assert!(many <= few + 64, "{few} and {many} allocations for {few_nodes} and {many_nodes} nodes");
}

#[test]
fn flat_monte_carlo() {
    let search = FlatMonteCarlo::new();
    the_same_memory_for_more(search.rollouts(2), search.rollouts(400));
    the_same_memory_for_more(search.rollouts(1).best_of_sequences(1), search.rollouts(50).best_of_sequences(3));
}

#[test]
fn expectimax() {
    let search = Expectimax::new(Score);
    the_same_memory_for_more(search.clone().depth(1), search.depth(3));
}

#[cfg(feature = "parallel")]
#[test]
fn the_table_is_never_larger_than_its_bytes_however_it_is_shared_out() {
    const BYTES: usize = 1 << 22;
    let [few, many] = ["(1 1)", "(1 1 2 3 4 5 6 7 8 9)"].map(crate::common::Tree::parse);
    let counted = allocation_counter::measure(|| {
        let mut search = Expectimax::new(Score).table_bytes(BYTES).parallel(true);
        for tree in [&few, &many, &few] {
            search.search(tree, &Budget::unlimited(), Seed::new(1)).unwrap();
        }
    });
    assert!(counted.bytes_max < BYTES as u64 + 50_000, "{counted:?}");
}

#[test]
fn sampled_two_ply() {
    let search = SampledTwoPly::new(Afterstate(Score));
    the_same_memory_for_more(search.samples(4), search.samples(400));
}

/// The score, of all afterstates together, by way of its memory.
struct Together;

impl Evaluator<Twenty48> for Together {
    fn evaluate(&self, state: &Twenty48) -> f64 {
        state.score() as f64
    }

    fn evaluate_afterstates(
        &self,
        state: &Twenty48,
        actions: &[<Twenty48 as Game>::Action],
        values: &mut [f64],
        scratch: &mut Scratch,
    ) {
        let scores: &mut Vec<i64> = scratch.get();
        scores.clear();
        scores.extend(actions.iter().map(|&action| state.afterstate(action).score()));
        values.iter_mut().zip(scores).for_each(|(value, score)| *value = *score as f64);
    }

    fn batches_afterstates(&self, _: &Twenty48) -> bool {
        true
    }
}

#[test]
fn actions_evaluated_together() {
    let search = || Expectimax::new(Together);
    the_same_memory_for_more(search().depth(2), search().depth(3));
    let search = || SampledTwoPly::new(Afterstate(Together));
    the_same_memory_for_more(search().samples(4), search().samples(400));
}
