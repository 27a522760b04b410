//! Speeds of Match5: random games from the empty board, single moves, perft, keys of symmetric
//! images.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use gambol_core::{Game, GameExt, Seed, perft};
use gambol_match5::{Bits, Match5, Rules, Wide};

/// Plays random games to their end; returns the total number of actions.
fn random_games<B: Bits>(start: &Match5<B>, games: u64, seed: Seed) -> u64 {
    let mut rng = seed.rng();
    let mut actions = 0;
    for _ in 0..games {
        let mut game = *start;
        while let Some(action) = game.random_action(&mut rng) {
            game.play(action);
            actions += 1;
        }
        black_box(game.score());
    }
    actions
}

/// The same by the two generic calls that any game has and any search makes.
fn random_steps<B: Bits>(start: &Match5<B>, games: u64, seed: Seed) -> i64 {
    let mut rng = seed.rng();
    (0..games)
        .map(|_| {
            let mut game = *start;
            while game.random_step(&mut rng).is_some() {}
            game.score()
        })
        .sum()
}

fn start<B: Bits>(edge: u8) -> Match5<B> {
    Rules::new(edge, 5).and_then(Match5::new).expect("the edge fits the type")
}

fn games(criterion: &mut Criterion) {
    const GAMES: u64 = 1_000;
    let mut group = criterion.benchmark_group("match5/random games");
    group.throughput(Throughput::Elements(GAMES));
    let seed = Seed::new(1);
    group.bench_function("9x9", |bencher| {
        let start = start::<u128>(9);
        bencher.iter(|| random_games(black_box(&start), GAMES, seed));
    });
    group.bench_function("9x9 by random_step", |bencher| {
        let start = start::<u128>(9);
        bencher.iter(|| random_steps(black_box(&start), GAMES, seed));
    });
    group.bench_function("9x9 wide", |bencher| {
        let start = start::<Wide>(9);
        bencher.iter(|| random_games(black_box(&start), GAMES, seed));
    });
    group.bench_function("15x15", |bencher| {
        let start = start::<Wide>(15);
        bencher.iter(|| random_games(black_box(&start), GAMES, seed));
    });
    group.bench_function("19x19", |bencher| {
        let start = start::<Wide>(19);
        bencher.iter(|| random_games(black_box(&start), GAMES, seed));
    });
    group.finish();

    let mut group = criterion.benchmark_group("match5/random moves");
    group.throughput(Throughput::Elements(random_games(&start::<u128>(9), GAMES, seed)));
    group.bench_function("9x9", |bencher| {
        let start = start::<u128>(9);
        bencher.iter(|| random_games(black_box(&start), GAMES, seed));
    });
    group.finish();
}

fn trees(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("match5/perft");
    group.throughput(Throughput::Elements(81 * 80 * 79));
    group.bench_function("9x9 depth 3", |bencher| {
        let start = start::<u128>(9);
        bencher.iter(|| perft::count(black_box(&start), 3));
    });
    group.finish();

    let mut group = criterion.benchmark_group("match5/canonical");
    let mut game = start::<u128>(9);
    let mut rng = Seed::new(2).rng();
    for _ in 0..20 {
        let _ = game.random_step(&mut rng);
    }
    group.throughput(Throughput::Elements(1));
    group.bench_function("20 stones", |bencher| bencher.iter(|| black_box(&game).canonical()));
    group.finish();
}

criterion_group!(benches, games, trees);
criterion_main!(benches);
