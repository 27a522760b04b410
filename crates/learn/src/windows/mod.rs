//! Windows: small groups of cells of a board, each with a table of weights.

mod board_features;
mod builder;
mod differences;
mod patterns;
mod tuples;

use std::sync::Arc;

pub use board_features::BoardFeatures;
pub use builder::{Symmetries, WindowsBuilder, WindowsError};
pub use differences::Differences;

use patterns::{Changes, Patterns};
use tuples::Tuples;

/// Upper limit, exclusive, of the cells of a window with numbered patterns; a power of two.
const MAX_WINDOW: usize = 8;
/// Maximum number of cells of a board; a power of two, so that indices need no bounds checks.
const MAX_CELLS: usize = 128;
/// Maximum number of symbols of windows with numbered patterns; a power of two.
const MAX_SYMBOLS: usize = 8;

/// The symbols of the cells of a board, numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Alphabet {
    /// This many distinct symbols, at least 2.
    Distinct(u8),
    /// 0 for an empty cell, and this many interchangeable colours from 1, at most 7: windows that
    /// differ only by a permutation of the colours have the same pattern.
    Colours(u8),
}

impl Alphabet {
    /// Number of symbols.
    const fn symbols(self) -> u8 {
        match self {
            Self::Distinct(symbols) => symbols,
            Self::Colours(colours) => colours.saturating_add(1),
        }
    }
}

/// Windows over the cells of a board: small groups of cells, each with a table of weights that has
/// an entry for each pattern of symbols in the group.
///
/// The builder finds all places of a shape on the board and all its symmetries. Windows that a
/// symmetry of the board maps to each other share a table. With
/// [interchangeable colours](Alphabet::Colours), 7 cells with 7 colours have 4,140 patterns
/// instead of 2 million.
///
/// [`Differences`] are the sums for all boards on which one symbol has moved to another cell, at a
/// small part of the cost of computing each of them.
///
/// With distinct symbols, a window has up to 16 cells, and its table has an entry for every
/// combination of symbols: the n-tuples of 2048, Threes!, connect four or Othello.
///
/// ```
/// use gambol_learn::{Alphabet, Windows};
///
/// // The four tuples of six cells of 2048, for tiles up to 2^15. Each is read in eight images.
/// let tuples = [
///     [0, 1, 2, 3, 4, 5],
///     [4, 5, 6, 7, 8, 9],
///     [0, 1, 2, 4, 5, 6],
///     [4, 5, 6, 8, 9, 10],
/// ];
/// let builder = Windows::builder(4, 4, Alphabet::Distinct(16));
/// let windows = tuples.iter().fold(builder, |builder, cells| builder.cells(cells)).build()?;
/// assert_eq!((windows.count(), windows.len()), (4 * 8, 4 << 24));
/// # Ok::<(), gambol_learn::WindowsError>(())
/// ```
///
/// ```
/// use gambol_learn::{Alphabet, Windows};
///
/// // Lines of three on a board of 3×3 cells. The edges share a table; so do the two lines through
/// // the middle, and the diagonals.
/// let windows = Windows::builder(3, 3, Alphabet::Colours(2)).lines(3).build()?;
/// assert_eq!((windows.count(), windows.len()), (8, 3 * 14));
/// let board = [1, 0, 2, 0, 1, 0, 0, 0, 1];
/// let recoloured = [2, 0, 1, 0, 2, 0, 0, 0, 2];
/// let weights: Vec<f32> = (0..42).map(|weight| weight as f32).collect();
/// assert_eq!(windows.sum(&weights, &board), windows.sum(&weights, &recoloured));
/// # Ok::<(), gambol_learn::WindowsError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Windows(Arc<Layout>);

#[derive(Debug)]
struct Layout {
    alphabet: Alphabet,
    cells: usize,
    kinds: Vec<Kind>,
    windows: Vec<Window>,
    /// Windows without numbered patterns.
    tuples: Tuples,
    /// For each cell the numbered windows that contain it, with its position.
    holders: Vec<Vec<Place>>,
    len: usize,
}

/// Windows with equally many cells.
#[derive(Debug)]
struct Kind {
    patterns: Patterns,
    windows: std::ops::Range<usize>,
}

/// A window.
#[derive(Clone, Copy, Debug)]
struct Window {
    cells: [u8; MAX_WINDOW],
    kind: u8,
    /// Index of the first entry of its table.
    table: u32,
}

/// A cell in a window.
#[derive(Clone, Copy, Debug)]
struct Place {
    window: u16,
    position: u8,
}

/// Calls a function with the number of cells of a kind of windows as a constant.
macro_rules! by_size {
    ($kind:expr, $call:ident($($argument:expr),*)) => {
        match $kind.patterns.cells() {
            1 => $call::<1>($($argument),*),
            2 => $call::<2>($($argument),*),
            3 => $call::<3>($($argument),*),
            4 => $call::<4>($($argument),*),
            5 => $call::<5>($($argument),*),
            6 => $call::<6>($($argument),*),
            _ => $call::<7>($($argument),*),
        }
    };
}
use by_size;

impl Windows {
    /// Returns a builder of windows over a board of `columns` × `rows` cells. Cells are numbered
    /// row by row.
    pub fn builder(columns: u8, rows: u8, alphabet: Alphabet) -> WindowsBuilder {
        WindowsBuilder::new(columns, rows, alphabet)
    }

    /// Number of weights.
    #[allow(clippy::len_without_is_empty)] // There is at least one window.
    pub fn len(&self) -> usize {
        self.0.len
    }

    /// Number of windows.
    pub fn count(&self) -> usize {
        self.0.windows.len() + self.0.tuples.count()
    }

    /// Number of cells of the board.
    pub fn cells(&self) -> usize {
        self.0.cells
    }

    /// Calls `visit` with the index of the active weight of each window. Cells missing in `symbols`
    /// and symbols outside the alphabet count as 0.
    #[inline]
    pub fn visit(&self, symbols: &[u8], visit: impl FnMut(usize)) {
        self.visit_board(&self.board(symbols), visit);
    }

    /// Calls `visit` for a board whose symbols are in the alphabet.
    #[inline]
    fn visit_board(&self, symbols: &[u8; MAX_CELLS], mut visit: impl FnMut(usize)) {
        for kind in &self.0.kinds {
            let windows = &self.0.windows[kind.windows.clone()];
            by_size!(kind, visit_kind(kind, windows, symbols, &mut visit));
        }
        self.0.tuples.visit(symbols, &mut visit);
    }

    /// Extends the symbols of a board to the maximum size.
    #[inline]
    fn board(&self, symbols: &[u8]) -> [u8; MAX_CELLS] {
        let count = self.0.alphabet.symbols();
        let mut board = [0; MAX_CELLS];
        for (to, &from) in board.iter_mut().zip(symbols) {
            *to = if from < count { from } else { 0 };
        }
        board
    }

    /// Returns the sum of the active weights. `weights` must have at least [`len`](Self::len)
    /// entries.
    #[inline]
    pub fn sum(&self, weights: &[f32], symbols: &[u8]) -> f32 {
        let mut sum = 0.0;
        self.visit(symbols, |index| sum += weights[index]);
        sum
    }
}

#[inline]
fn visit_kind<const N: usize>(
    kind: &Kind,
    windows: &[Window],
    symbols: &[u8; MAX_CELLS],
    visit: &mut impl FnMut(usize),
) {
    for window in windows {
        let mut code = 0;
        for position in 0..N {
            code |= patterns::code(symbols[usize::from(window.cells[position]) % MAX_CELLS], position);
        }
        visit(window.table as usize + usize::from(kind.patterns.number(code)));
    }
}
