//! Error patterns: the board before a loss, and the place of the right answer.

use alloc::format;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use gambol_board::notation::number;
use gambol_core::{Cell, TextError};

use crate::grid::{EDGE, bit, cells, index};

/// Columns and rows of the largest pattern: those of the page's board.
pub(crate) const LARGEST: u8 = 9;

/// The condition of one field of a pattern. The names are those of the game in which the computer
/// plays red: `Red` is a stone of the side that consults the pattern, `Blue` one of its opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Field {
    /// The cell must be empty. The page's 0.
    Empty,
    /// The cell must contain a red stone. The page's 1. Learning never creates such fields;
    /// patterns from other sources may have them.
    Red,
    /// The cell must contain a blue stone. The page's 2.
    Blue,
    /// The cell has no influence. The page's 3.
    Any,
}

/// An error pattern: fields of up to 9×9 cells, left-top aligned; the focus X, an empty field,
/// where red must answer; and the level, the number of blue moves that were taken back to create
/// it.
///
/// The text form is the page's, with rows joined by `/`: `0` empty, `B` blue, `R` red, `X` the
/// focus, `.` no influence; then the level.
///
/// ```
/// use gambol_self_taught::{Field, Pattern};
/// let three: Pattern = "0BBBX0 2".parse()?;
/// assert_eq!((three.width(), three.height(), three.level()), (6, 1, 2));
/// assert_eq!(three.focus(), "e1".parse()?);
/// assert_eq!(three.count(Field::Empty), 3, "X counts as empty");
/// let crossing: Pattern = "0.../B.../B.../XBB0/0.../0... 3".parse()?;
/// assert_eq!(crossing.to_string(), "0.../B.../B.../XBB0/0.../0... 3");
/// # Ok::<(), gambol_core::TextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Pattern {
    planes: Planes,
    focus: Cell,
    width: u8,
    height: u8,
    level: u8,
}

/// The fields of a pattern as sets of cells, in the bits of a `u128` board. The focus is one of the
/// empty ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Planes {
    pub(crate) empty: u128,
    pub(crate) red: u128,
    pub(crate) blue: u128,
}

impl Planes {
    /// Returns all fields that have an influence.
    pub(crate) fn all(self) -> u128 {
        self.empty | self.red | self.blue
    }

    /// Moves every field to a greater index.
    pub(crate) fn up(self, by: u8) -> Self {
        Self { empty: self.empty << by, red: self.red << by, blue: self.blue << by }
    }

    /// Whether each field equals a field of `others`.
    pub(crate) fn are_among(self, others: Self) -> bool {
        (self.empty & !others.empty) | (self.red & !others.red) | (self.blue & !others.blue) == 0
    }

    fn map(self, image: impl Fn(u128) -> u128) -> Self {
        Self { empty: image(self.empty), red: image(self.red), blue: image(self.blue) }
    }

    fn set(&mut self, cell: Cell, field: Field) {
        let bit = bit(cell);
        *self = self.map(|set| set & !bit);
        match field {
            Field::Empty => self.empty |= bit,
            Field::Red => self.red |= bit,
            Field::Blue => self.blue |= bit,
            Field::Any => {}
        }
    }
}

/// Error returned when fields are not a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum PatternError {
    /// The pattern is wider or higher than the page's board.
    #[error("a pattern of {width} columns and {height} rows is larger than 9 by 9 fields")]
    TooLarge {
        /// Columns.
        width: u8,
        /// Rows.
        height: u8,
    },
    /// The focus is not one of the empty fields.
    #[error("the focus {0} is not an empty field of the pattern")]
    Focus(Cell),
    /// The level is 0.
    #[error("the level must be 1 or more")]
    Level,
}

impl Pattern {
    /// Creates the pattern with these fields, which may lie anywhere on a board of up to 11×11
    /// cells: it is moved to the left and top. Of several fields of one cell, the last counts. The
    /// focus must be one of the empty fields.
    ///
    /// # Errors
    ///
    /// Fails if the pattern is larger than 9×9, the focus is not an empty field, or the level is 0.
    pub fn new(fields: impl IntoIterator<Item = (Cell, Field)>, focus: Cell, level: u8) -> Result<Self, PatternError> {
        let mut planes = Planes::default();
        for (cell, field) in fields {
            if cell.column >= EDGE || cell.row >= EDGE {
                let size = |index: u8| index.saturating_add(1);
                return Err(PatternError::TooLarge { width: size(cell.column), height: size(cell.row) });
            }
            planes.set(cell, field);
        }
        Self::aligned(planes, focus, level)
    }

