//! Shapes: the results of a stone on a free cell on one line.

use crate::rules::{GREATEST_ROW, LEAST_ROW};

/// The result of a stone of a colour on a free cell on one line through that cell, named for five
/// in a row. For rows of other lengths, read "complete", "one missing", "two missing" and "three
/// missing".
///
/// A shape is *open* if the next stone can make the next higher shape open, too. An open four can
/// complete a row in two ways, so one stone does not stop it.
///
/// The order is that of strength.
///
/// ```
/// use gambol_core::Companion;
/// use gambol_match5::{Colour, Match5, Patterns, Shape};
///
/// let state: Match5 = "9/9/9/9/2rrr4/9/4b4/4b4/9 b".parse()?;
/// let patterns = Patterns::default().at(&state);
/// // Across, down, falling, rising.
/// let shapes = patterns.shapes(Colour::Red, "f5".parse()?);
/// assert_eq!(shapes, [Shape::OpenFour, Shape::One, Shape::One, Shape::One]);
/// assert_eq!(patterns.shapes(Colour::Red, "a5".parse()?)[0], Shape::Four);
/// # Ok::<(), gambol_core::TextError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Shape {
    /// No row can be completed through the cell.
    #[default]
    Dead,
    /// Weaker than the shapes below: more than one stone away from a three.
    One,
    /// An open two: the next stone can make an open three.
    OpenTwo,
    /// A three that is not open: the next stone can make a four.
    Three,
    /// An open three: the next stone can make an open four.
    OpenThree,
    /// A four: one cell completes a row.
    Four,
    /// An open four: two cells or more complete a row.
    OpenFour,
    /// A complete row.
    Five,
}

impl Shape {
    /// All shapes, the weakest first.
    pub const ALL: [Self; 8] =
        [Self::Dead, Self::One, Self::OpenTwo, Self::Three, Self::OpenThree, Self::Four, Self::OpenFour, Self::Five];

    /// The shape with the number in the three lowest bits.
    #[inline]
    pub(super) const fn of(number: u16) -> Self {
        Self::ALL[(number & 7) as usize]
    }
}

/// The number of cells on either side of a cell that matter for a row of this length.
pub(super) const fn reach(row: u8) -> u32 {
    row as u32 - 1
}

/// The number of bits of a window: the cells within the greatest reach of a cell, and the cell.
const WINDOW: usize = MOST_CELLS + 1;

/// Sums of powers of three by the bits of a window. The cells around the middle have the powers 0,
/// 1 at distance 1 before and after it, 2, 3 at distance 2, and so on.
pub(super) static TERNARY: [u16; 1 << WINDOW] = {
    let mut sums = [0; 1 << WINDOW];
    let mut bits = 1_usize;
    while bits < sums.len() {
        let (lowest, middle) = (bits.trailing_zeros(), reach(GREATEST_ROW));
        let power = match lowest.abs_diff(middle) {
            0 => 0,
            distance => 3_u16.pow(2 * (distance - 1) + (lowest > middle) as u32),
        };
        sums[bits] = sums[bits & (bits - 1)] + power;
        bits += 1;
    }
    sums
};

/// The bits of a window within reach of the middle for a row of a length.
pub(super) const fn within_reach(row: u8) -> u32 {
    ((1 << (2 * reach(row) + 1)) - 1) << (reach(GREATEST_ROW) - reach(row))
}

/// The shapes of all surroundings of a cell on a line, indexed by a number with a ternary digit for
/// each cell within reach, in the order of [`TERNARY`]: 0 free, 1 blocked (a stone of the other
/// colour, or beyond the border), 2 an own stone.
///
/// The table for a row of six is the greatest, 3^10 bytes; that for five has 6,561.
const fn table<const SIZE: usize>(row: u8) -> [u8; SIZE] {
    let mut table = [0; SIZE];
    // One more own stone gives a greater number, so the shapes after the next stone are already
    // computed.
    let mut number = SIZE;
    while number > 0 {
        number -= 1;
        let cells = digits(number);
        table[number] = if has_row(cells, row) {
            Shape::Five as u8
        } else {
            // The number of next stones that make each shape.
            let mut next = [0_u8; 8];
            let (mut cell, mut power) = (0, 1);
            while power < SIZE {
                if cells[cell] == 0 {
                    next[table[number + 2 * power] as usize] += 1;
                }
                cell += 1;
                power *= 3;
            }
            shape_before(next) as u8
        };
    }
    table
}

/// The greatest number of cells within reach of a cell.
const MOST_CELLS: usize = 2 * reach(GREATEST_ROW) as usize;

/// The ternary digits of a number, the lowest first.
const fn digits(mut number: usize) -> [u8; MOST_CELLS] {
    let mut digits = [0; MOST_CELLS];
    let mut cell = 0;
    while number > 0 {
        digits[cell] = (number % 3) as u8;
        number /= 3;
        cell += 1;
    }
    digits
}

/// The shape from which the next stone makes these shapes, by the number of times for each.
const fn shape_before(next: [u8; 8]) -> Shape {
    if next[Shape::Five as usize] > 1 {
        Shape::OpenFour
    } else if next[Shape::Five as usize] == 1 {
        Shape::Four
    } else if next[Shape::OpenFour as usize] > 0 {
        Shape::OpenThree
    } else if next[Shape::Four as usize] > 0 {
        Shape::Three
    } else if next[Shape::OpenThree as usize] > 0 {
        Shape::OpenTwo
    } else if next[Shape::Three as usize] > 0 || next[Shape::OpenTwo as usize] > 0 || next[Shape::One as usize] > 0 {
        Shape::One
    } else {
        Shape::Dead
    }
}

/// Whether the stones of a surrounding, with one in the middle, contain a row through the middle.
const fn has_row(cells: [u8; MOST_CELLS], row: u8) -> bool {
    let mut stones = 1;
    let mut side = 0;
    while side < 2 {
        let mut cell = side;
        while cell < 2 * reach(row) as usize && cells[cell] == 2 {
            stones += 1;
            cell += 2;
        }
        side += 1;
    }
    stones >= row
}

const fn size(row: u8) -> usize {
    3_usize.pow(2 * reach(row))
}

static THREE: [u8; size(3)] = table(3);
static FOUR: [u8; size(4)] = table(4);
static FIVE: [u8; size(5)] = table(5);
static SIX: [u8; size(6)] = table(6);

/// The table for rows of a length.
#[inline]
pub(super) fn shapes(row: u8) -> &'static [u8] {
    const _: () = assert!(LEAST_ROW == 3 && GREATEST_ROW == 6, "a table for each length");
    match row {
        3 => &THREE,
        4 => &FOUR,
        5 => &FIVE,
        _ => &SIX,
    }
}
