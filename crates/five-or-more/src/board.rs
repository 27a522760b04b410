//! The board: the stones by colour and cell.
//!
//! Colours are bit-sliced: plane `k` holds bit `k` of each cell's code, which is 0 for an empty
//! cell and 1 more than the number of the colour otherwise. The stones of one colour then take five
//! ANDs, and a board with 26 colours is no larger than one with two.

use core::hash::{Hash, Hasher};

use gambol_core::mix;

use crate::bits::Bits;
use crate::shape::Shape;

/// Bits of a cell's code: 26 colours and the empty cell.
const PLANES: usize = 5;

/// The stones on a board, and the number of free cells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Board<B> {
    planes: [B; PLANES],
    empty: B,
    /// The number of empty cells.
    free: u32,
}

/// Ignores the count, which follows from the stones.
impl<B: Bits> PartialEq for Board<B> {
    fn eq(&self, other: &Self) -> bool {
        self.planes == other.planes && self.empty == other.empty
    }
}

impl<B: Bits> Eq for Board<B> {}

impl<B: Bits> Hash for Board<B> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.planes.hash(state);
    }
}

impl<B: Bits> Board<B> {
    pub(crate) fn new(shape: Shape) -> Self {
        Self { planes: [B::EMPTY; PLANES], empty: shape.all(), free: shape.cells() as u32 }
    }

    pub(crate) const fn empty(&self) -> B {
        self.empty
    }

    /// The number of empty cells.
    pub(crate) const fn free(&self) -> u32 {
        self.free
    }

    /// A hash of the stones. It is not updated incrementally, because rollouts place many stones
    /// and need no hash.
    pub(crate) fn key(&self, shape: Shape) -> u64 {
        let words = shape.cells().div_ceil(64);
        self.used(shape).fold(0, |key, plane| plane.words().take(words).fold(key, mix))
    }

