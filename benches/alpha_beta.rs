//! Speeds of alpha-beta: Pentago-Swap with the report's evaluation, and connect four.

mod common;
#[path = "../crates/search/tests/common/connect_four.rs"]
mod connect_four;

use std::time::Duration;

use common::{rounds, spread};
use connect_four::{Centred, ConnectFour};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use gambol_core::{Evaluator, FromFn, Game, NoChance, Null, Seed};
use gambol_pentago_swap::{LineCounts, PentagoSwap};
use gambol_search::{AlphaBeta, Budget, Search};

/// Measures a search, with its nodes as elements.
fn measure<G, E>(c: &mut Criterion, name: &str, state: &G, search: AlphaBeta<E>)
where
    G: Game<Outcome = NoChance>,
    E: Evaluator<G>,
{
    let mut search = search;
    let mut run = || search.search(state, &Budget::unlimited(), Seed::new(1)).expect("a player's turn");
    let mut group = c.benchmark_group("alpha-beta");
    group.throughput(Throughput::Elements(run().stats.nodes));
    group.sample_size(10);
    group.bench_function(name, |b| b.iter(&mut run));
    group.finish();
}

fn pentago_swap(c: &mut Criterion) {
    let lines = LineCounts::as_white();
    measure_pentago_swap(c, "last plies judged at once", &lines);
    // A closure has no `minimax`.
    measure_pentago_swap(c, "ply by ply", &FromFn(|state: &PentagoSwap| lines.evaluate(state)));
}

fn measure_pentago_swap<E: Evaluator<PentagoSwap>>(c: &mut Criterion, name: &str, evaluator: &E) {
    let start = PentagoSwap::new();
    let sized = || AlphaBeta::new(evaluator).table_bytes(256 << 20);
    measure(c, &format!("pentago-swap, depth 7, {name}"), &start, sized().depth(7));
    let budget = Budget::unlimited().time(Duration::from_secs(2));
    let decision = sized().search(&start, &budget, Seed::new(1)).expect("a player's turn");
    println!("pentago-swap, two seconds, {name}: {} worth {}, {:?}", decision.action, decision.value, decision.stats);
}

fn connect_four(c: &mut Criterion) {
    measure(c, "connect four, depth 20", &Centred(ConnectFour::new()), AlphaBeta::new(Null).depth(20));
    let listed = AlphaBeta::new(Null).depth(20);
    measure(c, "connect four, depth 20, columns from left to right", &ConnectFour::new(), listed);
}

/// Wall time to a depth and nodes per second of one worker and of several on one tree, in turn:
/// medians of the ratios of each round, with minimum and maximum. Needs an idle machine.
fn lazy(_: &mut Criterion) {
    let lines = LineCounts::as_white();
    compare("pentago-swap, depth 8", &PentagoSwap::new(), &AlphaBeta::new(lines).depth(8));
    compare("connect four, depth 24", &Centred(ConnectFour::new()), &AlphaBeta::new(Null).depth(24));
}

fn compare<G, E>(name: &str, state: &G, search: &AlphaBeta<E>)
where
    G: Game<Outcome = NoChance>,
    E: Evaluator<G> + Clone,
{
    let threads = std::thread::available_parallelism().map_or(2, usize::from).max(2);
    let measure = |workers: usize| {
        let mut search = search.clone().workers(workers);
        let decision = search.search(state, &Budget::unlimited().measure_time(), Seed::new(1));
        let decision = decision.expect("a player's turn");
        (decision.value, decision.stats.time.unwrap_or_default().as_secs_f64(), decision.stats.nodes as f64)
    };
    for workers in (1..=threads.ilog2()).map(|doublings| 1 << doublings) {
        let (mut sooner, mut rates) = (Vec::new(), Vec::new());
        for _ in 0..rounds() {
            let ((value, time, nodes), (same, less, more)) = (measure(1), measure(workers));
            assert_eq!(value, same, "{name}");
            println!("{name}: 1 worker {time:.3} s, {nodes} nodes; {workers} workers {less:.3} s, {more} nodes");
            sooner.push(time / less);
            rates.push(more / less * time / nodes);
        }
        for (what, ratios) in [("sooner", sooner), ("more nodes a second", rates)] {
            println!("{name}: {workers} workers, {} {what}", spread(ratios));
        }
    }
}

criterion_group!(benches, pentago_swap, connect_four, lazy);
criterion_main!(benches);
