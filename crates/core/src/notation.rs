//! Text forms of states, actions and outcomes, and cells.

use core::fmt;
use core::str::FromStr;

use crate::error::TextError;
use crate::game::Game;

/// A game whose states, actions and outcomes have text forms that parse back to the same value.
/// Implemented for every game with `Display` and `FromStr` on all three.
///
/// ```
/// use gambol_core::Notation;
///
/// /// Plays an action that is given as text.
/// fn play<G: Notation>(state: &mut G, action: &str) -> Result<(), String> {
///     let action: G::Action = action.parse().map_err(|_| format!("`{action}` is no action"))?;
///     gambol_core::GameExt::try_play(state, action).map_err(|error| error.to_string())
/// }
/// ```
pub trait Notation: Game<Action: TextForm, Outcome: TextForm> + TextForm {}

impl<G: Game<Action: TextForm, Outcome: TextForm> + TextForm> Notation for G {}

/// A value that can be written as text and parsed back. Implemented for every type with `Display`
/// and `FromStr`.
///
/// ```
/// use gambol_core::{Cell, TextForm};
///
/// fn comes_back<T: TextForm + PartialEq>(value: &T) -> bool {
///     value.to_string().parse().is_ok_and(|read: T| read == *value)
/// }
///
/// assert!(comes_back(&Cell::new(2, 3)));
/// ```
pub trait TextForm: fmt::Display + FromStr<Err: fmt::Display> {}

impl<T: fmt::Display + FromStr<Err: fmt::Display>> TextForm for T {}

/// A cell of a board: column and row from the top left, both from 0. Only 26 columns and 99 rows
/// have a text form.
///
/// ```
/// use gambol_core::Cell;
/// let cell: Cell = "c4".parse()?;
/// assert_eq!(cell, Cell::new(2, 3));
/// assert_eq!(cell.to_string(), "c4");
/// # Ok::<(), gambol_core::TextError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// The row, from 0 at the top.
    pub row: u8,
    /// The column, from 0 at the left.
    pub column: u8,
}

impl Cell {
    /// Creates a cell from its column and row, both from 0.
    #[must_use]
    pub const fn new(column: u8, row: u8) -> Self {
        Self { row, column }
    }

    /// Returns the image of this cell under one of the eight symmetries of a square board with
    /// edges of `edge` cells.
    ///
    /// Indices 0 to 3 turn the board clockwise by as many quarters; 4 to 7 do so after a left-right
    /// reflection. Indices above 7 are the identity. The cell must be on the board.
    #[must_use]
    pub const fn transform(self, symmetry: usize, edge: u8) -> Self {
        let last = edge.saturating_sub(1);
        let Self { row, column } = self;
        let column = if symmetry > 3 && symmetry < 8 { last.saturating_sub(column) } else { column };
        let (column, row) = match symmetry {
            1 | 5 => (last.saturating_sub(row), column),
            2 | 6 => (last.saturating_sub(column), last.saturating_sub(row)),
            3 | 7 => (row, last.saturating_sub(column)),
            _ => (column, row),
        };
        Self { row, column }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a'.saturating_add(self.column.min(25))) as char, u16::from(self.row) + 1)
    }
}

impl FromStr for Cell {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let refuse = |reason| Err(TextError::new("cell", text, reason));
        let mut rest = text.chars();
        let column = match rest.next() {
            Some(letter @ 'a'..='z') => letter as u8 - b'a',
            _ => return refuse("a cell is a column letter and a row number, like c4"),
        };
        match rest.as_str().as_bytes() {
            b"0" => refuse("rows count from 1"),
            &[digit @ b'1'..=b'9'] => Ok(Self::new(column, digit - b'1')),
            &[tens @ b'1'..=b'9', ones @ b'0'..=b'9'] => Ok(Self::new(column, 10 * (tens - b'0') + (ones - b'0') - 1)),
            _ => refuse("a cell is a column letter and a row number from 1 to 99, like c4"),
        }
    }
}

#[cfg(feature = "serde")]
crate::serde_as_text!(Cell);

/// Implements serde's `Serialize` and `Deserialize` for a type by its text form, so that stored
/// data is readable and validated when it is read. Generic parameters go before the type, in
/// brackets: `serde_as_text!([B: Bits] State<B>)`.
///
/// ```
/// # #[cfg(feature = "serde")] {
/// use core::{fmt, str::FromStr};
///
/// /// A column, `a` to `z`.
/// #[derive(Debug, PartialEq)]
/// struct Column(u8);
///
/// impl fmt::Display for Column {
///     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
///         write!(f, "{}", char::from(b'a' + self.0))
///     }
/// }
///
/// impl FromStr for Column {
///     type Err = &'static str;
///
///     fn from_str(text: &str) -> Result<Self, Self::Err> {
///         match text.as_bytes() {
///             [letter @ b'a'..=b'z'] => Ok(Self(letter - b'a')),
///             _ => Err("a letter from a to z"),
///         }
///     }
/// }
///
/// gambol_core::serde_as_text!(Column);
///
/// let read: Result<Column, serde::de::value::Error> =
///     serde::Deserialize::deserialize(serde::de::value::StrDeserializer::new("c"));
/// assert_eq!(read, Ok(Column(2)));
/// # }
/// ```
#[cfg(feature = "serde")]
#[macro_export]
macro_rules! serde_as_text {
    ([$($generics:tt)*] $type:ty) => {
        impl<$($generics)*> $crate::__private::serde::Serialize for $type {
            fn serialize<__S: $crate::__private::serde::Serializer>(&self, serializer: __S) -> Result<__S::Ok, __S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de, $($generics)*> $crate::__private::serde::Deserialize<'de> for $type {
            fn deserialize<__D: $crate::__private::serde::Deserializer<'de>>(deserializer: __D) -> Result<Self, __D::Error> {
                let text = <$crate::__private::String as $crate::__private::serde::Deserialize>::deserialize(deserializer)?;
                text.parse().map_err($crate::__private::serde::de::Error::custom)
            }
        }
    };
    ($type:ty) => {
        $crate::serde_as_text!([] $type);
    };
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn cells_come_back() {
        for text in ["a1", "z99", "i9"] {
            assert_eq!(text.parse::<Cell>().unwrap().to_string(), text);
        }
        for text in ["", "a", "a0", "a100", "A1", "1a", "a-1", "a+1", "a1 ", "é1", "a01"] {
            assert!(text.parse::<Cell>().is_err(), "{text}");
        }
    }

    #[test]
    fn symmetries_are_eight_and_the_first_is_the_identity() {
        let cell = Cell::new(1, 0);
        let mut images: Vec<Cell> = (0..8).map(|symmetry| cell.transform(symmetry, 4)).collect();
        assert_eq!(images[0], cell);
        assert_eq!(images[1], Cell::new(3, 1));
        images.sort();
        images.dedup();
        assert_eq!(images.len(), 8);
    }
}
