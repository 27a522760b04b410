//! What goes with a game besides its rules.

use std::path::Path;

use gambol::Search;

use crate::board::Board;
use crate::session::Session;
use crate::settings::Settings;

/// Goes along with the games that are played: the place for a player who learns from its losses.
///
/// Every method has a default that does nothing, and `()` is the companion of games that have none.
pub trait Companion<G: Board> {
    /// The agent that plays by what it knows, as text, if there is one: the one that plays if a
    /// file is opened and nothing is said of agents.
    const AGENT: Option<&'static str> = None;

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
    fn agent(&self, text: &str) -> Option<Box<dyn Search<G>>> {
        let _ = text;
        None
    }

    /// Hears of a game that is over. What is returned is added to the message.
    fn game_over(&mut self, game: &Session<G>, settings: &Settings) -> Option<String> {
        let _ = (game, settings);
        None
    }

    /// Hears that the program ends unasked: by a signal, or because the screen is gone. What is
    /// returned is said on the way out.
    fn cut_short(&mut self) -> Option<String> {
        None
    }
}

impl<G: Board> Companion<G> for () {}
