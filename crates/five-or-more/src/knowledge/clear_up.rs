//! The Clear-up function.

use gambol_core::GameRng;
use gambol_core::Policy;

use crate::bits::Bits;
use crate::moves::Move;
use crate::state::{FiveOrMore, Phase};

use super::rank::{Rank, descending, each};
use super::ratings::{Formula, Ratings};

/// Moves the stone that most obstructs a line of another colour to the most apt place for it.
/// Section 5.2.
///
/// The *aptness* of a cell for a colour is its advanced rating for that colour less the sum of its
/// ratings for all other colours. The *un-aptness* of a stone is the highest aptness of its cell
/// for a colour that is not its own. Stones with at least `n` stones in that colour's line are
/// tried, the most un-apt first: each goes to the reachable place with the highest aptness for its
/// own colour, if that is above 0; otherwise the next stone is tried.
///
/// Choices:
/// - *"If the number of stones in that row was more than an asked number"* means that number or
///   more. The row is the line with the highest rating, where the stone itself counts as an empty
///   cell.
/// - *"If the aptness is negative, it is better not to move a stone of that colour to that place"*:
///   such moves are not made, nor those to places of aptness 0. Table 8 decides this: with them the
///   scores are 10 to 40 % lower than the thesis'.
/// - Only ratings above 0 are added up.
/// - The strategies of tables 8 to 11 rate by the [old](Formula::Old) formula here. Lines of 4 to
///   score and of 3 to clear come out 9 % above table 8 with the new one, and 3 % with the old.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClearUp {
    stones: u8,
    formula: Formula,
}

impl ClearUp {
    /// Clears lines of `stones` stones or more.
    #[must_use]
    pub const fn new(stones: u8, formula: Formula) -> Self {
        Self { stones, formula }
    }
}

impl<B: Bits> Policy<FiveOrMore<B>> for ClearUp {
    fn choose(&self, state: &FiveOrMore<B>, _: &mut GameRng) -> Option<Move> {
        if state.phase != Phase::Move {
            return None;
        }
        let (shape, empty) = (state.shape(), state.board.empty());
        let ratings = Ratings::above(state, self.formula, 0);
        let unapt = |(stone, own): (usize, u8)| {
            let others = ratings.of(stone).filter(|rated| rated.code != own);
            let worst = others.map(|rated| (ratings.aptness(stone, rated.code), rated)).max_by_key(|&(unapt, _)| unapt);
            let (unapt, rated) = worst?;
            (rated.stones() >= self.stones).then(|| Rank::new(unapt, stone, own))
        };
        let with_code = |stone| (stone, state.board.code(stone));
        descending(|| each(state.board.occupied(shape)).map(with_code).filter_map(unapt)).find_map(|rank| {
            let (stone, own) = (rank.index(), rank.code());
            let reach = shape.flood(empty, shape.neighbours(B::bit(stone)) & empty);
            let apt = |place| Rank::new(ratings.aptness(place, own), place, own);
            let best = each(reach).filter(|&place| ratings.aptness(place, own) > 0).map(apt).max()?;
            Some(Move { from: shape.cell(stone), to: shape.cell(best.index()) })
        })
    }
}
