//! Where in a word the n-th of its bits is.

/// A one in each byte.
const ONES: u64 = 0x0101_0101_0101_0101;

/// Every second bit, every second pair, the lower half and the top bit of each byte.
const FIVES: u64 = 0x55 * ONES;
const THREES: u64 = 0x33 * ONES;
const LOW_HALVES: u64 = 0x0F * ONES;
const TOPS: u64 = 0x80 * ONES;

/// Byte k of the result is the number of bits in the bytes 0 to k.
#[inline]
pub(crate) fn byte_sums(word: u64) -> u64 {
    let pairs = word - ((word >> 1) & FIVES);
    let fours = (pairs & THREES) + ((pairs >> 2) & THREES);
    ((fours + (fours >> 4)) & LOW_HALVES).wrapping_mul(ONES)
}

/// Where in a byte the bit is that `nth` others precede: at `nth * 256 + byte`.
static SELECT: [u8; 8 * 256] = {
    let mut table = [0; 8 * 256];
    let mut byte = 0;
    while byte < 256 {
        let mut nth = 0;
        let mut bit = 0;
        while bit < 8 {
            if (byte >> bit) & 1 == 1 {
                table[nth * 256 + byte] = bit;
                nth += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// The place of the bit that `nth` others precede in a word with these [`byte_sums`]; some place if there is none.
///
/// Source: S. Vigna, *Broadword Implementation of Rank/Select Queries*, WEA 2008: find the byte by comparing all eight sums at
/// once, then the bit in the byte by a table. The instruction that does it in one step (pdep) is not in every machine.
#[inline]
pub(crate) fn select_in_word(word: u64, sums: u64, nth: u32) -> usize {
    let nth = u64::from(nth) & 63;
    // Bit 7 of each byte stays set where the sum is at most nth: such bytes come before the one that is sought.
    let before = (((nth * ONES) | TOPS) - sums) & TOPS;
    let byte = ((before >> 7).wrapping_mul(ONES) >> 56) & 7;
    let shift = byte * 8;
    let rest = nth.wrapping_sub((sums << 8) >> shift) & 7;
    shift as usize + usize::from(SELECT[((rest << 8) | ((word >> shift) & 255)) as usize])
}

#[cfg(test)]
mod tests {
    use super::*;
    use gambol_core::Seed;
    use gambol_core::random::Rng;

    #[test]
    fn every_bit_is_found_by_its_number() {
        let mut rng = Seed::new(1).rng();
        for round in 0..2_000 {
            // Words from full to sparse.
            let word = (0..round % 7).fold(u64::MAX, |word, _| word & rng.next_u64());
            let sums = byte_sums(word);
            assert_eq!(sums >> 56, u64::from(word.count_ones()));
            let places = (0..64).filter(|place| (word >> place) & 1 == 1);
            for (nth, place) in places.enumerate() {
                assert_eq!(select_in_word(word, sums, nth as u32), place);
            }
        }
    }

    #[test]
    fn a_number_too_great_gives_some_place() {
        for word in [0, 1, u64::MAX, 1 << 63] {
            for nth in [1, 63, 64, 1_000, u32::MAX] {
                assert!(select_in_word(word, byte_sums(word), nth) < 64);
            }
        }
    }
}
