//! The guide's 2048, by its required methods only and with its overrides.

use std::hint::black_box;
use std::ops::ControlFlow;

use criterion::{Criterion, criterion_group, criterion_main};
use gambol::prelude::*;
use twenty48::{Slide, Tile, Twenty48};

/// 2048 by the six required methods.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Plain(Twenty48);

impl Game for Plain {
    type Action = Slide;
    type Outcome = Tile;
    const PLAYERS: usize = 1;

    fn turn(&self) -> Turn {
        self.0.turn()
    }

    fn score(&self) -> i64 {
        self.0.score()
    }

    fn visit_actions<F: FnMut(Slide) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()> {
        self.0.visit_actions(visit)
    }

    fn visit_outcomes<F: FnMut(Tile, f64) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()> {
        self.0.visit_outcomes(visit)
    }

    fn play(&mut self, action: Slide) {
        self.0.play(action);
    }

    fn resolve(&mut self, outcome: Tile) {
        self.0.resolve(outcome);
    }
}

/// Plays a hundred random games.
fn games<G: Game>(start: &G) -> i64 {
    let game = |seed| {
        let (mut state, mut rng) = (start.clone(), Seed::new(seed).rng());
        while state.random_step(&mut rng).is_some() {}
        state.score()
    };
    (0..100).map(game).sum()
}

fn benches(criterion: &mut Criterion) {
    let (plain, fast) = (Plain(Twenty48::default()), Twenty48::default());
    let mut group = criterion.benchmark_group("twenty48");
    group.bench_function("100 random games, required methods", |bench| bench.iter(|| games(black_box(&plain))));
    group.bench_function("100 random games, overrides", |bench| bench.iter(|| games(black_box(&fast))));
}

criterion_group!(group, benches);
criterion_main!(group);
