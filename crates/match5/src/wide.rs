//! Sets of cells for boards that no single word has room for.

use core::array::from_fn;
use core::ops::{BitAnd, BitOr, Not};

use gambol_core::bits::nth_in_words;

use crate::bits::Bits;

/// A set of up to 448 cells, for boards up to 20×20.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wide([u64; WORDS]);

const WORDS: usize = 7;

static WIDE_COLUMNS: [Wide; 21] = {
    let mut columns = [Wide([0; WORDS]); 21];
    let mut index = 0;
    while index < 20 * 20 {
        let mut count = index % 20 + 1;
        while count <= 20 {
            columns[count].0[index / 64] |= 1 << (index % 64);
            count += 1;
        }
        index += 1;
    }
    columns
};

static WIDE_BOARDS: [Wide; 21] = {
    let mut boards = [Wide([0; WORDS]); 21];
    let mut edge = 0;
    while edge < 21 {
        let mut index = 0;
        while index < 20 * edge {
            boards[edge].0[index / 64] |= WIDE_COLUMNS[edge].0[index / 64] & (1 << (index % 64));
            index += 1;
        }
        edge += 1;
    }
    boards
};

impl Wide {
    #[inline]
    fn zip(self, other: Self, word: impl Fn(u64, u64) -> u64) -> Self {
        let mut words = self.0;
        for (mine, theirs) in words.iter_mut().zip(other.0) {
            *mine = word(*mine, theirs);
        }
        Self(words)
    }
}

impl BitAnd for Wide {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |mine, theirs| mine & theirs)
    }
}

impl BitOr for Wide {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |mine, theirs| mine | theirs)
    }
}

impl Not for Wide {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl Bits for Wide {
    const EDGE: u8 = 20;
    const STRIDE: u8 = 20;
    const EMPTY: Self = Self([0; WORDS]);

    #[inline]
    fn bit(index: usize) -> Self {
        let mut words = [0; WORDS];
        if let Some(word) = words.get_mut(index / 64) {
            *word = 1 << (index % 64);
        }
        Self(words)
    }

    #[inline]
    fn columns(count: u8) -> Self {
        WIDE_COLUMNS[usize::from(count)]
    }

    #[inline]
    fn board(edge: u8) -> Self {
        WIDE_BOARDS[usize::from(edge)]
    }

    #[inline]
    fn down(self, by: u8) -> Self {
        let above = |index| self.0.get(index + 1).map_or(0, |word| word << (64 - by));
        Self(from_fn(|index| (self.0[index] >> by) | above(index)))
    }

    #[inline]
    fn up(self, by: u8) -> Self {
        let below = |index: usize| if index == 0 { 0 } else { self.0[index - 1] >> (64 - by) };
        Self(from_fn(|index| (self.0[index] << by) | below(index)))
    }

    #[inline]
    fn around(self, index: usize) -> (u128, u128) {
        // Words that are not there lie outside of the board and are empty.
        let word = |place: usize| self.0.get(place).copied().unwrap_or(0);
        let (place, bit) = (index / 64, index % 64);
        let (here, next, last) = (word(place), word(place + 1), word(place + 2));
        let (previous, first) = (word(place.wrapping_sub(1)), word(place.wrapping_sub(2)));
        let right = |low: u64, high: u64| (low >> bit) | ((high << 1) << (63 - bit));
        let left = |low: u64, high: u64| (high << (63 - bit)) | ((low >> 1) >> bit);
        let join = |low: u64, high: u64| (u128::from(high) << 64) | u128::from(low);
        (join(right(here, next), right(next, last)), join(left(first, previous), left(previous, here)))
    }

    #[inline]
    fn count(self) -> u16 {
        self.0.iter().map(|word| word.count_ones() as u16).sum()
    }

    #[inline]
    fn select(self, nth: u32) -> usize {
        nth_in_words(&self.0, nth).unwrap_or(0)
    }

    #[inline]
    fn take_first(&mut self) -> Option<usize> {
        let (index, word) = self.0.iter_mut().enumerate().find(|(_, word)| **word != 0)?;
        let first = word.trailing_zeros() as usize;
        *word &= *word - 1;
        Some(index * 64 + first)
    }
}
