//! The Shovel function.

use gambol_core::random::Rng;
use gambol_core::{Game, Policy};

use crate::bits::Bits;
use crate::moves::Move;
use crate::state::{FiveOrMore, Phase};

use super::legacy::lines;
use super::pairs::Pairs;
use super::rank::{Rank, descending, each};
use super::ratings::{Formula, Ratings};
use super::simple::suppliers;
use super::star::Star;

/// Moves a stone out of the way of another one that is to finish a line. Section 5.3.
///
/// It is to be asked where [`LegacyBias`](super::LegacyBias) found no line to finish. The places
/// with a simple rating of at least `n²` are gone through, the best first. For each, the stones
/// around its region of empty cells are tried, those with the lowest advanced rating for their own
/// colour first: if without this stone a path would lead from some stone of the wanted colour to
/// the place, the places that the stone itself reaches are tried, the highest advanced rating for
/// its colour first. Each is played on a copy, the drop included; the first after which a path
/// leads to the place is the move.
///
/// Choices:
/// - A place is not asked whether it is blocked: where the Score function with the same or a lower
///   number found nothing to do, it is. That is what the thesis says, and it alone explains table
///   9: with lines of 4 to score and lines of 3 to shovel, its score of 28 comes from shovelling
///   for places that are free. With a check it would be 143.
/// - The stone that the removed one blocks is not in the run that is to be finished. On the copy,
///   after the drop, any stone of the colour counts that reaches the place, those of the run
///   included. The thesis asks for *"a desired stone"* at both; asked for one outside the run at
///   both, lines of 4 to score and to shovel come out 12 % above table 9, and as it is 2 %.
/// - The stone is moved to places with a rating above 0 only.
/// - The drop is sampled with the caller's generator, as a guess at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shovel {
    least: u32,
    formula: Formula,
}

impl Shovel {
    /// Shovels for lines of this many stones and more; 0 is taken for 1.
    #[must_use]
    pub const fn new(stones: u8, formula: Formula) -> Self {
        let stones = if stones == 0 { 1 } else { stones as u32 };
        Self { least: stones * stones, formula }
    }

    /// A move that opens a path from a stone of `wanted` to a place.
    fn open<B: Bits, R: Rng + ?Sized>(
        state: &FiveOrMore<B>,
        ratings: &Ratings,
        place: usize,
        wanted: B,
        rng: &mut R,
    ) -> Option<Move> {
        let (shape, empty) = (state.shape(), state.board.empty());
        let colour = state.board.code(wanted.lowest());
        let around = shape.neighbours(shape.flood(empty, B::bit(place))) & state.board.occupied(shape);
        let edge = |stone| {
            let code = state.board.code(stone);
            Rank::new(-ratings.rating(stone, code), stone, code)
        };
        for rank in descending(|| each(around).map(edge)) {
            let (stone, own) = (rank.index(), B::bit(rank.index()));
            let wanted = wanted & !own;
            if (shape.neighbours(shape.flood(empty | own, B::bit(place))) & wanted).is_empty() {
                continue;
            }
            let reach = shape.flood(empty, shape.neighbours(own) & empty) & !B::bit(place);
            let suits = |target| Rank::new(ratings.rating(target, rank.code()), target, rank.code());
            let positive = |target: &usize| ratings.rating(*target, rank.code()) > 0;
            for target in descending(|| each(reach).filter(positive).map(suits)) {
                let action = Move { from: shape.cell(stone), to: shape.cell(target.index()) };
                let mut after = *state;
                after.play(action);
                after.settle(rng);
                let free = after.board.empty().has(place);
                if free && !suppliers(&after, place, colour).is_empty() {
                    return Some(action);
                }
            }
        }
        None
    }
}

impl<B: Bits> Policy<FiveOrMore<B>> for Shovel {
    fn choose<R: Rng + ?Sized>(&self, state: &FiveOrMore<B>, rng: &mut R) -> Option<Move> {
        if state.phase != Phase::Move {
            return None;
        }
        let mut ratings = None;
        let pairs = Pairs::of(state);
        lines(state, pairs, self.least).find_map(|rank| {
            let (place, code) = (rank.index(), rank.code());
            let wanted = state.board.stones(state.shape(), code) & !Star::around(state, &pairs, place).line::<B>(code);
            if wanted.is_empty() {
                return None;
            }
            let ratings = ratings.get_or_insert_with(|| Ratings::above(state, self.formula, 0));
            Self::open(state, ratings, place, wanted, rng)
        })
    }
}
