//! Weights of the shapes on a cell, and of the threats of both sides.

use super::threat::COMBINATIONS;

/// The number of weights of a side: the ways to choose four of eight shapes, in any order.
pub(super) const CHOICES: usize = 330;

/// The number of weights of the threats of both sides.
pub(super) const SITUATIONS: usize = 257;

/// The units in a hundredth of the logarithm of the odds of a win.
pub(super) const UNITS: i32 = 32;

/// The weights of the shapes of the side to move and of the other side, and of situations.
static FITTED: ([[i16; CHOICES]; 2], [i16; SITUATIONS]) = include!("fitted.in");

/// The choice of shapes in three bits each, in any order, by packed shapes. Choices are numbered in
/// order of their shapes, the weakest first.
pub(super) static CHOICE: [u16; COMBINATIONS] = {
    let mut choices = [0; COMBINATIONS];
    let mut number = 0;
    let mut packed = 0;
    // The first packed form of a choice has the weakest shape in the highest bits.
    while packed < COMBINATIONS {
        let sorted = sorted(packed);
        if sorted == packed {
            choices[packed] = number;
            number += 1;
        } else {
            choices[packed] = choices[sorted];
        }
        packed += 1;
    }
    assert!(number as usize == CHOICES);
    choices
};

/// The least packed form of the same shapes.
const fn sorted(packed: usize) -> usize {
    let mut shapes = [packed & 7, packed >> 3 & 7, packed >> 6 & 7, packed >> 9];
    let mut from = 1;
    while from < 4 {
        let mut at = from;
        while at > 0 && shapes[at - 1] < shapes[at] {
            (shapes[at - 1], shapes[at]) = (shapes[at], shapes[at - 1]);
            at -= 1;
        }
        from += 1;
    }
    shapes[0] | shapes[1] << 3 | shapes[2] << 6 | shapes[3] << 9
}

static WEIGHTS: [[i16; 2]; COMBINATIONS] = {
    let mut weights = [[0; 2]; COMBINATIONS];
    let mut packed = 0;
    while packed < COMBINATIONS {
        let choice = CHOICE[packed] as usize;
        weights[packed] = [FITTED.0[0][choice], FITTED.0[1][choice]];
        packed += 1;
    }
    weights
};

/// The weights of the shapes on a cell for the side to move and for the other side, in
/// [`UNITS`].
#[inline]
pub(super) fn weights(packed: u16) -> [i16; 2] {
    WEIGHTS[usize::from(packed) % COMBINATIONS]
}

/// The weight of a situation, in [`UNITS`].
#[inline]
pub(super) fn situation(number: usize) -> i32 {
    i32::from(FITTED.1[number])
}
