//! Networks with one hidden layer.

use std::fmt;
use std::ops::ControlFlow;

use gambol_core::random::unit;
use gambol_core::{Evaluator, Game, GameExt, Observe, Player, Seed, Turn};

use super::units::{Active, BLOCK, MAX_RESULTS, Row, Units, collect};

/// A network with one hidden layer of rectified linear units. Its inputs are the
/// [planes](Observe) of a state, and its output is a probability for each possible result of the
/// game. The value of a state is the expected result.
///
/// It sees every state from the view of its [viewer](Observe::viewer), so that both players share
/// all weights. Results are scores from that view.
///
/// Inputs that are 0 cost little: planes with few pieces are fast.
///
/// In games with chance, the network values states after a player's action and before chance.
/// Where a player is to move, its value is that of the best afterstate. In games without chance, it
/// values every state.
///
/// ```
/// # mod dice_race { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/dice_race.rs")); }
/// # use dice_race::DiceRace;
/// use gambol_core::{Evaluator, Observe, Seed};
/// use gambol_learn::DenseNetwork;
///
/// let start = DiceRace::default();
/// // A win, a loss, no draws; 16 hidden units with random weights.
/// let network = DenseNetwork::random(&start, &[-1, 1], 16, Seed::new(1)).ok_or("no results")?;
/// let value = network.evaluate(&start);
/// assert!((-1.0..=1.0).contains(&value));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq)]
pub struct DenseNetwork {
    /// Possible results, ascending.
    pub(crate) results: Vec<i64>,
    pub(crate) units: Units,
}

/// Prints the sizes instead of the weights.
impl fmt::Debug for DenseNetwork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DenseNetwork")
            .field("inputs", &self.units.inputs())
            .field("hidden", &self.units.len())
            .field("results", &self.results)
            .finish()
    }
}

/// Buffers for evaluations by a [`DenseNetwork`].
#[derive(Clone, Debug, Default)]
pub struct DenseScratch {
    pub(crate) planes: Vec<f32>,
    pub(crate) active: Active,
    pub(crate) sums: Vec<f32>,
    /// Planes and sums of the first afterstate of a turn.
    base_planes: Vec<f32>,
    base_sums: Vec<f32>,
}

/// Whether the results are ascending, at least two and at most eight, and, in a two-player game,
/// symmetric.
pub(crate) fn are_results(results: &[i64], players: usize) -> bool {
    (2..=MAX_RESULTS).contains(&results.len())
        && results.iter().all(|result| result.unsigned_abs() < 1 << 24)
        && results.is_sorted_by(|a, b| a < b)
        && (players == 1 || results.iter().zip(results.iter().rev()).all(|(a, b)| *a == -b))
}

impl DenseNetwork {
    /// Creates an untrained network for the game of this state with small random weights. `hidden`
    /// is rounded up to a multiple of 16.
    ///
    /// Returns `None` unless there are two to eight results in ascending order. In a two-player
    /// game, the negative of each must be a result, too.
    #[must_use]
    pub fn random<G: Observe>(start: &G, results: &[i64], hidden: usize, seed: Seed) -> Option<Self> {
        let inputs = start.plane_shape().len();
        let hidden = hidden.max(1).checked_next_multiple_of(BLOCK)?;
        if !are_results(results, G::PLAYERS) || inputs == 0 {
            return None;
        }
        let mut rng = seed.rng();
        let mut weight = |scale: f32| scale * (2.0 * unit(&mut rng) as f32 - 1.0);
        // Few inputs of a board are not 0.
        let scale = 1.0 / (inputs as f32).sqrt();
        let mut weights: Vec<f32> = (0..inputs * hidden).map(|_| weight(scale)).collect();
        weights.extend((0..hidden).map(|_| weight(scale)));
        let scale = 1.0 / (hidden as f32).sqrt();
        let row = |count: usize, weight: &mut dyn FnMut(f32) -> f32| -> Row {
            std::array::from_fn(|result| if result < count { weight(scale) } else { 0.0 })
        };
        let mut output: Vec<Row> = (0..hidden).map(|_| row(results.len(), &mut weight)).collect();
        output.push(Row::default());
        let units = Units { results: results.len(), hidden: weights, output };
        Some(Self { results: results.to_vec(), units })
    }

    /// Returns the possible results, ascending.
    pub fn results(&self) -> &[i64] {
        &self.results
    }

    /// Returns the number of inputs.
    pub fn inputs(&self) -> usize {
        self.units.inputs()
    }

    /// Returns the number of hidden units.
    pub fn hidden(&self) -> usize {
        self.units.len()
    }

