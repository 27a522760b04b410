//! Speeds of the rules of Five or More.
//!
//! The target: at least 60,000 uniformly random games of the thesis per second on one core.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use gambol_core::random::GameRng;
use gambol_core::{Game, Seed, perft};
use gambol_five_or_more::{Bits, FiveOrMore, Rules, Wide};

/// Plays a uniformly random game to its end.
fn random_game<B: Bits>(start: &FiveOrMore<B>, rng: &mut GameRng) -> i64 {
    let mut state = *start;
    state.settle(rng);
    while let Some(action) = state.random_action(rng) {
        state.play(action);
        state.settle(rng);
    }
    state.score()
}

fn bench_games<B: Bits>(criterion: &mut Criterion, name: &str, rules: Rules) {
    let Ok(start) = FiveOrMore::<B>::new(rules) else { return };
    let mut group = criterion.benchmark_group("five-or-more/random-games");
    group.throughput(Throughput::Elements(1));
    let mut rng = Seed::new(1).rng();
    group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
        bencher.iter(|| random_game(black_box(&start), &mut rng));
    });
    group.finish();
}

fn random_games(criterion: &mut Criterion) {
    bench_games::<u128>(criterion, "thesis", Rules::THESIS);
    bench_games::<Wide>(criterion, "thesis-wide", Rules::THESIS);
    bench_games::<u128>(criterion, "small", Rules::SMALL);
    bench_games::<Wide>(criterion, "large", Rules::LARGE);
    bench_games::<u128>(criterion, "gnome-later", Rules::THESIS.gnome_later());
}

/// Returns a position of the thesis with about this many stones.
fn position(stones: usize) -> FiveOrMore {
    let mut rng = Seed::new(2).rng();
    let mut state = FiveOrMore::default();
    state.settle(&mut rng);
    while state.stones().len() < stones {
        let Some(action) = state.random_action(&mut rng) else { break };
        state.play(action);
        state.settle(&mut rng);
    }
    state
}

fn single_steps(criterion: &mut Criterion) {
    for stones in [15, 40, 66] {
        let state = position(stones);
        let mut group = criterion.benchmark_group(format!("five-or-more/{stones}-stones"));
        let mut rng = Seed::new(3).rng();
        group.throughput(Throughput::Elements(1));
        group.bench_function("random-action", |bencher| bencher.iter(|| black_box(&state).random_action(&mut rng)));
        if let Some(action) = state.random_action(&mut rng) {
            group.bench_function("play", |bencher| {
                bencher.iter(|| {
                    let mut after = *black_box(&state);
                    after.play(action);
                    after
                });
            });
            let mut due = state;
            due.play(action);
            group.bench_function("settle", |bencher| {
                bencher.iter(|| {
                    let mut after = *black_box(&due);
                    after.settle(&mut rng);
                    after
                });
            });
        }
        group.bench_function("key", |bencher| bencher.iter(|| black_box(&state).key()));
        group.throughput(Throughput::Elements(perft::count(&state, 1)));
        group.bench_function("list-actions", |bencher| {
            bencher.iter(|| {
                let mut sum = 0_u32;
                let _ = black_box(&state).visit_actions(|action| {
                    sum += u32::from(action.to.column);
                    std::ops::ControlFlow::Continue(())
                });
                sum
            });
        });
        group.finish();
    }
}

fn counting(criterion: &mut Criterion) {
    let state = position(66);
    let mut group = criterion.benchmark_group("five-or-more/perft");
    group.sample_size(10);
    group.throughput(Throughput::Elements(perft::count(&state, 3)));
    group.bench_function("66-stones-depth-3", |bencher| bencher.iter(|| perft::count(black_box(&state), 3)));
    group.finish();
}

criterion_group!(benches, random_games, single_steps, counting);
criterion_main!(benches);
