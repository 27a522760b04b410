//! A batch of games of any type.

use alloc::string::{String, ToString};
use core::fmt::Debug;

use gambol_core::{Game, Indexed, Notation, Observe, Seed};

use crate::batch::Batch;
use crate::error::EnvError;
use crate::out::Out;
use crate::rows::Layout;

/// A [`Batch`] of games of any type: for bindings, which choose the game at run time.
///
/// One virtual call steps all games; the games inside are of their own type. The registry makes one
/// for any game by name.
///
/// ```
/// use gambol_core::Seed;
/// use gambol_env::{Batch, Rows, VecEnv};
/// use gambol_threes::Threes;
///
/// let mut games: Box<dyn VecEnv> = Box::new(Batch::new(Threes::default(), 8, Seed::new(1)));
/// let mut rows = Rows::with_masks(&games.layout());
/// games.reset(None, None, rows.out())?;
/// assert!(games.text(0).is_some_and(|text| text.ends_with(" m"))); // A move is due.
/// # Ok::<(), gambol_env::EnvError>(())
/// ```
pub trait VecEnv: Debug + Send + Sync {
    /// As [`Batch::layout`].
    fn layout(&self) -> Layout;

    /// As [`Batch::reset`].
    ///
    /// # Errors
    ///
    /// Fails if a slice has the wrong length.
    fn reset(&mut self, seed: Option<Seed>, which: Option<&[bool]>, out: Out<'_>) -> Result<(), EnvError>;

    /// As [`Batch::step`].
    ///
    /// # Errors
    ///
    /// As for `Batch::step`.
    fn step(&mut self, actions: &[i64], out: Out<'_>) -> Result<(), EnvError>;

    /// Returns the state of a game as text, if there is such a game.
    fn text(&self, game: usize) -> Option<String>;

    /// Returns the score of a game, if there is such a game.
    fn score(&self, game: usize) -> Option<i64>;
}

impl<G: Indexed + Observe + Notation> VecEnv for Batch<G> {
    fn layout(&self) -> Layout {
        self.layout()
    }

    fn reset(&mut self, seed: Option<Seed>, which: Option<&[bool]>, out: Out<'_>) -> Result<(), EnvError> {
        self.reset(seed, which, out)
    }

    fn step(&mut self, actions: &[i64], out: Out<'_>) -> Result<(), EnvError> {
        self.step(actions, out)
    }

    fn text(&self, game: usize) -> Option<String> {
        self.state(game).map(ToString::to_string)
    }

    fn score(&self, game: usize) -> Option<i64> {
        self.state(game).map(Game::score)
    }
}
