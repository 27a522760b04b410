//! Text forms of states and outcomes. Those of swipes, tiles, hints and rules are in the modules of
//! the types.

use alloc::format;
use core::fmt;
use core::str::FromStr;

use gambol_board::notation::{fields, number};
use gambol_core::{Cell, TextError};

use crate::board::{self, Board, empty_cells, has_12288};
use crate::chance::{DEALT, Deck, Outcome};
use crate::check::check_bonus_hint;
use crate::hint::Hint;
use crate::moves::Swipe;
use crate::rules::{End, Rules};
use crate::state::{Phase, Threes};
use crate::tile::Tile;

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Deal { cell, card } => write!(f, "{cell}={card}"),
            Self::Show(hint) => hint.fmt(f),
            Self::Enter { line, bonus, hint } => {
                write!(f, "{}", u16::from(*line) + 1)?;
                if let Some(tile) = bonus {
                    write!(f, "={tile}")?;
                }
                write!(f, ":{hint}")
            }
        }
    }
}

impl FromStr for Outcome {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let refuse = |reason| Err(TextError::new("outcome", text, reason));
        if let Some((entry, hint)) = text.split_once(':') {
            let (line, bonus) = match entry.split_once('=') {
                Some((line, bonus)) => (line, Some(bonus.parse()?)),
                None => (entry, None),
            };
            let Some(line @ 1..) = number(line, 4) else {
                return refuse("lines are numbered from 1 to 4");
            };
            if bonus.is_some_and(|tile: Tile| tile < Tile::LEAST_BONUS || tile.rank() > Tile::GREATEST.rank() - 3) {
                return refuse("a bonus is from 6 to 1536");
            }
            return Ok(Self::Enter { line: line as u8 - 1, bonus, hint: hint.parse()? });
        }
        if let Some((cell, card)) = text.split_once('=') {
            let (cell, card): (Cell, Tile) = (cell.parse()?, card.parse()?);
            if cell.column > 3 || cell.row > 3 {
                return refuse("cells are from a1 to d4");
            }
            if card > Tile::THREE {
                return refuse("the cards of the opening are 1, 2 and 3");
            }
            return Ok(Self::Deal { cell, card });
        }
        match text.parse() {
            Ok(hint) => Ok(Self::Show(hint)),
            Err(_) => refuse("its form is `cell=card`, `hint`, `line:hint` or `line=bonus:hint`"),
        }
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Opening => f.write_str("o"),
            Self::Move => f.write_str("m"),
            Self::Entry { swipe, lines } => {
                swipe.fmt(f)?;
                (0..4).filter(|line| lines >> line & 1 == 1).try_for_each(|line| write!(f, "{}", line + 1))
            }
        }
    }
}

impl FromStr for Phase {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        match text {
            "o" => return Ok(Self::Opening),
            "m" => return Ok(Self::Move),
            _ => {}
        }
        let refuse = |reason| TextError::new("phase", text, reason);
        let swipe = text.get(..1).and_then(|letter| letter.parse::<Swipe>().ok());
        let swipe = swipe.ok_or_else(|| refuse("it is m, o, or a swipe and the lines it moved, like L24"))?;
        let mut lines = 0;
        for digit in text.bytes().skip(1) {
            let line = match digit {
                b'1'..=b'4' => digit - b'1',
                _ => return Err(refuse("lines are numbered from 1 to 4")),
            };
            if lines >> line != 0 {
                return Err(refuse("each line appears once, in ascending order"));
            }
            lines |= 1 << line;
        }
        if lines == 0 {
            return Err(refuse("a swipe moves at least one line"));
        }
        Ok(Self::Entry { swipe, lines })
    }
}

