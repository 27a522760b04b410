//! Weights of the shapes on a cell, in evaluations and in the order of candidates, and of the
//! threats of both sides.

use super::network::{INPUTS, Vector, Weights};
use super::threat::{COMBINATIONS, Threat, unpacked};

/// The number of weights of a side: the ways to choose four of eight shapes, in any order.
pub(super) const CHOICES: usize = 330;

/// The number of weights of the threats of both sides.
pub(super) const SITUATIONS: usize = 257;

/// The units in a hundredth of the logarithm of the odds of a win.
pub(super) const UNITS: i32 = 32;

/// The weights of the shapes of the side to move and of the other side, of situations, and of the
/// network.
pub(super) const FITTED: ([[i16; CHOICES]; 2], [i16; SITUATIONS], Weights) = include!("fitted.in");

static SITUATION: [i16; SITUATIONS] = FITTED.1;

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

/// The parts of a choice of shapes in counts and sums. Its vectors are aligned, so that they are
/// operands of instructions.
#[repr(align(16))]
pub(super) struct Choice {
    /// The weights for the inputs of the network, of the side to move and of the other side.
    pub(super) vectors: [Vector; 2],
    /// The weights of the side to move and of the other side, in [`UNITS`].
    pub(super) weights: [i16; 2],
    pub(super) threat: Threat,
}

/// A power of two, so that no index is out of bounds.
const PADDED: usize = CHOICES.next_power_of_two();

static PARTS: [Choice; PADDED] = {
    const NONE: Choice = Choice { vectors: [[0; INPUTS]; 2], weights: [0; 2], threat: Threat::None };
    let mut parts = [NONE; PADDED];
    let mut packed = 0;
    while packed < COMBINATIONS {
        let choice = CHOICE[packed] as usize;
        let ([own, other], _, ([own_vectors, other_vectors], ..)) = &FITTED;
        parts[choice] = Choice {
            vectors: [own_vectors[choice], other_vectors[choice]],
            weights: [own[choice], other[choice]],
            threat: Threat::of(unpacked(packed as u16)),
        };
        packed += 1;
    }
    parts
};

/// The parts of packed shapes.
#[inline]
pub(super) fn choice(packed: u16) -> &'static Choice {
    &PARTS[usize::from(CHOICE[usize::from(packed) % COMBINATIONS]) % PADDED]
}

/// The weight of a situation, in [`UNITS`].
#[inline]
pub(super) fn situation(number: usize) -> i32 {
    i32::from(SITUATION[number])
}

/// The weights of the shapes of the side to move and of the other side in the order of candidates:
/// thousandths of the logarithm of the odds that a cell is the best move.
static PRIORITIES: [[i16; COMBINATIONS]; 2] = {
    const FITTED: [[i16; CHOICES]; 2] = include!("priorities.in");
    let mut priorities = [[0; COMBINATIONS]; 2];
    let mut packed = 0;
    while packed < COMBINATIONS {
        let choice = CHOICE[packed] as usize;
        let mut side = 0;
        while side < 2 {
            let weight = FITTED[side][choice];
            assert!(weight.unsigned_abs() < 1 << 14, "a sum of two would not fit");
            priorities[side][packed] = weight;
            side += 1;
        }
        packed += 1;
    }
    priorities
};

/// The priority among the candidates of a cell with these shapes of the side to move and of the
/// other side, above `i16::MIN`.
#[inline]
pub(super) fn priority(own: u16, other: u16) -> i16 {
    let weight = |side: usize, packed: u16| PRIORITIES[side][usize::from(packed) % COMBINATIONS];
    weight(0, own) + weight(1, other)
}
