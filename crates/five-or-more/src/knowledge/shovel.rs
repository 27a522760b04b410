//! The Shovel function.

use gambol_core::GameRng;
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

/// Moves a stone that blocks another one from finishing a line. Section 5.3.
///
/// To be used after [`LegacyBias`](super::LegacyBias) found no line to finish. The places with a
/// simple rating of at least `n²` are tried, the best first. For each, the stones around its region
/// of empty cells are tried, those with the lowest advanced rating for their own colour first: if
/// its removal would open a path from a stone of the wanted colour to the place, its reachable
/// places are tried, the highest advanced rating for its colour first. Each move is played on a
/// copy, including the drop, and the first that leaves a path to the place is chosen.
///
/// Choices:
/// - The place is assumed to be blocked, which it is if the Score function with the same or a lower
///   number found no move. The thesis has no check, and only this explains table 9: with lines of 4
///   to score and lines of 3 to shovel, its score of 28 comes from shovelling for free places. With
///   a check it would be 143.
/// - The blocked stone is outside the run to be finished. On the copy, after the drop, any stone of
///   the colour that reaches the place counts, including those of the run. The thesis requires *"a
///   desired stone"* in both steps. With stones outside the run in both steps, lines of 4 to score
///   and to shovel have 12 % more than table 9; with this choice they have 2 % more.
/// - The stone is moved only to places with a rating above 0.
/// - The drop is sampled with the caller's generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shovel {
    least: u32,
    formula: Formula,
}

impl Shovel {
    /// Shovels for lines of `stones` stones or more; 0 counts as 1.
    #[must_use]
    pub const fn new(stones: u8, formula: Formula) -> Self {
        let stones = if stones == 0 { 1 } else { stones as u32 };
        Self { least: stones * stones, formula }
    }

    /// A move that opens a path from a stone of `wanted` to a place.
    fn open<B: Bits>(
        state: &FiveOrMore<B>,
        ratings: &Ratings,
        place: usize,
        wanted: B,
        rng: &mut GameRng,
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
    fn choose(&self, state: &FiveOrMore<B>, rng: &mut GameRng) -> Option<Move> {
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
