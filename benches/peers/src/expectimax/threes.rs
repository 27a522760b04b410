//! Threes!: the state consists of the board, the deck and the card shown.

use std::sync::LazyLock;

use gambol_core::{Game, GameExt, Seed, Turn};
use gambol_search::{Budget, Expectimax, Greedy, Search};
use gambol_threes::{RowTable, Swipe, Threes, board};

use super::{Table, hash};

/// The evaluator of both sides: table values of rows and columns.
static ROWS: LazyLock<RowTable> = LazyLock::new(RowTable::new);

/// The changed bits of a row: after a swipe left in the lower half, after a swipe right in the
/// upper half.
static CHANGES: LazyLock<Vec<u32>> = LazyLock::new(|| {
    let changed = |row: u64, swipe| (row ^ board::swiped(row, swipe)) as u32 & 0xFFFF;
    (0..1 << 16).map(|row| changed(row, Swipe::Left) | changed(row, Swipe::Right) << 16).collect()
});

/// The boards after all four swipes.
fn all_swiped(changes: &[u32], board: u64) -> [u64; 4] {
    let both = |board: u64| {
        let row = |number: u32| u64::from(changes[usize::from((board >> (16 * number)) as u16)]);
        let [a, b, c, d] = [row(0), row(1), row(2), row(3)];
        let left = (a & 0xFFFF) | (b & 0xFFFF) << 16 | (c & 0xFFFF) << 32 | d << 48;
        let right = a >> 16 | (b & 0xFFFF_0000) | (c & 0xFFFF_0000) << 16 | (d & 0xFFFF_0000) << 32;
        (board ^ left, board ^ right)
    };
    let (left, right) = both(board);
    let (up, down) = both(board::transposed(board));
    [left, right, board::transposed(up), board::transposed(down)]
}

/// Positions of games played by a greedy player.
pub(super) fn positions() -> Vec<Threes> {
    let mut positions = Vec::new();
    for game in 0..8 {
        let mut rng = Seed::new(1).derive(game).rng();
        let mut state = Threes::default();
        let mut greedy = Greedy::new(gambol_core::Afterstate(&*ROWS));
        state.settle(&mut rng);
        for number in 0..160 {
            if state.turn() == Turn::Over {
                break;
            }
            if number % 40 == 39 {
                positions.push(state);
            }
            let decision = greedy.search(&state, &Budget::unlimited(), Seed::new(1)).expect("a player's turn");
            state.play(decision.action);
            state.settle(&mut rng);
        }
    }
    // Without tiles of 12,288 within reach, which end a game.
    positions.retain(|state| !state.is_over() && state.greatest() < 1_536);
    positions
}

pub(super) fn by_gambol(depth: u32) -> impl FnMut(&Threes) -> f64 {
    let mut search = Expectimax::new(&*ROWS).depth(depth);
    move |state| search.search(state, &Budget::unlimited(), Seed::new(1)).expect("a player's turn").value
}

pub(super) fn by_hand(depth: u32) -> impl FnMut(&Threes) -> f64 {
    let mut hand = Hand { table: Table::new(), rows: &ROWS, changes: &CHANGES };
    move |state| {
        hand.table.clear();
        let ranks: Vec<u64> = state.next_tiles().map(|tile| u64::from(tile.rank())).collect();
        let [ones, twos, threes] = state.deck();
        let deck = u32::from(ones) | u32::from(twos) << 4 | u32::from(threes) << 8;
        let shown = Shown { least: ranks[0], count: ranks.len() as u64 };
        hand.best(state.board(), deck, shown, depth)
    }
}

/// The hint of the next card: its minimum rank, and the number of possible ranks.
#[derive(Clone, Copy)]
struct Shown {
    least: u64,
    count: u64,
}

/// Removes a card from a deck of three nibbles, the remaining numbers of 1s, 2s and 3s.
fn without(deck: u32, rank: u32) -> u32 {
    let left = deck - (1 << (4 * (rank - 1)));
    if left == 0 { 0x444 } else { left }
}

/// Returns the rank of the greatest tile.
fn greatest(board: u64) -> u64 {
    (0..16).map(|cell| board >> (4 * cell) & 15).max().unwrap_or(0)
}

/// The hand-written program.
struct Hand {
    table: Table,
    rows: &'static RowTable,
    changes: &'static [u32],
}

impl Hand {
    /// Returns the value of a board before a swipe.
    fn best(&mut self, board: u64, deck: u32, shown: Shown, depth: u32) -> f64 {
        let mut best = f64::NEG_INFINITY;
        for (swipe, after) in all_swiped(self.changes, board).into_iter().enumerate() {
            if after != board {
                let value = if depth == 1 {
                    self.rows.value(after)
                } else {
                    self.mean(board, after, swipe, deck, shown, depth - 1)
                };
                best = best.max(value);
            }
        }
        if best == f64::NEG_INFINITY { board::points(board) as f64 } else { best }
    }

    /// Returns the value of a board before a card.
    fn mean(&mut self, before: u64, board: u64, swipe: usize, deck: u32, shown: Shown, depth: u32) -> f64 {
        // A nibble for each cell where the card can enter: where a line has moved.
        let moved = before ^ board;
        let moved = moved | moved >> 2;
        let moved = (moved | moved >> 1) & 0x1111_1111_1111_1111;
        let (rows, columns) = (moved | moved >> 4, moved | moved >> 16);
        let (rows, columns) = (rows | rows >> 8, columns | columns >> 32);
        let mut entries = match swipe {
            0 => (rows & 0x0001_0001_0001_0001) << 12,
            1 => rows & 0x0001_0001_0001_0001,
            2 => (columns & 0x1111) << 48,
            _ => columns & 0x1111,
        };
        let rest = u64::from(deck) | shown.least << 12 | shown.count << 16 | u64::from(depth) << 20;
        let key = hash(board ^ hash(rest ^ entries.rotate_right(2)));
        if let Some(value) = self.table.get(key, 0.0) {
            return value;
        }
        let share = 1.0 / (f64::from(entries.count_ones()) * shown.count as f64);
        let bonuses = greatest(board).saturating_sub(6);
        let mut sum = 0.0;
        while entries != 0 {
            let cell = entries & entries.wrapping_neg();
            for rank in shown.least..shown.least + shown.count {
                sum += share * self.mean_of_shown(board | (cell * rank), deck, bonuses, depth);
            }
            entries ^= cell;
        }
        self.table.put(key, sum, 1.0);
        sum
    }

    /// Returns the value of a board before the next card is shown.
    fn mean_of_shown(&mut self, board: u64, deck: u32, bonuses: u64, depth: u32) -> f64 {
        if depth == 1 {
            // The card shown no longer matters.
            return self.best(board, deck, Shown { least: 0, count: 0 }, 1);
        }
        let count = |rank: u32| deck >> (4 * (rank - 1)) & 15;
        let all = f64::from(count(1) + count(2) + count(3));
        let of_deck = if bonuses > 0 { 20.0 / 21.0 } else { 1.0 };
        let mut sum = 0.0;
        for rank in 1..=3 {
            if count(rank) > 0 {
                let shown = Shown { least: u64::from(rank), count: 1 };
                sum += of_deck * f64::from(count(rank)) / all * self.best(board, without(deck, rank), shown, depth);
            }
        }
        if bonuses > 0 {
            let count = bonuses.min(3);
            let windows = bonuses - count + 1;
            for least in 4..4 + windows {
                let shown = Shown { least, count };
                sum += 1.0 / (21.0 * windows as f64) * self.best(board, deck, shown, depth);
            }
        }
        sum
    }
}
