//! Swipes: the player's actions.

use core::fmt;
use core::str::FromStr;

use gambol_core::random::below;
use gambol_core::{Cell, Rng, TextError};

use crate::board::Place;

/// A swipe towards one of the four walls. Its text is `L`, `R`, `U` or `D`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Swipe {
    /// Towards column a. Lines are rows; a card enters in column d.
    Left,
    /// Towards column d. Lines are rows; a card enters in column a.
    Right,
    /// Towards row 1. Lines are columns; a card enters in row 4.
    Up,
    /// Towards row 4. Lines are columns; a card enters in row 1.
    Down,
}

impl Swipe {
    /// All swipes, in the order in which they are listed.
    pub const ALL: [Self; 4] = [Self::Left, Self::Right, Self::Up, Self::Down];

    /// The swipe with this number in [`ALL`](Self::ALL); only the two lowest bits count.
    #[inline]
    pub(crate) const fn numbered(number: u8) -> Self {
        match number & 3 {
            0 => Self::Left,
            1 => Self::Right,
            2 => Self::Up,
            _ => Self::Down,
        }
    }

    /// Whether its lines are rows: true for [`Left`](Self::Left) and [`Right`](Self::Right).
    #[must_use]
    pub const fn is_horizontal(self) -> bool {
        matches!(self, Self::Left | Self::Right)
    }

    /// The cell where a card enters a line: a row from the top or a column from the left, from 0.
    /// Only the two lowest bits of `line` count.
    ///
    /// ```
    /// use gambol_threes::Swipe;
    /// assert_eq!(Swipe::Left.entry(1).to_string(), "d2");
    /// assert_eq!(Swipe::Down.entry(1).to_string(), "b1");
    /// ```
    #[must_use]
    pub const fn entry(self, line: u8) -> Cell {
        let line = line & 3;
        match self {
            Self::Left => Cell::new(3, line),
            Self::Right => Cell::new(0, line),
            Self::Up => Cell::new(line, 3),
            Self::Down => Cell::new(line, 0),
        }
    }

    /// The line through a cell of the board, from 0.
    #[must_use]
    pub const fn line(self, cell: Cell) -> u8 {
        if self.is_horizontal() { cell.row } else { cell.column }
    }

    /// The place of [`entry`](Self::entry) on a board.
    #[inline]
    pub(crate) const fn entry_place(self, line: u8) -> Place {
        static PLACES: [Place; 16] = {
            let mut places = [Place::of(Cell::new(0, 0)); 16];
            let mut index = 0;
            while index < 16 {
                places[index] = Place::of(Swipe::ALL[index / 4].entry(index as u8));
                index += 1;
            }
            places
        };
        PLACES[4 * self as usize + (line & 3) as usize]
    }

    /// The image of this swipe under one of the eight symmetries of the board, numbered as in
    /// [`Cell::transform`].
    ///
    /// ```
    /// use gambol_threes::Swipe;
    /// assert_eq!(Swipe::Left.transform(1), Swipe::Up); // A quarter clockwise.
    /// assert_eq!(Swipe::Left.transform(4), Swipe::Right); // Mirrored.
    /// ```
    #[must_use]
    pub const fn transform(self, symmetry: usize) -> Self {
        // Clockwise from the left, like the quarter turns.
        let at = match self {
            Self::Left => 0,
            Self::Up => 1,
            Self::Right => 2,
            Self::Down => 3,
        };
        if symmetry > 7 {
            return self;
        }
        let at = if symmetry > 3 && self.is_horizontal() { at + 2 } else { at };
        match (at + symmetry) % 4 {
            0 => Self::Left,
            1 => Self::Up,
            2 => Self::Right,
            _ => Self::Down,
        }
    }

    /// The image of a line of this swipe: its number among the lines of the transformed swipe.
    #[must_use]
    pub const fn transform_line(self, symmetry: usize, line: u8) -> u8 {
        self.transform(symmetry).line(self.entry(line).transform(symmetry, 4))
    }
}

