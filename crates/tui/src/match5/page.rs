//! The visible part of the knowledge, and its keys.

use gambol::self_taught::{Access, HallOfFame, Notebook, Pattern};
use gambol_play::Message;
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::files::{self, as_owner, told};
use super::questions::{Doubt, Wanted};
use super::{Dialogs, Next};
use crate::dialog::Entry;
use crate::input::is_control;

/// Page of the dialog.
#[derive(Default)]
pub(super) enum Page {
    /// The knowledge, pattern by pattern.
    #[default]
    Table,
    /// The hall of fame of the file's folder, from this rank on.
    Hall(Result<HallOfFame, String>, usize),
    /// A question with an input line, and the error of the last answer.
    Entry(Wanted, Entry, Option<String>),
    /// A confirmation.
    Sure(Doubt),
}

impl Page {
    /// Opens the hall of fame of the file's folder.
    pub(super) fn hall(notebook: &Notebook) -> Self {
        Self::Hall(HallOfFame::read(&notebook.folder()).map_err(|error| told(&error)), 0)
    }
}

/// View of the knowledge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum View {
    /// The patterns, one by one.
    #[default]
    Patterns,
    /// The images of a pattern under the symmetries.
    Images,
    /// Patterns added and removed after the last lost game.
    Lesson,
}

/// The visible part of the knowledge.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Table {
    pub(super) view: View,
    /// Index of the pattern.
    pub(super) at: usize,
    /// Index among the lesson's patterns; 0 is the added one.
    pub(super) lesson_at: usize,
    /// Index of the first visible image.
    pub(super) image: usize,
}

impl Table {
    /// Switches to the last lesson.
    pub(super) fn show_lesson(&mut self) {
        *self = Self { view: View::Lesson, lesson_at: 0, ..*self };
    }

    /// Switches to a view, or back to the patterns.
    fn toggle(&mut self, view: View) {
        self.view = if self.view == view { View::Patterns } else { view };
        self.image = 0;
    }

    /// Returns the visible pattern.
    pub(super) fn shown<'a>(&self, notebook: &'a Notebook) -> Option<&'a Pattern> {
        match (self.view, self.lesson_at) {
            (View::Patterns | View::Images, _) => notebook.knowledge().pattern(self.at),
            (View::Lesson, 0) => notebook.lesson().map(|lesson| &lesson.learned),
            (View::Lesson, at) => notebook.lesson().and_then(|lesson| lesson.erased.get(at - 1)),
        }
    }

    /// Moves in the current list.
    fn walk(&mut self, code: KeyCode, way: isize, notebook: &Notebook) {
        let knowledge = notebook.knowledge();
        match self.view {
            View::Lesson => {
                let count = notebook.lesson().map_or(0, |lesson| 1 + lesson.erased.len());
                self.lesson_at = step(self.lesson_at, way, count);
            }
            View::Images if matches!(code, KeyCode::Up | KeyCode::Down) => {
                let images = knowledge.pattern(self.at).map_or(0, |pattern| pattern.mutations().count());
                self.image = step(self.image, way, images);
            }
            View::Images | View::Patterns => {
                self.at = step(self.at, way, knowledge.level());
                self.image = 0;
            }
        }
    }
}

/// Step of the page keys.
const PAGE: isize = 10;

/// Returns the step of a key in a list; `isize::MIN` and `isize::MAX` lead to its ends.
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

/// Returns the index after a step in a list of `count` items.
pub(super) fn step(at: usize, way: isize, count: usize) -> usize {
    at.saturating_add_signed(way).min(count.saturating_sub(1))
}

impl Dialogs {
    /// Replaces the knowledge.
    pub(super) fn take(&mut self, there: &mut Notebook, notebook: Notebook) {
        *there = notebook;
        self.table = Table::default();
    }

    pub(super) fn table_key(&mut self, key: KeyEvent, notebook: &mut Notebook) -> Next {
        if is_control(key) {
            return Next::Stay;
        }
        self.notice = Message::default();
        if let Some(way) = way(key.code) {
            self.table.walk(key.code, way, notebook);
            return Next::Stay;
        }
        match key.code {
            KeyCode::Esc | KeyCode::Char('q' | 'k') => return Next::Close,
            KeyCode::Char('m') => self.table.toggle(View::Images),
            KeyCode::Char('l') => self.table.toggle(View::Lesson),
            KeyCode::Char('x') if self.table.view == View::Lesson => {
                self.tell(Err("x erases only in the pattern list; l returns to it.".to_owned()));
            }
            KeyCode::Char('x') => {
                let erased = as_owner(notebook)
                    .and_then(|()| notebook.erase(self.table.at).map_err(|error| told(&error)))
                    .and_then(
                        |erased| if erased { Ok(ERASED.to_owned()) } else { Err("There is no pattern.".to_owned()) },
                    );
                self.tell(erased);
                self.table.at = step(self.table.at, 0, notebook.knowledge().level());
            }
            KeyCode::Char('X') => self.ask_to_erase(notebook),
            KeyCode::Char('f') => self.page = Page::hall(notebook),
            KeyCode::Char('o') => self.unless_changed(Doubt::Open, notebook),
            KeyCode::Char('n') => self.unless_changed(Doubt::New, notebook),
            KeyCode::Char('s') => self.store(notebook),
            KeyCode::Char('S') => self.store_as(notebook),
            KeyCode::Char('p') => self.ask_password(notebook),
            _ => {}
        }
        Next::Stay
    }

    fn store(&mut self, notebook: &mut Notebook) {
        let empty = notebook.knowledge().is_empty();
        match (notebook.access(), notebook.name()) {
            (Access::New, _) if empty => self.tell(Err(NOTHING.to_owned())),
            (_, None) => self.ask(Wanted::StoreAs, notebook),
            (Access::Owner, _) if empty => self.page = Page::Sure(Doubt::EraseFile),
            _ => self.tell(files::store(notebook)),
        }
    }

    /// Stores the knowledge under its first name, or another one.
    fn store_as(&mut self, notebook: &Notebook) {
        match as_owner(notebook) {
            Err(reason) => self.tell(Err(reason)),
            Ok(()) if notebook.knowledge().is_empty() => self.tell(Err(NOTHING.to_owned())),
            Ok(()) => self.ask(Wanted::StoreAs, notebook),
        }
    }
}

pub(super) const ERASED: &str = "Erased; s stores the change.";
const NOTHING: &str = "There is nothing to store yet.";
