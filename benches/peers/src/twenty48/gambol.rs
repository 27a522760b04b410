//! 2048 by Gambol.

use std::hint::black_box;
use std::time::Instant;

use gambol_arena::{Estimate, Match};
use gambol_core::{Game, Seed};
use gambol_search::{Agent, Allocation, Budget, FlatMonteCarlo, Mcts, Search, SearchError, Searcher};
use rayon::prelude::*;

use super::game::Twenty48;

fn run(mut search: impl Search<Twenty48>, state: &Twenty48, simulations: u32) {
    let budget = Budget::unlimited().simulations(u64::from(simulations));
    // One thread, as the others.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let decision = pool.install(|| search.search(state, &budget, Seed::new(1)));
    assert_eq!(black_box(decision).map(|decision| decision.spent.simulations), Ok(u64::from(simulations)));
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

/// Plays whole games by flat Monte Carlo, 200 simulations a move, and prints their scores.
pub(crate) fn games(games: u64) -> Result<(), SearchError> {
    println!("\n2048: {games} games by flat Monte Carlo, 200 simulations a move\n");
    println!("| allocation | mean | 95 % interval | least | greatest | moves a game | simulations a second |");
    println!("|---|---|---|---|---|---|---|");
    for (name, allocation) in [("uniform", Allocation::Uniform), ("sequential halving", Allocation::SequentialHalving)]
    {
        let play = |game: u64| -> Result<_, SearchError> {
            let search = FlatMonteCarlo::new().allocation(allocation);
            let agent: Box<dyn Agent<Twenty48>> = Box::new(Searcher::new(search, Budget::unlimited().simulations(200)));
            let mut game = Match::new(Twenty48::new(), Seed::new(1).derive(game));
            game.play_out(&mut [agent], u64::MAX)?;
            Ok((game.state().score(), game.moves()))
        };
        let start = Instant::now();
        let played = (0..games).into_par_iter().map(play).collect::<Result<Vec<_>, _>>()?;
        let seconds = start.elapsed().as_secs_f64();
        let scores: Vec<f64> = played.iter().map(|&(score, _)| score as f64).collect();
        let moves: u64 = played.iter().map(|&(_, moves)| moves).sum();
        let Estimate { mean, ci95, .. } = Estimate::of(&scores);
        let least = scores.iter().copied().fold(f64::INFINITY, f64::min);
        let greatest = scores.iter().copied().fold(0.0, f64::max);
        println!(
            "| {name} | {mean:.0} | {:.0} to {:.0} | {least:.0} | {greatest:.0} | {:.0} | {:.0} |",
            ci95[0],
            ci95[1],
            moves as f64 / games as f64,
            200.0 * moves as f64 / seconds
        );
    }
    Ok(())
}
