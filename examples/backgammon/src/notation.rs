//! Text forms: `ID side roll` for states, moves as in GNU Backgammon for plays.

use std::fmt;
use std::str::FromStr;

use gambol_board::notation::{fields, number};
use gambol_core::{Game, Player, TextError, Turn};

use crate::play::{CheckerMove, Play};
use crate::position_id;
use crate::state::{Backgammon, Dice, is_stuck, is_valid};

impl fmt::Display for Backgammon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} ", self.position_id(), self.to_move())?;
        match self.dice {
            Dice::Opening => f.write_str("opening"),
            Dice::Due => f.write_str("-"),
            Dice::Rolled(roll) => roll.fmt(f),
        }
    }
}

impl Backgammon {
    /// Returns GNU Backgammon's Position ID, from the view of the player to move.
    #[must_use]
    pub fn position_id(&self) -> String {
        position_id::write(self.side(self.to_move()), self.side(self.to_move().opponent()))
    }
}

/// Refuses texts of another form, points with checkers of both sides, rolls of ended games, and
/// positions in which nobody can ever move.
impl FromStr for Backgammon {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let fields = fields(text, 3, 3, "ID side roll")?;
        let (id, dice_text) = (fields[0], fields[2]);
        let to_move: Player = fields[1].parse()?;
        let refuse = |reason| TextError::new("position", id, reason);
        let (own, other) = position_id::read(id).map_err(refuse)?;
        if !is_valid(own, other) {
            return Err(refuse("a point has checkers of both sides, or both sides have borne off all"));
        }
        if is_stuck([own, other]) {
            return Err(refuse("both sides are on the bar against closed boards"));
        }
        let dice = match dice_text {
            "-" => Dice::Due,
            "opening" => Dice::Opening,
            _ => Dice::Rolled(dice_text.parse()?),
        };
        match dice {
            Dice::Rolled(roll) if roll.ordered() != roll => {
                return Err(TextError::new("roll", dice_text, "the higher number comes first"));
            }
            Dice::Opening if Self::from_parts(own, other, to_move, dice) != Self::new() => {
                return Err(TextError::new(
                    "roll",
                    dice_text,
                    "only the start of the first player has an opening roll",
                ));
            }
            _ => {}
        }
        if own.is_off() {
            return Err(refuse("the player to move has borne off all checkers"));
        }
        let is_over = Self::from_parts(own, other, to_move, Dice::Due).turn() == Turn::Over;
        if is_over && dice != Dice::Due {
            return Err(TextError::new("roll", dice_text, "the game is over, which has the roll `-`"));
        }
        Ok(Self::from_parts(own, other, to_move, dice))
    }
}

/// Writes a place as the start or the end of a move.
fn write_place(f: &mut fmt::Formatter<'_>, place: u8) -> fmt::Result {
    match place {
        0 => f.write_str("off"),
        25 => f.write_str("bar"),
        _ => write!(f, "{place}"),
    }
}

fn read_place(text: &str) -> Option<u8> {
    match text {
        "off" => Some(0),
        "bar" => Some(25),
        _ => number(text, 24).filter(|&point| point > 0).map(|point| point as u8),
    }
}

impl fmt::Display for CheckerMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_place(f, self.from())?;
        f.write_str("/")?;
        write_place(f, self.to())?;
        f.write_str(if self.is_hit() { "*" } else { "" })
    }
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_pass() {
            return f.write_str("pass");
        }
        let mut moves = self.moves().peekable();
        let mut separator = "";
        while let Some(step) = moves.next() {
            let mut count = 1;
            while moves.next_if(|next| (next.from(), next.to()) == (step.from(), step.to())).is_some() {
                count += 1;
            }
            write!(f, "{separator}{step}")?;
            if count > 1 {
                write!(f, "({count})")?;
            }
            separator = " ";
        }
        Ok(())
    }
}

/// Reads moves in any order, also several of one checker, like `24/18*/13`. Only the first of
/// several moves to one point hits.
impl FromStr for Play {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        if text == "pass" {
            return Ok(Self::PASS);
        }
        let refuse = |reason| TextError::new("play", text, reason);
        let form = || refuse("a play is moves like 8/5, 6/5*, bar/22, 6/off, 13/7(2), or `pass`");
        let mut moves = Vec::new();
        for part in text.split(' ') {
            let (path, count) = match part.strip_suffix(')').map(|rest| rest.split_once('(')) {
                Some(Some((path, count))) => (path, number(count, 4).filter(|&count| count > 1).ok_or_else(form)?),
                Some(None) => return Err(form()),
                None => (part, 1),
            };
            let mut places =
                path.split('/').map(|place| (place.strip_suffix('*').unwrap_or(place), place.ends_with('*')));
            let (mut from, is_hit) = places.next().ok_or_else(form)?;
            if is_hit || !path.contains('/') {
                return Err(form());
            }
            for (to, is_hit) in places {
                let (start, end) = (read_place(from).ok_or_else(form)?, read_place(to).ok_or_else(form)?);
                let descends = || refuse("a checker moves to a lower point of its player, and hits on points only");
                for _ in 0..count {
                    if moves.len() == 4 {
                        return Err(refuse("a play has at most four moves"));
                    }
                    // The next checker that goes there finds no checker to hit.
                    let is_hit = is_hit && !moves.iter().any(|step: &CheckerMove| step.is_hit() && step.to() == end);
                    moves.push(CheckerMove::new(start, end, is_hit).ok_or_else(descends)?);
                }
                from = to;
            }
        }
        moves.sort_unstable_by(|a, b| b.cmp(a));
        let play = moves
            .into_iter()
            .try_fold(Self::PASS, Self::with)
            .ok_or_else(|| refuse("a play has at most four moves"))?;
        Ok(play.sorted())
    }
}
