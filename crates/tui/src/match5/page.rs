//! The dialogs of the self-taught player: what it knows, the hall of fame, files and passwords.

use std::mem;

use gambol::self_taught::{HallOfFame, Pattern};
use gambol_play::Message;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Position, Rect};

use super::draw;
use super::notebook::Notebook;
use super::pupil::Pupil;
use super::questions::{Doubt, Wanted};
use crate::dialog::Entry;
use crate::input::is_control;
use crate::screen::Next;

/// What is shown.
pub(super) enum Page {
    /// The knowledge, pattern by pattern.
    Table,
    /// The hall of fame of the file's folder, from this place on.
    Hall(Result<HallOfFame, String>, usize),
    /// A question that is answered by a line, and what was wrong with the last answer.
    Entry(Wanted, Entry, Option<String>),
    /// Something that is asked first.
    Sure(Doubt),
}

/// What the knowledge is looked at for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum View {
    /// The patterns, one by one.
    #[default]
    Patterns,
    /// The images of a pattern under the symmetries.
    Images,
    /// What the last lost game has put in and taken out.
    Lesson,
}

/// Which part of the knowledge is looked at.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Table {
    pub(super) view: View,
    /// The pattern's number, from 0.
    pub(super) at: usize,
    /// Which of the lesson's patterns: 0 is the one that was put in.
    pub(super) lesson_at: usize,
    /// The first image that is shown.
    pub(super) image: usize,
}

impl Table {
    /// Shows the last lesson next.
    pub(super) fn show_lesson(&mut self) {
        *self = Self { view: View::Lesson, lesson_at: 0, ..*self };
    }

    /// Looks at something, or at the patterns again.
    fn toggle(&mut self, view: View) {
        self.view = if self.view == view { View::Patterns } else { view };
        self.image = 0;
    }
}

/// How far the page keys go.
const PAGE: isize = 10;

/// How far a key goes in a list: `isize::MIN` and `isize::MAX` to the ends.
pub(super) fn way(code: KeyCode) -> Option<isize> {
    Some(match code {
        KeyCode::Left | KeyCode::Up => -1,
        KeyCode::Right | KeyCode::Down => 1,
        KeyCode::PageUp => -PAGE,
        KeyCode::PageDown => PAGE,
        KeyCode::Home => isize::MIN,
        KeyCode::End => isize::MAX,
        _ => return None,
    })
}

/// Where a way leads in a list of so many.
pub(super) fn step(at: usize, way: isize, count: usize) -> usize {
    at.saturating_add_signed(way).min(count.saturating_sub(1))
}

impl Pupil {
    /// Takes up other knowledge.
    pub(super) fn take(&mut self, notebook: Notebook) {
        self.notebook = notebook;
        self.lesson = None;
        self.table = Table::default();
    }

    /// Gets the dialog of a key ready. Whether there is one.
    pub(super) fn show(&mut self, key: char) -> bool {
        self.notice = Message::default();
        // A lesson may have taken patterns out since.
        self.table.at = step(self.table.at, 0, self.notebook.knowledge().level());
        self.page = match key {
            'k' => Page::Table,
            'f' => self.hall(),
            _ => return false,
        };
        true
    }

    pub(super) fn do_event(&mut self, event: &Event, area: Rect) -> Next {
        match event {
            Event::Key(key) => {
                let page = mem::replace(&mut self.page, Page::Table);
                match page {
                    Page::Table => self.table_key(*key),
                    Page::Hall(hall, from) => self.hall_key(hall, from, *key, area),
                    Page::Entry(wanted, entry, error) => self.entry_key(wanted, entry, error, *key),
                    Page::Sure(doubt) => self.sure_key(doubt, key.code),
                }
            }
            Event::Mouse(mouse) => self.page_mouse(*mouse, area),
            _ => Next::Stay,
        }
    }

    fn page_mouse(&mut self, mouse: MouseEvent, area: Rect) -> Next {
        let press = |code| Event::Key(KeyEvent::from(code));
        let outside = !draw::page_box(&self.page, area).contains(Position::new(mouse.column, mouse.row));
        let list = matches!(self.page, Page::Table | Page::Hall(..));
        match mouse.kind {
            MouseEventKind::ScrollUp if list => self.do_event(&press(KeyCode::Left), area),
            MouseEventKind::ScrollDown if list => self.do_event(&press(KeyCode::Right), area),
            MouseEventKind::Down(MouseButton::Right) => self.do_event(&press(KeyCode::Esc), area),
            MouseEventKind::Down(MouseButton::Left) if outside && list => Next::Close,
            _ => Next::Stay,
        }
    }

    fn table_key(&mut self, key: KeyEvent) -> Next {
        if is_control(key) {
            return Next::Stay;
        }
        self.notice = Message::default();
        if let Some(way) = way(key.code) {
            self.walk(key.code, way);
            return Next::Stay;
        }
        match key.code {
            KeyCode::Esc | KeyCode::Char('q' | 'k') => return Next::Close,
            KeyCode::Char('m') => self.table.toggle(View::Images),
            KeyCode::Char('l') => self.table.toggle(View::Lesson),
            KeyCode::Char('x') if self.table.view == View::Lesson => {
                self.tell(Err("l goes back to the patterns, where x erases.".to_owned()));
            }
            KeyCode::Char('x') => {
                let erased = self.notebook.erase(self.table.at);
                self.tell(erased.map(|()| "Erased; s stores it so.".to_owned()));
                self.table.at = step(self.table.at, 0, self.notebook.knowledge().level());
            }
            KeyCode::Char('X') => self.ask_to_erase(),
            KeyCode::Char('f') => self.page = self.hall(),
            KeyCode::Char('o') => self.unless_changed(Doubt::Open),
            KeyCode::Char('n') => self.unless_changed(Doubt::New),
            KeyCode::Char('s') => self.store(),
            KeyCode::Char('S') => self.store_as(),
            KeyCode::Char('p') => self.ask_password(),
            _ => {}
        }
        Next::Stay
    }

    /// Goes on in the list that is shown.
    fn walk(&mut self, code: KeyCode, way: isize) {
        let table = &mut self.table;
        match (table.view, &self.lesson) {
            (View::Lesson, lesson) => {
                let count = lesson.as_ref().map_or(0, |lesson| 1 + lesson.erased.len());
                table.lesson_at = step(table.lesson_at, way, count);
            }
            (View::Images, _) if matches!(code, KeyCode::Up | KeyCode::Down) => {
                let pattern = self.notebook.knowledge().pattern(table.at);
                table.image = step(table.image, way, pattern.map_or(0, |pattern| pattern.mutations().count()));
            }
            (View::Images | View::Patterns, _) => {
                table.at = step(table.at, way, self.notebook.knowledge().level());
                table.image = 0;
            }
        }
    }

    /// The pattern that is shown.
    pub(super) fn shown(&self) -> Option<&Pattern> {
        match (self.table.view, self.table.lesson_at) {
            (View::Patterns | View::Images, _) => self.notebook.knowledge().pattern(self.table.at),
            (View::Lesson, 0) => self.lesson.as_ref().map(|lesson| &lesson.learned),
            (View::Lesson, at) => self.lesson.as_ref().and_then(|lesson| lesson.erased.get(at - 1)),
        }
    }

    pub(super) fn tell(&mut self, result: Result<String, String>) {
        let wrong = result.is_err();
        let (Ok(text) | Err(text)) = result;
        self.notice = Message { text, wrong, ..Message::default() };
    }
}
