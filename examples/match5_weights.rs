//! Fits the weights of Match5's `PatternValue` to self-play games: logistic regression of the result
//! and of the value of a search on the features of the position, by stochastic gradient descent.
//!
//! The games are played with the compiled-in weights. The result is the file of the next round:
//! `cargo run --release --example match5_weights > fitted.in`

#[path = "match5_fit.rs"]
mod fit;

use std::error::Error;

use fit::{Descent, Options};
use gambol::game::Tracked;
use gambol::game::random::{below, pick};
use gambol::match5::{Bits, PatternValue, Patterns, Rules, Wide};
use gambol::prelude::*;
use gambol::search::{Proven, WithCompanion};

/// One of this many moves is a random candidate, so that positions after mistakes are included.
const RANDOM_MOVE: u32 = 20;

/// Share of the game's result in the target; the rest is the value of the search.
const RESULT: f32 = 0.3;

/// Units of the weights in the file: 32 in a hundredth of the logarithm of the odds.
const UNITS: f32 = 3_200.0;

fn main() -> Result<(), Box<dyn Error>> {
    let Options { games, nodes, seed } = Options { games: 12_000, nodes: 3_000, seed: 1 }.read()?;
    let mut positions = Vec::new();
    for game in 0..games {
        let seed = Seed::new(seed).derive(game);
        // Two games on the 15×15 board for one on the 9×9 board.
        if game % 3 > 0 {
            play::<Wide>(Rules::GOMOKU, nodes, seed, &mut positions)?;
        } else {
            play::<u128>(Rules::MATCH5, nodes, seed, &mut positions)?;
        }
    }
    let weights = fit(&mut positions, Seed::new(seed));
    eprintln!("{} positions of {games} games; loss {:.4}", positions.len(), loss(&positions, &weights));
    let list = |weights| fit::list(weights, UNITS, 32_000.0);
    // The two sides have as many weights each, and the situations of threats have the rest.
    let side = (PatternValue::FEATURES - PatternValue::SITUATIONS) / 2;
    println!("([{}, {}], {})", list(&weights[..side]), list(&weights[side..2 * side]), list(&weights[2 * side..]));
    Ok(())
}

/// The features of a position that are not 0, and the target for the side to move.
struct Sample {
    features: Vec<(u16, u8)>,
    target: f32,
}

/// Plays a game and adds its undecided positions.
fn play<B: Bits>(rules: Rules, nodes: u64, seed: Seed, positions: &mut Vec<Sample>) -> Result<(), Box<dyn Error>> {
    let mut rng = seed.rng();
    let mut state = fit::opening::<B>(rules, &mut rng)?;
    let prototype = Patterns::<B>::default();
    let mut search = WithCompanion::new(prototype, fit::search());
    let budget = Budget::unlimited().nodes(nodes);
    let mut seen = Vec::new();
    while let Turn::Player(player) = state.turn() {
        let tracked = Tracked::new(state, &prototype);
        let decision = search.search(&state, &budget, seed)?;
        if let Some(features) = PatternValue::features(&tracked) {
            let value = match decision.proven {
                Some(Proven::Win { winner, .. }) => 1_000.0 * winner.sign() as f32,
                _ => (decision.value as f32).clamp(-1_000.0, 1_000.0),
            };
            seen.push((features, value * player.sign() as f32, player));
        }
        let action =
            if below(&mut rng, RANDOM_MOVE) == 0 { pick(&mut rng, &tracked.candidates()).copied() } else { None };
        state.play(action.unwrap_or(decision.action));
    }
    positions.extend(seen.into_iter().map(|(features, value, player)| {
        let result = f32::midpoint(1.0, (state.score() * player.sign()) as f32);
        Sample { features, target: RESULT * result + (1.0 - RESULT) * logistic(value / 100.0) }
    }));
    Ok(())
}

fn logistic(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

/// Returns the expected result of a position.
fn expected(features: &[(u16, u8)], weights: &[f32]) -> f32 {
    logistic(features.iter().map(|&(number, count)| weights[usize::from(number)] * f32::from(count)).sum())
}

/// Returns the mean logarithmic loss.
fn loss(positions: &[Sample], weights: &[f32]) -> f32 {
    let loss = |Sample { features, target }: &Sample| {
        let expected = expected(features, weights).clamp(1e-6, 1.0 - 1e-6);
        -target * expected.ln() - (1.0 - target) * (1.0 - expected).ln()
    };
    positions.iter().map(loss).sum::<f32>() / positions.len() as f32
}

/// Logistic regression.
fn fit(positions: &mut [Sample], seed: Seed) -> Vec<f32> {
    let descent = Descent { batch: 512, rates: [0.01, 1e-4] };
    descent.fit(positions, PatternValue::FEATURES, seed, |Sample { features, target }, weights, size, gradient| {
        let error = (expected(features, weights) - target) / size;
        for &(number, count) in features {
            gradient[usize::from(number)] += error * f32::from(count);
        }
    })
}
