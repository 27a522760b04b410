//! The paper's simplest player.

use core::ops::ControlFlow;

use gambol_core::GameRng;
use gambol_core::random::below;
use gambol_core::{ActionEvaluator, Game, Policy};

use crate::moves::Placement;
use crate::piece::Piece;
use crate::state::TenTen;

/// Places the smallest piece of the hand that fits, the first in the hand's order in a tie, where
/// the evaluator's value is highest; ties are broken at random.
///
/// Source: "greedy best-first search single" of the paper, section III.B. There, ties are broken at
/// random too, as section IV states for the null heuristic. The paper does not state its move if
/// the smallest piece fits nowhere and another one does. By the rules the game goes on, so the next
/// larger piece is placed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SmallestFirst<E>(pub E);

impl<E: ActionEvaluator<TenTen>> Policy<TenTen> for SmallestFirst<E> {
    fn choose(&self, state: &TenTen, rng: &mut GameRng) -> Option<Placement> {
        let fitting = state.hand().distinct().filter(|&piece| !state.board().fits(piece).is_empty());
        let smallest = fitting.min_by_key(|piece| piece.size())?;
        self.best_place(state, smallest, rng)
    }
}

impl<E: ActionEvaluator<TenTen>> SmallestFirst<E> {
    fn best_place(&self, state: &TenTen, piece: Piece, rng: &mut GameRng) -> Option<Placement> {
        let mut best: Option<(f64, Placement)> = None;
        let mut equals = 0;
        let _ = state.visit_actions(|action| {
            if action.piece() == piece {
                let mut after = *state;
                after.play(action);
                let value = self.0.evaluate_action(state, action, &after);
                if best.is_none_or(|(greatest, _)| value > greatest) {
                    best = Some((value, action));
                    equals = 1;
                } else if best.is_some_and(|(greatest, _)| value == greatest) {
                    equals += 1;
                    if below(rng, equals) == 0 {
                        best = Some((value, action));
                    }
                }
            }
            ControlFlow::Continue(())
        });
        best.map(|(_, action)| action)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::Heuristics;
    use alloc::collections::BTreeSet;
    use alloc::string::{String, ToString};
    use gambol_core::Seed;

    fn choose(state: &str, heuristics: Heuristics, seed: u64) -> Option<String> {
        let state: TenTen = state.parse().unwrap();
        SmallestFirst(heuristics).choose(&state, &mut Seed::new(seed).rng()).map(|action| action.to_string())
    }

    #[test]
    fn the_smallest_piece_goes_first() {
        let state = "10/10/10/10/10/10/10/10/10/10 h5,o2,o3 0";
        let chosen = choose(state, Heuristics::COMBINED, 1).unwrap();
        assert!(["o2@a1", "o2@i1", "o2@a9", "o2@i9"].contains(&chosen.as_str()), "{chosen}");
    }

    #[test]
    fn a_line_that_frees_space_is_taken() {
        let state = "10/10/xxxxxxxxx1/10/10/10/10/10/10/10 o1,o3 9";
        let free_space = Heuristics { free_space: 1.0, ..Heuristics::NULL };
        assert_eq!(choose(state, free_space, 1).as_deref(), Some("o1@j3"));
    }

    #[test]
    fn ties_are_broken_at_random_by_the_seed() {
        let state = "10/10/10/10/10/10/10/10/10/10 o1,o3 0";
        let places: BTreeSet<String> = (0..200).filter_map(|seed| choose(state, Heuristics::NULL, seed)).collect();
        assert!(places.len() > 60 && places.iter().all(|place| place.starts_with("o1")), "{places:?}");
        assert_eq!(choose(state, Heuristics::NULL, 7), choose(state, Heuristics::NULL, 7));
    }

    #[test]
    fn what_does_not_fit_is_passed_over() {
        // There are no three adjacent free cells in a row, and two in a column.
        let state = "1x1xxxxxxx/x1xxxxxxxx/x1xxxxxxxx/xxx1xxxxxx/xxxx1xxxxx/xxxxx1xxxx/xxxxxx1xxx/xxxxxxx1xx/\
                     xxxxxxxx1x/xxxxxxxxx1 h2,v2 0";
        assert_eq!(choose(state, Heuristics::COMBINED, 1).as_deref(), Some("v2@b2"));
        assert_eq!(choose("10/10/10/10/10/10/10/10/10/10 - 0", Heuristics::COMBINED, 1), None);
    }
}
