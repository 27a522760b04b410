//! Text forms: `rows side` for positions, `c3:AB` for moves, `AB` for swaps, `A` for quadrants.

use alloc::format;
use alloc::string::ToString;
use core::fmt;
use core::str::FromStr;

use gambol_board::notation::{Rows, fields, write_rows};
use gambol_core::{Cell, Player, TextError};

use crate::board::{EDGE, Quadrant};
use crate::moves::{Move, Swap};
use crate::state::PentagoSwap;

/// White is the first player.
const fn letter(player: Player) -> char {
    match player {
        Player::First => 'w',
        Player::Second => 'b',
    }
}

const fn player(letter: char) -> Option<Player> {
    match letter {
        'w' => Some(Player::First),
        'b' => Some(Player::Second),
        _ => None,
    }
}

/// `rows side`: the rows from the top joined by `/`, `w` and `b` for pieces, numbers for runs of
/// empty cells; then the side to move. In ended games it is the side next in turn, so `w` for a
/// full board.
impl fmt::Display for PentagoSwap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_rows(f, EDGE, EDGE, |cell| self.piece(cell).map(letter))?;
        write!(f, " {}", letter(self.side()))
    }
}

/// Refuses texts of another form, boards of other sizes, inconsistent numbers of pieces or side to
/// move, and five in a row that no last move can have made.
impl FromStr for PentagoSwap {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let fields = fields(text, 2, 2, "rows side")?;
        let (rows_text, side_text) = (fields[0], fields[1]);
        let rows = Rows::parse(rows_text, player)?;
        if (rows.width, rows.height) != (EDGE, EDGE) {
            let reason = format!("the board has 6 rows of 6 cells, this one has {} of {}", rows.height, rows.width);
            return Err(TextError::new("board", rows_text, reason));
        }
        let pieces = |side: Player| {
            rows.cells
                .iter()
                .enumerate()
                .filter(|(_, cell)| **cell == Some(side))
                .fold(0, |all, (i, _)| all | 1_u64 << i)
        };
        let position = Self::from_masks(pieces(Player::First), pieces(Player::Second))
            .map_err(|error| TextError::new("board", rows_text, error.to_string()))?;
        let side = match side_text {
            "w" => Player::First,
            "b" => Player::Second,
            _ => return Err(TextError::new("side", side_text, "the side to move is `w` or `b`")),
        };
        if side != position.side() {
            let reason = match position.side() {
                Player::First => "there are as many w as b, so it is the turn of w",
                Player::Second => "there is one w more than b, so it is the turn of b",
            };
            return Err(TextError::new("side", side_text, reason));
        }
        Ok(position)
    }
}

impl fmt::Display for Quadrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::A => "A",
            Self::B => "B",
            Self::C => "C",
            Self::D => "D",
        })
    }
}

impl FromStr for Quadrant {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        match text {
            "A" => Ok(Self::A),
            "B" => Ok(Self::B),
            "C" => Ok(Self::C),
            "D" => Ok(Self::D),
            _ => Err(TextError::new("quadrant", text, "a quadrant is A, B, C or D")),
        }
    }
}

impl fmt::Display for Swap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (one, other) = self.quadrants();
        write!(f, "{one}{other}")
    }
}

impl FromStr for Swap {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        match text {
            "AB" => Ok(Self::AB),
            "AC" => Ok(Self::AC),
            "AD" => Ok(Self::AD),
            "BC" => Ok(Self::BC),
            "BD" => Ok(Self::BD),
            "CD" => Ok(Self::CD),
            "AA" | "BB" | "CC" | "DD" => Err(TextError::new("swap", text, "a quadrant cannot be swapped with itself")),
            _ => {
                let reason = "a swap is two quadrants in alphabetical order: AB, AC, AD, BC, BD or CD";
                Err(TextError::new("swap", text, reason))
            }
        }
    }
}

/// `c3:AB`: the cell before the swap, and the quadrants that change places.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.cell(), self.swap())
    }
}

impl FromStr for Move {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let Some((cell, swap)) = text.split_once(':') else {
            return Err(TextError::new("move", text, "a move is a cell and a swap of quadrants, like c3:AB"));
        };
        let (cell, swap): (Cell, Swap) = (cell.parse()?, swap.parse()?);
        Self::new(cell, swap).ok_or_else(|| TextError::new("move", text, "the cells of the board are a1 to f6"))
    }
}

