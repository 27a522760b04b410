//! Moves: listing, paths, and checks of legality.

use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::ops::{ControlFlow, Range};

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

/// Cells that [`FiveOrMore::list_pairs`] adds at a time.
const BLOCK: usize = 16;

/// A row of a mask with fewer cells is rewritten, not copied.
const FEW: usize = 8;

/// Room for the cells of any board and of the board of the thesis, and for a block more.
const ROOM: usize = MOST_CELLS + BLOCK;
const THESIS_ROOM: usize = 81 + BLOCK;

/// The words of a set, with the cell of the lowest bit of each.
#[inline]
fn words<B: Bits>(cells: B) -> impl Iterator<Item = (u64, i32)> {
    cells.words().zip((0..).step_by(64))
}

/// Calls `visit` with the cells of a set, the lowest first, word by word.
#[inline(always)]
#[expect(clippy::inline_always, reason = "for the constants of the shape")]
fn each_cell<B: Bits>(cells: B, mut visit: impl FnMut(usize)) {
    for (word, first) in words(cells) {
        each_bit(word, first, &mut visit);
    }
}

/// Calls `visit` with the cells of a word whose lowest bit is the cell `first`.
#[inline(always)]
#[expect(clippy::inline_always, reason = "for the constants of the shape")]
fn each_bit(mut word: u64, first: i32, mut visit: impl FnMut(usize)) {
    while word != 0 {
        visit((first + word.trailing_zeros() as i32) as usize);
        word &= word - 1;
    }
}

