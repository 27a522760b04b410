//! Lines of the board, and what is seen along them from a cell.

use gambol_core::Cell;

use crate::bits::Bits;
use crate::rules::{MOST_CELLS, MOST_EDGE};
use crate::shape::{RUN, Shape};
use crate::state::FiveOrMore;

/// Directions in which stones can line up: along rows, falling to the left, along columns, falling
/// to the right.
pub(super) const AXES: usize = 4;

/// How far a cell's successor is along an axis.
pub(super) const fn step(shape: Shape, axis: usize) -> usize {
    let width = shape.width as usize;
    [1, width - 1, width, width + 1][axis % AXES]
}

/// The cells from which the next one along the axis is on the board, apart from those of the last
/// row, after which there are only empty ones.
#[inline]
pub(super) fn inside<B: Bits>(shape: Shape, axis: usize) -> B {
    let width = usize::from(shape.width) & 31;
    match axis {
        0 | 3 => B::NOT_LAST[width],
        1 => B::NOT_FIRST[width],
        _ => B::all_if(true),
    }
}

/// The cells on one side of a cell along an axis, nearest first.
#[inline]
pub(super) fn ray(shape: Shape, index: usize, axis: usize, forward: bool) -> impl Iterator<Item = usize> {
    let cell = shape.cell(index);
    let (left, above) = (cell.column, cell.row);
    let (right, below) = (shape.width - 1 - left, shape.height - 1 - above);
    let count = match (axis, forward) {
        (0, true) => right,
        (0, false) => left,
        (1, true) => left.min(below),
        (1, false) => right.min(above),
        (2, true) => below,
        (2, false) => above,
        (_, true) => right.min(below),
        (_, false) => left.min(above),
    };
    let step = step(shape, axis);
    let step = if forward { step } else { step.wrapping_neg() };
    (1..=usize::from(count)).map(move |k| index.wrapping_add(k.wrapping_mul(step)))
}

/// The stones of a set on both sides of a cell along an axis up to the first cell that is neither
/// empty nor of the set.
#[inline]
pub(super) fn in_line<B: Bits>(shape: Shape, stones: B, empty: B, index: usize, axis: usize) -> B {
    let open = stones | empty;
    let mut found = B::EMPTY;
    for forward in [false, true] {
        for cell in ray(shape, index, axis, forward).take_while(|&cell| open.has(cell)) {
            found = found | B::bit(cell);
        }
    }
    found & stones
}

/// What one cell sees of one colour along an axis, and how many cells a run has room in.
#[inline]
pub(super) fn look<B: Bits>(shape: Shape, stones: B, empty: B, index: usize, axis: usize, code: u8) -> (Sight, u8) {
    let open = stones | empty;
    let (mut seen, mut distance, mut span) = ([0; 2], 0, 1);
    for (count, forward) in seen.iter_mut().zip([false, true]) {
        let mut free = 0;
        for cell in ray(shape, index, axis, forward).take_while(|&cell| open.has(cell)) {
            span += 1;
            if !stones.has(cell) {
                free += 1;
                continue;
            }
            if *count == 0 {
                distance = free.max(distance);
            }
            *count += 1;
        }
    }
    let [left, right] = seen;
    (Sight { index, axis, code, left, right, distance }, span)
}

/// The code of every cell, for walks along lines.
#[derive(Debug)]
pub(super) struct Codes([u8; MOST_CELLS]);

impl Codes {
    #[inline]
    pub(super) fn of<B: Bits>(state: &FiveOrMore<B>) -> Self {
        let mut codes = [0; MOST_CELLS];
        for code in 1..=state.rules.colours {
            let mut stones = state.board.stones(state.shape(), code);
            while !stones.is_empty() {
                if let Some(entry) = codes.get_mut(stones.lowest()) {
                    *entry = code;
                }
                stones = stones.without_lowest();
            }
        }
        Self(codes)
    }

    #[inline]
    pub(super) fn get(&self, index: usize) -> u8 {
        self.0.get(index).copied().unwrap_or(0)
    }
}

