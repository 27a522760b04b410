//! The report's evaluation: lines on which five can be in a row.

use core::ops::Range;

use gambol_core::{Evaluator, Player};

use super::tables::{Counts, NOTHING, Patterns, Tables};
use super::worth::Weights;
use crate::board::Quadrant;
use crate::state::PentagoSwap;

/// The report's evaluation (section II.C): pieces are counted on the eighteen lines on which five
/// can be in a row (six rows, six columns, six diagonals), and a side with 4 pieces and 2 empty
/// cells on a line gets 10, with 4 and 1 7, with 3 and 3 5, with 3 and 2 3, with 2 and 4 2, and
/// with 2 and 3 1. With W and B for the sums, the value is W - 0.8 B to a player with the white
/// pieces, and B - 2 W to one with the black pieces, who defends more. Values are the first
/// player's, that is white's.
///
/// [`best_successor`](Evaluator::best_successor) evaluates all moves of a position at once, so that
/// alpha-beta does not play the last ply of a search move by move.
///
/// ```
/// use gambol_core::Evaluator;
/// use gambol_pentago_swap::{LineCounts, PentagoSwap};
/// // Three and three on a row, and two and three or four on other lines.
/// let state: PentagoSwap = "6/www3/6/6/bb4/6 b".parse()?;
/// assert_eq!(LineCounts::as_white().evaluate(&state), 5.0 - 0.8 * 2.0);
/// assert_eq!(LineCounts::as_black().evaluate(&state), 2.0 * 5.0 - 2.0);
/// # Ok::<(), gambol_core::TextError>(())
/// ```
#[derive(Clone, Debug)]
pub struct LineCounts {
    tables: Tables,
}

const FIELDS: u64 = 0o07_07_07_07_07_07_07_07_07_07;
const ONES: u64 = 0o01_01_01_01_01_01_01_01_01_01;

/// Whether one more piece of the mover may make five on one of these lines, or the opponent has
/// five: a move may end the game.
fn may_end(counts: Counts, mover: usize) -> bool {
    let sides = [counts & FIELDS, (counts >> 3) & FIELDS];
    ((sides[mover] + 4 * ONES) | (sides[1 - mover] + 3 * ONES)) & (8 * ONES) != 0
}

/// Where each swap finds the quadrants: `AB`, `AC`, `AD`, `BC`, `BD`, `CD`.
const ARRANGED: [[usize; 4]; 6] = [[1, 0, 2, 3], [2, 1, 0, 3], [3, 1, 2, 0], [0, 2, 1, 3], [0, 3, 2, 1], [0, 1, 3, 2]];

/// Two pairs of quadrants, which share three lines each.
type PairsOfQuadrants = [[usize; 2]; 2];

/// Swaps two by two, which make the same pairs of quadrants in rows, and in columns: counts on a
/// line do not depend on which quadrant is left or right, above or below.
const GROUPS: [(PairsOfQuadrants, PairsOfQuadrants, [usize; 2]); 3] = [
    ([[0, 1], [2, 3]], [[0, 3], [1, 2]], [0, 5]),
    ([[0, 3], [1, 2]], [[0, 2], [1, 3]], [1, 4]),
    ([[0, 2], [1, 3]], [[0, 1], [2, 3]], [2, 3]),
];

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

impl Evaluator<PentagoSwap> for LineCounts {
    fn evaluate(&self, state: &PentagoSwap) -> f64 {
        let (white, black) = patterns(state);
        let [a, b, c, d] = self.tables.straights(&white, &black);
        let diagonals = self.tables.diagonals(&white, &black, [0, 1, 2, 3]);
        let value = |table: &[i32; 4096], counts: Counts| table[counts as usize & 4095] >> 16;
        let straight: i32 = [a + b, c + d, (a + c) >> 32, (b + d) >> 32]
            .iter()
            .map(|&counts| three(&self.tables.long[0], counts).0)
            .sum();
        let diagonal = value(&self.tables.long[0], diagonals)
            + value(&self.tables.short[0], diagonals >> 12)
            + value(&self.tables.short[0], diagonals >> 24);
        f64::from(straight + diagonal) / 5.0
    }

