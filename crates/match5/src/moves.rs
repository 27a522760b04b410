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
    use crate::bits::Wide;
    use alloc::string::{String, ToString};
    use alloc::vec::Vec;
    use gambol_core::{Game, GameExt, Seed};

    fn game(text: &str) -> Match5 {
        text.parse().unwrap()
    }

    fn refusal(text: &str, action: &str) -> String {
        game(text).check_action(action.parse().unwrap()).unwrap_err().to_string()
    }

    #[test]
    fn every_free_cell_is_an_action_from_the_top_left() {
        let names: Vec<String> = game("rb2r/b3b/r1r2/5/2b2 r").actions().iter().map(ToString::to_string).collect();
        let free = "c1 d1 b2 c2 d2 b3 d3 e3 a4 b4 c4 d4 e4 a5 b5 d5 e5";
        assert_eq!(names, free.split(' ').collect::<Vec<_>>());
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

    #[test]
    fn random_actions_are_uniform_over_the_free_cells() {
        fn uniform<B: Bits>(state: &Match5<B>) {
            let actions = state.actions();
            let mut counts = alloc::vec![0_u32; actions.len()];
            let mut rng = Seed::new(5).rng();
            for _ in 0..1_000 * actions.len() {
                let action = state.random_action(&mut rng).unwrap();
                counts[actions.iter().position(|&listed| listed == action).unwrap()] += 1;
            }
            assert!(counts.iter().all(|count| (850..1_150).contains(count)), "{counts:?}");
        }
        uniform(&game("rb2r/b3b/r1r2/5/2b2 r"));
        uniform(&game("9/9/9/9/9/9/9/9/9 r"));
        uniform::<Wide>(&"9/9/9/9/9/9/9/9/9 r".parse().unwrap());
    }

    #[test]
    fn nothing_can_be_played_when_the_game_is_over() {
        let mut rng = Seed::new(6).rng();
        for over in ["rrrrr/bbbb1/5/5/5 b", "rbrbr/rbrbr/brbrb/brbrb/rbrbr b"] {
            assert_eq!(game(over).random_action(&mut rng), None);
            assert!(game(over).actions().is_empty());
        }
    }
}
