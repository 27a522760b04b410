//! The Advanced Bias function, and the Align function.

use gambol_core::GameRng;
use gambol_core::Policy;

use crate::bits::Bits;
use crate::moves::Move;
use crate::state::{FiveOrMore, Phase};

use super::lines::in_line;
use super::rank::{Rank, descending, each};
use super::ratings::{Formula, Ratings, cheapest};
use super::simple::suppliers;

/// Fills the place with the highest advanced rating, using the least useful stone of its colour.
/// Sections 4.2 and 5.1.
///
/// The stone is the one with the lowest advanced rating in its own lines, among those that can
/// reach the place and are not on the line to be filled. The next place is tried if there is no
/// such stone.
///
/// Choices:
/// - To *align* is to fill a place with any rating above 0. To *finish from n* is to fill places
///   with a rating **above n²**: a pair with a place at its end (9) does not count as a line of
///   three, while a place between two stones (16) does. This gives 106 for the score of table 5,
///   where the thesis has 108. With the rating 9 included it is 128, with whole lines of three only
///   it is 25.
/// - *"Not close off a corner … by making a diagonal of 4 stones 3 places from the corner"* follows
///   from the rule of five cells: that diagonal has only four cells and is never rated. No other
///   move there is excluded.
/// - A stone whose own lines have no room for five rates 0 and is moved first.
///
/// ```
/// use gambol_core::{Policy, Seed};
/// use gambol_five_or_more::FiveOrMore;
/// use gambol_five_or_more::knowledge::{AdvancedBias, Formula};
///
/// // Two stones, a gap, one more: the gap rates (2 + 1)² × (1 + 1)² = 36.
/// let state: FiveOrMore = "9/1aa1a4/9/9/9/9/9/9/8a bcd 0 m".parse()?;
/// let action = AdvancedBias::align(Formula::Old).choose(&state, &mut Seed::new(1).rng());
/// assert_eq!(action.unwrap().to_string(), "i9-d2");
/// # Ok::<(), gambol_core::TextError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AdvancedBias {
    above: i16,
    formula: Formula,
}

impl AdvancedBias {
    /// Aligns with any stone of the colour on the line: the Align function of section 5.
    #[must_use]
    pub const fn align(formula: Formula) -> Self {
        Self { above: 0, formula }
    }

    /// Fills only places with a rating above the square of `stones`; the thesis uses 3.
    #[must_use]
    pub const fn finish(stones: u8, formula: Formula) -> Self {
        let stones = if stones < 100 { stones as i16 } else { 100 };
        Self { above: stones * stones, formula }
    }
}

impl<B: Bits> Policy<FiveOrMore<B>> for AdvancedBias {
    fn choose(&self, state: &FiveOrMore<B>, _: &mut GameRng) -> Option<Move> {
        if state.phase != Phase::Move {
            return None;
        }
        let (shape, empty) = (state.shape(), state.board.empty());
        let ratings = Ratings::above(state, self.formula, self.above);
        let rated = |place| ratings.of(place).map(move |r| Rank::new(i32::from(r.rating), place, r.code));
        descending(|| each(empty).flat_map(rated)).find_map(|rank| {
            let (place, code) = (rank.index(), rank.code());
            let axis = ratings.of(place).find(|rated| rated.code == code)?.axis();
            let line = in_line(shape, state.board.stones(shape, code), empty, place, axis);
            let from = cheapest(state, suppliers(state, place, code) & !line, code, self.formula)?;
            Some(Move { from: shape.cell(from), to: shape.cell(place) })
        })
    }
}
