//! Sets of cells as bits, and their geometry.
//!
//! A row of ten cells takes eleven bits: the eleventh is padding, neither free nor filled. The
//! padding keeps pieces from wrapping into the next row without a mask per shift, and receives the
//! carry of a full row.

use core::fmt;
use core::iter::FusedIterator;

use gambol_board::bits::{count_in_u128, nth_in_u128};
use gambol_core::Cell;

/// Bits from one row to the next.
pub(crate) const STRIDE: u32 = 11;

/// One bit in the first column of every row.
pub(crate) const FIRST_COLUMN: u128 = {
    let mut mask = 0;
    let mut row = 0;
    while row < 10 {
        mask |= 1 << (STRIDE * row);
        row += 1;
    }
    mask
};

/// The padding bit of every row.
pub(crate) const PADDING: u128 = FIRST_COLUMN << 10;

/// The hundred cells.
pub(crate) const EVERY_CELL: u128 = PADDING - FIRST_COLUMN;

/// A row of ten cells.
pub(crate) const ROW: u128 = 0x3FF;

/// The bit of a cell, which must be on the board.
pub(crate) const fn bit(cell: Cell) -> u128 {
    1 << (cell.row as u32 * STRIDE + cell.column as u32)
}

/// The bit index of a cell, which must be on the board.
pub(crate) const fn index_of(cell: Cell) -> u8 {
    cell.row * STRIDE as u8 + cell.column
}

/// The cell with this bit index.
pub(crate) const fn cell_at(index: u8) -> Cell {
    Cell::new(index % STRIDE as u8, index / STRIDE as u8)
}

/// A set of cells of the board. Iterates row by row from the top, each from the left.
///
/// ```
/// use gambol_tenten::{Board, Piece};
/// // A line of five has six places in each of ten rows.
/// assert_eq!(Board::EMPTY.fits(Piece::H5).count(), 60);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cells(u128);

impl Cells {
    /// The empty set.
    pub(crate) const EMPTY: Self = Self(0);

    /// All hundred cells.
    pub const ALL: Self = Self(EVERY_CELL);

    /// The set of these bits; cell (column, row), both from 0, is bit `11 * row + column`. Other
    /// bits are ignored.
    #[inline]
    pub const fn from_bits(bits: u128) -> Self {
        Self(bits & EVERY_CELL)
    }

    /// The set of these bits, which must all be cells.
    #[inline]
    pub(crate) const fn from_mask(mask: u128) -> Self {
        Self(mask)
    }

