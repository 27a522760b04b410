//! Text forms of colours, moves, outcomes and phases; those of positions and rules are in
//! submodules.

mod position;
mod rules;

use core::fmt;
use core::str::FromStr;

use gambol_board::notation::number;
use gambol_core::{Cell, TextError};

use crate::chance::{Colour, Outcome};
use crate::moves::Move;
use crate::rules::MOST_STONES;
use crate::state::Phase;

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A lowercase letter, `a` for colour number 0.
impl FromStr for Colour {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let mut letters = text.chars();
        match (letters.next().and_then(Self::from_letter), letters.next()) {
            (Some(colour), None) => Ok(colour),
            _ => Err(TextError::new("colour", text, "a colour is a letter from a to z")),
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.from, self.to)
    }
}

/// The cell of the stone and its target cell, like `c3-e5`.
impl FromStr for Move {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let (from, to) = text
            .split_once('-')
            .ok_or_else(|| TextError::new("move", text, "a move is two cells joined by a hyphen, like c3-e5"))?;
        Ok(Self { from: from.parse()?, to: to.parse()? })
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stone(cell) => cell.fmt(f),
            Self::Colour(colour) => colour.fmt(f),
        }
    }
}

/// A cell like `e4` for a stone, or a letter for a next colour.
impl FromStr for Outcome {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        if let Ok(colour) = text.parse() {
            return Ok(Self::Colour(colour));
        }
        text.parse::<Cell>()
            .map(Self::Stone)
            .map_err(|_| TextError::new("outcome", text, "an outcome is a colour, like b, or a cell, like e4"))
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start => f.write_str("s"),
            Self::Colours => f.write_str("c"),
            Self::Places => f.write_str("p"),
            Self::Drop { down: 0 } => f.write_str("d"),
            Self::Drop { down } => write!(f, "d{down}"),
            Self::Move => f.write_str("m"),
        }
    }
}

/// `s` for the colours of the initial stones, `c` for next colours, `p` for their places, `d` for a
/// drop, `d1`, `d2`, … for a drop with that number of stones down, `m` for a move.
impl FromStr for Phase {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let known = match text {
            "s" => Some(Self::Start),
            "c" => Some(Self::Colours),
            "p" => Some(Self::Places),
            "m" => Some(Self::Move),
            "d" => Some(Self::Drop { down: 0 }),
            _ => text
                .strip_prefix('d')
                .and_then(|down| number(down, u64::from(MOST_STONES)))
                .filter(|&down| down > 0)
                .map(|down| Self::Drop { down: down as u8 }),
        };
        known.ok_or_else(|| TextError::new("phase", text, "the phases are s, c, p, d, d1 to d8, and m"))
    }
}

#[cfg(feature = "serde")]
mod stored {
    use crate::bits::Bits;
    use crate::{Colour, FiveOrMore, Move, Outcome, Phase, Rules};

    gambol_core::serde_as_text!(Colour);
    gambol_core::serde_as_text!(Move);
    gambol_core::serde_as_text!(Outcome);
    gambol_core::serde_as_text!(Phase);
    gambol_core::serde_as_text!(Rules);
    gambol_core::serde_as_text!([B: Bits] FiveOrMore<B>);
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn small_texts_are_refused() {
        for text in ["", "a1", "a1-", "-a1", "a1-b2-c3", "a1 b2", "a1-b", "A1-b2"] {
            assert!(text.parse::<Move>().is_err(), "{text}");
        }
        for text in ["", "ab", "A", "é", "a0", "-"] {
            assert!(text.parse::<Outcome>().is_err(), "{text}");
        }
        for text in ["", "d0", "d01", "d10", "dd", "M", "d-1"] {
            assert!(text.parse::<Phase>().is_err(), "{text}");
        }
        assert_eq!(
            "x9y".parse::<Outcome>().unwrap_err().to_string(),
            "outcome `x9y`: an outcome is a colour, like b, or a cell, like e4"
        );
    }
}
