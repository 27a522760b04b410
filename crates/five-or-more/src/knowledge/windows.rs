//! An evaluator that rates every window of five cells by its stones.

use alloc::vec::Vec;

use gambol_core::{Evaluator, Game, Properties, ScoreUse, Scratch};

use crate::bits::Bits;
use crate::moves::Move;
use crate::shape::{RUN, Shape};
use crate::state::FiveOrMore;

use super::lines::{AXES, Codes, step};

/// The weights of [`WindowSum`], in thousandths of a point. None should be negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WindowWeights {
    /// Windows with 0 to 5 stones of one colour and no others, by their number.
    pub open: [i32; 6],
    /// Windows with 0 to 5 stones of one colour and one stone of another colour, by their number.
    pub blocked: [i32; 6],
    /// An empty cell.
    pub empty: i32,
}

impl WindowWeights {
    /// The tuned weights.
    pub const TUNED: Self =
        Self { open: [0, 30, 170, 1_015, 3_420, 10_000], blocked: [0, 20, 40, 465, 1_500, 0], empty: 3_400 };

    /// The value of a window with `stones` stones, of which `most` have the same colour.
    #[inline]
    fn worth(&self, stones: u8, most: u8) -> i64 {
        let table = match stones.wrapping_sub(most) {
            0 => &self.open,
            1 => &self.blocked,
            _ => return 0,
        };
        i64::from(table.get(usize::from(most)).copied().unwrap_or_default())
    }
}

impl Default for WindowWeights {
    fn default() -> Self {
        Self::TUNED
    }
}

/// The score plus the values of all windows and empty cells. A window is a place for a run of five.
/// Its value grows with the number of its stones if all have one colour; with one stone of another
/// colour it is lower.
///
/// A move without a run changes only the windows of two cells, so that all moves of a position
/// together take little longer than one evaluation.
///
/// The weights are our own; `docs/results/evaluators.md` describes how they were found.
///
/// ```
/// use gambol_core::Evaluator;
/// use gambol_five_or_more::FiveOrMore;
/// use gambol_five_or_more::knowledge::WindowSum;
/// let value = |text: &str| WindowSum::new().evaluate(&text.parse::<FiveOrMore>().unwrap());
/// let open = value("9/9/9/2aaaa3/9/9/9/9/b8 abc 0 m");
/// let blocked = value("9/9/9/2aaaab2/9/9/9/9/9 abc 0 m");
/// assert!(open > blocked);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WindowSum {
    weights: WindowWeights,
}

const CELLS: usize = RUN as usize;

/// The stones of one window.
#[derive(Clone, Copy, Debug)]
struct Window {
    cells: [usize; CELLS],
    codes: [u8; CELLS],
}

impl Window {
    /// The window that starts in a cell.
    #[inline]
    fn at(codes: &Codes, start: usize, step: usize) -> Self {
        let cells = core::array::from_fn(|place| start + place * step);
        Self { cells, codes: cells.map(|cell| codes.get(cell)) }
    }

    /// The number of stones of a colour.
    #[inline]
    fn count(&self, code: u8) -> u8 {
        self.codes.iter().map(|&other| u8::from(other == code)).sum()
    }

    /// The number of stones, and that of the most frequent colour.
    #[inline]
    fn stones(&self) -> (u8, u8) {
        let stones = RUN - self.count(0);
        if stones == 0 {
            return (0, 0);
        }
        let of = |place: usize| if self.codes[place] == 0 { 0 } else { self.count(self.codes[place]) };
        (stones, (0..CELLS).map(of).max().unwrap_or(0))
    }

    /// The number of stones of the most frequent colour after one stone of a colour is removed.
    #[inline]
    fn most_without(&self, code: u8) -> u8 {
        let of = |&other: &u8| if other == 0 { 0 } else { self.count(other) - u8::from(other == code) };
        self.codes.iter().map(of).max().unwrap_or(0)
    }
}

/// Visits the first cell and the step of each window.
#[inline]
fn each_start(shape: Shape, mut visit: impl FnMut(usize, usize)) {
    let (width, height) = (usize::from(shape.width), usize::from(shape.height));
    let past = CELLS - 1;
    for axis in 0..AXES {
        let step = step(shape, axis);
        let rows = if axis == 0 { height } else { height.saturating_sub(past) };
        let columns = match axis {
            0 | 3 => 0..width.saturating_sub(past),
            1 => past..width,
            _ => 0..width,
        };
        for row in 0..rows {
            for column in columns.clone() {
                visit(row * width + column, step);
            }
        }
    }
}

/// The change of the sum when a stone is removed, or placed on an empty cell.
#[derive(Clone, Debug)]
struct Change {
    taken: i64,
    /// A stone of a colour that is in no window of the cell.
    placed: i64,
    /// The addition to `placed` for each colour, by code.
    of_colour: [i64; 32],
    /// The colours that complete a run, by code.
    completes: u32,
}

