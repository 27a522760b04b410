//! Sets of cells as machine words: one type for boards of up to 128 cells, one for larger boards.

use core::fmt::Debug;
use core::hash::Hash;
use core::ops::{BitAnd, BitOr, BitXor, Not};

use gambol_core::bits::{nth_in_u128, nth_in_words};

use self::sealed::Words;

/// A set of cells: `u128` for boards of up to 128 cells, [`Wide`] for larger ones.
///
/// The trait is sealed: what a set must do is private to this crate, and these two types are all
/// that implement it.
pub trait Bits: Words {
    /// How many cells the set can hold.
    const CELLS: usize;
}

impl Bits for u128 {
    const CELLS: usize = 128;
}

impl Bits for Wide {
    const CELLS: usize = 64 * WORDS;
}

/// A set of up to 320 cells, in five words of 64 bits: enough for the 20×15 cells of GNOME's large
/// board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Wide([u64; WORDS]);

const WORDS: usize = 5;

/// One more than the longest edge of a board, rounded up to a power of two: `width & (WIDTHS - 1)`
/// needs no bounds check.
const WIDTHS: usize = 32;

pub(crate) mod sealed {
    use super::{BitAnd, BitOr, BitXor, Debug, Hash, Not, WIDTHS};

    /// What a set of cells must do. Cell `i` is bit `i`; nothing here panics, whatever the index or
    /// the distance.
    pub trait Words:
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
        /// The empty set.
        const EMPTY: Self;
        /// Per width of a board: all but the first column, beyond the board too.
        const NOT_FIRST: [Self; WIDTHS];
        /// Per width of a board: all but the last column, beyond the board too.
        const NOT_LAST: [Self; WIDTHS];

        /// The set of one cell.
        fn bit(index: usize) -> Self;
        /// The cells below `count`.
        fn below(count: usize) -> Self;
        /// The full set or the empty set, without a branch.
        fn all_if(full: bool) -> Self;
        /// Whether a cell is in the set.
        fn has(self, index: usize) -> bool;
        /// Whether no cell is.
        fn is_empty(self) -> bool;
        /// How many cells are.
        fn count(self) -> u32;
        /// The lowest cell; meaningless if there is none.
        fn lowest(self) -> usize;
        /// The set without its lowest cell.
        fn without_lowest(self) -> Self;
        /// The cell with `rank` lower ones in the set; meaningless if there is none.
        fn nth(self, rank: u32) -> usize;
        /// The 64 cells that begin at this one as a word; those before the first cell are missing.
        /// For `from` above -64.
        fn window(self, from: i32) -> u64;
        /// All cells moved up by less than 64.
        fn up(self, by: u32) -> Self;
        /// All cells moved down by less than 64.
        fn down(self, by: u32) -> Self;
    }
}

/// All but every `width`-th bit of a word that starts at bit `start` of the set, counted from bit
/// `column`.
const fn not_column(width: usize, column: usize, start: usize, bits: usize) -> u128 {
    let mut mask = u128::MAX;
    let mut bit = 0;
    while bit < bits && width > 0 {
        if (start + bit) % width == column {
            mask &= !(1 << bit);
        }
        bit += 1;
    }
    mask
}

const fn narrow_columns(last: bool) -> [u128; WIDTHS] {
    let mut masks = [u128::MAX; WIDTHS];
    let mut width = 1;
    while width < WIDTHS {
        masks[width] = not_column(width, if last { width - 1 } else { 0 }, 0, 128);
        width += 1;
    }
    masks
}

const fn wide_columns(last: bool) -> [Wide; WIDTHS] {
    let mut masks = [Wide([u64::MAX; WORDS]); WIDTHS];
    let mut width = 1;
    while width < WIDTHS {
        let mut word = 0;
        while word < WORDS {
            masks[width].0[word] = not_column(width, if last { width - 1 } else { 0 }, 64 * word, 64) as u64;
            word += 1;
        }
        width += 1;
    }
    masks
}

