//! Observations: states as planes of numbers, for networks and bindings.

use alloc::vec;
use core::ops::Range;

use crate::game::Game;
use crate::notation::Cell;
use crate::turn::Player;

/// The shape of an observation: planes, rows and columns.
///
/// ```
/// use gambol_core::PlaneShape;
/// let shape = PlaneShape::new(3, 6, 6);
/// assert_eq!((shape.cells(), shape.len()), (36, 108));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlaneShape {
    /// The number of planes.
    pub planes: usize,
    /// The number of rows of each plane.
    pub height: usize,
    /// The number of columns of each plane.
    pub width: usize,
}

impl PlaneShape {
    /// Creates a shape of this many planes of this height and width.
    #[must_use]
    pub const fn new(planes: usize, height: usize, width: usize) -> Self {
        Self { planes, height, width }
    }

    /// Returns the number of values of one plane.
    #[must_use]
    pub const fn cells(self) -> usize {
        self.height.saturating_mul(self.width)
    }

    /// Returns the number of values of all planes, which is the length of the buffer for
    /// [`Observe::observe`].
    #[must_use]
    pub const fn len(self) -> usize {
        self.planes.saturating_mul(self.cells())
    }

    /// Whether there are no values.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }
}

/// A state as planes of numbers: the input of a network.
///
/// The planes contain everything that the players know and that determines the future: the board
/// and, if a game has them, the hand, the next card, the deck, pending events and the side to move.
/// The score is not included unless rewards depend on it, and neither are the rules, which are the
/// same in all states of one game. Values without a cell fill a whole plane.
///
/// The crate [`gambol-conformance`](https://docs.rs/gambol-conformance) tests these guarantees with
/// `Kit::observed`.
///
/// ```
/// # use core::ops::ControlFlow;
/// # use gambol_core::{Game, NoChance, Turn};
/// # #[derive(Clone, Debug, PartialEq, Eq, Hash)]
/// # struct Nim { matches: u8, to_move: Player }
/// # impl Game for Nim {
/// #     type Action = u8;
/// #     type Outcome = NoChance;
/// #     const PLAYERS: usize = 2;
/// #     fn turn(&self) -> Turn {
/// #         if self.matches == 0 { Turn::Over } else { Turn::Player(self.to_move) }
/// #     }
/// #     fn score(&self) -> i64 { if self.matches == 0 { -self.to_move.sign() } else { 0 } }
/// #     fn visit_actions<F>(&self, visit: F) -> ControlFlow<()>
/// #     where
/// #         F: FnMut(u8) -> ControlFlow<()>,
/// #     {
/// #         (1..=self.matches.min(3)).try_for_each(visit)
/// #     }
/// #     fn visit_outcomes<F>(&self, _: F) -> ControlFlow<()>
/// #     where
/// #         F: FnMut(NoChance, f64) -> ControlFlow<()>,
/// #     {
/// #         ControlFlow::Continue(())
/// #     }
/// #     fn play(&mut self, action: u8) {
/// #         self.matches -= action; self.to_move = self.to_move.opponent();
/// #     }
/// #     fn resolve(&mut self, outcome: NoChance) { match outcome {} }
/// # }
/// use gambol_core::{Cell, Observe, PlaneShape, PlaneWriter, Player};
///
/// /// Nim of the page of `Game`: a row of matches, and whether the viewer is to move.
/// impl Observe for Nim {
///     fn plane_shape(&self) -> PlaneShape {
///         PlaneShape::new(2, 1, 20)
///     }
///     fn observe(&self, view: Player, out: &mut [f32]) {
///         let mut planes = PlaneWriter::new(self.plane_shape(), out);
///         for column in 0..self.matches {
///             planes.set(0, Cell::new(column, 0), 1.0);
///         }
///         planes.fill(1, f32::from(self.to_move == view));
///     }
/// }
///
/// let nim = Nim { matches: 2, to_move: Player::First };
/// let mut planes = vec![0.0; nim.plane_shape().len()];
/// nim.observe(Player::First, &mut planes);
/// assert_eq!(planes[..3], [1.0, 1.0, 0.0]);
/// let mut bytes = vec![0; nim.plane_shape().len()];
/// nim.observe_bytes(Player::First, &mut bytes);
/// assert_eq!(bytes[..3], [255, 255, 0]);
/// ```
pub trait Observe: Game {
    /// Returns the shape of the planes, which is the same in every state of one game.
    fn plane_shape(&self) -> PlaneShape;

