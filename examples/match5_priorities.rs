//! Fits the order of Match5's candidates to self-play games: softmax regression of the best move of
//! a search on the shapes of both sides on each cell, by stochastic gradient descent.
//!
//! The games are played with the compiled-in weights. The result is the file of the next round:
//! `cargo run --release --example match5_priorities > priorities.in`

#[path = "match5_fit.rs"]
mod fit;

use fit::{Descent, Failure, Options};
use gambol::game::Tracked;
use gambol::game::random::{below, pick};
use gambol::match5::{Bits, PatternValue, Patterns, Rules, Threat, Wide};
use gambol::prelude::*;
use gambol::search::WithCompanion;

/// One of this many moves is a random candidate, so that positions after mistakes are included.
const RANDOM_MOVE: u32 = 10;

/// The candidates of the search: more than in play, so that the order before does not decide.
const WIDTH: usize = 20;

/// Weights of a side.
const SIDE: usize = (PatternValue::FEATURES - PatternValue::SITUATIONS) / 2;

fn main() -> Result<(), Failure> {
    let Options { games, nodes, seed } = Options { games: 3_000, nodes: 2_000, seed: 77 }.read()?;
    let mut positions = Vec::new();
    for game in 0..games {
        let seed = Seed::new(seed).derive(game);
        // Three games on the 15×15 board for one on the 9×9 board.
        if game % 4 > 0 {
            play::<Wide>(Rules::GOMOKU, nodes, seed, &mut positions)?;
        } else {
            play::<u128>(Rules::MATCH5, nodes, seed, &mut positions)?;
        }
    }
    let weights = fit(&mut positions, Seed::new(seed));
    let first = positions.iter().filter(|position| position.rank(&weights) == 0).count();
    eprintln!("{} positions of {games} games; the best move is first in {first}", positions.len());
    let list = |weights| fit::list(weights, 1_000.0, 16_000.0);
    println!("[{}, {}]", list(&weights[..SIDE]), list(&weights[SIDE..]));
    Ok(())
}

/// The weights of each cell, and the number of the best one.
struct Position {
    cells: Vec<[u16; 2]>,
    best: usize,
}

impl Position {
    fn priorities(&self, weights: &[f32]) -> impl Iterator<Item = f32> {
        self.cells.iter().map(|&[own, other]| weights[usize::from(own)] + weights[SIDE + usize::from(other)])
    }

    /// The number of cells before the best one.
    fn rank(&self, weights: &[f32]) -> usize {
        let best = self.priorities(weights).nth(self.best).unwrap_or_default();
        self.priorities(weights).filter(|&priority| priority > best).count()
    }
}

/// Plays a game and adds its positions without a forced move.
fn play<B: Bits>(rules: Rules, nodes: u64, seed: Seed, positions: &mut Vec<Position>) -> Result<(), Failure> {
    let mut rng = seed.rng();
    let mut state = fit::opening::<B>(rules, &mut rng)?;
    let prototype = Patterns::<B>::default().width(WIDTH);
    let mut search = WithCompanion::new(prototype, fit::search());
    let budget = Budget::unlimited().nodes(nodes);
    // All cells within two steps of a stone, up to the greatest number of candidates.
    let all = Patterns::<B>::default().width(usize::MAX);
    while state.turn() != Turn::Over {
        let decision = search.search(&state, &budget, seed)?;
        let tracked = Tracked::new(state, &all);
        let (patterns, own) = (tracked.companion(), state.side());
        let has = |colour, threat| patterns.count(colour, threat) > 0;
        let cells = tracked.candidates();
        let best = cells.iter().position(|&cell| cell == decision.action);
        let is_forced = has(own, Threat::Five) || has(own, Threat::OpenFour) || has(own.other(), Threat::Five);
        if let Some(best) = best.filter(|_| !is_forced) {
            let cells = cells.iter().map(|&cell| patterns.choices(own, cell)).collect();
            positions.push(Position { cells, best });
        }
        let action = if below(&mut rng, RANDOM_MOVE) == 0 { pick(&mut rng, &cells).copied() } else { None };
        state.play(action.unwrap_or(decision.action));
        if decision.proven.is_some() && below(&mut rng, 3) > 0 {
            break;
        }
    }
    Ok(())
}

/// Softmax regression.
fn fit(positions: &mut [Position], seed: Seed) -> Vec<f32> {
    let descent = Descent { batch: 256, rates: [0.02, 2e-4], ridge: 1e-5 };
    descent.fit(positions, vec![0.0; 2 * SIDE], seed, |position, weights, size, gradient| {
        let odds: Vec<f32> = position.priorities(weights).map(f32::exp).collect();
        let sum: f32 = odds.iter().sum();
        for (index, (&[own, other], odds)) in position.cells.iter().zip(odds).enumerate() {
            let is_best = f32::from(u8::from(index == position.best));
            let error = (odds / sum - is_best) / size;
            gradient[usize::from(own)] += error;
            gradient[SIDE + usize::from(other)] += error;
        }
    })
}
