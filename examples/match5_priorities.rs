//! Fits the order of Match5's candidates to self-play games: softmax regression of the best move of
//! a search on the shapes of both sides on each cell, by stochastic gradient descent.
//!
//! The games are played with the compiled-in weights. The result is the file of the next round:
//! `cargo run --release --example match5_priorities > priorities.in`

use std::error::Error;
use std::f32::consts::PI;

use gambol::game::Tracked;
use gambol::game::random::{below, pick};
use gambol::match5::{Bits, Match5, PatternValue, Patterns, Rules, Threat, Wide};
use gambol::prelude::*;
use gambol::search::{AlphaBeta, WithCompanion};
use lexopt::ValueExt as _;

/// One of this many moves is a random candidate, so that positions after mistakes are included.
const RANDOM_MOVE: u32 = 10;

/// The candidates of the search: more than in play, so that the order before does not decide.
const WIDTH: usize = 20;

/// Passes over all positions.
const EPOCHS: u16 = 14;

/// Weights of a side.
const SIDE: usize = (PatternValue::FEATURES - PatternValue::SITUATIONS) / 2;

fn main() -> Result<(), Box<dyn Error>> {
    let (mut games, mut nodes, mut seed) = (3_000, 2_000, 77);
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
    let list = |weights: &[f32]| {
        let units = weights.iter().map(|weight| (1_000.0 * weight).round().clamp(-16_000.0, 16_000.0) as i16);
        format!("[{}]", units.map(|weight| weight.to_string()).collect::<Vec<_>>().join(", "))
    };
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
fn play<B: Bits>(rules: Rules, nodes: u64, seed: Seed, positions: &mut Vec<Position>) -> Result<(), Box<dyn Error>> {
    let mut rng = seed.rng();
    let mut state = Match5::<B>::new(rules)?;
    let spread = if rules.edge() > 11 { 4 } else { 3 };
    let near = |place: u8| place.abs_diff(rules.edge() / 2) <= spread;
    for _ in 0..2 + below(&mut rng, 6) {
        let mut free = state.actions();
        free.retain(|cell| near(cell.column) && near(cell.row));
        state.play(*pick(&mut rng, &free).ok_or("no free cell")?);
    }
    let prototype = Patterns::<B>::default().width(WIDTH);
    let search = AlphaBeta::new(PatternValue::new()).symmetric_plies(0).quiescence(8).selective(true);
    let mut search = WithCompanion::new(prototype, search.futility(30.0).table_bytes(1 << 21));
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

/// Softmax regression by Adam, as in the example `match5_weights`.
fn fit(positions: &mut [Position], seed: Seed) -> Vec<f32> {
    const BATCH: usize = 256;
    const RIDGE: f32 = 1e-5;
    const RATE: f32 = 0.02;
    const LAST_RATE: f32 = 2e-4;
    const DECAYS: [f32; 2] = [0.9, 0.999];
    let mut rng = seed.rng();
    let mut weights = vec![0.0_f32; 2 * SIDE];
    let mut means = vec![[0.0_f32; 2]; weights.len()];
    let mut powers = [1.0_f32; 2];
    for epoch in 0..EPOCHS {
        for last in (1..positions.len()).rev() {
            positions.swap(last, below(&mut rng, last as u32 + 1) as usize);
        }
        let rate = RATE * 0.5 * (1.0 + (PI * f32::from(epoch) / f32::from(EPOCHS)).cos()) + LAST_RATE;
        for batch in positions.chunks(BATCH) {
            let mut gradient: Vec<f32> = weights.iter().map(|weight| RIDGE * weight).collect();
            for position in batch {
                let odds: Vec<f32> = position.priorities(&weights).map(f32::exp).collect();
                let sum: f32 = odds.iter().sum();
                for (index, (&[own, other], odds)) in position.cells.iter().zip(odds).enumerate() {
                    let is_best = f32::from(u8::from(index == position.best));
                    let error = (odds / sum - is_best) / batch.len() as f32;
                    gradient[usize::from(own)] += error;
                    gradient[SIDE + usize::from(other)] += error;
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