impl Change {
    const NONE: Self = Self { taken: 0, placed: 0, of_colour: [0; 32], completes: 0 };
}

impl WindowSum {
    /// The evaluator with the tuned weights.
    #[must_use]
    pub const fn new() -> Self {
        Self::with_weights(WindowWeights::TUNED)
    }

    /// The evaluator with other weights.
    #[must_use]
    pub const fn with_weights(weights: WindowWeights) -> Self {
        Self { weights }
    }

    /// The value of a state in thousandths of a point.
    fn sum<B: Bits>(&self, state: &FiveOrMore<B>) -> i64 {
        let codes = Codes::of(state);
        let empty = i64::from(state.board.free()) * i64::from(self.weights.empty);
        let mut sum = state.score().saturating_mul(1_000).saturating_add(empty);
        each_start(state.shape(), |start, step| {
            let (stones, most) = Window::at(&codes, start, step).stones();
            sum = sum.saturating_add(self.weights.worth(stones, most));
        });
        sum
    }

    /// The change of a window's value when a stone is removed.
    #[inline]
    fn taking(&self, window: &Window, (stones, most): (u8, u8), code: u8) -> i64 {
        self.weights.worth(stones - 1, window.most_without(code)) - self.weights.worth(stones, most)
    }

    /// The change of a window's value when one more stone of a colour is placed, of which it has
    /// `count`.
    #[inline]
    fn placing(&self, (stones, most): (u8, u8), count: u8) -> i64 {
        self.weights.worth(stones + 1, most.max(count + 1)) - self.weights.worth(stones, most)
    }

    fn changes(&self, shape: Shape, codes: &Codes, changes: &mut Vec<Change>) {
        changes.clear();
        changes.resize(shape.cells(), Change::NONE);
        each_start(shape, |start, step| {
            let window = Window::at(codes, start, step);
            let (stones, most) = window.stones();
            let foreign = self.placing((stones, most), 0);
            for (&cell, &code) in window.cells.iter().zip(&window.codes) {
                if code != 0 {
                    changes[cell].taken += self.taking(&window, (stones, most), code);
                    continue;
                }
                changes[cell].placed += foreign;
                for (place, &other) in window.codes.iter().enumerate() {
                    if other != 0 && !window.codes[..place].contains(&other) {
                        let count = window.count(other);
                        changes[cell].of_colour[usize::from(other & 31)] +=
                            self.placing((stones, most), count) - foreign;
                        if count + 1 == RUN {
                            changes[cell].completes |= 1 << (other & 31);
                        }
                    }
                }
            }
        });
    }

    /// The changes counted for a stone's two cells in windows that contain both, whose values do
    /// not change.
    fn counted_twice(&self, shape: Shape, codes: &Codes, from: usize, to: usize, code: u8) -> i64 {
        let (a, b) = (shape.cell(from.min(to)), shape.cell(from.max(to)));
        let (columns, rows) = (i32::from(b.column) - i32::from(a.column), i32::from(b.row) - i32::from(a.row));
        let distance = columns.abs().max(rows);
        if distance >= i32::from(RUN) || !(rows == 0 || columns == 0 || columns.abs() == rows) {
            return 0;
        }
        let (right, down) = (columns.signum(), rows.signum());
        let mut sum = 0;
        for before in 0..i32::from(RUN) - distance {
            let (column, row) = (i32::from(a.column) - before * right, i32::from(a.row) - before * down);
            let past = i32::from(RUN) - 1;
            let on_board = |column: i32, row: i32| {
                (0..i32::from(shape.width)).contains(&column) && (0..i32::from(shape.height)).contains(&row)
            };
            if !on_board(column, row) || !on_board(column + past * right, row + past * down) {
                continue;
            }
            let start = (row * i32::from(shape.width) + column) as usize;
            let window = Window::at(codes, start, (down * i32::from(shape.width) + right) as usize);
            let stones = window.stones();
            sum += self.taking(&window, stones, code) + self.placing(stones, window.count(code));
        }
        sum
    }
}

/// A value in points.
fn points(sum: i64) -> f64 {
    sum as f64 / 1_000.0
}

impl<B: Bits> Evaluator<FiveOrMore<B>> for WindowSum {
    fn evaluate(&self, state: &FiveOrMore<B>) -> f64 {
        points(self.sum(state))
    }

    #[inline]
    fn properties(&self) -> Properties {
        Properties::default().score(ScoreUse::Added).ignores_preview(true)
    }

    fn evaluate_afterstates(&self, state: &FiveOrMore<B>, moves: &[Move], values: &mut [f64], scratch: &mut Scratch) {
        let (shape, codes, before) = (state.shape(), Codes::of(state), self.sum(state));
        let changes: &mut Vec<Change> = scratch.get();
        self.changes(shape, &codes, changes);
        for (&action, value) in moves.iter().zip(values) {
            let (from, to) = (shape.index(action.from), shape.index(action.to));
            let code = codes.get(from) & 31;
            if changes[to].completes >> code & 1 == 1 {
                let mut after = *state;
                after.play(action);
                *value = points(self.sum(&after));
                continue;
            }
            let gain = changes[from].taken + changes[to].placed + changes[to].of_colour[usize::from(code)];
            *value = points(before + gain - self.counted_twice(shape, &codes, from, to, code));
        }
    }

