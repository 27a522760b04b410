//! The training of the shipped network.

use gambol_learn::{About, LearnError, Learner, Network, OnePly, Points, Run, Settings, Training};
use gambol_threes::Threes;

use super::stages::GreatestTile;
use super::tuples::{Size, Tuples};

/// The training of the shipped file.
pub const TRAINING: Training = Training::new(
    "tuples",
    "tuples of up to five cells, by one-ply self-play; about half an hour on one core",
    |run| {
        let (network, turns) = train(run)?;
        let about = About::new("threes", "default", "gambol train threes", turns);
        Ok(network.to_file::<Threes>(&about, STEP)?)
    },
);

/// Unit of the weights in the file, in points.
const STEP: f32 = 32.0;

/// Trains the network from scratch. Returns it and the number of turns played.
///
/// Tuples of four cells are learned first, for a few turns: they learn fast, and the longer ones
/// begin with their weights. Three of four episodes begin with a stored state in which a tile of
/// 768, 1,536 or 3,072 was just made, and in the last phase nine of ten: players that search get
/// that far in nearly every game, one-ply players rarely.
///
/// # Errors
///
/// Returns the errors of [`Run::train`].
pub fn train(run: &mut Run<'_>) -> Result<(Network<Tuples>, u64), LearnError> {
    let settings = Settings::default().offset(30_000.0).late_starts(0.75).seed(1);
    let small = Learner::new(Threes::default(), Tuples(Size::Four), Points, settings);
    let mut small = small.with_stages(GreatestTile);
    run.train(&mut small, 20_000_000, OnePly::new)?;
    let mut learner = small.widen(Tuples(Size::Five))?;
    learner.settings_mut().turns_per_round = 200_000;
    run.train(&mut learner, 273_000_000, OnePly::new)?;
    learner.settings_mut().late_starts = 0.9;
    run.train(&mut learner, 226_000_000, OnePly::new)?;
    Ok((learner.network(), learner.turns()))
}