    /// The set as bits: cell (column, row), both from 0, is bit `11 * row + column`; every eleventh
    /// bit is 0. The neighbours of a cell's bit are 1 and 11 away, and a shift never brings a cell
    /// of one row into another.
    #[inline]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// The number of cells.
    #[inline]
    pub const fn count(self) -> u32 {
        count_in_u128(self.0)
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set contains a cell. Cells off the board are in no set.
    #[inline]
    pub const fn contains(self, cell: Cell) -> bool {
        cell.row < 10 && cell.column < 10 && self.0 & bit(cell) != 0
    }

    /// Iterates over the cells, row by row from the top, each from the left.
    #[inline]
    pub const fn iter(self) -> CellsIter {
        CellsIter(self)
    }

    /// The index of the lowest bit; the set must not be empty.
    #[inline]
    pub(crate) const fn first(self) -> u8 {
        self.0.trailing_zeros() as u8
    }

    #[inline]
    pub(crate) const fn without_first(self) -> Self {
        Self(self.0 & self.0.wrapping_sub(1))
    }

    /// The index of the bit with `rank` set bits below it, which must exist.
    #[inline]
    pub(crate) fn select(self, rank: u32) -> u8 {
        nth_in_u128(self.0, rank) as u8
    }

    /// The set as bits without padding: cell (column, row) is bit `10 * row + column`.
    #[inline]
    pub(crate) fn without_padding(self) -> u128 {
        (0..10).fold(0, |bits, row| bits | (self.0 >> (STRIDE * row) & ROW) << (10 * row))
    }

    /// The image of this set under one of the eight symmetries of the board, numbered as in
    /// [`Cell::transform`]; other numbers are the identity.
    #[must_use]
    pub const fn transform(self, symmetry: usize) -> Self {
        let bits = self.0;
        Self(match symmetry {
            1 => half_turn(upside_down(transpose(bits))),
            2 => half_turn(bits),
            3 => upside_down(transpose(bits)),
            4 => half_turn(upside_down(bits)),
            5 => half_turn(transpose(bits)),
            6 => upside_down(bits),
            7 => transpose(bits),
            _ => bits,
        })
    }
}

const fn half_turn(bits: u128) -> u128 {
    // Bit 108 is the last cell; reversing all 128 bits brings it to 19.
    bits.reverse_bits() >> 19
}

const fn upside_down(bits: u128) -> u128 {
    let mut image = 0;
    let mut row = 0;
    while row < 10 {
        image |= ((bits >> (STRIDE * row)) & ROW) << (STRIDE * (9 - row));
        row += 1;
    }
    image
}

const fn transpose(bits: u128) -> u128 {
    /// Ten copies of a row, ten bits apart: bit i of copy i is the place of row i in the first
    /// column.
    const COPIES: u128 = {
        let mut mask = 0;
        let mut copy = 0;
        while copy < 10 {
            mask |= 1 << (10 * copy);
            copy += 1;
        }
        mask
    };
    let mut image = 0;
    let mut row = 0;
    while row < 10 {
        let cells = (bits >> (STRIDE * row)) & ROW;
        image |= ((cells * COPIES) & FIRST_COLUMN) << row;
        row += 1;
    }
    image
}

/// Iterator over the cells of a set: see [`Cells::iter`].
#[derive(Clone, Debug)]
pub struct CellsIter(Cells);

impl Iterator for CellsIter {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        (!self.0.is_empty()).then(|| {
            let cell = cell_at(self.0.first());
            self.0 = self.0.without_first();
            cell
        })
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let length = self.0.count() as usize;
        (length, Some(length))
    }
}

impl ExactSizeIterator for CellsIter {}
impl FusedIterator for CellsIter {}

impl IntoIterator for Cells {
    type Item = Cell;
    type IntoIter = CellsIter;

    #[inline]
    fn into_iter(self) -> CellsIter {
        self.iter()
    }
}

impl FromIterator<Cell> for Cells {
    /// The set of these cells; cells off the board are ignored.
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let on_board = cells.into_iter().filter(|cell| cell.row < 10 && cell.column < 10);
        Self(on_board.fold(0, |bits, cell| bits | bit(cell)))
    }
}

impl fmt::Debug for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|cell| alloc::format!("{cell}"))).finish()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use gambol_core::random::{Rng, Seed};

    pub(crate) fn random_cells(rng: &mut impl Rng) -> Cells {
        let mut bits = |_| (u128::from(rng.next_u64()) << 64) | u128::from(rng.next_u64());
        Cells::from_bits(bits(0) & bits(1))
    }

    #[test]
    fn symmetries_move_every_cell_as_core_does() {
        let mut rng = Seed::new(2).rng();
        for _ in 0..100 {
            let cells = random_cells(&mut rng);
            for symmetry in 0..9 {
                let slow: Cells = cells.iter().map(|cell| cell.transform(symmetry, 10)).collect();
                assert_eq!(cells.transform(symmetry), slow, "{symmetry}");
            }
        }
    }

    #[test]
    fn nothing_but_the_hundred_cells_is_in_a_set() {
        assert_eq!(Cells::from_bits(u128::MAX), Cells::ALL);
        assert_eq!(Cells::ALL.iter().len(), 100);
        assert!(!Cells::ALL.contains(Cell::new(10, 0)));
        assert!(!Cells::ALL.contains(Cell::new(0, 255)));
        assert!([Cell::new(200, 3), Cell::new(3, 200)].into_iter().collect::<Cells>().is_empty());
    }
}
