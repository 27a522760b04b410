//! The network of the evaluation: one hidden layer on sums over the free cells.

use super::weights::{CHOICES, FITTED};

/// The inputs of the network.
pub(super) const INPUTS: usize = 16;

/// The units of the hidden layer.
pub(super) const HIDDEN: usize = 32;

/// The weights of a choice of shapes for the inputs.
pub(super) type Vector = [i16; INPUTS];

/// The weights in the file: of each choice of shapes for each input, of the side to move and of the
/// other side; of each input for each hidden unit; the biases of the hidden units; and the weights
/// of the hidden units.
pub(super) type Weights = ([[Vector; CHOICES]; 2], [[i16; HIDDEN]; INPUTS], [i16; HIDDEN], [i16; HIDDEN]);

/// The units in 1 of the weights of choices, and those of the other weights.
const CHOICE_UNITS: f32 = 1_024.0;
const UNITS: f32 = 4_096.0;

static MATRIX: [[f32; HIDDEN]; INPUTS] = {
    let mut matrix = [[0.0; HIDDEN]; INPUTS];
    let mut input = 0;
    while input < INPUTS {
        matrix[input] = scaled(FITTED.2.1[input], 1.0 / (UNITS * CHOICE_UNITS));
        input += 1;
    }
    matrix
};

static BIASES: [f32; HIDDEN] = scaled(FITTED.2.2, 1.0 / UNITS);

/// In hundredths of the logarithm of the odds.
static LAST: [f32; HIDDEN] = scaled(FITTED.2.3, 100.0 / UNITS);

const fn scaled(weights: [i16; HIDDEN], scale: f32) -> [f32; HIDDEN] {
    let mut scaled = [0.0; HIDDEN];
    let mut unit = 0;
    while unit < HIDDEN {
        scaled[unit] = weights[unit] as f32 * scale;
        unit += 1;
    }
    scaled
}

/// The inputs for a position, by the colour to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Inputs([[i16; INPUTS]; 2]);

impl Inputs {
    /// The inputs of a board without shapes.
    pub(super) const NONE: Self = Self([[0; INPUTS]; 2]);

    /// Replaces the vectors of a colour on a cell: of the side to move and of the other side.
    #[inline]
    pub(super) fn replace(&mut self, colour: usize, before: &[Vector; 2], now: &[Vector; 2]) {
        for (to_move, inputs) in self.0.iter_mut().enumerate() {
            let side = usize::from(to_move != colour);
            // Sums beyond 16 bits, possible only in decided positions, return with the next stones.
            for ((input, before), now) in inputs.iter_mut().zip(&before[side]).zip(&now[side]) {
                *input = input.wrapping_add(now.wrapping_sub(*before));
            }
        }
    }

    /// The output of the network for the colour to move, in hundredths of the logarithm of the odds
    /// of a win.
    #[inline]
    pub(super) fn value(&self, to_move: usize) -> f32 {
        let mut hidden = BIASES;
        for (&input, weights) in self.0[to_move].iter().zip(&MATRIX) {
            let input = f32::from(input);
            for (unit, weight) in hidden.iter_mut().zip(weights) {
                *unit += input * weight;
            }
        }
        // Four sums, so that the compiler can add them side by side.
        let mut sums = [0.0; 4];
        for (units, weights) in hidden.chunks_exact(4).zip(LAST.chunks_exact(4)) {
            for ((sum, unit), weight) in sums.iter_mut().zip(units).zip(weights) {
                *sum += if *unit > 0.0 { *unit * weight } else { 0.0 };
            }
        }
        sums[0] + sums[1] + (sums[2] + sums[3])
    }
}
