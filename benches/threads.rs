//! Speedup of searches on two threads, in pairs. Their decisions are the same.
//!
//! `cargo bench -p gambol-benches --bench threads`.

mod common;

use std::time::Instant;

use common::{rounds, settled, spread};
use criterion::{Criterion, criterion_group, criterion_main};
use gambol_core::{Afterstate, Game, Score, Seed};
use gambol_five_or_more::{FiveOrMore, Rules};
use gambol_pentago_swap::PentagoSwap;
use gambol_search::{Budget, Expectimax, FlatMonteCarlo, Mcts, SampledTwoPly, Search};
use gambol_threes::{RowTable, Threes};

fn measure<G: Game>(name: &str, state: &G, budget: &Budget, search: &mut impl Search<G>) {
    let pools = [1, 2].map(|threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads"));
    let ratios = (0..rounds())
        .map(|_| {
            let [one, two] = pools.each_ref().map(|pool| {
                let began = Instant::now();
                let decision = pool.install(|| search.search(state, budget, Seed::new(1)));
                assert!(decision.is_ok(), "{name}");
                began.elapsed().as_secs_f64()
            });
            one / two
        })
        .collect();
    println!("{name}: {} sooner on two threads", spread(ratios));
}

fn threads(_: &mut Criterion) {
    let stones = settled(FiveOrMore::<u128>::new(Rules::default()).expect("the default rules fit"));
    let tiles = settled(Threes::default());
    let unlimited = Budget::unlimited();
    measure("flat Monte Carlo, five-or-more", &stones, &unlimited, &mut FlatMonteCarlo::new().rollouts(100));
    measure(
        "tree search of two trees, pentago-swap",
        &PentagoSwap::new(),
        &unlimited.clone().simulations(200_000),
        &mut Mcts::new().trees(2),
    );
    let mut expectimax = Expectimax::new(RowTable::new()).depth(6).parallel(true);
    measure("expectimax, threes", &tiles, &unlimited, &mut expectimax);
    let mut two_ply = SampledTwoPly::new(Afterstate(Score)).width(16).samples(256);
    measure("two plies, five-or-more", &stones, &unlimited, &mut two_ply);
}

criterion_group!(benches, threads);
criterion_main!(benches);
