//! Fits the weights of Match5's `PatternValue` to self-play games: a regression of the result and
//! of the value of a search on the features of the position, by a linear function and a network
//! with one hidden layer together, by stochastic gradient descent.
//!
//! The games are played with the compiled-in weights. The result is the file of the next round:
//! `cargo run --release --example match5_weights > fitted.in`

#[path = "match5_fit.rs"]
mod fit;

use std::ops::ControlFlow;

use fit::{Descent, Failure, Options};
use gambol::game::Tracked;
use gambol::game::random::{below, pick};
use gambol::match5::{Bits, PatternValue, Patterns, Rules, Wide};
use gambol::prelude::*;
use gambol::search::{Proven, WithCompanion};
use gambol_arena::play_games;

/// One of this many moves is a random candidate, so that positions after mistakes are included.
const RANDOM_MOVE: u32 = 20;

/// Share of the game's result in the target; the rest is the value of the search.
const RESULT: f32 = 0.6;

fn main() -> Result<(), Failure> {
    let Options { games, nodes, seed } = Options { games: 40_000, nodes: 3_000, seed: 2 }.read()?;
    let seed = Seed::new(seed);
    let mut positions = Vec::new();
    // Two games on the 15×15 board for one on the 9×9 board.
    let play_one = |game| {
        if game % 3 > 0 {
            play::<Wide>(Rules::GOMOKU, nodes, seed.derive(game))
        } else {
            play::<u128>(Rules::MATCH5, nodes, seed.derive(game))
        }
    };
    play_games(0..games, play_one, |game| {
        positions.extend(game);
        Ok(ControlFlow::Continue(()))
    })?;
    let weights = fit(&mut positions, seed);
    eprintln!("{} positions of {games} games; loss {:.4}", positions.len(), loss(&positions, &weights));
    print(&weights);
    Ok(())
}

/// The features of a position that are not 0, and the target for the side to move.
struct Sample {
    features: Vec<(u16, u8)>,
    target: f32,
}

/// Plays a game; returns its undecided positions.
fn play<B: Bits>(rules: Rules, nodes: u64, seed: Seed) -> Result<Vec<Sample>, Failure> {
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
    let sample = |(features, value, player): (_, f32, Player)| {
        let result = f32::midpoint(1.0, (state.score() * player.sign()) as f32);
        Sample { features, target: RESULT * result + (1.0 - RESULT) * logistic(value / 100.0) }
    };
    Ok(seen.into_iter().map(sample).collect())
}

