//! Construction of the windows of a board.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::patterns::Patterns;
use super::tuples::{Tuples, entries};
use super::{Alphabet, Kind, Layout, MAX_CELLS, MAX_SYMBOLS, MAX_WINDOW, Place, Window, Windows};

/// The symmetries of a board under which windows share tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Symmetries {
    /// All eight of a square, four of an oblong board.
    #[default]
    All,
    /// Left and right: gravity, or players who move in opposite directions.
    Mirror,
    /// None.
    None,
}

/// Builder of [`Windows`].
#[derive(Clone, Debug)]
pub struct WindowsBuilder {
    columns: u8,
    rows: u8,
    alphabet: Alphabet,
    symmetries: Symmetries,
    shapes: Vec<Shape>,
    /// Number of shapes before the last call that added any.
    before: usize,
}

/// Rows and columns of the cells of a window, in order.
type Image = Vec<(u8, u8)>;

#[derive(Clone, Debug)]
struct Shape {
    /// Cells by column and row, relative to any origin.
    cells: Vec<(i16, i16)>,
    /// Whether all placements share a table.
    is_shared: bool,
    /// Whether the cells are those of the board, whose images are the only placements.
    is_placed: bool,
}

/// Error returned when windows cannot be built.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WindowsError {
    /// There are no cells, or too many.
    #[error("a board of {columns}×{rows} cells; expected 1 to 128 cells")]
    Board {
        /// Requested columns.
        columns: u8,
        /// Requested rows.
        rows: u8,
    },
    /// An alphabet has too few or too many symbols.
    #[error("an alphabet of {0} symbols; expected at least 2, and at most 8 with interchangeable colours")]
    Alphabet(u8),
    /// A window has too few or too many cells, or too many patterns.
    #[error(
        "a window of {0} cells; expected 1 to 16 cells and fewer than 2³² patterns, \
         or 1 to 7 cells and at most 65,536 patterns with interchangeable colours"
    )]
    Cells(usize),
    /// A window does not fit on the board, or has no cells.
    #[error("no window of {0} cells fits on the board")]
    Nowhere(usize),
    /// There are too many windows or weights.
    #[error("more than 65,535 windows, or more than 2³² weights")]
    TooMany,
}

impl WindowsBuilder {
    pub(super) fn new(columns: u8, rows: u8, alphabet: Alphabet) -> Self {
        Self { columns, rows, alphabet, symmetries: Symmetries::All, shapes: Vec::new(), before: 0 }
    }

    /// Sets the symmetries under which windows share tables (default: all of the board).
    #[must_use]
    pub fn symmetries(mut self, symmetries: Symmetries) -> Self {
        self.symmetries = symmetries;
        self
    }

    /// Adds all lines of this many cells: rows, columns and diagonals.
    #[must_use]
    pub fn lines(self, cells: u8) -> Self {
        let line = |step: i16| (0..i16::from(cells)).map(|cell| (cell, step * cell)).collect();
        self.add([line(0), line(1)])
    }

    /// Adds all blocks of `columns` × `rows` cells, upright and lying.
    #[must_use]
    pub fn blocks(self, columns: u8, rows: u8) -> Self {
        let row = |row: u8| (0..columns).map(move |column| (i16::from(column), i16::from(row)));
        self.add([(0..rows).flat_map(row).collect()])
    }

    /// Adds the window of these cells, by number, and its images under the symmetries of the board.
    /// They share a table.
    #[must_use]
    pub fn cells(mut self, cells: &[u8]) -> Self {
        self.before = self.shapes.len();
        let columns = self.columns.max(1);
        let cells = cells.iter().map(|&cell| ((cell % columns).into(), (cell / columns).into())).collect();
        self.shapes.push(Shape { cells, is_shared: false, is_placed: true });
        self
    }

    /// Makes all placements of the windows added last share one table; lines share one for rows and
    /// columns, and one for diagonals. By default, placements share a table only if a symmetry of
    /// the board maps them to each other.
    ///
    /// Such windows learn faster, but do not distinguish the middle of the board from its edge:
    /// combine them with small windows that have separate tables.
    #[must_use]
    pub fn anywhere(mut self) -> Self {
        for shape in self.shapes.iter_mut().skip(self.before) {
            shape.is_shared = true;
        }
        self
    }

