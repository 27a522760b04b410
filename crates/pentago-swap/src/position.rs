//! Positions from callers, with cheap checks.

use gambol_core::Player;

use crate::board::{BOARD, FIVES, lanes_of};
use crate::moves::Swap;
use crate::state::PentagoSwap;
use crate::tables::fives;

/// Error returned for two sets of pieces that no game can reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// Some pieces are at bits above 35.
    #[error("there are pieces outside the 36 cells of the board")]
    Outside,
    /// A cell holds a white and a black piece.
    #[error("a cell holds pieces of both sides")]
    Overlap,
    /// The numbers of pieces do not fit a game in which white moves first and the sides take turns.
    #[error("it has {white} w and {black} b, but the sides take turns: w has as many pieces as b, or one more")]
    Count {
        /// The number of white pieces.
        white: u32,
        /// The number of black pieces.
        black: u32,
    },
    /// Every possible previous position has five in a row, so the game was over.
    #[error("no move of {mover} leads to it: whatever the last move was, there was five in a row before it")]
    NoLastMove {
        /// The side that moved last, `w` or `b`.
        mover: char,
    },
}

impl PentagoSwap {
    /// The position with these white and black pieces, as [masks](crate::mask). The side to move
    /// follows from the numbers of pieces.
    ///
    /// # Errors
    ///
    /// Returns an error for positions that no game can reach, by the numbers of pieces and by the
    /// possible previous positions.
    ///
    /// ```
    /// use gambol_pentago_swap::{PentagoSwap, PositionError};
    /// assert_eq!(PentagoSwap::from_masks(0b1, 0b10)?.to_string(), "wb4/6/6/6/6/6 w");
    /// assert_eq!(
    ///     PentagoSwap::from_masks(0b111, 0),
    ///     Err(PositionError::Count { white: 3, black: 0 })
    /// );
    /// # Ok::<(), PositionError>(())
    /// ```
    pub fn from_masks(white: u64, black: u64) -> Result<Self, PositionError> {
        if (white | black) & !BOARD != 0 {
            return Err(PositionError::Outside);
        }
        if white & black != 0 {
            return Err(PositionError::Overlap);
        }
        let counts = (white.count_ones(), black.count_ones());
        if counts.0 < counts.1 || counts.0 > counts.1 + 1 {
            return Err(PositionError::Count { white: counts.0, black: counts.1 });
        }
        let position = Self::from_lanes(lanes_of(white), lanes_of(black), (counts.0 + counts.1) as u8);
        if position.has_last_move() {
            Ok(position)
        } else {
            Err(PositionError::NoLastMove { mover: position.last_mover() })
        }
    }

    /// The letter of the side that moved last; `b` on the empty board.
    fn last_mover(&self) -> char {
        if self.plies().is_multiple_of(2) { 'b' } else { 'w' }
    }

    /// Whether a possible previous position has no five in a row, or no move was made.
    fn has_last_move(&self) -> bool {
        let (white, black) = self.lanes();
        let (mover, other) = match self.last_mover() {
            'w' => (white, black),
            _ => (black, white),
        };
        mover == 0
            || Swap::ALL.iter().any(|swap| {
                let (mover, other) = (swap.apply(mover), swap.apply(other));
                fives(other) == 0 && bits(mover).any(|piece| fives(mover ^ piece) == 0)
            })
    }

    /// The cells of all complete lines of five of one side, as a mask, for the display of winning
    /// rows; 0 if there are none.
    #[must_use]
    pub fn five_cells(&self, player: Player) -> u64 {
        let (white, black) = self.lanes();
        let lines = fives(if player == Player::First { white } else { black });
        (0..32).filter(|line| lines >> line & 1 == 1).fold(0, |cells, line| cells | FIVES[line])
    }
}

/// The single bits of a word, from the lowest.
fn bits(mut word: u64) -> impl Iterator<Item = u64> {
    core::iter::from_fn(move || {
        let bit = word & word.wrapping_neg();
        word ^= bit;
        (bit != 0).then_some(bit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_are_refused_with_the_reason() {
        assert_eq!(PentagoSwap::from_masks(1 << 36, 0), Err(PositionError::Outside));
        assert_eq!(PentagoSwap::from_masks(0, 1 << 63), Err(PositionError::Outside));
        assert_eq!(PentagoSwap::from_masks(0b11, 0b10), Err(PositionError::Overlap));
        assert_eq!(PentagoSwap::from_masks(0b11, 0), Err(PositionError::Count { white: 2, black: 0 }));
        assert_eq!(PentagoSwap::from_masks(0, 0b1), Err(PositionError::Count { white: 0, black: 1 }));
        assert_eq!(PentagoSwap::from_masks(0, 0), Ok(PentagoSwap::new()));
    }

    #[test]
    fn a_five_that_no_last_move_can_have_made_is_refused() {
        // A swap can complete several fives at once, of one side or of both.
        for text in ["w4b/w4b/w4b/w4b/w4b/6 w", "wwwww1/6/6/bbbbb1/6/6 w", "wwwwww/wwwwww/6/bbbbbb/bbbbbb/6 w"] {
            assert!(text.parse::<PentagoSwap>().is_ok(), "{text}");
        }
        // But here, for any swap as the last one, a side had five before it, and not by a single
        // piece.
        let error = "wwwwww/wwwwww/wwwwww/bbbbbb/bbbbbb/bbbbb1 b".parse::<PentagoSwap>().unwrap_err();
        assert!(error.reason().contains("no move of w"), "{error}");
    }

    #[test]
    fn the_cells_of_a_five_are_shown() {
        let game: PentagoSwap = "wwwwww/bbbb2/6/6/b5/6 b".parse().unwrap();
        assert_eq!(game.five_cells(Player::First), 0b11_1111);
        assert_eq!(game.five_cells(Player::Second), 0);
    }
}