#[cfg(feature = "serde")]
gambol_core::serde_as_text!(PentagoSwap);
#[cfg(feature = "serde")]
gambol_core::serde_as_text!(Move);
#[cfg(feature = "serde")]
gambol_core::serde_as_text!(Swap);
#[cfg(feature = "serde")]
gambol_core::serde_as_text!(Quadrant);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back() {
        for text in ["6/6/6/6/6/6 w", "6/6/5w/6/6/6 b", "wb4/6/6/6/6/bw4 w", "wwwwww/bbbb2/6/6/b5/6 b"] {
            assert_eq!(text.parse::<PentagoSwap>().unwrap().to_string(), text);
        }
        for index in 0..Move::COUNT {
            let action = Move::from_index(index).unwrap();
            assert_eq!(action.to_string().parse(), Ok(action));
            assert_eq!(action.swap().to_string().parse(), Ok(action.swap()));
        }
        for quadrant in Quadrant::ALL {
            assert_eq!(quadrant.to_string().parse(), Ok(quadrant));
        }
    }

    #[test]
    fn positions_that_cannot_be_are_refused_with_the_reason() {
        for (text, what, reason) in [
            ("6/6/6/6/6/6", "position", "its form is `rows side`, with one blank between fields"),
            ("6/6/6/6/6/6 w 0", "position", "its form is `rows side`, with one blank between fields"),
            ("6/6/6/6/6/6/6 w", "board", "the board has 6 rows of 6 cells, this one has 7 of 6"),
            ("6/6/6/6/6 w", "board", "the board has 6 rows of 6 cells, this one has 5 of 6"),
            ("7/7/7/7/7/7 w", "board", "the board has 6 rows of 6 cells, this one has 6 of 7"),
            ("6/6/5/6/6/6 w", "row 3", "it has 5 cells, the first row has 6"),
            ("6/6/5x/6/6/6 b", "row 3", "'x' is not a piece of this game"),
            ("6/6/5W/6/6/6 b", "row 3", "'W' is not a piece of this game"),
            ("6/6/6/6/6/6 x", "side", "the side to move is `w` or `b`"),
            ("6/6/6/6/6/6 W", "side", "the side to move is `w` or `b`"),
            ("6/6/6/6/6/6 b", "side", "there are as many w as b, so it is the turn of w"),
            ("6/6/5w/6/6/6 w", "side", "there is one w more than b, so it is the turn of b"),
            (
                "6/6/5b/6/6/6 w",
                "board",
                "it has 0 w and 1 b, but the sides take turns: w has as many pieces as b, or one more",
            ),
            (
                "6/6/ww4/6/6/6 b",
                "board",
                "it has 2 w and 0 b, but the sides take turns: w has as many pieces as b, or one more",
            ),
            (
                "wwwwww/bb2bb/wwwwww/bb2bb/wwwwww/bbb1bb b",
                "board",
                "it has 18 w and 13 b, but the sides take turns: w has as many pieces as b, or one more",
            ),
        ] {
            let error = text.parse::<PentagoSwap>().unwrap_err();
            assert_eq!((error.what(), error.reason()), (what, reason), "{text}");
        }
    }

    #[test]
    fn moves_that_cannot_be_are_refused_with_the_reason() {
        for (text, what, reason) in [
            ("c3", "move", "a move is a cell and a swap of quadrants, like c3:AB"),
            ("", "move", "a move is a cell and a swap of quadrants, like c3:AB"),
            ("g3:AB", "move", "the cells of the board are a1 to f6"),
            ("a7:AB", "move", "the cells of the board are a1 to f6"),
            ("c:AB", "cell", "a cell is a column letter and a row number from 1 to 99, like c4"),
            ("c3:AA", "swap", "a quadrant cannot be swapped with itself"),
            ("c3:BA", "swap", "a swap is two quadrants in alphabetical order: AB, AC, AD, BC, BD or CD"),
            ("c3:ab", "swap", "a swap is two quadrants in alphabetical order: AB, AC, AD, BC, BD or CD"),
            ("c3:AB ", "swap", "a swap is two quadrants in alphabetical order: AB, AC, AD, BC, BD or CD"),
            ("c3:AB:CD", "swap", "a swap is two quadrants in alphabetical order: AB, AC, AD, BC, BD or CD"),
        ] {
            let error = text.parse::<Move>().unwrap_err();
            assert_eq!((error.what(), error.reason()), (what, reason), "{text}");
        }
        assert_eq!("E".parse::<Quadrant>().unwrap_err().what(), "quadrant");
    }
}
