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

/// The hidden units that are computed side by side: their sums fit in vector registers.
const GROUP: usize = 16;

/// By group of hidden units and input.
static MATRIX: [[[f32; GROUP]; INPUTS]; HIDDEN / GROUP] = {
    let mut matrix = [[[0.0; GROUP]; INPUTS]; HIDDEN / GROUP];
    let mut input = 0;
    while input < INPUTS {
        let row = scaled(FITTED.2.1[input], 1.0 / (UNITS * CHOICE_UNITS));
        let mut unit = 0;
        while unit < HIDDEN {
            matrix[unit / GROUP][input][unit % GROUP] = row[unit];
            unit += 1;
        }
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

    /// The inputs to which the shapes of a colour add: if it is to move, and if the other colour is.
    #[inline]
    pub(super) fn of(&self, colour: usize) -> [Vector; 2] {
        [self.0[colour], self.0[1 - colour]]
    }

    /// Sets the inputs to which the shapes of a colour add.
    #[inline]
    pub(super) fn set(&mut self, colour: usize, [own, other]: [Vector; 2]) {
        (self.0[colour], self.0[1 - colour]) = (own, other);
    }

    /// The output of the network for the colour to move, in hundredths of the logarithm of the odds
    /// of a win.
    #[inline]
    pub(super) fn value(&self, to_move: usize) -> f32 {
        let inputs = self.0[to_move].map(f32::from);
        let mut hidden = BIASES;
        for (hidden, matrix) in hidden.as_chunks_mut::<GROUP>().0.iter_mut().zip(&MATRIX) {
            let mut units = *hidden;
            for (input, weights) in inputs.iter().zip(matrix) {
                for (unit, weight) in units.iter_mut().zip(weights) {
                    *unit += input * weight;
                }
            }
            *hidden = units.map(|unit| if unit > 0.0 { unit } else { 0.0 });
        }
        // Four sums, so that the compiler can add them side by side.
        let mut sums = [0.0; 4];
        for (units, weights) in hidden.as_chunks::<4>().0.iter().zip(LAST.as_chunks::<4>().0) {
            for ((sum, unit), weight) in sums.iter_mut().zip(units).zip(weights) {
                *sum += unit * weight;
            }
        }
        sums[0] + sums[1] + (sums[2] + sums[3])
    }
}

/// Replaces the vector of the shapes on a cell in the inputs.
#[inline]
pub(super) fn replace(inputs: &mut Vector, before: &Vector, now: &Vector) {
    // Sums beyond 16 bits, possible only in decided positions, return with the next stones.
    for ((input, before), now) in inputs.iter_mut().zip(before).zip(now) {
        *input = input.wrapping_add(now.wrapping_sub(*before));
    }
}
