//! Tables by the pattern of a quadrant: nine bits, row by row.

use gambol_core::Cell;
use gambol_pentago_swap::FIVES;

/// The cells of each line of five by place, as patterns.
pub(crate) static CELLS: [[u16; 4]; 32] = PART_CELLS;

const PART_CELLS: [[u16; 4]; 32] = {
    let mut table = [[0; 4]; 32];
    let mut line = 0;
    while line < 32 {
        let mut cell = 0;
        while cell < 36 {
            if FIVES[line] >> cell & 1 == 1 {
                let (column, row) = (cell % 6, cell / 6);
                table[line][row / 3 * 2 + column / 3] |= 1 << (row % 3 * 3 + column % 3);
            }
            cell += 1;
        }
        line += 1;
    }
    table
};

/// By pattern and place: lines of which the pattern contains all cells at this place (low half),
/// and lines of which it lacks one (high half). Lines without a cell here count as complete.
pub(crate) static HELD: [[u64; 4]; 512] = {
    let mut table = [[0; 4]; 512];
    let mut pattern = 0_usize;
    while pattern < 512 {
        let mut number = 0;
        while number < 128 {
            let (line, place) = (number / 4, number % 4);
            match (PART_CELLS[line][place] & !(pattern as u16)).count_ones() {
                0 => table[pattern][place] |= 1 << line,
                1 => table[pattern][place] |= 1 << (32 + line),
                _ => {}
            }
            number += 1;
        }
        pattern += 1;
    }
    table
};

/// By pattern and place: lines of which the pattern contains no cell at this place, in the high
/// half; the low half is all ones.
pub(crate) static OPEN: [[u64; 4]; 512] = {
    let mut table = [[0xFFFF_FFFF; 4]; 512];
    let mut pattern = 0_usize;
    while pattern < 512 {
        let mut number = 0;
        while number < 128 {
            let (line, place) = (number / 4, number % 4);
            if PART_CELLS[line][place] & pattern as u16 == 0 {
                table[pattern][place] |= 1 << (32 + line);
            }
            number += 1;
        }
        pattern += 1;
    }
    table
};

/// By pattern, place and number: lines of which the pattern lacks this many cells at this place.
pub(crate) static LACKING: [[[u32; 4]; 4]; 512] = {
    let mut table = [[[0; 4]; 4]; 512];
    let mut pattern = 0_usize;
    while pattern < 512 {
        let mut number = 0;
        while number < 128 {
            let (line, place) = (number / 4, number % 4);
            let lacking = (PART_CELLS[line][place] & !(pattern as u16)).count_ones();
            table[pattern][place][lacking as usize] |= 1 << line;
            number += 1;
        }
        pattern += 1;
    }
    table
};

/// By pattern and symmetry: the image of the pattern, with its bits read as digits of base three.
pub(crate) static TURNED: [[u16; 8]; 512] = {
    let mut digits = [[0; 8]; 9];
    let mut number = 0;
    while number < 72 {
        let (cell, symmetry) = (number / 8, number % 8);
        let image = Cell::new(cell as u8 % 3, cell as u8 / 3).transform(symmetry, 3);
        digits[cell][symmetry] = 3_u16.pow((image.row * 3 + image.column) as u32);
        number += 1;
    }
    let mut table = [[0; 8]; 512];
    let mut pattern = 1;
    while pattern < 512_usize {
        let mut symmetry = 0;
        while symmetry < 8 {
            let cell = pattern.trailing_zeros() as usize;
            table[pattern][symmetry] = table[pattern & (pattern - 1)][symmetry] + digits[cell][symmetry];
            symmetry += 1;
        }
        pattern += 1;
    }
    table
};

/// Combines two groups of places: complete lines, and lines that lack one cell.
#[inline]
pub(crate) const fn joined(one: u64, other: u64) -> u64 {
    let lacking = (one >> 32) & other | (other >> 32) & one;
    (one & other & 0xFFFF_FFFF) | lacking << 32
}

/// Combines two groups of places: lines by the number of cells that they lack.
#[inline]
pub(crate) const fn added(one: [u32; 4], other: [u32; 4]) -> [u32; 4] {
    [
        one[0] & other[0],
        one[0] & other[1] | one[1] & other[0],
        one[0] & other[2] | one[1] & other[1] | one[2] & other[0],
        one[0] & other[3] | one[1] & other[2] | one[2] & other[1] | one[3] & other[0],
    ]
}
