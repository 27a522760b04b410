//! The report's evaluation: lines on which five can be in a row.

use core::ops::Range;

use gambol_core::Evaluator;

use super::counted::Counted;
use super::tables::{Tables, Worth};
use super::worth::{Weights, worth};
use crate::state::PentagoSwap;

/// The report's evaluation (section II.C): pieces are counted on the eighteen lines on which five
/// can be in a row (six rows, six columns, six diagonals), and a side with 4 pieces and 2 empty
/// cells on a line gets 10, with 4 and 1 7, with 3 and 3 5, with 3 and 2 3, with 2 and 4 2, and
/// with 2 and 3 1. With W and B for the sums, the value is W - 0.8 B to a player with the white
/// pieces, and B - 2 W to one with the black pieces, who defends more. Values are the first
/// player's, that is white's.
///
/// [`best_successor`](Evaluator::best_successor) evaluates all moves of a position at once, so that
/// alpha-beta does not play the last ply of a search move by move.
///
/// ```
/// use gambol_core::Evaluator;
/// use gambol_pentago_swap::{LineCounts, PentagoSwap};
/// // Three and three on a row, and two and three or four on other lines.
/// let state: PentagoSwap = "6/www3/6/6/bb4/6 b".parse()?;
/// assert_eq!(LineCounts::as_white().evaluate(&state), 5.0 - 0.8 * 2.0);
/// assert_eq!(LineCounts::as_black().evaluate(&state), 2.0 * 5.0 - 2.0);
/// # Ok::<(), gambol_core::TextError>(())
/// ```
#[derive(Clone, Debug)]
pub struct LineCounts {
    counted: Counted,
}

impl Evaluator<PentagoSwap> for LineCounts {
    fn evaluate(&self, state: &PentagoSwap) -> f64 {
        self.counted.evaluate(state)
    }

    /// All moves at once; `None` if a move may end the game, or fills the board. Many times faster
    /// than a loop over the moves: the six swaps come first, and then the cell on which one more
    /// piece adds most.
    fn best_successor(&self, state: &PentagoSwap, window: Range<f64>) -> Option<f64> {
        self.counted.best_successor(state, window)
    }
}

impl Worth for Weights {
    fn line(&self, _: usize, white: i32, black: i32, length: i32, _: bool) -> i32 {
        self.white * worth(white, black, length) + self.black * worth(black, white, length)
    }
}

impl LineCounts {
    fn new(weights: Weights) -> Self {
        Self { counted: Counted { tables: Tables::new(&weights), unit: 5.0 } }
    }

    /// The evaluation of the player with the white pieces: W - 0.8 B.
    #[must_use]
    pub fn as_white() -> Self {
        Self::new(Weights::AS_WHITE)
    }

    /// The evaluation of the player with the black pieces: B - 2 W to black.
    #[must_use]
    pub fn as_black() -> Self {
        Self::new(Weights::AS_BLACK)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::worth::LINES_OF_FIVE_OR_SIX;
    use gambol_core::{Game, GameExt, Rng, Seed, Turn};

    /// The evaluation as the report writes it down.
    fn slow(weights: Weights, state: &PentagoSwap) -> f64 {
        let score = |own: u64, other: u64| -> i32 {
            let on = |line: u64, pieces: u64| (line & pieces).count_ones() as i32;
            LINES_OF_FIVE_OR_SIX
                .map(|line| worth(on(line, own), on(line, other), line.count_ones() as i32))
                .iter()
                .sum()
        };
        let (white, black) = (state.white(), state.black());
        weights.value(f64::from(score(white, black)), f64::from(score(black, white)))
    }

    fn each_position(mut check: impl FnMut(&PentagoSwap, &mut dyn Rng)) {
        let mut rng = Seed::new(1).rng();
        for _ in 0..40 {
            let mut state = PentagoSwap::new();
            while state.turn() != Turn::Over {
                check(&state, &mut rng);
                state.random_step(&mut rng);
            }
        }
    }

    #[test]
    fn tables_say_what_the_report_says() {
        let (as_white, as_black) = (LineCounts::as_white(), LineCounts::as_black());
        each_position(|state, _| {
            assert!((as_white.evaluate(state) - slow(Weights::AS_WHITE, state)).abs() < 1e-9, "{state}");
            assert!((as_black.evaluate(state) - slow(Weights::AS_BLACK, state)).abs() < 1e-9, "{state}");
        });
    }

    #[test]
    fn the_best_successor_is_the_best_of_all() {
        let (mut known, mut unknown) = (0, 0);
        for lines in [LineCounts::as_white(), LineCounts::as_black()] {
            each_position(|state, rng| {
                let sign = if state.plies().is_multiple_of(2) { 1.0 } else { -1.0 };
                let successors = || state.actions().into_iter().map(|action| state.afterstate(action));
                let best =
                    sign * successors().map(|after| sign * lines.evaluate(&after)).fold(f64::NEG_INFINITY, f64::max);
                let Some(found) = lines.best_successor(state, f64::NEG_INFINITY..f64::INFINITY) else {
                    unknown += 1;
                    return;
                };
                known += 1;
                assert!(successors().all(|after| after.turn() != Turn::Over), "{state}");
                assert!((found - best).abs() < 1e-9, "{state}: {found} {best}");
                // Windows above, below and around it.
                let middle = best + f64::from(rng.next_u32() % 100) / 5.0 - 10.0;
                for window in [middle - 1.0..middle + 1.0, middle..middle.next_up()] {
                    let found = lines.best_successor(state, window.clone()).unwrap();
                    if best >= window.end {
                        assert!((window.end..=best + 1e-9).contains(&found), "{state}: {found} {best} {window:?}");
                    } else if best <= window.start {
                        assert!((best - 1e-9..=window.start).contains(&found), "{state}: {found} {best} {window:?}");
                    } else {
                        assert!((found - best).abs() < 1e-9, "{state}: {found} {best} {window:?}");
                    }
                }
            });
        }
        assert!(known > 500 && unknown > 50, "{known} {unknown}");
    }
}