    /// Adds all windows of these shapes: in every placement, rotated and reflected. Cells are given
    /// by column and row, relative to any origin.
    fn add<const N: usize>(mut self, shapes: [Vec<(i16, i16)>; N]) -> Self {
        self.before = self.shapes.len();
        self.shapes.extend(shapes.map(|cells| Shape { cells, is_shared: false, is_placed: false }));
        self
    }

    /// Builds the windows.
    ///
    /// # Errors
    ///
    /// Returns a [`WindowsError`] if a value is out of range.
    pub fn build(self) -> Result<Windows, WindowsError> {
        let Self { columns, rows, alphabet, shapes, .. } = &self;
        let cells = usize::from(*columns) * usize::from(*rows);
        if !(1..=MAX_CELLS).contains(&cells) {
            return Err(WindowsError::Board { columns: *columns, rows: *rows });
        }
        let is_coloured = matches!(alphabet, Alphabet::Colours(_));
        if alphabet.symbols() < 2 || is_coloured && usize::from(alphabet.symbols()) > MAX_SYMBOLS {
            return Err(WindowsError::Alphabet(alphabet.symbols()));
        }
        let (mut kinds, mut windows, mut len) = (Vec::<Kind>::new(), Vec::new(), 0);
        // Shapes with equally many cells share their patterns.
        let sizes: BTreeSet<usize> = shapes.iter().map(|shape| shape.cells.len()).collect();
        let mut tuples = Tuples::new(alphabet.symbols());
        for size in sizes {
            let patterns = Patterns::new(size, *alphabet);
            let each = match &patterns {
                Some(patterns) => Some(patterns.count()),
                None => entries(alphabet.symbols(), size).filter(|_| !is_coloured),
            };
            let each = each.ok_or(WindowsError::Cells(size))?;
            let (first, mut of_size) = (windows.len(), Vec::new());
            for shape in shapes.iter().filter(|shape| shape.cells.len() == size) {
                let places = self.places(shape);
                if places.is_empty() {
                    return Err(WindowsError::Nowhere(size));
                }
                let mut tables = BTreeMap::new();
                for place in places {
                    let (leader, readings) = self.readings(&place, shape.is_shared);
                    let table = *tables.entry(leader).or_insert_with(|| {
                        len += each;
                        len - each
                    });
                    if patterns.is_none() {
                        of_size.extend(readings.into_iter().map(|cells| (cells, table as u32)));
                    } else if let Some(reading) = readings.first() {
                        let mut cells = [0; MAX_WINDOW];
                        cells[..size].copy_from_slice(reading);
                        windows.push(Window { cells, kind: kinds.len() as u8, table: table as u32 });
                    }
                }
            }
            match patterns {
                Some(patterns) => kinds.push(Kind { patterns, windows: first..windows.len() }),
                None => tuples.add(size, of_size),
            }
            if len > u32::MAX as usize {
                return Err(WindowsError::TooMany);
            }
        }
        if windows.is_empty() && tuples.count() == 0 {
            return Err(WindowsError::Nowhere(0));
        }
        if windows.len() + tuples.count() > usize::from(u16::MAX) {
            return Err(WindowsError::TooMany);
        }
        let mut holders = vec![Vec::new(); cells];
        for (number, window) in windows.iter().enumerate() {
            let size = kinds[usize::from(window.kind)].patterns.cells();
            for (position, &cell) in window.cells.iter().take(size).enumerate() {
                holders[usize::from(cell)].push(Place { window: number as u16, position: position as u8 });
            }
        }
        Ok(Windows(Arc::new(Layout { alphabet: *alphabet, cells, kinds, windows, tuples, holders, len })))
    }

