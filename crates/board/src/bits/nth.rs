//! Select: the position of the n-th set bit, counted from 0.
//!
//! Processors have an instruction for it (`pdep`), but the usual targets do not require it. This
//! implementation does without, and without a loop or a branch within a word.
//!
//! Source: S. Vigna, *Broadword Implementation of Rank/Select Queries*, WEA 2008: find the byte by
//! comparing the sums of all eight bytes in parallel, then the bit in the byte with a table.

use core::hint::select_unpredictable;

/// A one in each byte.
const ONES: u64 = 0x0101_0101_0101_0101;

/// Every second bit, every second pair, the lower half and the top bit of each byte.
const FIVES: u64 = 0x55 * ONES;
const THREES: u64 = 0x33 * ONES;
const LOW_HALVES: u64 = 0x0F * ONES;
const TOPS: u64 = 0x80 * ONES;

/// Returns the position of the set bit of a word with `n` lower ones. If there is none, returns an
/// arbitrary position below 64.
///
/// ```
/// use gambol_board::bits::nth_in_word;
/// assert_eq!(nth_in_word(0b1010_0100, 0), 2);
/// assert_eq!(nth_in_word(0b1010_0100, 2), 7);
/// ```
#[inline]
#[must_use]
pub fn nth_in_word(word: u64, n: u32) -> usize {
    nth(word, byte_sums(word), n)
}

/// Returns the position of the set bit of 128 bits with `n` lower ones. If there is none, returns
/// an arbitrary position below 128.
///
/// ```
/// use gambol_board::bits::nth_in_u128;
///
/// assert_eq!(nth_in_u128(1 << 3 | 1 << 100, 1), 100);
/// ```
#[inline]
#[must_use]
pub fn nth_in_u128(set: u128, n: u32) -> usize {
    let (low, high) = (set as u64, (set >> 64) as u64);
    let (sums, high_sums) = (byte_sums(low), byte_sums(high));
    let in_low = count(sums);
    // For random `n`, the half is random, too: a branch would be mispredicted every other time.
    let below = n < in_low;
    let word = select_unpredictable(below, low, high);
    let sums = select_unpredictable(below, sums, high_sums);
    let n = select_unpredictable(below, n, n.wrapping_sub(in_low));
    nth(word, sums, n) + select_unpredictable(below, 0, 64)
}

/// Returns the number of set bits of 128 bits. Without an instruction that counts bits, which the
/// usual targets lack, it counts both halves together.
///
/// ```
/// use gambol_board::bits::count_in_u128;
///
/// assert_eq!(count_in_u128(1 << 3 | 1 << 100), 2);
/// ```
#[inline]
#[must_use]
pub const fn count_in_u128(set: u128) -> u32 {
    if cfg!(any(target_family = "wasm", target_feature = "popcnt")) {
        return set.count_ones();
    }
    let fours = fours(set as u64) + fours((set >> 64) as u64);
    count(((fours & LOW_HALVES) + (fours >> 4 & LOW_HALVES)).wrapping_mul(ONES))
}

/// Returns the position of the set bit with `n` lower ones in several words, lowest word first, or
/// `None` if there is none.
#[inline]
#[must_use]
pub(crate) fn nth_in_words(words: &[u64], mut n: u32) -> Option<usize> {
    for (index, &word) in words.iter().enumerate() {
        let sums = byte_sums(word);
        if n < count(sums) {
            return Some(64 * index + nth(word, sums, n));
        }
        n -= count(sums);
    }
    None
}

/// Returns prefix sums: byte k of the result is the number of set bits in the bytes 0 to k.
#[inline]
const fn byte_sums(word: u64) -> u64 {
    let fours = fours(word);
    ((fours + (fours >> 4)) & LOW_HALVES).wrapping_mul(ONES)
}

/// Returns the number of set bits of each half of a byte, in these four bits.
#[inline]
const fn fours(word: u64) -> u64 {
    let pairs = word - (word >> 1 & FIVES);
    (pairs & THREES) + (pairs >> 2 & THREES)
}

/// Returns the number of set bits of a word with these [`byte_sums`].
#[inline]
const fn count(sums: u64) -> u32 {
    (sums >> 56) as u32
}

/// Position in a byte of the set bit with `n` lower ones, at index `n * 256 + byte`.
static IN_BYTE: [u8; 8 * 256] = {
    let mut table = [0; 8 * 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut n, mut bit) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[n * 256 + byte] = bit;
                n += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// Returns the position of the set bit with `n` lower ones in a word with these [`byte_sums`].
#[inline]
fn nth(word: u64, sums: u64, n: u32) -> usize {
    let n = u64::from(n) & 63;
    // Bit 7 of each byte stays set if the sum is at most n: such bytes are below the one with the
    // bit.
    let before = (((n * ONES) | TOPS) - sums) & TOPS;
    let byte = (before >> 7).wrapping_mul(ONES) >> 56 & 7;
    let shift = byte * 8;
    let rest = n.wrapping_sub(sums << 8 >> shift) & 7;
    shift as usize + usize::from(IN_BYTE[(rest << 8 | word >> shift & 255) as usize])
}

#[cfg(test)]
mod tests {
    use super::*;
    use gambol_core::{Rng, Seed};

    #[test]
    fn every_bit_is_found_by_its_number() {
        let mut rng = Seed::new(1).rng();
        for round in 0..2_000 {
            // Words from full to sparse.
            let mut word = || (0..round % 7).fold(u64::MAX, |word, _| word & rng.next_u64());
            let words = [word(), word(), word()];
            let set = u128::from(words[1]) << 64 | u128::from(words[0]);
            let all = (0..192).filter(|&place| words_have(&words, place));
            for (n, place) in all.enumerate() {
                let n = n as u32;
                assert_eq!(nth_in_words(&words, n), Some(place));
                if place < 128 {
                    assert_eq!(nth_in_u128(set, n), place);
                    assert_eq!(count_in_u128(set), set.count_ones());
                }
                if place < 64 {
                    assert_eq!(nth_in_word(words[0], n), place);
                }
            }
        }
    }

    fn words_have(words: &[u64], place: usize) -> bool {
        words.get(place / 64).is_some_and(|word| word >> (place % 64) & 1 == 1)
    }

    #[test]
    fn words_without_bits_are_skipped() {
        assert_eq!(nth_in_words(&[0b1000, 0, 0b10], 1), Some(129));
        assert_eq!(nth_in_words(&[0b1000, 0, 0b10], 2), None);
    }

    #[test]
    fn a_number_too_great_gives_some_place() {
        for word in [0, 1, u64::MAX, 1 << 63] {
            for n in [1, 63, 64, 127, 128, 1_000, u32::MAX] {
                assert!(nth_in_word(word, n) < 64);
                assert!(nth_in_u128(u128::from(word), n) < 128);
                let few = u64::from(n) >= u64::from(word.count_ones());
                assert_eq!(nth_in_words(&[word], n).is_none(), few);
            }
        }
    }
}
