//! The game on the screen: cursor, dialogs and their keys.

use gambol::registry::Position;
use gambol_play::{Play, Shelf, Shown, Spot, Topic};
use ratatui::layout::Rect;

use super::dialog::Dialog;
use super::geometry::Geometry;
use super::match5::Dialogs;

/// The game on the screen. It is independent of the terminal: it handles events and the time, and
/// draws into a buffer.
pub(crate) struct App {
    pub(crate) play: Play,
    /// The dialogs of the self-learning player.
    pub(crate) knowledge: Dialogs,
    pub(crate) dialog: Option<Dialog>,
    pub(crate) cursor: Spot,
    /// The value of `Play::changes` at the last update of the cursor.
    seen: u64,
    /// Position at which the mouse button was pressed.
    pub(crate) pressed: Option<(u16, u16)>,
    pub(crate) area: Rect,
    /// Whether the terminal has no colours, so that characters show everything.
    pub(crate) monochrome: bool,
    /// The store of the game, if it is not over at the end.
    pub(crate) shelf: Shelf,
    /// Whether it began as a kept game.
    pub(crate) is_resumed: bool,
    pub(crate) quit: bool,
}

impl App {
    pub(crate) fn new(play: Play) -> Self {
        let spots = play.board().spots(&[]);
        let cursor = spots.get(spots.len() / 2).copied().unwrap_or(Spot::Piece(0));
        let area = Rect::new(0, 0, 80, 24);
        let knowledge = Dialogs::default();
        let mut app = Self {
            play,
            knowledge,
            dialog: None,
            cursor,
            seen: 0,
            pressed: None,
            area,
            monochrome: false,
            shelf: Shelf::default(),
            is_resumed: false,
            quit: false,
        };
        app.place_cursor();
        app
    }

    pub(crate) fn state(&self) -> &Position {
        self.play.state()
    }

    pub(crate) fn board(&self) -> Shown<'_> {
        self.play.board()
    }

    pub(crate) fn geometry(&self) -> Result<Geometry, (u16, u16)> {
        Geometry::new(self.area, &*self.board())
    }

    /// Ends the program, after a confirmation if something would be lost.
    pub(crate) fn leave(&mut self) {
        if self.play.pupil.as_ref().is_none_or(|pupil| self.knowledge.may_leave(&pupil.notebook)) {
            self.quit = true;
        } else {
            self.dialog = Some(Dialog::Knowledge);
        }
    }

    /// Undoes moves, after a confirmation if chance has moved since.
    pub(crate) fn undo(&mut self) {
        self.play.undo();
        if self.play.message.topic == Topic::ChanceMoved {
            self.dialog = Some(Dialog::Undo);
        }
    }

    /// Undoes moves and the chance events since.
    pub(crate) fn undo_over_chance(&mut self) {
        let usual = std::mem::replace(&mut self.play.settings.over_chance, true);
        self.play.undo();
        self.play.settings.over_chance = usual;
    }

    /// Picks a spot.
    pub(crate) fn choose(&mut self, spot: Spot) {
        if self.play.choose(spot) {
            self.cursor = spot;
        }
        self.place_cursor();
    }

    /// Moves the cursor to a valid spot after picks have changed.
    pub(crate) fn place_cursor(&mut self) {
        if self.seen == self.play.changes {
            return;
        }
        self.seen = self.play.changes;
        let (picked, targets) = (&self.play.picked, &self.play.targets);
        let spots = self.board().spots(picked);
        if !picked.is_empty() && matches!(self.cursor, Spot::Piece(_)) {
            // With a piece of the hand picked, the cursor moves to the board.
            self.cursor = targets.get(targets.len() / 2).copied().unwrap_or(self.cursor);
        } else if !spots.contains(&self.cursor) {
            let geometry = self.geometry().ok();
            let under = geometry.and_then(|geometry| {
                let place = geometry.place(self.cursor);
                geometry.spot_at(&spots, place.x + place.width / 2, place.y + place.height / 2)
            });
            self.cursor = under.or_else(|| spots.first().copied()).unwrap_or(self.cursor);
        }
    }
}