    #[inline]
    fn batches_afterstates(&self, _: &FiveOrMore<B>) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Wide;
    use crate::rules::Rules;
    use alloc::string::{String, ToString};
    use gambol_conformance::assert_evaluator;
    use gambol_core::{Cell, GameExt, Seed, Turn};

    /// The sum, window by window and cell by cell.
    fn slow<B: Bits>(weights: &WindowWeights, state: &FiveOrMore<B>) -> f64 {
        let holds = |column: i32, row: i32| {
            (0..i32::from(state.width())).contains(&column) && (0..i32::from(state.height())).contains(&row)
        };
        let mut sum = 1_000 * state.score() + state.free_cells().len() as i64 * i64::from(weights.empty);
        for (column, row) in (0..i32::from(state.height()))
            .flat_map(|row| (0..i32::from(state.width())).map(move |column| (column, row)))
        {
            for (right, down) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
                if !holds(column + 4 * right, row + 4 * down) {
                    continue;
                }
                let cell = |place| Cell::new((column + place * right) as u8, (row + place * down) as u8);
                let stones: Vec<_> = (0..5).filter_map(|place| state.stone(cell(place))).collect();
                let most = stones.iter().map(|colour| stones.iter().filter(|other| *other == colour).count());
                let most = most.max().unwrap_or(0);
                sum += i64::from(match stones.len() - most {
                    0 => weights.open[most],
                    1 => weights.blocked[most],
                    _ => 0,
                });
            }
        }
        sum as f64 / 1_000.0
    }

    fn states<B: Bits>(rules: &str) -> Vec<FiveOrMore<B>> {
        let rules: Rules = rules.parse().unwrap();
        let (mut rng, mut states) = (Seed::new(3).rng(), Vec::new());
        let mut state = FiveOrMore::new(rules).unwrap();
        while states.len() < 24 && state.random_step(&mut rng).is_some() {
            states.push(state);
        }
        states
    }

    fn conforms<B: Bits>(rules: &str) {
        let states = states::<B>(rules);
        for state in &states {
            assert_eq!(WindowSum::new().evaluate(state), slow(&WindowWeights::TUNED, state), "{state}");
            let image = state.transform(1);
            assert_eq!(WindowSum::new().evaluate(&image), WindowSum::new().evaluate(state), "{state}");
        }
        assert!(states.iter().any(|state| state.turn() != Turn::Chance));
        assert_evaluator(&WindowSum::new(), states);
    }

    #[test]
    fn windows_are_evaluated_on_all_boards_alone_and_together() {
        conforms::<u128>("thesis");
        conforms::<Wide>("thesis");
        conforms::<u128>("small");
        conforms::<u128>("size=20x6,colours=26");
        conforms::<Wide>("large");
    }

    #[test]
    fn completed_runs_are_evaluated_together_with_other_moves() {
        let state: FiveOrMore = "aaaa5/9/4a4/9/2b6/9/9/2a1aa3/9 abc 7 m".parse().unwrap();
        assert_eq!(WindowSum::new().evaluate(&state), slow(&WindowWeights::TUNED, &state));
        assert_evaluator(&WindowSum::new(), [state]);
    }

    fn best(text: &str) -> String {
        let state: FiveOrMore = text.parse().unwrap();
        let worth = |action: &Move| WindowSum::new().evaluate(&state.afterstate(*action));
        let best = state.actions().into_iter().max_by(|a, b| worth(a).total_cmp(&worth(b)));
        best.unwrap().to_string()
    }

    #[test]
    fn a_run_is_completed_and_a_line_is_cleared() {
        assert_eq!(best("aaaa5/9/9/9/4b4/9/9/9/7a1 abc 0 m"), "h9-e1");
        // No stone completes it, so the blocking stone moves.
        let cleared = best("9/9/9/2aabaa2/9/9/9/9/9 abc 0 m");
        assert!(cleared.starts_with("e4-"), "{cleared}");
    }

    #[test]
    fn more_stones_in_sight_and_fewer_in_the_way_are_worth_more() {
        let value = |text: &str| WindowSum::new().evaluate(&text.parse::<FiveOrMore>().unwrap());
        let three = value("9/9/9/3aaa3/9/9/9/9/b8 abc 0 m");
        assert!(three > value("9/9/9/3aa4/9/8a/9/9/b8 abc 0 m"));
        assert!(three > value("9/9/9/2baaa3/9/9/9/9/9 abc 0 m"));
        assert!(
            value("9/9/9/9/4a4/9/9/9/9 abc 0 m") > value("a8/9/9/9/9/9/9/9/9 abc 0 m"),
            "the centre has more windows"
        );
    }
}
