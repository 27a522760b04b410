//! Rolls of two dice.

use std::fmt;
use std::str::FromStr;

use gambol_core::TextError;

/// A roll of two dice, the chance outcome.
///
/// In the opening roll, the first die is that of the first player, and the higher one begins. In
/// all others, the higher die comes first. Its text is the two numbers: `63`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Roll {
    first: u8,
    second: u8,
}

impl Roll {
    /// Creates a roll; `None` unless both numbers are from 1 to 6.
    #[must_use]
    pub const fn new(first: u8, second: u8) -> Option<Self> {
        if matches!((first, second), (1..=6, 1..=6)) { Some(Self { first, second }) } else { None }
    }

    /// Creates the roll of a number from 0 to 35: six times the first die plus the second, each
    /// less 1.
    pub(crate) const fn of_index(index: u32) -> Self {
        Self { first: (index / 6 % 6) as u8 + 1, second: (index % 6) as u8 + 1 }
    }

    /// Returns the higher number.
    #[inline]
    #[must_use]
    pub const fn high(self) -> u8 {
        if self.first > self.second { self.first } else { self.second }
    }

    /// Returns the lower number.
    #[inline]
    #[must_use]
    pub const fn low(self) -> u8 {
        if self.first > self.second { self.second } else { self.first }
    }

    /// Whether both numbers are equal.
    #[must_use]
    pub const fn is_double(self) -> bool {
        self.first == self.second
    }

    /// Whether the first die is higher.
    pub(crate) const fn is_descending(self) -> bool {
        self.first > self.second
    }

    /// Returns the same roll with the higher number first.
    pub(crate) const fn ordered(self) -> Self {
        Self { first: self.high(), second: self.low() }
    }
}

impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.first, self.second)
    }
}

impl FromStr for Roll {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        match *text.as_bytes() {
            [first, second] => Self::new(first.wrapping_sub(b'0'), second.wrapping_sub(b'0')),
            _ => None,
        }
        .ok_or_else(|| TextError::new("roll", text, "a roll is two numbers from 1 to 6, like 63"))
    }
}