/// What is seen from a cell on one side of it along an axis.
#[derive(Clone, Copy, Debug, Default)]
struct View {
    /// The code of the nearest stone; 0 if there is none up to the edge.
    code: u8,
    /// How many stones of that code there are up to the edge or to another colour.
    stones: u8,
    /// How many empty cells there are before the nearest stone, or before the edge.
    free: u8,
    /// How many cells there are up to the edge or to another colour, stones and empty cells.
    span: u8,
}

impl View {
    /// The view from the next cell on, past this one with this code.
    #[inline]
    const fn past(self, code: u8) -> Self {
        if code == 0 {
            Self { free: self.free + 1, span: self.span + 1, ..self }
        } else if code == self.code {
            Self { stones: self.stones + 1, free: 0, span: self.span + 1, ..self }
        } else {
            Self { code, stones: 1, free: 0, span: self.free + 1 }
        }
    }
}

/// What a cell has of one colour along one axis, if a run of five has room there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sight {
    /// The cell.
    pub(super) index: usize,
    /// The axis.
    pub(super) axis: usize,
    /// The code of the colour.
    pub(super) code: u8,
    /// Stones of it on one side up to the edge or to another colour, whether there are gaps or not.
    pub(super) left: u8,
    /// On the other side.
    pub(super) right: u8,
    /// Empty cells between the cell and the nearest stone of a side, the greater one of the two
    /// sides that have stones.
    pub(super) distance: u8,
}

/// Shows every colour that is seen from any cell along any axis in which it has room for a run of
/// five: for each cell, axis and colour at most once. What stands on the cell itself counts as
/// empty. Unless `single`, only lines are looked along in which two stones of one colour are in
/// sight of each other.
#[inline]
pub(super) fn sights<B: Bits>(state: &FiveOrMore<B>, single: bool, mut visit: impl FnMut(Sight)) {
    let (shape, codes) = (state.shape(), Codes::of(state));
    for axis in 0..AXES {
        let step = step(shape, axis);
        let mut stones = if single {
            state.board.occupied(state.shape())
        } else {
            state.board.in_sight(shape, step as u32, inside(shape, axis))
        };
        while !stones.is_empty() {
            let (start, length) = line_of(shape, axis, shape.cell(stones.lowest()));
            for position in 0..length {
                stones = stones & !B::bit(start + position * step);
            }
            if length >= usize::from(RUN) {
                line_sights(&codes, axis, (start, step, length), &mut visit);
            }
        }
    }
}

/// The first cell of the line along an axis that a cell is on, and the number of its cells.
#[inline]
fn line_of(shape: Shape, axis: usize, cell: Cell) -> (usize, usize) {
    let (width, height) = (usize::from(shape.width), usize::from(shape.height));
    let (column, row) = (usize::from(cell.column), usize::from(cell.row));
    // How far it is back to the first cell.
    let back = match axis {
        0 => column,
        1 => row.min(width.saturating_sub(column + 1)),
        2 => row,
        _ => row.min(column),
    };
    let first = shape.index(cell) - back * step(shape, axis);
    let length = match axis {
        0 => width,
        1 => (column + back + 1).min(height + back - row),
        2 => height,
        _ => (width + back - column).min(height + back - row),
    };
    (first, length)
}

#[inline]
fn line_sights(
    codes: &Codes,
    axis: usize,
    (start, step, length): (usize, usize, usize),
    visit: &mut impl FnMut(Sight),
) {
    let mut before = [View::default(); MOST_EDGE as usize];
    let mut view = View::default();
    for (position, seen) in before.iter_mut().enumerate().take(length) {
        *seen = view;
        view = view.past(codes.get(start + position * step));
    }
    let mut right = View::default();
    for (position, &left) in before.iter().enumerate().take(length).rev() {
        let index = start + position * step;
        let mut see = |code: u8, on_left: u8, on_right: u8, distance: u8, span: u8| {
            if code != 0 && span + 1 >= RUN {
                visit(Sight { index, axis, code, left: on_left, right: on_right, distance });
            }
        };
        if left.code == right.code {
            see(left.code, left.stones, right.stones, left.free.max(right.free), left.span + right.span);
        } else {
            see(left.code, left.stones, 0, left.free, left.span + right.free);
            see(right.code, 0, right.stones, right.free, left.free + right.span);
        }
        right = right.past(codes.get(index));
    }
}
