//! The checkers of one side, and masks of places.

/// Number of checkers of a side.
pub(crate) const CHECKERS: u32 = 15;
/// Place of checkers that were borne off.
pub(crate) const OFF: u32 = 0;
/// Place of checkers on the bar.
pub(crate) const BAR: u32 = 25;
/// Number of places: off, 24 points, bar.
pub(crate) const PLACES: u32 = 26;
/// Mask of the points.
pub(crate) const POINTS: u32 = 0x1FF_FFFE;
/// Mask of the home board.
pub(crate) const HOME: u32 = 0x7E;

/// Number of checkers of one side on each place, as seen by that side: 0 is off, 1 to 24 are the
/// points from its ace point, 25 is the bar.
///
/// Bit `i` of the four words is the number of checkers on place `i` in binary, lowest bit first.
/// Masks of occupied places, of blots and of made points are then a few operations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Side([u32; 4]);

impl Side {
    /// Creates a side from the number of checkers on each place, each at most 15.
    pub(crate) fn new(counts: [u8; PLACES as usize]) -> Self {
        let mut side = Self::default();
        for (place, &count) in counts.iter().enumerate() {
            for (bit, word) in side.0.iter_mut().enumerate() {
                *word |= (u32::from(count) >> bit & 1) << place;
            }
        }
        side
    }

    #[inline]
    pub(crate) fn count(self, place: u32) -> u32 {
        let [ones, twos, fours, eights] = self.0.map(|word| word >> place & 1);
        ones | twos << 1 | fours << 2 | eights << 3
    }

    #[inline]
    pub(crate) fn add(&mut self, place: u32) {
        let mut carry = 1 << place;
        for word in &mut self.0 {
            let next = *word & carry;
            *word ^= carry;
            carry = next;
        }
    }

    #[inline]
    pub(crate) fn remove(&mut self, place: u32) {
        let mut borrow = 1 << place;
        for word in &mut self.0 {
            let next = !*word & borrow;
            *word ^= borrow;
            borrow = next;
        }
    }

    /// Returns the mask of places with at least one checker.
    #[inline]
    pub(crate) fn occupied(self) -> u32 {
        self.0[0] | self.many()
    }

    /// Returns the mask of places with at least two checkers.
    #[inline]
    pub(crate) fn many(self) -> u32 {
        self.0[1] | self.0[2] | self.0[3]
    }

    /// Returns the mask of places with one checker.
    #[inline]
    pub(crate) fn single(self) -> u32 {
        self.0[0] & !self.many()
    }

    /// Whether all checkers were borne off.
    #[inline]
    pub(crate) fn is_off(self) -> bool {
        self.occupied() & !(1 << OFF) == 0
    }

    /// Returns the words as two numbers, for keys.
    #[inline]
    pub(crate) fn words(self) -> [u64; 2] {
        let [a, b, c, d] = self.0.map(u64::from);
        [a | b << 32, c | d << 32]
    }

    /// Returns the number of pips to bear off all checkers.
    pub(crate) fn pips(self) -> u32 {
        (1..PLACES).map(|place| place * self.count(place)).sum()
    }
}

/// Returns a mask of points as seen by the opponent, whose points count from the other end.
#[inline]
pub(crate) fn mirrored(mask: u32) -> u32 {
    mask.reverse_bits() >> 6 & POINTS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checkers_are_counted_on_every_place() {
        for place in 0..PLACES {
            let mut side = Side::default();
            for count in 0..=15 {
                assert_eq!(side.count(place), count);
                assert_eq!((0..PLACES).map(|other| side.count(other)).sum::<u32>(), count);
                assert_eq!(side.occupied(), u32::from(count > 0) << place);
                assert_eq!(side.many(), u32::from(count > 1) << place);
                assert_eq!(side.single(), u32::from(count == 1) << place);
                let mut less = side;
                less.add(place);
                less.remove(place);
                assert!(count == 15 || less == side);
                side.add(place);
            }
        }
    }

    #[test]
    fn points_are_mirrored() {
        for point in 1..=24 {
            assert_eq!(mirrored(1 << point), 1 << (25 - point));
        }
        assert_eq!(mirrored(1 << OFF | 1 << BAR), 0);
    }
}