/// The positions of the bits of a byte, and their number.
static BITS: [([u32; 8], usize); 256] = {
    let mut table = [([0; 8], 0); 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte].0[table[byte].1] = bit;
                table[byte].1 += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// Writes the cells of a set, each plus `row`, and returns their number. Without a branch that
/// depends on them: writes eight entries for every byte of the set, of which the next overwrites
/// what it does not need.
#[inline(always)]
#[expect(clippy::inline_always, reason = "for the constants of the shape")]
fn write_cells<B: Bits>(shape: Shape, cells: B, mut row: u32, out: &mut [u32]) -> usize {
    let (mut at, mut left) = (0, shape.cells());
    for mut word in cells.words() {
        for _ in 0..left.min(64).div_ceil(8) {
            let (bits, count) = &BITS[(word & 255) as usize];
            if let Some(out) = out.get_mut(at..).and_then(<[u32]>::first_chunk_mut) {
                *out = bits.map(|bit| row + bit);
            }
            at += count;
            (word, row) = (word >> 8, row + 8);
        }
        left = left.saturating_sub(64);
    }
    at
}

/// The connected regions of empty cells, by the stones that touch them.
struct Regions<B, const ROOM: usize> {
    /// The stones that touch a region, and those that touch several.
    stones: B,
    several: B,
    /// The cells that each stone reaches.
    reach: [B; ROOM],
    /// The cells of all regions, region after region.
    cells: [u32; ROOM],
    /// The cells of the only region of each stone: where they begin and end in `cells`.
    spans: [(u16, u16); ROOM],
    end: u16,
}

impl<B: Bits, const ROOM: usize> Regions<B, ROOM> {
    const NONE: Self = Self {
        stones: B::EMPTY,
        several: B::EMPTY,
        reach: [B::EMPTY; ROOM],
        cells: [0; ROOM],
        spans: [(0, 0); ROOM],
        end: 0,
    };

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "for the constants of the shape")]
    fn find(&mut self, shape: Shape, empty: B, occupied: B) {
        let beside_empty = shape.neighbours(empty);
        // Regions of one cell are the majority on a crowded board, and need no flood.
        each_cell(empty & !beside_empty, |cell| {
            let region = B::bit(cell);
            self.add(region, shape.neighbours(region) & occupied);
        });
        let mut rest = empty & beside_empty;
        while !rest.is_empty() {
            let lowest = rest.lowest();
            let first = lowest as i32 - i32::from(shape.width);
            let (cells, near) = shape.small_region(rest, occupied, lowest);
            let region = if let Some(near) = near {
                let region = B::at(cells, first);
                self.add_words(region, B::at(near, first), [(cells, first)], [(near, first)]);
                region
            } else {
                let region = shape.flood(rest, B::at(cells, first));
                self.add(region, shape.neighbours(region) & occupied);
                region
            };
            rest = rest & !region;
        }
    }

    /// Adds a region with the stones that touch it.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "for the constants of the shape")]
    fn add(&mut self, region: B, near: B) {
        self.add_words(region, near, words(region), words(near));
    }

    /// Adds a region whose cells are also given as words, and so are the stones that touch it.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "for the constants of the shape")]
    fn add_words(
        &mut self,
        region: B,
        near: B,
        cells: impl IntoIterator<Item = (u64, i32)>,
        stones: impl IntoIterator<Item = (u64, i32)>,
    ) {
        let (start, mut end) = (self.end, usize::from(self.end));
        for (word, first) in cells {
            each_bit(word, first, |cell| {
                self.cells[end] = cell as u32;
                end += 1;
            });
        }
        self.end = end as u16;
        for (word, first) in stones {
            each_bit(word, first, |stone| {
                self.reach[stone] = self.reach[stone] | region;
                self.spans[stone] = (start, end as u16);
            });
        }
        self.several = self.several | self.stones & near;
        self.stones = self.stones | near;
    }

    /// The cells of the only region of a stone, in `cells`.
    #[inline]
    fn span(&self, stone: usize) -> Range<usize> {
        let (start, end) = self.spans[stone];
        start.into()..end.into()
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
        let (shape, regions) = (self.shape(), self.regions());
        let mut stones = regions.stones;
        while let Some(stone) = stones.take_lowest() {
            let (from, mut targets) = (shape.cell(stone), regions.reach[stone]);
            while !targets.is_empty() {
                visit(Move { from, to: shape.cell(targets.lowest()) })?;
                targets = targets.without_lowest();
            }
        }
        ControlFlow::Continue(())
    }

    /// Finds the regions of any board. It is called, not inlined: visitors are many, and modules
    /// for the browser are limited in size.
    #[inline(never)]
    fn regions(&self) -> Regions<B, ROOM> {
        let (shape, mut regions) = (self.shape(), Regions::NONE);
        regions.find(shape, self.board.empty(), self.board.occupied(shape));
        regions
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
        if shape == Shape::THESIS {
            self.list_pairs_on::<THESIS_ROOM>(Shape::THESIS, pairs);
        } else {
            self.list_pairs_on::<ROOM>(shape, pairs);
        }
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "for the constants of the shape")]
    fn list_pairs_on<const ROOM: usize>(&self, shape: Shape, pairs: &mut Vec<u32>) {
        let mut regions = Regions::<B, ROOM>::NONE;
        regions.find(shape, self.board.empty(), self.board.occupied(shape));
        let before = pairs.len();
        let most = regions.stones.count() as usize * self.board.free() as usize;
        pairs.resize(before + most + BLOCK, 0);
        let (out, mut at) = (&mut pairs[before..], 0);
        each_cell(regions.stones, |stone| {
            let row = (shape.cells() * stone) as u32;
            if regions.several.has(stone) {
                at += write_cells(shape, regions.reach[stone], row, &mut out[at..]);
            } else {
                let span = regions.span(stone);
                let blocks = regions.cells[span.start..].chunks_exact(BLOCK).take(span.len().div_ceil(BLOCK));
                for (out, cells) in out[at..].chunks_exact_mut(BLOCK).zip(blocks) {
                    for (pair, cell) in out.iter_mut().zip(cells) {
                        *pair = row + cell;
                    }
                }
                at += span.len();
            }
        });
        pairs.truncate(before + at);
    }

    /// Writes whether each pair of cells, with the number `cells * from + to`, is a legal move. A
    /// shorter mask is truncated, and the rest of a longer one is `false`.
    pub(crate) fn write_mask(&self, mask: &mut [bool]) {
        mask.fill(false);
        if self.phase != Phase::Move {
            return;
        }
        let shape = self.shape();
        if shape == Shape::THESIS {
            self.write_mask_on::<THESIS_ROOM>(Shape::THESIS, mask);
        } else {
            self.write_mask_on::<ROOM>(shape, mask);
        }
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "for the constants of the shape")]
    fn write_mask_on<const ROOM: usize>(&self, shape: Shape, mask: &mut [bool]) {
        let mut regions = Regions::<B, ROOM>::NONE;
        regions.find(shape, self.board.empty(), self.board.occupied(shape));
        let (cells, length) = (shape.cells(), mask.len());
        // By the beginning of a region in `cells`: the beginning of a row with this region.
        let mut rows = [None; ROOM];
        each_cell(regions.stones, |stone| {
            let row = cells * stone;
            let mut set = |cell: usize| {
                if let Some(legal) = mask.get_mut(row + cell) {
                    *legal = true;
                }
            };
            if regions.several.has(stone) {
                each_cell(regions.reach[stone], set);
                return;
            }
            let span = regions.span(stone);
            match rows[span.start] {
                Some(earlier) if span.len() >= FEW && row + cells <= length => {
                    mask.copy_within(earlier..earlier + cells, row);
                }
                _ => {
                    rows[span.start] = Some(row);
                    regions.cells[span].iter().for_each(|&cell| set(cell as usize));
                }
            }
        });
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
