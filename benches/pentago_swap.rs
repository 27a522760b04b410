//! Speeds of the Pentago-Swap rules: perft, random games, distinct successors.

use std::hint::black_box;
use std::ops::ControlFlow;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use gambol_core::{Game, GameExt, Seed, Turn, perft};
use gambol_pentago_swap::PentagoSwap;

/// A middle-game position: 12 pieces, won by some moves.
const MIDDLE: &str = "w2b2/1w2b1/2w1b1/w1bw2/1b1w2/b5 w";

/// Positions per second, counted over the whole tree below the root; each is tested for five in a
/// row.
fn perft_positions(c: &mut Criterion) {
    let mut group = c.benchmark_group("pentago-swap/perft");
    for (name, position, depth) in [("empty", "6/6/6/6/6/6 w", 3), ("middle", MIDDLE, 3)] {
        let game: PentagoSwap = position.parse().expect("a position");
        let positions: u64 = (1..=depth).map(|depth| perft::count(&game, depth)).sum();
        group.throughput(Throughput::Elements(positions));
        group.sample_size(10);
        group.bench_function(name, |b| b.iter(|| perft::count(black_box(&game), depth)));
        group.bench_function(format!("{name}, loop over the listed moves"), |b| {
            b.iter(|| finished(black_box(&game), depth));
        });
    }
    group.finish();
}

/// Returns the number of finished positions down to a depth.
fn finished(game: &PentagoSwap, depth: u32) -> u64 {
    if game.turn() == Turn::Over {
        return 1;
    }
    if depth == 0 {
        return 0;
    }
    let mut total = 0;
    let _ = game.visit_actions(|action| {
        total += finished(&game.afterstate(action), depth - 1);
        ControlFlow::Continue(())
    });
    total
}

/// Whole games of uniformly random moves from the empty board; then the same, counted in moves.
fn random_games(c: &mut Criterion) {
    let mut group = c.benchmark_group("pentago-swap/random");
    let play = |rng: &mut _| {
        let mut game = PentagoSwap::new();
        while let Some(action) = game.random_action(rng) {
            game.play(action);
        }
        game
    };
    let moves = {
        let mut rng = Seed::new(1).rng();
        (0..10_000).map(|_| u64::from(play(&mut rng).plies())).sum()
    };
    for (name, elements) in [("10000 games", 10_000), ("10000 games in moves", moves)] {
        group.throughput(Throughput::Elements(elements));
        group.bench_function(name, |b| {
            b.iter(|| {
                let mut rng = Seed::new(1).rng();
                (0..10_000).map(|_| play(&mut rng).score()).sum::<i64>()
            });
        });
    }
    group.finish();
}

/// The distinct boards after the moves of a position, by the number of boards.
fn successors(c: &mut Criterion) {
    let mut group = c.benchmark_group("pentago-swap/successors");
    for (name, position) in [("empty", "6/6/6/6/6/6 w"), ("two alike", "w2w2/6/6/6/b5/1b4 w"), ("middle", MIDDLE)] {
        let game: PentagoSwap = position.parse().expect("a position");
        group.throughput(Throughput::Elements(game.successors().len() as u64));
        group.bench_function(name, |b| {
            b.iter(|| {
                let mut over = 0_u32;
                let _ = black_box(&game).visit_successors(|_, after| {
                    over += u32::from(after.turn() == Turn::Over);
                    ControlFlow::Continue(())
                });
                over
            });
        });
    }
    group.finish();
}

criterion_group!(benches, perft_positions, random_games, successors);
criterion_main!(benches);
