//! Sets of cells as bits.

use core::fmt::Debug;

use gambol_board::bits::CellSet;

mod sealed {
    pub trait Sealed {}
    impl Sealed for u128 {}
    impl Sealed for super::Wide {}
}

/// A set of up to 448 cells, for boards up to 20×20.
pub type Wide = gambol_board::bits::Wide<WORDS>;

const WORDS: usize = 7;

/// A set of the cells of a square board: [`u128`] for edges up to 11, [`Wide`] for edges up to 20.
///
/// The cell in column `x` and row `y` is bit `y * STRIDE + x`, for any edge of the board in use, so
/// that shifts by a row are shifts by a constant. The trait is sealed.
pub trait Bits: CellSet + sealed::Sealed {
    /// The longest edge of a board that fits.
    const EDGE: u8;

    /// The distance of bits from row to row: [`EDGE`](Self::EDGE) or more. Bits beside and below
    /// the board in use are never set.
    #[doc(hidden)]
    const STRIDE: u8;

    /// An array with a value for each bit of a board.
    #[doc(hidden)]
    type Cells<T: Datum>: AsRef<[T]> + AsMut<[T]> + Datum;

    /// An array with a value for each line of a board: rows, columns and diagonals.
    #[doc(hidden)]
    type Lines<T: Datum>: AsRef<[T]> + AsMut<[T]> + Datum;

    /// An array with the same value for each bit.
    #[doc(hidden)]
    fn cells_of<T: Datum>(value: T) -> Self::Cells<T>;

    /// An array with the same value for each line.
    #[doc(hidden)]
    fn lines_of<T: Datum>(value: T) -> Self::Lines<T>;

    /// All cells of the first `count` columns; at most [`EDGE`](Self::EDGE).
    #[doc(hidden)]
    fn columns(count: u8) -> Self;

    /// All cells of a board with this edge; at most [`EDGE`](Self::EDGE).
    #[doc(hidden)]
    fn board(edge: u8) -> Self;
}

/// A plain value.
#[doc(hidden)]
pub trait Datum: Copy + PartialEq + Debug + Send + Sync + 'static {}

impl<T: Copy + PartialEq + Debug + Send + Sync + 'static> Datum for T {}

/// The number of lines of a board with this edge, in all four directions.
const fn lines(edge: usize) -> usize {
    2 * edge + 2 * (2 * edge - 1)
}

/// The 128-bit words of the first columns of a board, by their number.
static COLUMNS: [u128; 12] = {
    let mut columns = [0; 12];
    let mut index = 0;
    while index < 11 * 11 {
        let mut count = index % 11 + 1;
        while count <= 11 {
            columns[count] |= 1 << index;
            count += 1;
        }
        index += 1;
    }
    columns
};

/// The 128-bit words of whole boards, by their edge.
static BOARDS: [u128; 12] = {
    let mut boards = COLUMNS;
    let mut edge = 0;
    while edge < 12 {
        boards[edge] &= (1 << (11 * edge)) - 1;
        edge += 1;
    }
    boards
};

impl Bits for u128 {
    const EDGE: u8 = 11;
    const STRIDE: u8 = 11;
    type Cells<T: Datum> = [T; 11 * 11];
    type Lines<T: Datum> = [T; lines(11)];

    #[inline]
    fn cells_of<T: Datum>(value: T) -> Self::Cells<T> {
        [value; 11 * 11]
    }

    #[inline]
    fn lines_of<T: Datum>(value: T) -> Self::Lines<T> {
        [value; lines(11)]
    }

    #[inline]
    fn columns(count: u8) -> Self {
        COLUMNS[usize::from(count)]
    }

    #[inline]
    fn board(edge: u8) -> Self {
        BOARDS[usize::from(edge)]
    }
}

static WIDE_COLUMNS: [Wide; 21] = {
    let mut columns = [[0; WORDS]; 21];
    let mut index = 0;
    while index < 20 * 20 {
        let mut count = index % 20 + 1;
        while count <= 20 {
            columns[count][index / 64] |= 1 << (index % 64);
            count += 1;
        }
        index += 1;
    }
    wide(&columns)
};

static WIDE_BOARDS: [Wide; 21] = {
    let mut boards = [[0; WORDS]; 21];
    let mut edge = 0;
    while edge < 21 {
        let mut index = 0;
        while index < 20 * edge {
            boards[edge][index / 64] |= WIDE_COLUMNS[edge].as_words()[index / 64] & (1 << (index % 64));
            index += 1;
        }
        edge += 1;
    }
    wide(&boards)
};

const fn wide(words: &[[u64; WORDS]; 21]) -> [Wide; 21] {
    let mut sets = [Wide::from_words([0; WORDS]); 21];
    let mut index = 0;
    while index < 21 {
        sets[index] = Wide::from_words(words[index]);
        index += 1;
    }
    sets
}

impl Bits for Wide {
    const EDGE: u8 = 20;
    const STRIDE: u8 = 20;
    type Cells<T: Datum> = [T; 20 * 20];
    type Lines<T: Datum> = [T; lines(20)];

    #[inline]
    fn cells_of<T: Datum>(value: T) -> Self::Cells<T> {
        [value; 20 * 20]
    }

    #[inline]
    fn lines_of<T: Datum>(value: T) -> Self::Lines<T> {
        [value; lines(20)]
    }

    #[inline]
    fn columns(count: u8) -> Self {
        WIDE_COLUMNS[usize::from(count)]
    }

    #[inline]
    fn board(edge: u8) -> Self {
        WIDE_BOARDS[usize::from(edge)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    fn masks_are_boards<B: Bits>() {
        let stride = usize::from(B::STRIDE);
        for edge in 0..=B::EDGE {
            let width = usize::from(edge);
            let cells: Vec<usize> = (0..width).flat_map(|y| (0..width).map(move |x| y * stride + x)).collect();
            assert_eq!(B::board(edge).cells().collect::<Vec<_>>(), cells);
            let cells: Vec<usize> =
                (0..usize::from(B::EDGE)).flat_map(|y| (0..width).map(move |x| y * stride + x)).collect();
            assert_eq!(B::columns(edge).cells().collect::<Vec<_>>(), cells);
        }
    }

    #[test]
    fn masks_cover_columns_and_boards() {
        masks_are_boards::<u128>();
        masks_are_boards::<Wide>();
    }
}
