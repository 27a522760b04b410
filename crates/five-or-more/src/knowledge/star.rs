//! What stands around a place: the simple rating.

use crate::bits::Bits;
use crate::board::Shape;
use crate::state::FiveOrMore;

use super::lines::{AXES, step};
use super::pairs::Pairs;

/// Rays from a place: one along each axis, then one against it.
const ARMS: usize = 2 * AXES;

/// The runs of stones of one colour that begin beside a place, those of length 0 with code 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Star {
    shape: Shape,
    place: usize,
    codes: [u8; ARMS],
    counts: [u8; ARMS],
}

impl Star {
    /// `pairs` are those of the state.
    #[inline]
    pub(super) fn around<B: Bits>(state: &FiveOrMore<B>, pairs: &Pairs<B>, place: usize) -> Self {
        let shape = state.shape();
        let mut codes = neighbours(state, place);
        let mut counts = [0; ARMS];
        for (arm, (code, count)) in codes.iter_mut().zip(&mut counts).enumerate() {
            if *code != 0 {
                let (axis, forward) = (arm / 2, arm % 2 == 0);
                *count = pairs.run(shape, next(shape, place, arm, 1), axis, forward);
            }
        }
        Self { shape, place, codes, counts }
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
    pub(super) fn line<B: Bits>(&self, code: u8) -> B {
        let longest = (0..AXES).rev().max_by_key(|&axis| self.count(axis, code)).unwrap_or(0);
        let mut line = B::EMPTY;
        for arm in [2 * longest, 2 * longest + 1].into_iter().filter(|&arm| self.codes[arm] == code) {
            for k in 1..=usize::from(self.counts[arm]) {
                line = line | B::bit(next(self.shape, self.place, arm, k));
            }
        }
        line
    }
}

/// The cell so many steps along an arm; it may be off the board.
#[inline]
const fn next(shape: Shape, place: usize, arm: usize, steps: usize) -> usize {
    let along = steps.wrapping_mul(step(shape, arm / 2));
    if arm.is_multiple_of(2) { place.wrapping_add(along) } else { place.wrapping_sub(along) }
}

/// The codes of the cells beside a place, by arms; 0 where it is empty or off the board.
#[inline]
fn neighbours<B: Bits>(state: &FiveOrMore<B>, place: usize) -> [u8; ARMS] {
    let shape = state.shape();
    let width = u32::from(shape.width);
    // In a window that begins a row and a cell before the place, and from the middle of which an arm takes a step.
    let bits = [width + 2, width, 2 * width, 2, 2 * width + 1, 1, 2 * width + 2, 0];
    let mut codes = [0; ARMS];
    for (plane, window) in state.board.around(shape, place, state.rules.colours).enumerate() {
        for (code, bit) in codes.iter_mut().zip(bits) {
            *code |= (window >> (bit & 63) & 1) << plane;
        }
    }
    let column = shape.cell(place).column;
    let (left, right) = (column > 0, column + 1 < shape.width);
    let on_board = [right, left, left, right, true, true, right, left];
    core::array::from_fn(|arm| if on_board[arm] { codes[arm] as u8 } else { 0 })
}
