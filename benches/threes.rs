//! Speeds of Threes!: whole random games, swipe generation, enumeration and perft, on one core.
//!
//! `cargo bench --bench threes`. Elements are moves (a swipe and the chance after it), swipes,
//! outcomes or plies.

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use gambol_core::{Game, GameExt, Seed, perft};
use gambol_threes::{Bonus, Rules, Swipe, Threes, board};

/// Plays games from one seed to the end by uniformly random legal swipes. Returns the number of
/// moves.
fn random_games(rules: Rules, games: u64) -> u64 {
    let mut moves = 0;
    let mut rng = Seed::new(7).rng();
    for _ in 0..games {
        let mut game = Threes::new(rules);
        game.settle(&mut rng);
        while let Some(swipe) = game.random_action(&mut rng) {
            game.play(swipe);
            game.settle(&mut rng);
            moves += 1;
        }
        black_box(game.score());
    }
    moves
}

/// The same games by the generic interface: each step queries the turn and returns an event.
fn random_steps(rules: Rules, games: u64) -> u64 {
    let mut moves = 0;
    let mut rng = Seed::new(7).rng();
    for _ in 0..games {
        let mut game = Threes::new(rules);
        game.settle(&mut rng);
        while game.random_step(&mut rng).is_some() {
            moves += 1;
        }
        black_box(game.score());
    }
    moves / 2
}

/// Positions from random games.
fn positions(count: usize) -> Vec<Threes> {
    let mut rng = Seed::new(8).rng();
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut game = Threes::default();
        game.settle(&mut rng);
        while let Some(swipe) = game.random_action(&mut rng) {
            positions.push(game);
            game.play(swipe);
            game.settle(&mut rng);
        }
    }
    positions
}

fn games(criterion: &mut Criterion) {
    const GAMES: u64 = 1_000;
    let mut group = criterion.benchmark_group("threes/random games");
    for bonus in [Bonus::PickThree, Bonus::Uniform] {
        let rules = Rules::default().bonus(bonus);
        group.throughput(Throughput::Elements(random_games(rules, GAMES)));
        group.bench_function(format!("settle, {bonus}"), |bench| bench.iter(|| random_games(rules, black_box(GAMES))));
        group.throughput(Throughput::Elements(random_steps(rules, GAMES)));
        group.bench_function(format!("step, {bonus}"), |bench| bench.iter(|| random_steps(rules, black_box(GAMES))));
    }
    group.finish();
}

fn swipes(criterion: &mut Criterion) {
    let positions = positions(10_000);
    let boards: Vec<u64> = positions.iter().map(Threes::board).collect();
    let mut group = criterion.benchmark_group("threes/swipes");
    group.throughput(Throughput::Elements(4 * boards.len() as u64));
    group.bench_function("all four of a board", |bench| {
        bench
            .iter(|| boards.iter().fold(0, |sum, &board| board::all_swiped(board).into_iter().fold(sum, |a, b| a ^ b)));
    });
    group.bench_function("one by one", |bench| {
        let swiped =
            |sum, &board: &u64| Swipe::ALL.into_iter().fold(sum, |sum, swipe| sum ^ board::swiped(board, swipe));
        bench.iter(|| boards.iter().fold(0, swiped));
    });
    group.bench_function("legality", |bench| {
        bench.iter(|| boards.iter().fold(0_u32, |sum, &board| sum + u32::from(board::legal(board))));
    });
    group.finish();
}

fn chance(criterion: &mut Criterion) {
    let after: Vec<Threes> = positions(10_000).iter().map(|game| game.afterstate(game.actions()[0])).collect();
    let outcomes = |state: &Threes| {
        let (mut count, mut sum) = (0_u64, 0.0);
        let _ = state.visit_outcomes(|outcome, probability| {
            black_box(outcome);
            count += 1;
            sum += probability;
            std::ops::ControlFlow::Continue(())
        });
        black_box(sum);
        count
    };
    let mut group = criterion.benchmark_group("threes/chance");
    group.throughput(Throughput::Elements(after.iter().map(outcomes).sum()));
    group.bench_function("outcomes", |bench| bench.iter(|| after.iter().map(outcomes).sum::<u64>()));
    group.throughput(Throughput::Elements(1));
    group.bench_function("opening", |bench| {
        let mut rng = Seed::new(9).rng();
        bench.iter_batched(Threes::default, |mut game| (game.settle(&mut rng), game).1, BatchSize::SmallInput);
    });
    group.finish();
}

fn perfts(criterion: &mut Criterion) {
    let start: Threes = "2,0,0,1/0,1,2,0/0,3,0,3/0,0,2,3 2 3,0,0 m".parse().expect("a position");
    let mut group = criterion.benchmark_group("threes/perft");
    group.throughput(Throughput::Elements(perft::count(&start, 6)));
    group.bench_function("depth 6", |bench| bench.iter(|| perft::count(&start, black_box(6))));
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(30);
    targets = games, swipes, chance, perfts
}
criterion_main!(benches);
