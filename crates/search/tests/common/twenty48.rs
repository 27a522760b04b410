//! 2048: common ground with other libraries under chance.
#![allow(dead_code)] // each test file uses its own part

use std::ops::ControlFlow;
use std::sync::LazyLock;

use gambol_core::random::below;
use gambol_core::{Game, Player, Rng, Turn};

/// A board of sixteen cells of four bits, a tile's power of two in each; the game ends when no
/// slide moves a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Twenty48 {
    board: u64,
    score: i64,
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

/// A new tile: its cell and its power of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Tile(u8, u8);

const SLIDES: [Slide; 4] = [Slide::Left, Slide::Right, Slide::Up, Slide::Down];

/// Every row slid to the left, its points, and the row slid to the right.
static ROWS: LazyLock<Vec<(u16, u16, u32)>> = LazyLock::new(|| {
    let left = |row: u16| {
        let (mut out, mut length, mut points, mut open) = ([0_u16; 4], 0, 0, false);
        for tile in (0..4).map(|cell| row >> (4 * cell) & 15).filter(|&tile| tile != 0) {
            if open && out[length - 1] == tile && tile < 15 {
                out[length - 1] += 1;
                points += 1_u32 << (tile + 1);
                open = false;
            } else {
                out[length] = tile;
                length += 1;
                open = true;
            }
        }
        (out.iter().rev().fold(0, |row, &tile| row << 4 | tile), points)
    };
    let reverse = |row: u16| row >> 12 | row >> 4 & 0xF0 | (row & 0xF0) << 4 | row << 12;
    (0..=u16::MAX)
        .map(|row| {
            let (to_left, points) = left(row);
            (to_left, reverse(left(reverse(row)).0), points)
        })
        .collect()
});

fn transpose(x: u64) -> u64 {
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
fn empty(board: u64) -> u64 {
    let taken = board | board >> 1;
    !(taken | taken >> 2) & 0x1111_1111_1111_1111
}

impl Twenty48 {
    /// An empty board, on which the first tile is due.
    pub(crate) fn new() -> Self {
        Self { board: 0, score: 0, turn: Turn::Chance }
    }

    fn slid(&self, slide: Slide) -> (u64, u32) {
        let upright = matches!(slide, Slide::Up | Slide::Down);
        let board = if upright { transpose(self.board) } else { self.board };
        let (mut after, mut points) = (0, 0);
        for row in (0..4).rev() {
            let (left, right, gained) = ROWS[(board >> (16 * row) & 0xFFFF) as usize];
            after = after << 16 | u64::from(if matches!(slide, Slide::Left | Slide::Up) { left } else { right });
            points += gained;
        }
        (if upright { transpose(after) } else { after }, points)
    }

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
        self.score
    }

    #[inline]
    fn visit_actions<F: FnMut(Slide) -> ControlFlow<()>>(&self, mut visit: F) -> ControlFlow<()> {
        if self.turn != Turn::Player(Player::First) {
            return ControlFlow::Continue(());
        }
        for slide in SLIDES {
            if self.slid(slide).0 != self.board {
                visit(slide)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn visit_outcomes<F: FnMut(Tile, f64) -> ControlFlow<()>>(&self, mut visit: F) -> ControlFlow<()> {
        if self.turn != Turn::Chance {
            return ControlFlow::Continue(());
        }
        let mut cells = empty(self.board);
        let each = 1.0 / f64::from(cells.count_ones());
        while cells != 0 {
            let cell = (cells.trailing_zeros() / 4) as u8;
            visit(Tile(cell, 1), 0.9 * each)?;
            visit(Tile(cell, 2), 0.1 * each)?;
            cells &= cells - 1;
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn play(&mut self, slide: Slide) {
        let (board, points) = self.slid(slide);
        self.board = board;
        self.score += i64::from(points);
        self.turn = Turn::Chance;
    }

    #[inline]
    fn resolve(&mut self, Tile(cell, tile): Tile) {
        let first = self.board == 0;
        self.board |= u64::from(tile) << (4 * cell);
        // Two tiles begin the game.
        self.turn = match () {
            () if first => Turn::Chance,
            () if self.can_move() => Turn::Player(Player::First),
            () => Turn::Over,
        };
    }

    #[inline]
    fn random_action<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Slide> {
        if self.turn != Turn::Player(Player::First) {
            return None;
        }
        // Draws until a slide moves something.
        loop {
            let slide = SLIDES[below(rng, 4) as usize];
            if self.slid(slide).0 != self.board {
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
        Some(Tile((cells.trailing_zeros() / 4) as u8, 1 + u8::from(drawn.is_multiple_of(10))))
    }
}
