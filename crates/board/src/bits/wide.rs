//! Cell sets for boards of more than 128 cells.

use core::array::from_fn;
use core::ops::{BitAnd, BitOr, BitXor, Not};

use super::CellSet;
use super::nth::nth_in_words;

/// A set of up to `64 * WORDS` cells, the lowest in the first word.
///
/// ```
/// use gambol_board::bits::{CellSet, Wide};
///
/// let set = Wide::<4>::bit(3) | Wide::<4>::bit(200);
/// assert_eq!((set.count(), set.has(200), set.has(4)), (2, true, false));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wide<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> Wide<WORDS> {
    /// Creates a set from its words.
    #[must_use]
    pub const fn from_words(words: [u64; WORDS]) -> Self {
        Self(words)
    }

    /// Returns the words of the set.
    #[must_use]
    pub const fn as_words(&self) -> &[u64; WORDS] {
        &self.0
    }

    /// Returns a word, or an empty one beyond the set.
    #[inline]
    fn word(&self, index: usize) -> u64 {
        self.0.get(index).copied().unwrap_or(0)
    }
}

impl<const WORDS: usize> CellSet for Wide<WORDS> {
    const CELLS: usize = 64 * WORDS;
    const EMPTY: Self = Self([0; WORDS]);

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
        Self(from_fn(|word| match count.saturating_sub(64 * word) {
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
        self.word(index / 64) >> (index % 64) & 1 == 1
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
        64 * word + self.word(word).trailing_zeros() as usize
    }

    #[inline]
    fn without_lowest(mut self) -> Self {
        if let Some(word) = self.0.iter_mut().find(|word| **word != 0) {
            *word &= word.wrapping_sub(1);
        }
        self
    }

    #[inline]
    fn take_lowest(&mut self) -> Option<usize> {
        let (index, word) = self.0.iter_mut().enumerate().find(|(_, word)| **word != 0)?;
        let lowest = word.trailing_zeros() as usize;
        *word &= *word - 1;
        Some(64 * index + lowest)
    }

    #[inline]
    fn nth(self, rank: u32) -> usize {
        nth_in_words(&self.0, rank).unwrap_or(0)
    }

    #[inline]
    fn window(self, from: i32) -> u64 {
        if from < 0 {
            return self.word(0).wrapping_shl(from.unsigned_abs());
        }
        let (word, by) = (from as usize / 64, from as u32 % 64);
        self.word(word) >> by | self.word(word + 1) << 1 << (63 - by)
    }

    #[inline]
    fn words(self) -> impl Iterator<Item = u64> {
        self.0.into_iter()
    }

    #[inline]
    fn around(self, index: usize) -> (u128, u128) {
        let (place, bit) = (index / 64, index % 64);
        let (here, next, last) = (self.word(place), self.word(place + 1), self.word(place + 2));
        let (previous, first) = (self.word(place.wrapping_sub(1)), self.word(place.wrapping_sub(2)));
        let right = |low: u64, high: u64| (low >> bit) | ((high << 1) << (63 - bit));
        let left = |low: u64, high: u64| (high << (63 - bit)) | ((low >> 1) >> bit);
        let join = |low: u64, high: u64| (u128::from(high) << 64) | u128::from(low);
        (join(right(here, next), right(next, last)), join(left(first, previous), left(previous, here)))
    }

    #[inline]
    fn up(self, by: u32) -> Self {
        let by = by & 63;
        // Two shifts for bits that cross words, since a shift by 64 would overflow.
        Self(from_fn(|word| {
            let below = if word > 0 { self.0[word - 1] } else { 0 };
            self.0[word] << by | below >> 1 >> (63 - by)
        }))
    }

    #[inline]
    fn down(self, by: u32) -> Self {
        let by = by & 63;
        Self(from_fn(|word| {
            let above = if word + 1 < WORDS { self.0[word + 1] } else { 0 };
            self.0[word] >> by | above << 1 << (63 - by)
        }))
    }
}

macro_rules! word_by_word {
    ($($operator:ident $name:ident $symbol:tt),*) => {
        $(
            impl<const WORDS: usize> $operator for Wide<WORDS> {
                type Output = Self;

                #[inline]
                fn $name(self, other: Self) -> Self {
                    Self(from_fn(|word| self.0[word] $symbol other.0[word]))
                }
            }
        )*
    };
}

word_by_word!(BitAnd bitand &, BitOr bitor |, BitXor bitxor ^);

impl<const WORDS: usize> Not for Wide<WORDS> {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}
