//! Moves: listing, paths, and checks of legality.

use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use gambol_core::{Cell, Illegal};

use crate::bits::Bits;
use crate::rules::MOST_CELLS;
use crate::shape::Shape;
use crate::state::{FiveOrMore, Phase};

/// A move: the stone on `from` goes to `to`, along a path of empty cells. Its text is `c3-e5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The cell of the stone.
    pub from: Cell,
    /// The empty target cell.
    pub to: Cell,
}

impl Move {
    /// The move from one cell to another. Whether it is legal depends on the state.
    #[must_use]
    pub const fn new(from: Cell, to: Cell) -> Self {
        Self { from, to }
    }
}

/// The cells of a set, from the top left, row by row.
#[derive(Clone, Debug)]
pub struct Cells<B> {
    cells: B,
    shape: Shape,
}

impl<B: Bits> Cells<B> {
    pub(crate) const fn new(cells: B, shape: Shape) -> Self {
        Self { cells, shape }
    }
}

impl<B: Bits> Iterator for Cells<B> {
    type Item = Cell;

    fn next(&mut self) -> Option<Cell> {
        if self.cells.is_empty() {
            return None;
        }
        let cell = self.shape.cell(self.cells.lowest());
        self.cells = self.cells.without_lowest();
        Some(cell)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.cells.count() as usize;
        (count, Some(count))
    }
}

impl<B: Bits> ExactSizeIterator for Cells<B> {}

/// The greatest number of regions of empty cells: every second cell, as on a chessboard.
const MOST_REGIONS: usize = MOST_CELLS.div_ceil(2);

/// Pairs that [`FiveOrMore::list_pairs`] adds at a time.
const BLOCK: usize = 16;

/// Calls `visit` with the cells of a set, the lowest first, word by word.
#[inline]
fn each_cell<B: Bits>(cells: B, mut visit: impl FnMut(u32)) {
    for (mut word, first) in cells.words().zip((0..).step_by(64)) {
        while word != 0 {
            visit(first + word.trailing_zeros());
            word &= word - 1;
        }
    }
}

/// Appends the cells of a set to a list, each plus `row`.
#[inline]
fn extend<B: Bits>(list: &mut Vec<u32>, cells: B, mut row: u32) {
    /// Cells at a time: few, since most sets are small, but enough for one loop to do.
    const FEW: usize = 8;
    for mut word in cells.words() {
        let length = list.len() + word.count_ones() as usize;
        while word != 0 {
            let mut block = [row; FEW];
            for cell in &mut block {
                *cell += word.trailing_zeros();
                word &= word.wrapping_sub(1);
            }
            list.extend_from_slice(&block);
        }
        list.truncate(length);
        row += 64;
    }
}

/// The connected regions of empty cells.
struct Regions<B> {
    list: [B; MOST_REGIONS],
    count: usize,
}

impl<B: Bits> Regions<B> {
    fn new(shape: Shape, empty: B) -> Self {
        let mut regions = Self { list: [B::EMPTY; MOST_REGIONS], count: 0 };
        let mut rest = empty;
        while !rest.is_empty() && regions.count < MOST_REGIONS {
            let lowest = rest.lowest();
            let first = lowest as i32 - i32::from(shape.width);
            let region = match shape.small_region(rest, B::EMPTY, lowest) {
                (cells, Some(_)) => B::at(cells, first),
                (cells, None) => shape.flood(rest, B::at(cells, first)),
            };
            rest = rest & !region;
            regions.list[regions.count] = region;
            regions.count += 1;
        }
        regions
    }

    /// The cells reached by paths from a cell with these empty neighbours.
    fn touched_by(&self, neighbours: B) -> B {
        let mut reached = B::EMPTY;
        let mut rest = neighbours;
        for &region in self.list.iter().take(self.count) {
            if !(region & rest).is_empty() {
                reached = reached | region;
                rest = rest & !region;
                if rest.is_empty() {
                    break;
                }
            }
        }
        reached
    }
}

