//! 2048 by Gambol.

use std::hint::black_box;
use std::time::Instant;

use gambol_arena::{LiveGame, MeanEstimate};
use gambol_core::{Game, Seed};
use gambol_search::{Allocation, Budget, FlatMonteCarlo, Mcts, Search, SearchError, WithBudget};
use rayon::prelude::*;

use super::game::Twenty48;

fn run(mut search: impl Search<Twenty48>, state: &Twenty48, simulations: u32) {
    let budget = Budget::unlimited().simulations(u64::from(simulations));
    // One thread, as in the others.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let decision = pool.install(|| search.search(state, &budget, Seed::new(1)));
    assert_eq!(black_box(decision).map(|decision| decision.stats.simulations), Ok(u64::from(simulations)));
}

pub(super) fn flat(state: &Twenty48, simulations: u32) {
    run(FlatMonteCarlo::new(), state, simulations);
}

pub(super) fn halving(state: &Twenty48, simulations: u32) {
    run(FlatMonteCarlo::new().allocation(Allocation::SequentialHalving), state, simulations);
}

pub(super) fn mcts(state: &Twenty48, simulations: u32) {
    run(Mcts::new(), state, simulations);
}

/// Plays whole games by flat Monte Carlo and prints their scores, with 200 simulations per
/// decision, and with 200 per action.
pub(crate) fn games(games: u64) -> Result<(), SearchError> {
    println!("\n2048: {games} games by flat Monte Carlo\n");
    println!("| simulations | allocation | mean | 95 % interval | least | greatest | moves a game | seconds |");
    println!("|---|---|---|---|---|---|---|---|");
    let flat = FlatMonteCarlo::new().rollouts(200);
    let halving = flat.allocation(Allocation::SequentialHalving);
    let searches = [
        ("uniform", flat),
        ("sequential halving", halving),
        ("UCB", flat.allocation(Allocation::Ucb { c: 2.0 })),
        ("OCBA", flat.allocation(Allocation::Ocba)),
        ("uniform, common random numbers", flat.common_random_numbers(true)),
        ("sequential halving, common random numbers", halving.common_random_numbers(true)),
    ];
    for (simulations, budget) in [
        ("200 a decision", Budget::unlimited().simulations(200)),
        ("200 for each action, on average", Budget::unlimited()),
    ] {
        for (name, search) in searches {
            let start = Instant::now();
            let played = (0..games)
                .into_par_iter()
                .map(|game| play(search, &budget, Seed::new(1).derive(game)))
                .collect::<Result<Vec<_>, _>>()?;
            let seconds = start.elapsed().as_secs_f64();
            let scores: Vec<f64> = played.iter().map(|&(score, _)| score as f64).collect();
            let moves: u64 = played.iter().map(|&(_, moves)| moves).sum();
            let MeanEstimate { mean, ci95, .. } = MeanEstimate::of(&scores);
            let least = scores.iter().copied().fold(f64::INFINITY, f64::min);
            let greatest = scores.iter().copied().fold(0.0, f64::max);
            println!(
                "| {simulations} | {name} | {mean:.0} | {:.0} to {:.0} | {least:.0} | {greatest:.0} | {:.0} | {seconds:.0} |",
                ci95[0],
                ci95[1],
                moves as f64 / games as f64,
            );
        }
    }
    Ok(())
}

/// Plays a game; returns its score and its moves.
fn play(search: FlatMonteCarlo, budget: &Budget, seed: Seed) -> Result<(i64, u64), SearchError> {
    let agent: Box<dyn Search<Twenty48>> = Box::new(WithBudget::new(search, budget.clone()));
    let mut game = LiveGame::new(Twenty48::new(), seed);
    game.play_out(&mut [agent], u64::MAX)?;
    Ok((game.state().score(), game.moves()))
}
