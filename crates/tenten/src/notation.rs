//! Text forms: `Display` and `FromStr` of all types.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use gambol_board::notation::{Rows, fields, number, settings, write_rows};
use gambol_core::{Cell, Game, TextError};

use crate::board::Board;
use crate::cells::Cells;
use crate::chance::Deal;
use crate::hand::Hand;
use crate::moves::Placement;
use crate::piece::Piece;
use crate::rules::{Rules, Scoring};
use crate::state::{GREATEST_SCORE, TenTen};

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Piece {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        Self::ALL.into_iter().find(|piece| piece.name() == text).ok_or_else(|| {
            let reason = "the pieces are h2 to h5, v2 to v5, o1 to o3, and l2 or l3 with ne, nw, se or sw";
            TextError::new("piece", text, reason)
        })
    }
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.piece(), self.cell())
    }
}

impl FromStr for Placement {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let Some((piece, cell)) = text.split_once('@') else {
            return Err(TextError::new("placement", text, "its form is a piece, @ and a cell, like h3@b4"));
        };
        let (piece, cell): (Piece, Cell) = (piece.parse()?, cell.parse()?);
        Self::new(piece, cell).ok_or_else(|| {
            let last = Cell::new(Board::EDGE - piece.width(), Board::EDGE - piece.height());
            let reason = format!("{piece} is not entirely on the board; its last cell is {last}");
            TextError::new("placement", text, reason)
        })
    }
}

fn write_pieces(f: &mut fmt::Formatter<'_>, pieces: impl Iterator<Item = Piece>) -> fmt::Result {
    for (place, piece) in pieces.enumerate() {
        if place > 0 {
            f.write_str(",")?;
        }
        f.write_str(piece.name())?;
    }
    Ok(())
}

/// Parses one to three pieces.
fn read_pieces(what: &'static str, text: &str) -> Result<Hand, TextError> {
    let mut pieces = [Piece::O1; Hand::SIZE];
    let mut count = 0;
    for piece in text.split(',') {
        let Some(place) = pieces.get_mut(count) else {
            return Err(TextError::new(what, text, "more than three pieces; a deal has three"));
        };
        *place = piece.parse()?;
        count += 1;
    }
    Hand::new(&pieces[..count]).ok_or_else(|| TextError::new(what, text, "more than three pieces"))
}

impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() { f.write_str("-") } else { write_pieces(f, self.pieces()) }
    }
}

impl FromStr for Hand {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        if text == "-" { Ok(Self::EMPTY) } else { read_pieces("hand", text) }
    }
}

impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_pieces(f, self.pieces().into_iter())
    }
}

impl FromStr for Deal {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let hand = read_pieces("deal", text)?;
        let mut pieces = hand.pieces();
        match (pieces.next(), pieces.next(), pieces.next()) {
            (Some(a), Some(b), Some(c)) => Ok(Self::new([a, b, c])),
            _ => Err(TextError::new("deal", text, format!("{} pieces; a deal has three", hand.len()))),
        }
    }
}

impl fmt::Display for Scoring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Lines => "lines",
            Self::Cells => "cells",
        })
    }
}

impl FromStr for Scoring {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        match text {
            "lines" => Ok(Self::Lines),
            "cells" => Ok(Self::Cells),
            _ => Err(TextError::new("scoring", text, "it is lines or cells")),
        }
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::UNIFORM {
            return f.write_str("uniform");
        }
        let mut separator = "";
        let base = if self.with_scoring(Scoring::Lines) == Self::PAPER { Self::PAPER } else { Self::UNIFORM };
        if base == Self::PAPER {
            f.write_str("paper")?;
            separator = ",";
        }
        if self.scoring() != Scoring::Lines {
            write!(f, "{separator}score={}", self.scoring())?;
            separator = ",";
        }
        for piece in Piece::ALL.into_iter().filter(|&piece| self.weight(piece) != base.weight(piece)) {
            write!(f, "{separator}{piece}={}", self.weight(piece))?;
            separator = ",";
        }
        Ok(())
    }
}

impl FromStr for Rules {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let refuse = |reason: String| TextError::new("rules", text, reason);
        let (base, settings) = settings(text, |first| match first {
            "uniform" => Some(Self::UNIFORM),
            "paper" => Some(Self::PAPER),
            _ => None,
        });
        let base = base.unwrap_or(Self::UNIFORM);
        if text.ends_with(',') {
            return Err(refuse("a setting is missing after the last comma".into()));
        }
        let mut scoring = None;
        let mut weights = Piece::ALL.map(|piece| base.weight(piece));
        let mut set = [false; Piece::COUNT];
        for setting in settings {
            let Some((key, value)) = setting.split_once('=') else {
                return Err(refuse(format!(
                    "unknown setting {setting:?}; expected score=lines, score=cells or PIECE=WEIGHT, after uniform or paper"
                )));
            };
            let twice = if key == "score" {
                scoring.replace(value.parse()?).is_some()
            } else {
                let piece: Piece = key.parse()?;
                let weight = number(value, u64::from(u16::MAX))
                    .ok_or_else(|| TextError::new("weight", value, "it is a number from 0 to 65535"))?;
                weights[piece.index()] = weight as u16;
                core::mem::replace(&mut set[piece.index()], true)
            };
            if twice {
                return Err(refuse(format!("{key} is set twice")));
            }
        }
        Self::new(weights, scoring.unwrap_or_default()).map_err(|error| refuse(format!("{error}")))
    }
}

