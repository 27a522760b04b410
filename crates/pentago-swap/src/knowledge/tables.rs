//! Tables of the counts of pieces on lines by quadrant, shared by the evaluators that use them.

use alloc::boxed::Box;

use gambol_core::Cell;

use super::lasting::Lasting;
use super::worth::LINES_OF_FIVE_OR_SIX;
use crate::board::{Quadrant, mask};

/// Counts of up to ten lines in one word: six bits a line, white's pieces in the low three.
pub(super) type Counts = u64;

/// The value of two lines for the mover in the high half, and the greatest gain by one more piece
/// in the low half.
pub(super) type Pairs = Box<[i32; 4096]>;

/// The four patterns of a side, by quadrant.
pub(super) type Patterns = [usize; 4];

/// A number for a line, by its counts: the gain by one more piece of the mover, or its value.
pub(super) type Gains = [i16; 64];

/// The values of lines and cells for white after a move of a side; sides are 0 for white and 1 for
/// black.
pub(super) trait Worth {
    /// The value of a row, a column or a diagonal with these numbers of white and black pieces and
    /// of cells.
    fn line(&self, mover: usize, white: i32, black: i32, length: i32, diagonal: bool) -> i32;

    /// Whether `pair` or `cell` may be nonzero.
    fn has_lasting(&self) -> bool {
        false
    }

    /// The value of the same row or column of any two quadrants with these numbers of pieces.
    fn pair(&self, mover: usize, white: i32, black: i32) -> i32 {
        let _ = (mover, white, black);
        0
    }

    /// The value of a side's piece on a cell of a quadrant.
    fn cell(&self, mover: usize, side: usize, bit: usize) -> i32 {
        let _ = (mover, side, bit);
        0
    }
}

#[derive(Clone, Debug)]
pub(super) struct Tables {
    /// For a quadrant's pattern, the counts on its three rows and, 32 bits higher, on its three
    /// columns.
    straight: Box<[Counts; 512]>,
    /// For a quadrant in its place, the counts on the diagonals, the long ones first.
    diagonal: Box<[[Counts; 512]; 4]>,
    /// For either mover, lines of six cells and lines of five.
    pub(super) long: [Pairs; 2],
    pub(super) short: [Pairs; 2],
    /// Diagonals of six cells, whose values may differ from those of rows and columns.
    pub(super) falling: [Pairs; 2],
    /// The gains by one more piece of either mover in rows and columns, long diagonals and short
    /// diagonals.
    pub(super) gains: [[Gains; 3]; 2],
    /// The values of single lines for either mover, in the same order.
    pub(super) values: [[Gains; 3]; 2],
    /// The part that no swap changes, if it is nonzero.
    pub(super) lasting: Option<Box<Lasting>>,
    /// The lines through each cell of each quadrant; 18 for none.
    pub(super) through: [[[u8; 4]; 9]; 4],
    /// The line through two cells, nine to a quadrant; 18 if there is none, or for a cell itself.
    pub(super) common: Box<[[u8; 36]; 36]>,
}

impl Tables {
    pub(super) fn new(worth: &impl Worth) -> Self {
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
        let through: [[[u8; 4]; 9]; 4] = core::array::from_fn(|place| core::array::from_fn(|bit| through(place, bit)));
        let common = |a: usize, b: usize| {
            let of = |cell: usize| through[cell / 9][cell % 9];
            of(a).into_iter().find(|line| a != b && of(b).contains(line)).unwrap_or(18)
        };
        let of_lines = |number: &dyn Fn((i32, i32)) -> i32| {
            [0, 1].map(|mover| {
                [(6, false), (6, true), (5, true)].map(|(length, diagonal)| {
                    let line = |w, b| worth.line(mover, w, b, length, diagonal);
                    core::array::from_fn(|counts| number(single(&line, mover, length, counts)) as i16)
                })
            })
        };
        Self {
            straight,
            diagonal,
            long: [0, 1].map(|mover| pairs(&|w, b| worth.line(mover, w, b, 6, false), mover, 6)),
            falling: [0, 1].map(|mover| pairs(&|w, b| worth.line(mover, w, b, 6, true), mover, 6)),
            short: [0, 1].map(|mover| pairs(&|w, b| worth.line(mover, w, b, 5, true), mover, 5)),
            gains: of_lines(&|(_, gain)| gain),
            values: of_lines(&|(value, _)| value),
            lasting: Lasting::new(worth),
            through,
            common: Box::new(core::array::from_fn(|a| core::array::from_fn(|b| common(a, b)))),
        }
    }

    /// The counts on the rows and columns of each quadrant.
    #[inline]
    pub(super) fn straights(&self, white: &Patterns, black: &Patterns) -> [Counts; 4] {
        core::array::from_fn(|quadrant| self.straight[white[quadrant]] + (self.straight[black[quadrant]] << 3))
    }

    /// The counts on the diagonals with the quadrants arranged as `places`.
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

/// The value of a line with these counts for the mover, and the gain by one more piece.
pub(super) fn single(line: &impl Fn(i32, i32) -> i32, mover: usize, length: i32, counts: usize) -> (i32, i32) {
    let (w, b) = ((counts & 7) as i32, (counts >> 3 & 7) as i32);
    let value = |w: i32, b: i32| if w + b <= length { [1, -1][mover] * line(w, b) } else { 0 };
    let more = if mover == 0 { value(w + 1, b) } else { value(w, b + 1) };
    (value(w, b), if w + b < length { more - value(w, b) } else { 0 })
}

fn pairs(line: &impl Fn(i32, i32) -> i32, mover: usize, length: i32) -> Pairs {
    let one = |counts: usize| single(line, mover, length, counts);
    Box::new(core::array::from_fn(|counts| {
        let (x, y) = (one(counts & 63), one(counts >> 6));
        (x.0 + y.0) << 16 | (x.1.max(y.1) & 0xFFFF)
    }))
}
