//! What goes with a game besides its rules.

use std::path::Path;

use gambol::Search;
use gambol::registry::Position;

use crate::session::Session;
use crate::settings::Settings;

/// Goes along with the games that are played: the place for a player who learns from its losses.
///
/// Every method has a default that does nothing, and `()` is the companion of games that have none.
pub trait Companion {
    /// The agent that learns from these games, if one does: the one that plays if a file is opened
    /// and nothing is said of agents.
    fn learner(&self) -> Option<&'static str> {
        None
    }

    /// Opens the file of what it knows.
    ///
    /// # Errors
    ///
    /// In a line: why not.
    fn open(&mut self, path: &Path) -> Result<(), String> {
        Err(format!("{}: nobody in this game keeps knowledge in files", path.display()))
    }

    /// The agent that this text names, if it is the companion's own: it decides by what is known
    /// now.
    fn agent(&self, text: &str) -> Option<Box<dyn Search<Position>>> {
        let _ = text;
        None
    }

    /// Hears of a game that is over. What is returned is added to the message.
    fn game_over(&mut self, game: &Session, settings: &Settings) -> Option<String> {
        let _ = (game, settings);
        None
    }

    /// Hears that the program ends unasked: by a signal, or because the screen is gone. What is
    /// returned is said on the way out.
    fn cut_short(&mut self) -> Option<String> {
        None
    }
}

impl Companion for () {}

/// A companion of some games.
impl<C: Companion> Companion for Option<C> {
    fn learner(&self) -> Option<&'static str> {
        self.as_ref().and_then(Companion::learner)
    }

    fn open(&mut self, path: &Path) -> Result<(), String> {
        match self {
            Some(companion) => companion.open(path),
            None => ().open(path),
        }
    }

    fn agent(&self, text: &str) -> Option<Box<dyn Search<Position>>> {
        self.as_ref().and_then(|companion| companion.agent(text))
    }

    fn game_over(&mut self, game: &Session, settings: &Settings) -> Option<String> {
        self.as_mut().and_then(|companion| companion.game_over(game, settings))
    }

    fn cut_short(&mut self) -> Option<String> {
        self.as_mut().and_then(Companion::cut_short)
    }
}
