//! Evaluation of rows and columns by a table.

use alloc::boxed::Box;

use gambol_core::{Evaluator, Properties};

use crate::board::{self, Board};
use crate::state::Threes;
use crate::tile::Tile;

/// The weights of [`RowTable`], in points. Every row and every column is evaluated in the same way,
/// so a tile counts twice. The *rank* of a tile is its number in the order 1, 2, 3, 6, 12 and so
/// on, from 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RowWeights {
    /// Value of a game that is not over: an eighth of it for each line.
    pub alive: f64,
    /// Bonus for an empty cell.
    pub empty: f64,
    /// Bonus for two neighbours from 3 on that merge.
    pub merge: f64,
    /// Further bonus for them, times their rank.
    pub merge_rank: f64,
    /// Bonus for a 1 beside a 2.
    pub one_two: f64,
    /// Bonus for two neighbours from 3 on of which one is the double of the other.
    pub double: f64,
    /// Penalty for two neighbouring 1s, and for two neighbouring 2s.
    pub repelling: f64,
    /// Penalty for a 1 or 2 between tiles from 3 on, or between such a tile and the border.
    pub enclosed: f64,
    /// Penalty for a tile below both of its neighbours in the line, for each rank of the difference
    /// to the lower one.
    pub trapped: f64,
    /// Penalty for disorder: the increases and the decreases of the cubed rank along the line are
    /// summed up, and the lesser sum counts.
    pub disorder: f64,
    /// Penalty for a tile, times its rank to the power of three.
    pub rank: f64,
}

impl RowWeights {
    /// The tuned weights.
    pub const TUNED: Self = Self {
        alive: 83_000.0,
        empty: 620.0,
        merge: 480.0,
        merge_rank: 123.0,
        one_two: 1_270.0,
        double: 150.0,
        repelling: 140.0,
        enclosed: 146.0,
        trapped: 47.0,
        disorder: 3.5,
        rank: 2.5,
    };

    /// The value of a row, without the points.
    fn value(&self, row: [u8; 4]) -> f64 {
        let rank = |place: usize| u32::from(row[place]);
        let cube = |rank: u32| f64::from(rank.pow(3));
        let mut value = self.alive / 8.0;
        let (mut rises, mut falls) = (0.0, 0.0);
        for place in 0..4 {
            let here = rank(place);
            if here == 0 {
                value += self.empty;
                continue;
            }
            value -= self.rank * cube(here);
            // The border counts as greater than every tile.
            let before = if place == 0 { 16 } else { rank(place - 1) };
            let after = if place == 3 { 16 } else { rank(place + 1) };
            let lower = before.min(after);
            if here < lower && lower < 16 {
                value -= self.trapped * f64::from(lower - here);
            }
            if here < 3 && lower > 2 && lower < 16 {
                value -= self.enclosed;
            }
        }
        for place in 0..3 {
            let (a, b) = (rank(place), rank(place + 1));
            let (high, low) = (a.max(b), a.min(b));
            value += match (high, low) {
                (2, 1) => self.one_two,
                (1, 1) | (2, 2) => -self.repelling,
                (3..15, _) if high == low => self.merge + self.merge_rank * f64::from(low),
                (4.., _) if high == low + 1 => self.double,
                _ => 0.0,
            };
            let step = cube(b) - cube(a);
            if step > 0.0 { rises += step } else { falls -= step }
        }
        value - self.disorder * rises.min(falls)
    }
}

impl Default for RowWeights {
    fn default() -> Self {
        Self::TUNED
    }
}

/// The score plus a tuned value of every row and column, by empty cells, possible merges, order,
/// separated 1s and 2s, and small tiles behind larger ones. In points, and independent of the hint
/// and the deck, so that it works on states and on afterstates.
///
/// A row or column is an index into a table of 65,536 numbers (256 KiB), which is computed when the
/// evaluator is created.
///
/// Source of the approach: R. Xiao, *threes-ai* (2014), which evaluates empty cells, merges and
/// monotonicity by row tables. The features of trapped and enclosed tiles and the weights are our
/// own; `docs/results/evaluators.md` describes how the weights were found.
///
/// ```
/// use gambol_core::{Evaluator, Properties};
/// use gambol_threes::{RowTable, Threes};
/// let rows = RowTable::new();
/// let value = |text: &str| rows.evaluate(&text.parse::<Threes>().unwrap());
/// // The same tiles, in order and in disorder.
/// let ordered = value("96,48,24,12/3,0,0,0/0,0,0,0/0,0,0,0 1 3,4,4 m");
/// let mixed = value("12,96,3,48/0,0,0,0/0,24,0,0/0,0,0,0 1 3,4,4 m");
/// assert!(ordered > mixed);
/// ```
#[derive(Clone, Debug)]
pub struct RowTable {
    table: Box<[f32; 1 << 16]>,
}

impl RowTable {
    /// The evaluator with the tuned weights.
    #[must_use]
    pub fn new() -> Self {
        Self::with_weights(&RowWeights::TUNED)
    }

    /// The evaluator with other weights.
    #[must_use]
    #[expect(clippy::large_stack_arrays, reason = "a quarter of a megabyte, and only in builds without optimization")]
    pub fn with_weights(weights: &RowWeights) -> Self {
        let mut table = Box::new([0.0; 1 << 16]);
        for (row, value) in table.iter_mut().enumerate() {
            let ranks = [0, 4, 8, 12].map(|shift| (row >> shift & 15) as u8);
            // Half of the points; the other half counts along the other axis.
            let points: i64 = ranks.iter().filter_map(|&rank| Tile::from_rank(rank)).map(Tile::points).sum();
            // A multiple of a half, so that sums are exact in any order.
            *value = (2.0 * weights.value(ranks) + points as f64) as i32 as f32 / 2.0;
        }
        Self { table }
    }

