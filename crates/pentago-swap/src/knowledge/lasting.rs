//! The part of the value that no swap changes: pieces by their places in their quadrants, and half
//! lines of any two quadrants, which a swap may bring together.

use alloc::boxed::Box;

use super::lanes::{Greatest, Lanes};
use super::tables::{Counts, Patterns, Worth, single};

/// Greatest change of the value of a pair of half lines by one more piece, up or down.
const MOST_GAIN: i32 = 4096;

/// All pairs of quadrants.
const PAIRS: [[usize; 2]; 6] = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];

#[derive(Clone, Debug)]
pub(super) struct Lasting {
    /// After a move of a side, the value of a side's pattern for white.
    cells: [[[i16; 512]; 2]; 2],
    /// The gains by one more piece of either mover on the cells of each row, minus the offset that
    /// makes the gains of six pairs of half lines nonnegative.
    rows: [[Lanes; 3]; 2],
    pairs: [Pairs; 2],
}

/// Pairs of half lines of two quadrants, for either mover.
#[derive(Clone, Debug)]
struct Pairs {
    /// For two pairs, the gains by one more piece on each, and their value.
    two: Box<[Lanes; 4096]>,
    /// For one pair, the gain by one more piece, 0, and its value.
    one: [Lanes; 64],
}

impl Pairs {
    fn new(worth: &impl Worth, mover: usize) -> Self {
        let of = |counts: usize| single(&|white, black| worth.pair(mover, white, black), mover, 6, counts);
        Self {
            two: Box::new(core::array::from_fn(|counts| {
                let [(x, gain_x), (y, gain_y)] = [of(counts & 63), of(counts >> 6)];
                Lanes::new([gain_x + MOST_GAIN, gain_y + MOST_GAIN, x + y])
            })),
            one: core::array::from_fn(|counts| {
                let (worth, gain) = of(counts);
                Lanes::new([gain + MOST_GAIN, 0, worth])
            }),
        }
    }
}

/// The gains by one more piece in the pairs of half lines with each row and each column of the
/// quadrants; nonnegative.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct HalfLineGains {
    rows: [Lanes; 4],
    columns: [Lanes; 4],
}

/// The gains by one more piece of the mover on each cell, by the rows of each quadrant, and their
/// maximum over empty cells.
pub(super) type Placing = ([[Lanes; 3]; 4], i32);

impl Lasting {
    pub(super) fn new(worth: &impl Worth) -> Option<Box<Self>> {
        let cells = |mover, side, pattern: usize| {
            let pieces = (0..9).filter(|bit| pattern >> bit & 1 == 1);
            pieces.map(|bit| worth.cell(mover, side, bit)).sum::<i32>() as i16
        };
        let row = |mover: usize, row: usize| {
            let gain = |column: usize| [1, -1][mover] * worth.cell(mover, mover, 3 * row + column) - 6 * MOST_GAIN;
            Lanes::new([gain(0), gain(1), gain(2)])
        };
        worth.has_lasting().then(|| {
            Box::new(Self {
                cells: [0, 1]
                    .map(|mover| [0, 1].map(|side| core::array::from_fn(|pattern| cells(mover, side, pattern)))),
                rows: [0, 1].map(|mover| [0, 1, 2].map(|index| row(mover, index))),
                pairs: [0, 1].map(|mover| Pairs::new(worth, mover)),
            })
        })
    }

    /// The value for the mover, and the gains by one more piece in half lines.
    #[inline]
    pub(super) fn worth(
        &self,
        white: &Patterns,
        black: &Patterns,
        straight: &[Counts; 4],
        mover: usize,
    ) -> (i32, HalfLineGains) {
        let cells = &self.cells[mover];
        let of = |side: usize, patterns: &Patterns| -> i32 {
            patterns.iter().map(|&pattern| i32::from(cells[side][pattern & 511])).sum()
        };
        let Pairs { two, one } = &self.pairs[mover];
        let mut gains = HalfLineGains::default();
        let mut sum = Lanes::default();
        for [x, y] in PAIRS {
            let pair = straight[x] + straight[y];
            for (counts, gains) in [(pair, &mut gains.rows), (pair >> 32, &mut gains.columns)] {
                let (two, one) = (two[counts as usize & 4095], one[(counts >> 12) as usize & 63]);
                sum += two + one;
                let three = two.without_third() + one.first_as_third();
                gains[x] += three;
                gains[y] += three;
            }
        }
        ([1, -1][mover] * (of(0, white) + of(1, black)) + sum.third(), gains)
    }

    /// The gain by the mover's piece on each cell.
    #[inline]
    pub(super) fn placing(&self, gains: &HalfLineGains, white: &Patterns, black: &Patterns, mover: usize) -> Placing {
        let mut placing = [[Lanes::default(); 3]; 4];
        let mut most = Greatest::NONE;
        for (quadrant, rows) in placing.iter_mut().enumerate() {
            let taken = white[quadrant] | black[quadrant];
            for (index, row) in rows.iter_mut().enumerate() {
                let across = Lanes::all(gains.rows[quadrant].natural(index));
                *row = across + gains.columns[quadrant] + self.rows[mover][index];
                most.take(*row, taken >> (3 * index));
            }
        }
        (placing, most.number())
    }
}
