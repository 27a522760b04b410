//! The values of lines for a side, the weights of the two sides, and the product that the report
//! tried.

use gambol_core::{Evaluator, Player};

use crate::board::mask;
use crate::state::PentagoSwap;
use gambol_core::Cell;

/// The weights of the sides' scores, in fifths: the value for white is `white * W + black * B`.
///
/// The report has values for the player's side: W - 0.8 B as white, and B - 2 W as black (equations
/// 3 and 4). The second one is negated here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Weights {
    pub(super) white: i32,
    pub(super) black: i32,
}

impl Weights {
    pub(super) const AS_WHITE: Self = Self { white: 5, black: -4 };
    pub(super) const AS_BLACK: Self = Self { white: 10, black: -5 };

    /// The value for white of these scores.
    pub(super) fn value(self, white: f64, black: f64) -> f64 {
        (f64::from(self.white) * white + f64::from(self.black) * black) / 5.0
    }
}

/// The report's six cases: own pieces, empty cells and value (section II.C.2). Its table of weights
/// prints the second case as 2+1, its text as 4+1.
pub(super) const CASES: [(i32, i32, i32); 6] = [(4, 2, 10), (4, 1, 7), (3, 3, 5), (3, 2, 3), (2, 4, 2), (2, 3, 1)];

/// The case of a line of `length` cells for a side with `own` pieces on it against `other`.
pub(super) fn case(own: i32, other: i32, length: i32) -> Option<usize> {
    CASES.iter().position(|&(pieces, empty, _)| (pieces, empty) == (own, length - own - other))
}

/// The lines with room for five in a row, as masks: six rows, six columns, the two long diagonals,
/// the four short ones.
pub(super) const LINES_OF_FIVE_OR_SIX: [u64; 18] = {
    let mut lines = [0; 18];
    let mut step = 0;
    while step < 6 {
        let mut line = 0;
        while line < 6 {
            lines[line as usize] |= mask(Cell::new(step, line));
            lines[6 + line as usize] |= mask(Cell::new(line, step));
            line += 1;
        }
        lines[12] |= mask(Cell::new(step, step));
        lines[13] |= mask(Cell::new(5 - step, step));
        if step < 5 {
            lines[14] |= mask(Cell::new(step + 1, step));
            lines[15] |= mask(Cell::new(4 - step, step));
            lines[16] |= mask(Cell::new(step, step + 1));
            lines[17] |= mask(Cell::new(5 - step, step + 1));
        }
        step += 1;
    }
    lines
};

/// The non-linear evaluation that the report discarded (section IV.B): a side's score is the
/// product, not the sum, over the six cases.
///
/// The report gives no formula. A case that does not occur would make the product 0, so one is
/// added to each factor: the product of 1 + wᵢ nᵢ, for nᵢ lines of the case with value wᵢ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineProduct(Weights);

impl LineProduct {
    /// The evaluation of the player with the white pieces: W - 0.8 B.
    #[must_use]
    pub const fn as_white() -> Self {
        Self(Weights::AS_WHITE)
    }

    /// The evaluation of the player with the black pieces: B - 2 W for black.
    #[must_use]
    pub const fn as_black() -> Self {
        Self(Weights::AS_BLACK)
    }
}

impl Evaluator<PentagoSwap> for LineProduct {
    fn evaluate(&self, state: &PentagoSwap) -> f64 {
        let pieces = [state.white(), state.black()];
        let product = |player: Player| {
            let (own, other) = (pieces[player as usize], pieces[1 - player as usize]);
            let mut counts = [0; 6];
            for line in LINES_OF_FIVE_OR_SIX {
                let of = |pieces: u64| (line & pieces).count_ones() as i32;
                if let Some(case) = case(of(own), of(other), line.count_ones() as i32) {
                    counts[case] += 1;
                }
            }
            CASES.iter().zip(counts).map(|(&(.., worth), count)| f64::from(1 + worth * count)).product::<f64>()
        };
        self.0.value(product(Player::First), product(Player::Second))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_are_worth_what_the_report_says() {
        let worth = |own, other, length| case(own, other, length).map_or(0, |case| CASES[case].2);
        assert_eq!([worth(4, 0, 6), worth(4, 1, 6), worth(4, 0, 5), worth(4, 1, 5)], [10, 7, 7, 0]);
        assert_eq!([worth(3, 0, 6), worth(3, 1, 6), worth(3, 0, 5), worth(3, 2, 6)], [5, 3, 3, 0]);
        assert_eq!([worth(2, 0, 6), worth(2, 1, 6), worth(2, 0, 5), worth(1, 0, 6)], [2, 1, 1, 0]);
    }

    #[test]
    fn there_are_eighteen_lines() {
        let lengths = LINES_OF_FIVE_OR_SIX.map(u64::count_ones);
        assert_eq!((lengths.iter().sum::<u32>(), &lengths[13..]), (14 * 6 + 4 * 5, &[6, 5, 5, 5, 5][..]));
        for line in crate::LINES {
            assert!(LINES_OF_FIVE_OR_SIX.contains(&line), "{line:#x}");
        }
    }

    #[test]
    fn products_multiply() {
        let close = |value: f64, expected: f64| assert!((value - expected).abs() < 1e-9, "{value} {expected}");
        // White has a3 b3: 2+4 in the row.
        let state: PentagoSwap = "6/6/ww4/6/5b/5b w".parse().unwrap();
        close(LineProduct::as_white().evaluate(&state), 3.0 - 0.8 * 3.0);
        close(LineProduct::as_black().evaluate(&state), 2.0 * 3.0 - 3.0);
        let state: PentagoSwap = "6/w5/ww4/6/4bb/6 b".parse().unwrap();
        // a3 b3 and a2 a3 are 2+4, a2 b3 on a short diagonal is 2+3.
        close(LineProduct::as_white().evaluate(&state), f64::from((1 + 2 * 2) * (1 + 1)) - 0.8 * 3.0);
    }
}
