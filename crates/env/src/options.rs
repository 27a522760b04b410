//! Settings of a batch.

/// The time at which an ended game restarts, with the names of Gymnasium.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Autoreset {
    /// In the step after its end. That step ignores the action of the game; its reward is 0.
    #[default]
    NextStep,
    /// In the step in which it ends. The last observation goes to the final planes, and the
    /// ordinary ones have the first of the new episode.
    SameStep,
    /// Never: [`reset`](crate::Batch::reset) must restart it before the next step.
    Disabled,
}

/// The consequence of an illegal action.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum IllegalAction {
    /// The whole step is refused: no game changes, and nothing is written.
    #[default]
    Refuse,
    /// The game ends, and the player who moved gets this reward.
    End {
        /// The reward, usually below 0.
        reward: f32,
    },
}

/// Settings of a [`Batch`](crate::Batch).
///
/// ```
/// use gambol_core::Seed;
/// use gambol_env::{Autoreset, Batch, Options};
/// use gambol_threes::Threes;
///
/// let options = Options::default().autoreset(Autoreset::SameStep).max_steps(1_000);
/// let games = Batch::new(Threes::default(), 64, Seed::new(7)).options(options);
/// # assert_eq!(games.layout().games, 64);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Options {
    pub(crate) autoreset: Autoreset,
    pub(crate) illegal: IllegalAction,
    pub(crate) max_steps: Option<u32>,
    #[cfg(feature = "parallel")]
    pub(crate) parallel: bool,
}

impl Options {
    /// Sets when ended games restart; [`Autoreset::NextStep`] by default.
    #[must_use]
    pub const fn autoreset(mut self, autoreset: Autoreset) -> Self {
        self.autoreset = autoreset;
        self
    }

    /// Sets the consequence of illegal actions; [`IllegalAction::Refuse`] by default.
    #[must_use]
    pub const fn illegal(mut self, illegal: IllegalAction) -> Self {
        self.illegal = illegal;
        self
    }

    /// Truncates episodes after this many steps, at least 1. No limit by default.
    #[must_use]
    pub const fn max_steps(mut self, steps: u32) -> Self {
        self.max_steps = Some(if steps == 0 { 1 } else { steps });
        self
    }

    /// Steps the games on all threads of the current rayon pool. Off by default.
    #[cfg(feature = "parallel")]
    #[cfg_attr(docsrs, doc(cfg(feature = "parallel")))]
    #[must_use]
    pub const fn parallel(mut self, parallel: bool) -> Self {
        self.parallel = parallel;
        self
    }
}
