//! 2048: slide the tiles of a board; equal ones merge.

use std::fmt;
use std::ops::ControlFlow;

use gambol::prelude::*;

use gambol::game::Rng;
use gambol::game::random::below;

/// A state of 2048.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Twenty48 {
    /// Rows from the top: 0 is an empty cell, 1 the tile 2, 2 the tile 4, 11 the tile 2048.
    pub board: [[u8; 4]; 4],
    /// The sum of all merged tiles.
    pub score: u32,
    /// Number of tiles that chance is about to add: 2 at the start, 1 after a slide.
    pub due: u8,
}

/// The start: an empty board.
impl Default for Twenty48 {
    fn default() -> Self {
        Self { board: [[0; 4]; 4], score: 0, due: 2 }
    }
}

/// An action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Slide {
    /// To the left edge.
    Left,
    /// To the right edge.
    Right,
    /// To the top.
    Up,
    /// To the bottom.
    Down,
}

/// An outcome of chance: a new tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tile {
    /// The cell of the new tile.
    pub cell: Cell,
    /// 1 for the tile 2, 2 for the tile 4.
    pub exponent: u8,
}

impl Slide {
    /// All four slides.
    pub const ALL: [Self; 4] = [Self::Left, Self::Right, Self::Up, Self::Down];

    /// Cell number `step` of a line, counted from the edge that the tiles slide to.
    fn cell(self, line: usize, step: usize) -> (usize, usize) {
        match self {
            Self::Left => (line, step),
            Self::Right => (line, 3 - step),
            Self::Up => (step, line),
            Self::Down => (3 - step, line),
        }
    }
}

/// Slides the tiles of a line to its front, and merges equal neighbours once. Returns the points.
fn slide_line(line: &mut [u8; 4]) -> u32 {
    let (mut length, mut points, mut can_merge) = (0, 0, false);
    for tile in std::mem::take(line).into_iter().filter(|&tile| tile > 0) {
        if can_merge && line[length - 1] == tile {
            line[length - 1] += 1;
            points += 1 << line[length - 1];
            can_merge = false;
        } else {
            line[length] = tile;
            length += 1;
            can_merge = true;
        }
    }
    points
}

impl Twenty48 {
    /// The board after a slide, and its points; `None` if no tile moves.
    pub fn slide(&self, slide: Slide) -> Option<([[u8; 4]; 4], u32)> {
        let (mut board, mut points) = (self.board, 0);
        for line in 0..4 {
            let cells = [0, 1, 2, 3].map(|step| slide.cell(line, step));
            let mut tiles = cells.map(|(row, column)| self.board[row][column]);
            points += slide_line(&mut tiles);
            for ((row, column), tile) in cells.into_iter().zip(tiles) {
                board[row][column] = tile;
            }
        }
        (board != self.board).then_some((board, points))
    }

    /// The empty cells, row by row.
    pub fn empty_cells(&self) -> impl Iterator<Item = Cell> {
        let cells = (0..4).flat_map(|row| (0..4).map(move |column| Cell::new(column, row)));
        cells.filter(|cell| self.board[usize::from(cell.row)][usize::from(cell.column)] == 0)
    }
}

impl Game for Twenty48 {
    type Action = Slide;
    type Outcome = Tile;
    const PLAYERS: usize = 1;

    fn turn(&self) -> Turn {
        if self.due > 0 {
            Turn::Chance
        } else if Slide::ALL.into_iter().any(|slide| self.slide(slide).is_some()) {
            Turn::Player(Player::First)
        } else {
            Turn::Over
        }
    }

    fn score(&self) -> i64 {
        i64::from(self.score)
    }

    fn visit_actions<F>(&self, visit: F) -> ControlFlow<()>
    where
        F: FnMut(Slide) -> ControlFlow<()>,
    {
        let is_legal = |slide: &Slide| self.due == 0 && self.slide(*slide).is_some();
        Slide::ALL.into_iter().filter(is_legal).try_for_each(visit)
    }

    fn visit_outcomes<F>(&self, mut visit: F) -> ControlFlow<()>
    where
        F: FnMut(Tile, f64) -> ControlFlow<()>,
    {
        if self.due == 0 {
            return ControlFlow::Continue(());
        }
        let each = 1.0 / self.empty_cells().count() as f64;
        self.empty_cells().try_for_each(|cell| {
            visit(Tile { cell, exponent: 1 }, 0.9 * each)?;
            visit(Tile { cell, exponent: 2 }, 0.1 * each)
        })
    }

    fn play(&mut self, action: Slide) {
        if let Some((board, points)) = self.slide(action) {
            *self = Self { board, score: self.score + points, due: 1 };
        }
    }

    fn resolve(&mut self, tile: Tile) {
        let Tile { cell, exponent } = tile;
        self.board[usize::from(cell.row)][usize::from(cell.column)] = exponent;
        self.due -= 1;
    }

    fn random_action<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Slide> {
        // In random order, the first legal slide is each legal one with the same probability.
        let mut slides = Slide::ALL;
        (1..=4).rev().filter(|_| self.due == 0).find_map(|left| {
            slides.swap(below(rng, left) as usize, left as usize - 1);
            let slide = slides[left as usize - 1];
            self.slide(slide).map(|_| slide)
        })
    }

    fn random_outcome<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Tile> {
        if self.due == 0 {
            return None;
        }
        let number = below(rng, self.empty_cells().count() as u32);
        let cell = self.empty_cells().nth(number as usize)?;
        Some(Tile { cell, exponent: if below(rng, 10) == 0 { 2 } else { 1 } })
    }
}

impl fmt::Display for Twenty48 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tile = |&exponent: &u8| if exponent == 0 { 0 } else { 1_u32 << exponent }.to_string();
        let row = |row: &[u8; 4]| row.iter().map(tile).collect::<Vec<_>>().join(",");
        let rows = self.board.iter().map(row).collect::<Vec<_>>().join("/");
        write!(f, "{rows} {} {}", self.score, self.due)
    }
}

impl fmt::Display for Slide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Left => "L",
            Self::Right => "R",
            Self::Up => "U",
            Self::Down => "D",
        })
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.cell, 1 << self.exponent)
    }
}
