//! The page's packed form of a pattern: nine words of 32 bits, documented at [`Pattern::packed`].

use alloc::vec::Vec;
use core::ops::Range;

use bitvec::field::BitField;
use bitvec::order::Lsb0;
use bitvec::view::BitView;
use gambol_core::Cell;

use super::pattern::{Field, LARGEST, Pattern, PatternError};

/// Number of words of a packed pattern.
const WORDS: usize = LARGEST as usize;

/// The bits of a word that contain its fields, and those of its byte.
const FIELDS: Range<usize> = 0..2 * WORDS;
const BYTE: Range<usize> = 24..32;

/// Error returned when nine words are not a packed pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum PackedError {
    /// The fields are not a pattern.
    #[error(transparent)]
    Pattern(#[from] PatternError),
    /// A byte above the fields, or the bits between, do not match the fields.
    #[error("word {word} has {said} above its fields; expected {due}")]
    Upper {
        /// Number of the word, from 0.
        word: u8,
        /// Its bits from 18 on.
        said: u16,
        /// Expected bits.
        due: u16,
    },
}

impl Pattern {
    /// Returns the page's packed form: nine words, one for each row of the board.
    ///
    /// - Bits 0 to 17 of word `y`: the fields of row `y`, two bits each, that of column 0 lowest. 0
    ///   empty, 1 red, 2 blue, 3 no influence or outside of the pattern.
    /// - Bits 18 to 23: 0.
    /// - Bits 24 to 31 of words 0 to 8: the last column, the last row, the column of X, the row of
    ///   X, the level, the numbers of empty (including X), red and blue fields, and 0.
    ///
    /// ```
    /// use gambol_self_taught::Pattern;
    /// let four: Pattern = "BBBBX 1".parse()?;
    /// // Blue four times, then empty, then four of no influence, from the highest bits:
    /// // 11 11 11 11 00 10 10 10 10.
    /// assert_eq!(four.packed()[0], 4 << 24 | 0b11_11_11_11_00_10_10_10_10);
    /// assert_eq!(four.packed()[2] >> 24, 4);
    /// assert_eq!(Pattern::from_packed(four.packed()), Ok(four));
    /// # Ok::<(), gambol_core::TextError>(())
    /// ```
    #[must_use]
    pub fn packed(&self) -> [u32; WORDS] {
        let upper = self.upper();
        core::array::from_fn(|row| {
            let mut word = 0;
            let bits = word.view_bits_mut::<Lsb0>();
            for (column, field) in (0..).zip(bits[FIELDS].chunks_mut(2)) {
                field.store(match self.field(Cell::new(column, row as u8)) {
                    Field::Empty => 0_u8,
                    Field::Red => 1,
                    Field::Blue => 2,
                    Field::Any => 3,
                });
            }
            bits[BYTE].store(upper[row]);
            word
        })
    }

    /// Returns the upper bytes.
    fn upper(&self) -> [u8; WORDS] {
        let [empty, red, blue] = [Field::Empty, Field::Red, Field::Blue].map(|field| self.count(field));
        let focus = self.focus();
        [self.width() - 1, self.height() - 1, focus.column, focus.row, self.level(), empty, red, blue, 0]
    }

    /// Parses the pattern in these words.
    ///
    /// # Errors
    ///
    /// Fails if the words are not the [`packed`](Self::packed) form of any pattern: the fields are
    /// not a pattern, are not left-top aligned, or disagree with the upper bits.
    pub fn from_packed(words: [u32; WORDS]) -> Result<Self, PackedError> {
        let byte = |word: usize| words[word].view_bits::<Lsb0>()[BYTE].load::<u8>();
        let mut fields = Vec::new();
        for (row, word) in (0..).zip(&words) {
            for (column, field) in (0..).zip(word.view_bits::<Lsb0>()[FIELDS].chunks(2)) {
                let field = match field.load::<u8>() {
                    0 => Field::Empty,
                    1 => Field::Red,
                    2 => Field::Blue,
                    _ => continue,
                };
                fields.push((Cell::new(column, row), field));
            }
        }
        let pattern = Self::new(fields, Cell::new(byte(2), byte(3)), byte(4))?;
        for (word, (said, due)) in (0_u8..).zip(words.iter().zip(pattern.upper())) {
            let (said, due) = (said.view_bits::<Lsb0>()[FIELDS.end..].load(), u16::from(due) << 6);
            if said != due {
                return Err(PackedError::Upper { word, said, due });
            }
        }
        Ok(pattern)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The page's crossing rows, word by word.
    #[test]
    fn every_bit_has_its_place() {
        let crossing: Pattern = "0.../B.../B.../XBB0/0.../0... 3".parse().unwrap();
        let rest = 0b11_11_11_11_11_11_11_11 << 2;
        assert_eq!(
            crossing.packed(),
            [
                3 << 24 | rest,
                5 << 24 | rest | 2,
                rest | 2,
                3 << 24 | 0b11_11_11_11_11_00_10_10_00,
                3 << 24 | rest,
                5 << 24 | rest,
                rest | 3,
                4 << 24 | rest | 3,
                rest | 3,
            ]
        );
        let red: Pattern = "RX/.B 200".parse().unwrap();
        let upper: Vec<u32> = red.packed().iter().map(|word| word >> 24).collect();
        assert_eq!(upper, [1, 1, 1, 0, 200, 1, 1, 1, 0]);
        assert_eq!(red.packed()[0] & 15, 1);
    }

    #[test]
    fn patterns_come_back() {
        for text in [
            "BBBBX 1",
            "X 255",
            "0.../B.../B.../XBB0/0.../0... 3",
            "RX/.B 2",
            "X......../........./B.......B/........./........./........./........./........./B.......R 9",
        ] {
            let pattern: Pattern = text.parse().unwrap();
            assert_eq!(Pattern::from_packed(pattern.packed()), Ok(pattern), "{text}");
        }
    }

    #[test]
    fn no_bit_can_change_unseen() {
        let pattern: Pattern = "0.../B.../B.../XBB0/0.../0... 3".parse().unwrap();
        for word in 0..WORDS {
            for bit in 0..32 {
                let mut words = pattern.packed();
                words[word] ^= 1 << bit;
                // Except for the level, which nothing else determines; the files have a checksum.
                let other = Pattern::from_packed(words);
                assert!(other.is_err() || (word, bit >= 24) == (4, true), "word {word}, bit {bit}");
            }
        }
        let shifted = {
            let mut words = pattern.packed();
            words.rotate_right(1);
            words
        };
        assert!(Pattern::from_packed(shifted).is_err());
        assert!(matches!(Pattern::from_packed([u32::MAX; WORDS]), Err(PackedError::Pattern(PatternError::Focus(_)))));
    }
}