impl fmt::Display for Threes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..4 {
            for column in 0..4 {
                let before = match (row, column) {
                    (0, 0) => "",
                    (_, 0) => "/",
                    _ => ",",
                };
                write!(f, "{before}{}", self.tile(Cell::new(column, row)))?;
            }
        }
        match (self.hint(), self.next_tiles().last()) {
            (None, _) => f.write_str(" -")?,
            (Some(_), Some(most)) if self.raised() => write!(f, " +{most}")?,
            (Some(hint), _) => write!(f, " {hint}")?,
        }
        let [ones, twos, threes] = self.deck();
        write!(f, " {ones},{twos},{threes} {}", self.phase())?;
        if self.rules() == Rules::default() { Ok(()) } else { write!(f, " {}", self.rules()) }
    }
}

impl FromStr for Threes {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let fields = fields(text, 4, 5, "rows next deck phase [rules]")?;
        let board = parse_rows(fields[0])?;
        let phase: Phase = fields[3].parse()?;
        let rules = fields.get(4).map_or(Ok(Rules::default()), |text| text.parse())?;
        check_phase(board, phase, rules).map_err(|reason| TextError::new("phase", fields[3], reason))?;
        let (hint, raised) = parse_next(fields[1], board, phase, rules)?;
        let deck = parse_deck(fields[2])?;
        check_deck(deck, board, phase, hint).map_err(|reason| TextError::new("deck", fields[2], reason))?;
        Ok(Self::from_parts(board, hint, deck, phase, raised, rules))
    }
}

/// Parses the rows of a board.
fn parse_rows(text: &str) -> Result<u64, TextError> {
    let mut board = 0;
    let mut rows = 0;
    for row in text.split('/') {
        rows += 1;
        let refuse = |reason| Err(TextError::new(format!("row {rows}"), row, reason));
        if rows > 4 {
            return refuse("a board has four rows");
        }
        let mut cells = 0;
        for cell in row.split(',') {
            cells += 1;
            if cells > 4 {
                return refuse("a row has four cells");
            }
            let rank = if cell == "0" { 0 } else { cell.parse::<Tile>()?.rank() };
            board |= u64::from(rank) << (16 * (rows - 1) + 4 * (cells - 1));
        }
        if cells < 4 {
            return refuse("a row has four cells, joined by commas");
        }
    }
    if rows < 4 {
        return Err(TextError::new("rows", text, "a board has four rows, joined by slashes"));
    }
    Ok(board)
}

/// Returns an error if a board cannot have this phase.
fn check_phase(board: u64, phase: Phase, rules: Rules) -> Result<(), &'static str> {
    let last = rules.end == End::At12288;
    match phase {
        Phase::Opening => {
            if board::greatest_rank(board) > 3 {
                return Err("the opening deals only 1, 2 and 3");
            }
            if 16 - empty_cells(board).count_ones() > DEALT {
                return Err("the opening deals nine cards");
            }
        }
        _ if board == 0 => return Err("after the opening the board has tiles"),
        Phase::Move if last && has_12288(board) => return Err("the game was over when the 12288 was made"),
        Phase::Move => {}
        Phase::Entry { swipe, lines } => {
            let board = Board::new(board);
            let stuck = board.swiped(swipe).1.mask;
            let rows = if swipe.is_horizontal() { board.rows } else { board.columns };
            for line in 0..4 {
                let cells = rows >> (16 * line) & 0xFFFF;
                if lines >> line & 1 == 0 {
                    if stuck >> line & 1 == 1 {
                        return Err("a line that would have moved is missing");
                    }
                    if last && has_12288(cells) {
                        return Err("a 12288 ends the game, and the last swipe did not make it");
                    }
                } else if board.rank(swipe.entry_place(line)) != 0 {
                    return Err("a line cannot have moved: there is no empty cell where a card would enter");
                } else if cells == 0 {
                    return Err("an empty line does not move");
                }
            }
        }
    }
    Ok(())
}

