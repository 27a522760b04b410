//! Positions with arbitrary numbers of stones.

use gambol_core::Cell;

use crate::bits::Bits;
use crate::board::{has_row, index};
use crate::rules::{Colour, Rules, RulesError};
use crate::state::Match5;

/// Error returned for a position that cannot be set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// The board does not fit the type.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// A stone is off the board.
    #[error("{cell} is not on the board, which goes from a1 to {last}")]
    OffBoard {
        /// The cell of the stone.
        cell: Cell,
        /// The last cell of the board.
        last: Cell,
    },
    /// Two stones are on one cell.
    #[error("two stones are on {0}")]
    Taken(Cell),
    /// The side to move already has a row, so that the game was over before.
    #[error("{} is to move and has {row} in a row already", side.name())]
    Row {
        /// The side to move.
        side: Colour,
        /// The number of stones in a row that win.
        row: u8,
    },
}

impl<B: Bits> Match5<B> {
    /// A position with these stones, in any order, and this colour to move.
    ///
    /// Games with alternating placements reach only positions with equal numbers of stones, or one
    /// more of the side that has just moved, and only these have a valid text form. Here any
    /// numbers are accepted, as in games with a handicap or boards from other programs. All
    /// searches work on such positions, but their texts cannot be parsed. The first player is the
    /// colour that begins by the rules.
    ///
    /// # Errors
    ///
    /// Returns an error if the board does not fit the type, a stone is off the board, two stones
    /// are on one cell, or the side to move has a row.
    ///
    /// ```
    /// use gambol_core::{Cell, Game, Player, Turn};
    /// use gambol_match5::{Colour, Match5, Rules};
    ///
    /// // Blue gave red three stones and is to move.
    /// let stones =
    ///     [(2, 2), (6, 2), (4, 6)].map(|(column, row)| (Cell::new(column, row), Colour::Red));
    /// let game = Match5::<u128>::set_up(Rules::MATCH5, Colour::Blue, stones)?;
    /// assert_eq!(game.to_string(), "9/9/2r3r2/9/9/9/4r4/9/9 b");
    /// assert_eq!((game.turn(), game.left()), (Turn::Player(Player::Second), 78));
    /// # Ok::<(), gambol_match5::SetupError>(())
    /// ```
    pub fn set_up(
        rules: Rules,
        side: Colour,
        stones: impl IntoIterator<Item = (Cell, Colour)>,
    ) -> Result<Self, SetupError> {
        Self::new(rules)?;
        let edge = rules.edge();
        let (mut own, mut other) = (B::EMPTY, B::EMPTY);
        for (cell, colour) in stones {
            if cell.column >= edge || cell.row >= edge {
                return Err(SetupError::OffBoard { cell, last: Cell::new(edge - 1, edge - 1) });
            }
            let bit = B::bit(index::<B>(cell));
            if !((own | other) & bit).is_empty() {
                return Err(SetupError::Taken(cell));
            }
            let set = if colour == side { &mut own } else { &mut other };
            *set = *set | bit;
        }
        if has_row(own, edge, rules.row()) {
            return Err(SetupError::Row { side, row: rules.row() });
        }
        Ok(Self::from_stones(rules, side, own, other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::Wide;
    use alloc::string::ToString;
    use gambol_core::{Game, GameExt, Seed, Turn};

    fn red(cells: &[(u8, u8)]) -> impl Iterator<Item = (Cell, Colour)> {
        cells.iter().map(|&(column, row)| (Cell::new(column, row), Colour::Red))
    }

    #[test]
    fn a_position_of_a_game_is_the_one_that_play_reaches() {
        let mut rng = Seed::new(1).rng();
        for edge in [9, 20] {
            let rules = Rules::new(edge, 5).unwrap();
            let mut game = Match5::<Wide>::new(rules).unwrap();
            while game.random_step(&mut rng).is_some() {
                let stones = [Colour::Blue, Colour::Red].map(|colour| game.stones(colour).map(move |c| (c, colour)));
                let set_up = Match5::<Wide>::set_up(rules, game.side(), stones.into_iter().flatten()).unwrap();
                assert_eq!((set_up.key(), set_up.turn(), set_up.score()), (game.key(), game.turn(), game.score()));
                assert_eq!(set_up, game);
            }
        }
    }

    #[test]
    fn any_numbers_of_stones_are_played_on() {
        let stones = red(&[(0, 0), (1, 0), (2, 0), (3, 0)]);
        let mut game = Match5::<u128>::set_up(Rules::MATCH5, Colour::Red, stones).unwrap();
        assert_eq!(game.left(), 77);
        game.play(Cell::new(4, 0));
        assert_eq!((game.winner(), game.turn(), game.score()), (Some(Colour::Red), Turn::Over, 1));
    }

    #[test]
    fn refusals_say_why() {
        let refusal =
            |rules, side, cells: &[(u8, u8)]| Match5::<u128>::set_up(rules, side, red(cells)).unwrap_err().to_string();
        let five = [(0, 0), (1, 1), (2, 2), (3, 3), (4, 4)];
        assert_eq!(refusal(Rules::MATCH5, Colour::Blue, &[(9, 0)]), "j1 is not on the board, which goes from a1 to i9");
        assert_eq!(refusal(Rules::MATCH5, Colour::Blue, &[(0, 0), (0, 0)]), "two stones are on a1");
        assert_eq!(refusal(Rules::MATCH5, Colour::Red, &five), "red is to move and has 5 in a row already");
        assert!(refusal(Rules::GOMOKU, Colour::Red, &[]).contains("does not fit the type"));
        let over = Match5::<u128>::set_up(Rules::MATCH5, Colour::Blue, red(&five)).unwrap();
        assert_eq!(over.turn(), Turn::Over);
    }
}
