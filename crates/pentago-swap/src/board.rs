//! Cells, quadrants, lines, and the two layouts of a bitboard.
//!
//! *Masks* are the public layout: bit `6 * row + column`, rows from the top. *Lanes* are the layout
//! of states: quadrant `q` is the 16 bits from bit `16 * q`, of which the low nine are its cells,
//! row by row.

use gambol_core::Cell;

/// The number of rows and of columns.
pub const EDGE: u8 = 6;

/// The mask of the whole board: 36 bits.
pub const BOARD: u64 = (1 << 36) - 1;

/// The lanes of the whole board.
pub(crate) const ALL_LANES: u64 = 0x01FF_01FF_01FF_01FF;

/// The bits of a quadrant in its lane.
pub(crate) const LANE: u64 = 0x1FF;

/// A quarter of the board, 3×3 cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Quadrant {
    /// Top left: columns a to c, rows 1 to 3.
    A,
    /// Top right: columns d to f, rows 1 to 3.
    B,
    /// Bottom left: columns a to c, rows 4 to 6.
    C,
    /// Bottom right: columns d to f, rows 4 to 6.
    D,
}

impl Quadrant {
    /// The four quadrants in alphabetical order.
    pub const ALL: [Self; 4] = [Self::A, Self::B, Self::C, Self::D];

    /// The quadrant of a cell; `None` if it is off the board.
    ///
    /// ```
    /// use gambol_pentago_swap::Quadrant;
    /// assert_eq!(Quadrant::of("d3".parse()?), Some(Quadrant::B));
    /// assert_eq!(Quadrant::of("g3".parse()?), None);
    /// # Ok::<(), gambol_core::TextError>(())
    /// ```
    #[must_use]
    pub const fn of(cell: Cell) -> Option<Self> {
        match (cell.column / 3, cell.row / 3) {
            (0, 0) => Some(Self::A),
            (1, 0) => Some(Self::B),
            (0, 1) => Some(Self::C),
            (1, 1) => Some(Self::D),
            _ => None,
        }
    }

    /// Its top left cell.
    #[must_use]
    pub const fn corner(self) -> Cell {
        match self {
            Self::A => Cell::new(0, 0),
            Self::B => Cell::new(3, 0),
            Self::C => Cell::new(0, 3),
            Self::D => Cell::new(3, 3),
        }
    }
}

/// The mask of one cell: bit `6 * row + column`; 0 if the cell is off the board.
///
/// ```
/// use gambol_pentago_swap::mask;
/// assert_eq!(mask("c2".parse()?), 1 << 8);
/// # Ok::<(), gambol_core::TextError>(())
/// ```
#[must_use]
pub const fn mask(cell: Cell) -> u64 {
    match index(cell) {
        Some(index) => 1 << index,
        None => 0,
    }
}

/// The index of a cell, row by row from the top left; `None` if it is off the board.
pub(crate) const fn index(cell: Cell) -> Option<u8> {
    if cell.column < EDGE && cell.row < EDGE { Some(cell.row * EDGE + cell.column) } else { None }
}

/// The bit index in lanes of the cell with this index.
pub(crate) const fn lane_bit(index: u8) -> u8 {
    let (column, row) = (index % EDGE, index / EDGE);
    (row / 3 * 2 + column / 3) * 16 + row % 3 * 3 + column % 3
}

/// Lanes as a mask.
#[inline]
pub(crate) const fn mask_of(lanes: u64) -> u64 {
    const fn spread(pattern: u64) -> u64 {
        (pattern & 0o7) | ((pattern & 0o70) << 3) | ((pattern & 0o700) << 6)
    }
    spread(lanes) | (spread(lanes >> 16) << 3) | (spread(lanes >> 32) << 18) | (spread(lanes >> 48) << 21)
}

/// A mask as lanes.
#[inline]
pub(crate) const fn lanes_of(mask: u64) -> u64 {
    const fn gather(mask: u64) -> u64 {
        (mask & 0o7) | ((mask >> 3) & 0o70) | ((mask >> 6) & 0o700)
    }
    gather(mask) | (gather(mask >> 3) << 16) | (gather(mask >> 18) << 32) | (gather(mask >> 21) << 48)
}