/// Parses the hint, and whether it is a `+` that was shown before the greatest tile was made.
fn parse_next(text: &str, board: u64, phase: Phase, rules: Rules) -> Result<(Option<Hint>, bool), TextError> {
    let refuse = |reason| Err(TextError::new("next", text, reason));
    if phase == Phase::Opening || text == "-" {
        return match (phase, text) {
            (Phase::Opening, "-") => Ok((None, false)),
            (Phase::Opening, _) => refuse("there is no hint during the opening: it is -"),
            _ => refuse("the next card is shown after the opening"),
        };
    }
    let after_swipe = matches!(phase, Phase::Entry { .. });
    // The number of values of a bonus on this board; one less if the swipe has just made the
    // greatest tile.
    let values = board::greatest_rank(board).saturating_sub(6);
    let (hint, raised) = match text.strip_prefix('+') {
        None | Some("") => (text.parse::<Hint>()?, false),
        Some(most) => {
            let most: Tile = most.parse()?;
            if !after_swipe || values < 2 || most.rank() + 1 != Tile::LEAST_BONUS.rank() + values - 1 {
                return refuse("+ has a value only after a swipe that made a new greatest tile: a sixteenth of that");
            }
            (Hint::PLUS, true)
        }
    };
    if hint.is_bonus() {
        // Candidates may have been shown before the swipe made the greatest tile, too.
        let older = after_swipe && values > 1 && check_bonus_hint(rules.bonus, hint, values - 1).is_ok();
        if let (Err(reason), false) = (check_bonus_hint(rules.bonus, hint, values), older) {
            return refuse(reason);
        }
    }
    Ok((Some(hint), raised))
}

/// Parses the rest of the deck.
fn parse_deck(text: &str) -> Result<Deck, TextError> {
    let mut counts = [0; 3];
    let mut numbers = text.split(',').map(|count| number(count, 4));
    for count in &mut counts {
        let Some(Some(number)) = numbers.next() else {
            return Err(TextError::new(
                "deck",
                text,
                "it is the numbers of 1s, 2s and 3s left, each at most 4, like 3,4,2",
            ));
        };
        *count = number as u8;
    }
    if numbers.next().is_some() {
        return Err(TextError::new("deck", text, "it has three numbers: of 1s, 2s and 3s"));
    }
    Ok(Deck::new(counts))
}

/// Returns an error if a deck cannot be the rest of the deck.
fn check_deck(deck: Deck, board: u64, phase: Phase, hint: Option<Hint>) -> Result<(), &'static str> {
    if deck.total() == 0 {
        return Err("a new deck, 4,4,4, is opened when the last card is taken");
    }
    if phase == Phase::Opening {
        let on_board = |rank| (0..16).filter(|cell| board >> (4 * cell) & 15 == rank).count();
        let together = |(left, rank): (u8, u64)| usize::from(left) + on_board(rank) == 4;
        if !deck.counts().into_iter().zip(1..).all(together) {
            return Err("in the opening, deck and board together have four 1s, four 2s and four 3s");
        }
    } else if let Some(card) = hint.and_then(Hint::card) {
        // Four of its kind can be left only if it was the last card of the previous deck.
        if deck != Deck::FULL && deck.count(card.rank()) == 4 {
            return Err("the card shown has been taken out: at most three of its kind are left");
        }
    }
    Ok(())
}