impl<B: Bits> FiveOrMore<B> {
    /// The cells that the stone on a cell can reach by paths; none if the cell has no stone.
    ///
    /// ```
    /// use gambol_five_or_more::FiveOrMore;
    /// let state: FiveOrMore = "1b7/ab7/2c6/9/9/9/9/9/9 abc 0 m".parse()?;
    /// // Of 77 empty cells all but a1, which is cut off.
    /// assert_eq!(state.targets("c3".parse()?).count(), 76);
    /// assert_eq!(state.targets("a1".parse()?).count(), 0);
    /// # Ok::<(), gambol_core::TextError>(())
    /// ```
    pub fn targets(&self, from: Cell) -> Cells<B> {
        Cells::new(self.reach(from), self.shape())
    }

    /// A shortest path of a stone, including both ends; `None` if there is no path. Allocates.
    ///
    /// Of all shortest paths, it prefers steps up, then left, right and down.
    ///
    /// ```
    /// use gambol_five_or_more::FiveOrMore;
    /// let state: FiveOrMore = "a4/b4/5/5/5 abc 0 m colours=7,size=5x5".parse()?;
    /// let path = state.path("a1".parse()?, "a3".parse()?).unwrap_or_default();
    /// let path: Vec<String> = path.iter().map(|cell| cell.to_string()).collect();
    /// assert_eq!(path, ["a1", "b1", "b2", "b3", "a3"]);
    /// # Ok::<(), gambol_core::TextError>(())
    /// ```
    pub fn path(&self, from: Cell, to: Cell) -> Option<Vec<Cell>> {
        let shape = self.shape();
        if !shape.holds(from) || !shape.holds(to) || !self.reach(from).has(shape.index(to)) {
            return None;
        }
        // Rings of cells around the target, each one step farther than the last, until they touch
        // the stone.
        let start = shape.neighbours(B::bit(shape.index(from)));
        let mut rings = alloc::vec![B::bit(shape.index(to))];
        let mut open = self.board.empty();
        while let Some(&ring) = rings.last() {
            if ring.is_empty() || !(ring & start).is_empty() {
                break;
            }
            open = open & !ring;
            rings.push(shape.neighbours(ring) & open);
        }
        let mut path = alloc::vec![from];
        let mut near = start;
        while let Some(ring) = rings.pop() {
            let step = shape.cell((ring & near).lowest());
            near = shape.neighbours(B::bit(shape.index(step)));
            path.push(step);
        }
        Some(path)
    }

    fn reach(&self, from: Cell) -> B {
        let shape = self.shape();
        if !shape.holds(from) || self.board.code(shape.index(from)) == 0 {
            return B::EMPTY;
        }
        let empty = self.board.empty();
        shape.flood(empty, shape.neighbours(B::bit(shape.index(from))) & empty)
    }

    pub(crate) fn list_moves(&self, mut visit: impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.phase != Phase::Move {
            return ControlFlow::Continue(());
        }
        let (shape, empty) = (self.shape(), self.board.empty());
        let regions = Regions::new(shape, empty);
        let mut stones = self.board.occupied(self.shape());
        while !stones.is_empty() {
            let from = stones.lowest();
            stones = stones.without_lowest();
            let mut targets = regions.touched_by(shape.neighbours(B::bit(from)) & empty);
            let from = shape.cell(from);
            while !targets.is_empty() {
                visit(Move { from, to: shape.cell(targets.lowest()) })?;
                targets = targets.without_lowest();
            }
        }
        ControlFlow::Continue(())
    }

    /// Calls `visit` with the cell number of every stone that can move and the cells that it can
    /// reach, in the order of the legal moves.
    #[inline]
    pub(crate) fn visit_reaches(&self, mut visit: impl FnMut(usize, B)) {
        if self.phase != Phase::Move {
            return;
        }
        let (shape, empty) = (self.shape(), self.board.empty());
        let regions = Regions::new(shape, empty);
        // Only stones beside an empty cell can move.
        let mut stones = self.board.occupied(shape) & shape.neighbours(empty);
        while !stones.is_empty() {
            let from = stones.lowest();
            stones = stones.without_lowest();
            visit(from, regions.touched_by(shape.neighbours(B::bit(from)) & empty));
        }
    }

