//! Text forms of states, colours and rules. The form of an action is that of its
//! [`Cell`](gambol_core::Cell).

use alloc::format;
use core::fmt;
use core::str::FromStr;

use gambol_board::notation::{Rows, fields, number, settings, write_rows};
use gambol_core::TextError;

use crate::bits::Bits;
use crate::board::has_row;
use crate::rules::{Colour, Rules};
use crate::state::Match5;

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Write::write_char(f, self.letter())
    }
}

impl FromStr for Colour {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let mut letters = text.chars();
        match (letters.next().and_then(Self::from_letter), letters.next()) {
            (Some(colour), None) => Ok(colour),
            _ => Err(TextError::new("colour", text, "it is r for red or b for blue")),
        }
    }
}

/// All settings: `edge=9,row=5`, and `starts=b` if blue begins.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "edge={},row={}", self.edge(), self.row())?;
        if self.starts() == Colour::Red { Ok(()) } else { write!(f, ",starts={}", self.starts()) }
    }
}

impl FromStr for Rules {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let refuse = |reason| TextError::new("rules", text, reason);
        let (base, settings) = settings(text, |first| match first {
            "match5" => Some(Self::MATCH5),
            "gomoku" => Some(Self::GOMOKU),
            _ => None,
        });
        let base = base.unwrap_or(Self::MATCH5);
        let (mut edge, mut row, mut starts) = (None, None, None);
        for setting in settings {
            let size = |value, name: &str| {
                number(value, 255).ok_or_else(|| refuse(format!("{name} is a number, not {value:?}")))
            };
            let earlier = match setting.split_once('=') {
                Some(("edge", value)) => edge.replace(size(value, "edge")?).is_some(),
                Some(("row", value)) => row.replace(size(value, "row")?).is_some(),
                Some(("starts", value)) => {
                    let colour = value.parse().map_err(|_| refuse(format!("starts is r or b, not {value:?}")))?;
                    starts.replace(colour).is_some()
                }
                _ => {
                    let form = "expected edge=N, row=N or starts=C joined by commas, after the preset match5 or gomoku if there is one";
                    return Err(refuse(form.into()));
                }
            };
            if earlier {
                return Err(refuse(format!("{setting:?} repeats a setting")));
            }
        }
        let or_base = |set: Option<u64>, base| set.map_or(base, |size| size as u8);
        Self::new(or_base(edge, base.edge()), or_base(row, base.row()))
            .map(|rules| rules.starting(starts.unwrap_or(base.starts())))
            .map_err(|error| refuse(format!("{error}")))
    }
}

/// `rows side`, and `row=N` as a third field unless five in a row win.
impl<B: Bits> fmt::Display for Match5<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_rows(f, self.edge(), self.edge(), |cell| self.stone(cell).map(Colour::letter))?;
        write!(f, " {}", self.side())?;
        if self.row() == Rules::MATCH5.row() { Ok(()) } else { write!(f, " row={}", self.row()) }
    }
}

/// Accepts exactly the positions that a game can reach; errors state the reason of a refusal.
impl<B: Bits> FromStr for Match5<B> {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let fields = fields(text, 2, 3, "rows side [row=N]")?;
        let board = Rows::parse(fields[0], Colour::from_letter)?;
        let side: Colour = fields[1].parse()?;
        let row = fields.get(2).map_or(Ok(Rules::MATCH5.row()), |field| row_length(field))?;
        let refuse = |reason| TextError::new("board", fields[0], reason);
        if board.width != board.height {
            return Err(refuse(format!(
                "it has {} columns and {} rows, but must be square",
                board.width, board.height
            )));
        }
        let rules = Rules::new(board.width, row).map_err(|error| refuse(format!("{error}")))?;
        if let Err(error) = Self::new(rules) {
            return Err(refuse(format!("{error}")));
        }

        let stones = |colour| {
            let places = board.cells.iter().enumerate().filter(|(_, stone)| **stone == Some(colour));
            places.fold(B::EMPTY, |set, (place, _)| {
                let width = usize::from(board.width);
                set | B::bit(place / width * usize::from(B::STRIDE) + place % width)
            })
        };
        let (own, other) = (stones(side), stones(side.other()));
        let starts = starts(side, own.count(), other.count()).map_err(refuse)?;
        refuse_rows(side, own, other, rules).map_err(refuse)?;
        Ok(Self::from_stones(rules.starting(starts), side, own, other))
    }
}

/// Parses the third field of a position.
fn row_length(field: &str) -> Result<u8, TextError> {
    let row = field.strip_prefix("row=").and_then(|value| number(value, 255));
    row.map(|row| row as u8).ok_or_else(|| TextError::new("rules", field, "the third field is `row=N`"))
}