#[cfg(feature = "serde")]
gambol_core::serde_as_text!(Threes);
#[cfg(feature = "serde")]
gambol_core::serde_as_text!(Outcome);
#[cfg(feature = "serde")]
gambol_core::serde_as_text!(Phase);

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn positions_come_back() {
        for text in [
            "0,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 - 4,4,4 o",
            "0,0,0,0/0,0,3,0/0,1,0,0/0,0,0,0 - 3,4,3 o end=plays-on",
            "1,2,3,1/2,3,1,2/3,0,0,0/0,0,0,0 - 1,1,1 o",
            "1,2,3,1/2,3,1,2/3,0,0,0/0,0,0,0 3 1,1,0 m",
            "1,2,3,1/2,3,1,2/3,0,0,0/0,0,0,0 1 4,4,4 m",
            "1,2,3,1/2,3,1,2/192,0,0,0/0,0,0,0 6|12|24 4,4,4 m",
            "1,2,3,1/2,3,1,2/192,0,0,0/0,0,0,0 + 4,4,4 m bonus=uniform",
            "1,3,1,3/3,1,2,0/192,0,0,0/48,0,0,0 6|12 4,4,4 L24",
            "1,3,1,3/3,1,2,0/192,0,0,0/48,0,0,0 6|12|24 4,4,4 L24",
            "1,3,1,3/3,1,2,0/192,0,0,0/48,0,0,0 + 4,4,4 L24 bonus=uniform",
            "1,3,1,3/3,1,2,0/192,0,0,0/48,0,0,0 +12 4,4,4 L24 bonus=uniform,end=plays-on",
            "12288,3,0,0/3,0,0,0/192,0,0,0/48,0,0,0 1 3,4,4 L1",
            "12288,3,0,0/3,0,0,0/192,0,0,0/48,0,0,0 1 3,4,4 m end=plays-on",
        ] {
            assert_eq!(text.parse::<Threes>().map(|state| state.to_string()).as_deref(), Ok(text));
        }
        let state: Threes = "1,2,3,1/2,3,1,2/3,0,0,0/0,0,0,0 3 1,1,0 m app".parse().unwrap();
        assert_eq!(state.rules(), Rules::default());
    }

    #[test]
    fn what_cannot_be_is_refused_and_named() {
        for (text, what, reason) in [
            ("", "position", "form"),
            ("0,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0  3 1,1,0 m", "position", "form"),
            ("0,0,0,0/0,0,0,0/0,0,0,0 - 4,4,4 o", "rows", "four rows"),
            ("0,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 - 4,4,4 o", "row 5", "four rows"),
            ("0,0,0,0/0,0,0/0,0,0,0/0,0,0,0 - 4,4,4 o", "row 2", "four cells"),
            ("0,0,0,0/0,0,0,0,0/0,0,0,0/0,0,0,0 - 4,4,4 o", "row 2", "four cells"),
            ("0,0,5,0/0,0,0,0/0,0,0,0/0,0,0,0 1 3,4,4 m", "tile", "doubled"),
            ("0,0,,0/0,0,0,0/0,0,0,0/0,0,0,0 1 3,4,4 m", "tile", "doubled"),
            ("0,0,00,0/0,0,0,0/0,0,0,0/0,0,0,0 1 3,4,4 m", "tile", "doubled"),
            ("0,0,24576,0/0,0,0,0/0,0,0,0/0,0,0,0 1 3,4,4 m", "tile", "doubled"),
            // Decks.
            ("0,0,3,0/0,0,0,0/0,0,0,0/0,0,0,0 1 5,4,4 m", "deck", "at most 4"),
            ("0,0,3,0/0,0,0,0/0,0,0,0/0,0,0,0 1 3,4 m", "deck", "at most 4"),
            ("0,0,3,0/0,0,0,0/0,0,0,0/0,0,0,0 1 3,4,4,4 m", "deck", "three numbers"),
            ("0,0,3,0/0,0,0,0/0,0,0,0/0,0,0,0 1 0,0,0 m", "deck", "new deck"),
            ("0,0,3,0/0,0,0,0/0,0,0,0/0,0,0,0 1 4,4,3 m", "deck", "taken out"),
            ("0,0,3,0/0,0,0,0/0,0,0,0/0,0,0,0 - 4,4,4 o", "deck", "together"),
            // Phases.
            ("0,0,3,0/0,0,0,0/0,0,0,0/0,0,0,0 1 3,4,4 x", "phase", "like L24"),
            ("0,0,3,0/0,0,0,0/0,0,0,0/0,0,0,0 1 3,4,4 L", "phase", "at least one line"),
            ("0,0,3,0/0,0,0,0/0,0,0,0/0,0,0,0 1 3,4,4 L5", "phase", "from 1 to 4"),
            ("0,0,3,0/0,0,0,0/0,0,0,0/0,0,0,0 1 3,4,4 L11", "phase", "in ascending order"),
            ("0,0,3,0/0,0,0,0/0,0,0,0/0,0,0,0 1 3,4,4 L21", "phase", "in ascending order"),
            ("0,0,3,0/0,0,0,0/0,0,0,0/0,0,0,0 1 3,4,4 é1", "phase", "like L24"),
            ("0,0,3,0/0,0,0,0/0,0,0,0/0,0,0,0 1 3,4,4 L2", "phase", "is missing"),
            ("3,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 1 3,4,4 L12", "phase", "empty line"),
            ("0,0,0,3/0,0,0,0/0,0,0,0/0,0,0,0 1 3,4,4 L1", "phase", "no empty cell"),
            ("0,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 1 3,4,4 m", "phase", "the board has tiles"),
            ("6,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 - 4,4,4 o", "phase", "only 1, 2 and 3"),
            ("1,2,3,1/2,3,1,2/3,1,0,0/0,0,0,0 - 0,1,1 o", "phase", "nine cards"),
            ("12288,3,0,0/0,0,0,0/0,0,0,0/0,0,0,0 1 3,4,4 m", "phase", "was over"),
            ("12288,3,0,0/3,0,0,0/0,0,0,0/0,0,0,0 1 3,4,4 L2", "phase", "did not make it"),
            // Hints.
            ("0,0,3,0/0,0,0,0/0,0,0,0/0,0,0,0 - 3,4,4 m", "next", "shown after"),
            ("0,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 1 4,4,4 o", "next", "during the opening"),
            ("0,0,24,0/0,0,0,0/0,0,0,0/0,0,0,0 6 3,4,4 m", "next", "before a 48"),
            ("0,0,24,0/0,0,0,0/0,0,0,0/0,0,0,0 + 3,4,4 m bonus=uniform", "next", "before a 48"),
            ("0,0,48,0/0,0,0,0/0,0,0,0/0,0,0,0 + 3,4,4 m", "next", "candidates"),
            ("0,0,48,0/0,0,0,0/0,0,0,0/0,0,0,0 6 3,4,4 m bonus=uniform", "next", "as +"),
            ("0,0,48,0/0,0,0,0/0,0,0,0/0,0,0,0 6 3,4,4 m bonus=none", "next", "no bonus cards"),
            ("0,0,48,0/0,0,0,0/0,0,0,0/0,0,0,0 12 3,4,4 m", "next", "an eighth"),
            ("0,0,96,0/0,0,0,0/0,0,0,0/0,0,0,0 6 3,4,4 m", "next", "there are three candidates"),
            ("0,0,192,0/0,0,0,0/0,0,0,0/0,0,0,0 6|12 3,4,4 m", "next", "there are three candidates"),
            ("0,0,192,0/0,0,0,0/0,0,0,0/0,0,0,0 6|24 3,4,4 m", "hint", "the double"),
            ("192,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 +24 3,4,4 L1 bonus=uniform", "next", "a sixteenth"),
            ("192,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 +12 3,4,4 m bonus=uniform", "next", "after a swipe"),
            ("192,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 +12 3,4,4 L1", "next", "candidates"),
            ("0,0,48,0/0,0,0,0/0,0,0,0/0,0,0,0 4 3,4,4 m", "hint", "candidates"),
            ("0,0,48,0/0,0,0,0/0,0,0,0/0,0,0,0 1 3,4,4 m bonus=6", "rules", "bonus is"),
        ] {
            let error = text.parse::<Threes>().expect_err(text);
            assert_eq!(error.what(), what, "{text}: {error}");
            assert!(error.reason().contains(reason), "{text}: {error}");
        }
    }

    #[test]
    fn outcomes_come_back() {
        for text in ["a1=1", "d4=3", "1", "3", "+", "6|12", "1:1", "4:+", "2=6:6|12|24", "3=1536:2", "1=12:+"] {
            assert_eq!(text.parse::<Outcome>().map(|outcome| outcome.to_string()).as_deref(), Ok(text));
        }
        for text in [
            "", ":", "=", "a1", "a1=6", "e1=1", "a5=1", "a1=", "0:1", "5:1", "1:", "1=:1", "1=3:1", "1=3072:1", "1:1:1",
        ] {
            assert!(text.parse::<Outcome>().is_err(), "{text}");
        }
    }
}
