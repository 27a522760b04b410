//! Positions as text: `rows next score phase [rules]`.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use gambol_board::notation::{Rows, fields, number, write_rows};
use gambol_core::{Cell, TextError};

use crate::bits::Bits;
use crate::chance::{Colour, Next};
use crate::rules::{MOST_COLOURS, MOST_STONES, Preview, Removal, Rules, RulesError};
use crate::state::{FiveOrMore, GREATEST_SCORE, Phase};

/// Infers the rules of a position whose text names none: the size of its board, seven colours or as
/// many as it shows, as many stones a drop as next colours if a move is due and otherwise three,
/// and three at the start.
fn inferred(width: u8, height: u8, highest: u8, next: u8, phase: Phase) -> Result<Rules, RulesError> {
    let drop = if phase == Phase::Move && next > 0 { next } else { Rules::THESIS.drop };
    Rules::new(width, height, highest.max(Rules::THESIS.colours), drop)?.with_initial(Rules::THESIS.initial)
}

impl<B: Bits> fmt::Display for FiveOrMore<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_rows(f, self.width(), self.height(), |cell| self.stone(cell).map(Colour::letter))?;
        f.write_str(" ")?;
        if self.next.len() == 0 {
            f.write_str("-")?;
        }
        for (stone, next) in self.next().enumerate() {
            let comma = if stone > 0 && self.next.placed() > 0 { "," } else { "" };
            write!(f, "{comma}{}", next.colour)?;
            if let Some(place) = next.place {
                write!(f, "@{place}")?;
            }
        }
        write!(f, " {} {}", self.score, self.phase)?;
        let highest = (1..=MOST_COLOURS).rev().find(|&code| self.shows(code)).unwrap_or(0);
        if inferred(self.width(), self.height(), highest, self.next.len(), self.phase) != Ok(self.rules) {
            write!(f, " {}", self.rules)?;
        }
        Ok(())
    }
}

/// `rows next score phase [rules]`, for example `a1b6/9/9/9/9/9/9/9/9 cab 0 m`.
///
/// - `rows`: the rows from the top, joined by `/`; stones are the letters of their colours, runs of
///   empty cells are decimal numbers.
/// - `next`: the colours of the next stones in order, `-` if there are none. With places shown,
///   once a place is drawn: stones joined by commas, each a colour, followed by `@` and its place
///   if it has one: `c@e4,a@b2,b`. During a drop it lists all stones of that drop, those that are
///   down first.
/// - `score`: the points so far, which saturate at 10¹⁵.
/// - `phase`: `s` the colours of the initial stones are being drawn; `c` the next colours are; `p`
///   their places are; `d` a drop is due; `d1`, `d2`, … that number of its stones are down; `m` a
///   move is due, or the board is full and the game over.
/// - `rules`: see [`Rules`](crate::Rules). Optional; by default the size is that of the rows, there
///   are 7 colours or as many as appear, as many stones a drop as `next` has if a move is due and
///   otherwise 3, 3 initial stones, and the rest is as in the thesis.
///
/// Simple checks refuse positions that no game can reach: stones of unknown colours, lines of five
/// that would have vanished, a wrong number of next stones, a phase that does not fit the board,
/// and others. Any score up to 10¹⁵ is accepted.
impl<B: Bits> FromStr for FiveOrMore<B> {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let fields = fields(text, 4, 5, "rows next score phase [rules]")?;
        let rows = Rows::parse(fields[0], Colour::from_letter)?;
        let (colours, places) = parse_next(fields[1])?;
        let score = number(fields[2], GREATEST_SCORE as u64)
            .ok_or_else(|| TextError::new("score", fields[2], "a score is a whole number from 0 to 10^15"))?;
        let phase: Phase = fields[3].parse()?;
        let highest = rows.cells.iter().flatten().chain(&colours).map(|colour| colour.code()).max().unwrap_or(0);
        let rules = match fields.get(4) {
            Some(rules) => rules.parse()?,
            None => inferred(rows.width, rows.height, highest, colours.len() as u8, phase)
                .map_err(|error| TextError::new("rows", fields[0], error.to_string()))?,
        };
        if (rows.width, rows.height) != (rules.width, rules.height) {
            let reason = format!("the board of the rules has {}×{} cells", rules.width, rules.height);
            return Err(TextError::new("rows", fields[0], reason));
        }
        if highest > rules.colours {
            let unknown = |colour: &&Colour| colour.code() > rules.colours;
            let (what, field) = if colours.iter().any(|c| unknown(&c)) { ("next", 1) } else { ("rows", 0) };
            return Err(TextError::new(what, fields[field], format!("there are only {} colours", rules.colours)));
        }

