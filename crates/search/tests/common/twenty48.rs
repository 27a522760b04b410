//! 2048: common ground with other libraries under chance.
#![allow(dead_code)] // each test file uses its own part

use std::ops::ControlFlow;

use gambol_core::random::below;
use gambol_core::{Game, Player, Rng, Turn, mix};

/// A board of sixteen cells of four bits, a tile's power of two in each; the game ends when no
/// slide moves a tile.
///
/// The score follows from the board and the number of 4s that chance put there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Twenty48 {
    board: u64,
    fours: u32,
    turn: Turn,
}

/// A slide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Slide {
    Left,
    Right,
    Up,
    Down,
}

/// A new tile: the bits of the board that it sets, its power of two in the nibble of its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Tile(u64);

/// The lowest bit of each cell.
const CELLS: u64 = 0x1111_1111_1111_1111;

const SLIDES: [Slide; 4] = [Slide::Left, Slide::Right, Slide::Up, Slide::Down];

/// Every row slid to the left, and in the upper half slid to the right.
#[allow(long_running_const_eval)] // A table of 65,536 rows.
static ROWS: [u32; 1 << 16] = {
    let mut rows = [0; 1 << 16];
    let mut row = 0;
    while row < 1 << 16 {
        rows[row as usize] = slid_left(row) | reversed(slid_left(reversed(row))) << 16;
        row += 1;
    }
    rows
};

const fn slid_left(row: u32) -> u32 {
    let (mut out, mut length, mut open, mut cell) = (0, 0, false, 0);
    while cell < 4 {
        let tile = row >> (4 * cell) & 15;
        if tile != 0 && open && out >> (4 * (length - 1)) == tile && tile < 15 {
            out += 1 << (4 * (length - 1));
            open = false;
        } else if tile != 0 {
            out |= tile << (4 * length);
            length += 1;
            open = true;
        }
        cell += 1;
    }
    out
}

/// Points of the tiles of every row, as if all had grown from 2s: a tile of 2ⁿ made (n - 1) 2ⁿ.
#[allow(long_running_const_eval)]
static POINTS: [u32; 1 << 16] = {
    let mut points = [0; 1 << 16];
    let mut row = 0;
    while row < 1 << 16 {
        let mut cell = 0;
        while cell < 4 {
            let tile = row >> (4 * cell) & 15;
            if tile > 1 {
                points[row] += (tile as u32 - 1) << tile;
            }
            cell += 1;
        }
        row += 1;
    }
    points
};

const fn reversed(row: u32) -> u32 {
    row >> 12 | row >> 4 & 0xF0 | (row & 0xF0) << 4 | (row & 15) << 12
}

/// The rows of a board slid to the left, and to the right.
#[inline]
fn slid_rows(board: u64) -> (u64, u64) {
    let row = |number: u32| u64::from(ROWS[usize::from((board >> (16 * number)) as u16)]);
    let [a, b, c, d] = [row(0), row(1), row(2), row(3)];
    let left = (a & 0xFFFF) | (b & 0xFFFF) << 16 | (c & 0xFFFF) << 32 | d << 48;
    let right = a >> 16 | (b & 0xFFFF_0000) | (c & 0xFFFF_0000) << 16 | (d & 0xFFFF_0000) << 32;
    (left, right)
}

/// The boards after all four slides, in their order.
#[inline]
pub(crate) fn all_slid(board: u64) -> [u64; 4] {
    let (left, right) = slid_rows(board);
    let (up, down) = slid_rows(transpose(board));
    [left, right, transpose(up), transpose(down)]
}

/// Rows become columns.
#[inline]
pub(crate) fn transpose(x: u64) -> u64 {
    let a = x & 0xF0F0_0F0F_F0F0_0F0F;
    let b = x & 0x0000_F0F0_0000_F0F0;
    let c = x & 0x0F0F_0000_0F0F_0000;
    let x = a | b << 12 | c >> 12;
    let a = x & 0xFF00_FF00_00FF_00FF;
    let b = x & 0x00FF_00FF_0000_0000;
    let c = x & 0x0000_0000_FF00_FF00;
    a | b >> 24 | c << 24
}

/// A bit for every empty cell: the lowest of its four.
#[inline]
pub(crate) fn empty(board: u64) -> u64 {
    let taken = board | board >> 1;
    !(taken | taken >> 2) & CELLS
}