    /// Whether the board has no stones.
    #[inline]
    pub(crate) const fn is_bare(&self, shape: Shape) -> bool {
        self.free as usize == shape.cells()
    }

    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.free == 0
    }

    #[inline]
    pub(crate) fn occupied(&self, shape: Shape) -> B {
        shape.all::<B>() & !self.empty
    }

    /// The code of a cell: 0 if it is empty or off the board, else 1 more than the number of the
    /// stone's colour.
    #[inline]
    pub(crate) fn code(&self, index: usize) -> u8 {
        let mut code = 0;
        for (bit, plane) in self.planes.iter().enumerate() {
            code |= u8::from(plane.has(index)) << bit;
        }
        code
    }

    /// Writes the codes of the cells that fit into `codes`, and 0 beyond the board.
    pub(crate) fn write_codes(&self, shape: Shape, codes: &mut [u8]) {
        codes.fill(0);
        for (bit, plane) in self.used(shape).enumerate() {
            let mut stones = plane;
            while !stones.is_empty() {
                if let Some(code) = codes.get_mut(stones.lowest()) {
                    *code |= 1 << bit;
                }
                stones = stones.without_lowest();
            }
        }
    }

    /// Bit `k` of the codes of the cells around one, in a word for each `k`: the cell itself is bit
    /// `width + 1`, and bits left of the first column or right of the last belong to other rows.
    /// Has only as many words as the colours need bits.
    #[inline]
    pub(crate) fn around(&self, shape: Shape, index: usize) -> impl Iterator<Item = u64> {
        let first = index as i32 - i32::from(shape.width) - 1;
        self.used(shape).map(move |plane| plane.window(first))
    }

    /// The planes in which the colours have bits.
    #[inline]
    fn used(&self, shape: Shape) -> impl Iterator<Item = B> {
        self.planes.into_iter().take(usize::from(shape.planes))
    }

    /// The stones with this code, which is not 0.
    #[inline]
    pub(crate) fn stones(&self, shape: Shape, code: u8) -> B {
        // Empty for a colour outside the rules.
        let mut stones = B::all_if(code >> shape.planes == 0);
        for (bit, plane) in self.used(shape).enumerate() {
            stones = stones & (plane ^ B::all_if(code >> bit & 1 == 0));
        }
        stones
    }

    /// The stones with a stone of the same colour `step` cells on, ignoring edges.
    #[inline]
    pub(crate) fn alike(&self, shape: Shape, step: u32) -> B {
        self.occupied(shape) & !self.unlike(shape, step)
    }

    /// The cells that differ from the cell `step` cells on: by the colour, or by only one having a
    /// stone.
    #[inline]
    fn unlike(&self, shape: Shape, step: u32) -> B {
        self.used(shape).fold(B::EMPTY, |unlike, plane| unlike | plane ^ plane.down(step))
    }

    /// The stones whose next stone along an axis, across any number of empty cells, has the same
    /// colour. `inside` has the cells that have a successor along the axis.
    #[inline]
    pub(crate) fn in_sight(&self, shape: Shape, step: u32, inside: B) -> B {
        let occupied = self.occupied(shape);
        let (mut looking, mut found) = (occupied & inside, B::EMPTY);
        // The stones one step on, two steps on, and so on.
        let (mut ahead, mut planes, mut goes_on) = (occupied, self.planes, inside);
        while !looking.is_empty() {
            ahead = ahead.down(step);
            goes_on = goes_on.down(step);
            let mut differ = B::EMPTY;
            for (plane, ahead) in self.used(shape).zip(&mut planes) {
                *ahead = ahead.down(step);
                differ = differ | plane ^ *ahead;
            }
            found = found | looking & ahead & !differ;
            looking = looking & !ahead & goes_on;
        }
        found
    }

    /// The stones of this code in runs of five or more; empty for code 0.
    #[inline]
    pub(crate) fn runs(&self, shape: Shape, code: u8) -> B {
        if code == 0 { B::EMPTY } else { shape.runs(self.stones(shape, code)) }
    }

    /// Whether stones of one colour may form a run of five or more. `false` is certain; `true` may
    /// be a run that wraps around an edge.
    #[inline]
    pub(crate) fn may_have_runs(&self, shape: Shape) -> bool {
        let mut starts = B::EMPTY;
        for step in shape.steps() {
            let threes = self.unlike(shape, step);
            let threes = threes | threes.down(step);
            starts = starts | !(threes | threes.down(2 * step));
        }
        !(starts & self.occupied(shape)).is_empty()
    }

    /// Places stones with these codes on different empty cells.
    #[inline]
    pub(crate) fn put<const N: usize>(&mut self, shape: Shape, cells: [usize; N], codes: [u8; N]) {
        let cells = cells.map(B::bit);
        for (bit, plane) in self.planes.iter_mut().take(usize::from(shape.planes)).enumerate() {
            let set = |plane, (&cell, code): (&B, u8)| plane | cell & B::all_if(code >> bit & 1 == 1);
            *plane = cells.iter().zip(codes).fold(*plane, set);
        }
        self.empty = cells.iter().fold(self.empty, |empty, &cell| empty & !cell);
        // An illegal event may place too many.
        self.free = self.free.saturating_sub(N as u32);
    }

    /// Moves a stone to an empty cell and returns its code.
    #[inline]
    pub(crate) fn shift(&mut self, shape: Shape, from: usize, to: usize) -> u8 {
        let mut code = 0;
        let cells = B::bit(from) | B::bit(to);
        for (bit, plane) in self.planes.iter_mut().take(usize::from(shape.planes)).enumerate() {
            let set = plane.has(from);
            code |= u8::from(set) << bit;
            *plane = *plane ^ cells & B::all_if(set);
        }
        self.empty = self.empty ^ cells;
        code
    }

    /// Removes stones.
    #[cold]
    pub(crate) fn clear(&mut self, cells: B) {
        for plane in &mut self.planes {
            *plane = *plane & !cells;
        }
        self.empty = self.empty | cells;
        self.free += cells.count();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::sealed::Columns;
    use gambol_board::bits::CellSet;
    use gambol_core::random::{Rng, Seed};

    #[test]
    fn stones_are_put_moved_and_taken() {
        let shape = Shape::new(9, 9, 26);
        let mut board = Board::<u128>::new(shape);
        for code in 1..=26 {
            board.put(shape, [3 * usize::from(code)], [code]);
        }
        assert_eq!(board.occupied(shape).count(), 26);
        assert!((1..=26).all(|code| board.code(3 * usize::from(code)) == code));
        assert!((1..=26).all(|code| board.stones(shape, code) == 1 << (3 * u32::from(code))));
        let before = board;
        assert_eq!(board.shift(shape, 15, 0), 5);
        assert_eq!((board.code(15), board.code(0)), (0, 5));
        assert_ne!(board.key(shape), before.key(shape));
        assert_eq!(board.shift(shape, 0, 15), 5);
        assert!(board == before && board.key(shape) == before.key(shape));
        board.clear(board.occupied(shape));
        assert!(board == Board::new(shape) && board.key(shape) == Board::<u128>::new(shape).key(shape));
    }

    #[test]
    fn no_run_of_any_colour_is_missed() {
        let mut rng = Seed::new(8).rng();
        let (mut with, mut without) = (0, 0);
        for _ in 0..2_000 {
            let shape = Shape::new(9, 9, 3);
            let mut board = Board::<u128>::new(shape);
            let share = rng.next_u32() % 81;
            for cell in 0..shape.cells() {
                if rng.next_u32() % 81 < share {
                    board.put(shape, [cell], [1 + (rng.next_u32() % 3) as u8]);
                }
            }
            let runs = (1..=3).any(|code| !board.runs(shape, code).is_empty());
            assert!(!runs || board.may_have_runs(shape));
            with += u32::from(runs);
            without += u32::from(!board.may_have_runs(shape));
        }
        assert!(with > 100 && without > 100, "{with} {without}");
    }

    #[test]
    fn stones_put_at_once_stand_as_those_put_one_by_one() {
        let shape = Shape::new(9, 9, 26);
        let (mut together, mut one_by_one) = (Board::<u128>::new(shape), Board::new(shape));
        together.put(shape, [3, 80, 64], [1, 26, 13]);
        for (cell, code) in [(64, 13), (3, 1), (80, 26)] {
            one_by_one.put(shape, [cell], [code]);
        }
        assert!(together == one_by_one && together.key(shape) == one_by_one.key(shape));
        assert_eq!((together.free(), one_by_one.free()), (78, 78));
        assert!(!together.is_bare(shape) && Board::<u128>::new(shape).is_bare(shape));
    }

    /// Compares a row and a diagonal with a walk from every stone.
    #[test]
    fn the_next_stone_in_sight_is_seen() {
        let shape = Shape::new(9, 9, 26);
        let inside = <u128 as Columns>::NOT_LAST[9];
        let mut rng = Seed::new(7).rng();
        let mut seen = 0;
        for _ in 0..200 {
            let mut board = Board::<u128>::new(shape);
            let colours = 3;
            for cell in 0..shape.cells() {
                let code = rng.next_u32() % 8;
                if code > 0 && code <= colours {
                    board.put(shape, [cell], [code as u8]);
                }
            }
            for (step, down) in [(1, 0), (10, 1)] {
                let found = board.in_sight(shape, step, inside);
                for cell in 0..shape.cells() {
                    let (column, row) = (cell % 9, cell / 9);
                    let ahead = (1..9 - column).map(|k| (row + down * k, cell + k * step as usize));
                    let next = ahead.filter(|&(row, _)| row < 9).map(|(_, at)| board.code(at)).find(|&code| code != 0);
                    let expected = board.code(cell) != 0 && next == Some(board.code(cell));
                    assert_eq!(found.has(cell), expected, "{cell} by {step}");
                    seen += u32::from(expected);
                }
            }
        }
        assert!(seen > 1_000);
    }
}
