//! Numeric features of boards and placements, computed from bits.

use crate::board::Board;
use crate::cells::{FIRST_COLUMN, PADDING, ROW, STRIDE};
use crate::moves::Placement;
use crate::piece::Piece;

/// The number of holes: free cells without a free neighbour above, below, left or right on the
/// board.
///
/// ```
/// use gambol_tenten::{TenTen, holes};
/// let state: TenTen = "1x8/x9/10/10/10/10/10/10/10/10 o1 2".parse()?;
/// assert_eq!(holes(state.board()), 1, "two filled neighbours are all that a corner has");
/// # Ok::<(), gambol_core::TextError>(())
/// ```
#[inline]
pub const fn holes(board: Board) -> u32 {
    let free = board.free().bits();
    let holes = free & !around(free);
    // Most boards have none, and the test is faster than the count.
    if holes == 0 { 0 } else { holes.count_ones() }
}

/// Whether the largest piece, the square of three by three, fits.
#[inline]
pub const fn has_room_for_largest(board: Board) -> bool {
    !board.fits(Piece::O3).is_empty()
}

/// The number of cells next to a piece, above, below, left and right of its cells, that are filled
/// or beyond the edge of the board: 0 to 12. Each counts once, even where the piece bends around
/// it.
///
/// ```
/// use gambol_tenten::{Board, surface};
/// assert_eq!(surface(Board::EMPTY, "o3@a1".parse()?), 6);
/// assert_eq!(surface(Board::EMPTY, "o3@b2".parse()?), 0);
/// # Ok::<(), gambol_core::TextError>(())
/// ```
#[inline]
pub const fn surface(board: Board, placement: Placement) -> u32 {
    /// The padding represents the cells right of a row and left of the next one; an extra row
    /// represents those below the board.
    const BEYOND: u128 = PADDING | (ROW << (10 * STRIDE));
    let piece = placement.mask();
    let next_to = around(piece) & !piece & (board.filled().bits() | BEYOND);
    // The cells above the first row and left of its first cell have no bits.
    next_to.count_ones() + (piece & ROW).count_ones() + (piece & 1) as u32
}

/// The completeness of the lines of a set of filled cells: with `n` filled cells in a line, the sum
/// of `n²` over the ten rows and the ten columns, divided by the sum of `n`. This is the mean
/// number of filled cells in the line of a filled cell: 1 to 10, and 0 for the empty board.
///
/// ```
/// use gambol_tenten::{TenTen, completeness};
/// let state: TenTen = "xxx7/10/10/10/10/10/10/10/10/10 o1 3".parse()?;
/// assert_eq!(completeness(state.board()), (9.0 + 1.0 + 1.0 + 1.0) / 6.0);
/// # Ok::<(), gambol_core::TextError>(())
/// ```
#[inline]
pub fn completeness(board: Board) -> f64 {
    let filled = board.filled().bits();
    let mut sum = 0;
    let mut row = 0;
    while row < 10 {
        sum += ROWS[(filled >> (STRIDE * row)) as usize & ROW as usize];
        row += 1;
    }
    completeness_of(sum)
}

/// The completeness of ten rows, from the sum of their entries in [`ROWS`].
#[inline]
pub(super) fn completeness_of(sum: u64) -> f64 {
    let cells = sum >> CELLS_AT;
    if cells == 0 {
        return 0.0;
    }
    let columns: u32 = (0..5).map(|pair| u32::from(SQUARES[(sum >> (8 * pair)) as usize & 0xFF])).sum();
    let rows = (sum >> SQUARES_AT) as u32 & 0x3FF;
    // Every cell is in a row and in a column.
    f64::from(rows + columns) / (2 * cells) as f64
}

/// The cells above, below, left and right of those of a set; may include cells of the set.
#[inline]
pub(super) const fn around(set: u128) -> u128 {
    (set << 1) | (set >> 1) | (set << STRIDE) | (set >> STRIDE)
}

/// The bit positions of the row's square and of its number of filled cells in the entries of
/// [`ROWS`]. The square has ten bits, so that the sum of ten rows fits.
const SQUARES_AT: u32 = 40;
const CELLS_AT: u32 = 50;

/// For each row: four bits a column, 1 if it is filled, so that the sum over ten rows counts every
/// column; then the square of the number of filled cells, and that number.
pub(super) static ROWS: [u64; 1024] = {
    let mut rows = [0; 1024];
    let mut row = 0;
    while row < 1024 {
        let count = (row as u32).count_ones() as u64;
        let mut entry = count << CELLS_AT | (count * count) << SQUARES_AT;
        let mut column = 0;
        while column < 10 {
            entry |= (row as u64 >> column & 1) << (4 * column);
            column += 1;
        }
        rows[row] = entry;
        row += 1;
    }
    rows
};

