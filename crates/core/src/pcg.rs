//! The generator of `rand_pcg` for WebAssembly, which lacks 128-bit products. Each step of
//! `rand_pcg` calls a function for the product there, which takes a tenth of the time of rollouts.
//! This implementation computes the product from 64-bit words.

use core::convert::Infallible;

use rand_core::TryRng;
use rand_core::utils::fill_bytes_via_next_word;

const HIGH: u64 = 0x2360_ED05_1FC6_5DA4;
const LOW: u64 = 0x4385_DF64_9FCC_F645;

/// PCG XSL 128/64 (MCG), with the stream of `rand_pcg::Pcg64Mcg`.
///
/// Source: M. E. O'Neill, *PCG: A Family of Simple Fast Space-Efficient Statistically Good
/// Algorithms for Random Number Generation*, 2014.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pcg64Mcg {
    high: u64,
    low: u64,
}

impl Pcg64Mcg {
    pub(crate) fn new(state: u128) -> Self {
        Self { high: (state >> 64) as u64, low: state as u64 | 1 }
    }
}

/// Returns the upper half of the product of two words.
#[inline]
fn upper(a: u64, b: u64) -> u64 {
    const HALF: u64 = u32::MAX as u64;
    let [(a_low, a_high), (b_low, b_high)] = [a, b].map(|word| (word & HALF, word >> 32));
    // None of these sums overflows.
    let middle = a_high * b_low + ((a_low * b_low) >> 32);
    let other = a_low * b_high + (middle & HALF);
    a_high * b_high + (middle >> 32) + (other >> 32)
}

impl TryRng for Pcg64Mcg {
    type Error = Infallible;

    #[inline]
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.try_next_u64().map(|word| word as u32)
    }

    // Not inlined, since a call costs less than the registers that the inlined code takes from a
    // rollout.
    #[inline(never)]
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        let Self { high, low } = *self;
        self.high = high.wrapping_mul(LOW).wrapping_add(low.wrapping_mul(HIGH)).wrapping_add(upper(low, LOW));
        self.low = low.wrapping_mul(LOW);
        Ok((self.high ^ self.low).rotate_right((self.high >> 58) as u32))
    }

    #[inline]
    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        fill_bytes_via_next_word(bytes, || self.try_next_u64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_generator_of_rand_pcg() {
        for state in [0, 1, u128::MAX, 1 << 64, u128::from(u64::MAX), 0xCAFE_F00D_D15E_A5E5] {
            let (mut ours, mut theirs) = (Pcg64Mcg::new(state), rand_pcg::Pcg64Mcg::new(state));
            for _ in 0..1000 {
                assert_eq!(ours.try_next_u64(), theirs.try_next_u64());
                assert_eq!(ours.try_next_u32(), theirs.try_next_u32());
            }
            let mut bytes = [[0; 21]; 2];
            let [by_ours, by_theirs] = &mut bytes;
            assert_eq!(ours.try_fill_bytes(by_ours), theirs.try_fill_bytes(by_theirs));
            assert_eq!(bytes[0], bytes[1]);
        }
    }
}
