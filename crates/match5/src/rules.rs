//! Colours, and the rules: the edge of the board, the length of winning rows, and the colour that
//! begins.

/// The limits of the edge of a board, in cells.
pub(crate) const LEAST_EDGE: u8 = 5;
pub(crate) const GREATEST_EDGE: u8 = 20;

/// The limits of the length of winning rows, in stones.
pub(crate) const LEAST_ROW: u8 = 3;
pub(crate) const GREATEST_ROW: u8 = 6;

/// The colour of a stone, and of the side that places it. Its text form is `r` or `b`.
///
/// In the original program the computer plays red and the human blue. A colour is not a
/// [`Player`](gambol_core::Player): the first player is the side that began, of either colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Colour {
    /// Red, `r`.
    #[default]
    Red,
    /// Blue, `b`.
    Blue,
}

impl Colour {
    /// The other colour.
    #[must_use]
    #[inline]
    pub const fn other(self) -> Self {
        match self {
            Self::Red => Self::Blue,
            Self::Blue => Self::Red,
        }
    }

    /// Its English name: `red` or `blue`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Red => "red",
            Self::Blue => "blue",
        }
    }

    /// Its letter in text forms: `r` or `b`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Red => 'r',
            Self::Blue => 'b',
        }
    }

    /// The colour with this letter.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'r' => Some(Self::Red),
            'b' => Some(Self::Blue),
            _ => None,
        }
    }
}

/// The rules of a game: the edge of the board (5 to 20 cells), the number of stones in a row that
/// win (3 to 6, and at most the edge), and the colour that begins.
///
/// The text form is a list of settings joined by commas, in any order, the name of a preset,
/// `match5` or `gomoku`, or a preset followed by settings. Omitted settings are those of the
/// preset, by default [`Rules::MATCH5`].
///
/// ```
/// use gambol_match5::{Colour, Rules};
///
/// let rules: Rules = "edge=11,starts=b".parse()?;
/// assert_eq!(rules, Rules::new(11, 5)?.starting(Colour::Blue));
/// assert_eq!(rules.to_string(), "edge=11,row=5,starts=b");
/// assert_eq!("gomoku".parse::<Rules>()?.to_string(), "edge=15,row=5");
/// assert_eq!("gomoku,row=4".parse::<Rules>()?.to_string(), "edge=15,row=4");
/// assert!("row=7".parse::<Rules>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    edge: u8,
    row: u8,
    starts: Colour,
}

impl Rules {
    /// The original and default: 9×9, five in a row; red begins.
    pub const MATCH5: Self = Self { edge: 9, row: 5, starts: Colour::Red };

    /// Gomoku without restrictions: 15×15, five or more in a row.
    pub const GOMOKU: Self = Self { edge: 15, row: 5, starts: Colour::Red };

    /// The rules with this edge and this length of a row; red begins.
    ///
    /// # Errors
    ///
    /// Returns an error if the edge is not 5 to 20, the row is not 3 to 6, or the row is longer
    /// than the edge.
    pub const fn new(edge: u8, row: u8) -> Result<Self, RulesError> {
        if edge < LEAST_EDGE || edge > GREATEST_EDGE {
            Err(RulesError::Edge(edge))
        } else if row < LEAST_ROW || row > GREATEST_ROW {
            Err(RulesError::Row(row))
        } else if row > edge {
            Err(RulesError::RowLongerThanEdge { edge, row })
        } else {
            Ok(Self { edge, row, starts: Colour::Red })
        }
    }

    /// The same rules with this colour beginning.
    #[must_use]
    pub const fn starting(self, starts: Colour) -> Self {
        Self { starts, ..self }
    }

    /// The number of columns and of rows of the board: 5 to 20.
    #[must_use]
    pub const fn edge(self) -> u8 {
        self.edge
    }

    /// The least number of stones in a row that win: 3 to 6.
    #[must_use]
    pub const fn row(self) -> u8 {
        self.row
    }

    /// The colour that begins.
    #[must_use]
    pub const fn starts(self) -> Colour {
        self.starts
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self::MATCH5
    }
}

/// Error returned for rules that are out of range or do not fit the type of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum RulesError {
    /// The edge is too short or too long.
    #[error("the edge of a board is {LEAST_EDGE} to {GREATEST_EDGE} cells, not {0}")]
    Edge(u8),
    /// The winning row is too short or too long.
    #[error("{LEAST_ROW} to {GREATEST_ROW} stones in a row can win, not {0}")]
    Row(u8),
    /// The row does not fit on the board.
    #[error("a row of {row} stones is longer than the edge of {edge} cells")]
    RowLongerThanEdge {
        /// The edge, in cells.
        edge: u8,
        /// The length of the row, in stones.
        row: u8,
    },
    /// The board is too large for the sets of cells of the state.
    #[error(
        "an edge of {edge} cells does not fit the type, which takes up to {greatest}; `Match5<Wide>` takes up to 20"
    )]
    TypeTooSmall {
        /// The edge, in cells.
        edge: u8,
        /// The longest edge that fits.
        greatest: u8,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn all_sizes_within_the_limits_exist_and_no_others() {
        for edge in 0..=30 {
            for row in 0..=10 {
                let fits = (5..=20).contains(&edge) && (3..=6).contains(&row) && row <= edge;
                assert_eq!(Rules::new(edge, row).is_ok(), fits, "{edge} {row}");
            }
        }
    }

    #[test]
    fn errors_name_the_limit() {
        let message = |edge, row| Rules::new(edge, row).unwrap_err().to_string();
        assert_eq!(message(21, 5), "the edge of a board is 5 to 20 cells, not 21");
        assert_eq!(message(9, 7), "3 to 6 stones in a row can win, not 7");
        assert_eq!(message(5, 6), "a row of 6 stones is longer than the edge of 5 cells");
    }

    #[test]
    fn presets_are_what_new_makes() {
        assert_eq!(Rules::default(), Rules::new(9, 5).unwrap());
        assert_eq!(Rules::GOMOKU, Rules::new(15, 5).unwrap());
        assert_eq!(Rules::MATCH5.starts(), Colour::Red);
    }
}