    /// Creates the pattern of these fields, moved to the left and top.
    pub(crate) fn aligned(planes: Planes, focus: Cell, level: u8) -> Result<Self, PatternError> {
        let inside = focus.column < EDGE && focus.row < EDGE;
        if !inside || planes.empty & bit(focus) == 0 {
            return Err(PatternError::Focus(focus));
        }
        if level == 0 {
            return Err(PatternError::Level);
        }
        let (mut left, mut top, mut right, mut bottom) = (u8::MAX, u8::MAX, 0, 0);
        for cell in cells(planes.all()) {
            (left, top) = (left.min(cell.column), top.min(cell.row));
            (right, bottom) = (right.max(cell.column), bottom.max(cell.row));
        }
        let (width, height) = (right - left + 1, bottom - top + 1);
        if width > LARGEST || height > LARGEST {
            return Err(PatternError::TooLarge { width, height });
        }
        let by = index(Cell::new(left, top));
        let planes = planes.map(|set| set >> by);
        Ok(Self { planes, focus: Cell::new(focus.column - left, focus.row - top), width, height, level })
    }

    /// Returns the number of columns, 1 to 9.
    #[must_use]
    pub fn width(&self) -> u8 {
        self.width
    }

    /// Returns the number of rows, 1 to 9.
    #[must_use]
    pub fn height(&self) -> u8 {
        self.height
    }

    /// Returns the field X, the place of the answer.
    #[must_use]
    pub fn focus(&self) -> Cell {
        self.focus
    }

    /// Returns the number of blue moves that were taken back to create it, at least 1.
    #[must_use]
    pub fn level(&self) -> u8 {
        self.level
    }

    /// Returns the condition of a field. Fields outside the pattern have no influence.
    #[must_use]
    pub fn field(&self, cell: Cell) -> Field {
        if cell.column >= self.width || cell.row >= self.height {
            return Field::Any;
        }
        let has = |set: u128| set & bit(cell) != 0;
        match self.planes {
            planes if has(planes.empty) => Field::Empty,
            planes if has(planes.red) => Field::Red,
            planes if has(planes.blue) => Field::Blue,
            _ => Field::Any,
        }
    }

    /// Returns the number of fields of a kind. X is one of the empty ones; fields without influence
    /// count within the bounds.
    #[must_use]
    pub fn count(&self, field: Field) -> u8 {
        let set = match field {
            Field::Empty => self.planes.empty,
            Field::Red => self.planes.red,
            Field::Blue => self.planes.blue,
            Field::Any => return self.width * self.height - self.planes.all().count_ones() as u8,
        };
        set.count_ones() as u8
    }

    pub(crate) fn planes(&self) -> Planes {
        self.planes
    }

    /// Returns the image under one of the eight symmetries, left-top aligned: 0 to 3 rotate
    /// clockwise by this many quarter turns, 4 to 7 do so after a reflection of left and right.
    /// These are the page's numbers except for the direction of 1 and 3.
    #[must_use]
    pub fn transform(&self, symmetry: usize) -> Self {
        // Rotated inside the smallest square that contains it, then aligned again.
        let edge = self.width.max(self.height);
        let planes = self.planes.map(|set| crate::grid::transform(set, symmetry, edge));
        // Within a square of nine everything stays valid.
        Self::aligned(planes, self.focus.transform(symmetry, edge), self.level).unwrap_or(*self)
    }

    /// Returns the pattern's mutations: its 1 to 8 distinct images under the eight symmetries,
    /// itself first, each with the number of the first symmetry that yields it.
    ///
    /// ```
    /// use gambol_self_taught::Pattern;
    /// let four: Pattern = "BBBBX 1".parse()?;
    /// let mutations: Vec<String> = four.mutations().map(|(_, image)| image.to_string()).collect();
    /// assert_eq!(mutations, ["BBBBX 1", "B/B/B/B/X 1", "XBBBB 1", "X/B/B/B/B 1"]);
    /// # Ok::<(), gambol_core::TextError>(())
    /// ```
    pub fn mutations(&self) -> impl Iterator<Item = (usize, Self)> + use<> {
        let original = *self;
        (0..8)
            .map(move |symmetry| (symmetry, original.transform(symmetry)))
            .filter(move |&(symmetry, image)| (0..symmetry).all(|earlier| original.transform(earlier) != image))
    }

