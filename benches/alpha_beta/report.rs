//! The evaluation of the Pentago-Swap report (Z. Zhao, *COMP 424 Final Project*, section II.C), for measuring.
//!
//! Of the 18 lines on which five can be in a row (six rows, six columns, six diagonals) it counts the pieces of both sides; a side
//! that has four pieces and two empty cells on one gets 10, and so on. White's value is W - 0.8 B, black's B - 2 W.

use std::ops::Range;

use gambol_core::{Cell, Player};
use gambol_pentago_swap::{PentagoSwap, Quadrant, mask};
use gambol_search::Judge;

/// What a line is worth to a side with `own` pieces on it.
fn worth(own: i32, other: i32, length: i32) -> i32 {
    match (own, length - own - other) {
        (4, 2) => 10,
        (4, 1) => 7,
        (3, 3) => 5,
        (3, 2) => 3,
        (2, 4) => 2,
        (2, 3) => 1,
        _ => 0,
    }
}

/// Rows, columns, the two long diagonals and the four short ones.
fn lines() -> Vec<u64> {
    let line = |cells: &[(u8, u8)]| cells.iter().fold(0, |all, &(column, row)| all | mask(Cell::new(column, row)));
    let row = |row: u8| line(&[0, 1, 2, 3, 4, 5].map(|column| (column, row)));
    let column = |column: u8| line(&[0, 1, 2, 3, 4, 5].map(|row| (column, row)));
    let long = [line(&[0, 1, 2, 3, 4, 5].map(|n| (n, n))), line(&[0, 1, 2, 3, 4, 5].map(|n| (5 - n, n)))];
    let short = [
        line(&[0, 1, 2, 3, 4].map(|n| (n + 1, n))),
        line(&[0, 1, 2, 3, 4].map(|n| (4 - n, n))),
        line(&[0, 1, 2, 3, 4].map(|n| (n, n + 1))),
        line(&[0, 1, 2, 3, 4].map(|n| (5 - n, n + 1))),
    ];
    (0..6).map(row).chain((0..6).map(column)).chain(long).chain(short).collect()
}

/// Counts of up to ten lines in one word: six bits a line, white's pieces in the low three.
type Counts = u64;

const FIELDS: u64 = 0o07_07_07_07_07_07_07_07_07_07;
const ONES: u64 = 0o01_01_01_01_01_01_01_01_01_01;

/// As a second line that is full and so changes nothing.
const NOTHING: usize = 0b011_011 << 6;

/// Whether one more piece of the mover may make five on one of these lines, or the opponent has five: a move may end the game.
fn may_end(counts: Counts, mover: usize) -> bool {
    let sides = [counts & FIELDS, (counts >> 3) & FIELDS];
    ((sides[mover] + 4 * ONES) | (sides[1 - mover] + 3 * ONES)) & (8 * ONES) != 0
}

/// Where each swap finds the quadrants: `AB`, `AC`, `AD`, `BC`, `BD`, `CD`.
const ARRANGED: [[usize; 4]; 6] = [[1, 0, 2, 3], [2, 1, 0, 3], [3, 1, 2, 0], [0, 2, 1, 3], [0, 3, 2, 1], [0, 1, 3, 2]];

/// Two pairs of quadrants, which share three lines each.
type PairsOfQuadrants = [[usize; 2]; 2];

/// Swaps two by two, which make the same pairs of quadrants in rows, and in columns: counts on a line do not depend on which
/// quadrant is left or right, above or below.
const GROUPS: [(PairsOfQuadrants, PairsOfQuadrants, [usize; 2]); 3] = [
    ([[0, 1], [2, 3]], [[0, 3], [1, 2]], [0, 5]),
    ([[0, 3], [1, 2]], [[0, 2], [1, 3]], [1, 4]),
    ([[0, 2], [1, 3]], [[0, 1], [2, 3]], [2, 3]),
];

/// The value of two lines in the high half, to the mover, and in the low half how much one more piece adds at most.
type Pairs = Box<[i32; 4096]>;

/// The report's evaluation.
#[derive(Debug)]
pub(crate) struct Report {
    /// For a quadrant's pattern, the counts on its three rows, and 32 bits further up on its three columns.
    straight: Box<[Counts; 512]>,
    /// For a quadrant in its place, the counts on the diagonals, the long ones first.
    diagonal: Box<[[Counts; 512]; 4]>,
    /// For either mover, lines of six and lines of five.
    long: [Pairs; 2],
    short: [Pairs; 2],
    /// The lines through each cell of each quadrant; 18 for none.
    through: [[[u8; 4]; 9]; 4],
    whole: bool,
}

impl Report {
    /// The evaluation of the player with white.
    pub(crate) fn white() -> Self {
        Self::new(5, -4)
    }

    /// The same, with the last ply left to the search.
    pub(crate) fn white_ply_by_ply() -> Self {
        Self { whole: false, ..Self::white() }
    }