impl Twenty48 {
    /// An empty board, on which the first tile is due.
    pub(crate) fn new() -> Self {
        Self { board: 0, fours: 0, turn: Turn::Chance }
    }

    /// The board: a nibble for each cell, row by row, the lowest for the first.
    pub(crate) fn board(&self) -> u64 {
        self.board
    }

    #[inline]
    fn slid(&self, slide: Slide) -> u64 {
        let rows = |board| {
            let (left, right) = slid_rows(board);
            if matches!(slide, Slide::Left | Slide::Up) { left } else { right }
        };
        if matches!(slide, Slide::Left | Slide::Right) {
            rows(self.board)
        } else {
            transpose(rows(transpose(self.board)))
        }
    }

    #[inline]
    fn can_move(&self) -> bool {
        if empty(self.board) != 0 {
            return true;
        }
        // Full: two equal neighbours.
        let same = |difference: u64, cells: u64| empty(difference) & cells != 0;
        same(self.board ^ self.board >> 4, 0x0111_0111_0111_0111)
            || same(self.board ^ self.board >> 16, 0x1111_1111_1111)
    }
}

impl Game for Twenty48 {
    type Action = Slide;
    type Outcome = Tile;
    const PLAYERS: usize = 1;

    #[inline]
    fn turn(&self) -> Turn {
        self.turn
    }

    #[inline]
    fn score(&self) -> i64 {
        let points = |number: u32| i64::from(POINTS[usize::from((self.board >> (16 * number)) as u16)]);
        points(0) + points(1) + points(2) + points(3) - 4 * i64::from(self.fours)
    }

    #[inline]
    fn visit_actions<F: FnMut(Slide) -> ControlFlow<()>>(&self, mut visit: F) -> ControlFlow<()> {
        if self.turn != Turn::Player(Player::First) {
            return ControlFlow::Continue(());
        }
        for (slide, after) in SLIDES.into_iter().zip(all_slid(self.board)) {
            if after != self.board {
                visit(slide)?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn visit_afterstates<F: FnMut(Slide, Self) -> ControlFlow<()>>(&self, mut visit: F) -> ControlFlow<()> {
        if self.turn != Turn::Player(Player::First) {
            return ControlFlow::Continue(());
        }
        let boards = all_slid(self.board);
        for slide in SLIDES {
            let board = boards[slide as usize];
            if board != self.board {
                visit(slide, Self { board, turn: Turn::Chance, ..*self })?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn visit_outcomes<F: FnMut(Tile, f64) -> ControlFlow<()>>(&self, mut visit: F) -> ControlFlow<()> {
        if self.turn != Turn::Chance {
            return ControlFlow::Continue(());
        }
        let mut cells = empty(self.board);
        let each = 1.0 / f64::from(cells.count_ones());
        let [two, four] = [0.9 * each, 0.1 * each];
        while cells != 0 {
            let cell = cells & cells.wrapping_neg();
            for (tile, probability) in [(cell, two), (cell << 1, four)] {
                visit(Tile(tile), probability)?;
            }
            cells ^= cell;
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn play(&mut self, slide: Slide) {
        self.board = self.slid(slide);
        self.turn = Turn::Chance;
    }

    #[inline]
    fn resolve(&mut self, Tile(tile): Tile) {
        let first = self.board == 0;
        self.board |= tile;
        self.fours += u32::from(tile & CELLS == 0);
        // Two tiles begin the game.
        self.turn = match () {
            () if first => Turn::Chance,
            () if self.can_move() => Turn::Player(Player::First),
            () => Turn::Over,
        };
    }

    /// Without the score, on which nothing to come depends.
    #[inline]
    fn key(&self) -> u64 {
        mix(self.board, u64::from(self.turn == Turn::Chance))
    }

    #[inline]
    fn random_action<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Slide> {
        if self.turn != Turn::Player(Player::First) {
            return None;
        }
        // Draws until a slide moves something.
        loop {
            let slide = SLIDES[below(rng, 4) as usize];
            if self.slid(slide) != self.board {
                return Some(slide);
            }
        }
    }

    #[inline]
    fn random_outcome<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Tile> {
        if self.turn != Turn::Chance {
            return None;
        }
        let mut cells = empty(self.board);
        let drawn = below(rng, cells.count_ones() * 10);
        for _ in 0..drawn / 10 {
            cells &= cells - 1;
        }
        let cell = cells & cells.wrapping_neg();
        Some(Tile(cell << u32::from(drawn.is_multiple_of(10))))
    }
}