impl Words for u128 {
    const EMPTY: Self = 0;
    const NOT_FIRST: [Self; WIDTHS] = narrow_columns(false);
    const NOT_LAST: [Self; WIDTHS] = narrow_columns(true);

    #[inline]
    fn bit(index: usize) -> Self {
        1_u128.wrapping_shl(index as u32)
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
        self.count_ones()
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
    fn nth(self, rank: u32) -> usize {
        nth_in_u128(self, rank)
    }

    #[inline]
    fn window(self, from: i32) -> u64 {
        if from < 0 { (self as u64).wrapping_shl(from.unsigned_abs()) } else { self.wrapping_shr(from as u32) as u64 }
    }

    #[inline]
    fn up(self, by: u32) -> Self {
        // The mask tells the compiler that the distance is below 64, which halves the work of the
        // shift.
        self << (by & 63)
    }

    #[inline]
    fn down(self, by: u32) -> Self {
        self >> (by & 63)
    }
}

impl Words for Wide {
    const EMPTY: Self = Self([0; WORDS]);
    const NOT_FIRST: [Self; WIDTHS] = wide_columns(false);
    const NOT_LAST: [Self; WIDTHS] = wide_columns(true);

    #[inline]
    fn bit(index: usize) -> Self {
        let mut set = Self::EMPTY;
        if let Some(word) = set.0.get_mut(index / 64) {
            *word = 1 << (index % 64);
        }
        set
    }

    #[inline]
    fn below(count: usize) -> Self {
        Self(core::array::from_fn(|word| match count.saturating_sub(64 * word) {
            inside @ 0..64 => (1 << inside) - 1,
            _ => u64::MAX,
        }))
    }

    #[inline]
    fn all_if(full: bool) -> Self {
        Self([u64::from(full).wrapping_neg(); WORDS])
    }

    #[inline]
    fn has(self, index: usize) -> bool {
        self.0.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 == 1)
    }

    #[inline]
    fn is_empty(self) -> bool {
        self.0.iter().fold(0, |any, word| any | word) == 0
    }

    #[inline]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    fn lowest(self) -> usize {
        let word = self.0.iter().position(|&word| word != 0).unwrap_or(0);
        64 * word + self.0[word].trailing_zeros() as usize
    }

    #[inline]
    fn without_lowest(mut self) -> Self {
        if let Some(word) = self.0.iter_mut().find(|word| **word != 0) {
            *word &= word.wrapping_sub(1);
        }
        self
    }

    #[inline]
    fn nth(self, rank: u32) -> usize {
        nth_in_words(&self.0, rank).unwrap_or(0)
    }

    #[inline]
    fn window(self, from: i32) -> u64 {
        if from < 0 {
            return self.0[0].wrapping_shl(from.unsigned_abs());
        }
        let (word, by) = (from as usize / 64, from as u32 % 64);
        let at = |word: usize| self.0.get(word).copied().unwrap_or(0);
        at(word) >> by | at(word + 1) << 1 << (63 - by)
    }

    #[inline]
    fn up(self, by: u32) -> Self {
        let by = by & 63;
        // Two shifts for what crosses words, since a shift by 64 is none.
        Self(core::array::from_fn(|word| {
            let below = if word > 0 { self.0[word - 1] } else { 0 };
            self.0[word] << by | below >> 1 >> (63 - by)
        }))
    }

    #[inline]
    fn down(self, by: u32) -> Self {
        let by = by & 63;
        Self(core::array::from_fn(|word| {
            let above = if word + 1 < WORDS { self.0[word + 1] } else { 0 };
            self.0[word] >> by | above << 1 << (63 - by)
        }))
    }
}

macro_rules! word_by_word {
    ($($operator:ident $name:ident $symbol:tt),*) => {
        $(
            impl $operator for Wide {
                type Output = Self;

                #[inline]
                fn $name(self, other: Self) -> Self {
                    Self(core::array::from_fn(|word| self.0[word] $symbol other.0[word]))
                }
            }
        )*
    };
}

