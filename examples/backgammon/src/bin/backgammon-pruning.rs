//! Nodes and time of expectimax with the network, with and without pruning at chance nodes.
//!
//! `backgammon-pruning [--positions N] [--depth D] [--seed S]`

use std::error::Error;
use std::time::{Duration, Instant};

use gambol_backgammon::{Backgammon, network};
use gambol_core::{Game, GameExt, Seed};
use gambol_search::{Budget, Expectimax, Search};

fn main() -> Result<(), Box<dyn Error>> {
    let (mut positions, mut depth, mut seed) = (10_u64, 3_u32, 1_u64);
    let mut arguments = lexopt::Parser::from_env();
    while let Some(argument) = arguments.next()? {
        use lexopt::prelude::*;
        match argument {
            Long("positions") => positions = arguments.value()?.parse()?,
            Long("depth") => depth = arguments.value()?.parse()?,
            Long("seed") => seed = arguments.value()?.parse()?,
            _ => return Err(argument.unexpected().into()),
        }
    }
    let network = network()?;
    let plain = Expectimax::new(&network).depth(depth);
    // No result is outside.
    let searches = [plain.clone(), plain.values_within(-3.0, 3.0)];
    let mut totals = [(0_u64, Duration::ZERO); 2];
    for position in 0..positions {
        let state = sample(&network, Seed::new(seed).derive(position));
        let mut decisions = Vec::new();
        for (mut search, total) in searches.clone().into_iter().zip(&mut totals) {
            let began = Instant::now();
            let decision = search.search(&state, &Budget::unlimited(), Seed::new(0))?;
            total.0 += decision.stats.nodes;
            total.1 += began.elapsed();
            decisions.push((decision.action, decision.value));
        }
        let equal =
            decisions.iter().all(|(action, value)| *action == decisions[0].0 && (value - decisions[0].1).abs() < 1e-9);
        println!("{state}: {} {:+.4}, all equal: {equal}", decisions[0].0, decisions[0].1);
    }
    for (name, (nodes, time)) in ["off", "Star2"].into_iter().zip(totals) {
        println!(
            "{name}: {:.0} nodes and {:.0} ms a position, {:.3} and {:.3} of those without pruning",
            nodes as f64 / positions as f64,
            1e3 * time.as_secs_f64() / positions as f64,
            nodes as f64 / totals[0].0 as f64,
            time.as_secs_f64() / totals[0].1.as_secs_f64()
        );
    }
    Ok(())
}

/// A state from the middle of a game by the network. Its roll is no double, after which three plies
/// have billions of lines.
fn sample(network: &gambol_learn::DenseNetwork, seed: Seed) -> Backgammon {
    let mut rng = seed.rng();
    let mut state = Backgammon::new();
    state.settle(&mut rng);
    let turns = 4 + gambol_core::random::below(&mut rng, 30);
    let mut scratch = gambol_learn::DenseScratch::default();
    let mut turn = 0;
    while turn < turns || state.roll().is_some_and(gambol_backgammon::Roll::is_double) {
        turn += 1;
        let Some((_, after, _)) = network.best_action(&state, &mut scratch) else { break };
        if after.is_over() {
            break;
        }
        state = after;
        state.settle(&mut rng);
    }
    state
}
