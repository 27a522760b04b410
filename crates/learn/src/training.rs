//! Trainings by name.

use std::fmt;

use crate::learner::LearnError;
use crate::run::Run;

/// A training that produces a weights file for a game.
///
/// ```
/// use gambol_learn::{LearnError, Run, Training};
///
/// fn nothing(_: &mut Run<'_>) -> Result<Vec<u8>, LearnError> {
///     Ok(Vec::new())
/// }
///
/// const NOTHING: Training = Training::new("nothing", "learns nothing, at once", nothing);
/// assert!(NOTHING.train(&mut Run::new()).is_ok_and(|file| file.is_empty()));
/// ```
#[derive(Clone, Copy)]
pub struct Training {
    name: &'static str,
    about: &'static str,
    train: fn(&mut Run<'_>) -> Result<Vec<u8>, LearnError>,
}

impl Training {
    /// Creates a training with a name, unique among those of its game, and a description in one
    /// line. `train` learns in the phases of a run and returns the bytes of the file.
    #[must_use]
    pub const fn new(
        name: &'static str,
        about: &'static str,
        train: fn(&mut Run<'_>) -> Result<Vec<u8>, LearnError>,
    ) -> Self {
        Self { name, about, train }
    }

    /// Returns the name among the trainings of the game.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the description in one line.
    #[must_use]
    pub const fn about(&self) -> &'static str {
        self.about
    }

    /// Trains, and returns the bytes of the weights file.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Run::train`] and [`Run::finish`], and [`LearnError::WeightsFile`].
    pub fn train(&self, run: &mut Run<'_>) -> Result<Vec<u8>, LearnError> {
        let file = (self.train)(run)?;
        run.finish()?;
        Ok(file)
    }
}

impl fmt::Debug for Training {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Training").field("name", &self.name).finish_non_exhaustive()
    }
}