word_by_word!(BitAnd bitand &, BitOr bitor |, BitXor bitxor ^);

impl Not for Wide {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use gambol_core::random::{Rng, Seed};

    fn cells<B: Bits>(mut set: B) -> Vec<usize> {
        let mut cells = Vec::new();
        while !set.is_empty() {
            cells.push(set.lowest());
            set = set.without_lowest();
        }
        cells
    }

    fn set_of<B: Bits>(cells: &[usize]) -> B {
        cells.iter().fold(B::EMPTY, |set, &cell| set | B::bit(cell))
    }

    /// Every operation against the same on a sorted list of cells.
    fn agrees_with_lists<B: Bits>(seed: u64) {
        let mut rng = Seed::new(seed).rng();
        for _ in 0..300 {
            let density = rng.next_u32() % 5 + 1;
            let list: Vec<usize> = (0..B::CELLS).filter(|_| rng.next_u32() % 5 < density).collect();
            let set: B = set_of(&list);
            assert_eq!(cells(set), list);
            assert_eq!(set.count() as usize, list.len());
            assert!((0..B::CELLS).all(|cell| set.has(cell) == list.contains(&cell)));
            for (rank, &cell) in list.iter().enumerate() {
                assert_eq!(set.nth(rank as u32), cell, "{rank} of {set:?}");
            }
            let by = rng.next_u32() % 64;
            let up: Vec<usize> = list.iter().map(|cell| cell + by as usize).filter(|&cell| cell < B::CELLS).collect();
            let down: Vec<usize> = list.iter().filter_map(|cell| cell.checked_sub(by as usize)).collect();
            assert_eq!((cells(set.up(by)), cells(set.down(by))), (up, down), "by {by}");
            let from = (rng.next_u32() as usize % (B::CELLS + 63)) as i32 - 63;
            let window: Vec<i32> =
                list.iter().map(|&cell| cell as i32 - from).filter(|cell| (0..64).contains(cell)).collect();
            let word = set.window(from);
            assert_eq!((0..64).filter(|bit| word >> bit & 1 == 1).collect::<Vec<_>>(), window, "from {from}");
            let below = rng.next_u32() as usize % (B::CELLS + 1);
            assert_eq!(
                cells(set & B::below(below)),
                list.iter().copied().filter(|&cell| cell < below).collect::<Vec<_>>()
            );
            assert_eq!((!set & set, !set | set, !set ^ set), (B::EMPTY, B::all_if(true), !B::all_if(false)));
        }
    }

    #[test]
    fn small_sets_agree_with_lists() {
        agrees_with_lists::<u128>(1);
    }

    #[test]
    fn wide_sets_agree_with_lists() {
        agrees_with_lists::<Wide>(2);
    }

    #[test]
    fn columns_are_those_of_the_board() {
        for width in 5..=20 {
            for cell in 0..320 {
                assert_eq!(Wide::NOT_FIRST[width].has(cell), cell % width != 0);
                assert_eq!(Wide::NOT_LAST[width].has(cell), cell % width != width - 1);
                if cell < 128 {
                    assert_eq!(u128::NOT_FIRST[width].has(cell), cell % width != 0);
                    assert_eq!(u128::NOT_LAST[width].has(cell), cell % width != width - 1);
                }
            }
        }
    }

    #[test]
    fn indices_out_of_range_do_not_panic() {
        assert!(!Wide::below(320).has(320));
        assert_eq!(Wide::bit(9_999), Wide::EMPTY);
        let _ = (u128::bit(9_999), 7_u128.has(9_999), 0_u128.nth(5), Wide::EMPTY.nth(5), Wide::EMPTY.lowest());
        let _ = (1_u128.window(9_999), Wide::EMPTY.window(9_999), 1_u128.window(-9_999), Wide::EMPTY.window(-9_999));
        let _ = (0_u128.lowest(), 0_u128.without_lowest(), Wide::EMPTY.without_lowest());
    }
}
