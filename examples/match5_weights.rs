//! Fits the weights of Match5's `PatternValue` to self-play games: logistic regression of the
//! result on the features of the position, by Newton's method.
//!
//! `cargo run --release --example match5_weights -- --games 6000 --nodes 2000`

use std::error::Error;

use gambol::game::Tracked;
use gambol::game::random::{below, pick};
use gambol::match5::{Bits, Match5, PatternValue, Patterns, Rules, Wide};
use gambol::prelude::*;
use gambol::search::{AlphaBeta, WithCompanion};
use lexopt::ValueExt as _;

/// One of this many moves is random, so that positions after mistakes are included.
const RANDOM_MOVE: u32 = 6;

/// Number of random moves near the middle before each game.
const OPENING: usize = 4;

/// Ridge penalty of the weights, in units of positions.
const RIDGE: f64 = 2.0;

fn main() -> Result<(), Box<dyn Error>> {
    let (mut games, mut nodes, mut seed) = (6_000, 2_000, 1);
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
        // Two games on the 9×9 board for one on the 15×15 board, whose games are longer.
        if game % 3 < 2 {
            play::<u128>(Rules::MATCH5, nodes, seed, &mut positions)?;
        } else {
            play::<Wide>(Rules::GOMOKU, nodes, seed, &mut positions)?;
        }
    }
    let weights = fit(&positions);
    println!("{} positions of {games} games; loss {:.4}", positions.len(), loss(&positions, &weights));
    for side in weights.chunks(weights.len() / 2) {
        // In hundredths, as in the evaluator.
        let weights: Vec<String> = side.iter().map(|weight| format!("{:.1}", 100.0 * weight)).collect();
        println!("[{}]", weights.join(", "));
    }
    Ok(())
}

/// The features of a position, and the result for the side to move: 1, ½ or 0.
type Position = (Vec<f64>, f64);

/// Plays a game and adds its quiet positions.
fn play<B: Bits>(rules: Rules, nodes: u64, seed: Seed, positions: &mut Vec<Position>) -> Result<(), Box<dyn Error>> {
    let mut rng = seed.rng();
    let mut state = Match5::<B>::new(rules)?;
    let middle: Vec<_> = state
        .actions()
        .into_iter()
        .filter(|cell| {
            let near = |place: u8| place.abs_diff(rules.edge() / 2) <= 3;
            near(cell.column) && near(cell.row)
        })
        .collect();
    for _ in 0..OPENING {
        let free: Vec<_> = middle.iter().copied().filter(|&cell| state.check_action(cell).is_ok()).collect();
        state.play(*pick(&mut rng, &free).ok_or("no free cell")?);
    }
    let prototype = Patterns::<B>::default().width(12);
    let mut search = WithCompanion::new(
        prototype,
        AlphaBeta::new(PatternValue::new()).symmetric_plies(0).quiescence(8).table_bytes(1 << 20),
    );
    let mut seen = Vec::new();
    let budget = Budget::unlimited().nodes(nodes);
    while let Turn::Player(player) = state.turn() {
        let tracked = Tracked::new(state, &prototype);
        if let Some(features) = PatternValue::features(&tracked) {
            seen.push((features, player));
        }
        let action = if below(&mut rng, RANDOM_MOVE) == 0 { tracked.random_action(&mut rng) } else { None };
        state.play(match action {
            Some(action) => action,
            None => search.search(&state, &budget, seed)?.action,
        });
    }
    let result = |player: Player| f64::midpoint(1.0, (state.score() * player.sign()) as f64);
    positions.extend(seen.into_iter().map(|(features, player)| (features.to_vec(), result(player))));
    Ok(())
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

fn logistic(value: f64) -> f64 {
    1.0 / (1.0 + (-value).exp())
}

/// Returns the mean logarithmic loss.
fn loss(positions: &[Position], weights: &[f64]) -> f64 {
    let loss = |(features, result): &Position| {
        let expected = logistic(dot(features, weights)).clamp(1e-9, 1.0 - 1e-9);
        -result * expected.ln() - (1.0 - result) * (1.0 - expected).ln()
    };
    positions.iter().map(loss).sum::<f64>() / positions.len() as f64
}

/// Logistic regression by Newton's method.
fn fit(positions: &[Position]) -> Vec<f64> {
    let count = positions.first().map_or(0, |(features, _)| features.len());
    let mut weights = vec![0.0; count];
    for _ in 0..12 {
        let mut gradient: Vec<f64> = weights.iter().map(|weight| -RIDGE * weight).collect();
        let mut curvature = vec![vec![0.0; count]; count];
        for (row, line) in curvature.iter_mut().enumerate() {
            line[row] = RIDGE;
        }
        for (features, result) in positions {
            let expected = logistic(dot(features, &weights));
            let (error, slope) = (result - expected, expected * (1.0 - expected));
            for (row, &feature) in features.iter().enumerate().filter(|&(_, &feature)| feature != 0.0) {
                gradient[row] += error * feature;
                for (cell, other) in curvature[row].iter_mut().zip(features) {
                    *cell += slope * feature * other;
                }
            }
        }
        for (weight, step) in weights.iter_mut().zip(solve(curvature, gradient)) {
            *weight += step;
        }
    }
    weights
}

/// Solves a system of linear equations with a positive definite matrix: Gaussian elimination.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let count = right.len();
    for pivot in 0..count {
        for row in pivot + 1..count {
            let factor = matrix[row][pivot] / matrix[pivot][pivot];
            let (above, below) = matrix.split_at_mut(row);
            for (cell, upper) in below[0][pivot..].iter_mut().zip(&above[pivot][pivot..]) {
                *cell -= factor * upper;
            }
            right[row] -= factor * right[pivot];
        }
    }
    for row in (0..count).rev() {
        let known = dot(&matrix[row][row + 1..], &right[row + 1..]);
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right
}