impl fmt::Display for TenTen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let filled = self.board().filled();
        write_rows(f, Board::EDGE, Board::EDGE, |cell| filled.contains(cell).then_some('x'))?;
        write!(f, " {} {}", self.hand(), self.score())?;
        if *self.rules() == Rules::UNIFORM { Ok(()) } else { write!(f, " {}", self.rules()) }
    }
}

impl FromStr for TenTen {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let fields = fields(text, 3, 4, "rows hand score [rules]")?;
        let board = read_rows(fields[0])?;
        let hand: Hand = fields[1].parse()?;
        let Some(score) = number(fields[2], GREATEST_SCORE as u64) else {
            let reason: Cow<'static, str> = match fields[2].parse::<Hand>() {
                Ok(_) => "a second hand in place of the score; a position has one hand".into(),
                Err(_) => format!("it is a number from 0 to {GREATEST_SCORE}").into(),
            };
            return Err(TextError::new("score", fields[2], reason));
        };
        let rules = fields.get(3).map_or(Ok(Rules::UNIFORM), |rules| rules.parse())?;
        // The score is not checked against the board: positions for study may have any score.
        if let Some(row) = board.lines().rows().next() {
            return Err(TextError::new(
                "rows",
                fields[0],
                format!("row {} is full, and full rows are removed", row + 1),
            ));
        }
        if let Some(column) = board.lines().columns().next() {
            let letter = char::from(b'a' + column);
            let reason = format!("column {letter} is full, and full columns are removed");
            return Err(TextError::new("rows", fields[0], reason));
        }
        if let Some(piece) = hand.pieces().find(|&piece| rules.weight(piece) == 0) {
            return Err(TextError::new("hand", fields[1], format!("{piece} has weight 0 in these rules")));
        }
        Ok(Self::from_parts(board, hand, score as i64, rules))
    }
}

fn read_rows(text: &str) -> Result<Board, TextError> {
    let rows = Rows::parse(text, |letter| (letter == 'x').then_some(()))?;
    for (count, name) in [(rows.height, "rows"), (rows.width, "columns")] {
        if count != Board::EDGE {
            return Err(TextError::new("rows", text, format!("{count} {name}; the board has ten")));
        }
    }
    let cells = rows.cells.iter().zip(0_u8..).filter(|(cell, _)| cell.is_some());
    let filled: Cells = cells.map(|(_, index)| Cell::new(index % Board::EDGE, index / Board::EDGE)).collect();
    Ok(Board::new(filled))
}

#[cfg(feature = "serde")]
mod as_text {
    use super::{Deal, Hand, Piece, Placement, Rules, Scoring, TenTen};

    gambol_core::serde_as_text!(Deal);
    gambol_core::serde_as_text!(Hand);
    gambol_core::serde_as_text!(Piece);
    gambol_core::serde_as_text!(Placement);
    gambol_core::serde_as_text!(Rules);
    gambol_core::serde_as_text!(Scoring);
    gambol_core::serde_as_text!(TenTen);
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    fn comes_back<T: fmt::Display + FromStr<Err = TextError>>(text: &str) {
        assert_eq!(text.parse::<T>().map(|value| value.to_string()), Ok(text.into()));
    }

    #[test]
    fn texts_come_back() {
        for piece in Piece::ALL {
            comes_back::<Piece>(piece.name());
        }
        for text in ["h3@b4", "o1@j10", "l3se@h8", "v5@j6"] {
            comes_back::<Placement>(text);
        }
        for text in ["-", "o1", "h2,h2", "h3,l2nw,o2"] {
            comes_back::<Hand>(text);
        }
        for text in ["uniform", "paper", "paper,score=cells", "score=cells", "score=cells,h2=0,v5=65535", "o3=3"] {
            comes_back::<Rules>(text);
        }
        for text in [
            "10/10/10/10/10/10/10/10/10/10 - 0",
            "10/10/10/10/10/10/10/10/10/10 - 0 paper",
            "x9/10/1xx7/10/10/10/10/10/10/9x h2,o1 4",
            "x9/10/1xx7/10/10/10/10/10/10/9x h2,h3,o1 24 score=cells",
        ] {
            comes_back::<TenTen>(text);
        }
    }