    /// Returns all placements of a shape, rotated and reflected, as sorted cells; empty for a shape
    /// with a duplicate cell.
    fn places(&self, shape: &Shape) -> BTreeSet<Vec<u8>> {
        let (columns, rows) = (i16::from(self.columns), i16::from(self.rows));
        let mut places = BTreeSet::new();
        let &Shape { cells: ref shape, is_placed, .. } = shape;
        if is_placed {
            let inside = shape.iter().all(|&(x, y)| x < columns && y < rows);
            for symmetry in self.group().filter(|_| inside) {
                let number = |&(x, y): &(i16, i16)| {
                    let (row, column) = self.image((y * columns + x) as u8, symmetry);
                    row * self.columns + column
                };
                let cells: BTreeSet<u8> = shape.iter().map(number).collect();
                if cells.len() == shape.len() {
                    places.insert(cells.into_iter().collect());
                }
            }
            return places;
        }
        for symmetry in 0..8 {
            let turned: Vec<(i16, i16)> = shape
                .iter()
                .map(|&(x, y)| {
                    let (x, y) = if symmetry & 4 == 0 { (x, y) } else { (y, x) };
                    (if symmetry & 1 == 0 { x } else { -x }, if symmetry & 2 == 0 { y } else { -y })
                })
                .collect();
            let left = turned.iter().map(|cell| cell.0).min().unwrap_or(0);
            let top = turned.iter().map(|cell| cell.1).min().unwrap_or(0);
            for (dx, dy) in (0..rows).flat_map(|dy| (0..columns).map(move |dx| (dx - left, dy - top))) {
                let moved = turned.iter().map(|&(x, y)| (x + dx, y + dy));
                let inside = moved.clone().all(|(x, y)| x < columns && y < rows);
                let cells: BTreeSet<u8> = moved.filter(|_| inside).map(|(x, y)| (y * columns + x) as u8).collect();
                if inside && cells.len() == shape.len() {
                    places.insert(cells.into_iter().collect());
                }
            }
        }
        places
    }

    /// Returns the least image of a window under the symmetries of the board, moved to the top left
    /// if all placements share a table, and the cells of the window in the order of that image: in
    /// several orders if symmetries map the window to itself.
    fn readings(&self, cells: &[u8], is_shared: bool) -> (Image, Vec<Vec<u8>>) {
        let symmetries: Vec<u8> = if is_shared { (0..8).collect() } else { self.group().collect() };
        let images = symmetries.into_iter().map(|symmetry| {
            let mut image: Vec<((u8, u8), u8)> = cells.iter().map(|&cell| (self.image(cell, symmetry), cell)).collect();
            if is_shared {
                let top = image.iter().map(|((row, _), _)| *row).min().unwrap_or(0);
                let left = image.iter().map(|((_, column), _)| *column).min().unwrap_or(0);
                for ((row, column), _) in &mut image {
                    (*row, *column) = (*row - top, *column - left);
                }
            }
            image.sort_unstable();
            image.into_iter().unzip()
        });
        let images: Vec<(Image, Vec<u8>)> = images.collect();
        let least = images.iter().map(|image| &image.0).min().cloned().unwrap_or_default();
        let mut readings: Vec<Vec<u8>> = Vec::new();
        for (image, cells) in images {
            if image == least && !readings.contains(&cells) {
                readings.push(cells);
            }
        }
        (least, readings)
    }

    /// Returns the symmetries of the board, numbered as in [`image`](Self::image).
    fn group(&self) -> std::ops::Range<u8> {
        match self.symmetries {
            Symmetries::All if self.columns == self.rows => 0..8,
            Symmetries::All => 0..4,
            Symmetries::Mirror => 0..2,
            Symmetries::None => 0..1,
        }
    }

