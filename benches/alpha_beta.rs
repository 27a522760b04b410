//! Speeds of alpha-beta: Pentago-Swap with the report's evaluation, and connect four.

#[path = "../crates/search/tests/common/connect_four.rs"]
mod connect_four;

use std::time::Duration;

use connect_four::{Centred, ConnectFour};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use gambol_core::{Evaluator, FromFn, Game, NoChance, Null, Seed};
use gambol_pentago_swap::{LineCounts, PentagoSwap};
use gambol_search::{AlphaBeta, Budget, Search};

/// A measured search, with its nodes as elements.
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
    measure_pentago_swap(c, "last ply judged at once", &lines);
    // A closure has no `best_successor`.
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

criterion_group!(benches, pentago_swap, connect_four);
criterion_main!(benches);
