//! What a game has on the screen besides its board.

use gambol::registry::Position;
use gambol::{five_or_more, match5, pentago_swap, tenten, threes};
use gambol_play::{Board, Companion, Settings};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::Event;
use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::match5::Pupil;

/// A game that is played on the screen.
pub(crate) trait Screen: Board {
    /// What goes with this game besides its rules; `()` if nothing does.
    type Companion: Companion<Self> + Dialogs<Self>;
}

impl<B: five_or_more::Bits + 'static> Screen for five_or_more::FiveOrMore<B> {
    type Companion = ();
}

impl Screen for tenten::TenTen {
    type Companion = ();
}

impl Screen for threes::Threes {
    type Companion = ();
}

impl Screen for pentago_swap::PentagoSwap {
    type Companion = ();
}

impl<B: match5::Bits + 'static> Screen for match5::Match5<B> {
    type Companion = Pupil;
}

impl Screen for Position {
    type Companion = ();
}

/// Dialogs of a companion, which the app opens, draws over the board and hands all keys and the
/// mouse, and knows nothing more about.
///
/// Every method but the first has a default that does nothing.
pub(crate) trait Dialogs<G: Board>: Sized {
    /// The companion of games from this start.
    fn new(start: &G) -> Self;

    /// Lines for the panel beside the board.
    fn lines(&self, state: &G, settings: &Settings) -> Vec<Line<'static>> {
        let _ = (state, settings);
        Vec::new()
    }

    /// The agent that learns from these games, if one does.
    fn learner(&self) -> Option<&'static str> {
        None
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

impl<G: Board> Dialogs<G> for () {
    fn new(_: &G) -> Self {}
}
