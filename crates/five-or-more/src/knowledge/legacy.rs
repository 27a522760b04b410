//! The Legacy Bias function, and the Score function.

use gambol_core::GameRng;
use gambol_core::Policy;

use crate::bits::Bits;
use crate::moves::Move;
use crate::state::{FiveOrMore, Phase};

use super::pairs::Pairs;
use super::rank::{Rank, descending};
use super::ratings::{Formula, cheapest};
use super::simple::{stars, suppliers};
use super::star::Star;

/// Fills the place with the highest simple rating, using the least useful stone by the advanced
/// rating. Section 4.2; also the *Score function* of section 5.1.1, which finishes lines of `v`
/// stones.
///
/// Places need a rating of at least `n²`; unreachable places are skipped. The stone must not be in
/// the run of the place's axis with most stones, as for [`SimpleBias`](super::SimpleBias).
///
/// Choices: stones are rated by the [old](Formula::Old) formula, the only one in the section that
/// introduces the function. The new formula made no significant difference in a thousand games.
/// Places without room for five are allowed, which the thesis names as an advantage of the function
/// in Monte Carlo (section 4.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LegacyBias {
    least: u32,
}

impl LegacyBias {
    /// Finishes lines of `stones` stones or more; 0 counts as 1. With 1 it fills any place beside a
    /// stone, which the thesis calls aligning.
    #[must_use]
    pub const fn score(stones: u8) -> Self {
        let stones = if stones == 0 { 1 } else { stones as u32 };
        Self { least: stones * stones }
    }
}

impl<B: Bits> Policy<FiveOrMore<B>> for LegacyBias {
    #[inline]
    fn choose(&self, state: &FiveOrMore<B>, _: &mut GameRng) -> Option<Move> {
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

/// The places with a simple rating of at least `least`, which is above 0, with the colours of the
/// ratings, best first.
#[inline]
pub(super) fn lines<B: Bits>(state: &FiveOrMore<B>, pairs: Pairs<B>, least: u32) -> impl Iterator<Item = Rank> {
    descending(move || {
        stars(state, pairs, least).flat_map(move |(place, star)| {
            let rated = star.colours().map(move |code| (star.rating(code), code));
            rated.filter(move |&(rating, _)| rating >= least).map(move |(r, code)| Rank::new(r as i32, place, code))
        })
    })
}
