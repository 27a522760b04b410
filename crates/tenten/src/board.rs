//! The board: places of pieces, and full lines.

use crate::cells::{Cells, EVERY_CELL, FIRST_COLUMN, PADDING, ROW, STRIDE};
use crate::moves::Placement;
use crate::piece::Piece;

/// The filled cells of the ten by ten board.
///
/// ```
/// use gambol_tenten::{Board, Piece, Placement};
/// let (board, lines) = Board::EMPTY.place("l2nw@b4".parse()?);
/// assert_eq!(board.filled().count(), 3);
/// assert_eq!(lines.count(), 0);
/// assert!(!board.fits(Piece::O2).contains("a3".parse()?));
/// # Ok::<(), gambol_core::TextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Board(Cells);

impl Board {
    /// The number of cells along an edge.
    pub const EDGE: u8 = 10;

    /// The empty board.
    pub const EMPTY: Self = Self(Cells::from_mask(0));

    /// The board with these cells filled. Full rows and columns stay until the next placement.
    pub const fn new(filled: Cells) -> Self {
        Self(filled)
    }

    /// The filled cells.
    #[inline]
    pub const fn filled(self) -> Cells {
        self.0
    }

    /// The free cells.
    #[inline]
    pub const fn free(self) -> Cells {
        Cells::from_mask(self.0.bits() ^ EVERY_CELL)
    }

    /// The places where a piece fits: the possible cells of the top left of its bounding box.
    #[inline]
    pub const fn fits(self, piece: Piece) -> Cells {
        Cells::from_mask(fits(self.free().bits(), piece))
    }

    /// The board after a placement without its full rows and columns, and these lines. The
    /// placement is not checked: cells that are already filled stay filled.
    #[inline]
    #[must_use]
    pub const fn place(self, placement: Placement) -> (Self, Lines) {
        let filled = self.0.bits() | placement.mask();
        let lines = Lines::of(filled);
        if lines.is_none() {
            (Self(Cells::from_mask(filled)), lines)
        } else {
            (Self(Cells::from_mask(filled & !lines.mask())), lines)
        }
    }

    /// The full rows and columns. The states of a game have none.
    pub const fn lines(self) -> Lines {
        Lines::of(self.0.bits())
    }

    /// The image of this board under a symmetry, numbered as in
    /// [`Cell::transform`](gambol_core::Cell::transform).
    #[must_use]
    pub const fn transform(self, symmetry: usize) -> Self {
        Self(self.0.transform(symmetry))
    }
}

/// The places of a piece among free cells: the intersection of the free cells shifted by each cell
/// of the piece.
#[inline]
pub(crate) const fn fits(free: u128, piece: Piece) -> u128 {
    const DOWN: u32 = STRIDE;
    let f = free;
    let right = f & (f >> 1);
    let down = f & (f >> DOWN);
    match piece {
        Piece::O1 => f,
        Piece::H2 => right,
        Piece::H3 => right & (f >> 2),
        Piece::H4 => right & (right >> 2),
        Piece::H5 => right & (right >> 2) & (f >> 4),
        Piece::V2 => down,
        Piece::V3 => down & (f >> (2 * DOWN)),
        Piece::V4 => down & (down >> (2 * DOWN)),
        Piece::V5 => down & (down >> (2 * DOWN)) & (f >> (4 * DOWN)),
        Piece::O2 => right & (right >> DOWN),
        Piece::O3 => {
            let three = right & (f >> 2);
            three & (three >> DOWN) & (three >> (2 * DOWN))
        }
        Piece::L2Nw => right & (f >> DOWN),
        Piece::L2Ne => right & (f >> (DOWN + 1)),
        Piece::L2Sw => down & (f >> (DOWN + 1)),
        Piece::L2Se => (f >> 1) & (right >> DOWN),
        Piece::L3Nw => right & (f >> 2) & (f >> DOWN) & (f >> (2 * DOWN)),
        Piece::L3Ne => right & (f >> 2) & (f >> (DOWN + 2)) & (f >> (2 * DOWN + 2)),
        Piece::L3Sw => down & (right >> (2 * DOWN)) & (f >> (2 * DOWN + 2)),
        Piece::L3Se => (f >> 2) & (f >> (DOWN + 2)) & (right >> (2 * DOWN)) & (f >> (2 * DOWN + 2)),
    }
}

/// Full rows and columns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Lines {
    /// The padding bits of the full rows.
    rows: u128,
    /// A bit for each full column.
    columns: u64,
}

impl Lines {
    #[inline]
    const fn of(filled: u128) -> Self {
        // Only the addition of one to a full row carries into its padding.
        let rows = (filled + FIRST_COLUMN) & PADDING;
        // Five rows fit a word: first the two halves are combined, then the rows.
        let five = (filled & (filled >> (5 * STRIDE))) as u64;
        let two = five & (five >> STRIDE);
        let columns = two & (two >> (2 * STRIDE)) & (five >> (4 * STRIDE)) & ROW as u64;
        Self { rows, columns }
    }

    /// Whether there are no full lines.
    #[inline]
    pub const fn is_none(self) -> bool {
        (self.rows as u64) | ((self.rows >> 64) as u64) | self.columns == 0
    }

    /// The number of rows and columns together.
    pub const fn count(self) -> u32 {
        self.rows.count_ones() + self.columns.count_ones()
    }

    /// The cells of these lines, each once.
    pub const fn cells(self) -> Cells {
        Cells::from_mask(self.mask())
    }

    const fn mask(self) -> u128 {
        (self.rows - (self.rows >> 10)) | (self.columns as u128 * FIRST_COLUMN)
    }

    /// The full rows, from 0 at the top.
    pub fn rows(self) -> impl Iterator<Item = u8> {
        (0..10).filter(move |&row| self.rows >> (STRIDE * u32::from(row) + 10) & 1 == 1)
    }

    /// The full columns, from 0 at the left.
    pub fn columns(self) -> impl Iterator<Item = u8> {
        (0..10).filter(move |&column| self.columns >> column & 1 == 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cells::tests::random_cells;
    use alloc::vec::Vec;
    use gambol_core::Cell;
    use gambol_core::Seed;

    #[test]
    fn fits_are_those_of_a_slow_look() {
        let mut rng = Seed::new(1).rng();
        for _ in 0..300 {
            let board = Board::new(random_cells(&mut rng));
            for piece in Piece::ALL {
                let slow: Cells = Cells::ALL
                    .iter()
                    .filter(|cell| {
                        piece
                            .cells()
                            .iter()
                            .all(|of| board.free().contains(Cell::new(cell.column + of.column, cell.row + of.row)))
                    })
                    .collect();
                assert_eq!(board.fits(piece), slow, "{piece:?}");
            }
        }
    }

    #[test]
    fn lines_are_found_wherever_they_are() {
        for line in 0..10 {
            let row: Cells = (0..10).map(|column| Cell::new(column, line)).collect();
            let column: Cells = (0..10).map(|row| Cell::new(line, row)).collect();
            let lines = Board::new(row).lines();
            assert_eq!((lines.rows().collect::<Vec<_>>(), lines.columns().count()), (alloc::vec![line], 0));
            assert_eq!(lines.cells(), row);
            let lines = Board::new(column).lines();
            assert_eq!((lines.columns().collect::<Vec<_>>(), lines.rows().count()), (alloc::vec![line], 0));
            assert_eq!(lines.cells(), column);
        }
        let all = Board::new(Cells::ALL).lines();
        assert_eq!((all.count(), all.cells()), (20, Cells::ALL));
        assert!(Board::EMPTY.lines().is_none());
    }
}
