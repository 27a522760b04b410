//! Text forms: common elements of the notations of all games.
//!
//! A cell is a column letter and a row number from the top: `a1` is top left. A board is its rows
//! from the top, joined by `/`, with runs of empty cells as decimal numbers. The fields of a state
//! are separated by single spaces.

use alloc::format;
use alloc::vec::Vec;
use core::fmt;

use gambol_core::{Cell, TextError};

/// Parses a decimal number of at most `greatest` without sign or leading zeros.
///
/// ```
/// use gambol_board::notation::number;
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
/// use gambol_board::notation::settings;
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
/// use gambol_board::notation::fields;
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
/// use gambol_board::notation::Rows;
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
/// use gambol_board::notation::write_rows;
/// use gambol_core::Cell;
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
    fn fields_are_counted() {
        assert_eq!(fields("a b", 2, 2, "rows side").unwrap(), ["a", "b"]);
        for text in ["a", "a b c", "a  b", " a b", ""] {
            assert!(fields(text, 2, 2, "rows side").is_err(), "{text:?}");
        }
    }
}