fn logistic(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

const FEATURES: usize = PatternValue::FEATURES;

/// The inputs and the hidden units of the network.
const INPUTS: usize = 16;
const HIDDEN: usize = 32;

/// The features that are shapes on a cell; the rest are situations of threats.
const SHAPES: usize = FEATURES - PatternValue::SITUATIONS;

/// The places of the weights of the network: from shapes to inputs, from there to hidden units,
/// biases, and the last layer.
const VECTORS: usize = FEATURES;
const MATRIX: usize = VECTORS + SHAPES * INPUTS;
const BIASES: usize = MATRIX + INPUTS * HIDDEN;
const LAST: usize = BIASES + HIDDEN;
const WEIGHTS: usize = LAST + HIDDEN;

/// The weights of shapes for inputs are this many times greater in the fit, so that one learning
/// rate suits all weights: tens of shapes are added.
const SHAPE_SCALE: f32 = 10.0;

/// The layers of the network for a position.
struct Layers {
    inputs: [f32; INPUTS],
    hidden: [f32; HIDDEN],
    /// The logarithm of the odds, with the linear part.
    output: f32,
}

/// The shapes among the features.
fn shapes(features: &[(u16, u8)]) -> impl Iterator<Item = (usize, f32)> {
    features.iter().map(|&(number, count)| (usize::from(number), f32::from(count))).take_while(|&(at, _)| at < SHAPES)
}

impl Layers {
    fn of(features: &[(u16, u8)], weights: &[f32]) -> Self {
        let mut inputs = [0.0; INPUTS];
        for (number, count) in shapes(features) {
            let vector = &weights[VECTORS + number * INPUTS..][..INPUTS];
            inputs.iter_mut().zip(vector).for_each(|(input, weight)| *input += count / SHAPE_SCALE * weight);
        }
        let mut hidden = [0.0; HIDDEN];
        hidden.copy_from_slice(&weights[BIASES..LAST]);
        for (input, row) in inputs.iter().zip(weights[MATRIX..BIASES].chunks_exact(HIDDEN)) {
            hidden.iter_mut().zip(row).for_each(|(unit, weight)| *unit += input * weight);
        }
        let hidden = hidden.map(|unit: f32| unit.max(0.0));
        let network: f32 = hidden.iter().zip(&weights[LAST..]).map(|(unit, weight)| unit * weight).sum();
        let linear: f32 = features.iter().map(|&(at, count)| weights[usize::from(at)] * f32::from(count)).sum();
        Self { inputs, hidden, output: linear + network }
    }

    /// Adds the slopes of the loss, with this slope for the output.
    fn add_slopes(&self, slope: f32, features: &[(u16, u8)], weights: &[f32], gradient: &mut [f32]) {
        for &(number, count) in features {
            gradient[usize::from(number)] += slope * f32::from(count);
        }
        let mut slopes = [0.0; HIDDEN];
        for (unit, &activity) in self.hidden.iter().enumerate() {
            gradient[LAST + unit] += slope * activity;
            slopes[unit] = if activity > 0.0 { slope * weights[LAST + unit] } else { 0.0 };
            gradient[BIASES + unit] += slopes[unit];
        }
        let mut input_slopes = [0.0; INPUTS];
        for (number, &input) in self.inputs.iter().enumerate() {
            let row = MATRIX + number * HIDDEN;
            for (unit, slope) in slopes.iter().enumerate() {
                gradient[row + unit] += slope * input;
                input_slopes[number] += slope * weights[row + unit];
            }
        }
        for (number, count) in shapes(features) {
            let vector = &mut gradient[VECTORS + number * INPUTS..][..INPUTS];
            vector.iter_mut().zip(input_slopes).for_each(|(weight, slope)| *weight += count / SHAPE_SCALE * slope);
        }
    }
}

/// Returns the mean logarithmic loss.
fn loss(positions: &[Sample], weights: &[f32]) -> f64 {
    let loss = |Sample { features, target }: &Sample| {
        let expected = logistic(Layers::of(features, weights).output).clamp(1e-6, 1.0 - 1e-6);
        f64::from(-target * expected.ln() - (1.0 - target) * (1.0 - expected).ln())
    };
    positions.iter().map(loss).sum::<f64>() / positions.len() as f64
}

/// Logistic regression, with weights of hidden units that start at random, so that the units
/// differ.
fn fit(positions: &mut [Sample], seed: Seed) -> Vec<f32> {
    let mut weights = vec![0.0; WEIGHTS];
    // Active, or no slope would reach the inputs.
    weights[BIASES..LAST].fill(0.1);
    let mut rng = seed.derive(u64::MAX).rng();
    for (from, to, greatest) in [(MATRIX, BIASES, 0.4), (LAST, WEIGHTS, 0.1)] {
        let random = |rng: &mut _| greatest * (below(rng, 2_001) as f32 / 1_000.0 - 1.0);
        weights[from..to].iter_mut().for_each(|weight| *weight = random(&mut rng));
    }
    let descent = Descent { batch: 1_024, rates: [0.004, 1e-4], ridge: 0.0 };
    descent.fit(positions, weights, seed, |Sample { features, target }, weights, size, gradient| {
        let layers = Layers::of(features, weights);
        layers.add_slopes((logistic(layers.output) - target) / size, features, weights, gradient);
    })
}

/// Prints the file of weights.
fn print(weights: &[f32]) {
    // Units in 1: 32 in a hundredth for the linear part.
    const LINEAR: f32 = 3_200.0;
    const CHOICE: f32 = 1_024.0 / SHAPE_SCALE;
    const NETWORK: f32 = 4_096.0;
    let list = |weights: &[f32], units| fit::list(weights, units, 32_000.0);
    let rows = |weights: &[f32], length, units| {
        let rows: Vec<_> = weights.chunks_exact(length).map(|row| list(row, units)).collect();
        format!("[{}]", rows.join(", "))
    };
    // The two sides have as many weights each.
    let side = SHAPES / 2;
    println!(
        "([{}, {}], {}, ([{}, {}], {}, {}, {}))",
        list(&weights[..side], LINEAR),
        list(&weights[side..SHAPES], LINEAR),
        list(&weights[SHAPES..FEATURES], LINEAR),
        rows(&weights[VECTORS..][..side * INPUTS], INPUTS, CHOICE),
        rows(&weights[VECTORS + side * INPUTS..MATRIX], INPUTS, CHOICE),
        rows(&weights[MATRIX..BIASES], HIDDEN, NETWORK),
        list(&weights[BIASES..LAST], NETWORK),
        list(&weights[LAST..], NETWORK),
    );
}
