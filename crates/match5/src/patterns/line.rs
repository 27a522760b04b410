//! The lines of a board, with their stones as bits.

use gambol_core::Cell;

use super::shape::{TERNARY, within_reach};
use crate::bits::Bits;
use crate::board::{index, step};
use crate::lines::Direction;
use crate::rules::GREATEST_ROW;

/// The number of bits before the first cell of a line, so that shifts are nonnegative.
pub(crate) const MARGIN: u32 = GREATEST_ROW as u32 - 1;

/// A line of a board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    /// Its number among all lines of a board of this type.
    pub(crate) number: usize,
    /// The number of its cells.
    pub(crate) length: u8,
    /// The bit index of its first cell on the board, and the distance to the next.
    first: usize,
    step: usize,
}

impl Line {
    /// The line through a cell of the board, and the place of the cell on the line.
    #[inline]
    pub(crate) fn through<B: Bits>(cell: Cell, direction: Direction, edge: u8) -> (Self, u8) {
        let (x, y, last) = (cell.column, cell.row, edge - 1);
        let stride = usize::from(B::STRIDE);
        let (number, length, place) = match direction {
            Direction::Across => (usize::from(y), edge, x),
            Direction::Down => (stride + usize::from(x), edge, y),
            Direction::Falling => (2 * stride + usize::from(x + last - y), edge - x.abs_diff(y), x.min(y)),
            Direction::Rising => {
                let above = (x + y).saturating_sub(last);
                (4 * stride - 1 + usize::from(x + y), edge - (x + y).abs_diff(last), y - above)
            }
        };
        let step = step::<B>(direction) as usize;
        let first = index::<B>(cell) - step * usize::from(place);
        (Self { number, length, first, step }, place)
    }

    /// The bit index of the cell at a place.
    #[inline]
    pub(crate) fn index(self, place: u8) -> usize {
        self.first + self.step * usize::from(place)
    }
}

/// The stones on a line, by colour, as bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stones([u32; 2]);

impl Stones {
    pub(crate) const NONE: Self = Self([0; 2]);

    #[inline]
    pub(crate) fn place(&mut self, colour: usize, place: u8) {
        self.0[colour] |= 1 << (u32::from(place) + MARGIN);
    }

    /// The stones of both colours, the first in the lower half.
    #[inline]
    pub(crate) fn both(self) -> u64 {
        u64::from(self.0[0]) | u64::from(self.0[1]) << 32
    }

    /// The surroundings of all places of the line, for rows of length `ROW`.
    #[inline]
    pub(super) fn surroundings<const ROW: u8>(self, length: u8) -> Surroundings<ROW> {
        let beyond = !(((1 << length) - 1) << MARGIN);
        Surroundings { stones: self.0, beyond }
    }
}

/// The cells within reach of each cell of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Surroundings<const ROW: u8> {
    stones: [u32; 2],
    /// The bits beyond the board.
    beyond: u32,
}

impl<const ROW: u8> Surroundings<ROW> {
    /// The places of the line without a stone, from one place to another.
    #[inline]
    pub(super) fn free(self, from: u8, last: u8) -> impl Iterator<Item = u8> {
        let places = ((2_u32 << last) - (1 << from)) & !((self.stones[0] | self.stones[1]) >> MARGIN);
        ones(places)
    }

    /// The indices of a free place in the table of shapes, by colour.
    #[inline]
    pub(super) fn numbers(self, place: u8) -> [usize; 2] {
        // The first bit of the window of a place is that of the place in a line without a margin.
        let sum = |bits: u32| usize::from(TERNARY[(bits >> place & const { within_reach(ROW) }) as usize]);
        let (red, blue, beyond) = (sum(self.stones[0]), sum(self.stones[1]), sum(self.beyond));
        [2 * red + blue + beyond, 2 * blue + red + beyond]
    }
}

/// The numbers of the bits that are set, the lowest first.
#[inline]
fn ones(mut bits: u32) -> impl Iterator<Item = u8> {
    core::iter::from_fn(move || {
        let lowest = (bits != 0).then(|| bits.trailing_zeros() as u8)?;
        bits &= bits - 1;
        Some(lowest)
    })
}
