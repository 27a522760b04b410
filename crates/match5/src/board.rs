//! Geometry: bits of cells, rows of stones, symmetric images, keys.

use core::marker::PhantomData;

use gambol_core::{Cell, mix};

use crate::bits::Bits;
use crate::lines::Direction;
use crate::rules::{Colour, GREATEST_EDGE};

/// The bit index of a cell.
#[inline]
pub(crate) fn index<B: Bits>(cell: Cell) -> usize {
    usize::from(cell.row) * usize::from(B::STRIDE) + usize::from(cell.column)
}

/// The cell of a bit index.
#[inline]
pub(crate) fn cell<B: Bits>(index: usize) -> Cell {
    let index = index as u16;
    Cell::new((index % u16::from(B::STRIDE)) as u8, (index / u16::from(B::STRIDE)) as u8)
}

/// The cells of a set, from the top left, row by row.
#[inline]
pub(crate) fn cells<B: Bits>(set: B) -> impl Iterator<Item = Cell> {
    set.cells().map(cell::<B>)
}

/// The image of a set under a symmetry of a board with this edge.
pub(crate) fn transform<B: Bits>(set: B, symmetry: usize, edge: u8) -> B {
    cells(set).fold(B::EMPTY, |image, cell| image | B::bit(index::<B>(cell.transform(symmetry, edge))))
}

/// The distance in bits of one step in a direction.
#[inline]
pub(crate) const fn step<B: Bits>(direction: Direction) -> u32 {
    match direction {
        Direction::Across => 1,
        Direction::Down => B::STRIDE as u32,
        Direction::Falling => B::STRIDE as u32 + 1,
        Direction::Rising => B::STRIDE as u32 - 1,
    }
}

/// The stones that are followed by `row - 1` others in this direction, ignoring the borders of the
/// board.
#[inline]
fn starts_unbounded<B: Bits>(stones: B, direction: Direction, row: u8) -> B {
    let step = step::<B>(direction);
    // Doubling: rows of two, then rows of three to six from two shorter ones that overlap or touch.
    let two = stones & stones.down(step);
    match row {
        3 => two & two.down(step),
        4 => two & two.down(2 * step),
        5 => {
            let four = two & two.down(2 * step);
            four & four.down(step)
        }
        _ => {
            let four = two & two.down(2 * step);
            four & four.down(2 * step)
        }
    }
}

/// The columns in which a row to the right can start, and those in which a row to the left can
/// start.
///
/// A shift wraps around where the bits of one line of the board meet those of the next; a row that
/// starts in these columns does not reach the border.
#[inline]
pub(crate) fn start_columns<B: Bits>(edge: u8, row: u8) -> (B, B) {
    (B::columns(edge + 1 - row), !B::columns(row - 1))
}

/// Whether the set has `row` stones in a row.
#[inline]
pub(crate) fn has_row<B: Bits>(stones: B, edge: u8, row: u8) -> bool {
    let (rightward, leftward) = start_columns::<B>(edge, row);
    let starts = |direction| starts_unbounded(stones, direction, row);
    let right = (starts(Direction::Across) | starts(Direction::Falling)) & rightward;
    let left = starts(Direction::Rising) & leftward;
    !(right | left | starts(Direction::Down)).is_empty()
}

/// Whether a row of at least `row` stones goes through a cell of the set. There must be no row
/// without this cell.
#[inline]
pub(crate) fn row_through<B: Bits>(stones: B, at: Cell, edge: u8, row: u8) -> bool {
    if edge == B::STRIDE {
        // No free column beside the board ends runs at the border.
        return has_row(stones, edge, row);
    }
    let (after, before) = stones.around(index::<B>(at));
    match row {
        3 => Runs::<B, 3>::any(after, before),
        4 => Runs::<B, 4>::any(after, before),
        5 => Runs::<B, 5>::any(after, before),
        _ => Runs::<B, 6>::any(after, before),
    }
}

/// The runs of stones from a cell, in all directions at once.
struct Runs<B, const ROW: u8>(PhantomData<B>);

impl<B: Bits, const ROW: u8> Runs<B, ROW> {
    const STEPS: [u32; 4] = [
        step::<B>(Direction::Across),
        step::<B>(Direction::Down),
        step::<B>(Direction::Falling),
        step::<B>(Direction::Rising),
    ];

    /// The cells up to `ROW` steps from bit 0, in each direction.
    const RAYS: [u128; 4] = {
        let mut rays = [0; 4];
        let mut direction = 0;
        while direction < 4 {
            let mut away = 1;
            while away <= ROW as u32 {
                rays[direction] |= 1 << (away * Self::STEPS[direction]);
                away += 1;
            }
            direction += 1;
        }
        rays
    };

    /// Whether a row goes through the cell that is bit 0 of `after` and bit 127 of `before`.
    ///
    /// The next cell without a stone on either side is found by its distance in bits. The length of
    /// a run is the sum of both distances in steps, minus one. All four directions are always
    /// tested, as an early exit would cost more in branches.
    #[inline]
    fn any(after: u128, before: u128) -> bool {
        let mut found = false;
        for (step, ray) in Self::STEPS.into_iter().zip(Self::RAYS) {
            let onward = (!after & ray).trailing_zeros();
            let back = (!before & ray.reverse_bits()).leading_zeros();
            found |= onward + back > u32::from(ROW) * step;
        }
        found
    }
}

