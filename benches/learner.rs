//! Speed of the learner on 2048 with four tuples of six cells, 67 million weights: turns learned in
//! a second on one thread, in rounds and in place, and the points of the games.
//!
//! `cargo bench -p gambol-benches --bench learner -- 64000000`, with the number of turns. It takes
//! 1.1 GB of memory.

use std::time::Instant;

use gambol_learn::{Alphabet, BoardFeatures, Features, LearnError, Learner, OnePly, Points, Settings, Windows};

mod common;
#[path = "../crates/search/tests/common/twenty48.rs"]
mod twenty48;

use twenty48::{Twenty48, transpose};

/// The four tuples of six cells, in all symmetries, by hand.
#[derive(Clone, Debug)]
struct ByHand;

impl Features<Twenty48> for ByHand {
    fn len(&self) -> usize {
        4 << 24
    }

    #[inline]
    fn visit<V: FnMut(usize)>(&self, state: &Twenty48, mut visit: V) {
        // The rows in the opposite order, and the cells of each row.
        let flip = |board: u64| {
            let rows = board.rotate_left(32);
            (rows & 0x0000_FFFF_0000_FFFF) << 16 | rows >> 16 & 0x0000_FFFF_0000_FFFF
        };
        let mirror = |board: u64| reversed(flip(board));
        let board = state.board();
        let (a, b) = (board, transpose(board));
        for image in [a, b, flip(a), flip(b), mirror(a), mirror(b), mirror(flip(a)), mirror(flip(b))] {
            visit((image & 0xFF_FFFF) as usize);
            visit(1 << 24 | (image >> 16 & 0xFF_FFFF) as usize);
            visit(2 << 24 | (image & 0xFFF | image >> 4 & 0xFF_F000) as usize);
            visit(3 << 24 | (image >> 16 & 0xFFF | image >> 20 & 0xFF_F000) as usize);
        }
    }

    fn layout(&self) -> String {
        "2048 4x6 by hand".to_owned()
    }
}

/// The cells in the opposite order.
fn reversed(board: u64) -> u64 {
    let bytes = board.swap_bytes();
    (bytes & 0x0F0F_0F0F_0F0F_0F0F) << 4 | bytes >> 4 & 0x0F0F_0F0F_0F0F_0F0F
}

type Read = fn(&Twenty48, &mut [u8]);

/// The same tuples as windows.
fn windows() -> BoardFeatures<Read> {
    let tuples = [[0, 1, 2, 3, 4, 5], [4, 5, 6, 7, 8, 9], [0, 1, 2, 4, 5, 6], [4, 5, 6, 8, 9, 10]];
    let builder = Windows::builder(4, 4, Alphabet::Distinct(16));
    let windows = tuples.iter().fold(builder, |builder, cells| builder.cells(cells)).build();
    let read: Read = |state, symbols| {
        for (cell, symbol) in symbols.iter_mut().enumerate() {
            *symbol = (state.board() >> (4 * cell) & 15) as u8;
        }
    };
    windows.expect("four tuples of six cells").features("2048 4x6", read)
}

/// Prints speed and points whenever the turns have doubled, from a million on.
fn measure<F: Features<Twenty48>>(name: &str, features: F, turns: u64, settings: Settings) -> Result<(), LearnError> {
    let settings = settings.rounds_per_epoch(if common::measures() { 8 } else { 1 });
    let mut learner = Learner::new(Twenty48::new(), features, Points, settings);
    learner.epoch(OnePly::new)?;
    let (began, before) = (Instant::now(), learner.turns());
    let mut next = 1_000_000;
    while learner.turns() - before < turns {
        let mean = learner.epoch(OnePly::new)?.mean();
        let learned = learner.turns() - before;
        if learned >= next.min(turns) {
            let (seconds, points) = (began.elapsed().as_secs_f64(), mean.map_or(0.0, |(mean, _)| mean));
            let speed = learned as f64 / seconds;
            println!("{name}: {learned} turns in {seconds:.1} s, {speed:.0} a second; last epoch: {points:.0} points");
            next *= 2;
        }
    }
    Ok(())
}

fn main() -> Result<(), LearnError> {
    let asked = std::env::args().find_map(|argument| argument.parse().ok());
    let turns = asked.unwrap_or(if common::measures() { 8_000_000 } else { 1 });
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    pool.install(|| {
        measure("rounds of 100,000 turns", ByHand, turns, Settings::default())?;
        measure("in place", ByHand, turns, Settings::default().in_place(true))?;
        measure("in place, windows", windows(), turns, Settings::default().in_place(true))
    })
}
