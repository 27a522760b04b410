//! Evaluation by the counts of pieces on lines, of all moves of a position together.

use core::ops::Range;

use gambol_core::Player;

use super::tables::{Counts, Patterns, Tables};
use crate::board::Quadrant;
use crate::state::PentagoSwap;
use crate::tables::ARRANGED;

/// The worth of every line by the white and black pieces on it, and of every piece by its place in
/// the quadrant.
#[derive(Clone, Debug)]
pub(super) struct Counted {
    pub(super) tables: Tables,
    /// How many units of the tables are a unit of the evaluator.
    pub(super) unit: f64,
}

const FIELDS: u64 = 0o07_07_07_07_07_07_07_07_07_07;
const ONES: u64 = 0o01_01_01_01_01_01_01_01_01_01;

/// Whether one more piece of the mover may make five on one of these lines, or the opponent has
/// five: a move may end the game.
fn may_end(counts: Counts, mover: usize) -> bool {
    let sides = [counts & FIELDS, (counts >> 3) & FIELDS];
    ((sides[mover] + 4 * ONES) | (sides[1 - mover] + 3 * ONES)) & (8 * ONES) != 0
}

/// Two pairs of quadrants, which share three lines each.
type PairsOfQuadrants = [[usize; 2]; 2];

/// Swaps two by two, which make the same pairs of quadrants in rows, and in columns: counts on a
/// line do not depend on which quadrant is left or right, above or below.
const GROUPS: [(PairsOfQuadrants, PairsOfQuadrants, [usize; 2]); 3] = [
    ([[0, 1], [2, 3]], [[0, 3], [1, 2]], [0, 5]),
    ([[0, 3], [1, 2]], [[0, 2], [1, 3]], [1, 4]),
    ([[0, 2], [1, 3]], [[0, 1], [2, 3]], [2, 3]),
];

/// Any two quadrants.
const PAIRS: [[usize; 2]; 6] = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];

/// Three lines: their value, and what one more piece adds at most.
fn three(table: &[i32; 4096], counts: Counts) -> (i32, i32) {
    let (two, one) = (table[counts as usize & 4095], table[counts as usize >> 12 & 63]);
    ((two >> 16) + (one >> 16), i32::from((two as i16).max(one as i16)))
}

/// The patterns of both sides.
fn patterns(state: &PentagoSwap) -> (Patterns, Patterns) {
    let of = |player| Quadrant::ALL.map(|quadrant| usize::from(state.quadrant(player, quadrant)) & 511);
    (of(Player::First), of(Player::Second))
}

impl Counted {
    /// The value of a state to white.
    #[inline]
    pub(super) fn evaluate(&self, state: &PentagoSwap) -> f64 {
        let (white, black) = patterns(state);
        // The side that has moved last, for which the tables are.
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
        let lasting = self.lasting(&white, &black, &[a, b, c, d], mover);
        f64::from([1, -1][mover] * (straight + diagonal + lasting)) / self.unit
    }

    /// The worth to the mover of what no swap changes.
    #[inline]
    fn lasting(&self, white: &Patterns, black: &Patterns, straight: &[Counts; 4], mover: usize) -> i32 {
        let Some(lasting) = &self.tables.lasting else { return 0 };
        let cells = &lasting.cells[mover];
        let of = |side: usize, patterns: &Patterns| -> i32 {
            patterns.iter().map(|&pattern| i32::from(cells[side][pattern & 511])).sum()
        };
        let pairs = PAIRS.map(|[x, y]| straight[x] + straight[y]);
        let table = &lasting.pairs[mover];
        let halves: i32 = pairs.iter().map(|&pair| three(table, pair).0 + three(table, pair >> 32).0).sum();
        [1, -1][mover] * (of(0, white) + of(1, black)) + halves
    }

    /// What the mover's piece on each cell of each quadrant adds to what no swap changes, and the
    /// most of these for empty cells.
    fn placing(
        &self,
        white: &Patterns,
        black: &Patterns,
        straight: &[Counts; 4],
        mover: usize,
    ) -> ([[i16; 9]; 4], i32) {
        let mut placing = [[0; 9]; 4];
        let Some(lasting) = &self.tables.lasting else { return (placing, 0) };
        let gains = &lasting.gains[mover];
        let mut lines = [[0_i16; 6]; 4];
        for [x, y] in PAIRS {
            let pair = straight[x] + straight[y];
            for line in 0..3 {
                let row = gains[(pair >> (6 * line)) as usize & 63];
                let column = gains[(pair >> (32 + 6 * line)) as usize & 63];
                for quadrant in [x, y] {
                    lines[quadrant][line] += row;
                    lines[quadrant][3 + line] += column;
                }
            }
        }
        let mut most = i32::MIN;
        for (quadrant, of_quadrant) in placing.iter_mut().enumerate() {
            let taken = white[quadrant] | black[quadrant];
            for (bit, gain) in of_quadrant.iter_mut().enumerate() {
                let cell = [1, -1][mover] * lasting.cells[mover][mover][1 << bit];
                *gain = lines[quadrant][bit / 3] + lines[quadrant][3 + bit % 3] + cell;
                if taken >> bit & 1 == 0 {
                    most = most.max(i32::from(*gain));
                }
            }
        }
        (placing, most)
    }

