//! 2048: rows of 16 bits in a table, slides and values.

use std::sync::LazyLock;

use gambol_core::{Evaluator, Properties, ScoreUse, Seed};
use gambol_search::{Budget, Expectimax, Search, Terminal};

use super::{Table, hash};
use crate::twenty48::game::{Twenty48, all_slid, empty, transpose};
use crate::twenty48::position;

/// The evaluator of both sides: a table of values of rows, for empty cells, possible merges, and
/// order.
struct Rows(Box<[f32; 1 << 16]>);

static ROWS: LazyLock<Rows> = LazyLock::new(|| {
    let mut values = Box::new([0.0; 1 << 16]);
    for (row, value) in values.iter_mut().enumerate() {
        let tiles = [0, 4, 8, 12].map(|shift| (row >> shift & 15) as f64);
        let empty = tiles.iter().filter(|&&tile| tile == 0.0).count() as f64;
        let merges = tiles.windows(2).filter(|pair| pair[0] == pair[1] && pair[0] > 0.0).count() as f64;
        let rises: f64 = tiles.windows(2).map(|pair| (pair[1].powi(4) - pair[0].powi(4)).max(0.0)).sum();
        let falls: f64 = tiles.windows(2).map(|pair| (pair[0].powi(4) - pair[1].powi(4)).max(0.0)).sum();
        let heavy: f64 = tiles.iter().map(|tile| tile.powf(3.5)).sum();
        *value = (50_000.0 + 270.0 * empty + 700.0 * merges - 47.0 * rises.min(falls) - 11.0 * heavy).round() as f32;
    }
    Rows(values)
});

impl Rows {
    #[inline]
    fn value(&self, board: u64) -> f64 {
        let rows = |board: u64| {
            let row = |number: u32| self.0[usize::from((board >> (16 * number)) as u16)];
            (row(0) + row(1)) + (row(2) + row(3))
        };
        f64::from(rows(board) + rows(transpose(board)))
    }
}

impl Evaluator<Twenty48> for Rows {
    #[inline]
    fn evaluate(&self, state: &Twenty48) -> f64 {
        self.value(state.board())
    }

    #[inline]
    fn properties(&self) -> Properties {
        Properties::default().cheap(true).score(ScoreUse::Ignored)
    }
}

pub(super) fn positions() -> Vec<Twenty48> {
    (1..=16).map(|n| position(20 * n)).collect()
}

pub(super) fn by_gambol(depth: u32, cutoff: f64) -> impl FnMut(&Twenty48) -> f64 {
    let mut search = Expectimax::new(&*ROWS).depth(depth).probability_cutoff(cutoff).terminal(Terminal::Evaluated);
    move |state| search.search(state, &Budget::unlimited(), Seed::new(1)).expect("a player's turn").value
}

pub(super) fn by_hand(depth: u32, cutoff: f64) -> impl FnMut(&Twenty48) -> f64 {
    let mut hand = Hand { table: Table::new(), rows: &ROWS, cutoff };
    move |state| {
        hand.table.clear();
        hand.best(state.board(), depth, 1.0)
    }
}

/// The hand-written program.
struct Hand {
    table: Table,
    rows: &'static Rows,
    cutoff: f64,
}

impl Hand {
    /// Returns the value of a board before a slide.
    fn best(&mut self, board: u64, depth: u32, probability: f64) -> f64 {
        let mut best = f64::NEG_INFINITY;
        for after in all_slid(board) {
            if after != board {
                best = best.max(self.mean(after, depth - 1, probability));
            }
        }
        if best == f64::NEG_INFINITY { self.rows.value(board) } else { best }
    }

    /// Returns the value of a board before a tile.
    fn mean(&mut self, board: u64, depth: u32, probability: f64) -> f64 {
        if depth == 0 {
            return self.rows.value(board);
        }
        let key = hash(board ^ hash(u64::from(depth)));
        // With a cut-off, a line of higher probability is searched deeper.
        let least = if self.cutoff > 0.0 { probability } else { 0.0 };
        if let Some(value) = self.table.get(key, least) {
            return value;
        }
        let mut cells = empty(board);
        let each = 1.0 / f64::from(cells.count_ones());
        let mut sum = 0.0;
        while cells != 0 {
            let cell = cells & cells.wrapping_neg();
            sum += 0.9 * each * self.reached(board | cell, depth, probability * 0.9 * each);
            sum += 0.1 * each * self.reached(board | cell << 1, depth, probability * 0.1 * each);
            cells ^= cell;
        }
        self.table.put(key, sum, probability);
        sum
    }

    fn reached(&mut self, board: u64, depth: u32, probability: f64) -> f64 {
        if probability < self.cutoff { self.rows.value(board) } else { self.best(board, depth, probability) }
    }
}
