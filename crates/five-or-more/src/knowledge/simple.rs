//! The Simple Bias function.

use gambol_core::Policy;
use gambol_core::random::Rng;

use crate::bits::Bits;
use crate::moves::Move;
use crate::state::{FiveOrMore, Phase};

use super::lines::{AXES, adjoining, promising, ray};
use super::rank::each;

/// The rating that [`promising`] finds all places for.
const PROMISING: u32 = 9;

/// Finishes lines: the first place with a rating of at least `n²` is filled. Section 3.2.
///
/// The rating is the simple one, the sum of squares. Places are looked through row by row from the top left, at each the
/// colours in their order, and the first that a stone of its colour reaches is filled with the first such stone. Where there
/// is none the policy has no opinion.
///
/// Choices: *"the first place with a rating higher or equal"* for which no stone is found does not end the search. The stone
/// must not be *"in that line"*: that is the run of the axis with most stones, the first of equal ones. A stone that
/// only adds to the rating from another axis may be used. A rating of 9 may also come from two pairs and a single
/// stone (4 + 4 + 1), as the formula says.
///
/// ```
/// use gambol_core::{Policy, Seed};
/// use gambol_five_or_more::FiveOrMore;
/// use gambol_five_or_more::knowledge::SimpleBias;
///
/// let policy = SimpleBias::finish(3);
/// let mut rng = Seed::new(1).rng();
/// let state: FiveOrMore = "9/3aaa3/9/9/4a4/9/9/9/9 bcd 0 m".parse()?;
/// assert_eq!(policy.choose(&state, &mut rng).unwrap().to_string(), "e5-c2");
/// // Without a fourth stone there is nothing to finish the line with.
/// let state: FiveOrMore = "9/3aaa3/9/9/4b4/9/9/9/9 bcd 0 m".parse()?;
/// assert_eq!(policy.choose(&state, &mut rng), None);
/// # Ok::<(), gambol_core::TextError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SimpleBias {
    least: u32,
}

impl SimpleBias {
    /// Finishes lines of this many stones and more; the thesis uses 3.
    #[must_use]
    pub const fn finish(stones: u8) -> Self {
        Self { least: stones as u32 * stones as u32 }
    }
}

impl<B: Bits> Policy<FiveOrMore<B>> for SimpleBias {
    #[inline]
    fn choose<R: Rng + ?Sized>(&self, state: &FiveOrMore<B>, _: &mut R) -> Option<Move> {
        if state.phase != Phase::Move {
            return None;
        }
        let shape = state.shape();
        for place in each(places(state, self.least)) {
            let star = Star::around(state, place);
            for code in star.colours().filter(|&code| star.rating(code) >= self.least) {
                let stones = suppliers(state, place, code) & !star.line(state, place, code);
                if !stones.is_empty() {
                    return Some(Move { from: shape.cell(stones.lowest()), to: shape.cell(place) });
                }
            }
        }
        None
    }
}

/// The runs of stones of one colour that begin beside a place: two for each axis, those of length 0 with code 0.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Star {
    codes: [u8; 2 * AXES],
    counts: [u8; 2 * AXES],
}

impl Star {
    #[inline]
    pub(super) fn around<B: Bits>(state: &FiveOrMore<B>, place: usize) -> Self {
        let mut star = Self::default();
        for (arm, (code, count)) in star.codes.iter_mut().zip(&mut star.counts).enumerate() {
            let mut cells = ray(state.shape(), place, arm / 2, arm % 2 == 0);
            let Some(first) = cells.next() else { continue };
            *code = state.board.code(first);
            if *code != 0 {
                let stones = state.board.stones(*code);
                *count = 1 + cells.take_while(|&cell| stones.has(cell)).count() as u8;
            }
        }
        star
    }

    /// The stones of a colour along an axis.
    #[inline]
    fn count(&self, axis: usize, code: u8) -> u32 {
        let arm = |arm: usize| if self.codes[arm] == code { u32::from(self.counts[arm]) } else { 0 };
        arm(2 * axis) + arm(2 * axis + 1)
    }

    /// The simple rating for a colour.
    #[inline]
    pub(super) fn rating(&self, code: u8) -> u32 {
        (0..AXES).map(|axis| self.count(axis, code).pow(2)).sum()
    }

    /// The codes of the colours beside the place, each once, in order.
    #[inline]
    pub(super) fn colours(&self) -> impl Iterator<Item = u8> + use<> {
        let mut codes = self.codes.iter().fold(0_u32, |codes, code| codes | 1 << code) & !1;
        core::iter::from_fn(move || {
            let code = codes.trailing_zeros() as u8;
            codes &= codes.wrapping_sub(1);
            (code < 32).then_some(code)
        })
    }

    /// The stones of a colour along the axis that has most, the first of equal ones.
    #[inline]
    pub(super) fn line<B: Bits>(&self, state: &FiveOrMore<B>, place: usize, code: u8) -> B {
        let longest = (0..AXES).rev().max_by_key(|&axis| self.count(axis, code)).unwrap_or(0);
        adjoining(state.shape(), state.board.stones(code), place, longest)
    }
}

/// Empty cells, among them all whose simple rating for some colour is at least `least`, which is above 0.
#[inline]
pub(super) fn places<B: Bits>(state: &FiveOrMore<B>, least: u32) -> B {
    if least >= PROMISING { promising(state) } else { state.board.empty() }
}

/// The stones of a colour from which a path leads to an empty cell.
#[inline]
pub(super) fn suppliers<B: Bits>(state: &FiveOrMore<B>, place: usize, code: u8) -> B {
    let shape = state.shape();
    shape.neighbours(shape.flood(state.board.empty(), B::bit(place))) & state.board.stones(code)
}
