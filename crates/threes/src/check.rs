//! Checks of swipes and outcomes, with the reasons of refusals.

use alloc::borrow::Cow;
use alloc::format;

use gambol_core::{Cell, Game, Turn};

use crate::chance::{DEALT, Outcome};
use crate::hint::Hint;
use crate::moves::Swipe;
use crate::rules::Bonus;
use crate::state::{Phase, Threes};
use crate::tile::Tile;

/// `Ok`, or the broken rule.
type Checked = Result<(), Cow<'static, str>>;

fn refuse(rule: &'static str) -> Checked {
    Err(rule.into())
}

impl Threes {
    /// Returns an error if a swipe is illegal.
    pub(crate) fn check_swipe(&self, swipe: Swipe) -> Checked {
        match (self.phase(), self.turn()) {
            _ if self.legal() >> swipe as u8 & 1 == 1 => Ok(()),
            (Phase::Move, Turn::Over) => refuse("the game is over: no swipe moves a card"),
            (Phase::Move, _) => refuse("it moves no card"),
            (Phase::Opening, _) => refuse("the opening is still being dealt"),
            (Phase::Entry { .. }, Turn::Over) => refuse("the game is over: a 12288 has been made"),
            (Phase::Entry { .. }, _) => refuse("a card is due after the swipe before"),
        }
    }

    /// Returns an error if an outcome is impossible.
    pub(crate) fn check_chance(&self, outcome: Outcome) -> Checked {
        if self.turn() != Turn::Chance {
            return refuse("no chance event is due");
        }
        let all_dealt = self.tile_count() >= DEALT;
        match (self.phase(), outcome) {
            (Phase::Opening, Outcome::Deal { .. }) if all_dealt => {
                refuse("nine cards are dealt, the first hint is due")
            }
            (Phase::Opening, Outcome::Deal { cell, card }) => self.check_deal(cell, card),
            (Phase::Opening, Outcome::Show(_)) if !all_dealt => refuse("nine cards are dealt before the first hint"),
            (Phase::Opening, Outcome::Show(hint)) => self.check_hint(hint),
            (Phase::Opening, Outcome::Enter { .. }) => refuse("the opening is still being dealt"),
            (Phase::Entry { lines, .. }, Outcome::Enter { line, .. }) if line > 3 || lines >> line & 1 == 0 => {
                refuse("the line did not move")
            }
            (Phase::Entry { .. }, Outcome::Enter { bonus, hint, .. }) => {
                self.check_bonus(bonus)?;
                self.check_hint(hint)
            }
            _ => refuse("a card is due to enter"),
        }
    }

    /// Returns an error if a card cannot be dealt to a cell.
    fn check_deal(&self, cell: Cell, card: Tile) -> Checked {
        if cell.column > 3 || cell.row > 3 {
            refuse("the cell is not on the board")
        } else if self.tile(cell) != 0 {
            Err(format!("{cell} is taken").into())
        } else {
            self.check_left(card)
        }
    }

    /// Returns an error if a card is not in the deck.
    fn check_left(&self, card: Tile) -> Checked {
        if self.deck.count(card.rank()) > 0 {
            Ok(())
        } else {
            Err(format!("there is no {card} left in the deck").into())
        }
    }

    /// Returns an error if the entering card cannot have this value as a bonus, or `None` as a card
    /// of the deck.
    fn check_bonus(&self, bonus: Option<Tile>) -> Checked {
        match (bonus, self.hint.is_some_and(Hint::is_bonus)) {
            (Some(_), false) => refuse("the card shown is not a bonus"),
            (None, true) => refuse("the card shown is a bonus, which needs a value"),
            (Some(tile), true) if !self.next_tiles().any(|candidate| candidate == tile) => {
                Err(format!("the bonus shown cannot be a {tile}").into())
            }
            _ => Ok(()),
        }
    }

    /// Returns an error if a hint cannot be the next one.
    fn check_hint(&self, hint: Hint) -> Checked {
        match hint.card() {
            Some(card) => self.check_left(card),
            None => check_bonus_hint(self.rules.bonus, hint, self.bonus_values()).map_err(Into::into),
        }
    }
}

/// Returns an error if a bonus with this number of possible `values` cannot have this hint.
pub(crate) fn check_bonus_hint(bonus: Bonus, hint: Hint, values: u8) -> Result<(), &'static str> {
    match (bonus, hint.candidate_ranks()) {
        (Bonus::None, _) => Err("these rules have no bonus cards"),
        _ if values == 0 => Err("there is no bonus before a 48 is on the board"),
        (Bonus::Uniform, Some(_)) => Err("in these rules a bonus is shown as +"),
        (Bonus::PickThree, None) => Err("in these rules a bonus is shown as its candidates"),
        (Bonus::PickThree, Some((_, count))) if count != values.min(3) => {
            Err("there are three candidates, or all values if these are fewer")
        }
        (Bonus::PickThree, Some((least, count))) if least - Tile::LEAST_BONUS.rank() + count > values => {
            Err("a bonus is at most an eighth of the greatest tile")
        }
        (Bonus::Uniform, None) | (Bonus::PickThree, Some(_)) => Ok(()),
    }
}