        let mut state = Self::new(rules).map_err(|error| TextError::new("rows", fields[0], error.to_string()))?;
        let shape = state.shape();
        for (index, stone) in rows.cells.iter().enumerate() {
            if let Some(colour) = stone {
                state.board.put(shape, [index], [colour.code()]);
            }
        }
        let mut promised = B::EMPTY;
        for &place in &places {
            let index = shape.index(place);
            if !shape.holds(place) || promised.has(index) {
                return Err(TextError::new(
                    "next",
                    fields[1],
                    format!("{place} is off the board or promised to two stones"),
                ));
            }
            promised = promised | B::bit(index);
        }
        state.next = colours.iter().fold(Next::default(), |mut next, colour| {
            next.push(colour.code());
            next
        });
        for &place in &places {
            state.next.push_place(shape.index(place));
        }
        (state.score, state.phase) = (score as i64, phase);
        state.check().map_err(|(field, reason)| {
            let what = ["rows", "next", "score", "phase"][field];
            TextError::new(what, fields[field], reason)
        })?;
        Ok(state)
    }
}

/// Parses the colours of the next stones, and the places of the first of them.
fn parse_next(text: &str) -> Result<(Vec<Colour>, Vec<Cell>), TextError> {
    let refuse = |reason: &'static str| Err(TextError::new("next", text, reason));
    let (mut colours, mut places) = (Vec::new(), Vec::new());
    if text == "-" {
        return Ok((colours, places));
    }
    if text.contains('@') {
        for stone in text.split(',').take(usize::from(MOST_STONES) + 1) {
            let (colour, place) = match stone.split_once('@') {
                Some((colour, place)) => (colour, Some(place.parse::<Cell>()?)),
                None => (stone, None),
            };
            if place.is_some() && places.len() < colours.len() {
                return refuse("stones without a place come after those with one");
            }
            colours.push(colour.parse()?);
            places.extend(place);
        }
    } else {
        for letter in text.chars().take(usize::from(MOST_STONES) + 1) {
            match Colour::from_letter(letter) {
                Some(colour) => colours.push(colour),
                None => return refuse("next is colours like cab, stones with places like c@e4,a@b2,b, or -"),
            }
        }
    }
    if colours.len() > usize::from(MOST_STONES) {
        return refuse("there are at most 9 next stones");
    }
    Ok((colours, places))
}

const ROWS: usize = 0;
const NEXT: usize = 1;
const PHASE: usize = 3;

impl<B: Bits> FiveOrMore<B> {
    /// Whether a colour is on the board or among the next stones.
    fn shows(&self, code: u8) -> bool {
        self.next.codes().contains(&code) || !self.board.stones(self.shape(), code).is_empty()
    }

    /// Checks whether a game can reach this position, by simple conditions. An error is the wrong
    /// field and the reason.
    fn check(&self) -> Result<(), (usize, String)> {
        let refuse = |field, reason: &str| Err((field, reason.to_string()));
        let next = self.next;
        let free = self.board.free();
        let stones = self.board.occupied(self.shape()).count();
        if free == 0 && self.phase != Phase::Move {
            return refuse(PHASE, "the board is full, so the game is over and the phase is m");
        }
        if next.placed() > 0 && self.rules.preview == Preview::Colours {
            return refuse(NEXT, "these rules show no places");
        }
        self.check_runs()?;
        match self.phase {
            Phase::Start if stones > 0 => refuse(PHASE, "the game has started: the board has stones"),
            Phase::Start if self.score > 0 => refuse(PHASE, "the game has started: the score is above 0"),
            Phase::Start | Phase::Colours => {
                if next.len() >= self.due_colours() {
                    return refuse(PHASE, "all next colours are already drawn");
                }
                if next.placed() > 0 {
                    return refuse(NEXT, "places are drawn after the colours");
                }
                if self.phase == Phase::Colours && stones == 0 && self.score == 0 {
                    return refuse(PHASE, "on an empty board without a score the game starts: the phase is s");
                }
                Ok(())
            }
            Phase::Places => {
                if self.rules.preview == Preview::Colours {
                    return refuse(PHASE, "these rules show no places");
                }
                self.check_length(0)?;
                self.check_places_are_free(0)?;
                if next.placed() >= next.len() || u32::from(next.placed()) >= free {
                    return refuse(PHASE, "all places are already drawn");
                }
                Ok(())
            }
            Phase::Drop { down } => {
                if down >= next.len() {
                    return refuse(PHASE, "the drop has no stones left");
                }
                self.check_length(down)?;
                self.check_landed(down)?;
                if down == 0 {
                    // The target of the move before the drop may be one of them.
                    self.check_places_are_free(1)?;
                }
                self.check_placed(free + u32::from(down))
            }
            Phase::Move if free == 0 => {
                if next.len() > 0 {
                    refuse(NEXT, "the game is over, so there are no next stones")
                } else {
                    Ok(())
                }
            }
            Phase::Move => {
                if stones == 0 {
                    return refuse(PHASE, "no move is possible on an empty board: a drop is due");
                }
                if next.len() != self.rules.drop {
                    return Err((NEXT, format!("a due move requires {} next stones", self.rules.drop)));
                }
                self.check_places_are_free(0)?;
                self.check_placed(free)
            }
        }
    }

