//! Evaluation of all moves of a position together, by counts of pieces on lines.

use core::ops::Range;

use gambol_core::Player;

use super::arrangements::{Board, Pairing};
use super::tables::{Counts, Patterns, Tables};
use crate::board::Quadrant;
use crate::state::PentagoSwap;
use crate::tables::ARRANGED;

/// An evaluation of every line by the white and black pieces on it, and of every piece by its place
/// in the quadrant.
#[derive(Clone, Debug)]
pub(super) struct Counted {
    pub(super) tables: Tables,
    /// The number of units of the tables in a unit of the evaluator.
    pub(super) unit: f64,
}

pub(super) const FIELDS: u64 = 0o07_07_07_07_07_07_07_07_07_07;
pub(super) const ONES: u64 = 0o01_01_01_01_01_01_01_01_01_01;

/// Whether a side has at least `pieces` pieces on one of these lines.
pub(super) fn has(counts: Counts, pieces: u64) -> bool {
    let room = (8 - pieces) * ONES;
    (((counts & FIELDS) + room) | ((counts >> 3 & FIELDS) + room)) & (8 * ONES) != 0
}

/// The swaps in pairs that pair the same quadrants in rows and in columns.
const GROUPS: [(Pairing, [usize; 2]); 3] = [
    (Pairing { rows: [[0, 1], [2, 3]], columns: [[0, 3], [1, 2]] }, [0, 5]),
    (Pairing { rows: [[0, 3], [1, 2]], columns: [[0, 2], [1, 3]] }, [1, 4]),
    (Pairing { rows: [[0, 2], [1, 3]], columns: [[0, 1], [2, 3]] }, [2, 3]),
];

/// The value of three lines, and the greatest gain by one more piece.
pub(super) fn three(table: &[i32; 4096], counts: Counts) -> (i32, i32) {
    let (two, one) = (table[counts as usize & 4095], table[(counts >> 12) as usize & 63]);
    ((two >> 16) + (one >> 16), i32::from((two as i16).max(one as i16)))
}

/// The patterns of both sides.
pub(super) fn patterns(state: &PentagoSwap) -> (Patterns, Patterns) {
    let of = |player| Quadrant::ALL.map(|quadrant| usize::from(state.quadrant(player, quadrant)) & 511);
    (of(Player::First), of(Player::Second))
}

impl Counted {
    /// The value of a state for white.
    #[inline]
    pub(super) fn evaluate(&self, state: &PentagoSwap) -> f64 {
        let (white, black) = patterns(state);
        // The side that moved last, to which the tables refer.
        let mover = (state.plies() as usize + 1) % 2;
        let [a, b, c, d] = self.tables.straights(&white, &black);
        let diagonals = self.tables.diagonals(&white, &black, [0, 1, 2, 3]);
        let value = |table: &[i32; 4096], counts: Counts| table[counts as usize & 4095] >> 16;
        let straight: i32 = [a + b, c + d, (a + c) >> 32, (b + d) >> 32]
            .iter()
            .map(|&counts| three(&self.tables.long[mover], counts).0)
            .sum();
        let short = &self.tables.short[mover];
        let diagonal = value(&self.tables.falling[mover], diagonals)
            + value(short, diagonals >> 12)
            + value(short, diagonals >> 24);
        let lasting =
            self.tables.lasting.as_ref().map_or(0, |lasting| lasting.worth(&white, &black, &[a, b, c, d], mover).0);
        f64::from([1, -1][mover] * (straight + diagonal + lasting)) / self.unit
    }

    /// Evaluates all moves at once; `None` if a move may end the game or fills the board. Many
    /// times faster than a loop over the moves: the six swaps come first, and then the cell where
    /// one more piece gains most.
    pub(super) fn best_successor(&self, state: &PentagoSwap, window: Range<f64>) -> Option<f64> {
        if state.plies() >= 35 {
            return None;
        }
        // A placement followed by a swap equals the swap followed by a placement.
        let (white, black) = patterns(state);
        let mover = state.plies() as usize % 2;
        let (least, enough) = self.outside(&window, mover);
        let board = Board::new(self, white, black, mover, state.plies() >= 8);
        let value = |best: i32| Some(f64::from([1, -1][mover] * best) / self.unit);
        let mut best = i32::MIN;
        for (pairing, swaps) in &GROUPS {
            let straight = board.straight_lines(pairing)?;
            for &swap in swaps {
                best = best.max(board.best_placement(straight, ARRANGED[swap], least.max(best), enough)?);
                if best >= enough {
                    return value(best);
                }
            }
        }
        value(best)
    }

    /// The bounds of a window for a side, in the tables' units, rounded outwards.
    pub(super) fn outside(&self, window: &Range<f64>, side: usize) -> (i32, i32) {
        let (start, end) = if side == 0 { (window.start, window.end) } else { (-window.end, -window.start) };
        let [start, end] = [start, end].map(|bound| bound.clamp(-1e6, 1e6));
        let mut below = (start * self.unit) as i32 + 2;
        while f64::from(below) / self.unit > start {
            below -= 1;
        }
        let mut above = (end * self.unit) as i32 - 2;
        while f64::from(above) / self.unit < end {
            above += 1;
        }
        (below, above)
    }
}
