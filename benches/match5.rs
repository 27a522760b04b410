//! Speeds of Match5: random games from the empty board, single moves, perft, keys of symmetric
//! images, alpha-beta by threats.

mod common;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use gambol_core::{Game, GameExt, Seed, perft};
use gambol_match5::{Bits, LineThreats, Match5, Rules, ThreatLines, Wide};
use gambol_search::{AlphaBeta, Budget, Search, WithCompanion};

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

/// Alpha-beta by threats that are counted at every leaf, and by threats kept from move to move.
fn threats(criterion: &mut Criterion) {
    let small: Match5 = "9/9/3r5/3bb4/4r4/5b3/4r4/9/9 r".parse().expect("a position");
    let large = "15/15/15/15/15/6r8/5bb8/7r7/8b6/7r7/15/15/15/15/15 b";
    let large: Match5<Wide> = large.parse().expect("a position");
    let [deep, shallow] = if common::measures() { [7, 5] } else { [4, 2] };
    search_by_threats(criterion, "9x9", &small, deep);
    search_by_threats(criterion, "15x15", &large, shallow);
}

fn search_by_threats<B: Bits>(criterion: &mut Criterion, board: &str, state: &Match5<B>, depth: u32) {
    let nodes = |search: &mut dyn Search<Match5<B>>| {
        search.search(state, &Budget::unlimited(), Seed::new(1)).expect("a player's turn").stats.nodes
    };
    let counted = || AlphaBeta::new(LineThreats::new()).width(20).depth(depth);
    let kept = || WithCompanion::new(ThreatLines::default(), counted());
    let mut group = criterion.benchmark_group(format!("match5/threats {board} depth {depth}"));
    group.sample_size(10);
    group.bench_function("counted", |bencher| bencher.iter(|| nodes(&mut counted())));
    group.bench_function("kept", |bencher| bencher.iter(|| nodes(&mut kept())));
    group.finish();
}

criterion_group!(benches, games, trees, threats);
criterion_main!(benches);
