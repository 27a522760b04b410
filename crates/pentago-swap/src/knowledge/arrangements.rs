//! The best placements after the quadrants have been arranged anew, for evaluations by the counts
//! of pieces on lines.

use super::counted::{Counted, FIELDS, ONES, three};
use super::tables::{Counts, Patterns};

/// Whether one more piece of the mover may make five on one of these lines, or the opponent has
/// five: a move may end the game.
fn may_end(counts: Counts, mover: usize) -> bool {
    let sides = [counts & FIELDS, (counts >> 3) & FIELDS];
    ((sides[mover] + 4 * ONES) | (sides[1 - mover] + 3 * ONES)) & (8 * ONES) != 0
}

/// Which quadrants are side by side in the rows, and above each other in the columns. The counts on
/// straight lines do not depend on which quadrant is left or right, above or below.
#[derive(Debug)]
pub(super) struct Pairing {
    pub(super) rows: [[usize; 2]; 2],
    pub(super) columns: [[usize; 2]; 2],
}

/// The worth of the straight lines, and what one more piece adds to them at most.
#[derive(Clone, Copy, Debug)]
pub(super) struct StraightLines {
    value: i32,
    gain: i32,
}

/// The pieces of a position, and the side that places the next one. Values are that side's.
pub(super) struct Board<'a> {
    counted: &'a Counted,
    white: Patterns,
    black: Patterns,
    straight: [Counts; 4],
    mover: usize,
    may_win: bool,
    /// The worth of what no arrangement changes, what a piece on each cell adds to it, and the most
    /// of these.
    lasting: i32,
    placing: [[i16; 9]; 4],
    most_lasting: i32,
}

impl<'a> Board<'a> {
    /// A board on which placements may win only if `may_win`.
    pub(super) fn new(counted: &'a Counted, white: Patterns, black: Patterns, mover: usize, may_win: bool) -> Self {
        let straight = counted.tables.straights(&white, &black);
        let lasting = counted.lasting(&white, &black, &straight, mover);
        let (placing, most_lasting) = counted.placing(&white, &black, &straight, mover);
        Self { counted, white, black, straight, mover, may_win, lasting, placing, most_lasting }
    }

    /// The straight lines of a pairing. `None` if a placement may end the game.
    #[inline]
    pub(super) fn straight_lines(&self, Pairing { rows, columns }: &Pairing) -> Option<StraightLines> {
        let rows = rows.map(|[x, y]| self.straight[x] + self.straight[y]);
        let columns = columns.map(|[x, y]| (self.straight[x] + self.straight[y]) >> 32);
        let lines = [rows[0], rows[1], columns[0], columns[1]];
        if self.may_win && lines.iter().any(|counts| may_end(counts & 0o77_77_77, self.mover)) {
            return None;
        }
        let [top, bottom, left, right] = lines.map(|counts| three(&self.counted.tables.long[self.mover], counts));
        Some(StraightLines {
            value: top.0 + bottom.0 + left.0 + right.0,
            gain: top.1.max(bottom.1) + left.1.max(right.1),
        })
    }

    /// The value of the best placement with these quadrants at the places. Any number that is not
    /// less than it may be returned instead if not above `least`, and any that is not greater if at
    /// least `enough`. `None` if a placement may end the game.
    #[inline]
    pub(super) fn best_placement(
        &self,
        straight_lines: StraightLines,
        places: [usize; 4],
        least: i32,
        enough: i32,
    ) -> Option<i32> {
        let Self { counted, white, black, straight, mover, .. } = self;
        let tables = &counted.tables;
        let diagonals = tables.diagonals(white, black, places);
        if self.may_win && may_end(diagonals, *mover) {
            return None;
        }
        let (falling, short) = (&tables.falling[*mover], &tables.short[*mover]);
        // Shifted before they are an index, which has no more than 32 bits on some machines.
        let two = |shift: u32| (diagonals >> shift) as usize & 4095;
        let pairs = [falling[two(0)], short[two(12)], short[two(24)]];
        let base = straight_lines.value + self.lasting + pairs.iter().map(|pair| pair >> 16).sum::<i32>();
        // No more than two diagonals meet in a cell.
        let [x, y, z] = pairs.map(|pair| i32::from(pair as i16).max(0));
        let most = base + straight_lines.gain + self.most_lasting + (x + x.max(y).max(z)).max(y + z);
        if most <= least {
            return Some(most);
        }
        let [straight_gains, falling_gains, short_gains] = &tables.gains[*mover];
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
        let mut best = i32::MIN;
        for place in 0..4 {
            let mut empty = !(white[places[place]] | black[places[place]]) & 511;
            while empty != 0 {
                let bit = empty.trailing_zeros() as usize;
                let through = tables.through[place][bit];
                empty &= empty - 1;
                let gain: i16 = through.iter().map(|&line| gains[usize::from(line & 31)]).sum();
                let cell = i32::from(self.placing[places[place]][bit]);
                best = best.max(base + i32::from(gain) + cell);
                if best >= enough {
                    return Some(best);
                }
            }
        }
        Some(best)
    }
}
