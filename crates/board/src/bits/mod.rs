//! Sets of cells as bits: one type for boards of up to 128 cells, one for larger boards.
//!
//! A board game stores its cells as bits of machine words. [`CellSet`] has the operations that
//! rules need, for `u128` and [`Wide`]. A random cell is the bit with a random rank, which
//! [`nth_in_word`] finds without a loop.

mod nth;
mod wide;

use core::fmt::Debug;
use core::hash::Hash;
use core::ops::{BitAnd, BitOr, BitXor, Not};

pub use nth::{count_in_u128, nth_in_u128, nth_in_word};
pub use wide::Wide;

/// A set of cells: cell `i` is bit `i`. No method panics, for any index or distance.
///
/// ```
/// use gambol_board::bits::{CellSet, Wide};
///
/// fn third<S: CellSet>(cells: [usize; 4]) -> usize {
///     cells.into_iter().fold(S::EMPTY, |set, cell| set | S::bit(cell)).nth(2)
/// }
/// assert_eq!(third::<u128>([7, 100, 3, 64]), 64);
/// assert_eq!(third::<Wide<5>>([300, 100, 3, 64]), 100);
/// ```
pub trait CellSet:
    Copy
    + Eq
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
{
    /// Maximum number of cells.
    const CELLS: usize;
    /// The empty set.
    const EMPTY: Self;

    /// Returns the set of one cell. An index that is too great gives an arbitrary set.
    fn bit(index: usize) -> Self;

    /// Returns the set of the cells below `count`.
    fn below(count: usize) -> Self;

    /// Returns the full set or the empty set, without a branch.
    fn all_if(full: bool) -> Self;

    /// Whether a cell is in the set; arbitrary for an index that is too great.
    fn has(self, index: usize) -> bool;

    /// Whether no cell is in the set.
    fn is_empty(self) -> bool;

    /// Returns the number of cells in the set.
    fn count(self) -> u32;

    /// Returns the lowest cell; meaningless if the set is empty.
    fn lowest(self) -> usize;

    /// Returns the set without its lowest cell.
    #[must_use]
    fn without_lowest(self) -> Self;

    /// Removes and returns the lowest cell.
    fn take_lowest(&mut self) -> Option<usize>;

    /// Returns the cell with `rank` lower ones in the set. If there is none, returns an arbitrary
    /// cell below [`CELLS`](Self::CELLS).
    fn nth(self, rank: u32) -> usize;

    /// Returns the 64 cells from this one on as a word; cells before the first are empty. For
    /// `from` above −64 and below [`CELLS`](Self::CELLS); arbitrary for others.
    fn window(self, from: i32) -> u64;

    /// Returns the 128 cells from an index on, with the index as bit 0, and the 128 cells up to it,
    /// with the index as bit 127.
    fn around(self, index: usize) -> (u128, u128);

    /// Shifts all cells up by less than 64.
    #[must_use]
    fn up(self, by: u32) -> Self;

    /// Shifts all cells down by less than 64; cells below 0 are dropped.
    #[must_use]
    fn down(self, by: u32) -> Self;

    /// Returns the set as words: cell `i` is bit `i % 64` of word `i / 64`.
    fn words(self) -> impl Iterator<Item = u64>;

    /// Returns the cells, lowest first.
    #[inline]
    fn cells(mut self) -> impl Iterator<Item = usize> {
        core::iter::from_fn(move || self.take_lowest())
    }
}

/// All sets of one cell. To read one takes half the instructions of a shift of 128 bits.
static BITS: [u128; 128] = {
    let mut bits = [1; 128];
    let mut index = 0;
    while index < 128 {
        bits[index] <<= index;
        index += 1;
    }
    bits
};

impl CellSet for u128 {
    const CELLS: usize = 128;
    const EMPTY: Self = 0;

    #[inline]
    fn bit(index: usize) -> Self {
        BITS[index & 127]
    }

    #[inline]
    fn below(count: usize) -> Self {
        if count < 128 { (1 << count) - 1 } else { Self::MAX }
    }

    #[inline]
    fn all_if(full: bool) -> Self {
        Self::from(full).wrapping_neg()
    }

    #[inline]
    fn has(self, index: usize) -> bool {
        self.wrapping_shr(index as u32) & 1 == 1
    }

    #[inline]
    fn is_empty(self) -> bool {
        self == 0
    }

    #[inline]
    fn count(self) -> u32 {
        count_in_u128(self)
    }

    #[inline]
    fn lowest(self) -> usize {
        self.trailing_zeros() as usize
    }

    #[inline]
    fn without_lowest(self) -> Self {
        self & self.wrapping_sub(1)
    }

    #[inline]
    fn take_lowest(&mut self) -> Option<usize> {
        let lowest = self.trailing_zeros();
        (lowest < 128).then(|| {
            *self &= *self - 1;
            lowest as usize
        })
    }

