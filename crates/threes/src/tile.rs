//! Tiles: cards on the board.

use core::fmt;
use core::num::NonZeroU8;
use core::str::FromStr;

use gambol_board::notation::number;
use gambol_core::TextError;

/// A card or tile: 1, 2, or 3 doubled up to twelve times.
///
/// Stored as its *rank*, which is its nibble on a board: 1, 2, 3 for these values, then 4 for 6, 5
/// for 12, up to 15 for 12,288.
///
/// ```
/// use gambol_threes::Tile;
/// let tile = Tile::new(48).unwrap();
/// assert_eq!((tile.rank(), tile.value(), tile.points()), (7, 48, 243));
/// assert_eq!(tile.merged(tile), Tile::new(96));
/// assert_eq!(Tile::ONE.merged(Tile::TWO), Some(Tile::THREE));
/// assert_eq!(Tile::new(5), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tile(NonZeroU8);

impl Tile {
    /// The tile 1, worth no points.
    pub const ONE: Self = Self(NonZeroU8::MIN);
    /// The tile 2, worth no points.
    pub const TWO: Self = Self::ranked(2);
    /// The tile 3, worth 3 points.
    pub const THREE: Self = Self::ranked(3);
    /// The least bonus card, 6.
    pub const LEAST_BONUS: Self = Self::ranked(4);
    /// The greatest tile, 12,288, which does not merge.
    pub const GREATEST: Self = Self::ranked(15);

    /// The tile with this value; `None` if there is none.
    #[must_use]
    pub const fn new(value: u16) -> Option<Self> {
        match value {
            1 => Some(Self::ONE),
            2 => Some(Self::TWO),
            _ => {
                let doublings = (value / 3).trailing_zeros();
                if value != 0 && doublings <= 12 && value == 3 << doublings {
                    Some(Self::ranked(doublings as u8 + 3))
                } else {
                    None
                }
            }
        }
    }

    /// The tile with this rank; `None` unless it is from 1 to 15.
    #[must_use]
    pub const fn from_rank(rank: u8) -> Option<Self> {
        if rank == 0 || rank > 15 { None } else { Some(Self::ranked(rank)) }
    }

    /// Like [`from_rank`](Self::from_rank), for valid ranks. The four lowest bits count, and 0
    /// gives a tile 1.
    pub(crate) const fn ranked(rank: u8) -> Self {
        match NonZeroU8::new(rank & 15) {
            Some(rank) => Self(rank),
            None => Self::ONE,
        }
    }

    /// Its rank as it is stored.
    pub(crate) const fn nonzero(self) -> NonZeroU8 {
        self.0
    }

    /// Its rank, which is its nibble on a board: from 1 to 15.
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0.get()
    }

    /// Its value: the number on it.
    #[must_use]
    pub const fn value(self) -> u16 {
        match self.rank() {
            rank @ ..3 => rank as u16,
            rank => 3 << (rank - 3),
        }
    }

    /// Its points: 0 for 1 and 2, 3 for a 3, and three times as many for each doubling.
    #[must_use]
    pub const fn points(self) -> i64 {
        match self.rank() {
            ..3 => 0,
            rank => 3_i64.pow(rank as u32 - 2),
        }
    }

    /// The tile that this tile and another one merge to, in either order; `None` if they do not
    /// merge.
    #[must_use]
    pub const fn merged(self, other: Self) -> Option<Self> {
        match (self.rank(), other.rank()) {
            (1, 2) | (2, 1) => Some(Self::THREE),
            (a @ 3..15, b) if a == b => Some(Self::ranked(a + 1)),
            _ => None,
        }
    }
}

impl fmt::Debug for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tile({})", self.value())
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value().fmt(f)
    }
}

impl FromStr for Tile {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        number(text, u64::from(u16::MAX))
            .and_then(|value| Self::new(value as u16))
            .ok_or_else(|| TextError::new("tile", text, "the tiles are 1, 2, and 3 doubled at most twelve times"))
    }
}

#[cfg(feature = "serde")]
gambol_core::serde_as_text!(Tile);

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;
    use alloc::vec::Vec;

    #[test]
    fn there_are_fifteen_tiles() {
        let values: Vec<u16> = (0..=u16::MAX).filter(|&value| Tile::new(value).is_some()).collect();
        assert_eq!(values, [1, 2, 3, 6, 12, 24, 48, 96, 192, 384, 768, 1536, 3072, 6144, 12288]);
        for (index, &value) in values.iter().enumerate() {
            let tile = Tile::new(value).unwrap();
            assert_eq!((tile.value(), usize::from(tile.rank())), (value, index + 1));
            assert_eq!(Tile::from_rank(tile.rank()), Some(tile));
            assert_eq!(tile.to_string().parse(), Ok(tile));
        }
        assert_eq!((Tile::from_rank(0), Tile::from_rank(16)), (None, None));
    }

    #[test]
    fn points_are_powers_of_three() {
        let points = [1, 2, 3, 6, 12, 384, 6144, 12288].map(|value| Tile::new(value).unwrap().points());
        assert_eq!(points, [0, 0, 3, 9, 27, 6_561, 531_441, 1_594_323]);
    }

    #[test]
    fn only_one_and_two_and_equal_tiles_from_three_merge() {
        for a in 1..=15 {
            for b in 1..=15 {
                let [a, b] = [a, b].map(|rank| Tile::from_rank(rank).unwrap());
                let sum = a.value() + b.value();
                let merge = sum == 3 || (a == b && a.value() >= 3 && a.value() < 12_288);
                assert_eq!(a.merged(b), if merge { Tile::new(sum) } else { None });
            }
        }
    }

    #[test]
    fn no_other_number_is_a_tile() {
        for text in ["", "0", "5", "4", "9", "01", "+1", " 1", "24576", "65536", "1e3", "６"] {
            assert!(text.parse::<Tile>().is_err(), "{text}");
        }
    }
}
