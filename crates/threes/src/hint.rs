//! Hints: the information about the next card.

use core::fmt;
use core::num::NonZeroU8;
use core::str::FromStr;

use gambol_core::TextError;

use crate::tile::Tile;

/// The visible information about the next card: the value of a 1, 2 or 3; `+` for a bonus
/// ([`Bonus::Uniform`](crate::Bonus::Uniform)), or its candidates
/// ([`Bonus::PickThree`](crate::Bonus::PickThree)).
///
/// ```
/// use gambol_threes::{Hint, Tile};
/// let hint: Hint = "6|12|24".parse()?;
/// assert_eq!(hint, Hint::window(Tile::new(6).unwrap(), 3).unwrap());
/// assert!(hint.is_bonus() && Hint::PLUS.is_bonus());
/// assert_eq!("3".parse::<Hint>()?.card(), Some(Tile::THREE));
/// # Ok::<(), gambol_core::TextError>(())
/// ```
// A card by its rank; `+` as `PLUS`; candidates as their least rank, with their number in the upper
// four bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hint(NonZeroU8);

impl Hint {
    /// A bonus of any value from 6 to an eighth of the greatest tile.
    pub const PLUS: Self = Self(NonZeroU8::MAX);

    /// The least rank of a bonus: that of 6.
    const LEAST: u8 = Tile::LEAST_BONUS.rank();
    /// The greatest rank of a bonus: that of 1,536, an eighth of 12,288.
    const MOST: u8 = Tile::GREATEST.rank() - 3;

    /// The hint of a card of the deck; `None` unless the tile is 1, 2 or 3.
    #[must_use]
    pub const fn from_card(tile: Tile) -> Option<Self> {
        if tile.rank() > 3 { None } else { Some(Self::ranked_card(tile.rank())) }
    }

    /// The hint of a bonus that has one of `count` consecutive values from `least` on. `None`
    /// unless the count is from 1 to 3 and the values are from 6 to 1,536.
    #[must_use]
    pub const fn window(least: Tile, count: u8) -> Option<Self> {
        if count == 0 || count > 3 || least.rank() < Self::LEAST || least.rank() + count - 1 > Self::MOST {
            return None;
        }
        Some(Self::ranked_window(least.rank(), count))
    }

    /// The hint of the card with a rank, which must be from 1 to 3.
    pub(crate) const fn ranked_card(rank: u8) -> Self {
        Self(Tile::ranked(rank).nonzero())
    }

    /// The hint of candidates, which must be valid.
    pub(crate) const fn ranked_window(least: u8, count: u8) -> Self {
        match NonZeroU8::new(least | count << 4) {
            Some(code) => Self(code),
            None => Self::PLUS,
        }
    }

    /// A number for hashing, unique for every hint and never 0.
    pub(crate) const fn code(self) -> u8 {
        self.0.get()
    }

    /// The rank of a card of the deck; 0 for a bonus.
    pub(crate) const fn card_rank(self) -> u8 {
        if self.code() > 3 { 0 } else { self.code() }
    }

    /// The card if it is from the deck: 1, 2 or 3.
    #[must_use]
    pub const fn card(self) -> Option<Tile> {
        Tile::from_rank(self.card_rank())
    }

    /// Whether the card is a bonus.
    #[must_use]
    pub const fn is_bonus(self) -> bool {
        self.code() > 3
    }

    /// The least rank of the candidates and their number, if they are shown.
    pub(crate) const fn candidate_ranks(self) -> Option<(u8, u8)> {
        match (self.code() & 15, self.code() >> 4) {
            (least, count @ 1..=3) => Some((least, count)),
            _ => None,
        }
    }

    /// The candidates of a bonus in ascending order if they are shown; empty for `+` and for cards
    /// of the deck.
    pub fn candidates(self) -> impl Iterator<Item = Tile> + Clone {
        let (least, count) = self.candidate_ranks().unwrap_or((0, 0));
        (least..least + count).map(Tile::ranked)
    }
}

impl fmt::Debug for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hint({self})")
    }
}

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(card) = self.card() {
            return card.fmt(f);
        }
        let mut candidates = self.candidates();
        match candidates.next() {
            None => f.write_str("+"),
            Some(least) => {
                least.fmt(f)?;
                candidates.try_for_each(|tile| write!(f, "|{tile}"))
            }
        }
    }
}

impl FromStr for Hint {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let refuse = |reason| TextError::new("hint", text, reason);
        if text == "+" {
            return Ok(Self::PLUS);
        }
        let mut tiles = text.split('|').map(str::parse::<Tile>);
        let Some(Ok(least)) = tiles.next() else {
            return Err(refuse("a hint is 1, 2, 3, + or the candidates of a bonus, like 6|12|24"));
        };
        let mut count = 1;
        for tile in tiles {
            if !tile.is_ok_and(|tile| tile.rank() == least.rank() + count) || count == 3 {
                return Err(refuse("candidates are at most three tiles, each the double of the one before"));
            }
            count += 1;
        }
        match Self::from_card(least) {
            Some(card) if count == 1 => Ok(card),
            _ => Self::window(least, count).ok_or_else(|| refuse("a bonus is from 6 to 1536")),
        }
    }
}

#[cfg(feature = "serde")]
gambol_core::serde_as_text!(Hint);

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn hints_come_back() {
        for text in ["1", "2", "3", "+", "6", "6|12", "6|12|24", "384|768|1536", "1536", "12|24|48"] {
            assert_eq!(text.parse::<Hint>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn other_hints_are_refused() {
        for text in
            ["", "-", "0", "4", "++", "+6", "3|6", "1|2|3", "6|24", "12|6", "6|12|24|48", "3072", "768|1536|3072"]
        {
            assert!(text.parse::<Hint>().is_err(), "{text}");
        }
    }

    #[test]
    fn hints_know_what_they_show() {
        let tiles =
            |values: &[u16]| values.iter().map(|&value| Tile::new(value).unwrap()).collect::<alloc::vec::Vec<_>>();
        let hint = Hint::window(Tile::new(12).unwrap(), 3).unwrap();
        assert_eq!(hint.candidates().collect::<alloc::vec::Vec<_>>(), tiles(&[12, 24, 48]));
        assert_eq!((hint.card(), hint.is_bonus()), (None, true));
        assert_eq!((Hint::PLUS.card(), Hint::PLUS.candidates().count()), (None, 0));
        let three = Hint::from_card(Tile::THREE).unwrap();
        assert_eq!((three.card(), three.is_bonus(), three.candidates().count()), (Some(Tile::THREE), false, 0));
        assert_eq!((Hint::from_card(Tile::LEAST_BONUS), Hint::window(Tile::THREE, 2)), (None, None));
    }
}