    /// All moves at once; `None` if a move may end the game, or fills the board. Many times faster
    /// than a loop over the moves: the six swaps come first, and then the cell on which one more
    /// piece adds most.
    pub(super) fn best_successor(&self, state: &PentagoSwap, window: Range<f64>) -> Option<f64> {
        if state.plies() >= 35 {
            return None;
        }
        // A placement followed by a swap is the swap followed by a placement.
        let (white, black) = patterns(state);
        let mover = state.plies() as usize % 2;
        let sign = [1, -1][mover];
        let may_win = state.plies() >= 8;
        let (least, enough) = if mover == 0 { (window.start, window.end) } else { (-window.end, -window.start) };
        // In the tables' units, and never on the wrong side.
        let least = (least.clamp(-1e6, 1e6) * self.unit) as i32 - 1;
        let enough = (enough.clamp(-1e6, 1e6) * self.unit + 1e-6) as i32 + 1;
        let (long, short, falling) = (&self.tables.long[mover], &self.tables.short[mover], &self.tables.falling[mover]);
        let [straight_gains, falling_gains, short_gains] = &self.tables.gains[mover];
        let straight = self.tables.straights(&white, &black);
        let lasting = self.lasting(&white, &black, &straight, mover);
        let (placing, most_lasting) = self.placing(&white, &black, &straight, mover);
        let mut best = i32::MIN;
        for (rows, columns, swaps) in &GROUPS {
            let rows = rows.map(|[x, y]| straight[x] + straight[y]);
            let columns = columns.map(|[x, y]| (straight[x] + straight[y]) >> 32);
            if may_win && [rows[0], rows[1], columns[0], columns[1]].iter().any(|c| may_end(c & 0o77_77_77, mover)) {
                return None;
            }
            let [top, bottom, left, right] = [rows[0], rows[1], columns[0], columns[1]].map(|c| three(long, c));
            let value = top.0 + bottom.0 + left.0 + right.0 + lasting;
            let gain = top.1.max(bottom.1) + left.1.max(right.1) + most_lasting;
            for places in swaps.map(|swap| ARRANGED[swap]) {
                let diagonals = self.tables.diagonals(&white, &black, places);
                if may_win && may_end(diagonals, mover) {
                    return None;
                }
                let pairs = [falling[diagonals as usize & 4095], short[diagonals as usize >> 12 & 4095]];
                let pairs = [pairs[0], pairs[1], short[diagonals as usize >> 24 & 4095]];
                let base = value + pairs.iter().map(|pair| pair >> 16).sum::<i32>();
                // No more than two diagonals meet in a cell.
                let [x, y, z] = pairs.map(|pair| i32::from(pair as i16).max(0));
                let most = base + gain + (x + x.max(y).max(z)).max(y + z);
                if most <= least.max(best) {
                    best = best.max(most);
                    continue;
                }
                let mut gains = [0_i16; 32];
                for half in 0..2 {
                    let row = straight[places[2 * half]] + straight[places[2 * half + 1]];
                    let column = (straight[places[half]] + straight[places[half + 2]]) >> 32;
                    for line in 0..3 {
                        gains[3 * half + line] = straight_gains[(row >> (6 * line)) as usize & 63];
                        gains[6 + 3 * half + line] = straight_gains[(column >> (6 * line)) as usize & 63];
                    }
                }
                for line in 0..6 {
                    let table = if line < 2 { falling_gains } else { short_gains };
                    gains[12 + line] = table[(diagonals >> (6 * line)) as usize & 63];
                }
                for place in 0..4 {
                    let mut empty = !(white[places[place]] | black[places[place]]) & 511;
                    while empty != 0 {
                        let bit = empty.trailing_zeros() as usize;
                        let through = self.tables.through[place][bit];
                        empty &= empty - 1;
                        let gain: i16 = through.iter().map(|&line| gains[usize::from(line & 31)]).sum();
                        let cell = i32::from(placing[places[place]][bit]);
                        best = best.max(base + i32::from(gain) + cell);
                        if best >= enough {
                            return Some(f64::from(sign * best) / self.unit);
                        }
                    }
                }
            }
        }
        Some(f64::from(sign * best) / self.unit)
    }
}