    /// Returns row and column of the image of a cell under a symmetry of the board or the plane.
    fn image(&self, cell: u8, symmetry: u8) -> (u8, u8) {
        let (mut column, mut row) = (cell % self.columns, cell / self.columns);
        if symmetry & 1 != 0 {
            column = self.columns - 1 - column;
        }
        if symmetry & 2 != 0 {
            row = self.rows - 1 - row;
        }
        if symmetry & 4 != 0 { (column, row) } else { (row, column) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tables(windows: &Windows) -> usize {
        windows.0.windows.iter().map(|window| window.table).collect::<BTreeSet<_>>().len()
    }

    #[test]
    fn windows_are_found_in_every_place_and_share_tables_by_symmetry() {
        let lines = |columns, rows, cells| {
            let windows = Windows::builder(columns, rows, Alphabet::Colours(7)).lines(cells).build().unwrap();
            (windows.count(), tables(&windows))
        };
        // 45 rows, 45 columns and 2 × 25 diagonals. Rows have 5 × 3 tables; the squares at the ends
        // of a diagonal are one of 5 × 5, and each table has up to 4 of them.
        assert_eq!(lines(9, 9, 5), (140, 15 + 9));
        // On an oblong board, rows and columns differ.
        assert_eq!(lines(6, 5, 5), (5 * 2 + 6 + 2 * 2, 3 + 3 + 1));
        let blocks = Windows::builder(9, 9, Alphabet::Colours(7)).blocks(3, 2).build().unwrap();
        assert_eq!((blocks.count(), tables(&blocks)), (112, 4 * 4));
        let single = Windows::builder(3, 3, Alphabet::Distinct(2)).blocks(1, 1).build().unwrap();
        assert_eq!((single.count(), tables(&single), single.len()), (9, 3, 6));
    }

    #[test]
    fn symmetric_boards_have_the_same_sum() {
        // No symmetry maps a window of this shape to itself, so that each has a single reading.
        let corner = [(0, 0), (1, 0), (2, 0), (2, 1)];
        for builder in [
            Windows::builder(4, 4, Alphabet::Distinct(3)).add([corner.to_vec()]),
            Windows::builder(4, 4, Alphabet::Distinct(3)).add([corner.to_vec()]).anywhere(),
        ] {
            let windows = builder.clone().build().unwrap();
            let weights: Vec<f32> = (0..windows.len()).map(|weight| (weight * weight % 1009) as f32).collect();
            let board: Vec<u8> = (0..16_u8).map(|cell| cell * cell / 3 % 3).collect();
            for symmetry in 1..8 {
                let mut image = [0; 16];
                for cell in 0..16 {
                    let (row, column) = builder.image(cell, symmetry);
                    image[usize::from(row * 4 + column)] = board[usize::from(cell)];
                }
                assert_eq!(windows.sum(&weights, &image), windows.sum(&weights, &board), "{symmetry}");
            }
        }
    }

    #[test]
    fn cells_have_their_images_and_share_a_table() {
        let build = |symmetries, cells: &[u8]| {
            let builder = Windows::builder(4, 4, Alphabet::Distinct(16)).symmetries(symmetries).cells(cells);
            let windows = builder.build().unwrap();
            (windows.count(), windows.len())
        };
        assert_eq!(build(Symmetries::All, &[0, 1, 2, 4, 5, 6]), (8, 1 << 24));
        // Each of its four placements maps to itself in two ways.
        assert_eq!(build(Symmetries::All, &[4, 5, 6, 8, 9, 10]), (8, 1 << 24));
        assert_eq!(build(Symmetries::Mirror, &[0, 1, 2, 4, 5, 6]), (2, 1 << 24));
        assert_eq!(build(Symmetries::Mirror, &[0, 1, 2, 3, 5, 6]), (2, 1 << 24));
        assert_eq!(build(Symmetries::None, &[0, 1, 2, 4, 5, 6]), (1, 1 << 24));
        // Rows at the top and at the bottom differ under gravity.
        let rows = |symmetries| {
            let builder = Windows::builder(7, 6, Alphabet::Distinct(3)).symmetries(symmetries).lines(4);
            builder.build().unwrap().len()
        };
        // 24 rows, 21 columns and 24 diagonals in orbits of at most 4 and 2.
        assert_eq!(rows(Symmetries::All), (2 * 3 + 4 * 2 + 2 * 3) * 81);
        assert_eq!(rows(Symmetries::Mirror), (2 * 6 + 4 * 3 + 4 * 3) * 81);
    }

    #[test]
    fn tuples_of_symmetric_boards_have_the_same_sum() {
        let builder = Windows::builder(4, 4, Alphabet::Distinct(12));
        let builder = builder.cells(&[4, 5, 6, 8, 9, 10]).lines(4).add([vec![(0, 0), (1, 0), (1, 1)]]).anywhere();
        let windows = builder.clone().build().unwrap();
        // Lines and corners are mapped to themselves by one symmetry.
        assert_eq!(windows.count(), 8 + 2 * 10 + 2 * 36);
        let weights: Vec<f32> = (0..windows.len()).map(|weight| (weight * 31 % 1009) as f32).collect();
        let board: Vec<u8> = (0..16_u8).map(|cell| cell * cell / 3 % 12).collect();
        for symmetry in 1..8 {
            let mut image = [0; 16];
            for cell in 0..16 {
                let (row, column) = builder.image(cell, symmetry);
                image[usize::from(row * 4 + column)] = board[usize::from(cell)];
            }
            assert_eq!(windows.sum(&weights, &image), windows.sum(&weights, &board), "{symmetry}");
        }
        // The symbols are digits, the first cell the highest.
        let windows = Windows::builder(4, 4, Alphabet::Distinct(12)).symmetries(Symmetries::None);
        let windows = windows.cells(&[1, 2, 3, 5, 7, 9]).build().unwrap();
        let mut found = 0;
        windows.visit(&[9, 1, 2, 3, 9, 4, 9, 13, 9, 6], |index| found = index);
        assert_eq!(found, [1, 2, 3, 4, 0, 6].iter().fold(0, |index, digit| index * 12 + digit));
    }

    #[test]
    fn windows_anywhere_share_a_table_for_each_shape() {
        let builder = Windows::builder(9, 6, Alphabet::Colours(3)).blocks(3, 2).lines(5).anywhere();
        let windows = builder.build().unwrap();
        let of_blocks = windows.0.windows.iter().filter(|window| window.kind == 1).map(|window| window.table);
        let of_lines = windows.0.windows.iter().filter(|window| window.kind == 0).map(|window| window.table);
        assert_eq!(of_lines.collect::<BTreeSet<_>>().len(), 2);
        assert!(of_blocks.collect::<BTreeSet<_>>().len() > 10);
    }

    #[test]
    fn what_cannot_be_built_is_refused() {
        let build = |columns, rows, alphabet| Windows::builder(columns, rows, alphabet).lines(5).build().err();
        let colours = Alphabet::Colours(7);
        assert_eq!(build(0, 9, colours), Some(WindowsError::Board { columns: 0, rows: 9 }));
        assert_eq!(build(16, 9, colours), Some(WindowsError::Board { columns: 16, rows: 9 }));
        assert_eq!(build(9, 9, Alphabet::Colours(8)), Some(WindowsError::Alphabet(9)));
        assert_eq!(build(4, 4, colours), Some(WindowsError::Nowhere(5)));
        assert_eq!(build(9, 9, Alphabet::Distinct(8)), None);
        assert_eq!(build(9, 9, Alphabet::Distinct(1)), Some(WindowsError::Alphabet(1)));
        assert_eq!(build(9, 9, Alphabet::Distinct(u8::MAX)), Some(WindowsError::Cells(5)));
        let placed = |cells: &[u8]| Windows::builder(4, 4, Alphabet::Distinct(2)).cells(cells).build().err();
        assert_eq!(placed(&[3, 16]), Some(WindowsError::Nowhere(2)));
        assert_eq!(placed(&[3, 3]), Some(WindowsError::Nowhere(2)));
        assert_eq!(placed(&(0..16).collect::<Vec<u8>>()), None);
        let builder = || Windows::builder(9, 9, colours);
        assert_eq!(builder().build().err(), Some(WindowsError::Nowhere(0)));
        assert_eq!(builder().lines(9).build().err(), Some(WindowsError::Cells(9)));
        assert_eq!(builder().add([vec![]]).build().err(), Some(WindowsError::Cells(0)));
        assert_eq!(builder().add([vec![(1, 1), (1, 1)]]).build().err(), Some(WindowsError::Nowhere(2)));
        assert_eq!(builder().add([vec![(-128, 0), (127, 0)]]).build().err(), Some(WindowsError::Nowhere(2)));
    }
}
