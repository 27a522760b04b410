//! The Legacy Bias function, and the Score function.

use gambol_core::Policy;
use gambol_core::random::Rng;

use crate::bits::Bits;
use crate::moves::Move;
use crate::state::{FiveOrMore, Phase};

use super::pairs::Pairs;
use super::rank::{Rank, descending};
use super::ratings::{Formula, cheapest};
use super::simple::{stars, suppliers};
use super::star::Star;

/// Fills the place with the highest simple rating, with the stone that matters least by the
/// advanced rating. Section 4.2; as the *Score function*, which finishes lines of `v` stones,
/// section 5.1.1.
///
/// Places count from a rating of `n²` on, and those that no stone reaches are passed over. The
/// stone must not be in the run of the place's axis with most stones, as for
/// [`SimpleBias`](super::SimpleBias).
///
/// Choices: stones are rated by the [old](Formula::Old) formula, which is the only one that the
/// thesis has where it introduces the function; the new one makes no difference that a thousand
/// games show. A place without room for five is not refused: the thesis says that this is what the
/// function does better in Monte Carlo (section 4.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LegacyBias {
    least: u32,
}

impl LegacyBias {
    /// Finishes lines of this many stones and more. With 1 it fills any place beside a stone, which
    /// the thesis calls aligning; 0 is taken for 1.
    #[must_use]
    pub const fn score(stones: u8) -> Self {
        let stones = if stones == 0 { 1 } else { stones as u32 };
        Self { least: stones * stones }
    }
}

impl<B: Bits> Policy<FiveOrMore<B>> for LegacyBias {
    #[inline]
    fn choose<R: Rng + ?Sized>(&self, state: &FiveOrMore<B>, _: &mut R) -> Option<Move> {
        if state.phase != Phase::Move {
            return None;
        }
        let shape = state.shape();
        let pairs = Pairs::of(state);
        lines(state, pairs, self.least).find_map(|rank| {
            let (place, code) = (rank.index(), rank.code());
            let line: B = Star::around(state, &pairs, place).line(code);
            let from = cheapest(state, suppliers(state, place, code) & !line, code, Formula::Old)?;
            Some(Move { from: shape.cell(from), to: shape.cell(place) })
        })
    }
}

/// The places with a simple rating of at least `least`, which is above 0, and the colours they have
/// it for, best first.
#[inline]
pub(super) fn lines<B: Bits>(state: &FiveOrMore<B>, pairs: Pairs<B>, least: u32) -> impl Iterator<Item = Rank> {
    descending(move || {
        stars(state, pairs, least).flat_map(move |(place, star)| {
            let rated = star.colours().map(move |code| (star.rating(code), code));
            rated.filter(move |&(rating, _)| rating >= least).map(move |(r, code)| Rank::new(r as i32, place, code))
        })
    })
}