    /// The value of a board, in the form of [`board`](crate::board).
    #[must_use]
    #[inline]
    pub fn value(&self, board: u64) -> f64 {
        f64::from(self.rows(board) + self.rows(board::transposed(board)))
    }

    #[inline]
    fn rows(&self, board: u64) -> f32 {
        let row = |number: u32| self.table[usize::from((board >> (16 * number)) as u16)];
        (row(0) + row(1)) + (row(2) + row(3))
    }
}

impl Default for RowTable {
    fn default() -> Self {
        Self::new()
    }
}

impl Evaluator<Threes> for RowTable {
    #[inline]
    fn evaluate(&self, state: &Threes) -> f64 {
        let Board { rows, columns } = state.board;
        f64::from(self.rows(rows) + self.rows(columns))
    }

    #[inline]
    fn properties(&self) -> Properties {
        Properties::default().cheap(true).ignores_preview(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::Swipe;
    use alloc::vec::Vec;
    use gambol_conformance::assert_evaluator;
    use gambol_core::{Game, GameExt, Seed};

    fn value(board: &str) -> f64 {
        let state: Threes = alloc::format!("{board} 3 4,4,3 m").parse().unwrap();
        RowTable::new().evaluate(&state)
    }

    fn best(board: &str) -> Swipe {
        let state: Threes = alloc::format!("{board} 3 4,4,3 m").parse().unwrap();
        let rows = RowTable::new();
        let worth = |swipe: &Swipe| rows.evaluate(&state.afterstate(*swipe));
        state.actions().into_iter().max_by(|a, b| worth(a).total_cmp(&worth(b))).unwrap()
    }

    #[test]
    fn values_follow_the_weights() {
        let weights = RowWeights::TUNED;
        let empty = 32.0 * weights.empty + weights.alive;
        assert_eq!(RowTable::new().value(0), empty);
        // A 3 takes one empty cell, which counts twice, and has 3 points.
        let three = empty - 2.0 * (weights.empty + 27.0 * (weights.rank + weights.disorder)) + 3.0;
        assert_eq!(value("0,0,0,0/0,3,0,0/0,0,0,0/0,0,0,0"), three);
        // In a corner, both of its lines are in order.
        assert_eq!(value("3,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0"), three + 54.0 * weights.disorder);
        let pair = value("0,0,0,0/0,0,0,0/1,0,0,0/2,0,0,0") - value("0,0,0,0/1,0,0,0/0,0,0,0/2,0,0,0");
        assert_eq!(pair, weights.one_two + weights.disorder);
    }

    #[test]
    fn merges_are_preferred() {
        // Up and down merge the 48s, but down leaves the 96 inside; left and right move only the
        // rest.
        let merged = best("48,24,12,6/48,3,2,0/0,0,0,0/0,0,0,0");
        assert!(matches!(merged, Swipe::Up | Swipe::Down), "{merged}");
        assert_eq!(best("192,0,0,0/192,3,0,0/3,2,0,0/2,1,1,0"), Swipe::Up);
    }

    #[test]
    fn order_room_and_company_count() {
        let ordered = value("96,48,24,12/3,0,0,0/0,0,0,0/0,0,0,0");
        assert!(ordered > value("48,96,12,24/3,0,0,0/0,0,0,0/0,0,0,0"), "order");
        assert!(ordered > value("96,48,24,12/3,3,0,0/1,0,0,1/0,0,0,0"), "room");
        // A 1 beside a 2, apart from it, and beside another 1.
        let [beside, apart] = ["1,2,0,0/0,0,0,0/0,0,0,0/0,0,0,0", "1,0,0,2/0,0,0,0/0,0,0,0/0,0,0,0"].map(value);
        assert!(beside > apart);
        assert!(apart > value("1,1,0,0/0,0,0,0/0,0,0,0/0,0,0,0") - 1.0);
        // A small tile behind a wall.
        assert!(value("48,24,3,0/0,0,0,0/0,0,0,0/0,0,0,0") > value("48,3,24,0/0,0,0,0/0,0,0,0/0,0,0,0"));
        assert!(value("48,24,2,0/0,0,0,0/0,0,0,0/0,0,0,0") > value("48,2,24,0/0,0,0,0/0,0,0,0/0,0,0,0"));
    }

    #[test]
    fn images_have_the_same_value_and_batches_agree() {
        let mut states: Vec<Threes> =
            ["0,0,6144,6144/1,0,0,0/1,0,2,0/3072,0,0,3 1 3,4,4 m"; 2].map(|text| text.parse().unwrap()).into();
        for seed in 0..20 {
            let mut rng = Seed::new(seed).rng();
            let mut state = Threes::default();
            while state.random_step(&mut rng).is_some() {
                states.push(state);
            }
        }
        let rows = RowTable::new();
        for state in &states {
            assert!(
                (0..8).all(|symmetry| rows.evaluate(&state.transform(symmetry)) == rows.evaluate(state)),
                "{state}"
            );
        }
        assert_evaluator(&rows, states);
    }
}
