//! Wins at once: a move of the side to move that makes five.

use gambol_core::{Game, Turn};

use crate::board::{ALL_LANES, FIVES, LANE, lanes_of};
use crate::moves::{Move, Swap};
use crate::state::PentagoSwap;
use crate::tables::{fives, nth_cell, pattern};

/// For a place and the pattern of the quadrant there, the lines of [`FIVES`] whose cells in this
/// place are all in the pattern (low half), and those of which one cell is lacking (high half).
static OWN: [[u64; 512]; 4] = own();

/// For a place and the pattern of the quadrant there, the lines of [`FIVES`] with a cell in both.
static TOUCHED: [[u32; 512]; 4] = touched();

const fn own() -> [[u64; 512]; 4] {
    let mut table = [[0; 512]; 4];
    let mut line = 0;
    while line < 32 {
        let mut place = 0;
        while place < 4 {
            let part = part(line, place);
            let mut pattern = 0;
            while pattern < 512 {
                match (part & !pattern as u64).count_ones() {
                    0 => table[place][pattern] |= 1 << line,
                    1 => table[place][pattern] |= 1 << (32 + line),
                    _ => {}
                }
                pattern += 1;
            }
            place += 1;
        }
        line += 1;
    }
    table
}

const fn touched() -> [[u32; 512]; 4] {
    let mut table = [[0; 512]; 4];
    let mut line = 0;
    while line < 32 {
        let mut place = 0;
        while place < 4 {
            let part = part(line, place);
            let mut pattern = 0;
            while pattern < 512 {
                if part & pattern as u64 != 0 {
                    table[place][pattern] |= 1 << line;
                }
                pattern += 1;
            }
            place += 1;
        }
        line += 1;
    }
    table
}

/// The cells of a line in one place.
const fn part(line: usize, place: usize) -> u64 {
    (lanes_of(FIVES[line]) >> (16 * place)) & LANE
}

/// Which quadrant each swap brings to each place, in the order of [`Swap::ALL`].
const ARRANGED: [[usize; 4]; 6] = [[1, 0, 2, 3], [2, 1, 0, 3], [3, 1, 2, 0], [0, 2, 1, 3], [0, 3, 2, 1], [0, 1, 3, 2]];

/// Lines that are complete and lines that lack one piece (low and high half), of two groups of
/// places together.
#[inline]
const fn joined(one: u64, other: u64) -> u64 {
    let lacking = (one >> 32) & other | (other >> 32) & one;
    (one & other & 0xFFFF_FFFF) | lacking << 32
}

impl PentagoSwap {
    /// Returns a move that wins at once for the side to move.
    ///
    /// A piece on an empty cell before a swap is a piece on another empty cell after it. So a move
    /// wins if, on a swapped board, a line lacks nothing, or one piece on an empty cell, and the
    /// opponent has no five.
    pub(crate) fn win_at_once(&self) -> Option<Move> {
        let (white, black) = self.lanes();
        let (own, other) = if self.plies().is_multiple_of(2) { (white, black) } else { (black, white) };
        if own.count_ones() < 4 || self.turn() == Turn::Over {
            return None;
        }
        let mut lines = [[0; 4]; 4];
        let mut closed = [[0; 4]; 4];
        for quadrant in 0..4 {
            let (own, other) = (pattern(own, quadrant), pattern(other, quadrant));
            for place in 0..4 {
                lines[place][quadrant] = OWN[place][own];
                closed[place][quadrant] = TOUCHED[place][other];
            }
        }
        for (swap, [a, b, c, d]) in Swap::ALL.into_iter().zip(ARRANGED) {
            let lines = joined(joined(lines[0][a], lines[1][b]), joined(lines[2][c], lines[3][d]));
            let closed = closed[0][a] | closed[1][b] | closed[2][c] | closed[3][d];
            let winning = lines as u32 | (lines >> 32) as u32 & !closed;
            if winning != 0 && fives(swap.apply(other)) == 0 {
                let line = lanes_of(FIVES[winning.trailing_zeros() as usize]);
                // The cells of the line that are empty now, where they will be after the swap; if
                // there are none, any empty cell.
                let lacking = swap.apply(line & !swap.apply(own));
                let cells = if lacking == 0 { !(own | other) & ALL_LANES } else { lacking };
                return Some(Move::at(nth_cell(cells, 0), swap));
            }
        }
        None
    }
}