    /// Returns the probability of each result from the view of the state's
    /// [viewer](Observe::viewer), in the order of the results.
    pub fn distribution<G: Observe>(&self, state: &G) -> Vec<f32> {
        self.row(state, &mut DenseScratch::default())[..self.results.len()].to_vec()
    }

    /// The probability of each result. Leaves the inputs and the sums in `scratch`.
    #[inline]
    pub(crate) fn row<G: Observe>(&self, state: &G, scratch: &mut DenseScratch) -> Row {
        scratch.planes.resize(self.units.inputs(), 0.0);
        scratch.sums.resize(self.units.len(), 0.0);
        state.observe(state.viewer(), &mut scratch.planes);
        collect(&scratch.planes, &mut scratch.active);
        self.units.sums(&scratch.active, &mut scratch.sums);
        self.units.probabilities(&scratch.sums)
    }

    /// The expected result of a distribution for the first player.
    #[inline]
    fn expected(&self, row: &Row, viewer: Player) -> f64 {
        let sum: f32 = row.iter().zip(&self.results).map(|(probability, &result)| probability * result as f32).sum();
        viewer.sign() as f64 * f64::from(sum)
    }

    /// The value of a state from its planes, or that of an ended game.
    #[inline]
    fn value<G: Observe>(&self, state: &G, scratch: &mut DenseScratch) -> f64 {
        if state.turn() == Turn::Over {
            return state.score() as f64;
        }
        self.expected(&self.row(state, scratch), state.viewer())
    }

    /// Returns the action with the best afterstate for the player to move, the afterstate and its
    /// value for the first player; the first of equal ones. `None` if no player is to move.
    ///
    /// All afterstates but the first are computed by their differences from it, which makes
    /// listing them several times faster. Values differ from [`evaluate`](Evaluator::evaluate) by
    /// rounding.
    pub fn best_action<G: Observe>(&self, state: &G, scratch: &mut DenseScratch) -> Option<(G::Action, G, f64)> {
        let Turn::Player(player) = state.turn() else { return None };
        let sign = player.sign() as f64;
        let mut best: Option<(G::Action, G, f64)> = None;
        let mut base: Option<Player> = None;
        let _ = state.visit_afterstates(|action, after| {
            let value = if after.turn() == Turn::Over {
                after.score() as f64
            } else {
                let viewer = after.viewer();
                let row = if base == Some(viewer) {
                    self.row_by_differences(&after, viewer, scratch)
                } else {
                    let row = self.row(&after, scratch);
                    base = Some(viewer);
                    scratch.base_planes.clone_from(&scratch.planes);
                    scratch.base_sums.clone_from(&scratch.sums);
                    row
                };
                self.expected(&row, viewer)
            };
            if best.as_ref().is_none_or(|(_, _, best)| sign * value > sign * best) {
                best = Some((action, after, value));
            }
            ControlFlow::Continue(())
        });
        best
    }

    /// The probability of each result, from the sums of another state with the same viewer.
    #[inline]
    fn row_by_differences<G: Observe>(&self, state: &G, viewer: Player, scratch: &mut DenseScratch) -> Row {
        const CHUNK: usize = 8;
        let DenseScratch { planes, sums, base_planes, base_sums, .. } = scratch;
        state.observe(viewer, planes);
        sums.copy_from_slice(base_sums);
        for (chunk, (new, old)) in planes.chunks(CHUNK).zip(base_planes.chunks(CHUNK)).enumerate() {
            // As bits, eight at once.
            let difference = new.iter().zip(old).fold(0, |bits, (new, old)| bits | (new.to_bits() ^ old.to_bits()));
            if difference == 0 {
                continue;
            }
            for (index, (new, old)) in new.iter().zip(old).enumerate().filter(|(_, (new, old))| new != old) {
                self.units.shift(chunk * CHUNK + index, new - old, sums);
            }
        }
        self.units.probabilities(sums)
    }
}

/// Whether the network values a state from its planes.
fn is_valued<G: Game>(state: &G) -> bool {
    !G::HAS_CHANCE || state.turn() == Turn::Chance
}

impl<G: Observe> Evaluator<G> for DenseNetwork {
    fn evaluate(&self, state: &G) -> f64 {
        let scratch = &mut DenseScratch::default();
        match state.turn() {
            Turn::Player(_) if !is_valued(state) => match self.best_action(state, scratch) {
                Some((_, _, value)) => value,
                None => self.value(state, scratch),
            },
            _ => self.value(state, scratch),
        }
    }
}