    /// Writes the planes one after the other, each row by row from the top. All values are finite
    /// and from 0 to 1.
    ///
    /// In a two-player game, `view` is the observing player: planes of pieces come in pairs, with
    /// those of the viewer first. It has no effect in one-player games.
    ///
    /// States with different [keys](Game::key) in one game have different planes.
    ///
    /// `out` has [`plane_shape().len()`](PlaneShape::len) values. A shorter buffer gets a truncated
    /// observation; the rest of a longer one is 0. [`PlaneWriter`] does both.
    fn observe(&self, view: Player, out: &mut [f32]);

    /// Writes the planes as bytes: the values of [`observe`](Self::observe) times 255, rounded to
    /// the nearest, as in an image. A quarter of the memory; a network divides by 255 on its
    /// device.
    ///
    /// The length of `out` is free, as for `observe`. The default writes `f32` values into memory
    /// that it allocates; override it with a [`PlaneWriter`] of bytes.
    fn observe_bytes(&self, view: Player, out: &mut [u8]) {
        let mut values = vec![0.0; out.len().min(self.plane_shape().len())];
        self.observe(view, &mut values);
        out.fill(0);
        for (byte, value) in out.iter_mut().zip(values) {
            *byte = u8::of_share(value);
        }
    }

    /// Returns the player from whose view a network values this state: by default, the player to
    /// move, or the first player at a chance event and at the end.
    ///
    /// One network then serves both players. Override it in a two-player game with chance in which
    /// the next player is known at chance events, as at the rolls of backgammon.
    #[inline]
    fn viewer(&self) -> Player {
        self.turn().player().unwrap_or(Player::First)
    }
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for f32 {}
    impl Sealed for u8 {}
}

/// A value of a plane: `f32` from 0 to 1, or `u8` from 0 to 255. Sealed.
pub trait PlaneValue: Copy + sealed::Sealed {
    /// The value of empty planes.
    const ZERO: Self;

    /// Returns the form of a value from 0 to 1. As a byte, it is times 255, rounded to the nearest.
    fn of_share(value: f32) -> Self;
}

impl PlaneValue for f32 {
    const ZERO: Self = 0.0;

    #[inline]
    fn of_share(value: f32) -> Self {
        value
    }
}

impl PlaneValue for u8 {
    const ZERO: Self = 0;

    #[inline]
    fn of_share(value: f32) -> Self {
        // The conversion truncates, saturates and maps NaN to 0.
        (value * 255.0 + 0.5) as Self
    }
}

/// Writes planes into a buffer of any length, for implementations of [`Observe`].
///
/// Values outside the shape or the buffer are ignored. The buffer has `f32` values or bytes: one
/// function generic over [`PlaneValue`] serves both [`Observe::observe`] and
/// [`Observe::observe_bytes`].
///
/// ```
/// use gambol_core::{Cell, PlaneShape, PlaneWriter};
///
/// let mut buffer = [0.5; 8];
/// let mut planes = PlaneWriter::new(PlaneShape::new(2, 2, 2), &mut buffer);
/// planes.set(0, Cell::new(1, 0), 1.0);
/// planes.fill(1, 0.25);
/// planes.set(2, Cell::new(0, 0), 1.0); // no such plane: left out
/// assert_eq!(buffer, [0.0, 1.0, 0.0, 0.0, 0.25, 0.25, 0.25, 0.25]);
/// ```
#[derive(Debug)]
pub struct PlaneWriter<'a, T = f32> {
    out: &'a mut [T],
    shape: PlaneShape,
}

