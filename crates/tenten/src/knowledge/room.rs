//! An evaluation by the room that is left.

use gambol_core::{Evaluator, Game};

use crate::board::Board;
use crate::cells::{FIRST_COLUMN, ROW, STRIDE};
use crate::piece::Piece;
use crate::state::TenTen;

use super::features::holes;

/// Evaluates the room for the pieces to come, besides the score.
///
/// For each of the 19 pieces, places are worth more the fewer there are: the harmonic number of
/// their number, times a weight by the size of the piece; a piece that fits nowhere is a penalty.
/// Free cells count, and edges between free cells and others, and [`holes`], count against. A
/// feature is worth far more than the points of a line, and every board is worth more than the end
/// of the game.
///
/// The weights are our own; `docs/results/strength.md` says how they were found.
///
/// ```
/// use gambol_core::Evaluator;
/// use gambol_tenten::{Room, TenTen};
/// let value = |text: &str| Room.evaluate(&text.parse::<TenTen>().unwrap());
/// let corner = value("xxx7/xxx7/xxx7/10/10/10/10/10/10/10 h2 9");
/// let middle = value("10/10/10/3xxx4/3xxx4/3xxx4/10/10/10/10 h2 9");
/// assert!(corner > middle);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Room;

/// What a game that goes on is worth: more than all penalties together.
const ALIVE: f64 = 250_000.0;

/// The weights, by the size of a piece.
const PLACES: [f64; 10] = [0.0, 100.0, 100.0, 100.0, 500.0, 500.0, 0.0, 0.0, 0.0, 1_000.0];
const NO_PLACE: f64 = 8_000.0;
const FREE: f64 = 100.0;
const EDGE: f64 = 200.0;
const HOLE: f64 = 500.0;

/// The sums of 1/1 to 1/n.
static HARMONIC: [f64; 101] = {
    let mut sums = [0.0; 101];
    let mut n = 1;
    while n <= 100 {
        sums[n] = sums[n - 1] + 1.0 / n as f64;
        n += 1;
    }
    sums
};

/// The sides of free cells beyond which there is a filled cell or the border.
fn edges(board: Board) -> u32 {
    let (free, filled) = (board.free().bits(), board.filled().bits());
    let both = |by: u32| (free & (filled >> by)).count_ones() + (filled & (free >> by)).count_ones();
    let border = [ROW, ROW << (9 * STRIDE), FIRST_COLUMN, FIRST_COLUMN << 9];
    both(1) + both(STRIDE) + border.map(|cells| (free & cells).count_ones()).iter().sum::<u32>()
}

impl Evaluator<TenTen> for Room {
    fn evaluate(&self, state: &TenTen) -> f64 {
        let board = state.board();
        let mut value = ALIVE + FREE * f64::from(board.free().count());
        for piece in Piece::ALL {
            match board.fits(piece).count() {
                0 => value -= NO_PLACE,
                places => value += PLACES[usize::from(piece.size())] * HARMONIC[places as usize],
            }
        }
        value -= EDGE * f64::from(edges(board)) + HOLE * f64::from(holes(board));
        value + state.score() as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use gambol_conformance::assert_evaluator;
    use gambol_core::{GameExt, Seed};

    fn state(text: &str) -> TenTen {
        text.parse().unwrap()
    }

    #[test]
    fn edges_are_sides_of_free_cells() {
        assert_eq!(edges(Board::EMPTY), 40);
        // A filled corner has two free neighbours and covers two sides of the border.
        assert_eq!(edges(state("x9/10/10/10/10/10/10/10/10/10 h2 1").board()), 40);
        assert_eq!(edges(state("10/1x8/10/10/10/10/10/10/10/10 h2 1").board()), 44);
    }

    #[test]
    fn values_follow_the_weights() {
        let empty = Room.evaluate(&TenTen::default());
        let places =
            |piece: Piece| PLACES[usize::from(piece.size())] * HARMONIC[Board::EMPTY.fits(piece).count() as usize];
        let sum: f64 = Piece::ALL.into_iter().map(places).sum();
        assert!((empty - (ALIVE + 100.0 * FREE - 40.0 * EDGE + sum)).abs() < 1e-6);
    }

    #[test]
    fn room_for_the_largest_square_is_kept() {
        // Both boards have the same number of filled cells; the first has no room for three by
        // three.
        let without = "2x2x2x1/2x2x2x1/10/xxxxxxxxx1/2x2x2x1/2x2x2x1/10/2x2x2x1/2x2x2x1/10 h2 1";
        let with = "3x2x2x/3x2x2x/10/xxxxxxxxx1/2x2x2x1/2x2x2x1/10/2x2x2x1/2x2x2x1/10 h2 1";
        assert!(
            !crate::has_room_for_largest(state(without).board()) && crate::has_room_for_largest(state(with).board())
        );
        assert!(Room.evaluate(&state(with)) > Room.evaluate(&state(without)));
    }

    #[test]
    fn it_conforms_and_every_board_is_worth_more_than_the_end() {
        let mut rng = Seed::new(1).rng();
        let mut states = Vec::new();
        for _ in 0..20 {
            let mut game = TenTen::default();
            while game.random_step(&mut rng).is_some() {
                states.push(game);
            }
        }
        assert!(states.iter().all(|state| Room.evaluate(state) > 10_000.0 + state.score() as f64));
        assert_evaluator(&Room, states);
    }
}