    /// Whether each field of this pattern that has an influence is a field of the other, under some
    /// shift and symmetry. X counts as empty, and the level is ignored.
    ///
    /// ```
    /// use gambol_self_taught::Pattern;
    /// let falling: Pattern = "B..../.B.../..B../...B./....X 1".parse()?;
    /// let both: Pattern = "BBBX0/.B.../..B../...B./....0 2".parse()?;
    /// assert!(falling.is_subset_of(&both) && !both.is_subset_of(&falling));
    /// # Ok::<(), gambol_core::TextError>(())
    /// ```
    #[must_use]
    pub fn is_subset_of(&self, other: &Self) -> bool {
        let few = |field| self.count(field) <= other.count(field);
        few(Field::Empty)
            && few(Field::Red)
            && few(Field::Blue)
            && self.mutations().any(|(_, image)| image.lies_in(other))
    }

    /// Whether some shift maps every field to the same field of the other.
    fn lies_in(&self, other: &Self) -> bool {
        let (Some(right), Some(down)) = (other.width.checked_sub(self.width), other.height.checked_sub(self.height))
        else {
            return false;
        };
        (0..=down).any(|row| {
            (0..=right).any(|column| self.planes.up(index(Cell::new(column, row)) as u8).are_among(other.planes))
        })
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..self.height {
            if row > 0 {
                f.write_str("/")?;
            }
            for column in 0..self.width {
                let cell = Cell::new(column, row);
                f.write_str(match self.field(cell) {
                    Field::Empty if cell == self.focus => "X",
                    Field::Empty => "0",
                    Field::Red => "R",
                    Field::Blue => "B",
                    Field::Any => ".",
                })?;
            }
        }
        write!(f, " {}", self.level)
    }
}

/// Prints the text form.
impl fmt::Debug for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Pattern").field(&format_args!("{self}")).finish()
    }
}