    /// Values are `white * W + black * B` fifths.
    fn new(white: i32, black: i32) -> Self {
        let lines = lines();
        let cell = |place: usize, bit: usize| {
            let corner = Quadrant::ALL[place].corner();
            Cell::new(corner.column + bit as u8 % 3, corner.row + bit as u8 / 3)
        };
        let mut straight = Box::new([0; 512]);
        let mut diagonal = Box::new([[0; 512]; 4]);
        for pattern in 0..512_usize {
            for line in 0..3 {
                straight[pattern] |= u64::from((pattern >> (3 * line) & 7).count_ones()) << (6 * line);
                straight[pattern] |= u64::from((pattern >> line & 0o111).count_ones()) << (32 + 6 * line);
            }
            for place in 0..4 {
                let cells =
                    (0..9).filter(|bit| pattern >> bit & 1 == 1).fold(0, |all, bit| all | mask(cell(place, bit)));
                for (line, cells_of_line) in lines[12..].iter().enumerate() {
                    diagonal[place][pattern] |= u64::from((cells & cells_of_line).count_ones()) << (6 * line);
                }
            }
        }
        let pairs = |mover: usize, length: i32| -> Pairs {
            let sign = [1, -1][mover];
            let one = |counts: usize| {
                let (w, b) = ((counts & 7) as i32, (counts >> 3 & 7) as i32);
                let value = |w, b| sign * (white * worth(w, b, length) + black * worth(b, w, length));
                let more = if mover == 0 { value(w + 1, b) } else { value(w, b + 1) };
                (value(w, b), if w + b < length { more - value(w, b) } else { 0 })
            };
            Box::new(std::array::from_fn(|counts| {
                let (x, y) = (one(counts & 63), one(counts >> 6));
                (x.0 + y.0) << 16 | (x.1.max(y.1) & 0xFFFF)
            }))
        };
        let through = |place, bit| {
            let hit = |&line: &u8| lines[usize::from(line)] & mask(cell(place, bit)) != 0;
            let mut hits = (0..18).filter(hit);
            std::array::from_fn(|_| hits.next().unwrap_or(18))
        };
        Self {
            straight,
            diagonal,
            long: [0, 1].map(|mover| pairs(mover, 6)),
            short: [0, 1].map(|mover| pairs(mover, 5)),
            through: std::array::from_fn(|place| std::array::from_fn(|bit| through(place, bit))),
            whole: true,
        }
    }

    fn straights(&self, white: &[usize; 4], black: &[usize; 4]) -> [Counts; 4] {
        std::array::from_fn(|quadrant| self.straight[white[quadrant]] + (self.straight[black[quadrant]] << 3))
    }

    fn diagonals(&self, white: &[usize; 4], black: &[usize; 4], places: [usize; 4]) -> Counts {
        let table = &self.diagonal;
        (0..4).map(|place| table[place][white[places[place]]] + (table[place][black[places[place]]] << 3)).sum()
    }
}

/// The patterns of both sides.
fn patterns(state: &PentagoSwap) -> ([usize; 4], [usize; 4]) {
    let of = |player| Quadrant::ALL.map(|quadrant| usize::from(state.quadrant(player, quadrant)) & 511);
    (of(Player::First), of(Player::Second))
}

/// Three lines: their value, and what one more piece adds at most.
fn three(table: &[i32; 4096], counts: Counts) -> (i32, i32) {
    let (two, one) = (table[counts as usize & 4095], table[counts as usize >> 12 & 63]);
    ((two >> 16) + (one >> 16), i32::from((two as i16).max(one as i16)))
}

impl Judge<PentagoSwap> for Report {
    fn judge(&self, state: &PentagoSwap) -> f64 {
        let (white, black) = patterns(state);
        let [a, b, c, d] = self.straights(&white, &black);
        let diagonals = self.diagonals(&white, &black, [0, 1, 2, 3]);
        let value = |table: &[i32; 4096], counts: Counts| table[counts as usize & 4095] >> 16;
        let straight: i32 =
            [a + b, c + d, (a + c) >> 32, (b + d) >> 32].iter().map(|&counts| three(&self.long[0], counts).0).sum();
        let diagonal = value(&self.long[0], diagonals)
            + value(&self.short[0], diagonals >> 12)
            + value(&self.short[0], diagonals >> 24);
        f64::from(straight + diagonal) / 5.0
    }

    /// A placement followed by a swap is the swap followed by a placement. So for each swap: the value of all lines, and the
    /// cell on which one more piece adds most.
    fn judge_best(&self, state: &PentagoSwap, window: Range<f64>) -> Option<f64> {
        if !self.whole || state.plies() >= 35 {
            return None;
        }
        let (white, black) = patterns(state);
        let mover = state.plies() as usize % 2;
        let sign = [1, -1][mover];
        let may_win = state.plies() >= 8;
        let (least, enough) = if mover == 0 { (window.start, window.end) } else { (-window.end, -window.start) };
        // In fifths, and never on the wrong side.
        let least = (least.clamp(-1e6, 1e6) * 5.0) as i32 - 1;
        let enough = (enough.clamp(-1e6, 1e6) * 5.0 + 1e-6) as i32 + 1;
        let (long, short) = (&self.long[mover], &self.short[mover]);
        let straight = self.straights(&white, &black);
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
                let diagonals = self.diagonals(&white, &black, places);
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
                        let through = self.through[place][empty.trailing_zeros() as usize];
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
