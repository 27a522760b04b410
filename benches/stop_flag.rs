//! Latency of the stop flag: the time from raising it to the decision, which should be below 5 ms.
//!
//! `cargo bench --bench stop_flag`.

mod common;

use std::thread;
use std::time::{Duration, Instant};

use common::settled;
use criterion::{Criterion, criterion_group, criterion_main};
use gambol_core::{Afterstate, Game, Player, Score, Seed};
use gambol_five_or_more::{FiveOrMore, Rules};
use gambol_pentago_swap::PentagoSwap;
use gambol_search::{
    AlphaBeta, Budget, Expectimax, FlatMonteCarlo, Goal, Mcts, ProofNumber, SampledTwoPly, Search, StopFlag, TurnSearch,
};
use gambol_tenten::TenTen;
use gambol_threes::Threes;

/// Time that a search runs before it is stopped.
const HEAD_START: Duration = Duration::from_millis(20);

/// Measures the time from raising the flag to the end of `work`, which would otherwise take long.
fn measure(c: &mut Criterion, name: &str, mut work: impl FnMut(&Budget)) {
    let mut once = || {
        let flag = StopFlag::new();
        let raised = flag.clone();
        let budget = Budget::unlimited().stop(flag);
        let begun = Instant::now();
        let stopper = thread::spawn(move || {
            thread::sleep(HEAD_START);
            let now = Instant::now();
            raised.raise();
            now
        });
        work(&budget);
        let ended = Instant::now();
        assert!(ended - begun >= HEAD_START, "{name} ended by itself");
        stopper.join().map_or(Duration::ZERO, |raised| ended.saturating_duration_since(raised))
    };
    let mut times: Vec<Duration> = (0..51).map(|_| once()).collect();
    times.sort_unstable();
    println!("stop flag, {name}: median {:?}, at most {:?} in 51 searches", times[25], times[50]);
    c.bench_function(&format!("stop flag, {name}"), |b| b.iter_custom(|times| (0..times).map(|_| once()).sum()));
}

/// Runs a search that cannot finish in time.
fn run<G: Game>(state: &G, search: &mut impl Search<G>, budget: &Budget) {
    let decision = search.search(state, budget, Seed::new(1));
    assert!(decision.is_ok(), "there is always a best move so far");
}

fn stop_flag(c: &mut Criterion) {
    let stones = settled(FiveOrMore::<u128>::new(Rules::default()).expect("the default rules fit"));
    let pieces = settled(TenTen::default());
    let tiles = settled(Threes::default());
    let swaps = PentagoSwap::new();
    measure(c, "flat Monte Carlo, five-or-more", |budget| {
        run(&stones, &mut FlatMonteCarlo::new().rollouts(u32::MAX), budget);
    });
    measure(c, "tree search, pentago-swap", |budget| run(&swaps, &mut Mcts::new().simulations(u64::MAX), budget));
    measure(c, "alpha-beta, pentago-swap", |budget| run(&swaps, &mut AlphaBeta::new(Score), budget));
    measure(c, "expectimax, threes", |budget| run(&tiles, &mut Expectimax::new(Score).depth(50), budget));
    measure(c, "sampled two-ply, five-or-more", |budget| {
        run(&stones, &mut SampledTwoPly::new(Afterstate(Score)).samples(1_000_000), budget);
    });
    measure(c, "whole turns, tenten", |budget| {
        run(&pieces, &mut TurnSearch::new(Score).beam(1 << 20).ends(1_000).samples(1_000), budget);
    });
    measure(c, "proof-number search, pentago-swap", |budget| {
        let proof = ProofNumber::new().nodes(u64::MAX).prove(&swaps, Goal::win(Player::First), budget);
        assert!(proof.nodes > 0);
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10).warm_up_time(Duration::from_millis(100));
    targets = stop_flag
}
criterion_main!(benches);
