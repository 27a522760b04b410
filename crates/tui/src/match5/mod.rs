//! Dialogs of Match5's self-learning player: knowledge, hall of fame, files and passwords.

mod draw;
mod files;
mod hall;
mod page;
mod questions;

use std::mem;

use gambol::match5::{Match5, Wide};
use gambol::registry::Position;
use gambol::self_taught::{Notebook, Pattern};
use gambol_play::{Message, Paint, Play, Pupil};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Position as Place, Rect};
use ratatui::style::Modifier;
use ratatui::text::Line;

use self::page::{Page, Table, step};
use self::questions::Doubt;
use crate::theme;

pub(crate) use self::files::rescue;

/// Keys that open the dialogs, and their names in the menu.
pub(crate) const COMMANDS: &[(char, &str)] = &[('k', "knowledge"), ('f', "hall of fame")];

/// Next state of the dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// The dialog stays open.
    Stay,
    /// The dialog closes.
    Close,
    /// The program ends.
    Quit,
}

/// Dialogs that show, store and open the knowledge of a [`Notebook`].
#[derive(Default)]
pub(crate) struct Dialogs {
    table: Table,
    page: Page,
    /// Result of the last command.
    notice: Message,
    /// The pattern learned in the last lesson that was shown.
    seen: Option<Pattern>,
}

impl Dialogs {
    /// Prepares the dialog of a key. Returns whether there is one.
    pub(crate) fn command(&mut self, key: char, notebook: &Notebook) -> bool {
        self.notice = Message::default();
        // A lesson may have removed patterns in the meantime.
        self.table.at = step(self.table.at, 0, notebook.knowledge().level());
        let learned = notebook.lesson().map(|lesson| lesson.learned);
        if mem::replace(&mut self.seen, learned) != learned && learned.is_some() {
            self.table.show_lesson();
        }
        self.page = match key {
            'k' => Page::Table,
            'f' => Page::hall(notebook),
            _ => return false,
        };
        true
    }

    /// Whether the program may end: nothing would be lost, or the confirmation is already open.
    /// Opens the confirmation otherwise.
    pub(crate) fn may_leave(&mut self, notebook: &Notebook) -> bool {
        let sure = !notebook.is_changed() || matches!(self.page, Page::Sure(Doubt::Quit));
        if !sure {
            self.page = Page::Sure(Doubt::Quit);
        }
        sure
    }

    /// Handles a key or mouse event. `area` is the whole screen.
    pub(crate) fn event(&mut self, event: &Event, area: Rect, notebook: &mut Notebook) -> Next {
        match event {
            Event::Key(key) => match mem::take(&mut self.page) {
                Page::Table => self.table_key(*key, notebook),
                Page::Hall(hall, from) => self.hall_key(hall, from, *key, area),
                Page::Entry(wanted, entry, error) => self.entry_key(wanted, entry, error, *key, notebook),
                Page::Sure(doubt) => self.sure_key(doubt, key.code, notebook),
            },
            Event::Mouse(mouse) => self.mouse(*mouse, area, notebook),
            _ => Next::Stay,
        }
    }

    fn mouse(&mut self, mouse: MouseEvent, area: Rect, notebook: &mut Notebook) -> Next {
        let press = |code| Event::Key(KeyEvent::from(code));
        let outside = !draw::page_box(&self.page, area).contains(Place::new(mouse.column, mouse.row));
        let list = matches!(self.page, Page::Table | Page::Hall(..));
        match mouse.kind {
            MouseEventKind::ScrollUp if list => self.event(&press(KeyCode::Left), area, notebook),
            MouseEventKind::ScrollDown if list => self.event(&press(KeyCode::Right), area, notebook),
            MouseEventKind::Down(MouseButton::Right) => self.event(&press(KeyCode::Esc), area, notebook),
            MouseEventKind::Down(MouseButton::Left) if outside && list => Next::Close,
            _ => Next::Stay,
        }
    }

    /// Draws the dialog.
    pub(crate) fn draw(&self, notebook: &Notebook, area: Rect, buffer: &mut Buffer) {
        match &self.page {
            Page::Table => self.draw_table(notebook, area, buffer),
            Page::Hall(hall, from) => hall::draw(notebook, hall, *from, area, buffer),
            Page::Entry(wanted, entry, error) => {
                crate::draw_dialog::draw_entry(wanted.title(), entry, error.as_deref(), area, buffer);
            }
            Page::Sure(doubt) => draw::draw_doubt(*doubt, notebook, area, buffer),
        }
    }

    fn tell(&mut self, result: Result<String, String>) {
        let wrong = result.is_err();
        let (Ok(text) | Err(text)) = result;
        self.notice = Message::default();
        (self.notice.text, self.notice.wrong) = (text, wrong);
    }
}

/// Returns the length of a winning row in a game of Match5, on a board of any size.
fn row(state: &Position) -> Option<u8> {
    let small = state.state::<Match5>().map(Match5::row);
    small.or_else(|| state.state::<Match5<Wide>>().map(Match5::row))
}

/// Returns the lines about the knowledge in the panel beside the board.
pub(crate) fn panel(play: &Play) -> Vec<Line<'static>> {
    let Some(Pupil { notebook, .. }) = &play.pupil else { return Vec::new() };
    let knowledge = notebook.knowledge();
    // Shown if the player moves, or if there is something to lose.
    let plays = (0..2).any(|side| !play.settings.people[side] && Pupil::is(&play.settings.agents[side]));
    if !(plays || notebook.name().is_some() || notebook.is_changed()) {
        return Vec::new();
    }
    let faint = theme::ink(Paint::FAINT);
    let bold = theme::ink(Paint::BRIGHT).add_modifier(Modifier::BOLD);
    let name = notebook.name().unwrap_or("Knowledge of self-taught").to_owned();
    let stored = if notebook.is_changed() { ", not stored" } else { "" };
    let mut lines = vec![
        Line::styled(name, bold),
        Line::styled(format!("  {}, level {}", notebook.access(), knowledge.level()), faint),
        Line::styled(format!("  {}{stored}", count(knowledge.level(), "pattern")), faint),
    ];
    if notebook.file().is_some_and(|file| !file.has_password()) {
        lines.push(Line::styled("  no password", faint));
    }
    if row(play.state()) != Some(knowledge.row()) && (notebook.name().is_some() || !knowledge.is_empty()) {
        lines.push(Line::styled(format!("  for {} in a row", knowledge.row()), theme::ink(Paint::WRONG)));
    }
    lines
}

/// Formats a number of things.
fn count(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}
