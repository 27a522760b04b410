//! Lines of the board, and views along them from a cell.

use gambol_core::Cell;

use crate::bits::Bits;
use crate::rules::{MOST_CELLS, MOST_EDGE};
use crate::shape::{RUN, Shape};
use crate::state::FiveOrMore;

/// The number of directions of lines: along rows, falling to the left, along columns, falling to
/// the right.
pub(super) const AXES: usize = 4;

/// The distance to a cell's successor along an axis.
pub(super) const fn step(shape: Shape, axis: usize) -> usize {
    let width = shape.width as usize;
    [1, width - 1, width, width + 1][axis % AXES]
}

/// The cells whose successor along the axis is on the board; cells of the last row are included,
/// since the cells after them are empty.
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

/// The stones of a set on both sides of a cell along an axis, up to the first cell that is neither
/// empty nor in the set.
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

/// The view of one colour from a cell along an axis, and the number of cells in which a run has
/// room.
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

/// The view from a cell along an axis on one side.
#[derive(Clone, Copy, Debug, Default)]
struct View {
    /// The code of the nearest stone; 0 if there is none.
    code: u8,
    /// The number of stones of that code up to the edge or to another colour.
    stones: u8,
    /// The number of empty cells before the nearest stone or the edge.
    free: u8,
    /// The number of cells, empty or not, up to the edge or to another colour.
    span: u8,
}

impl View {
    /// The view from the next cell, past this one with this code.
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

/// The stones of one colour along one axis of a cell with room for a run of five.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sight {
    /// The cell.
    pub(super) index: usize,
    /// The axis.
    pub(super) axis: usize,
    /// The code of the colour.
    pub(super) code: u8,
    /// Its stones on one side up to the edge or to another colour, across gaps.
    pub(super) left: u8,
    /// Its stones on the other side.
    pub(super) right: u8,
    /// Empty cells between the cell and the nearest stone on a side: the maximum over the sides
    /// that have stones.
    pub(super) distance: u8,
}

/// Visits every colour in view of any cell along any axis with room for a run of five, at most once
/// for each cell, axis and colour. The cell itself counts as empty. Unless `single`, visits only
/// lines in which two stones of one colour see each other.
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

/// The first cell and the length of the line through a cell along an axis.
#[inline]
fn line_of(shape: Shape, axis: usize, cell: Cell) -> (usize, usize) {
    let (width, height) = (usize::from(shape.width), usize::from(shape.height));
    let (column, row) = (usize::from(cell.column), usize::from(cell.row));
    // The distance back to the first cell.
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
