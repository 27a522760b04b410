//! Compile-time tables and look-ups: lines of five, symmetric images, the n-th bit.

use gambol_board::bits::nth_in_word;
use gambol_core::Cell;

use crate::board::{EDGE, FIVES, LANE, lane_bit, lanes_of};

/// For a quadrant and its pattern, the lines of [`FIVES`] whose cells in this quadrant are all in
/// the pattern, including lines without a cell in it. A line is complete if it is in the sets of
/// all four quadrants.
pub(crate) static PARTS: [[u32; 512]; 4] = lines_lacking(0);

/// The same for lines with one cell in this quadrant outside the pattern.
pub(crate) static LACKING_ONE: [[u32; 512]; 4] = lines_lacking(1);

/// For a quadrant and its pattern, the lines of [`FIVES`] with `cells` cells in this quadrant
/// outside the pattern.
const fn lines_lacking(cells: u32) -> [[u32; 512]; 4] {
    let mut table = [[0; 512]; 4];
    let mut line = 0;
    while line < 32 {
        let lanes = lanes_of(FIVES[line]);
        let mut quadrant = 0;
        while quadrant < 4 {
            let part = (lanes >> (16 * quadrant)) & LANE;
            let mut pattern = 0;
            while pattern < 512 {
                if (part & !pattern as u64).count_ones() == cells {
                    table[quadrant][pattern] |= 1 << line;
                }
                pattern += 1;
            }
            quadrant += 1;
        }
        line += 1;
    }
    table
}

/// The quadrant that each swap brings to each place, in the order of `Swap::ALL`.
pub(crate) const ARRANGED: [[usize; 4]; 6] =
    [[1, 0, 2, 3], [2, 1, 0, 3], [3, 1, 2, 0], [0, 2, 1, 3], [0, 3, 2, 1], [0, 1, 3, 2]];

/// The pattern of one quadrant.
#[inline]
pub(crate) const fn pattern(lanes: u64, quadrant: usize) -> usize {
    ((lanes >> (16 * quadrant)) & LANE) as usize
}

/// The complete lines of five: bit `i` for line `FIVES[i]`.
#[inline]
pub(crate) fn fives(lanes: u64) -> u32 {
    PARTS[0][pattern(lanes, 0)]
        & PARTS[1][pattern(lanes, 1)]
        & PARTS[2][pattern(lanes, 2)]
        & PARTS[3][pattern(lanes, 3)]
}

/// The image of a 3×3 pattern under each symmetry of the square.
static TURNED: [[u16; 512]; 8] = turned();

const fn turned() -> [[u16; 512]; 8] {
    let mut table = [[0; 512]; 8];
    let mut symmetry = 0;
    while symmetry < 8 {
        let mut bit = 0;
        while bit < 9 {
            let image = Cell::new(bit % 3, bit / 3).transform(symmetry, 3);
            let mut pattern = 0;
            while pattern < 512 {
                if pattern & (1 << bit) != 0 {
                    table[symmetry][pattern] |= 1 << (image.row * 3 + image.column);
                }
                pattern += 1;
            }
            bit += 1;
        }
        symmetry += 1;
    }
    table
}

/// The place of each quadrant after each symmetry of the board, numbered as in [`Cell::transform`];
/// quadrants are 0 to 3, in the order of [`Quadrant::ALL`](crate::Quadrant::ALL).
pub const QUADRANT_IMAGES: [[u8; 4]; 8] = {
    let mut table = [[0; 4]; 8];
    let mut symmetry = 0;
    while symmetry < 8 {
        let mut quadrant = 0;
        while quadrant < 4 {
            // The four quadrants form a board with edges of two.
            let image = Cell::new(quadrant % 2, quadrant / 2).transform(symmetry, 2);
            table[symmetry][quadrant as usize] = image.row * 2 + image.column;
            quadrant += 1;
        }
        symmetry += 1;
    }
    table
};

/// The image of a whole board under a symmetry below 8.
#[inline]
pub(crate) fn turn(lanes: u64, symmetry: usize) -> u64 {
    let (patterns, places) = (&TURNED[symmetry & 7], QUADRANT_IMAGES[symmetry & 7]);
    let image = |quadrant: usize| u64::from(patterns[pattern(lanes, quadrant)]) << (16 * places[quadrant]);
    image(0) | image(1) | image(2) | image(3)
}

/// The bit of each cell in lanes, by index; 0 for indices above 35.
static BITS: [u64; 64] = {
    let mut table = [0; 64];
    let mut index = 0;
    while index < EDGE * EDGE {
        table[index as usize] = 1 << lane_bit(index);
        index += 1;
    }
    table
};

/// The bit in lanes of the cell with this index.
#[inline]
pub(crate) fn bit(index: u8) -> u64 {
    BITS[usize::from(index & 63)]
}

/// The index of the cell at each bit of lanes; 0 for other bits.
static CELLS: [u8; 64] = {
    let mut table = [0; 64];
    let mut index = 0;
    while index < EDGE * EDGE {
        table[lane_bit(index) as usize] = index;
        index += 1;
    }
    table
};

/// The index of the cell at the `n`-th set bit of `lanes`, from 0; an arbitrary cell if there are
/// fewer bits.
#[inline]
pub(crate) fn nth_cell(lanes: u64, n: u32) -> u8 {
    CELLS[nth_in_word(lanes, n) & 63]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{ALL_LANES, BOARD, mask_of};
    use gambol_core::mix;

    fn boards() -> impl Iterator<Item = u64> {
        (0..2_000).map(|n| mix(n, 1) & BOARD & if n % 2 == 0 { BOARD } else { mix(n, 2) })
    }

    #[test]
    fn fives_are_those_of_the_masks() {
        for mask in boards().chain(FIVES).chain(FIVES.map(|five| BOARD ^ five)).chain([0, BOARD]) {
            let expected =
                (0..32).filter(|&line| mask & FIVES[line] == FIVES[line]).fold(0, |all, line| all | 1 << line);
            assert_eq!(fives(lanes_of(mask)), expected, "{mask:b}");
        }
    }

    #[test]
    fn images_are_those_of_the_cells() {
        for mask in boards() {
            for symmetry in 0..8 {
                let image = (0..36).filter(|index| mask >> index & 1 == 1).fold(0, |image, index| {
                    let cell = Cell::new(index % 6, index / 6).transform(symmetry, 6);
                    image | crate::board::mask(cell)
                });
                assert_eq!(mask_of(turn(lanes_of(mask), symmetry)), image);
            }
        }
    }

    #[test]
    fn the_nth_cell_is_the_nth() {
        for mask in boards().chain([BOARD]) {
            let lanes = lanes_of(mask);
            let bits = (0..64).filter(|bit| lanes >> bit & 1 == 1);
            for (n, bit) in bits.enumerate() {
                assert_eq!(lane_bit(nth_cell(lanes, n as u32)), bit, "{lanes:x} {n}");
            }
        }
    }

    #[test]
    fn a_bit_that_is_not_there_is_some_cell() {
        for lanes in [0, 1, ALL_LANES, u64::MAX] {
            for n in [0, 1, 36, 63, 64, u32::MAX] {
                assert!(nth_cell(lanes, n) < 36);
            }
        }
    }
}
