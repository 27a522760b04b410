//! The evaluation by quadrants, which the report discarded.

use gambol_core::{Evaluator, Player};

use super::worth::Weights;
use crate::board::Quadrant;
use crate::state::PentagoSwap;

/// The evaluation by quadrants that the report discarded (section IV.A): three in a row and two in
/// a row within a quadrant, even if they cannot become five.
///
/// The report gives no weights. Here three own pieces on one of a quadrant's eight lines have 5,
/// two and an empty cell 2, and one and two empty cells 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuadrantLines(Weights);

impl QuadrantLines {
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

/// Rows, columns and diagonals of a quadrant.
const THREES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

const WORTH: [i32; 4] = [0, 1, 2, 5];

impl Evaluator<PentagoSwap> for QuadrantLines {
    fn evaluate(&self, state: &PentagoSwap) -> f64 {
        let score = |player: Player| -> i32 {
            let quadrants = Quadrant::ALL.into_iter().map(|quadrant| {
                let own = state.quadrant(player, quadrant);
                let other = state.quadrant(player.opponent(), quadrant);
                let free = THREES.iter().filter(|&&line| line & other == 0);
                free.map(|line| WORTH[(line & own).count_ones() as usize]).sum::<i32>()
            });
            quadrants.sum()
        };
        self.0.value(f64::from(score(Player::First)), f64::from(score(Player::Second)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quadrants_are_counted_each_by_itself() {
        let close = |value: f64, expected: f64| assert!((value - expected).abs() < 1e-9, "{value} {expected}");
        // In A, b2 is on four free lines; in D, e5 is, too.
        let state: PentagoSwap = "6/1w4/6/6/4b1/6 w".parse().unwrap();
        close(QuadrantLines::as_white().evaluate(&state), 4.0 - 0.8 * 4.0);
        close(QuadrantLines::as_black().evaluate(&state), 2.0 * 4.0 - 4.0);
        // Three white in a row of A, and black pieces in corners of C and D.
        let state: PentagoSwap = "6/6/www3/6/6/b4b b".parse().unwrap();
        // The row 5; the three columns and two diagonals through it 1 each.
        let black = 2.0 * 3.0;
        close(QuadrantLines::as_white().evaluate(&state), 10.0 - 0.8 * black);
    }
}
