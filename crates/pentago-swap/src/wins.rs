//! Immediate wins: moves that complete five for the side to move.

use gambol_core::{Game, Turn};

use crate::board::{ALL_LANES, FIVES, lanes_of};
use crate::moves::{Move, Swap};
use crate::state::PentagoSwap;
use crate::tables::{ARRANGED, LACKING_ONE, PARTS, fives, nth_cell, pattern};

/// Combines two groups of places: complete lines in the low half, lines that lack one piece in the
/// high half.
#[inline]
const fn joined(one: u64, other: u64) -> u64 {
    let lacking = (one >> 32) & other | (other >> 32) & one;
    (one & other & 0xFFFF_FFFF) | lacking << 32
}

impl PentagoSwap {
    /// Returns a move that wins at once for the side to move.
    ///
    /// A piece placed on an empty cell before a swap is on another empty cell of the swapped board.
    /// So a move wins if, on a swapped board, a line is complete or lacks one piece on an empty
    /// cell, and the opponent has no five.
    pub(crate) fn win_at_once(&self) -> Option<Move> {
        let (white, black) = self.lanes();
        let (own, other) = if self.plies().is_multiple_of(2) { (white, black) } else { (black, white) };
        if own.count_ones() < 4 || self.turn() == Turn::Over {
            return None;
        }
        let mut lines = [[0; 4]; 4];
        // Lines without a cell of the opponent.
        let mut open = [[0; 4]; 4];
        for quadrant in 0..4 {
            let (own, other) = (pattern(own, quadrant), pattern(other, quadrant));
            for place in 0..4 {
                lines[place][quadrant] = u64::from(PARTS[place][own]) | u64::from(LACKING_ONE[place][own]) << 32;
                open[place][quadrant] = PARTS[place][!other & 511];
            }
        }
        for (swap, [a, b, c, d]) in Swap::ALL.into_iter().zip(ARRANGED) {
            let lines = joined(joined(lines[0][a], lines[1][b]), joined(lines[2][c], lines[3][d]));
            let open = open[0][a] & open[1][b] & open[2][c] & open[3][d];
            let winning = lines as u32 | (lines >> 32) as u32 & open;
            if winning != 0 && fives(swap.apply(other)) == 0 {
                let line = lanes_of(FIVES[winning.trailing_zeros() as usize]);
                // The empty cells of the line, before the swap; any empty cell if there are none.
                let lacking = swap.apply(line & !swap.apply(own));
                let cells = if lacking == 0 { !(own | other) & ALL_LANES } else { lacking };
                return Some(Move::at(nth_cell(cells, 0), swap));
            }
        }
        None
    }
}
