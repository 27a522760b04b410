//! Speed of proof-number search: `cargo bench -p gambol-benches --bench proof_number`.

use core::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use gambol_core::Player;
use gambol_search::{Budget, Goal, ProofNumber};

#[path = "../crates/search/tests/common/connect_four.rs"]
mod connect_four;

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

criterion_group!(benches, proof_number);
criterion_main!(benches);