/// The colour that began, by the numbers of stones of the side to move and of the other; an error
/// for impossible numbers.
fn starts(side: Colour, own: u32, other: u32) -> Result<Colour, alloc::string::String> {
    if own == other {
        Ok(side)
    } else if own + 1 == other {
        Ok(side.other())
    } else {
        let (red, blue) = if side == Colour::Red { (own, other) } else { (other, own) };
        let rule =
            if red.abs_diff(blue) > 1 { "the sides place in turn" } else { "the side with fewer stones is to move" };
        Err(format!("{red} red and {blue} blue stones with {} to move: {rule}", side.name()))
    }
}

/// Refuses rows of the side to move, and rows of the other side that no single stone can have
/// completed.
fn refuse_rows<B: Bits>(side: Colour, own: B, other: B, rules: Rules) -> Result<(), alloc::string::String> {
    let wins = |set| has_row(set, rules.edge(), rules.row());
    let row = rules.row();
    if wins(own) {
        return Err(if wins(other) {
            format!("both sides have {row} in a row, but the first to have them ended the game")
        } else {
            format!("{} has {row} in a row and is to move, but the game ended there", side.name())
        });
    }
    let mut last = other.cells();
    if wins(other) && !last.any(|stone| !wins(other & !B::bit(stone))) {
        return Err(format!("{} has rows of {row} that no single stone can have completed", side.other().name()));
    }
    Ok(())
}

