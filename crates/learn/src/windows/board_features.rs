//! Features of a game from the windows of its board.

use std::fmt;

use gambol_core::Game;

use super::{MAX_CELLS, Windows};
use crate::features::Features;

/// Features of a game: the windows of its board. See [`Windows::features`].
#[derive(Clone)]
pub struct BoardFeatures<R> {
    windows: Windows,
    name: String,
    read: R,
}

impl<R> fmt::Debug for BoardFeatures<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BoardFeatures")
            .field("name", &self.name)
            .field("windows", &self.windows.count())
            .finish_non_exhaustive()
    }
}

impl Windows {
    /// Features of a game. `read` writes the symbols of a state's board, whose cells are 0 at
    /// first. `name` is the name and version of the windows and symbols in
    /// [files](Features::layout).
    ///
    /// ```
    /// use gambol_core::{Evaluator, Seed};
    /// use gambol_learn::{Alphabet, Learner, OnePly, Points, Settings, Windows};
    /// use gambol_threes::Threes;
    ///
    /// // The rows, columns and 2×2 squares of Threes!, of tiles up to 6,144.
    /// let windows = Windows::builder(4, 4, Alphabet::Distinct(15)).lines(4).blocks(2, 2).build()?;
    /// let features = windows.features("threes lines and squares v1", |state: &Threes, symbols| {
    ///     for (cell, symbol) in symbols.iter_mut().enumerate() {
    ///         *symbol = (state.board() >> (4 * cell) & 15) as u8;
    ///     }
    /// });
    /// let settings = Settings::default().turns_per_round(1000).rounds_per_epoch(4);
    /// let mut learner = Learner::new(Threes::default(), features, Points, settings);
    /// let first = learner.epoch(OnePly::new)?;
    /// let second = learner.epoch(OnePly::new)?;
    /// assert!(second.mean() > first.mean());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn features<G: Game, R>(self, name: &str, read: R) -> BoardFeatures<R>
    where
        R: Fn(&G, &mut [u8]) + Clone + Send + Sync + 'static,
    {
        BoardFeatures { windows: self, name: name.to_owned(), read }
    }
}

impl<G: Game, R> Features<G> for BoardFeatures<R>
where
    R: Fn(&G, &mut [u8]) + Clone + Send + Sync + 'static,
{
    fn len(&self) -> usize {
        self.windows.len()
    }

    #[inline]
    fn visit<V: FnMut(usize)>(&self, state: &G, visit: V) {
        let mut symbols = [0; MAX_CELLS];
        let cells = &mut symbols[..self.windows.cells()];
        (self.read)(state, cells);
        let count = self.windows.0.alphabet.symbols();
        for symbol in cells {
            *symbol = if *symbol < count { *symbol } else { 0 };
        }
        self.windows.visit_board(&symbols, visit);
    }

    fn layout(&self) -> String {
        format!("{}: {} windows of {} cells", self.name, self.windows.count(), self.windows.cells())
    }
}
