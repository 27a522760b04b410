//! Tables for counting pieces on lines, quadrant by quadrant.

use alloc::boxed::Box;

use gambol_core::Cell;

use super::worth::{LINES_OF_FIVE_OR_SIX, Weights, worth};
use crate::board::{Quadrant, mask};

/// Counts of up to ten lines in one word: six bits a line, white's pieces in the low three.
pub(super) type Counts = u64;

/// As a second line that is full and so changes nothing.
pub(super) const NOTHING: usize = 0b011_011 << 6;

/// The value of two lines in the high half, to the mover, and in the low half how much one more
/// piece adds at most.
pub(super) type Pairs = Box<[i32; 4096]>;

/// The four patterns of a side, by quadrant.
pub(super) type Patterns = [usize; 4];

#[derive(Clone, Debug)]
pub(super) struct Tables {
    /// For a quadrant's pattern, the counts on its three rows, and 32 bits further up on its three
    /// columns.
    straight: Box<[Counts; 512]>,
    /// For a quadrant in its place, the counts on the diagonals, the long ones first.
    diagonal: Box<[[Counts; 512]; 4]>,
    /// For either mover, lines of six and lines of five.
    pub(super) long: [Pairs; 2],
    pub(super) short: [Pairs; 2],
    /// The lines through each cell of each quadrant; 18 for none.
    pub(super) through: [[[u8; 4]; 9]; 4],
}

impl Tables {
    pub(super) fn new(weights: Weights) -> Self {
        let mut straight = Box::new([0; 512]);
        let mut diagonal = Box::new([[0; 512]; 4]);
        for pattern in 0..512_usize {
            for line in 0..3 {
                straight[pattern] |= u64::from((pattern >> (3 * line) & 7).count_ones()) << (6 * line);
                straight[pattern] |= u64::from((pattern >> line & 0o111).count_ones()) << (32 + 6 * line);
            }
            for place in 0..4 {
                let cells = (0..9).filter(|bit| pattern >> bit & 1 == 1).fold(0, |all, bit| all | cell(place, bit));
                for (line, of_line) in LINES_OF_FIVE_OR_SIX[12..].iter().enumerate() {
                    diagonal[place][pattern] |= u64::from((cells & of_line).count_ones()) << (6 * line);
                }
            }
        }
        let through = |place, bit| {
            let mut hits = (0..18_u8).filter(|&line| LINES_OF_FIVE_OR_SIX[usize::from(line)] & cell(place, bit) != 0);
            core::array::from_fn(|_| hits.next().unwrap_or(18))
        };
        Self {
            straight,
            diagonal,
            long: [0, 1].map(|mover| pairs(weights, mover, 6)),
            short: [0, 1].map(|mover| pairs(weights, mover, 5)),
            through: core::array::from_fn(|place| core::array::from_fn(|bit| through(place, bit))),
        }
    }

    /// The counts on the rows and columns of each quadrant.
    #[inline]
    pub(super) fn straights(&self, white: &Patterns, black: &Patterns) -> [Counts; 4] {
        core::array::from_fn(|quadrant| self.straight[white[quadrant]] + (self.straight[black[quadrant]] << 3))
    }

    /// The counts on the diagonals if each place holds the quadrant that `places` says.
    #[inline]
    pub(super) fn diagonals(&self, white: &Patterns, black: &Patterns, places: [usize; 4]) -> Counts {
        let table = &self.diagonal;
        (0..4).map(|place| table[place][white[places[place]]] + (table[place][black[places[place]]] << 3)).sum()
    }
}

/// The mask of a quadrant's cell.
fn cell(place: usize, bit: usize) -> u64 {
    let corner = Quadrant::ALL[place].corner();
    mask(Cell::new(corner.column + bit as u8 % 3, corner.row + bit as u8 / 3))
}

fn pairs(weights: Weights, mover: usize, length: i32) -> Pairs {
    let sign = [1, -1][mover];
    let one = |counts: usize| {
        let (w, b) = ((counts & 7) as i32, (counts >> 3 & 7) as i32);
        let value = |w, b| sign * (weights.white * worth(w, b, length) + weights.black * worth(b, w, length));
        let more = if mover == 0 { value(w + 1, b) } else { value(w, b + 1) };
        (value(w, b), if w + b < length { more - value(w, b) } else { 0 })
    };
    Box::new(core::array::from_fn(|counts| {
        let (x, y) = (one(counts & 63), one(counts >> 6));
        (x.0 + y.0) << 16 | (x.1.max(y.1) & 0xFFFF)
    }))
}