    #[inline]
    fn nth(self, rank: u32) -> usize {
        nth_in_u128(self, rank)
    }

    #[inline]
    fn window(self, from: i32) -> u64 {
        if from < 0 { (self as u64).wrapping_shl(from.unsigned_abs()) } else { self.wrapping_shr(from as u32) as u64 }
    }

    #[inline]
    fn words(self) -> impl Iterator<Item = u64> {
        [self as u64, (self >> 64) as u64].into_iter()
    }

    #[inline]
    fn around(self, index: usize) -> (u128, u128) {
        let index = index as u32 & 127;
        (self >> index, self << (127 - index))
    }

    #[inline]
    fn up(self, by: u32) -> Self {
        // With the mask, the compiler knows that the distance is below 64, which halves the work of
        // the shift.
        self << (by & 63)
    }

    #[inline]
    fn down(self, by: u32) -> Self {
        self >> (by & 63)
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use gambol_core::{Rng, Seed};

    fn set_of<S: CellSet>(cells: &[usize]) -> S {
        cells.iter().fold(S::EMPTY, |set, &cell| set | S::bit(cell))
    }

    fn cells<S: CellSet>(set: S) -> Vec<usize> {
        set.cells().collect()
    }

    /// Compares every operation with the same on a sorted list of cells.
    fn agrees_with_lists<S: CellSet>(seed: u64) {
        let mut rng = Seed::new(seed).rng();
        for round in 0..300 {
            let density = rng.next_u32() % 6;
            let list: Vec<usize> = (0..S::CELLS).filter(|_| rng.next_u32() % 5 < density).collect();
            let set: S = set_of(&list);
            assert_eq!(cells(set), list);
            assert_eq!((set.count() as usize, set.is_empty()), (list.len(), list.is_empty()));
            assert!((0..S::CELLS).all(|cell| set.has(cell) == list.contains(&cell)));
            for (rank, &cell) in list.iter().enumerate() {
                assert_eq!(set.nth(rank as u32), cell, "{rank} of {set:?}");
            }
            if let Some((&first, rest)) = list.split_first() {
                assert_eq!((set.lowest(), cells(set.without_lowest())), (first, rest.to_vec()));
            }
            let by = rng.next_u32() % 64;
            let up: Vec<usize> = list.iter().map(|cell| cell + by as usize).filter(|&cell| cell < S::CELLS).collect();
            let down: Vec<usize> = list.iter().filter_map(|cell| cell.checked_sub(by as usize)).collect();
            assert_eq!((cells(set.up(by)), cells(set.down(by))), (up, down), "by {by}");
            let from = (rng.next_u32() as usize % (S::CELLS + 63)) as i32 - 63;
            let window: Vec<i32> =
                list.iter().map(|&cell| cell as i32 - from).filter(|cell| (0..64).contains(cell)).collect();
            let word = set.window(from);
            assert_eq!((0..64).filter(|bit| word >> bit & 1 == 1).collect::<Vec<_>>(), window, "from {from}");
            let below = rng.next_u32() as usize % (S::CELLS + 1);
            assert_eq!(
                cells(set & S::below(below)),
                list.iter().copied().filter(|&cell| cell < below).collect::<Vec<_>>()
            );
            assert_eq!((!set & set, !set | set, !set ^ set), (S::EMPTY, S::all_if(true), !S::all_if(false)));
            for at in (0..S::CELLS).filter(|_| round % 50 == 0) {
                let (after, before) = set.around(at);
                for away in 0..128 {
                    assert_eq!(after >> away & 1 == 1, list.contains(&(at + away)));
                    assert_eq!(before >> (127 - away) & 1 == 1, away <= at && list.contains(&(at - away)));
                }
            }
        }
    }

    #[test]
    fn sets_agree_with_lists() {
        agrees_with_lists::<u128>(1);
        agrees_with_lists::<Wide<1>>(2);
        agrees_with_lists::<Wide<5>>(3);
        agrees_with_lists::<Wide<7>>(4);
    }

    /// Indices, numbers and distances out of range.
    fn never_panics<S: CellSet>() {
        for index in [S::CELLS - 1, S::CELLS, 9_999, usize::MAX] {
            for set in [S::EMPTY, S::bit(0), S::all_if(true)] {
                let _ = (S::bit(index), S::below(index), set.has(index), set.around(index));
                assert!(set.nth(index as u32) < S::CELLS);
                let _ = (set.window(index as i32), set.window(-9_999), set.up(index as u32), set.down(index as u32));
            }
        }
        let _ = (S::EMPTY.lowest(), S::EMPTY.without_lowest());
        assert_eq!(S::EMPTY.cells().next(), None);
    }

    #[test]
    fn indices_out_of_range_do_not_panic() {
        never_panics::<u128>();
        never_panics::<Wide<5>>();
        assert_eq!(Wide::<5>::bit(9_999), Wide::EMPTY);
        assert!(!Wide::<5>::below(320).has(320));
    }
}