/// The four directions of lines as steps of column and row: across, down, falling and rising
/// diagonals.
const DIRECTIONS: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

const fn on_board(column: i8, row: i8) -> bool {
    column >= 0 && column < EDGE as i8 && row >= 0 && row < EDGE as i8
}

/// The masks of all lines: of exactly five cells if `parts`, otherwise of full length.
const fn lines<const COUNT: usize>(parts: bool) -> [u64; COUNT] {
    let mut masks = [0; COUNT];
    let mut count = 0;
    let mut direction = 0;
    while direction < 4 {
        let (right, down) = DIRECTIONS[direction];
        let mut start = 0;
        while start < 36 {
            let (mut column, mut row) = (start % 6, start / 6);
            let first = !on_board(column - right, row - down);
            let mut length = 0;
            let mut line = 0;
            while on_board(column, row) && !(parts && length == 5) {
                line |= mask(Cell::new(column as u8, row as u8));
                column += right;
                row += down;
                length += 1;
            }
            if length >= 5 && (parts || first) {
                masks[count] = line;
                count += 1;
            }
            start += 1;
        }
        direction += 1;
    }
    masks
}

/// The 32 lines of five cells, as masks. A side that has all cells of one wins. First across, then
/// down, then the falling and the rising diagonals, each from the top left.
///
/// A line of six cells contains two of them, so six in a row is five in a row.
pub const FIVES: [u64; 32] = lines(true);

/// The 18 rows, columns and diagonals that are long enough for five in a row, in full length, as
/// masks: six rows, six columns, and six diagonals of which two have six cells and four have five.
///
/// Source: the lines of the evaluation of the Pentago-Swap report (COMP 424).
pub const LINES: [u64; 18] = lines(false);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layouts_convert_both_ways() {
        for index in 0..36 {
            let mask = 1_u64 << index;
            assert_eq!(lanes_of(mask), 1 << lane_bit(index));
            assert_eq!(mask_of(lanes_of(mask)), mask);
        }
        assert_eq!(lanes_of(BOARD), ALL_LANES);
        assert_eq!(mask_of(ALL_LANES), BOARD);
    }

    #[test]
    fn there_are_32_fives_and_18_lines() {
        let mut fives = FIVES.to_vec();
        fives.sort_unstable();
        fives.dedup();
        assert_eq!(fives.len(), 32);
        assert!(fives.iter().all(|five| five.count_ones() == 5 && five & !BOARD == 0));
        let mut lines = LINES.to_vec();
        lines.sort_unstable();
        lines.dedup();
        assert_eq!(lines.len(), 18);
        assert_eq!(lines.iter().filter(|line| line.count_ones() == 6).count(), 14);
        assert_eq!(lines.iter().filter(|line| line.count_ones() == 5).count(), 4);
        for five in FIVES {
            assert_eq!(LINES.iter().filter(|&line| five & !line == 0).count(), 1);
        }
    }

    #[test]
    fn the_first_lines_are_where_the_docs_say() {
        assert_eq!(FIVES[0], 0b1_1111);
        assert_eq!(FIVES[1], 0b11_1110);
        assert_eq!(LINES[0], 0b11_1111);
        assert_eq!(LINES[6], 0o010_101_010_101);
    }

    #[test]
    fn quadrants_hold_nine_cells_each() {
        for quadrant in Quadrant::ALL {
            let cells = (0..36)
                .map(|index| Cell::new(index % 6, index / 6))
                .filter(|&cell| Quadrant::of(cell) == Some(quadrant));
            assert_eq!(cells.clone().count(), 9);
            assert_eq!(cells.min(), Some(quadrant.corner()));
        }
        assert_eq!(Quadrant::of(Cell::new(255, 255)), None);
        assert_eq!(mask(Cell::new(6, 0)) | mask(Cell::new(0, 6)), 0);
    }
}