#[cfg(feature = "serde")]
gambol_core::serde_as_text!([B: Bits] Match5<B>);
#[cfg(feature = "serde")]
gambol_core::serde_as_text!(Rules);
#[cfg(feature = "serde")]
gambol_core::serde_as_text!(Colour);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::Wide;
    use alloc::string::{String, ToString};

    fn refusal<B: Bits>(text: &str) -> String {
        text.parse::<Match5<B>>().unwrap_err().to_string()
    }

    #[test]
    fn positions_come_back() {
        for text in [
            "9/9/9/9/9/9/9/9/9 r",
            "9/9/9/9/9/9/9/9/9 b",
            "r8/9/9/9/4b4/9/9/9/9 r",
            "5/5/2r2/5/5 b row=3",
            "rrrrr/bbbb1/5/5/5 b",
            "rbrbr/rbrbr/brbrb/brbrb/rbrbr b",
        ] {
            assert_eq!(text.parse::<Match5>().unwrap().to_string(), text);
            assert_eq!(text.parse::<Match5<Wide>>().unwrap().to_string(), text);
        }
        let large = ["20"; 20].join("/") + " b row=6";
        assert_eq!(large.parse::<Match5<Wide>>().unwrap().to_string(), large);
    }

    #[test]
    fn five_in_a_row_need_not_be_named() {
        assert_eq!("5/5/5/5/5 r row=5".parse::<Match5>().unwrap().to_string(), "5/5/5/5/5 r");
    }

    #[test]
    fn who_has_begun_follows_from_the_stones() {
        for (text, starts) in [
            ("5/5/5/5/5 r", Colour::Red),
            ("5/5/5/5/5 b", Colour::Blue),
            ("5/5/2r2/5/5 b", Colour::Red),
            ("5/5/2b2/5/5 r", Colour::Blue),
            ("5/5/2br1/5/5 r", Colour::Red),
            ("5/5/2br1/5/5 b", Colour::Blue),
        ] {
            assert_eq!(text.parse::<Match5>().unwrap().rules().starts(), starts, "{text}");
        }
    }

    #[test]
    fn refusals_say_why() {
        let too_large = ["21"; 21].join("/") + " r";
        for (text, why) in [
            ("9/9/9/9/9/9/9/9/9", "form is `rows side [row=N]`"),
            ("5/5/5/5/5  r", "one blank"),
            ("5/5/5/5/5 r row=4 x", "form is"),
            ("5/5/5/5/5 w", "it is r for red or b for blue"),
            ("5/5/5/5/5 rb", "it is r for red or b for blue"),
            ("5/5/5/5/5 r row=", "the third field is `row=N`"),
            ("5/5/5/5/5 r edge=5", "the third field is `row=N`"),
            ("5/5/5/5/5 r row=04", "the third field is `row=N`"),
            ("5/5/5/5/5 r row=7", "3 to 6 stones in a row can win, not 7"),
            ("5/5/5/5/5 r row=2", "3 to 6 stones in a row can win, not 2"),
            ("5/5/5/5/5 r row=6", "longer than the edge"),
            ("4/4/4/4 r", "5 to 20 cells, not 4"),
            (&too_large, "5 to 20 cells, not 21"),
            ("5/5/5/5 r", "5 columns and 4 rows"),
            ("5/5/5/5/4 r", "row 5"),
            ("5/5/5/5/4x r", "'x' is not a piece"),
            ("rr3/5/5/5/5 b", "2 red and 0 blue stones with blue to move: the sides place in turn"),
            ("r4/5/bbb2/5/5 r", "1 red and 3 blue stones with red to move: the sides place in turn"),
            ("r4/5/5/5/5 r", "1 red and 0 blue stones with red to move: the side with fewer stones is to move"),
            ("b4/5/5/5/5 b", "0 red and 1 blue stones with blue to move: the side with fewer stones is to move"),
            ("rrrrr/bbbbb/5/5/5 r", "both sides have 5 in a row, but the first to have them ended the game"),
            ("rrrrr/bbbb1/b4/5/5 r", "red has 5 in a row and is to move, but the game ended there"),
            ("rrr2/bbb2/5/5/5 b row=3", "both sides have 3 in a row"),
        ] {
            let error = refusal::<u128>(text);
            assert!(error.contains(why), "{text}: {error}");
            assert!(refusal::<Wide>(text).contains(why), "{text}");
        }
    }

    #[test]
    fn two_rows_of_the_winner_must_share_a_stone() {
        let apart = "rrrrr4/bbbb5/9/rrrrr4/bbbb1b3/9/9/9/9 b";
        assert!(refusal::<u128>(apart).contains("red has rows of 5 that no single stone can have completed"));
        let ten = "rrrrrrrrrr/bbbb1bbbb1/b9/10/10/10/10/10/10/10 b";
        assert!(refusal::<u128>(ten).contains("that no single stone can have completed"));
        let cross = "rrrrr4/r1bbbb3/r8/rb7/r8/bbb6/9/9/9 b";
        assert!(cross.parse::<Match5>().is_ok());
    }

    #[test]
    fn boards_too_large_for_the_type_are_refused_and_the_type_is_named() {
        let twelve = ["12"; 12].join("/") + " r";
        assert!(refusal::<u128>(&twelve).contains("Match5<Wide>"));
        assert!(twelve.parse::<Match5<Wide>>().is_ok());
    }

    #[test]
    fn rules_come_back() {
        for edge in 5..=20 {
            for row in 3..=6.min(edge) {
                for starts in [Colour::Red, Colour::Blue] {
                    let rules = Rules::new(edge, row).unwrap().starting(starts);
                    assert_eq!(rules.to_string().parse(), Ok(rules));
                }
            }
        }
        assert_eq!("match5".parse(), Ok(Rules::MATCH5));
        assert_eq!("gomoku".parse(), Ok(Rules::GOMOKU));
        assert_eq!("gomoku,row=4".parse(), Ok(Rules::new(15, 4).unwrap()));
        assert_eq!("match5,starts=b".parse(), Ok(Rules::MATCH5.starting(Colour::Blue)));
        assert_eq!("gomoku,starts=b,edge=19".parse(), Ok(Rules::new(19, 5).unwrap().starting(Colour::Blue)));
        assert_eq!("starts=b,edge=7".parse(), Ok(Rules::new(7, 5).unwrap().starting(Colour::Blue)));
        assert_eq!(Rules::MATCH5.to_string(), "edge=9,row=5");
    }

    #[test]
    fn rules_that_cannot_be_are_refused() {
        for (text, why) in [
            ("", "expected edge=N"),
            ("edge", "expected edge=N"),
            ("edge=9,", "expected edge=N"),
            ("size=9", "expected edge=N"),
            ("edge=", "edge is a number"),
            ("edge=x", "edge is a number"),
            ("row=-1", "row is a number"),
            ("edge=999", "edge is a number"),
            ("edge=21", "5 to 20"),
            ("row=7", "3 to 6"),
            ("edge=5,row=6", "longer"),
            ("row=4,row=4", "repeats"),
            ("starts=red", "starts is r or b"),
            ("Gomoku", "the preset match5 or gomoku"),
            ("edge=7,gomoku", "the preset match5 or gomoku"),
            ("gomoku,gomoku", "the preset match5 or gomoku"),
            ("gomoku,", "expected edge=N"),
            ("gomoku,row=4,row=4", "repeats"),
            ("gomoku,edge=21", "5 to 20"),
        ] {
            let error = text.parse::<Rules>().unwrap_err().to_string();
            assert!(error.contains(why), "{text}: {error}");
        }
    }

    #[test]
    fn colours_come_back() {
        for colour in [Colour::Red, Colour::Blue] {
            assert_eq!(colour.to_string().parse(), Ok(colour));
        }
        assert!("".parse::<Colour>().is_err());
    }
}
