//! Adjacent stones of the same colour, for all colours at once.

use core::array::from_fn;

use crate::bits::Bits;
use crate::shape::Shape;
use crate::state::FiveOrMore;

use super::lines::{AXES, inside, step};

/// For each axis, the stones whose successor has the same colour.
///
/// One comparison serves all colours, which makes biased rollouts cheap.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pairs<B>([B; AXES]);

impl<B: Bits> Pairs<B> {
    #[inline]
    pub(super) fn of(state: &FiveOrMore<B>) -> Self {
        let shape = state.shape();
        Self(from_fn(|axis| state.board.alike(shape, step(shape, axis) as u32) & inside(shape, axis)))
    }

    /// The length of the run of one colour that begins with a stone, along an axis or against it,
    /// including the stone.
    #[inline]
    pub(super) fn run(&self, shape: Shape, stone: usize, axis: usize, forward: bool) -> u8 {
        let Some(&pairs) = self.0.get(axis) else { return 1 };
        let step = step(shape, axis);
        // A pair is stored at its first stone. Before the first cell, indices wrap to cells at
        // which no pair begins.
        let (mut at, step) = if forward { (stone, step) } else { (stone.wrapping_sub(step), step.wrapping_neg()) };
        let mut count = 1;
        while pairs.has(at) {
            count += 1;
            at = at.wrapping_add(step);
        }
        count
    }

    /// The empty cells whose adjacent runs, with squared counts summed over the axes, reach 9 for
    /// some colour. The first set has the cells where one axis has three stones of it; the second
    /// has all such cells and a few others, such as cells with two on each of two axes. Most
    /// positions have none.
    #[inline]
    pub(super) fn promising(&self, state: &FiveOrMore<B>) -> (B, B) {
        let (shape, empty) = (state.shape(), state.board.empty());
        let (mut three, mut once, mut twice) = (B::EMPTY, B::EMPTY, B::EMPTY);
        for (axis, &pair) in self.0.iter().enumerate() {
            let step = step(shape, axis) as u32;
            let inside: B = inside(shape, axis);
            // Two stones of one colour two steps apart, across an empty cell.
            let across = state.board.alike(shape, 2 * step) & inside & (empty & inside).down(step);
            let (after, before) = (pair.down(step) & inside, (pair.up(step) & inside).up(step));
            let both = across.up(step);
            let two = after | before;
            let further = after & pair.down(step).down(step) | before & pair.up(step).up(step).up(step);
            let two_or_more = (two | both) & empty;
            three = three | further | both & two;
            twice = twice | once & two_or_more;
            once = once | two_or_more;
        }
        (three & empty, (three | twice) & empty)
    }
}
