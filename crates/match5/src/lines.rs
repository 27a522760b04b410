//! The windows of a board: the places of winning rows.

use gambol_core::Cell;

use crate::rules::Rules;

/// The four directions of rows of stones. Opposite directions give the same rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// To the right.
    Across,
    /// Down.
    Down,
    /// Down and to the right.
    Falling,
    /// Down and to the left: the diagonal that rises to the right.
    Rising,
}

impl Direction {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Across, Self::Down, Self::Falling, Self::Rising];

    /// The columns and rows of one step.
    ///
    /// ```
    /// use gambol_match5::Direction;
    /// assert_eq!(Direction::Rising.step(), (-1, 1));
    /// ```
    #[must_use]
    pub const fn step(self) -> (i8, i8) {
        match self {
            Self::Across => (1, 0),
            Self::Down => (0, 1),
            Self::Falling => (1, 1),
            Self::Rising => (-1, 1),
        }
    }

    /// The cell `steps` steps from another one; `None` if it is off a board with this edge.
    fn walk(self, from: Cell, steps: i16, edge: u8) -> Option<Cell> {
        let (columns, rows) = self.step();
        let along = |start: u8, step: i8| {
            let end = i16::from(start) + i16::from(step) * steps;
            u8::try_from(end).ok().filter(|&end| end < edge)
        };
        Some(Cell::new(along(from.column, columns)?, along(from.row, rows)?))
    }
}

/// A place for a winning row of the least length. [`Rules::windows`] lists them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Window {
    first: Cell,
    direction: Direction,
    length: u8,
}

impl Window {
    /// Its first cell: the leftmost one of rows across, the topmost one of others.
    #[must_use]
    pub const fn first(self) -> Cell {
        self.first
    }

    /// Its direction.
    #[must_use]
    pub const fn direction(self) -> Direction {
        self.direction
    }

    /// Its cells, beginning with the first.
    ///
    /// ```
    /// use gambol_match5::Rules;
    /// let window = Rules::MATCH5.windows().last().unwrap();
    /// let names: Vec<String> = window.cells().map(|cell| cell.to_string()).collect();
    /// assert_eq!(names, ["i5", "h6", "g7", "f8", "e9"]);
    /// ```
    pub fn cells(self) -> impl ExactSizeIterator<Item = Cell> + Clone {
        let (columns, rows) = self.direction.step();
        (0..self.length).map(move |steps| {
            let along = |start: u8, step: i8| start.wrapping_add_signed(step.wrapping_mul(steps as i8));
            Cell::new(along(self.first.column, columns), along(self.first.row, rows))
        })
    }
}

impl Rules {
    /// Iterates over the windows of the board, by direction, then from the top left, row by row.
    ///
    /// ```
    /// use gambol_match5::Rules;
    /// // 9 lines with 5 places each, across and down, and 5 × 5 places for each diagonal.
    /// assert_eq!(Rules::MATCH5.windows().count(), 2 * 9 * 5 + 2 * 5 * 5);
    /// ```
    pub fn windows(self) -> impl Iterator<Item = Window> + Clone {
        let edge = self.edge();
        Direction::ALL.into_iter().flat_map(move |direction| {
            (0..edge)
                .flat_map(move |row| (0..edge).map(move |column| Cell::new(column, row)))
                .filter_map(move |first| self.window(first, direction))
        })
    }

    /// Iterates over the windows that contain a cell: at most four times the length of a row; none
    /// if the cell is off the board.
    ///
    /// ```
    /// use gambol_core::Cell;
    /// use gambol_match5::Rules;
    /// assert_eq!(Rules::MATCH5.windows_through(Cell::new(4, 4)).count(), 20);
    /// assert_eq!(Rules::MATCH5.windows_through(Cell::new(0, 0)).count(), 3);
    /// ```
    pub fn windows_through(self, cell: Cell) -> impl Iterator<Item = Window> + Clone {
        let back = i16::from(self.row()) - 1;
        Direction::ALL.into_iter().flat_map(move |direction| {
            (0..=back)
                .rev()
                .filter_map(move |steps| direction.walk(cell, -steps, self.edge()))
                .filter_map(move |first| self.window(first, direction))
                .filter(move |_| cell.column < self.edge() && cell.row < self.edge())
        })
    }

    /// The window that starts at a cell; `None` if it extends beyond the board.
    fn window(self, first: Cell, direction: Direction) -> Option<Window> {
        direction.walk(first, i16::from(self.row()) - 1, self.edge())?;
        Some(Window { first, direction, length: self.row() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn there_are_as_many_windows_as_places_for_a_row() {
        for (edge, row) in [(5, 3), (5, 5), (9, 5), (9, 4), (15, 5), (20, 6)] {
            let rules = Rules::new(edge, row).unwrap();
            let places = usize::from(edge - row + 1);
            assert_eq!(rules.windows().count(), 2 * places * usize::from(edge) + 2 * places * places);
            for window in rules.windows() {
                let cells: Vec<Cell> = window.cells().collect();
                assert_eq!(cells.len(), usize::from(row));
                assert!(cells.iter().all(|cell| cell.column < edge && cell.row < edge), "{window:?}");
            }
        }
    }

    #[test]
    fn windows_through_a_cell_are_those_that_hold_it() {
        for (edge, row) in [(5, 3), (9, 5), (11, 6), (20, 4)] {
            let rules = Rules::new(edge, row).unwrap();
            for cell in (0..edge).flat_map(|y| (0..edge).map(move |x| Cell::new(x, y))) {
                let mut through: Vec<Window> = rules.windows_through(cell).collect();
                let mut holding: Vec<Window> =
                    rules.windows().filter(|window| window.cells().any(|part| part == cell)).collect();
                through.sort();
                holding.sort();
                assert_eq!(through, holding, "{cell}");
            }
            for outside in [Cell::new(edge, 0), Cell::new(0, edge), Cell::new(255, 255), Cell::new(3, 255)] {
                assert_eq!(rules.windows_through(outside).count(), 0);
            }
        }
    }
}
