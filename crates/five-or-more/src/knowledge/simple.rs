//! The Simple Bias function.

use gambol_core::GameRng;
use gambol_core::Policy;

use crate::bits::Bits;
use crate::moves::Move;
use crate::state::{FiveOrMore, Phase};

use super::pairs::Pairs;
use super::rank::each;
use super::star::{Ring, Star};

/// The least rating for which [`Pairs::promising`] finds all places.
const PROMISING: u32 = 9;

/// Finishes lines: fills the first place with a rating of at least `n²`. Section 3.2.
///
/// The rating is the simple one, the sum of squares. Places are scanned row by row from the top
/// left, with the colours of each in order. The first place that a stone of its colour can reach is
/// filled with the first such stone. Otherwise the policy has no move.
///
/// Choices: *"the first place with a rating higher or equal"* without a suitable stone does not end
/// the search. The stone must not be *"in that line"*: the run of the axis with most stones, the
/// first such axis in a tie. Stones that contribute to the rating along another axis may be used.
/// By the formula, two pairs and a single stone (4 + 4 + 1) also rate 9.
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
/// // Without a fourth stone the line cannot be finished.
/// let state: FiveOrMore = "9/3aaa3/9/9/4b4/9/9/9/9 bcd 0 m".parse()?;
/// assert_eq!(policy.choose(&state, &mut rng), None);
/// # Ok::<(), gambol_core::TextError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SimpleBias {
    least: u32,
}

impl SimpleBias {
    /// Finishes lines of `stones` stones or more; the thesis uses 3.
    #[must_use]
    pub const fn finish(stones: u8) -> Self {
        Self { least: stones as u32 * stones as u32 }
    }
}

impl<B: Bits> Policy<FiveOrMore<B>> for SimpleBias {
    #[inline]
    fn choose(&self, state: &FiveOrMore<B>, _: &mut GameRng) -> Option<Move> {
        if state.phase != Phase::Move {
            return None;
        }
        let shape = state.shape();
        for (place, star) in stars(state, Pairs::of(state), self.least) {
            for code in star.colours().filter(|&code| star.rating(code) >= self.least) {
                let stones = suppliers(state, place, code) & !star.line::<B>(code);
                if !stones.is_empty() {
                    return Some(Move { from: shape.cell(stones.lowest()), to: shape.cell(place) });
                }
            }
        }
        None
    }
}

/// The places whose simple rating for some colour may be at least `least`, which is above 0, with
/// the runs around them.
#[inline]
pub(super) fn stars<B: Bits>(
    state: &FiveOrMore<B>,
    pairs: Pairs<B>,
    least: u32,
) -> impl Iterator<Item = (usize, Star)> {
    let empty = state.board.empty();
    let (sure, places) = if least >= PROMISING { pairs.promising(state) } else { (empty, empty) };
    each(places).filter_map(move |place| {
        let ring = Ring::around(state, place);
        // A 9 without three on one axis is 4 + 4 + 1 or more: a stone of the colour on each of
        // three axes.
        (sure.has(place) || ring.has_three_alike()).then(|| (place, ring.star(&pairs)))
    })
}

/// The stones of a colour from which a path leads to an empty cell.
#[inline]
pub(super) fn suppliers<B: Bits>(state: &FiveOrMore<B>, place: usize, code: u8) -> B {
    let shape = state.shape();
    shape.neighbours(shape.flood(state.board.empty(), B::bit(place))) & state.board.stones(shape, code)
}