    /// Appends `cells * from + to` for every legal move, in their order.
    ///
    /// Most stones touch one region of empty cells. Its cells are listed once, and every stone adds
    /// its row to them, a block at a time.
    pub(crate) fn list_pairs(&self, pairs: &mut Vec<u32>) {
        if self.phase != Phase::Move {
            return;
        }
        let shape = self.shape();
        if shape == Shape::THESIS { self.list_pairs_on(Shape::THESIS, pairs) } else { self.list_pairs_on(shape, pairs) }
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "for the constants of the shape")]
    fn list_pairs_on(&self, shape: Shape, pairs: &mut Vec<u32>) {
        let empty = self.board.empty();
        let beside_empty = shape.neighbours(empty);
        // Regions of one cell are the majority on a crowded board, and need no flood.
        let single = empty & !beside_empty;
        let regions = Regions::new(shape, empty & !single);
        // The cells by region, and the region of each cell.
        let (mut cells, mut region_of) = ([0_u16; MOST_CELLS + BLOCK], [0_u8; MOST_CELLS]);
        let (mut ends, mut end) = ([0_u16; MOST_REGIONS + 1], 0);
        for (number, &region) in regions.list.iter().take(regions.count).enumerate() {
            each_cell(region, |cell| {
                (cells[end], region_of[cell as usize]) = (cell as u16, number as u8);
                end += 1;
            });
            ends[number + 1] = end as u16;
        }
        let mut stones = self.board.occupied(shape) & beside_empty;
        while !stones.is_empty() {
            let from = stones.lowest();
            stones = stones.without_lowest();
            let row = (shape.cells() * from) as u32;
            let beside = shape.neighbours(B::bit(from)) & empty;
            let (mut reach, mut rest) = (beside & single, beside & !single);
            if reach.is_empty() {
                let number = usize::from(region_of[rest.lowest()]);
                if (rest & !regions.list[number]).is_empty() {
                    let [start, end] = [ends[number], ends[number + 1]].map(usize::from);
                    let length = pairs.len() + end - start;
                    for start in (start..end).step_by(BLOCK) {
                        let mut block = [row; BLOCK];
                        for (pair, &cell) in block.iter_mut().zip(&cells[start..]) {
                            *pair += u32::from(cell);
                        }
                        pairs.extend_from_slice(&block);
                    }
                    pairs.truncate(length);
                    continue;
                }
            }
            while !rest.is_empty() {
                let region = regions.list[usize::from(region_of[rest.lowest()])];
                (reach, rest) = (reach | region, rest & !region);
            }
            extend(pairs, reach, row);
        }
    }

    /// Returns an error if a move is not legal here.
    pub(crate) fn judge_move(&self, action: Move) -> Result<(), Illegal> {
        let Move { from, to } = action;
        let shape = self.shape();
        let refuse = |rule| Err(Illegal::new(action.to_string(), rule));
        if self.phase != Phase::Move {
            return refuse("no move is due: chance has its turn".into());
        }
        if self.board.is_full() {
            return refuse("the game is over: the board is full".into());
        }
        for cell in [from, to] {
            if !shape.holds(cell) {
                return refuse(format!("{cell} is not on the board of {}×{} cells", shape.width, shape.height));
            }
        }
        if self.board.code(shape.index(from)) == 0 {
            return refuse(format!("there is no stone on {from}"));
        }
        if !self.board.empty().has(shape.index(to)) {
            return refuse(format!("{to} is not empty"));
        }
        if !self.reach(from).has(shape.index(to)) {
            return refuse(format!("no path of empty cells leads from {from} to {to}"));
        }
        Ok(())
    }
}
