//! The heuristics of the paper (section III.A) as evaluators, and their weighted sum.

use gambol_core::{ActionEvaluator, Evaluator, Properties, ScoreUse, Scratch};

use super::features::{completeness, has_room_for_largest, holes, surface};
use super::prepared::{Prepared, PreparedPiece};
use crate::board::Board;
use crate::cells::Cells;
use crate::moves::Placement;
use crate::state::TenTen;

/// "One square": the number of [`holes`], negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OneSquare;

/// "Empty large square": -100000 if the square of three by three fits nowhere, otherwise 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EmptyLargeSquare;

/// The value of a board without room for the square.
const NO_ROOM: f64 = -100_000.0;

/// "Free space": the number of free cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FreeSpace;

/// "Surface": the number of cells next to the placed piece that are filled or beyond the edge,
/// before full lines vanish; see [`surface`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Surface;

/// "Row col completeness": the [`completeness`] of the board with the piece on it, before full
/// lines vanish. In the paper it evaluates an action: after the removal of lines, completing one
/// would lower it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Completeness;

impl Evaluator<TenTen> for OneSquare {
    #[inline]
    fn evaluate(&self, state: &TenTen) -> f64 {
        -f64::from(holes(state.board()))
    }

    #[inline]
    fn properties(&self) -> Properties {
        Properties::default().score(ScoreUse::Ignored)
    }
}

impl Evaluator<TenTen> for EmptyLargeSquare {
    #[inline]
    fn evaluate(&self, state: &TenTen) -> f64 {
        if has_room_for_largest(state.board()) { 0.0 } else { NO_ROOM }
    }

    #[inline]
    fn properties(&self) -> Properties {
        Properties::default().score(ScoreUse::Ignored)
    }
}

impl Evaluator<TenTen> for FreeSpace {
    #[inline]
    fn evaluate(&self, state: &TenTen) -> f64 {
        f64::from(state.board().free().count())
    }

    #[inline]
    fn properties(&self) -> Properties {
        Properties::default().score(ScoreUse::Ignored)
    }
}

impl ActionEvaluator<TenTen> for Surface {
    #[inline]
    fn evaluate_action(&self, before: &TenTen, action: Placement, _: &TenTen) -> f64 {
        f64::from(surface(before.board(), action))
    }
}

impl ActionEvaluator<TenTen> for Completeness {
    #[inline]
    fn evaluate_action(&self, before: &TenTen, action: Placement, _: &TenTen) -> f64 {
        completeness(Board::new(Cells::from_mask(before.board().filled().bits() | action.mask())))
    }
}

/// A weighted sum of the paper's heuristics. Heuristics with weight 0 are not computed.
///
/// ```
/// use gambol_tenten::Heuristics;
/// let bold = Heuristics { surface: 5.0, ..Heuristics::COMBINED };
/// assert_eq!(bold, Heuristics::new([50.0, 1.0, 1.0, 5.0, 0.5]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Heuristics {
    /// The weight of [`OneSquare`].
    pub one_square: f64,
    /// The weight of [`EmptyLargeSquare`].
    pub empty_large_square: f64,
    /// The weight of [`FreeSpace`].
    pub free_space: f64,
    /// The weight of [`Surface`].
    pub surface: f64,
    /// The weight of [`Completeness`].
    pub completeness: f64,
}

impl Heuristics {
    /// A constant value: the paper's baseline.
    pub const NULL: Self =
        Self { one_square: 0.0, empty_large_square: 0.0, free_space: 0.0, surface: 0.0, completeness: 0.0 };

    /// The paper's "combined" heuristic, with its weights: 50, 1, 1, 2.5 and 0.5.
    pub const COMBINED: Self =
        Self { one_square: 50.0, empty_large_square: 1.0, free_space: 1.0, surface: 2.5, completeness: 0.5 };

    /// These weights, in the order of the fields, which is that of the paper.
    #[must_use]
    pub const fn new([one_square, empty_large_square, free_space, surface, completeness]: [f64; 5]) -> Self {
        Self { one_square, empty_large_square, free_space, surface, completeness }
    }

    /// The part that depends on the board after a placement: one square, empty large square and
    /// free space.
    #[must_use]
    pub const fn of_boards(self) -> Self {
        Self { surface: 0.0, completeness: 0.0, ..self }
    }

    /// The part that depends on a placement: surface and completeness.
    #[must_use]
    pub const fn of_placements(self) -> Self {
        Self { one_square: 0.0, empty_large_square: 0.0, free_space: 0.0, ..self }
    }

    /// These weights times a factor; a negative one prefers the worst placements.
    #[must_use]
    pub const fn times(self, factor: f64) -> Self {
        Self {
            one_square: factor * self.one_square,
            empty_large_square: factor * self.empty_large_square,
            free_space: factor * self.free_space,
            surface: factor * self.surface,
            completeness: factor * self.completeness,
        }
    }

