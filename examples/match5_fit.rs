//! Options, openings, gradient descent and lists of weights for the two fits of Match5's weights.

use std::error::Error;
use std::f32::consts::PI;

use gambol::game::Rng;
use gambol::game::random::{below, pick};
use gambol::match5::{Bits, Match5, PatternValue, Rules};
use gambol::prelude::*;
use gambol::search::AlphaBeta;
use lexopt::ValueExt as _;

/// An error, of another thread too.
pub(crate) type Failure = Box<dyn Error + Send + Sync>;

/// Passes over all positions.
const EPOCHS: u16 = 14;

/// Extent of a fit: games, nodes a move, and seed.
pub(crate) struct Options {
    pub(crate) games: u64,
    pub(crate) nodes: u64,
    pub(crate) seed: u64,
}

impl Options {
    /// Reads the options of the command line over these.
    pub(crate) fn read(mut self) -> Result<Self, Failure> {
        let mut parser = lexopt::Parser::from_env();
        while let Some(argument) = parser.next()? {
            match argument {
                lexopt::Arg::Long("games") => self.games = parser.value()?.parse()?,
                lexopt::Arg::Long("nodes") => self.nodes = parser.value()?.parse()?,
                lexopt::Arg::Long("seed") => self.seed = parser.value()?.parse()?,
                lexopt::Arg::Long("budget") => match parser.value()?.string()?.as_str() {
                    "small" => (self.games, self.nodes) = (6, 50),
                    other => return Err(format!("--budget is small, not {other}").into()),
                },
                other => return Err(other.unexpected().into()),
            }
        }
        Ok(self)
    }
}

/// Returns a position after two to seven random stones near the centre.
pub(crate) fn opening<B: Bits>(rules: Rules, rng: &mut impl Rng) -> Result<Match5<B>, Failure> {
    let mut state = Match5::<B>::new(rules)?;
    let spread = if rules.edge() > 11 { 4 } else { 3 };
    let near = |place: u8| place.abs_diff(rules.edge() / 2) <= spread;
    for _ in 0..2 + below(rng, 6) {
        let mut free = state.actions();
        free.retain(|cell| near(cell.column) && near(cell.row));
        state.play(*pick(rng, &free).ok_or("no free cell")?);
    }
    Ok(state)
}

/// Returns the search of self-play.
pub(crate) fn search() -> AlphaBeta<PatternValue> {
    AlphaBeta::new(PatternValue::new())
        .symmetric_plies(0)
        .quiescence(1)
        .selective(true)
        .futility(30.0)
        .keep_table(true)
        .table_bytes(1 << 21)
}

/// Stochastic gradient descent by Adam (D. P. Kingma and J. Ba, *Adam: A Method for Stochastic
/// Optimization*, 2014) with a learning rate that falls as a cosine.
pub(crate) struct Descent {
    /// Positions of a step.
    pub(crate) batch: usize,
    /// First learning rate above the last one, and the last one.
    pub(crate) rates: [f32; 2],
    /// Factor of the ridge penalty.
    pub(crate) ridge: f32,
}

impl Descent {
    /// Fits weights to positions. `add` adds the slopes of the loss of a position for these
    /// weights, divided by the size of the batch, to the gradient.
    pub(crate) fn fit<T>(
        &self,
        positions: &mut [T],
        mut weights: Vec<f32>,
        seed: Seed,
        add: impl Fn(&T, &[f32], f32, &mut [f32]),
    ) -> Vec<f32> {
        const DECAYS: [f32; 2] = [0.9, 0.999];
        let mut rng = seed.rng();
        let mut means = vec![[0.0_f32; 2]; weights.len()];
        let mut powers = [1.0_f32; 2];
        for epoch in 0..EPOCHS {
            for last in (1..positions.len()).rev() {
                positions.swap(last, below(&mut rng, last as u32 + 1) as usize);
            }
            let [first, last] = self.rates;
            let rate = first * 0.5 * (1.0 + (PI * f32::from(epoch) / f32::from(EPOCHS)).cos()) + last;
            for batch in positions.chunks(self.batch) {
                let mut gradient: Vec<f32> = weights.iter().map(|weight| self.ridge * weight).collect();
                for position in batch {
                    add(position, &weights, batch.len() as f32, &mut gradient);
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
}

/// Returns weights as a list of whole numbers up to `limit`, this many to 1.
pub(crate) fn list(weights: &[f32], units: f32, limit: f32) -> String {
    let numbers = weights.iter().map(|weight| (units * weight).round().clamp(-limit, limit) as i16);
    format!("[{}]", numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(", "))
}
