//! Windows with a table entry for every combination of symbols.

use std::ops::Range;

use super::MAX_CELLS;

/// Maximum number of cells.
pub(super) const MAX_TUPLE: usize = 16;

/// Windows with an entry for every combination of symbols.
#[derive(Debug)]
pub(super) struct Tuples {
    /// Number of symbols.
    base: usize,
    /// Ordered by their number of cells.
    all: Vec<Tuple>,
    /// Those of each number of cells.
    sizes: Vec<(usize, Range<usize>)>,
}

#[derive(Debug)]
struct Tuple {
    cells: [u8; MAX_TUPLE],
    /// Index of the first entry of its table.
    table: u32,
}

/// Returns the number of entries of a table; `None` if there are too many.
pub(super) fn entries(symbols: u8, cells: usize) -> Option<usize> {
    let entries = u32::from(symbols).checked_pow(u32::try_from(cells).ok()?)?;
    (1..=MAX_TUPLE).contains(&cells).then_some(entries as usize)
}

impl Tuples {
    pub(super) fn new(symbols: u8) -> Self {
        Self { base: usize::from(symbols), all: Vec::new(), sizes: Vec::new() }
    }

    /// Adds tuples of equally many cells, each with the first entry of its table.
    pub(super) fn add(&mut self, size: usize, tuples: impl IntoIterator<Item = (Vec<u8>, u32)>) {
        let first = self.all.len();
        self.all.extend(tuples.into_iter().map(|(cells, table)| {
            let mut all = [0; MAX_TUPLE];
            all[..size].copy_from_slice(&cells);
            Tuple { cells: all, table }
        }));
        self.sizes.push((size, first..self.all.len()));
    }

    pub(super) fn count(&self) -> usize {
        self.all.len()
    }

    /// Calls `visit` with the index of the active weight of each tuple. The symbols are in the
    /// alphabet.
    #[inline]
    pub(super) fn visit(&self, symbols: &[u8; MAX_CELLS], visit: &mut impl FnMut(usize)) {
        for (size, range) in &self.sizes {
            let tuples = &self.all[range.clone()];
            match size {
                4 => self.visit_size::<4>(tuples, symbols, visit),
                5 => self.visit_size::<5>(tuples, symbols, visit),
                6 => self.visit_size::<6>(tuples, symbols, visit),
                7 => self.visit_size::<7>(tuples, symbols, visit),
                8 => self.visit_size::<8>(tuples, symbols, visit),
                _ => {
                    for tuple in tuples {
                        visit(self.index(tuple, &tuple.cells[..*size], symbols));
                    }
                }
            }
        }
    }

    #[inline]
    fn visit_size<const N: usize>(&self, tuples: &[Tuple], symbols: &[u8; MAX_CELLS], visit: &mut impl FnMut(usize)) {
        for tuple in tuples {
            visit(self.index(tuple, &tuple.cells[..N], symbols));
        }
    }

    /// Index of the active weight: the symbols of the cells as digits, the first the highest.
    #[inline]
    fn index(&self, tuple: &Tuple, cells: &[u8], symbols: &[u8; MAX_CELLS]) -> usize {
        let digit = |&cell: &u8| usize::from(symbols[usize::from(cell) % MAX_CELLS]);
        tuple.table as usize + cells.iter().fold(0, |index, cell| index * self.base + digit(cell))
    }
}
