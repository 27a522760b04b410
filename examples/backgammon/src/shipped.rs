//! The trained network of this package.

use gambol_learn::{DenseNetwork, WeightsError};

use crate::state::Backgammon;

/// Returns the trained network, `data/backgammon.network`. Its header names the last of the
/// commands that make it; the README of this package lists both.
///
/// # Errors
///
/// Fails if the compiled-in file is damaged, which a test excludes.
pub fn network() -> Result<DenseNetwork, WeightsError> {
    let file = include_bytes!("../data/backgammon.network");
    DenseNetwork::from_file(&Backgammon::new(), "backgammon", file).map(|(network, _)| network)
}
