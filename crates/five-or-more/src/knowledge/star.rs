//! The stones around a place, for the simple rating.

use crate::bits::Bits;
use crate::shape::Shape;
use crate::state::FiveOrMore;

use super::lines::{AXES, step};
use super::pairs::Pairs;

/// The number of rays from a place: against the last axis to against the first, then along the
/// first to along the last. So the two arms of an axis are `AXES + axis` and `AXES - 1 - axis`.
const ARMS: usize = 2 * AXES;

/// A one in every byte.
const ONES: u64 = 0x0101_0101_0101_0101;

/// The arms to the left and to the right, in a byte.
const LEFTWARD: u64 = 0b0010_1001;
const RIGHTWARD: u64 = 0b1001_0100;

/// The stones beside a place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ring {
    shape: Shape,
    place: usize,
    /// The codes of the colours, a byte for each arm; 0 without a stone.
    codes: u64,
    /// The arms that begin with a stone, a bit each.
    arms: u64,
}

impl Ring {
    #[inline]
    pub(super) fn around<B: Bits>(state: &FiveOrMore<B>, place: usize) -> Self {
        let shape = state.shape();
        let width = u32::from(shape.width);
        let column = shape.cell(place).column;
        let on_board =
            !(if column == 0 { LEFTWARD } else { 0 }) & !(if column + 1 == shape.width { RIGHTWARD } else { 0 });
        let (mut codes, mut arms) = (0, 0);
        for (plane, window) in state.board.around(shape, place).enumerate() {
            // The cells above from the left, the one on the left, the one on the right, those below
            // from the left.
            let sides = (window >> width & 1) << 3 | (window >> (width + 2) & 1) << 4;
            let around = (window & 7 | sides | (window >> (2 * width) & 7) << 5) & on_board;
            codes |= spread(around) << plane;
            arms |= around;
        }
        Self { shape, place, codes, arms }
    }

    /// Whether three of the stones are of one colour.
    #[inline]
    pub(super) fn has_three_alike(&self) -> bool {
        colours(self.codes).any(|code| alike(self.codes, code).count_ones() >= 3)
    }

    /// The runs that begin with these stones. `pairs` are those of the state.
    #[inline]
    pub(super) fn star<B: Bits>(self, pairs: &Pairs<B>) -> Star {
        let Self { shape, place, codes, mut arms } = self;
        let mut star = Star { shape, place, codes, counts: 0 };
        while arms != 0 {
            let arm = arms.trailing_zeros() as usize % ARMS;
            let (axis, forward) = axis_of(arm);
            star.counts |= u64::from(pairs.run(shape, star.cell(arm, 1), axis, forward)) << (8 * arm);
            arms &= arms - 1;
        }
        star
    }
}

/// The runs of stones of one colour that begin beside a place, a byte for each arm.
#[derive(Clone, Copy, Debug)]
pub(super) struct Star {
    shape: Shape,
    place: usize,
    /// The codes of the colours; 0 without a stone.
    codes: u64,
    /// The numbers of stones of the runs.
    counts: u64,
}

impl Star {
    /// The runs around a place; `pairs` are those of the state.
    #[inline]
    pub(super) fn around<B: Bits>(state: &FiveOrMore<B>, pairs: &Pairs<B>, place: usize) -> Self {
        Ring::around(state, place).star(pairs)
    }

    /// The stones of a colour along the axes, a byte for each.
    #[inline]
    fn along_axes(&self, code: u8) -> [u8; AXES] {
        let counts = self.counts & (alike(self.codes, code) * 0xFF);
        let [_, _, _, _, axes @ ..] = (counts + counts.swap_bytes()).to_le_bytes();
        axes
    }

    /// The simple rating for a colour.
    #[inline]
    pub(super) fn rating(&self, code: u8) -> u32 {
        self.along_axes(code).into_iter().map(|count| u32::from(count) * u32::from(count)).sum()
    }

    /// The distinct codes of the colours beside the place, in ascending order.
    #[inline]
    pub(super) fn colours(&self) -> impl Iterator<Item = u8> + use<> {
        colours(self.codes)
    }

    /// The stones of a colour along the first axis that has most of them.
    #[inline]
    pub(super) fn line<B: Bits>(&self, code: u8) -> B {
        let counts = self.along_axes(code);
        let longest = (0..AXES).rev().max_by_key(|&axis| counts[axis]).unwrap_or(0);
        let mut line = B::EMPTY;
        for arm in [AXES + longest, AXES - 1 - longest] {
            if (self.codes >> (8 * arm)) as u8 == code {
                let count = (self.counts >> (8 * arm)) as u8;
                line = (1..=usize::from(count)).fold(line, |line, steps| line | B::bit(self.cell(arm, steps)));
            }
        }
        line
    }

    /// The cell `steps` steps along an arm; it may be off the board.
    #[inline]
    fn cell(&self, arm: usize, steps: usize) -> usize {
        let (axis, forward) = axis_of(arm);
        let along = steps * step(self.shape, axis);
        if forward { self.place.wrapping_add(along) } else { self.place.wrapping_sub(along) }
    }
}

/// The axis of an arm, and whether the arm has its direction.
#[inline]
const fn axis_of(arm: usize) -> (usize, bool) {
    if arm < AXES { (AXES - 1 - arm, false) } else { (arm - AXES, true) }
}

/// The bits of a byte, one in each byte of a word.
#[inline]
const fn spread(byte: u64) -> u64 {
    let spread = byte.wrapping_mul(ONES) & 0x8040_2010_0804_0201;
    ((spread + 0x7F * ONES) | spread) >> 7 & ONES
}

/// A one in the bytes of `codes` that are this code.
#[inline]
const fn alike(codes: u64, code: u8) -> u64 {
    let differ = codes ^ (ONES * code as u64);
    // Codes are below 32: a nonzero byte sets its highest bit without a carry into the next byte.
    !(differ + 0x7F * ONES) >> 7 & ONES
}

/// The distinct codes except 0, in ascending order.
#[inline]
fn colours(codes: u64) -> impl Iterator<Item = u8> {
    let mut codes = codes.to_le_bytes().into_iter().fold(0_u32, |codes, code| codes | 1 << (code & 31)) & !1;
    core::iter::from_fn(move || {
        let code = codes.trailing_zeros() as u8;
        codes &= codes.wrapping_sub(1);
        (code < 32).then_some(code)
    })
}
