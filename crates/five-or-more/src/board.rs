//! The board: which colour stands where.
//!
//! Colours are bit-sliced: plane `k` holds bit `k` of each cell's code, which is 0 for an empty
//! cell and 1 more than the number of the colour otherwise. The stones of one colour are then five
//! ANDs away, and a board with 26 colours is no larger than one with two.

use core::hash::{Hash, Hasher};

use gambol_core::mix;

use crate::bits::Bits;
use crate::shape::Shape;

/// Bits of a cell's code: 26 colours and the empty cell.
const PLANES: usize = 5;

/// The stones on a board, with a hash of them that is kept up to date.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Board<B> {
    planes: [B; PLANES],
    empty: B,
    key: u64,
}

/// The key follows from the stones; comparing it would only cost time.
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

/// The part of a board's key that a stone makes: a Zobrist key, computed instead of stored, because
/// a table for 300 cells and 26 colours does not fit a cache.
#[inline]
const fn stone_key(index: usize, code: u8) -> u64 {
    mix(0x0F1E_0F3A_0E00_0D05, (index as u64) << 5 | code as u64)
}

impl<B: Bits> Board<B> {
    pub(crate) fn new(shape: Shape) -> Self {
        Self { planes: [B::EMPTY; PLANES], empty: B::below(shape.cells()), key: 0 }
    }

    pub(crate) const fn empty(&self) -> B {
        self.empty
    }

    pub(crate) const fn key(&self) -> u64 {
        self.key
    }

    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.empty.is_empty()
    }

    #[inline]
    pub(crate) fn occupied(&self) -> B {
        let [a, b, c, d, e] = self.planes;
        a | b | c | d | e
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

    /// Bit `k` of the codes of the cells around one, in a word for each `k`: the cell itself is bit
    /// `width + 1`, and what is left of the first column or right of the last belongs to other
    /// rows. Of no more bits than so many colours need.
    #[inline]
    pub(crate) fn around(&self, shape: Shape, index: usize, colours: u8) -> impl Iterator<Item = u64> {
        let first = index as i32 - i32::from(shape.width) - 1;
        self.used(colours).map(move |plane| plane.window(first))
    }

    /// The planes in which so many colours have bits.
    #[inline]
    fn used(&self, colours: u8) -> impl Iterator<Item = B> {
        self.planes.into_iter().take((u8::BITS - colours.leading_zeros()) as usize)
    }

    /// The stones with this code, which is not 0.
    #[inline]
    pub(crate) fn stones(&self, code: u8) -> B {
        let mut stones = B::all_if(true);
        for (bit, &plane) in self.planes.iter().enumerate() {
            stones = stones & (plane ^ B::all_if(code >> bit & 1 == 0));
        }
        stones
    }

    /// The stones with a like stone, of the same colour, `step` cells on; edges are not minded.
    #[inline]
    pub(crate) fn alike(&self, step: u32, colours: u8) -> B {
        let mut differ = B::EMPTY;
        for plane in self.used(colours) {
            differ = differ | plane ^ plane.down(step);
        }
        let occupied = self.occupied();
        occupied & occupied.down(step) & !differ
    }

    /// The stones whose next stone along an axis, over any number of empty cells, is a like one.
    /// `inside` has the cells that have a successor along the axis.
    #[inline]
    pub(crate) fn in_sight(&self, step: u32, inside: B, colours: u8) -> B {
        let occupied = self.occupied();
        let (mut looking, mut found) = (occupied & inside, B::EMPTY);
        // What stands a step on, two steps on, and so on.
        let (mut ahead, mut planes, mut goes_on) = (occupied, self.planes, inside);
        while !looking.is_empty() {
            ahead = ahead.down(step);
            goes_on = goes_on.down(step);
            let mut differ = B::EMPTY;
            for (plane, ahead) in self.used(colours).zip(&mut planes) {
                *ahead = ahead.down(step);
                differ = differ | plane ^ *ahead;
            }
            found = found | looking & ahead & !differ;
            looking = looking & !ahead & goes_on;
        }
        found
    }

    /// The stones in runs of five or more of this code. None for code 0.
    #[inline]
    pub(crate) fn runs(&self, shape: Shape, code: u8) -> B {
        if code == 0 { B::EMPTY } else { shape.runs(self.stones(code)) }
    }

    /// Puts a stone on an empty cell.
    #[inline]
    pub(crate) fn put(&mut self, index: usize, code: u8) {
        let cell = B::bit(index);
        for (bit, plane) in self.planes.iter_mut().enumerate() {
            *plane = *plane | cell & B::all_if(code >> bit & 1 == 1);
        }
        self.empty = self.empty & !cell;
        self.key ^= stone_key(index, code);
    }

    /// Moves a stone to an empty cell, and says which code it has.
    #[inline]
    pub(crate) fn shift(&mut self, from: usize, to: usize) -> u8 {
        let code = self.code(from);
        let cells = B::bit(from) | B::bit(to);
        for (bit, plane) in self.planes.iter_mut().enumerate() {
            *plane = *plane ^ cells & B::all_if(code >> bit & 1 == 1);
        }
        self.empty = self.empty ^ cells;
        self.key ^= stone_key(from, code) ^ stone_key(to, code);
        code
    }

    /// Takes stones away.
    #[cold]
    pub(crate) fn clear(&mut self, cells: B) {
        let mut rest = cells;
        while !rest.is_empty() {
            let index = rest.lowest();
            self.key ^= stone_key(index, self.code(index));
            rest = rest.without_lowest();
        }
        for plane in &mut self.planes {
            *plane = *plane & !cells;
        }
        self.empty = self.empty | cells;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::sealed::Columns;
    use gambol_core::bits::CellSet;
    use gambol_core::random::{Rng, Seed};

    #[test]
    fn stones_are_put_moved_and_taken() {
        let shape = Shape { width: 9, height: 9 };
        let mut board = Board::<u128>::new(shape);
        for code in 1..=26 {
            board.put(3 * usize::from(code), code);
        }
        assert_eq!(board.occupied().count(), 26);
        assert!((1..=26).all(|code| board.code(3 * usize::from(code)) == code));
        assert!((1..=26).all(|code| board.stones(code) == 1 << (3 * u32::from(code))));
        let before = board;
        assert_eq!(board.shift(15, 0), 5);
        assert_eq!((board.code(15), board.code(0)), (0, 5));
        assert_ne!(board.key(), before.key());
        assert_eq!(board.shift(0, 15), 5);
        assert!(board == before && board.key() == before.key());
        board.clear(board.occupied());
        assert!(board == Board::new(shape) && board.key() == 0);
    }

    /// Along a row and along a diagonal, by walking from every stone.
    #[test]
    fn the_next_stone_in_sight_is_seen() {
        let shape = Shape { width: 9, height: 9 };
        let inside = <u128 as Columns>::NOT_LAST[9];
        let mut rng = Seed::new(7).rng();
        let mut seen = 0;
        for _ in 0..200 {
            let mut board = Board::<u128>::new(shape);
            let colours = 3;
            for cell in 0..shape.cells() {
                let code = rng.next_u32() % 8;
                if code > 0 && code <= colours {
                    board.put(cell, code as u8);
                }
            }
            for (step, down) in [(1, 0), (10, 1)] {
                let found = board.in_sight(step, inside, colours as u8);
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