/// A set of swipes or lines, numbers from 0 to 3, with its size. A draw needs the size first, and
/// to count the bits of the mask would take longer than to count the conditions that set them.
#[derive(Clone, Copy)]
pub(crate) struct Choices {
    /// Bit n for number n.
    pub(crate) mask: u8,
    count: u8,
}

impl Choices {
    pub(crate) const NONE: Self = Self { mask: 0, count: 0 };

    /// The numbers of the conditions that hold.
    #[inline]
    pub(crate) const fn of([a, b, c, d]: [bool; 4]) -> Self {
        let [a, b, c, d] = [a as u8, b as u8, c as u8, d as u8];
        Self { mask: a + 2 * b + 4 * c + 8 * d, count: a + b + c + d }
    }

    /// The choices with a mask of four bits.
    pub(crate) const fn from_mask(mask: u8) -> Self {
        Self { mask: mask & 15, count: (mask & 15).count_ones() as u8 }
    }

    /// The number of choices.
    #[inline]
    pub(crate) const fn count(self) -> u32 {
        self.count as u32
    }

    /// A uniformly random one of at least one choice.
    #[inline]
    pub(crate) fn draw<R: Rng + ?Sized>(self, rng: &mut R) -> u8 {
        self.nth(below(rng, self.count()))
    }

    /// The n-th choice, counted from 0.
    #[inline]
    const fn nth(self, n: u32) -> u8 {
        /// Four positions of two bits for each mask, the first one lowest.
        static POSITIONS: [u8; 16] = {
            let mut table = [0; 16];
            let mut mask = 0;
            while mask < 16 {
                let (mut bit, mut n) = (0, 0);
                while bit < 4 {
                    if mask >> bit & 1 == 1 {
                        table[mask] |= bit << n;
                        n += 2;
                    }
                    bit += 1;
                }
                mask += 1;
            }
            table
        };
        POSITIONS[(self.mask & 15) as usize] >> (2 * (n & 3)) & 3
    }
}

impl fmt::Display for Swipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Left => "L",
            Self::Right => "R",
            Self::Up => "U",
            Self::Down => "D",
        })
    }
}

impl FromStr for Swipe {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        match text {
            "L" => Ok(Self::Left),
            "R" => Ok(Self::Right),
            "U" => Ok(Self::Up),
            "D" => Ok(Self::Down),
            _ => Err(TextError::new("swipe", text, "the swipes are L, R, U and D")),
        }
    }
}

#[cfg(feature = "serde")]
gambol_core::serde_as_text!(Swipe);

#[cfg(test)]
mod tests {
    use super::*;

    use alloc::string::ToString;

    #[test]
    fn swipes_come_back() {
        for (number, swipe) in Swipe::ALL.into_iter().enumerate() {
            assert_eq!(swipe.to_string().parse(), Ok(swipe));
            assert_eq!(Swipe::numbered(number as u8), swipe);
            assert_eq!(swipe as usize, number);
        }
        for text in ["", "l", "LR", "L ", "Left", "←"] {
            assert!(text.parse::<Swipe>().is_err(), "{text}");
        }
    }

    #[test]
    fn cards_enter_at_the_far_edge() {
        for swipe in Swipe::ALL {
            for line in 0..4 {
                let cell = swipe.entry(line);
                assert_eq!(swipe.line(cell), line);
                assert_eq!(swipe.entry_place(line), Place::of(cell));
            }
        }
    }

    #[test]
    fn bits_of_four_are_counted_and_found() {
        for mask in 0..16_u8 {
            let choices = Choices::of([0, 1, 2, 3].map(|bit| mask >> bit & 1 == 1));
            assert_eq!((choices.mask, choices.count()), (mask, mask.count_ones()));
            assert_eq!(Choices::from_mask(mask | 0x80).count(), mask.count_ones());
            for (n, bit) in (0..4).filter(|bit| mask >> bit & 1 == 1).enumerate() {
                assert_eq!(choices.nth(n as u32), bit);
            }
        }
    }
}
