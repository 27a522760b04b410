//! Text forms: common elements of the notations of all games.
//!
//! A cell is a column letter and a row number from the top: `a1` is top left. A board is its rows
//! from the top, joined by `/`, with runs of empty cells as decimal numbers. The fields of a state
//! are separated by single spaces.

use alloc::format;
use alloc::vec::Vec;
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
        match number(rest.as_str(), 99) {
            Some(0) => refuse("rows count from 1"),
            Some(row) => Ok(Self::new(column, row as u8 - 1)),
            None => refuse("a cell is a column letter and a row number from 1 to 99, like c4"),
        }
    }
}

#[cfg(feature = "serde")]
crate::serde_as_text!(Cell);

/// Whether a character is invisible or changes the display of others: control characters, line
/// breaks, bidirectional overrides, unassigned characters.
///
/// ```
/// use gambol_core::notation::is_hidden;
/// assert!("\u{1b}\n\r\t\u{9b}\u{202e}\u{200b}".chars().all(is_hidden));
/// assert!(!"a1/½–é棋 `'\"\\".chars().any(is_hidden));
/// ```
#[must_use]
pub fn is_hidden(character: char) -> bool {
    if character.is_ascii() {
        return character.is_ascii_control();
    }
    // The standard library does not export character categories, but it escapes unprintable
    // characters. It escapes combining marks, too, unless they follow another character.
    let mut text = [b'a'; 5];
    let length = 1 + character.encode_utf8(&mut text[1..]).len();
    core::str::from_utf8(&text[..length]).is_ok_and(|text| text.escape_debug().nth(1) == Some('\\'))
}

/// Escapes untrusted text for one line of a terminal: [hidden](is_hidden) characters become escapes
/// like `\u{1b}` and `\n`; all others are unchanged.
///
/// ```
/// use gambol_core::notation::escaped;
/// assert_eq!(escaped("it's \u{1b}[31mred\n").to_string(), r"it's \u{1b}[31mred\n");
/// ```
#[must_use]
pub fn escaped(text: &str) -> Escaped<'_> {
    Escaped(text)
}

/// Return type of [`escaped`]; its `Display` form is the escaped text.
///
/// ```
/// use gambol_core::notation::{Escaped, escaped};
///
/// let shown: Escaped<'_> = escaped("a\tb");
/// assert_eq!(shown.to_string(), r"a\tb");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write as _;

        self.0.chars().try_for_each(|character| {
            if is_hidden(character) { write!(f, "{}", character.escape_debug()) } else { f.write_char(character) }
        })
    }
}

/// Parses a decimal number of at most `greatest` without sign or leading zeros.
///
/// ```
/// use gambol_core::notation::number;
///
/// assert_eq!(number("12", 99), Some(12));
/// assert_eq!([number("+12", 99), number("012", 99), number("100", 99)], [None; 3]);
/// ```
pub fn number(text: &str, greatest: u64) -> Option<u64> {
    let canonical = text == "0" || !text.starts_with('0');
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    (canonical && digits).then(|| text.parse().ok()).flatten().filter(|&number| number <= greatest)
}

/// Splits a comma-separated list of settings that may begin with the name of a preset. Returns the
/// result of `preset` for the first field and the settings after it. If `preset` returns `None`,
/// all fields are settings.
///
/// ```
/// use gambol_core::notation::settings;
///
/// let read = |text| {
///     let (edge, rest) = settings(text, |first| (first == "large").then_some(15));
///     (edge, rest.collect::<Vec<_>>())
/// };
/// assert_eq!(read("large"), (Some(15), vec![]));
/// assert_eq!(read("large,row=4"), (Some(15), vec!["row=4"]));
/// assert_eq!(read("edge=7,row=4"), (None, vec!["edge=7", "row=4"]));
/// ```
pub fn settings<'a, R>(
    text: &'a str,
    preset: impl FnOnce(&'a str) -> Option<R>,
) -> (Option<R>, impl Iterator<Item = &'a str>) {
    let (first, rest) = text.split_once(',').map_or((text, None), |(first, rest)| (first, Some(rest)));
    let preset = preset(first);
    let settings = if preset.is_some() { rest } else { Some(text) };
    (preset, settings.into_iter().flat_map(|settings| settings.split(',')))
}

/// Splits a text into fields at single spaces.
///
/// # Errors
///
/// Returns an error if there are fewer than `least` or more than `most` fields, or an empty one.
/// The error names the expected `form`, such as `rows side`.
///
/// ```
/// use gambol_core::notation::fields;
///
/// assert_eq!(fields("4/4/4/4 first", 2, 2, "rows side")?, ["4/4/4/4", "first"]);
/// let error = fields("4/4/4/4", 2, 2, "rows side").unwrap_err();
/// assert!(error.to_string().contains("`rows side`"));
/// # Ok::<(), gambol_core::TextError>(())
/// ```
pub fn fields<'a>(text: &'a str, least: usize, most: usize, form: &str) -> Result<Vec<&'a str>, TextError> {
    let fields: Vec<&str> = text.split(' ').take(most + 1).collect();
    if fields.len() < least || fields.len() > most || fields.iter().any(|field| field.is_empty()) {
        return Err(TextError::new("position", text, format!("its form is `{form}`, with one blank between fields")));
    }
    Ok(fields)
}

