//! The best placements after a rearrangement of the quadrants, for evaluations by counts of pieces
//! on lines.

use super::counted::{Counted, FIELDS, ONES, three};
use super::lanes::{Greatest, Lanes};
use super::lasting::Placing;
use super::tables::{Counts, Gains, Patterns};

/// Whether a move may end the game: one more piece of the mover may make five on one of these
/// lines, or the opponent has five.
fn may_end(counts: Counts, mover: usize) -> bool {
    let sides = [counts & FIELDS, (counts >> 3) & FIELDS];
    ((sides[mover] + 4 * ONES) | (sides[1 - mover] + 3 * ONES)) & (8 * ONES) != 0
}

/// The pairs of quadrants that share rows, and those that share columns. The counts on straight
/// lines do not depend on the order within a pair.
#[derive(Debug)]
pub(super) struct Pairing {
    pub(super) rows: [[usize; 2]; 2],
    pub(super) columns: [[usize; 2]; 2],
}

/// The value of the straight lines, and the greatest gain by one more piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct StraightLines {
    value: i32,
    gain: i32,
}

/// The pieces of a position, and the side that places the next one. Values are for that side.
pub(super) struct Board<'a> {
    counted: &'a Counted,
    white: Patterns,
    black: Patterns,
    straight: [Counts; 4],
    mover: usize,
    may_win: bool,
    /// The value that no arrangement changes, the gain of a piece on each cell, and the greatest of
    /// these gains.
    lasting: i32,
    placing: Placing,
}

impl<'a> Board<'a> {
    /// Creates a board, on which placements may win only if `may_win`.
    pub(super) fn new(counted: &'a Counted, white: Patterns, black: Patterns, mover: usize, may_win: bool) -> Self {
        let straight = counted.tables.straights(&white, &black);
        let (lasting, placing) = match &counted.tables.lasting {
            Some(lasting) => {
                let (worth, gains) = lasting.worth(&white, &black, &straight, mover);
                (worth, lasting.placing(&gains, &white, &black, mover))
            }
            None => (0, Placing::default()),
        };
        Self { counted, white, black, straight, mover, may_win, lasting, placing }
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

    /// The value of the best placement in this arrangement of the quadrants. The result may be an
    /// upper bound if it is at most `least`, and a lower bound if it is at least `enough`. `None`
    /// if a placement may end the game.
    #[inline]
    pub(super) fn best_placement(
        &self,
        straight_lines: StraightLines,
        places: [usize; 4],
        least: i32,
        enough: i32,
    ) -> Option<i32> {
        let Self { counted, white, black, straight, mover, placing: (placing, most_placing), .. } = self;
        let tables = &counted.tables;
        let diagonals = tables.diagonals(white, black, places);
        if self.may_win && may_end(diagonals, *mover) {
            return None;
        }
        let (falling, short) = (&tables.falling[*mover], &tables.short[*mover]);
        // Shifted before the conversion to an index, which has only 32 bits on some machines.
        let two = |shift: u32| (diagonals >> shift) as usize & 4095;
        let pairs = [falling[two(0)], short[two(12)], short[two(24)]];
        let base = straight_lines.value + self.lasting + pairs.iter().map(|pair| pair >> 16).sum::<i32>();
        // At most two diagonals meet in a cell.
        let [x, y, z] = pairs.map(|pair| i32::from(pair as i16).max(0));
        let most = base + straight_lines.gain + most_placing + (x + x.max(y).max(z)).max(y + z);
        if most <= least {
            return Some(most);
        }
        let [straight_gains, falling_gains, short_gains] = &tables.gains[*mover];
        let rows = [0, 1].map(|half| straight[places[2 * half]] + straight[places[2 * half + 1]]);
        let columns = [0, 1].map(|half| (straight[places[half]] + straight[places[half + 2]]) >> 32);
        let columns = columns.map(|counts| Lanes::new([0, 1, 2].map(|line| gain(straight_gains, counts, line))));
        let on_diagonals = by_rows(core::array::from_fn(|line| {
            gain(if line < 2 { falling_gains } else { short_gains }, diagonals, line)
        }));
        let mut best = Greatest::NONE;
        for (place, quadrant) in places.into_iter().enumerate() {
            let taken = white[quadrant] | black[quadrant];
            for row in 0..3 {
                let across = Lanes::all(gain(straight_gains, rows[place / 2], row));
                let gains = across + columns[place % 2] + on_diagonals[place][row] + placing[quadrant][row];
                best.take(gains, taken >> (3 * row));
            }
            if best.reaches(enough.saturating_sub(base)) {
                break;
            }
        }
        Some(base + best.number())
    }
}

/// The gain of a line with these counts by one more piece.
#[inline]
fn gain(gains: &Gains, counts: Counts, line: usize) -> i32 {
    i32::from(gains[(counts >> (6 * line)) as usize & 63])
}

/// Sums over the diagonals through each cell, by the rows of the quadrants. The long diagonals come
/// first.
#[inline]
fn by_rows(diagonals: [i32; 6]) -> [[Lanes; 3]; 4] {
    let [falling, rising, high_falling, high_rising, low_falling, low_rising] = diagonals;
    let falling_middle = Lanes::new([low_falling, falling, high_falling]);
    let rising_middle = Lanes::new([high_rising, rising, low_rising]);
    [
        [Lanes::new([falling, high_falling, 0]), falling_middle, Lanes::new([0, low_falling, falling + high_rising])],
        [Lanes::new([0, high_rising, rising]), rising_middle, Lanes::new([rising + high_falling, low_rising, 0])],
        [Lanes::new([0, high_rising, rising + low_falling]), rising_middle, Lanes::new([rising, low_rising, 0])],
        [Lanes::new([falling + low_rising, high_falling, 0]), falling_middle, Lanes::new([0, low_falling, falling])],
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Quadrant, mask};
    use crate::knowledge::worth::LINES_OF_FIVE_OR_SIX;
    use gambol_core::Cell;

    #[test]
    fn cells_are_on_their_diagonals() {
        let by_rows = by_rows([1, 10, 100, 1_000, 10_000, 100_000]);
        for (place, rows) in by_rows.into_iter().enumerate() {
            for bit in 0..9 {
                let corner = Quadrant::ALL[place].corner();
                let cell = mask(Cell::new(corner.column + bit as u8 % 3, corner.row + bit as u8 / 3));
                let through = (0..6_usize).filter(|line| LINES_OF_FIVE_OR_SIX[12 + line] & cell != 0);
                let sum: i32 = through.map(|line| 10_i32.pow(line as u32)).sum();
                assert_eq!(rows[bit / 3].natural(bit % 3), sum, "{place} {bit}");
            }
        }
    }
}