impl<'a, T: PlaneValue> PlaneWriter<'a, T> {
    /// Creates a writer for planes of this shape and sets the whole buffer to 0.
    #[inline]
    pub fn new(shape: PlaneShape, out: &'a mut [T]) -> Self {
        out.fill(T::ZERO);
        Self { out, shape }
    }

    /// Sets the value of a cell of a plane, both counted from 0. `value` is from 0 to 1.
    #[inline]
    pub fn set(&mut self, plane: usize, cell: Cell, value: f32) {
        let (row, column) = (usize::from(cell.row), usize::from(cell.column));
        if plane < self.shape.planes && row < self.shape.height && column < self.shape.width {
            let before = row.saturating_mul(self.shape.width).saturating_add(column);
            let index = plane.saturating_mul(self.shape.cells()).saturating_add(before);
            if let Some(entry) = self.out.get_mut(index) {
                *entry = T::of_share(value);
            }
        }
    }

    /// Sets a plane to 1 on the cells of a set, which are numbered row by row from the top left.
    /// The set is its bits, 64 to a word, such as the words of a `CellSet` of `gambol-board`.
    ///
    /// ```
    /// use gambol_core::{PlaneShape, PlaneWriter};
    ///
    /// let mut buffer = [0u8; 8];
    /// PlaneWriter::new(PlaneShape::new(2, 2, 2), &mut buffer).set_cells(1, [0b0110]);
    /// assert_eq!(buffer, [0, 0, 0, 0, 0, 255, 255, 0]);
    /// ```
    #[inline]
    pub fn set_cells(&mut self, plane: usize, words: impl IntoIterator<Item = u64>) {
        let range = self.range(plane);
        for (mut word, values) in words.into_iter().zip(self.out[range].chunks_mut(64)) {
            while word != 0 {
                if let Some(entry) = values.get_mut(word.trailing_zeros() as usize) {
                    *entry = T::of_share(1.0);
                }
                word &= word - 1;
            }
        }
    }

    /// Sets all values of a plane to one from 0 to 1.
    #[inline]
    pub fn fill(&mut self, plane: usize, value: f32) {
        let range = self.range(plane);
        self.out[range].fill(T::of_share(value));
    }

    /// The part of the buffer with a plane; empty if there is no such plane.
    #[inline]
    fn range(&self, plane: usize) -> Range<usize> {
        let cells = if plane < self.shape.planes { self.shape.cells() } else { 0 };
        let from = plane.saturating_mul(cells).min(self.out.len());
        from..from.saturating_add(cells).min(self.out.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    #[test]
    fn what_does_not_fit_is_left_out() {
        let shape = PlaneShape::new(2, 2, 3);
        for length in 0..20 {
            let mut out = vec![f32::NAN; length];
            let mut planes = PlaneWriter::new(shape, &mut out);
            planes.set(0, Cell::new(2, 1), 0.5);
            planes.fill(1, 1.0);
            for (plane, column, row) in [(2, 0, 0), (usize::MAX, 0, 0), (0, 3, 0), (0, 0, 2), (0, 255, 255)] {
                planes.set(plane, Cell::new(column, row), 7.0);
            }
            planes.fill(2, 7.0);
            planes.fill(usize::MAX, 7.0);
            let all = [0.0, 0.0, 0.0, 0.0, 0.0, 0.5, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0];
            assert!((0..length).all(|index| out[index] == all.get(index).copied().unwrap_or(0.0)), "{out:?}");
        }
    }

    #[test]
    fn absurd_shapes_do_not_overflow() {
        let shape = PlaneShape::new(usize::MAX, usize::MAX, usize::MAX);
        assert_eq!((shape.cells(), shape.len(), shape.is_empty()), (usize::MAX, usize::MAX, false));
        let mut out = [1.0; 4];
        let mut planes = PlaneWriter::new(shape, &mut out);
        planes.set(1, Cell::new(1, 0), 1.0);
        planes.fill(1, 1.0);
        assert!(PlaneShape::new(0, 4, 4).is_empty());
    }
}