    /// Refuses lines of five, except those completed by a drop whose last stone is not down yet.
    fn check_runs(&self) -> Result<(), (usize, String)> {
        let down = match self.phase {
            Phase::Drop { down } if self.rules.removal == Removal::Together => usize::from(down),
            _ => 0,
        };
        let landed = self.next.codes().get(..down).unwrap_or(&[]);
        for code in 1..=self.rules.colours {
            let runs = self.board.runs(self.shape(), code);
            if !runs.is_empty() && !landed.contains(&code) {
                let cell = self.shape().cell(runs.lowest());
                return Err((ROWS, format!("the line of five or more with {cell} would have vanished")));
            }
        }
        Ok(())
    }

    /// Requires the number of stones that the rules give a drop, or the first one.
    fn check_length(&self, down: u8) -> Result<(), (usize, String)> {
        let stones = self.board.occupied(self.shape()).count();
        let (drop, initial) = (self.rules.drop, self.rules.initial);
        let surely_first = self.score == 0 && stones == u32::from(down);
        let perhaps_first = surely_first || self.rules.removal == Removal::Each && stones < u32::from(down);
        let length = self.next.len();
        if length == drop && !surely_first || length == initial && perhaps_first {
            return Ok(());
        }
        let expected = if surely_first { initial } else { drop };
        Err((NEXT, format!("the drop has {expected} stones")))
    }

    /// Requires the stones that are down to be on the board, unless a removal may have taken them.
    fn check_landed(&self, down: u8) -> Result<(), (usize, String)> {
        let landed = self.next.codes().get(..usize::from(down)).unwrap_or(&[]);
        let still_there = self.rules.removal == Removal::Together || self.score == 0;
        let mut counts = [0; MOST_COLOURS as usize + 1];
        for &code in landed {
            let count = &mut counts[usize::from(code.min(MOST_COLOURS))];
            *count += 1;
            if still_there && self.board.stones(self.shape(), code).count() < *count {
                return Err((PHASE, format!("the board shows fewer than the {down} stones that are down")));
            }
        }
        Ok(())
    }

    /// Requires the promised cells to be empty, except for `taken` of them.
    fn check_places_are_free(&self, taken: u32) -> Result<(), (usize, String)> {
        if (self.promised() & self.board.occupied(self.shape())).count() > taken {
            return Err((NEXT, "a promised cell is not empty".to_string()));
        }
        Ok(())
    }

