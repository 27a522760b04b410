//! Actions: the free cells.
//!
//! An action is the [`Cell`] on which the side to move places a stone.

use alloc::format;
use core::ops::ControlFlow;

use gambol_core::random::{Rng, below};
use gambol_core::{Cell, Illegal};

use crate::bits::Bits;
use crate::board::{cell, cells};
use crate::state::Match5;

impl<B: Bits> Match5<B> {
    /// The cells without a stone.
    #[inline]
    pub(crate) fn free(&self) -> B {
        let (own, other) = self.sides();
        B::board(self.edge()) & !(own | other)
    }

    #[inline]
    pub(crate) fn visit_free(&self, visit: impl FnMut(Cell) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.ended() { ControlFlow::Continue(()) } else { cells(self.free()).try_for_each(visit) }
    }

    #[inline]
    pub(crate) fn random_free<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Cell> {
        (!self.ended()).then(|| cell::<B>(self.free().nth(below(rng, u32::from(self.left())))))
    }

    pub(crate) fn check_place(&self, cell: Cell) -> Result<(), Illegal> {
        let refuse = |rule| Err(Illegal::new(format!("{cell}"), rule));
        if self.winner().is_some() {
            return refuse("the game is won".into());
        }
        if self.left() == 0 {
            return refuse("the board is full".into());
        }
        let edge = self.edge();
        if cell.column >= edge || cell.row >= edge {
            let last = Cell::new(edge - 1, edge - 1);
            return refuse(format!("the board goes from a1 to {last}"));
        }
        match self.stone(cell) {
            Some(colour) => refuse(format!("a {} stone is there", colour.name())),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use alloc::string::{String, ToString};

    use gambol_core::Game;

    fn game(text: &str) -> Match5 {
        text.parse().unwrap()
    }

    fn refusal(text: &str, action: &str) -> String {
        game(text).check_action(action.parse().unwrap()).unwrap_err().to_string()
    }

    #[test]
    fn refusals_name_the_rule() {
        assert_eq!(refusal("r4/5/5/5/5 b", "a1"), "a1 is illegal: a red stone is there");
        assert_eq!(refusal("b4/5/5/5/5 r", "a1"), "a1 is illegal: a blue stone is there");
        assert_eq!(refusal("5/5/5/5/5 r", "f1"), "f1 is illegal: the board goes from a1 to e5");
        assert_eq!(refusal("5/5/5/5/5 r", "a6"), "a6 is illegal: the board goes from a1 to e5");
        assert_eq!(refusal("rrrrr/bbbb1/5/5/5 b", "e2"), "e2 is illegal: the game is won");
        assert_eq!(refusal("rbrbr/rbrbr/brbrb/brbrb/rbrbr b", "a1"), "a1 is illegal: the board is full");
        assert!(game("r4/5/5/5/5 b").check_action(Cell::new(255, 255)).is_err());
    }
}
