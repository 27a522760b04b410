//! Speed of proof-number search, and of several workers compared with one:
//! `cargo bench -p gambol-benches --bench proof_number`, with `-- workers` for the latter alone.

use core::hint::black_box;
use std::time::Instant;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use gambol_core::{Game, Player, Turn};
use gambol_search::{Budget, Goal, Proof, ProofNumber, Verdict};

mod common;
#[path = "../crates/search/tests/common/connect_four.rs"]
mod connect_four;

use common::{rounds, spread};
use connect_four::ConnectFour;

fn proof_number(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("proof-number search");
    group.sample_size(10);
    let nodes = 500_000;
    group.throughput(Throughput::Elements(nodes));
    group.bench_function("connect four, empty board", |bencher| {
        let budget = Budget::unlimited().nodes(nodes);
        let goal = Goal::win(Player::First);
        bencher.iter(|| ProofNumber::new().prove(black_box(&ConnectFour::new()), goal, &budget));
    });
    group.finish();
}

/// Two workers compared with one, in pairs, on draws of connect four that take seconds to prove.
fn workers(_: &mut Criterion) {
    for columns in ["4444433333552", "44444333335"] {
        let state = ConnectFour::after(columns);
        let Turn::Player(player) = state.turn() else { continue };
        let measure = |workers: usize| -> (f64, Proof<u8>) {
            let began = Instant::now();
            let mut search = ProofNumber::new().workers(workers);
            let proof = search.prove(&state, Goal::draw_or_better(player), &Budget::unlimited());
            assert_eq!(proof.result, Verdict::Proved, "{columns}");
            (began.elapsed().as_secs_f64(), proof)
        };
        let mut ratios = Vec::new();
        for _ in 0..rounds() {
            let ((time, one), (less, two)) = (measure(1), measure(2));
            println!(
                "{columns}: 1 worker {time:.3} s, {} nodes; 2 workers {less:.3} s, {} nodes",
                one.nodes, two.nodes
            );
            ratios.push(time / less);
        }
        println!("{columns}: 2 workers, {} sooner", spread(ratios));
    }
}

criterion_group!(benches, proof_number, workers);
criterion_main!(benches);
