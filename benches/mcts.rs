//! Speeds of Monte Carlo tree search on two games that every library has: Connect four and 2048.
//!
//! `cargo bench --bench mcts`. Elements are simulations.

use core::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use gambol_core::{Game, Score, Seed};
use gambol_search::{Budget, Mcts, Search};

#[path = "../crates/search/tests/common/connect_four.rs"]
mod connect_four;
#[path = "../crates/search/tests/common/twenty48.rs"]
mod twenty48;

use connect_four::ConnectFour;
use twenty48::Twenty48;

fn tree_search(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("mcts");
    group.sample_size(10);

    // A million simulations grow a tree beyond the caches, as in a second of search.
    let simulations = 1_000_000;
    group.throughput(Throughput::Elements(simulations));
    group.bench_function("connect four, empty board, 1 tree", |bencher| {
        let budget = Budget::unlimited().simulations(simulations);
        bencher.iter(|| Mcts::new().search(black_box(&ConnectFour::new()), &budget, Seed::new(1)));
    });

    let mut puzzle = Twenty48::new();
    puzzle.settle(&mut Seed::new(1).rng());
    let simulations = 20_000;
    group.throughput(Throughput::Elements(simulations));
    group.bench_function("2048, rollouts to the end", |bencher| {
        let budget = Budget::unlimited().simulations(simulations);
        bencher.iter(|| Mcts::new().search(black_box(&puzzle), &budget, Seed::new(1)));
    });
    group.bench_function("2048, no rollouts", |bencher| {
        let budget = Budget::unlimited().simulations(simulations);
        bencher.iter(|| Mcts::new().truncate_rollouts(0, Score).search(black_box(&puzzle), &budget, Seed::new(1)));
    });
    group.finish();
}

criterion_group!(benches, tree_search);
criterion_main!(benches);
