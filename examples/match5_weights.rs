//! Fits the weights of Match5's `PatternValue` to self-play games: logistic regression of the result
//! and of the value of a search on the features of the position, by stochastic gradient descent.
//!
//! The games are played with the compiled-in weights. The result is the file of the next round:
//! `cargo run --release --example match5_weights > fitted.in`

use std::error::Error;
use std::f32::consts::PI;

use gambol::game::Tracked;
use gambol::game::random::{below, pick};
use gambol::match5::{Bits, Match5, PatternValue, Patterns, Rules, Wide};
use gambol::prelude::*;
use gambol::search::{AlphaBeta, Proven, WithCompanion};
use lexopt::ValueExt as _;

/// One of this many moves is a random candidate, so that positions after mistakes are included.
const RANDOM_MOVE: u32 = 20;

/// Share of the game's result in the target; the rest is the value of the search.
const RESULT: f32 = 0.3;

/// Passes over all positions.
const EPOCHS: u16 = 14;

/// Units of the weights in the file: 32 in a hundredth of the logarithm of the odds.
const UNITS: f32 = 3_200.0;

fn main() -> Result<(), Box<dyn Error>> {
    let (mut games, mut nodes, mut seed) = (12_000, 3_000, 1);
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            lexopt::Arg::Long("games") => games = parser.value()?.parse()?,
            lexopt::Arg::Long("nodes") => nodes = parser.value()?.parse()?,
            lexopt::Arg::Long("seed") => seed = parser.value()?.parse()?,
            lexopt::Arg::Long("budget") => match parser.value()?.string()?.as_str() {
                "small" => (games, nodes) = (6, 50),
                other => return Err(format!("--budget is small, not {other}").into()),
            },
            other => return Err(other.unexpected().into()),
        }
    }
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
    let list = |weights: &[f32]| {
        let units = weights.iter().map(|weight| (UNITS * weight).round().clamp(-32_000.0, 32_000.0) as i16);
        format!("[{}]", units.map(|weight| weight.to_string()).collect::<Vec<_>>().join(", "))
    };
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
    let mut state = Match5::<B>::new(rules)?;
    let spread = if rules.edge() > 11 { 4 } else { 3 };
    let near = |place: u8| place.abs_diff(rules.edge() / 2) <= spread;
    for _ in 0..2 + below(&mut rng, 6) {
        let mut free = state.actions();
        free.retain(|cell| near(cell.column) && near(cell.row));
        state.play(*pick(&mut rng, &free).ok_or("no free cell")?);
    }
    let prototype = Patterns::<B>::default();
    let search = AlphaBeta::new(PatternValue::new()).symmetric_plies(0).quiescence(8).selective(true);
    let mut search = WithCompanion::new(prototype, search.table_bytes(1 << 21));
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

/// Logistic regression by Adam (D. P. Kingma and J. Ba, *Adam: A Method for Stochastic
/// Optimization*, 2014) with a small ridge penalty and a learning rate that falls as a cosine.
fn fit(positions: &mut [Sample], seed: Seed) -> Vec<f32> {
    const BATCH: usize = 512;
    const RIDGE: f32 = 1e-5;
    const RATE: f32 = 0.01;
    const LAST_RATE: f32 = 1e-4;
    const DECAYS: [f32; 2] = [0.9, 0.999];
    let mut rng = seed.rng();
    let mut weights = vec![0.0_f32; PatternValue::FEATURES];
    let mut means = vec![[0.0_f32; 2]; weights.len()];
    let mut powers = [1.0_f32; 2];
    for epoch in 0..EPOCHS {
        for last in (1..positions.len()).rev() {
            positions.swap(last, below(&mut rng, last as u32 + 1) as usize);
        }
        let rate = RATE * 0.5 * (1.0 + (PI * f32::from(epoch) / f32::from(EPOCHS)).cos()) + LAST_RATE;
        for batch in positions.chunks(BATCH) {
            let mut gradient: Vec<f32> = weights.iter().map(|weight| RIDGE * weight).collect();
            for Sample { features, target } in batch {
                let error = (expected(features, &weights) - target) / batch.len() as f32;
                for &(number, count) in features {
                    gradient[usize::from(number)] += error * f32::from(count);
                }
            }
            powers = [powers[0] * DECAYS[0], powers[1] * DECAYS[1]];
            for ((weight, means), slope) in weights.iter_mut().zip(&mut means).zip(gradient) {
                for ((mean, decay), value) in means.iter_mut().zip(DECAYS).zip([slope, slope * slope]) {
                    *mean = decay * *mean + (1.0 - decay) * value;
                }
                let [mean, square] = [means[0] / (1.0 - powers[0]), means[1] / (1.0 - powers[1])];
                *weight -= rate * mean / (square.sqrt() + 1e-7);
            }
        }
    }
    weights
}
