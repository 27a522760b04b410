//! The ratings of the Advanced Bias function.

use core::cmp::Reverse;

use crate::bits::Bits;
use crate::rules::MOST_CELLS;
use crate::shape::RUN;
use crate::state::FiveOrMore;

use super::lines::{AXES, Sight, look, sights};
use super::rank::each;

/// The deduction for distance in the advanced rating. The distance is the number of empty cells
/// between the place and the stones of the colour on its line.
///
/// Choice: with stones on both sides, the distance is that of the farther ones. The thesis has
/// *"the first stone of the colour that is counted"*, and its figure 5 shows stones on both sides
/// only at distance 0. With the farther side, the Advanced Bias function has the score of table 5
/// (135); with the nearer side it has 124, with the sum of both 141.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Formula {
    /// The distance: section 4.2.
    Old,
    /// Its square: section 5.1.
    #[default]
    New,
}

impl Formula {
    #[inline]
    pub(super) fn rate(self, sight: &Sight) -> i16 {
        let square = |stones: u8| (i16::from(stones) + 1) * (i16::from(stones) + 1);
        let distance = i16::from(sight.distance);
        let loss = match self {
            Self::Old => distance,
            Self::New => distance * distance,
        };
        square(sight.left) * square(sight.right) - loss
    }
}

/// A cell's rating for a colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Rated {
    pub(super) rating: i16,
    /// The code of the colour; 0 for none.
    pub(super) code: u8,
    /// The number of stones of the highest rated line, shifted by three bits, and its axis.
    line: u8,
}

impl Rated {
    pub(super) const fn axis(self) -> usize {
        (self.line & 7) as usize
    }

    pub(super) const fn stones(self) -> u8 {
        self.line >> 3
    }
}

/// The greatest number of colours in view of a cell: one on either side of each axis.
const SEEN: usize = 2 * AXES;

/// The positive ratings of all cells for all colours, where the cell itself counts as empty. Each
/// cell has the colours in its view, in the order of the axes.
#[derive(Debug)]
pub(super) struct Ratings {
    rated: [[Rated; SEEN]; MOST_CELLS],
}

impl Ratings {
    /// All ratings above `above`, which is not negative.
    #[inline]
    pub(super) fn above<B: Bits>(state: &FiveOrMore<B>, formula: Formula, above: i16) -> Self {
        let mut rated = [[Rated::default(); SEEN]; MOST_CELLS];
        // A single stone rates at most 4.
        sights(state, above < 4, |sight| {
            let rating = formula.rate(&sight);
            if rating <= above {
                return;
            }
            let Some(entries) = rated.get_mut(sight.index) else { return };
            let known = |entry: &&mut Rated| entry.code == sight.code || entry.code == 0;
            if let Some(entry) = entries.iter_mut().find(known).filter(|entry| rating > entry.rating) {
                let line = (sight.left + sight.right) << 3 | sight.axis as u8;
                *entry = Rated { rating, code: sight.code, line };
            }
        });
        Self { rated }
    }

    /// The ratings of a cell, one a colour.
    #[inline]
    pub(super) fn of(&self, index: usize) -> impl Iterator<Item = Rated> + Clone {
        let entries = self.rated.get(index).map_or(&[][..], |entries| entries);
        entries.iter().copied().take_while(|entry| entry.code != 0)
    }

    /// The rating of a cell for a colour; 0 if it has none.
    #[inline]
    pub(super) fn rating(&self, index: usize, code: u8) -> i32 {
        self.of(index).find(|rated| rated.code == code).map_or(0, |rated| i32::from(rated.rating))
    }

    /// The rating for a colour less the sum of those for all others: section 5.2.
    #[inline]
    pub(super) fn aptness(&self, index: usize, code: u8) -> i32 {
        let signed = |rated: Rated| i32::from(if rated.code == code { rated.rating } else { -rated.rating });
        self.of(index).map(signed).sum()
    }
}

/// The least useful stone of a set of one colour: the first one with the lowest advanced rating.
#[inline]
pub(super) fn cheapest<B: Bits>(state: &FiveOrMore<B>, stones: B, code: u8, formula: Formula) -> Option<usize> {
    if stones.count() < 2 {
        return each(stones).next();
    }
    each(stones).max_by_key(|&index| (Reverse(stone_rating(state, index, code, formula)), Reverse(index)))
}

/// The advanced rating of one cell for one colour; 0 if it has none.
#[inline]
pub(super) fn stone_rating<B: Bits>(state: &FiveOrMore<B>, index: usize, code: u8, formula: Formula) -> i16 {
    let shape = state.shape();
    let (stones, empty) = (state.board.stones(shape, code), state.board.empty());
    (0..AXES).fold(0, |best, axis| {
        let (sight, span) = look(shape, stones, empty, index, axis, code);
        if span >= RUN && sight.left + sight.right > 0 { best.max(formula.rate(&sight)) } else { best }
    })
}
