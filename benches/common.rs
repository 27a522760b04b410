//! Helpers shared by several benches.
#![allow(dead_code)] // each bench uses its own part

use gambol_core::{Game, Seed};

/// Whether to measure: `cargo bench` asks for it, while `cargo test` runs everything once.
pub(crate) fn measures() -> bool {
    std::env::args().any(|argument| argument == "--bench")
}

/// Returns the number of pairs of measurements, taken in turn.
pub(crate) fn rounds() -> usize {
    if measures() { 7 } else { 1 }
}

/// Formats the median of ratios, with minimum and maximum.
pub(crate) fn spread(mut ratios: Vec<f64>) -> String {
    ratios.sort_by(f64::total_cmp);
    let [least, median, most] = [0, ratios.len() / 2, ratios.len() - 1].map(|index| ratios[index]);
    format!("{median:.2} times ({least:.2} to {most:.2})")
}

/// Returns the state after the chance events that are due.
pub(crate) fn settled<G: Game>(mut state: G) -> G {
    state.settle(&mut Seed::new(1).rng());
    state
}