/// The stones of the set that are part of a row of at least `row`.
pub(crate) fn rows<B: Bits>(stones: B, edge: u8, row: u8) -> B {
    let (rightward, leftward) = start_columns::<B>(edge, row);
    Direction::ALL.into_iter().fold(B::EMPTY, |found, direction| {
        let starts = starts_unbounded(stones, direction, row)
            & match direction {
                Direction::Across | Direction::Falling => rightward,
                Direction::Rising => leftward,
                Direction::Down => !B::EMPTY,
            };
        found | (1..row).fold(starts, |reached, _| reached | reached.up(step::<B>(direction)))
    })
}

const GREATEST: usize = GREATEST_EDGE as usize;
const KEYS: usize = GREATEST * GREATEST;

/// Zobrist keys: one number for each possible stone, the same for every edge.
static STONES: [[u64; KEYS]; 2] = {
    let mut keys = [[0; KEYS]; 2];
    let mut index = 0;
    while index < KEYS {
        let number = key_number(index % GREATEST, index / GREATEST);
        keys[0][index] = mix(0x4D61_7463_6835_0001, number);
        keys[1][index] = mix(0x4D61_7463_6835_0002, number);
        index += 1;
    }
    keys
};

/// The number from which a cell's keys are computed. The cells of boards up to 19×19 come first, so
/// that stored keys remain valid; the last column follows, and then the last row.
const fn key_number(column: usize, row: usize) -> u64 {
    const FIRST: usize = 19;
    let number = if column < FIRST && row < FIRST {
        row * FIRST + column
    } else if column >= FIRST {
        FIRST * FIRST + row
    } else {
        FIRST * FIRST + GREATEST + column
    };
    number as u64
}

/// The change of a key when the turn passes to the other colour.
pub(crate) const OTHER_SIDE: u64 = mix(0x4D61_7463_6835_0003, 0);

/// The key of an empty board with red to move.
pub(crate) const fn empty_key(edge: u8, row: u8) -> u64 {
    mix(0x4D61_7463_6835_0004, (edge as u64) << 8 | row as u64)
}

/// The change of a key when a stone is placed.
#[inline]
pub(crate) fn stone_key(colour: Colour, cell: Cell) -> u64 {
    let index = usize::from(cell.row) * GREATEST + usize::from(cell.column);
    STONES[colour as usize].get(index).copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::Wide;
    use crate::rules::Rules;
    use gambol_core::Seed;
    use gambol_core::random::below;

    fn rows_are_windows<B: Bits>() {
        let mut rng = Seed::new(2).rng();
        for edge in 5..=B::EDGE {
            for row in 3..=6.min(edge) {
                let rules = Rules::new(edge, row).unwrap();
                for density in 1..8 {
                    let stones = (0..edge)
                        .flat_map(|y| (0..edge).map(move |x| Cell::new(x, y)))
                        .filter(|_| below(&mut rng, 10) < density)
                        .fold(B::EMPTY, |set, cell| set | B::bit(index::<B>(cell)));
                    let has = |cell| !(stones & B::bit(index::<B>(cell))).is_empty();
                    let full = rules
                        .windows()
                        .filter(|window| window.cells().all(has))
                        .flat_map(|window| window.cells().collect::<alloc::vec::Vec<_>>())
                        .fold(B::EMPTY, |set, cell| set | B::bit(index::<B>(cell)));
                    assert_eq!(has_row(stones, edge, row), !full.is_empty(), "{edge} {row} {stones:?}");
                    assert_eq!(rows(stones, edge, row), full, "{edge} {row} {stones:?}");
                }
            }
        }
    }

    #[test]
    fn rows_are_windows_full_of_stones() {
        rows_are_windows::<u128>();
        rows_are_windows::<Wide>();
    }

    fn lines_of_bits_that_leave_the_board_are_no_rows<B: Bits>() {
        let side = usize::from(B::STRIDE);
        for edge in 5..=B::EDGE {
            for row in 3..=5 {
                let windows: alloc::vec::Vec<B> = Rules::new(edge, row)
                    .unwrap()
                    .windows()
                    .map(|window| window.cells().fold(B::EMPTY, |set, cell| set | B::bit(index::<B>(cell))))
                    .collect();
                for step in [1, side - 1, side, side + 1] {
                    for start in 0..side * side {
                        let end = start + step * usize::from(row);
                        let bits = (start..end).step_by(step).fold(B::EMPTY, |set, index| set | B::bit(index));
                        if end - step < side * side && (bits & !B::board(edge)).is_empty() {
                            assert_eq!(has_row(bits, edge, row), windows.contains(&bits), "{edge} {row} {bits:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn rows_end_at_the_border() {
        lines_of_bits_that_leave_the_board_are_no_rows::<u128>();
        lines_of_bits_that_leave_the_board_are_no_rows::<Wide>();
    }

    #[test]
    fn each_stone_has_a_number_of_its_own() {
        let mut keys: alloc::vec::Vec<u64> = STONES.iter().flatten().copied().chain([OTHER_SIDE, 0]).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), 2 * KEYS + 2);
    }
}