/// A parsed board: `cells` holds the rows from the top, one after the other, with `None` for empty
/// cells.
///
/// ```
/// use gambol_core::notation::Rows;
///
/// let rows = Rows::parse("w2/1b1", |piece| "wb".contains(piece).then_some(piece))?;
/// assert_eq!((rows.width, rows.height), (3, 2));
/// assert_eq!(rows.cells, [Some('w'), None, None, None, Some('b'), None]);
/// # Ok::<(), gambol_core::TextError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rows<T> {
    /// The number of columns.
    pub width: u8,
    /// The number of rows.
    pub height: u8,
    /// The cells, row by row from the top.
    pub cells: Vec<Option<T>>,
}

impl<T> Rows<T> {
    /// Parses the rows of a board: pieces by `piece`, runs of empty cells as decimal numbers.
    ///
    /// # Errors
    ///
    /// Returns an error with the row if it is malformed, has another length than the first, or
    /// contains a character without a `piece`. Boards have at most 26 columns and 99 rows.
    pub fn parse(text: &str, piece: impl Fn(char) -> Option<T>) -> Result<Self, TextError> {
        let mut width = 0;
        let mut height = 0;
        let mut cells = Vec::new();
        for row in text.split('/') {
            height += 1;
            let refuse = |reason: alloc::string::String| Err(TextError::new(format!("row {height}"), row, reason));
            if height > 99 {
                return refuse(format!("a board has at most {} rows", 99));
            }
            let start = cells.len();
            let mut rest = row;
            while let Some(first) = rest.chars().next() {
                let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
                if digits > 0 {
                    match number(&rest[..digits], 26) {
                        Some(empty @ 1..) => cells.extend((0..empty).map(|_| None)),
                        _ => return refuse(format!("{} is not a number of empty cells", &rest[..digits])),
                    }
                    rest = &rest[digits..];
                } else {
                    match piece(first) {
                        Some(piece) => cells.push(Some(piece)),
                        None => return refuse(format!("{first:?} is not a piece of this game")),
                    }
                    rest = &rest[first.len_utf8()..];
                }
                if cells.len() - start > 26 {
                    return refuse(format!("a board has at most {} columns", 26));
                }
            }
            let length = cells.len() - start;
            if height == 1 {
                width = length;
            }
            if length == 0 || length != width {
                return refuse(format!("it has {length} cells, the first row has {width}"));
            }
        }
        Ok(Self { width: width as u8, height, cells })
    }
}

/// Writes the rows of a board of `width` columns: pieces as their letters, runs of empty cells
/// (`None`) as decimal numbers.
///
/// # Errors
///
/// Only the errors of the formatter.
///
/// ```
/// use core::fmt;
/// use gambol_core::{Cell, notation::write_rows};
///
/// /// A board of 3×2 with one piece.
/// struct Board(Cell);
///
/// impl fmt::Display for Board {
///     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
///         write_rows(f, 3, 2, |cell| (cell == self.0).then_some('w'))
///     }
/// }
///
/// assert_eq!(Board(Cell::new(1, 1)).to_string(), "3/1w1");
/// ```
pub fn write_rows(
    f: &mut fmt::Formatter<'_>,
    width: u8,
    height: u8,
    piece: impl Fn(Cell) -> Option<char>,
) -> fmt::Result {
    for row in 0..height {
        if row > 0 {
            f.write_str("/")?;
        }
        let mut empty = 0;
        for column in 0..width {
            match piece(Cell::new(column, row)) {
                None => empty += 1,
                Some(letter) => {
                    if empty > 0 {
                        write!(f, "{empty}")?;
                        empty = 0;
                    }
                    write!(f, "{letter}")?;
                }
            }
        }
        if empty > 0 {
            write!(f, "{empty}")?;
        }
    }
    Ok(())
}

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
    use super::*;
    use alloc::string::{String, ToString};

    struct Written<'a>(&'a Rows<char>);

    impl fmt::Display for Written<'_> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            let rows = self.0;
            write_rows(f, rows.width, rows.height, |cell| {
                rows.cells[usize::from(cell.row) * usize::from(rows.width) + usize::from(cell.column)]
            })
        }
    }

    fn rows(text: &str) -> Result<Rows<char>, TextError> {
        Rows::parse(text, |letter: char| letter.is_ascii_lowercase().then_some(letter))
    }

    #[test]
    fn rows_come_back() {
        for text in ["ab3/5/2c2", "12", "a/1/b"] {
            assert_eq!(Written(&rows(text).unwrap()).to_string(), text);
        }
        assert_eq!(rows("2/ab").unwrap().cells, [None, None, Some('a'), Some('b')]);
    }

    #[test]
    fn neighbouring_runs_are_one_number() {
        assert_eq!(rows("1a1/11").unwrap_err().what(), "row 2");
    }

    #[test]
    fn bad_rows_are_named() {
        for (text, what) in [
            ("", "row 1"),
            ("3/", "row 2"),
            ("3/4", "row 2"),
            ("0", "row 1"),
            ("A2", "row 1"),
            ("03", "row 1"),
            ("27", "row 1"),
            ("a26", "row 1"),
            ("3/3/é2", "row 3"),
            ("99999999999999999999999", "row 1"),
        ] {
            assert_eq!(rows(text).unwrap_err().what(), what, "{text}");
        }
        let many: String = core::iter::repeat_n("1", 100).collect::<Vec<_>>().join("/");
        assert_eq!(rows(&many).unwrap_err().what(), "row 100");
    }

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

    #[test]
    fn fields_are_counted() {
        assert_eq!(fields("a b", 2, 2, "rows side").unwrap(), ["a", "b"]);
        for text in ["a", "a b c", "a  b", " a b", ""] {
            assert!(fields(text, 2, 2, "rows side").is_err(), "{text:?}");
        }
    }
}
