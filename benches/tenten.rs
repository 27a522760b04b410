//! Speeds of 1010!: random games, perft of a hand, deals, keys and symmetries.
//!
//! `cargo bench --bench tenten`. Elements are placements unless the name says otherwise.

use core::hint::black_box;
use core::ops::ControlFlow;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use gambol_core::{Event, Game, GameExt, Seed, perft};
use gambol_tenten::{Rules, TenTen};

/// A middle-game position with room for most pieces.
const MIDDLE: &str = "xx8/xxx3x3/2x7/5xx3/5xx3/10/1x6x1/xx6xx/xx4xxxx/10 h3,l2nw,o2 92";

/// Plays whole games at random from consecutive seeds; returns the number of placements.
fn random_games(rules: Rules, first: u64, games: u64) -> u64 {
    let mut placements = 0;
    for seed in first..first + games {
        let mut rng = Seed::new(seed).rng();
        let mut state = TenTen::new(rules);
        while let Some(event) = state.random_step(&mut rng) {
            placements += u64::from(matches!(event, Event::Action(_)));
        }
        black_box(state.score());
    }
    placements
}

/// Perft without a generic recursion: the cost of the rules alone.
fn direct(state: &TenTen, depth: u32) -> u64 {
    let mut count = 0;
    let _ = state.visit_actions(|action| {
        let after = state.afterstate(action);
        black_box(&after);
        count += if depth == 1 { 1 } else { direct(&after, depth - 1) };
        ControlFlow::Continue(())
    });
    count
}

fn games(criterion: &mut Criterion) {
    const GAMES: u64 = 200;
    let mut group = criterion.benchmark_group("tenten/random games");
    for (name, rules) in [("uniform", Rules::UNIFORM), ("paper", Rules::PAPER)] {
        group.throughput(Throughput::Elements(random_games(rules, 0, GAMES)));
        group.bench_function(name, |bencher| bencher.iter(|| random_games(rules, 0, GAMES)));
    }
    group.finish();
}

fn perfts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("tenten/perft of a hand");
    group.sample_size(20);
    let empty = "10/10/10/10/10/10/10/10/10/10 h3,l2nw,o2 0";
    for (name, text) in [("empty", empty), ("middle", MIDDLE)] {
        let state: TenTen = text.parse().expect("a position");
        let below: u64 = (1..=2).map(|depth| perft::count(&state, depth)).sum();
        let all = perft::count(&state, 3) + below;
        group.throughput(Throughput::Elements(all));
        group.bench_function(format!("{name}, generic"), |bencher| {
            bencher.iter_batched(|| state, |state| perft::count(&state, 3), BatchSize::SmallInput);
        });
        group.bench_function(format!("{name}, direct loop"), |bencher| bencher.iter(|| direct(black_box(&state), 3)));
    }
    group.finish();
}

fn parts(criterion: &mut Criterion) {
    let state: TenTen = MIDDLE.parse().expect("a position");
    let mut group = criterion.benchmark_group("tenten/parts");
    group.throughput(Throughput::Elements(1));
    group.bench_function("key", |bencher| bencher.iter(|| black_box(&state).key()));
    group.bench_function("canonical image", |bencher| bencher.iter(|| black_box(&state).canonical()));
    let mut rng = Seed::new(1).rng();
    group.bench_function("random placement", |bencher| bencher.iter(|| black_box(&state).random_action(&mut rng)));
    for (name, rules) in [("random deal, uniform", Rules::UNIFORM), ("random deal, paper", Rules::PAPER)] {
        let start = TenTen::new(rules);
        group.bench_function(name, |bencher| bencher.iter(|| black_box(&start).random_outcome(&mut rng)));
    }
    let start = TenTen::default();
    group.throughput(Throughput::Elements(1_330));
    group.bench_function("listing of deals", |bencher| {
        bencher.iter(|| {
            let mut sum = 0.0;
            let _ = black_box(&start).visit_outcomes(|deal, probability| {
                black_box(deal);
                sum += probability;
                ControlFlow::Continue(())
            });
            sum
        });
    });
    group.finish();
}

criterion_group!(benches, games, perfts, parts);
criterion_main!(benches);
