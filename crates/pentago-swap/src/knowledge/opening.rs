//! The report's first moves.

use core::ops::ControlFlow;

use gambol_core::{Cell, Evaluator, Game, GameRng, Player, Policy};

use super::lines::LineCounts;
use crate::board::mask;
use crate::moves::Move;
use crate::state::PentagoSwap;

/// The report's first two or three moves (section II.D): pieces go on the centres of quadrants, and
/// white's third piece makes three with three empty cells on a long diagonal if possible. The
/// policy has no move afterwards, or if there is no such move.
///
/// The report does not state the swap or the choice of the centre: the move with the best
/// evaluation is chosen, the first one in a tie.
#[derive(Clone, Debug)]
pub struct Opening {
    as_white: LineCounts,
    as_black: LineCounts,
}

/// The centres of the four quadrants.
const CENTRES: u64 = mask(Cell::new(1, 1)) | mask(Cell::new(4, 1)) | mask(Cell::new(1, 4)) | mask(Cell::new(4, 4));

/// The long diagonals.
const DIAGONALS: [u64; 2] = [super::worth::LINES_OF_FIVE_OR_SIX[12], super::worth::LINES_OF_FIVE_OR_SIX[13]];

impl Opening {
    /// The opening, with the report's evaluation to choose among its moves.
    #[must_use]
    pub fn new() -> Self {
        Self { as_white: LineCounts::as_white(), as_black: LineCounts::as_black() }
    }

    /// The best allowed move, by the evaluation of its result.
    fn best(&self, state: &PentagoSwap, allows: impl Fn(Move, &PentagoSwap) -> bool) -> Option<Move> {
        let white = state.side() == Player::First;
        let evaluator = if white { &self.as_white } else { &self.as_black };
        let mut best: Option<(f64, Move)> = None;
        let _ = state.visit_candidates(|action| {
            let mut after = *state;
            after.play(action);
            if allows(action, &after) {
                let value = evaluator.evaluate(&after) * state.side().sign() as f64;
                if best.is_none_or(|(greatest, _)| value > greatest) {
                    best = Some((value, action));
                }
            }
            ControlFlow::Continue(())
        });
        best.map(|(_, action)| action)
    }
}

impl Default for Opening {
    fn default() -> Self {
        Self::new()
    }
}

impl Policy<PentagoSwap> for Opening {
    fn choose(&self, state: &PentagoSwap, _: &mut GameRng) -> Option<Move> {
        let number = state.plies() / 2 + 1;
        let centre = |state| self.best(state, |action, _| mask(action.cell()) & CENTRES != 0);
        match (number, state.side()) {
            (1 | 2, _) | (3, Player::Second) => centre(state),
            (3, Player::First) => {
                let three_and_three = |after: &PentagoSwap| {
                    DIAGONALS.iter().any(|line| (line & after.white()).count_ones() == 3 && line & after.black() == 0)
                };
                self.best(state, |_, after| three_and_three(after)).or_else(|| centre(state))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gambol_core::{GameExt, Seed};

    fn choose(state: &PentagoSwap) -> Option<Move> {
        Opening::new().choose(state, &mut Seed::new(1).rng())
    }

    #[test]
    fn the_first_moves_go_to_centres() {
        let mut state = PentagoSwap::new();
        for _ in 0..4 {
            let action = choose(&state).unwrap();
            assert_ne!(mask(action.cell()) & CENTRES, 0, "{action}");
            state.play(action);
        }
        assert_eq!((state.white() | state.black()) & CENTRES, CENTRES);
        // All centres are taken. White may find a diagonal, but black has no third move.
        state.try_play("a1:AB".parse().unwrap()).unwrap();
        assert_eq!(choose(&state), None);
    }

    #[test]
    fn whites_third_makes_three_and_three() {
        let state: PentagoSwap = "2b3/1w4/6/6/4w1/3b2 w".parse().unwrap();
        let after = state.afterstate(choose(&state).unwrap());
        let made = |line: &u64| (line & after.white()).count_ones() == 3 && line & after.black() == 0;
        assert!(DIAGONALS.iter().any(made), "{after}");
    }

    #[test]
    fn later_it_has_no_opinion() {
        let state: PentagoSwap = "2b3/1w4/6/2w3/4w1/3bb1 w".parse().unwrap();
        assert_eq!(choose(&state), None);
    }
}