    /// With places shown, requires a place for each stone, up to `free`, the greatest possible
    /// number of free cells.
    fn check_placed(&self, free: u32) -> Result<(), (usize, String)> {
        let placed = self.next.placed();
        let few_cells = placed > 0 && u32::from(placed) <= free;
        if self.rules.preview == Preview::Places && placed < self.next.len() && !few_cells {
            return Err((NEXT, "a next stone has no place".to_string()));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use gambol_core::GameExt;

    use super::*;
    use crate::Wide;

    #[test]
    fn positions_come_back() {
        for text in [
            "9/9/9/9/9/9/9/9/9 - 0 s",
            "9/9/9/9/9/9/9/9/9 ab 0 s",
            "9/9/9/9/9/9/9/9/9 abc 0 d",
            "9/9/9/9/9/9/9/9/9 - 10 c",
            "9/9/9/9/9/9/9/9/9 abc 10 d",
            "ab7/9/9/9/9/9/9/9/9 cab 42 m",
            "ab7/9/9/9/9/9/9/9/9 cab 42 d",
            "ab7/9/9/9/9/9/9/9/9 abc 42 d2",
            "ab7/9/9/9/9/9/9/9/9 ca 42 c",
            // The next colours determine the stones of a drop, high letters the number of colours.
            "ab7/9/9/9/9/9/9/9/9 cabz 0 m",
            "abz6/9/9/9/9/9/9/9/9 c 0 m",
            // Rules that the text does not imply.
            "ab7/9/9/9/9/9/9/9/9 cab 0 m colours=6",
            "ab7/9/9/9/9/9/9/9/9 cabb 0 m drop=4",
            "ab7/9/9/9/9/9/9/9/9 cabb 0 d drop=4,initial=3",
            "ab3/5/5/5/5 cab 0 m",
            "ab3/5/5/5/5 - 0 c",
            "abcde/fgabc/defga/bcdef/gabcd - 7 m",
            "abcde/fgabc/defga/bcdef/gabcd - 7 m size=5x5,drop=4",
            "ab5/7/7/7/7/7/7 cab 0 m small",
            "ab7/9/9/9/9/9/9/9/9 cab 0 m gnome-later",
            "ab7/9/9/9/9/9/9/9/9 c@a2,a@i9,b@c3 0 m preview=places",
            "ab7/9/9/9/9/9/9/9/9 c@a2,a,b 0 p preview=places",
            "ab7/9/9/9/9/9/9/9/9 cab 0 p preview=places",
        ] {
            let state: FiveOrMore = text.parse().unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(state.to_string(), text);
            assert_eq!(text.parse::<FiveOrMore<Wide>>().unwrap().to_string(), text);
        }
    }

    /// Scores saturate at the greatest score of a text, so that every state played from it has a
    /// text.
    #[test]
    fn what_is_played_at_the_greatest_score_reads_back() {
        for (below, scored) in [(11, 10), (10, 10), (9, 9), (0, 0)] {
            let score = GREATEST_SCORE - below;
            let mut state: FiveOrMore = format!("aaaa5/9/9/4a4/9/9/9/9/9 bcd {score} m").parse().unwrap();
            state.try_play("e4-e1".parse().unwrap()).unwrap();
            assert_eq!(state.score, score + scored);
            assert_eq!(state.to_string().parse(), Ok(state));
        }
    }

    #[test]
    fn rules_that_the_text_says_anyway_are_left_out() {
        for (long, short) in [
            ("ab7/9/9/9/9/9/9/9/9 cab 0 m thesis", "ab7/9/9/9/9/9/9/9/9 cab 0 m"),
            ("ab3/5/5/5/5 cab 0 m size=5x5", "ab3/5/5/5/5 cab 0 m"),
            ("ab3/5/5/5/5 cabb 0 m size=5x5,drop=4,initial=3", "ab3/5/5/5/5 cabb 0 m"),
        ] {
            assert_eq!(long.parse::<FiveOrMore>().unwrap().to_string(), short);
        }
    }

    #[test]
    fn impossible_positions_are_refused_with_the_reason() {
        for (text, error) in [
            ("", "position ``: its form is `rows next score phase [rules]`, with one blank between fields"),
            (
                "4/4/4/4 - 0 s",
                "rows `4/4/4/4`: a board of 4×4 is out of range: edges have 5 to 20 cells, boards at most 300",
            ),
            ("5/5/5/5/4 - 0 s", "row 5 `4`: it has 4 cells, the first row has 5"),
            ("5/5/5/5/5 - 0 s small", "rows `5/5/5/5/5`: the board of the rules has 7×7 cells"),
            ("h4/5/5/5/5 abc 0 m size=5x5", "rows `h4/5/5/5/5`: there are only 7 colours"),
            ("a4/5/5/5/5 abh 0 m size=5x5", "next `abh`: there are only 7 colours"),
            ("a4/5/5/5/5 ab1 0 m", "next `ab1`: next is colours like cab, stones with places like c@e4,a@b2,b, or -"),
            ("a4/5/5/5/5 abcabcabca 0 m", "next `abcabcabca`: there are at most 9 next stones"),
            ("a4/5/5/5/5 ab 0 m size=5x5", "next `ab`: a due move requires 3 next stones"),
            ("a4/5/5/5/5 - 0 m", "next `-`: a due move requires 3 next stones"),
            ("a4/5/5/5/5 abc -1 m", "score `-1`: a score is a whole number from 0 to 10^15"),
            ("a4/5/5/5/5 abc ten m", "score `ten`: a score is a whole number from 0 to 10^15"),
            (
                "a4/5/5/5/5 abc 9999999999999999 m",
                "score `9999999999999999`: a score is a whole number from 0 to 10^15",
            ),
            ("a4/5/5/5/5 abc 0 x", "phase `x`: the phases are s, c, p, d, d1 to d8, and m"),
            (
                "a4/5/5/5/5 abc 0 m medium",
                "rules `medium`: known here: thesis, small, large, gnome-later, small-later, large-later",
            ),
            ("5/5/5/5/5 abc 10 m", "phase `m`: no move is possible on an empty board: a drop is due"),
            ("a4/5/5/5/5 ab 0 s", "phase `s`: the game has started: the board has stones"),
            ("5/5/5/5/5 ab 10 s", "phase `s`: the game has started: the score is above 0"),
            ("5/5/5/5/5 abc 0 s", "phase `s`: all next colours are already drawn"),
            ("a4/5/5/5/5 abc 0 c", "phase `c`: all next colours are already drawn"),
            ("5/5/5/5/5 ab 0 c", "phase `c`: on an empty board without a score the game starts: the phase is s"),
            ("a4/5/5/5/5 abc 0 d3", "phase `d3`: the drop has no stones left"),
            ("a4/5/5/5/5 - 0 d", "phase `d`: the drop has no stones left"),
            ("a4/5/5/5/5 ab 0 d", "next `ab`: the drop has 3 stones"),
            ("a4/5/5/5/5 abcd 0 d1 initial=5,size=5x5", "next `abcd`: the drop has 5 stones"),
            ("aa3/5/5/5/5 abc 0 d2", "phase `d2`: the board shows fewer than the 2 stones that are down"),
            ("a4/5/5/5/5 abc 0 p", "phase `p`: these rules show no places"),
            ("aaaaa/b4/5/5/5 abc 0 m", "rows `aaaaa/b4/5/5/5`: the line of five or more with a1 would have vanished"),
            ("aaaaa/b4/5/5/5 bbc 0 d1", "rows `aaaaa/b4/5/5/5`: the line of five or more with a1 would have vanished"),
            ("aaaaa/b4/5/5/5 abc 0 d", "rows `aaaaa/b4/5/5/5`: the line of five or more with a1 would have vanished"),
            (
                "aaaaa/b4/5/5/5 abc 0 d1 size=5x5,removal=each",
                "rows `aaaaa/b4/5/5/5`: the line of five or more with a1 would have vanished",
            ),
            ("abcde/fgabc/defga/bcdef/gabcd abc 7 m", "next `abc`: the game is over, so there are no next stones"),
            (
                "abcde/fgabc/defga/bcdef/gabcd abc 7 d",
                "phase `d`: the board is full, so the game is over and the phase is m",
            ),
            ("a4/5/5/5/5 a@b1,b@b2,c@b3 0 m", "next `a@b1,b@b2,c@b3`: these rules show no places"),
            (
                "a4/5/5/5/5 a@b1,b@b1,c@b3 0 m size=5x5,preview=places",
                "next `a@b1,b@b1,c@b3`: b1 is off the board or promised to two stones",
            ),
            (
                "a4/5/5/5/5 a@f1,b@b1,c@b3 0 m size=5x5,preview=places",
                "next `a@f1,b@b1,c@b3`: f1 is off the board or promised to two stones",
            ),
            (
                "a4/5/5/5/5 a@a1,b@b1,c@b3 0 m size=5x5,preview=places",
                "next `a@a1,b@b1,c@b3`: a promised cell is not empty",
            ),
            (
                "ab3/5/5/5/5 a@a1,b@b1,c@b3 0 d size=5x5,preview=places",
                "next `a@a1,b@b1,c@b3`: a promised cell is not empty",
            ),
            (
                "a4/5/5/5/5 a,b@b1,c@b3 0 m size=5x5,preview=places",
                "next `a,b@b1,c@b3`: stones without a place come after those with one",
            ),
            ("a4/5/5/5/5 abc 0 m size=5x5,preview=places", "next `abc`: a next stone has no place"),
            ("a4/5/5/5/5 a@b1,b 0 c size=5x5,preview=places", "next `a@b1,b`: places are drawn after the colours"),
            ("a4/5/5/5/5 a@b1,b@b2,c@b3 0 p size=5x5,preview=places", "phase `p`: all places are already drawn"),
            ("a4/5/5/5/5 a@b1,b 0 p size=5x5,preview=places", "next `a@b1,b`: the drop has 3 stones"),
            (
                "a4/5/5/5/5 a@b,b,c 0 p size=5x5,preview=places",
                "cell `b`: a cell is a column letter and a row number from 1 to 99, like c4",
            ),
        ] {
            assert_eq!(text.parse::<FiveOrMore>().map_err(|error| error.to_string()), Err(error.to_string()), "{text}");
        }
        let large = "20/20/20/20/20/20/20/20/20/20/20/20/20/20/20 - 0 s large";
        assert!(large.parse::<FiveOrMore>().unwrap_err().reason().contains("use FiveOrMore<Wide>"));
        assert_eq!(large.parse::<FiveOrMore<Wide>>().unwrap().to_string(), large);
    }
}
