//! Three small numbers in one word.

use core::ops::{Add, AddAssign};

/// Bits of a lane: numbers of 20 bits, and one bit for comparisons.
const BITS: u32 = 21;
/// 1 in each lane.
const EACH: u64 = 1 | 1 << BITS | 1 << (2 * BITS);
/// The bit of each lane that numbers do not use.
const SPARE: u64 = EACH << (BITS - 1);
/// The offset that makes numbers from -2¹⁹ to 2¹⁹ - 1 nonnegative.
const BIAS: u64 = EACH << (BITS - 2);

/// Three numbers: those of a quadrant's row or column, or of its three rows or columns.
///
/// The word is the sum of the numbers, each times a power of two. So sums of words have the sums of
/// their numbers, for any signs; a number can be read if the numbers below it are nonnegative.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lanes(u64);

impl Lanes {
    pub(super) fn new([first, second, third]: [i32; 3]) -> Self {
        let lane = |number: i32, lane: u32| i64::from(number).cast_unsigned() << (lane * BITS);
        Self(lane(first, 0)) + Self(lane(second, 1)) + Self(lane(third, 2))
    }

    /// The same number three times.
    #[inline]
    pub(super) fn all(number: i32) -> Self {
        Self(i64::from(number).cast_unsigned().wrapping_mul(EACH))
    }

    /// The first number as the third, with zeros below it. The second must be 0.
    #[inline]
    pub(super) fn first_as_third(self) -> Self {
        Self(self.0 << (2 * BITS))
    }

    /// Without the third number. The first two must be nonnegative.
    #[inline]
    pub(super) fn without_third(self) -> Self {
        Self(self.0 & ((1 << (2 * BITS)) - 1))
    }

    /// A nonnegative number; those below it must be nonnegative, too.
    #[inline]
    pub(super) fn natural(self, lane: usize) -> i32 {
        (self.0 >> (lane as u32 * BITS)) as i32 & ((1 << BITS) - 1)
    }

    /// The third number. The first two must be nonnegative.
    #[inline]
    pub(super) fn third(self) -> i32 {
        (self.0.cast_signed() >> (2 * BITS)) as i32
    }
}

impl Add for Lanes {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }
}

impl AddAssign for Lanes {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

/// The maximum numbers, from -2¹⁹ + 1 to 2¹⁹ - 1, of the empty cells of some rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Greatest(u64);

impl Greatest {
    /// The maximum of no cells.
    pub(super) const NONE: Self = Self(0);

    /// All bits of the lanes of the empty cells, indexed by the taken cells of a row.
    const EMPTY: [u64; 8] = {
        let mut lanes = [0; 8];
        let mut taken = 0;
        while taken < 8 {
            let mut cell = 0;
            while cell < 3 {
                if taken >> cell & 1 == 0 {
                    lanes[taken] |= ((1 << (BITS - 1)) - 1) << (cell * BITS as usize);
                }
                cell += 1;
            }
            taken += 1;
        }
        lanes
    };

    /// Includes the numbers of the empty cells of a row.
    #[inline]
    pub(super) fn take(&mut self, row: Lanes, taken: usize) {
        let row = row.0.wrapping_add(BIAS) & Self::EMPTY[taken & 7];
        let not_less = ((row | SPARE) - self.0) & SPARE;
        let greater = not_less - (not_less >> (BITS - 1));
        self.0 ^= (self.0 ^ row) & greater;
    }

    /// Whether any of the numbers is at least this one.
    #[inline]
    pub(super) fn reaches(self, number: i32) -> bool {
        let half = 1 << (BITS - 2);
        let number = (number.clamp(1 - half, half) + half) as u64;
        ((self.0 | SPARE) - number * EACH) & SPARE != 0
    }

    /// The overall maximum.
    #[inline]
    pub(super) fn number(self) -> i32 {
        let lanes = Lanes(self.0);
        lanes.natural(0).max(lanes.natural(1)).max(lanes.natural(2)) - (1 << (BITS - 2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_have_the_sums_of_the_numbers() {
        let sum = Lanes::new([-3, 70_000, -5]) + Lanes::new([5, -60_000, 1]) + Lanes::all(7);
        assert_eq!((sum.natural(0), sum.natural(1), sum.third()), (9, 10_007, 3));
        let negative = Lanes::new([4, 2, -9]);
        assert_eq!(negative.third(), -9);
        let moved = negative.without_third() + Lanes::new([-1, 0, 9]).first_as_third();
        assert_eq!((moved.natural(0), moved.natural(1), moved.third()), (4, 2, -1));
    }

    #[test]
    fn the_greatest_of_empty_cells_is_found() {
        let rows = [[-7, 3, -400_000], [524_287, -2, 5], [1, 9, 9], [-524_287, 0, 2]];
        for taken in 0..4096_usize {
            let mut greatest = Greatest::NONE;
            let mut expected = None;
            for (row, numbers) in rows.into_iter().enumerate() {
                let taken = taken >> (3 * row);
                greatest.take(Lanes::new(numbers), taken);
                let empty = (0..3).filter(|cell| taken >> cell & 1 == 0).map(|cell| numbers[cell]);
                expected = expected.max(empty.max());
            }
            let Some(expected) = expected else { continue };
            assert_eq!(greatest.number(), expected, "{taken:o}");
            assert!(greatest.reaches(expected) && greatest.reaches(i32::MIN), "{taken:o}");
            assert!(!greatest.reaches(expected + 1) && !greatest.reaches(i32::MAX), "{taken:o}");
        }
    }
}
