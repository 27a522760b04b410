//! Platform-independent hashing.

use core::hash::Hasher;

/// Folds a word into a hash: the two halves of a 128-bit product, which spreads every bit of both
/// over the result.
///
/// ```
/// use gambol_core::mix;
///
/// // A key of a board of two words; the order counts.
/// let key = |words: [u64; 2]| words.into_iter().fold(0, mix);
/// assert_ne!(key([1, 2]), key([2, 1]));
/// ```
#[must_use]
#[inline]
pub const fn mix(hash: u64, word: u64) -> u64 {
    let a = hash ^ 0x2D35_8DCC_AA6C_78A5;
    let b = word ^ 0x9E37_79B9_7F4A_7C15;
    let product = (a as u128).wrapping_mul(b as u128);
    let folded = (product as u64) ^ ((product >> 64) as u64);
    // The product alone is zero whenever a factor is; the rotated sum keeps both inputs alive.
    let kept = folded ^ hash.rotate_left(23).wrapping_add(word.rotate_left(47));
    let spread = (kept ^ (kept >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    spread ^ (spread >> 32)
}

/// A [`Hasher`] whose result depends on nothing but the values written: not on the process and,
/// where numbers are written one by one, not on the machine's word size or byte order either. It is
/// the default of [`Game::key`](crate::Game::key).
///
/// Arrays, slices and vectors of numbers wider than a byte are not written one by one: their
/// `Hash`, and so the derived one of a struct that holds them, hands over the bytes as the machine
/// keeps them. A game with such fields, whose keys are to be the same on machines of either byte
/// order, hashes their elements itself, or has a [key](crate::Game::key) of its own.
///
/// ```
/// use core::hash::{Hash, Hasher};
/// use gambol_core::StableHasher;
/// let hash = |value: &str| {
///     let mut hasher = StableHasher::default();
///     value.hash(&mut hasher);
///     hasher.finish()
/// };
/// assert_eq!(hash("a1"), hash("a1"));
/// assert_ne!(hash("a1"), hash("b1"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct StableHasher(u64);

macro_rules! fold_words {
    ($($name:ident: $number:ty),*) => {
        $(
            #[inline]
            fn $name(&mut self, number: $number) {
                self.0 = mix(self.0, number as u64);
            }
        )*
    };
}

impl Hasher for StableHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.0 = mix(self.0, u64::from_le_bytes(word));
        }
        // The last word is filled up with zeros, which the length tells from bytes.
        self.0 = mix(self.0, bytes.len() as u64);
    }

    fold_words!(write_u8: u8, write_u16: u16, write_u32: u32, write_u64: u64, write_usize: usize);
    fold_words!(write_i8: i8, write_i16: i16, write_i32: i32, write_i64: i64, write_isize: isize);

    #[inline]
    fn write_u128(&mut self, number: u128) {
        self.0 = mix(mix(self.0, number as u64), (number >> 64) as u64);
    }

    #[inline]
    fn write_i128(&mut self, number: i128) {
        self.write_u128(number as u128);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn neighbouring_words_give_distant_hashes() {
        let mut hashes: Vec<u64> = (0..1_000).flat_map(|a| (0..100).map(move |b| mix(mix(0, a), b))).collect();
        let differing: u32 = hashes.windows(2).map(|pair| (pair[0] ^ pair[1]).count_ones()).sum();
        let mean = f64::from(differing) / (hashes.len() - 1) as f64;
        assert!((31.0..33.0).contains(&mean), "{mean}");
        hashes.sort_unstable();
        hashes.dedup();
        assert_eq!(hashes.len(), 100_000);
    }

    #[test]
    fn bytes_and_their_length_matter() {
        let hash = |bytes: &[u8]| {
            let mut hasher = StableHasher::default();
            hasher.write(bytes);
            hasher.finish()
        };
        assert_ne!(hash(&[0]), hash(&[0, 0]));
        assert_ne!(hash(&[]), hash(&[0]));
        assert_ne!(hash(b"abcdefg"), hash(b"abcdefg\xE0"));
        assert_ne!(hash(b"abc"), hash(b"abc\0\0\0\0\x60"));
        // Every length of zeros, and every last byte after each of them.
        let zeros = (0..20).map(|length| hash(&[0; 20][..length]));
        let ends = (0..20).flat_map(|length| (1..=255_u8).map(move |last| (length, last)));
        let others = ends.map(|(length, last)| {
            let mut bytes = [0; 21];
            bytes[length] = last;
            hash(&bytes[..=length])
        });
        let mut hashes: Vec<u64> = zeros.chain(others).collect();
        hashes.sort_unstable();
        hashes.dedup();
        assert_eq!(hashes.len(), 20 + 20 * 255);
    }
}