    /// The weighted sum of the features; those with weight 0 are not computed.
    #[inline]
    fn sum(
        &self,
        one_square: impl FnOnce() -> f64,
        empty_large_square: impl FnOnce() -> f64,
        free_space: impl FnOnce() -> f64,
        surface: impl FnOnce() -> f64,
        completeness: impl FnOnce() -> f64,
    ) -> f64 {
        #[inline]
        fn weighted(weight: f64, value: impl FnOnce() -> f64) -> f64 {
            if weight == 0.0 { 0.0 } else { weight * value() }
        }
        weighted(self.one_square, one_square)
            + weighted(self.empty_large_square, empty_large_square)
            + weighted(self.free_space, free_space)
            + weighted(self.surface, surface)
            + weighted(self.completeness, completeness)
    }
}

impl Default for Heuristics {
    fn default() -> Self {
        Self::COMBINED
    }
}

impl ActionEvaluator<TenTen> for Heuristics {
    #[inline]
    fn evaluate_action(&self, before: &TenTen, action: Placement, after: &TenTen) -> f64 {
        self.sum(
            || OneSquare.evaluate(after),
            || EmptyLargeSquare.evaluate(after),
            || FreeSpace.evaluate(after),
            || Surface.evaluate_action(before, action, after),
            || Completeness.evaluate_action(before, action, after),
        )
    }

    /// The data shared by the placements fits on the stack.
    fn evaluate_actions(&self, before: &TenTen, actions: &[Placement], values: &mut [f64], _: &mut Scratch) {
        let board = before.board();
        let prepared = Prepared::new(board);
        let mut of_piece: Option<PreparedPiece> = None;
        for (&action, value) in actions.iter().zip(values) {
            // Placements are grouped by piece.
            of_piece = of_piece.filter(|known| known.piece == action.piece());
            let piece = of_piece.get_or_insert_with(|| PreparedPiece::new(board, action.piece()));
            let after = prepared.after(action);
            *value = self.sum(
                || -f64::from(after.holes()),
                || if after.has_room_for_largest() { 0.0 } else { NO_ROOM },
                || f64::from(after.free()),
                || f64::from(piece.surface(action)),
                || piece.completeness(&prepared, action),
            );
        }
    }

    /// The other three depend only on the afterstate and share little.
    #[inline]
    fn batches_actions(&self, _: &TenTen) -> bool {
        self.surface != 0.0 || self.completeness != 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gambol_core::{Game, GameExt, Seed, Turn};

    /// The paper's sum from its parts; equal to [`Heuristics::COMBINED`], which is faster.
    fn combined(before: &TenTen, action: Placement, after: &TenTen) -> f64 {
        50.0 * OneSquare.evaluate(after)
            + EmptyLargeSquare.evaluate(after)
            + FreeSpace.evaluate(after)
            + 2.5 * Surface.evaluate_action(before, action, after)
            + 0.5 * Completeness.evaluate_action(before, action, after)
    }

    #[test]
    fn the_weights_are_the_papers() {
        let mut rng = Seed::new(1).rng();
        let mut seen = 0;
        for _ in 0..20 {
            let mut state = TenTen::default();
            while state.turn() != Turn::Over {
                for action in state.actions() {
                    let after = state.afterstate(action);
                    let value = Heuristics::COMBINED.evaluate_action(&state, action, &after);
                    assert!((value - combined(&state, action, &after)).abs() < 1e-9);
                    assert_eq!(Heuristics::NULL.evaluate_action(&state, action, &after), 0.0);
                    seen += u32::from(value < -1_000.0);
                }
                state.random_step(&mut rng);
            }
        }
        assert!(seen > 0, "no board without room was met");
    }

    #[test]
    fn the_parts_make_the_whole() {
        let before: TenTen = "xxxxxxxxx1/10/1x1x6/10/10/10/10/10/10/10 h2,o1,v3 9".parse().unwrap();
        for action in before.actions() {
            let value =
                |heuristics: Heuristics| heuristics.evaluate_action(&before, action, &before.afterstate(action));
            let whole = Heuristics::COMBINED;
            assert!((value(whole.of_boards()) + value(whole.of_placements()) - value(whole)).abs() < 1e-9);
        }
    }

    #[test]
    fn a_full_line_is_complete_before_it_vanishes() {
        let before: TenTen = "xxxxxxxxx1/10/10/10/10/10/10/10/10/10 o1 9".parse().unwrap();
        let judge = |text: &str| {
            let action = text.parse().unwrap();
            Completeness.evaluate_action(&before, action, &before.afterstate(action))
        };
        assert_eq!(judge("o1@j1"), f64::from(100 + 10) / 20.0);
        assert!(judge("o1@j1") > judge("o1@j10"));
    }
}