    /// All moves at once; `None` if a move may end the game, or fills the board. Many times faster
    /// than a loop over the moves: the six swaps come first, and then the cell on which one more
    /// piece adds most.
    fn best_successor(&self, state: &PentagoSwap, window: Range<f64>) -> Option<f64> {
        if state.plies() >= 35 {
            return None;
        }
        // A placement followed by a swap is the swap followed by a placement.
        let (white, black) = patterns(state);
        let mover = state.plies() as usize % 2;
        let sign = [1, -1][mover];
        let may_win = state.plies() >= 8;
        let (least, enough) = if mover == 0 { (window.start, window.end) } else { (-window.end, -window.start) };
        // In fifths, and never on the wrong side.
        let least = (least.clamp(-1e6, 1e6) * 5.0) as i32 - 1;
        let enough = (enough.clamp(-1e6, 1e6) * 5.0 + 1e-6) as i32 + 1;
        let (long, short) = (&self.tables.long[mover], &self.tables.short[mover]);
        let straight = self.tables.straights(&white, &black);
        let mut best = i32::MIN;
        for (rows, columns, swaps) in &GROUPS {
            let rows = rows.map(|[x, y]| straight[x] + straight[y]);
            let columns = columns.map(|[x, y]| (straight[x] + straight[y]) >> 32);
            if may_win && [rows[0], rows[1], columns[0], columns[1]].iter().any(|c| may_end(c & 0o77_77_77, mover)) {
                return None;
            }
            let [top, bottom, left, right] = [rows[0], rows[1], columns[0], columns[1]].map(|c| three(long, c));
            let value = top.0 + bottom.0 + left.0 + right.0;
            let gain = top.1.max(bottom.1) + left.1.max(right.1);
            for places in swaps.map(|swap| ARRANGED[swap]) {
                let diagonals = self.tables.diagonals(&white, &black, places);
                if may_win && may_end(diagonals, mover) {
                    return None;
                }
                let pairs = [long[diagonals as usize & 4095], short[diagonals as usize >> 12 & 4095]];
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
                        gains[3 * half + line] = long[(row >> (6 * line)) as usize & 63 | NOTHING] as i16;
                        gains[6 + 3 * half + line] = long[(column >> (6 * line)) as usize & 63 | NOTHING] as i16;
                    }
                }
                for line in 0..6 {
                    let table = if line < 2 { long } else { short };
                    gains[12 + line] = table[(diagonals >> (6 * line)) as usize & 63 | NOTHING] as i16;
                }
                for place in 0..4 {
                    let mut empty = !(white[places[place]] | black[places[place]]) & 511;
                    while empty != 0 {
                        let through = self.tables.through[place][empty.trailing_zeros() as usize];
                        empty &= empty - 1;
                        let gain: i16 = through.iter().map(|&line| gains[usize::from(line & 31)]).sum();
                        best = best.max(base + i32::from(gain));
                        if best >= enough {
                            return Some(f64::from(sign * best) / 5.0);
                        }
                    }
                }
            }
        }
        Some(f64::from(sign * best) / 5.0)
    }
}

impl LineCounts {
    /// The evaluation of the player with the white pieces: W - 0.8 B.
    #[must_use]
    pub fn as_white() -> Self {
        Self { tables: Tables::new(Weights::AS_WHITE) }
    }

    /// The evaluation of the player with the black pieces: B - 2 W to black.
    #[must_use]
    pub fn as_black() -> Self {
        Self { tables: Tables::new(Weights::AS_BLACK) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::worth::{LINES_OF_FIVE_OR_SIX, worth};
    use gambol_core::{Game, GameExt, Rng, Seed, Turn};

    /// The evaluation as the report writes it down.
    fn slow(weights: Weights, state: &PentagoSwap) -> f64 {
        let score = |own: u64, other: u64| -> i32 {
            let on = |line: u64, pieces: u64| (line & pieces).count_ones() as i32;
            LINES_OF_FIVE_OR_SIX
                .map(|line| worth(on(line, own), on(line, other), line.count_ones() as i32))
                .iter()
                .sum()
        };
        let (white, black) = (state.white(), state.black());
        weights.value(f64::from(score(white, black)), f64::from(score(black, white)))
    }

    fn each_position(mut check: impl FnMut(&PentagoSwap, &mut dyn Rng)) {
        let mut rng = Seed::new(1).rng();
        for _ in 0..40 {
            let mut state = PentagoSwap::new();
            while state.turn() != Turn::Over {
                check(&state, &mut rng);
                state.random_step(&mut rng);
            }
        }
    }

    #[test]
    fn tables_say_what_the_report_says() {
        let (as_white, as_black) = (LineCounts::as_white(), LineCounts::as_black());
        each_position(|state, _| {
            assert!((as_white.evaluate(state) - slow(Weights::AS_WHITE, state)).abs() < 1e-9, "{state}");
            assert!((as_black.evaluate(state) - slow(Weights::AS_BLACK, state)).abs() < 1e-9, "{state}");
        });
    }

    #[test]
    fn the_best_successor_is_the_best_of_all() {
        let (mut known, mut unknown) = (0, 0);
        for lines in [LineCounts::as_white(), LineCounts::as_black()] {
            each_position(|state, rng| {
                let sign = if state.plies().is_multiple_of(2) { 1.0 } else { -1.0 };
                let successors = || state.actions().into_iter().map(|action| state.afterstate(action));
                let best =
                    sign * successors().map(|after| sign * lines.evaluate(&after)).fold(f64::NEG_INFINITY, f64::max);
                let Some(found) = lines.best_successor(state, f64::NEG_INFINITY..f64::INFINITY) else {
                    unknown += 1;
                    return;
                };
                known += 1;
                assert!(successors().all(|after| after.turn() != Turn::Over), "{state}");
                assert!((found - best).abs() < 1e-9, "{state}: {found} {best}");
                // Windows above, below and around it.
                let middle = best + f64::from(rng.next_u32() % 100) / 5.0 - 10.0;
                for window in [middle - 1.0..middle + 1.0, middle..middle.next_up()] {
                    let found = lines.best_successor(state, window.clone()).unwrap();
                    if best >= window.end {
                        assert!((window.end..=best + 1e-9).contains(&found), "{state}: {found} {best} {window:?}");
                    } else if best <= window.start {
                        assert!((best - 1e-9..=window.start).contains(&found), "{state}: {found} {best} {window:?}");
                    } else {
                        assert!((found - best).abs() < 1e-9, "{state}: {found} {best} {window:?}");
                    }
                }
            });
        }
        assert!(known > 500 && unknown > 50, "{known} {unknown}");
    }
}