impl FromStr for Pattern {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let refuse = |reason: String| TextError::new("pattern", text, reason);
        let (rows, level) =
            text.split_once(' ').ok_or_else(|| refuse("it has the form ROWS LEVEL, as in BBBBX 1".into()))?;
        let level = number(level, 255)
            .ok_or_else(|| refuse(format!("the level must be a number from 1 to 255, not {level}")))?;
        let mut planes = Planes::default();
        let mut focus = None;
        let width = rows.split('/').next().map_or(0, str::len);
        for (row, line) in (0_u8..).zip(rows.split('/').take(usize::from(LARGEST) + 1)) {
            if line.chars().count() != width || width > usize::from(LARGEST) || row >= LARGEST {
                return Err(refuse("rows must have one width, with at most 9 by 9 fields".into()));
            }
            for (column, letter) in (0_u8..).zip(line.chars()) {
                let cell = Cell::new(column, row);
                let field = match letter {
                    '0' => Field::Empty,
                    'R' => Field::Red,
                    'B' => Field::Blue,
                    '.' => Field::Any,
                    'X' if focus.replace(cell).is_none() => Field::Empty,
                    'X' => return Err(refuse("only one X is allowed".into())),
                    _ => return Err(refuse(format!("fields must be 0, B, R, X or a point, not {letter}"))),
                };
                planes.set(cell, field);
            }
        }
        let focus = focus.ok_or_else(|| refuse("it has no X".into()))?;
        Self::aligned(planes, focus, level as u8).map_err(|error| refuse(format!("{error}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeSet;
    use alloc::string::ToString;
    use alloc::vec::Vec;

    fn pattern(text: &str) -> Pattern {
        text.parse().unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn the_symmetries_are_those_of_the_pages_tables() {
        // The page's eight tables, top left parts: a row of four reds with two blues below its left
        // end. In its tables, symmetry 1 rotates by 90 degrees to the left, ours to the right;
        // together the sets are equal.
        let page = [
            "RRRRX/B..../B.... 1",
            "X../R../R../R../RBB 1",
            "....B/....B/XRRRR 1",
            "BBR/..R/..R/..R/..X 1",
            "XRRRR/....B/....B 1",
            "..X/..R/..R/..R/BBR 1",
            "B..../B..../RRRRX 1",
            "RBB/R../R../R../X.. 1",
        ];
        let ours: Vec<String> = (0..8).map(|symmetry| pattern(page[0]).transform(symmetry).to_string()).collect();
        assert_eq!(
            [0, 3, 2, 1, 4].map(|symmetry| ours[symmetry].as_str()),
            [page[0], page[1], page[2], page[3], page[4]]
        );
        assert_eq!(ours.iter().map(String::as_str).collect::<BTreeSet<_>>(), page.into_iter().collect());
        assert_eq!(pattern(page[0]).mutations().count(), 8);
    }

    #[test]
    fn the_last_field_of_a_cell_counts() {
        let cell = |column| Cell::new(column, 0);
        let fields = [(0, Field::Blue), (0, Field::Empty), (1, Field::Red), (2, Field::Blue), (2, Field::Any)];
        let twice = Pattern::new(fields.map(|(column, field)| (cell(column), field)), cell(0), 1).unwrap();
        assert_eq!(twice, pattern("XR 1"));
        assert_eq!(Pattern::from_packed(twice.packed()), Ok(twice));
    }

    #[test]
    fn mutations_are_different_from_each_other() {
        for (text, count) in [("BBXBB 1", 2), ("BBBBX 1", 4), ("B..../.B.../..X../...B./....B 1", 2), ("X 1", 1)] {
            let images: Vec<Pattern> = pattern(text).mutations().map(|(_, image)| image).collect();
            assert_eq!(images.len(), count, "{text}");
            assert_eq!(images[0], pattern(text));
        }
    }

    #[test]
    fn fields_outside_have_no_influence() {
        let four = pattern("......./..BBBBX 1");
        assert_eq!(four, pattern("BBBBX 1"));
        assert_eq!(four.field(Cell::new(4, 0)), Field::Empty);
        assert_eq!(four.field(Cell::new(5, 0)), Field::Any);
        assert_eq!(four.field(Cell::new(0, 1)), Field::Any);
        let counts = |text: &str| [Field::Empty, Field::Red, Field::Blue, Field::Any].map(|f| pattern(text).count(f));
        assert_eq!(counts("0.../B.../B.../XBB0/0.../0... 3"), [5, 0, 4, 15]);
        assert_eq!(counts("RX/.B 1"), [1, 1, 1, 1]);
    }

    #[test]
    fn subsets_hold_under_shifts_and_symmetries_and_x_is_empty() {
        let subset = |small: &str, large: &str| pattern(small).is_subset_of(&pattern(large));
        assert!(subset("BBBBX 1", "0BBBBX0 2"));
        assert!(subset("BBBBX 1", "..0../..B../..B../..B../..B../X.0.. 2"), "turned, with X on a 0");
        assert!(subset("BBXBB 1", "BB0BBX 2"), "X may be elsewhere");
        assert!(subset("BBBBX 1", "BBBBX 1"));
        assert!(!subset("BBBBX 1", "BBB.X 1"));
        assert!(!subset("BBBBX 1", "RBBBB.X 1"), "no influence is not empty");
        assert!(!subset("B..../.B.../..B../...B./....X 1", "BBBBX 1"), "diagonals are patterns of their own");
        assert!(!subset("0BBBX0 2", "0BBBX 2"));
        assert!(subset("RX 1", "BRX 1") && !subset("RX 1", "BX 1"));
    }

    #[test]
    fn texts_that_are_no_patterns_are_refused() {
        for (text, named) in [
            ("BBBBX", "ROWS LEVEL"),
            ("BBBB0 1", "no X"),
            ("BXBBX 1", "one X"),
            ("BBBBX 0", "1 or more"),
            ("BBBBX 256", "1 to 255"),
            ("BBBBY 1", "not Y"),
            ("BB/BBX 1", "one width"),
            ("BBBBBBBBBX 1", "9 by 9"),
            ("B/B/B/B/B/B/B/B/B/X 1", "9 by 9"),
            (" 1", "no X"),
        ] {
            let error = text.parse::<Pattern>().unwrap_err().to_string();
            assert!(error.contains(named), "{text}: {error}");
        }
        let far = Pattern::new([(Cell::new(0, 0), Field::Blue), (Cell::new(10, 0), Field::Empty)], Cell::new(10, 0), 1);
        assert_eq!(far, Err(PatternError::TooLarge { width: 11, height: 1 }));
        let focus = Pattern::new([(Cell::new(0, 0), Field::Blue)], Cell::new(0, 0), 1);
        assert_eq!(focus, Err(PatternError::Focus(Cell::new(0, 0))));
        assert!(Pattern::new([(Cell::new(200, 0), Field::Blue)], Cell::new(200, 0), 1).is_err());
    }
}
