//! Sets of cells of boards of up to 11×11 as the bits of a `u128`.
//!
//! The cell in column `x` and row `y` is bit `11 * y + x`, for boards of any edge length: a pattern
//! is moved on the board by one shift.

use gambol_board::bits::CellSet;
use gambol_core::Cell;

/// Maximum edge length of a board.
pub(crate) const EDGE: u8 = 11;

/// Returns the bit number of a cell.
pub(crate) fn index(cell: Cell) -> usize {
    usize::from(cell.row) * usize::from(EDGE) + usize::from(cell.column)
}

/// Returns the cell with a bit number below 121.
pub(crate) fn cell(index: usize) -> Cell {
    let index = index as u8;
    Cell::new(index % EDGE, index / EDGE)
}

/// Returns the set of one cell.
pub(crate) fn bit(cell: Cell) -> u128 {
    u128::bit(index(cell))
}

/// Returns the cells of a set, from the top left, row by row.
pub(crate) fn cells(set: u128) -> impl Iterator<Item = Cell> {
    set.cells().map(cell)
}

/// Returns all cells of the first `count` columns of all eleven rows.
pub(crate) fn columns(count: u8) -> u128 {
    (0..EDGE).fold(0, |set, row| set | ((1 << count) - 1) << (EDGE * row))
}

/// Returns all cells of a board with this edge length.
pub(crate) fn board(edge: u8) -> u128 {
    columns(edge) & ((1 << (EDGE * edge)) - 1)
}

/// Returns the image of a set under a symmetry of a board with this edge length.
pub(crate) fn transform(set: u128, symmetry: usize, edge: u8) -> u128 {
    cells(set).fold(0, |image, cell| image | bit(cell.transform(symmetry, edge)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_cover_columns_and_boards() {
        for edge in 0..=EDGE {
            let covers = |set: u128, cell: Cell| set & bit(cell) != 0;
            for cell in cells((1 << 121) - 1) {
                assert_eq!(covers(columns(edge), cell), cell.column < edge);
                assert_eq!(covers(board(edge), cell), cell.column < edge && cell.row < edge);
            }
        }
        assert_eq!(cells((1 << 121) - 1).count(), 121);
    }
}
