//! The shape of a board: lines and connectivity.
//!
//! Cell `i` is column `i % width` of row `i / width`, without gaps between the rows, so that every
//! board of 128 cells fits `u128`.

use gambol_core::Cell;

use crate::bits::Bits;

/// Stones in a run that vanishes.
pub(crate) const RUN: u8 = 5;

/// The size of a board, and the geometry that follows from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) width: u8,
    pub(crate) height: u8,
    /// Bits of the greatest code of a stone.
    pub(crate) planes: u8,
}

impl Shape {
    /// The board of the thesis. The hot paths of rollouts are compiled for it and for any other
    /// board: shifts by a constant and loops of a constant length take half the instructions.
    pub(crate) const THESIS: Self = Self::new(9, 9, 7);

    /// A board of this size for this number of colours.
    pub(crate) const fn new(width: u8, height: u8, colours: u8) -> Self {
        Self { width, height, planes: (u8::BITS - colours.leading_zeros()) as u8 }
    }

    /// The distances from a cell to the next one in the four directions of lines.
    pub(crate) const fn steps(self) -> [u32; 4] {
        let width = self.width as u32;
        [1, width - 1, width, width + 1]
    }

    pub(crate) const fn cells(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// All cells of the board.
    #[inline]
    pub(crate) fn all<B: Bits>(self) -> B {
        B::below(self.cells())
    }

    pub(crate) const fn holds(self, cell: Cell) -> bool {
        cell.column < self.width && cell.row < self.height
    }

    /// The index of a cell; for a cell off the board, it may be that of another cell or out of
    /// range.
    pub(crate) const fn index(self, cell: Cell) -> usize {
        cell.row as usize * self.width as usize + cell.column as usize
    }

    pub(crate) const fn cell(self, index: usize) -> Cell {
        /// Rounded up, so that a multiplication and a shift divide exactly, which a test checks for
        /// every index and width.
        const RECIPROCALS: [u32; 32] = {
            let mut table = [0; 32];
            let mut width = 1;
            while width < 32 {
                table[width as usize] = 65_536 / width + 1;
                width += 1;
            }
            table
        };
        let row = ((index as u32 & 0x1FF) * RECIPROCALS[self.width as usize & 31]) >> 16;
        Cell::new((index as u32).wrapping_sub(row * self.width as u32) as u8, row as u8)
    }

    /// The number of symmetries: 8 for a square board, otherwise 4.
    pub(crate) const fn symmetries(self) -> usize {
        if self.width == self.height { 8 } else { 4 }
    }

    /// The image of a cell. On a square board the symmetries are those of [`Cell::transform`]; on
    /// an oblong board, number 1 is the half turn, 2 mirrors left and right, 3 mirrors top and
    /// bottom.
    pub(crate) const fn transform(self, symmetry: usize, cell: Cell) -> Cell {
        if self.width == self.height {
            return cell.transform(symmetry, self.width);
        }
        let column = (self.width - 1).saturating_sub(cell.column);
        let row = (self.height - 1).saturating_sub(cell.row);
        match symmetry {
            1 => Cell::new(column, row),
            2 => Cell::new(column, cell.row),
            3 => Cell::new(cell.column, row),
            _ => cell,
        }
    }

    /// All cells but the first column, and all cells but the last column, including cells beyond
    /// the board.
    #[inline]
    pub(crate) fn columns<B: Bits>(self) -> [B; 2] {
        [B::NOT_FIRST[self.row_length()], B::NOT_LAST[self.row_length()]]
    }

    const fn row_length(self) -> usize {
        // Lets the compiler remove the bounds checks; widths are at most 20.
        self.width as usize & 31
    }

    /// The cells to the right, to the left, below and above the cells of a set; some may be beyond
    /// the board.
    #[inline]
    pub(crate) fn sides<B: Bits>(self, cells: B) -> [B; 4] {
        let width = u32::from(self.width);
        let [not_first, not_last] = self.columns::<B>();
        [cells.up(1) & not_first, cells.down(1) & not_last, cells.up(width), cells.down(width)]
    }

    /// The union of [`Self::sides`].
    #[inline]
    pub(crate) fn neighbours<B: Bits>(self, cells: B) -> B {
        let [right, left, below, above] = self.sides(cells);
        right | left | below | above
    }

    /// All cells of `open` that are connected with `seeds`, a subset, by orthogonal paths within
    /// `open`.
    #[inline]
    pub(crate) fn flood<B: Bits>(self, open: B, seeds: B) -> B {
        self.flood_until(open, seeds, B::EMPTY)
    }

    /// The region of `open` whose lowest cell is `lowest`, in a word that begins a row above that
    /// cell: its cells, and those of `stones` beside it. The second part is `None` if the region
    /// extends below the word; the first is then incomplete.
    ///
    /// Most regions of a crowded board fit a word, which takes half the instructions.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "for the constants of the shape")]
    pub(crate) fn small_region<B: Bits>(self, open: B, stones: B, lowest: usize) -> (u64, Option<u64>) {
        let width = self.row_length() as u32;
        let first = lowest as i32 - width as i32;
        let [not_first, not_last] = self.columns::<B>().map(|columns| columns.window(first));
        let (open, stones) = (open.window(first), stones.window(first));
        let (right_open, left_open) = (open & not_first, open & not_last);
        // Rows first, then the columns of the cells just reached.
        let step = |cells: u64| {
            let rows = cells | cells << 1 & right_open | cells >> 1 & left_open;
            rows | (rows << width | rows >> width) & open
        };
        let mut cells = 1 << width;
        loop {
            // One branch for two steps, because the number of steps is hard to predict.
            let one = step(cells);
            cells = step(one);
            if cells == one {
                break;
            }
        }
        let near = (cells << 1 & not_first | cells >> 1 & not_last | cells << width | cells >> width) & stones;
        (cells, (cells >> (64 - width) == 0).then_some(near))
    }

    /// Whether a path within `open` connects a cell of `seeds` with a cell of `goal`; both are
    /// subsets of `open`.
    #[inline]
    pub(crate) fn connects<B: Bits>(self, open: B, seeds: B, goal: B) -> bool {
        !(self.flood_until(open, seeds, goal) & goal).is_empty()
    }

    /// A flood fill that may end when it touches `goal`.
    #[inline]
    fn flood_until<B: Bits>(self, open: B, seeds: B, goal: B) -> B {
        let width = u32::from(self.width);
        let [right_open, left_open] = self.columns::<B>().map(|columns| columns & open);
        let mut reached = seeds;
        loop {
            // Rows first, then the columns of the cells just reached: one step turns one corner.
            let rows = reached | reached.up(1) & right_open | reached.down(1) & left_open;
            let next = rows | (rows.up(width) | rows.down(width)) & open;
            if next == reached || !(next & goal).is_empty() {
                return next;
            }
            reached = next;
        }
    }

    /// The cells of `stones`, all of one colour, that stand in a run of five or more: in a row, a
    /// column or a diagonal.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "for the constants of the shape")]
    pub(crate) fn runs<B: Bits>(self, stones: B) -> B {
        let mut found = B::EMPTY;
        for step in self.steps() {
            let pairs = stones & stones.down(step);
            let fours = pairs & pairs.down(2 * step);
            // These may include runs that wrap around an edge. They are rare, so this work is too.
            if !fours.is_empty() {
                found = found | self.runs_along(step, fours & fours.down(step));
            }
        }
        found
    }

    /// Whether a stone on a cell may stand in a run with `stones` of its colour. `false` is
    /// certain. It is much faster than searching for runs, and nearly always sufficient.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "for the constants of the shape")]
    pub(crate) fn may_be_in_run<B: Bits>(self, stones: B, cell: usize) -> bool {
        if self != Self::THESIS {
            return true;
        }
        let near = stones & B::STARS[cell & 127];
        !near.without_lowest().without_lowest().without_lowest().is_empty()
    }

    /// The cells of the runs that start at `starts` and continue in steps of `step`, without runs
    /// that wrap around.
    #[cold]
    fn runs_along<B: Bits>(self, step: u32, starts: B) -> B {
        let width = u32::from(self.width);
        let [not_first, not_last] = self.columns::<B>();
        let mut starts = starts;
        // A run that changes columns cannot start in the last four, or the first four, of a row.
        for column in 0..u32::from(RUN) - 1 {
            if step == 1 || step == width + 1 {
                starts = starts & not_last.down(column);
            } else if step == width - 1 {
                starts = starts & not_first.up(column);
            }
        }
        let pairs = starts | starts.up(step);
        let fours = pairs | pairs.up(2 * step);
        fours | starts.up(2 * step).up(2 * step)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Wide;
    use alloc::vec::Vec;
    use gambol_core::random::{Seed, below};

    const SHAPES: [Shape; 6] = [
        Shape::new(5, 5, 7),
        Shape::new(9, 9, 7),
        Shape::new(20, 6, 7),
        Shape::new(5, 20, 7),
        Shape::new(20, 15, 7),
        Shape::new(17, 17, 7),
    ];

    /// Finds runs by walking from every stone in every direction.
    fn runs_by_walking(shape: Shape, stones: &[bool]) -> Vec<bool> {
        let (width, height) = (i32::from(shape.width), i32::from(shape.height));
        let at =
            |x: i32, y: i32| (0..width).contains(&x) && (0..height).contains(&y) && stones[(y * width + x) as usize];
        let in_run = |x: i32, y: i32| {
            at(x, y)
                && [(1, 0), (0, 1), (1, 1), (1, -1)].iter().any(|&(dx, dy)| {
                    let length = |sign: i32| (1..20).take_while(|k| at(x + sign * k * dx, y + sign * k * dy)).count();
                    length(1) + length(-1) + 1 >= 5
                })
        };
        (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).map(|(x, y)| in_run(x, y)).collect()
    }

    fn check_runs<B: Bits>(shape: Shape) {
        let mut rng = Seed::new(5).rng();
        for round in 0..2_000 {
            let density = 30 + round % 60;
            let stones: Vec<bool> = (0..shape.cells()).map(|_| below(&mut rng, 100) < density).collect();
            let set =
                stones.iter().enumerate().filter(|(_, stone)| **stone).fold(B::EMPTY, |set, (i, _)| set | B::bit(i));
            let runs = shape.runs(set);
            let expected = runs_by_walking(shape, &stones);
            assert!((0..shape.cells()).all(|cell| !runs.has(cell) || shape.may_be_in_run(set, cell)), "{shape:?}");
            assert!(
                (0..B::CELLS).all(|i| runs.has(i) == expected.get(i).is_some_and(|&run| run)),
                "{shape:?} {stones:?}"
            );
        }
    }

    #[test]
    fn runs_are_found_and_never_wrap() {
        for shape in SHAPES {
            check_runs::<Wide>(shape);
            if shape.cells() <= 128 {
                check_runs::<u128>(shape);
            }
        }
    }

    /// Compares the region in a word with the region on the whole board.
    fn check_small_region<B: Bits>(shape: Shape, open: B, region: B) {
        let stones = shape.all::<B>() & !open;
        let first = region.lowest() as i32 - i32::from(shape.width);
        let (cells, near) = shape.small_region(open, stones, region.lowest());
        let cells = B::at(cells, first);
        if let Some(near) = near {
            assert_eq!(cells, region);
            assert_eq!(B::at(near, first), shape.neighbours(region) & stones);
        } else {
            assert_eq!(shape.flood(open, cells), region);
        }
    }

    fn check_floods<B: Bits>(shape: Shape) {
        let mut rng = Seed::new(6).rng();
        for _ in 0..200 {
            let open =
                (0..shape.cells()).filter(|_| below(&mut rng, 100) < 60).fold(B::EMPTY, |set, i| set | B::bit(i));
            if open.is_empty() {
                continue;
            }
            let seed = open.nth(below(&mut rng, open.count()));
            let mut reached = alloc::vec![seed];
            let mut done = 0;
            while done < reached.len() {
                let cell = shape.cell(reached[done]);
                done += 1;
                for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                    let x = i32::from(cell.column) + dx;
                    let y = i32::from(cell.row) + dy;
                    if (0..i32::from(shape.width)).contains(&x) && (0..i32::from(shape.height)).contains(&y) {
                        let next = shape.index(Cell::new(x as u8, y as u8));
                        if open.has(next) && !reached.contains(&next) {
                            reached.push(next);
                        }
                    }
                }
            }
            let expected = reached.iter().fold(B::EMPTY, |set, &i| set | B::bit(i));
            let region = shape.flood(open, B::bit(seed));
            assert_eq!(region, expected);
            check_small_region(shape, open, region);
        }
    }

    #[test]
    fn floods_reach_what_paths_reach() {
        for shape in SHAPES {
            check_floods::<Wide>(shape);
            if shape.cells() <= 128 {
                check_floods::<u128>(shape);
            }
        }
    }

    #[test]
    fn cells_and_indices_come_back() {
        for width in 5..=20 {
            let shape = Shape::new(width, (300 / u16::from(width)).min(20) as u8, 7);
            for index in 0..shape.cells() {
                let cell = shape.cell(index);
                assert!(shape.holds(cell));
                assert_eq!(shape.index(cell), index);
            }
        }
    }
}
