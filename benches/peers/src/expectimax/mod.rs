//! Expectimax compared with hand-written programs for one game: 2048 and Threes!.
//!
//! Both sides search the same tree with the same evaluator to the same values, which is asserted;
//! each has a table of 16 MiB.

mod threes;
mod twenty48;

use std::hint::black_box;

use crate::measure::{Contender, Unit, measure};

/// Size in bytes of each side's table.
const TABLE: usize = 16 << 20;

/// Number of times that all positions are searched in a round to depth 3, which takes too little
/// time to be measured once.
const SHALLOW_REPEATS: usize = 50;

/// Minimum reach probability in searches with a cut-off.
const CUTOFF: f64 = 1e-4;

pub(crate) fn expectimax(rounds: usize) {
    let boards = twenty48::positions();
    for (depth, cutoff) in [(3, 0.0), (4, 0.0), (5, CUTOFF)] {
        let (title, repeats) = (title("2048", boards.len(), depth, cutoff), repeats(depth));
        let (mut gambol, mut hand) = (twenty48::by_gambol(depth, cutoff), twenty48::by_hand(depth, cutoff));
        compare(&title, (rounds, repeats), cutoff == 0.0, &boards, [&mut gambol, &mut hand]);
    }
    let positions = threes::positions();
    for depth in [3, 4] {
        let (title, repeats) = (title("Threes!", positions.len(), depth, 0.0), repeats(depth));
        let (mut gambol, mut hand) = (threes::by_gambol(depth), threes::by_hand(depth));
        compare(&title, (rounds, repeats), true, &positions, [&mut gambol, &mut hand]);
    }
}

/// One side: returns the value of a position. It keeps the memory of its table between positions,
/// but no entries.
type Side<'a, G> = &'a mut dyn FnMut(&G) -> f64;

fn repeats(depth: u32) -> usize {
    if depth == 3 { SHALLOW_REPEATS } else { 1 }
}

fn title(game: &str, positions: usize, depth: u32, cutoff: f64) -> String {
    let cut = if cutoff > 0.0 { format!(", unlikely lines cut at {cutoff}") } else { String::new() };
    let times = if repeats(depth) > 1 { format!(" {SHALLOW_REPEATS} times") } else { String::new() };
    format!("{game}: expectimax to depth {depth}{cut}, {positions} positions{times}, one thread")
}

/// Searches the same positions on both sides. `exact` values must be equal; with a cut-off, the
/// results of a table depend on earlier searches.
fn compare<G>(
    title: &str,
    (rounds, repeats): (usize, usize),
    exact: bool,
    positions: &[G],
    [gambol, hand]: [Side<'_, G>; 2],
) {
    for position in positions {
        let (ours, theirs) = (gambol(position), hand(position));
        assert!(!exact || (ours - theirs).abs() <= 1e-9 * theirs.abs(), "{title}: {ours} and {theirs}");
    }
    let mut contenders = [("gambol", gambol), ("by hand", hand)].map(|(name, side)| {
        Contender::new(name, move || {
            for position in (0..repeats).flat_map(|_| positions) {
                black_box(side(position));
            }
            1.0
        })
    });
    measure(title, Unit::Seconds, rounds, &mut contenders);
}

/// A table of values by keys of 64 bits, with the probability with which they were reached; a value
/// of another key in its place is replaced.
struct Table {
    entries: Vec<(u64, f64, f32)>,
    /// Mixed into all keys, so that a new search finds no entries of the last.
    search: u64,
}

impl Table {
    fn new() -> Self {
        Self { entries: vec![(0, 0.0, 0.0); TABLE / size_of::<(u64, f64, f32)>()], search: 0 }
    }

    fn clear(&mut self) {
        self.search = self.search.wrapping_add(0x9E37_79B9_7F4A_7C15);
    }

    fn place(&self, key: u64) -> usize {
        ((u128::from(key) * self.entries.len() as u128) >> 64) as usize
    }

    /// Returns a value that was reached with at least this probability.
    fn get(&self, key: u64, probability: f64) -> Option<f64> {
        let (found, value, stored) = self.entries[self.place(key)];
        (found == key ^ self.search && stored >= probability as f32).then_some(value)
    }

    fn put(&mut self, key: u64, value: f64, probability: f64) {
        let place = self.place(key);
        self.entries[place] = (key ^ self.search, value, probability as f32);
    }
}

/// Hashes a word.
fn hash(word: u64) -> u64 {
    let word = (word ^ word >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (word ^ word >> 29).wrapping_mul(0xD6E8_FEB8_6659_FD93) ^ word >> 32
}