/// The sum of the squares of the counts of two columns.
static SQUARES: [u8; 256] = {
    let mut squares = [0; 256];
    let mut counts = 0;
    while counts < 256 {
        let (a, b) = (counts & 15, counts >> 4);
        // No column has more than ten.
        if a <= 10 && b <= 10 {
            squares[counts] = (a * a + b * b) as u8;
        }
        counts += 1;
    }
    squares
};

// The tables are made for columns of at most ten filled cells.
const _: () = assert!(FIRST_COLUMN.count_ones() == 10 && ROWS[1023] >> CELLS_AT == 10);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cells::Cells;
    use crate::cells::tests::random_cells;
    use alloc::vec::Vec;
    use gambol_core::{Cell, Seed};

    /// The neighbours of a cell, with `None` beyond the edge.
    fn neighbours(cell: Cell) -> [Option<Cell>; 4] {
        let at = |column: i8, row: i8| {
            let (column, row) = (cell.column as i8 + column, cell.row as i8 + row);
            ((0..10).contains(&column) && (0..10).contains(&row)).then(|| Cell::new(column as u8, row as u8))
        };
        [at(0, -1), at(0, 1), at(-1, 0), at(1, 0)]
    }

    #[test]
    fn holes_are_those_of_a_slow_look() {
        let mut rng = Seed::new(1).rng();
        let mut found = 0;
        for _ in 0..300 {
            // Few free cells, so that many are isolated.
            let filled: Cells = Cells::ALL.iter().filter(|&c| !random_cells(&mut rng).contains(c)).collect();
            let board = Board::new(filled);
            let shut = |cell: &Cell| neighbours(*cell).into_iter().flatten().all(|next| filled.contains(next));
            let slow = board.free().iter().filter(shut).count();
            assert_eq!(holes(board) as usize, slow);
            found += slow;
        }
        assert!(found > 300, "{found}");
        assert_eq!((holes(Board::EMPTY), holes(Board::new(Cells::ALL))), (0, 0));
    }

    #[test]
    fn surfaces_are_those_of_a_slow_look() {
        let mut rng = Seed::new(2).rng();
        for _ in 0..100 {
            let board = Board::new(random_cells(&mut rng));
            for piece in Piece::ALL {
                for cell in Board::EMPTY.fits(piece) {
                    let placement = Placement::new(piece, cell).unwrap();
                    let mut counted: Vec<(i8, i8)> = Vec::new();
                    for of in placement.cells() {
                        for (dx, dy) in [(0, -1), (0, 1), (-1, 0), (1, 0)] {
                            let (x, y) = (of.column as i8 + dx, of.row as i8 + dy);
                            let at = Cell::new(x as u8, y as u8);
                            let beyond = !(0..10).contains(&x) || !(0..10).contains(&y);
                            let touches = beyond || (board.filled().contains(at) && !placement.cells().contains(at));
                            if touches && !counted.contains(&(x, y)) {
                                counted.push((x, y));
                            }
                        }
                    }
                    assert_eq!(surface(board, placement) as usize, counted.len(), "{placement}");
                }
            }
        }
    }

    #[test]
    fn completeness_is_that_of_the_formula() {
        let mut rng = Seed::new(3).rng();
        for _ in 0..300 {
            let cells = random_cells(&mut rng);
            let counts: Vec<usize> = (0..10)
                .flat_map(|line| {
                    [cells.iter().filter(|c| c.row == line).count(), cells.iter().filter(|c| c.column == line).count()]
                })
                .collect();
            let squares: usize = counts.iter().map(|n| n * n).sum();
            let formula = squares as f64 / counts.iter().sum::<usize>() as f64;
            assert_eq!(completeness(Board::new(cells)), formula);
        }
        assert_eq!(completeness(Board::EMPTY), 0.0);
        assert_eq!(completeness(Board::new(Cells::ALL)), 10.0);
    }

    #[test]
    fn the_largest_piece_needs_nine_cells() {
        let mut filled: Vec<Cell> = Cells::ALL.iter().collect();
        assert!(!has_room_for_largest(Board::new(Cells::ALL)));
        filled.retain(|cell| cell.column < 7 || cell.row < 7);
        assert!(has_room_for_largest(Board::new(filled.iter().copied().collect())));
        filled.push(Cell::new(8, 8));
        assert!(!has_room_for_largest(Board::new(filled.into_iter().collect())));
    }
}