    #[test]
    fn other_writings_are_read() {
        let rules = |text: &str| text.parse::<Rules>().unwrap();
        assert_eq!(rules("score=lines"), Rules::UNIFORM);
        assert_eq!(rules("uniform,o3=3").to_string(), "o3=3");
        assert_eq!(rules("o3=3,score=cells,h2=2").to_string(), "score=cells,h2=2,o3=3");
        assert_eq!(rules("paper,o2=2").weight(Piece::H2), 3);
        let state: TenTen = "10/10/10/10/10/10/10/10/10/10 o2,h3,o2 0 uniform".parse().unwrap();
        assert_eq!(state.to_string(), "10/10/10/10/10/10/10/10/10/10 h3,o2,o2 0");
    }

    #[track_caller]
    fn refused<T: FromStr<Err = TextError>>(text: &str, part: &str) {
        match text.parse::<T>() {
            Ok(_) => panic!("{text} is accepted"),
            Err(error) => assert!(error.to_string().contains(part), "{error}"),
        }
    }

    /// Scores saturate at the greatest score of a text, so that every state played from it has a
    /// text.
    #[test]
    fn what_is_played_at_the_greatest_score_reads_back() {
        for below in 0..=4 {
            let score = GREATEST_SCORE - below;
            let mut state: TenTen = format!("10/10/10/10/10/10/10/10/10/10 o2,o2 {score}").parse().unwrap();
            for (play, points) in [("o2@a1", 4), ("o2@c1", 8)] {
                state.play(play.parse().unwrap());
                assert_eq!(state.score(), GREATEST_SCORE.min(score + points));
                assert_eq!(state.to_string().parse(), Ok(state));
            }
        }
    }

    #[test]
    fn impossible_positions_are_refused_with_a_reason() {
        for (text, part) in [
            ("10/xxxxxxxxxx/10/10/10/10/10/10/10/10 - 30", "row 2 is full"),
            ("2x7/2x7/2x7/2x7/2x7/2x7/2x7/2x7/2x7/2x7 - 30", "column c is full"),
            ("10/10/10/10/10/10/10/10/10/10/10 - 0", "11 rows; the board has ten"),
            ("10/10/10/10/10/10/10/10/10 - 0", "9 rows; the board has ten"),
            ("11/11/11/11/11/11/11/11/11/11 - 0", "11 columns; the board has ten"),
            ("10/10/10/10/9/10/10/10/10/10 - 0", "row 5"),
            ("10/10/10/10/y9/10/10/10/10/10 - 0", "row 5"),
            ("10/10/10/10/10/10/10/10/10/10 o1,o1,o1,o1 0", "a deal has three"),
            ("10/10/10/10/10/10/10/10/10/10 o1 o1 0", "a second hand"),
            ("10/10/10/10/10/10/10/10/10/10 o1 0 o1", "unknown setting"),
            ("10/10/10/10/10/10/10/10/10/10 o1 o1 0 uniform", "its form is `rows hand score [rules]`"),
            ("10/10/10/10/10/10/10/10/10/10 o4 0", "piece `o4`"),
            ("10/10/10/10/10/10/10/10/10/10 - -3", "score `-3`"),
            ("10/10/10/10/10/10/10/10/10/10 - 9999999999999999", "it is a number from 0"),
            ("10/10/10/10/10/10/10/10/10/10 o1,o2,o3 0 o2=0", "o2 has weight 0"),
        ] {
            refused::<TenTen>(text, part);
        }
    }

    #[test]
    fn other_texts_are_refused_with_a_reason() {
        for (text, part) in [
            ("h3", "its form is"),
            ("h3@", "a cell is"),
            ("h3@i4", "its last cell is h10"),
            ("v5@a7", "its last cell is j6"),
            ("o1@a11", "not entirely on the board"),
            ("o1@z99", "not entirely on the board"),
            ("h6@a1", "the pieces are"),
        ] {
            refused::<Placement>(text, part);
        }
        for (text, part) in
            [("-", "the pieces are"), ("o1,o2", "2 pieces"), ("o1,o2,o3,o1", "more than three"), ("", "the pieces are")]
        {
            refused::<Deal>(text, part);
        }
        for (text, part) in [
            ("", "unknown setting"),
            ("paper,", "missing after the last comma"),
            ("o1=0,,o2=0", "unknown setting"),
            ("o1=0,paper", "unknown setting"),
            ("o1=0,o1=0", "set twice"),
            ("score=cells,score=cells", "set twice"),
            ("o1=65536", "from 0 to 65535"),
            ("o9=1", "the pieces are"),
            ("score=rows", "lines or cells"),
        ] {
            refused::<Rules>(text, part);
        }
        let nothing = Piece::ALL.map(|piece| format!("{piece}=0")).join(",");
        refused::<Rules>(&nothing, "all weights are 0");
    }
}
