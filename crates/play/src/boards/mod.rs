//! Boards of the five games, and of games without a board.

mod five_or_more;
mod listed;
mod match5;
mod pentago_swap;
mod tenten;
mod threes;

use gambol::registry::Position;
use gambol::{Game, five_or_more as fom, match5 as m5, pentago_swap as ps, tenten as tt, threes as th};

use crate::board::Board;
pub(crate) use listed::Listed;

/// Returns the board of a position if its states have a certain type.
pub(crate) type Of = for<'a> fn(&'a Position) -> Option<&'a dyn Board>;

/// Boards of Gambol's games.
const BOARDS: [Of; 7] = [
    of::<fom::FiveOrMore<u128>>,
    of::<fom::FiveOrMore<fom::Wide>>,
    of::<tt::TenTen>,
    of::<th::Threes>,
    of::<ps::PentagoSwap>,
    of::<m5::Match5<u128>>,
    of::<m5::Match5<m5::Wide>>,
];

pub(crate) fn of<G: Board + Game>(position: &Position) -> Option<&dyn Board> {
    position.state::<G>().map(|state| state as &dyn Board)
}

/// Returns the board of a position, among those of Gambol's games.
pub(crate) fn standard(position: &Position) -> Option<&dyn Board> {
    BOARDS.iter().find_map(|of| of(position))
}

/// Returns the rule that an action breaks, if any.
fn broken_rule<G: Game>(state: &G, action: G::Action) -> Option<String> {
    state.check_action(action).err().map(|illegal| illegal.rule().to_owned())
}
