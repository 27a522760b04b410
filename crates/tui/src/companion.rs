//! What goes with a game besides its rules.

use std::path::Path;

use gambol::Search;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::Event;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::board::Board;
use super::session::Session;
use super::settings::Settings;

/// Goes along with the games that are played: the place for a player who learns from its losses,
/// and shows what it knows.
///
/// It may have dialogs of its own, which the app opens, draws over the board and hands all keys and
/// the mouse, and knows nothing more about. Every method but the first has a default that does
/// nothing, and `()` is the companion of games that have none.
pub(crate) trait Companion<G: Board>: Sized {
    /// The agent that plays by what it knows, as text, if there is one: the one that plays if a
    /// file is opened and nothing is said of agents.
    const AGENT: Option<&'static str> = None;

    /// The companion of games from this start.
    fn new(start: &G) -> Self;

    /// Opens the file that the command line names.
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

    /// Lines for the panel beside the board.
    fn lines(&self, state: &G) -> Vec<Line<'static>> {
        let _ = state;
        Vec::new()
    }

    /// The keys that open its dialogs, with what the menu calls these.
    fn commands(&self) -> &'static [(char, &'static str)] {
        &[]
    }

    /// Gets the dialog of a key ready. Whether there is one.
    fn command(&mut self, key: char) -> bool {
        let _ = key;
        false
    }

    /// Whether the program may end. If not, its dialog asks first; who insists meanwhile may.
    fn may_leave(&mut self) -> bool {
        true
    }

    /// Hears that the program ends unasked: by a signal, or because the terminal is gone. What is
    /// returned is said on the way out.
    fn cut_short(&mut self) -> Option<String> {
        None
    }

    /// Does what a key or the mouse says in its dialog. The area is the whole screen.
    fn event(&mut self, event: &Event, area: Rect) -> Next {
        let _ = (event, area);
        Next::Close
    }

    /// Draws its dialog.
    fn draw(&self, area: Rect, buffer: &mut Buffer) {
        let _ = (area, buffer);
    }
}

/// What becomes of a companion's dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// It stays.
    Stay,
    /// It closes.
    Close,
    /// The program ends.
    Quit,
}

impl<G: Board> Companion<G> for () {
    fn new(_: &G) -> Self {}
}
