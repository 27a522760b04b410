//! An evaluator by the remaining room.

use gambol_core::{Evaluator, Game, Properties, ScoreUse};

use crate::board::Board;
use crate::cells::{FIRST_COLUMN, ROW, STRIDE};
use crate::piece::Piece;
use crate::state::TenTen;

use super::features::holes;

/// Evaluates the room for the pieces to come, besides the score.
///
/// The value is the score plus these terms: for each of the 19 pieces, the harmonic number of its
/// places, times a weight by the size of the piece, so that the first places count most; a penalty
/// for each piece that fits nowhere; free cells; penalties for edges between free cells and others,
/// and for [`holes`]. A feature counts far more than the points of a line, and every board more
/// than the end of the game.
///
/// The weights are our own; `docs/results/evaluators.md` describes how they were found.
///
/// ```
/// use gambol_core::Evaluator;
/// use gambol_tenten::{Room, TenTen};
/// let value = |text: &str| Room::new().evaluate(&text.parse::<TenTen>().unwrap());
/// let corner = value("xxx7/xxx7/xxx7/10/10/10/10/10/10/10 h2 9");
/// let middle = value("10/10/10/3xxx4/3xxx4/3xxx4/10/10/10/10 h2 9");
/// assert!(corner > middle);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Room {
    weights: RoomWeights,
}

/// The weights of [`Room`]. None should be negative.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RoomWeights {
    /// Unit of the harmonic number of the places of a piece of one to three cells.
    pub small: f64,
    /// The same for four and five cells.
    pub medium: f64,
    /// The same for the square of nine cells.
    pub large: f64,
    /// A piece that fits nowhere; a penalty.
    pub no_place: f64,
    /// A free cell.
    pub free: f64,
    /// An edge between a free cell and a filled one or the border; a penalty.
    pub edge: f64,
    /// A [hole](holes); a penalty.
    pub hole: f64,
}

impl RoomWeights {
    /// The weights of [`Room::new`].
    pub const TUNED: Self =
        Self { small: 100.0, medium: 500.0, large: 1_000.0, no_place: 8_000.0, free: 100.0, edge: 200.0, hole: 500.0 };
}

impl Default for RoomWeights {
    fn default() -> Self {
        Self::TUNED
    }
}

/// The value of a game that is not over: more than the sum of all penalties with the tuned weights.
const ALIVE: f64 = 250_000.0;

impl Room {
    /// The evaluator with the tuned weights.
    #[must_use]
    pub const fn new() -> Self {
        Self::with_weights(RoomWeights::TUNED)
    }

    /// The evaluator with other weights.
    #[must_use]
    pub const fn with_weights(weights: RoomWeights) -> Self {
        Self { weights }
    }

    /// The weight of the places of a piece.
    const fn of_piece(&self, piece: Piece) -> f64 {
        match piece.size() {
            ..=3 => self.weights.small,
            4 | 5 => self.weights.medium,
            _ => self.weights.large,
        }
    }
}

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

/// The number of sides of free cells that adjoin a filled cell or the border.
fn edges(board: Board) -> u32 {
    let (free, filled) = (board.free().bits(), board.filled().bits());
    let both = |by: u32| (free & (filled >> by)).count_ones() + (filled & (free >> by)).count_ones();
    let border = [ROW, ROW << (9 * STRIDE), FIRST_COLUMN, FIRST_COLUMN << 9];
    both(1) + both(STRIDE) + border.map(|cells| (free & cells).count_ones()).iter().sum::<u32>()
}

impl Evaluator<TenTen> for Room {
    fn evaluate(&self, state: &TenTen) -> f64 {
        let board = state.board();
        let weights = &self.weights;
        let mut value = ALIVE + weights.free * f64::from(board.free().count());
        for piece in Piece::ALL {
            match board.fits(piece).count() {
                0 => value -= weights.no_place,
                places => value += self.of_piece(piece) * HARMONIC[places as usize],
            }
        }
        value -= weights.edge * f64::from(edges(board)) + weights.hole * f64::from(holes(board));
        value + state.score() as f64
    }

    #[inline]
    fn properties(&self) -> Properties {
        Properties::default().score(ScoreUse::Added)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;
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
        let weights =
            RoomWeights { small: 1.0, medium: 2.0, large: 3.0, no_place: 4.0, free: 5.0, edge: 6.0, hole: 7.0 };
        let value = |text: &str| Room::with_weights(weights).evaluate(&state(text));
        let empty = value(&TenTen::default().to_string());
        let places = |piece: Piece| {
            let weight = [1.0, 2.0, 3.0][usize::from(piece.size() > 3) + usize::from(piece.size() > 5)];
            weight * HARMONIC[Board::EMPTY.fits(piece).count() as usize]
        };
        let sum: f64 = Piece::ALL.into_iter().map(places).sum();
        assert!((empty - (ALIVE + 100.0 * 5.0 - 40.0 * 6.0 + sum)).abs() < 1e-6);
        // One hole, in which only the smallest piece fits; 33 points.
        let full = "1xxxxxxxxx/xxxxxxxxx1/xxxxxxxx1x/xxxxxxx1xx/xxxxxx1xxx/xxxxx1xxxx/xxxx1xxxxx/xxx1xxxxxx/xx1xxxxxxx/x1xxxxxxxx o1 33";
        let expected = ALIVE + 1.0 * HARMONIC[10] - 18.0 * 4.0 + 10.0 * 5.0 - 10.0 * (4.0 * 6.0 + 7.0) + 33.0;
        assert!((value(full) - expected).abs() < 1e-6);
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
        assert!(Room::new().evaluate(&state(with)) > Room::new().evaluate(&state(without)));
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
        assert!(states.iter().all(|state| Room::new().evaluate(state) > 10_000.0 + state.score() as f64));
        assert_evaluator(&Room::new(), states);
    }
}
