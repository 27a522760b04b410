//! Sets of cells as bits.

use core::fmt::Debug;
use core::hash::Hash;
use core::ops::{BitAnd, BitOr, Not};

use gambol_core::bits::nth_in_u128;

mod sealed {
    pub trait Sealed {}
    impl Sealed for u128 {}
    impl Sealed for crate::Wide {}
}

/// A set of the cells of a square board: [`u128`] for edges up to 11, [`Wide`](crate::Wide) for
/// edges up to 20.
///
/// The cell in column `x` and row `y` is bit `y * STRIDE + x`, whatever the edge of the board in
/// use: shifts by a row are then shifts by a constant. The trait is sealed; its methods are the
/// crate's own business.
pub trait Bits:
    Copy
    + Eq
    + Hash
    + Debug
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + sealed::Sealed
    + 'static
{
    /// The longest edge of a board that fits.
    const EDGE: u8;

    /// The distance of bits from row to row: the edge, or more. Bits beside and below the board in
    /// use are never set.
    #[doc(hidden)]
    const STRIDE: u8;

    /// No cell.
    const EMPTY: Self;

    /// One cell. Indices that are too great give some other set.
    #[doc(hidden)]
    fn bit(index: usize) -> Self;

    /// All cells of the first `count` columns; at most [`EDGE`](Self::EDGE).
    #[doc(hidden)]
    fn columns(count: u8) -> Self;

    /// All cells of a board with this edge; at most [`EDGE`](Self::EDGE).
    #[doc(hidden)]
    fn board(edge: u8) -> Self;

    /// Moves each cell to an index smaller by 1 to 63; what falls below 0 is lost.
    #[doc(hidden)]
    #[must_use]
    fn down(self, by: u8) -> Self;

    /// Moves each cell to an index greater by 1 to 63.
    #[doc(hidden)]
    #[must_use]
    fn up(self, by: u8) -> Self;

    /// The 128 cells from an index on, itself as bit 0, and the 128 up to an index, itself as bit
    /// 127.
    #[doc(hidden)]
    fn around(self, index: usize) -> (u128, u128);

    /// Whether there is no cell in it.
    #[doc(hidden)]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// How many cells are in it.
    #[doc(hidden)]
    fn count(self) -> u16;

    /// The index of the cell that `nth` others precede. If there are not that many, some index on a
    /// board of this type.
    #[doc(hidden)]
    fn select(self, nth: u32) -> usize;

    /// Takes out the cell with the smallest index.
    #[doc(hidden)]
    fn take_first(&mut self) -> Option<usize>;
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
    const EMPTY: Self = 0;

    #[inline]
    fn bit(index: usize) -> Self {
        1_u128.wrapping_shl(index as u32)
    }

    #[inline]
    fn columns(count: u8) -> Self {
        COLUMNS[usize::from(count)]
    }

    #[inline]
    fn board(edge: u8) -> Self {
        BOARDS[usize::from(edge)]
    }

    #[inline]
    fn down(self, by: u8) -> Self {
        self >> by
    }

    #[inline]
    fn up(self, by: u8) -> Self {
        self << by
    }

    #[inline]
    fn around(self, index: usize) -> (u128, u128) {
        let index = index as u32 & 127;
        (self >> index, self << (127 - index))
    }

    #[inline]
    fn count(self) -> u16 {
        self.count_ones() as u16
    }

    #[inline]
    fn select(self, nth: u32) -> usize {
        nth_in_u128(self, nth)
    }

    #[inline]
    fn take_first(&mut self) -> Option<usize> {
        let first = self.trailing_zeros();
        (first < 128).then(|| {
            *self &= *self - 1;
            first as usize
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Wide;
    use alloc::vec::Vec;
    use gambol_core::Seed;
    use gambol_core::random::{Rng, below};

    fn indices<B: Bits>(mut set: B) -> Vec<usize> {
        core::iter::from_fn(|| set.take_first()).collect()
    }

    fn random<B: Bits>(rng: &mut impl Rng, density: u32) -> B {
        let cells = usize::from(B::EDGE) * usize::from(B::STRIDE);
        (0..cells).filter(|_| below(rng, 8) < density).fold(B::EMPTY, |set, index| set | B::bit(index))
    }

    fn sets_behave<B: Bits>() {
        let mut rng = Seed::new(1).rng();
        for round in 0..300 {
            let set: B = random(&mut rng, round % 9);
            let listed = indices(set);
            assert_eq!(usize::from(set.count()), listed.len());
            assert_eq!(set.is_empty(), listed.is_empty());
            for (nth, &index) in listed.iter().enumerate() {
                assert_eq!(set.select(nth as u32), index);
            }
            // Too great a number gives some index, and no panic.
            let _ = (set.select(listed.len() as u32), set.select(400), set.select(u32::MAX));
            let by = 1 + below(&mut rng, 63) as u8;
            let down: Vec<usize> = listed.iter().filter_map(|index| index.checked_sub(by.into())).collect();
            assert_eq!(indices(set.down(by)), down);
            assert_eq!(
                indices(set.down(by).up(by)),
                down.iter().map(|index| index + usize::from(by)).collect::<Vec<_>>()
            );
            let cells = usize::from(B::EDGE) * usize::from(B::STRIDE);
            for at in (0..cells).filter(|_| round % 50 == 0) {
                let (after, before) = set.around(at);
                for away in 0..128 {
                    assert_eq!(after >> away & 1 == 1, listed.contains(&(at + away)));
                    assert_eq!(before >> (127 - away) & 1 == 1, away <= at && listed.contains(&(at - away)));
                }
            }
            let other: B = random(&mut rng, 4);
            assert_eq!((set & other) | (set & !other), set);
        }
    }

    #[test]
    fn sets_of_128_behave() {
        sets_behave::<u128>();
    }

    #[test]
    fn wide_sets_behave() {
        sets_behave::<Wide>();
    }

    fn masks_are_boards<B: Bits>() {
        let stride = usize::from(B::STRIDE);
        for edge in 0..=B::EDGE {
            let width = usize::from(edge);
            let cells: Vec<usize> = (0..width).flat_map(|y| (0..width).map(move |x| y * stride + x)).collect();
            assert_eq!(indices(B::board(edge)), cells);
            let cells: Vec<usize> =
                (0..usize::from(B::EDGE)).flat_map(|y| (0..width).map(move |x| y * stride + x)).collect();
            assert_eq!(indices(B::columns(edge)), cells);
        }
    }

    #[test]
    fn masks_cover_columns_and_boards() {
        masks_are_boards::<u128>();
        masks_are_boards::<Wide>();
    }
}
