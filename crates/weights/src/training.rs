//! The trainings that make the shipped weights again.

use std::fmt;

use gambol_learn::{LearnError, Run};

/// A training that makes a file of weights.
#[derive(Clone, Copy)]
pub struct Training {
    /// Name of the game.
    pub game: &'static str,
    /// Name of this training among those of its game.
    pub name: &'static str,
    /// What it trains, on one line.
    pub about: &'static str,
    pub(crate) train: fn(&mut Run<'_>) -> Result<Vec<u8>, LearnError>,
}

impl Training {
    /// Trains the network, and returns the bytes of its file. With a run of scale 1, these are the
    /// bytes of the shipped file.
    ///
    /// # Errors
    ///
    /// Those of [`Run::train`] and [`Run::finish`], and [`LearnError::Unwritable`].
    pub fn train(&self, run: &mut Run<'_>) -> Result<Vec<u8>, LearnError> {
        let file = (self.train)(run)?;
        run.finish()?;
        Ok(file)
    }
}

impl fmt::Debug for Training {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Training").field("game", &self.game).field("name", &self.name).finish_non_exhaustive()
    }
}

/// Returns all trainings.
#[must_use]
pub fn trainings() -> Vec<Training> {
    vec![
        #[cfg(feature = "five-or-more")]
        crate::five_or_more::HIDDEN_TRAINING,
        #[cfg(feature = "five-or-more")]
        crate::five_or_more::SHOWN_TRAINING,
        #[cfg(feature = "tenten")]
        crate::tenten::TRAINING,
        #[cfg(feature = "threes")]
        crate::threes::TRAINING,
    ]
}
