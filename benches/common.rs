//! Helpers shared by several benches.
#![allow(dead_code)] // each bench uses its own part

use gambol_core::{Game, Seed};

/// Number of pairs of measurements, taken in turn.
pub(crate) const ROUNDS: usize = 7;

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
