//! What the self-taught player's dialogs ask: files, passwords, and whether one is sure.

use std::path::PathBuf;

use gambol::self_taught::Access;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use zeroize::Zeroizing;

use super::notebook::{ENDING, Notebook, USER, told};
use super::page::Page;
use super::pupil::Pupil;
use crate::dialog::Entry;
use crate::screen::Next;

/// What is asked for. It can hold a password, and so has no `Debug`.
pub(super) enum Wanted {
    /// A file to open.
    Open,
    /// The password of the file that is open.
    Password,
    /// A name for the file.
    StoreAs,
    /// A new password.
    NewPassword,
    /// The same again, since nobody has seen it.
    Again(Zeroizing<String>),
}

impl Wanted {
    pub(super) fn title(&self) -> &'static str {
        match self {
            Self::Open => "Open knowledge: NAME.fivo",
            Self::Password => "Its password (as a user: blank)",
            Self::StoreAs => "Store knowledge as: FOLDER/NAME",
            Self::NewPassword => "New password (none: blank)",
            Self::Again(_) => "The new password again",
        }
    }
}

/// What cannot be taken back, and so is asked first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Doubt {
    EraseAll,
    EraseFile,
    Open,
    New,
    Quit,
}

impl Pupil {
    /// Whether the program may end: nothing is lost, or it has been asked already.
    pub(super) fn ask_to_leave(&mut self) -> bool {
        let sure = !self.notebook.is_changed() || matches!(self.page, Page::Sure(Doubt::Quit));
        if !sure {
            self.page = Page::Sure(Doubt::Quit);
        }
        sure
    }

    pub(super) fn ask(&mut self, wanted: Wanted) {
        let hidden = matches!(wanted, Wanted::Password | Wanted::NewPassword | Wanted::Again(_));
        let entry = if hidden { Entry::hidden() } else { Entry::new(self.notebook.path().display().to_string()) };
        self.page = Page::Entry(wanted, entry, None);
    }

    /// Does what would lose changes; asks first if there are any.
    pub(super) fn unless_changed(&mut self, doubt: Doubt) {
        if self.notebook.is_changed() {
            self.page = Page::Sure(doubt);
        } else {
            let _ = self.decide(doubt);
        }
    }

    pub(super) fn ask_to_erase(&mut self) {
        if self.notebook.access() == Access::User || self.notebook.knowledge().is_empty() {
            let erased = self.notebook.erase(0);
            self.tell(erased.map(|()| String::new()));
        } else {
            self.page = Page::Sure(Doubt::EraseAll);
        }
    }

    pub(super) fn store(&mut self) {
        let empty = self.notebook.knowledge().is_empty();
        match (self.notebook.access(), self.notebook.name()) {
            (Access::New, _) if empty => self.tell(Err("There is nothing to store yet.".to_owned())),
            (_, None) => self.ask(Wanted::StoreAs),
            (Access::Owner, _) if empty => self.page = Page::Sure(Doubt::EraseFile),
            _ => {
                let stored = self.notebook.store();
                self.tell(stored);
            }
        }
    }

    /// Stores it under another name, or the first.
    pub(super) fn store_as(&mut self) {
        match self.notebook.access() {
            Access::User => self.tell(Err(USER.to_owned())),
            _ if self.notebook.knowledge().is_empty() => self.tell(Err("There is nothing to store yet.".to_owned())),
            _ => self.ask(Wanted::StoreAs),
        }
    }

    pub(super) fn ask_password(&mut self) {
        match (self.notebook.access(), self.notebook.may_set_password()) {
            (Access::User, _) => self.ask(Wanted::Password),
            (_, Ok(())) => self.ask(Wanted::NewPassword),
            (_, Err(reason)) => self.tell(Err(reason)),
        }
    }

    pub(super) fn entry_key(
        &mut self,
        wanted: Wanted,
        mut entry: Entry,
        mut error: Option<String>,
        key: KeyEvent,
    ) -> Next {
        match key.code {
            KeyCode::Esc => return Next::Stay,
            KeyCode::Enter => match self.answer(&wanted, &entry.text) {
                Ok(()) => return Next::Stay,
                Err(reason) => error = Some(reason),
            },
            _ if entry.edit(key) => error = None,
            _ => {}
        }
        self.page = Page::Entry(wanted, entry, error);
        Next::Stay
    }

    /// Takes an answer. What is asked next is on the page then.
    fn answer(&mut self, wanted: &Wanted, text: &str) -> Result<(), String> {
        match wanted {
            Wanted::Open => {
                let notebook = Notebook::open(&file(text)?).map_err(|error| told(&error))?;
                let user = notebook.access() == Access::User;
                self.take(notebook);
                if user {
                    self.ask(Wanted::Password);
                } else {
                    self.tell(Ok("It has no password: anybody may change it.".to_owned()));
                }
            }
            Wanted::Password => {
                let verified = self.notebook.verify(text);
                self.tell(match verified {
                    true => Ok("You are the owner.".to_owned()),
                    false if text.is_empty() => Ok("Without its password you are a user.".to_owned()),
                    false => Err("Wrong password, or an altered file: you are a user.".to_owned()),
                });
            }
            Wanted::StoreAs => {
                let stored = self.notebook.store_as(&file(text)?)?;
                self.tell(Ok(stored));
            }
            Wanted::NewPassword if text.is_empty() => self.set_password("")?,
            Wanted::NewPassword => self.ask(Wanted::Again(Zeroizing::new(text.to_owned()))),
            Wanted::Again(first) if first.as_str() == text => self.set_password(text)?,
            Wanted::Again(_) => {
                self.tell(Err("The two are not the same: the password is as it was.".to_owned()));
            }
        }
        Ok(())
    }

    fn set_password(&mut self, password: &str) -> Result<(), String> {
        self.notebook.set_password(password)?;
        let now = if password.is_empty() { "none" } else { "another" };
        self.tell(Ok(format!("The password is {now} as soon as s has stored it.")));
        Ok(())
    }

    pub(super) fn sure_key(&mut self, doubt: Doubt, code: KeyCode) -> Next {
        match code {
            KeyCode::Char('y' | 'Y') => self.decide(doubt),
            _ if doubt == Doubt::Quit => Next::Close,
            _ => Next::Stay,
        }
    }

    /// Does what has been asked.
    fn decide(&mut self, doubt: Doubt) -> Next {
        match doubt {
            Doubt::EraseAll => {
                let erased = self.notebook.erase_all();
                self.table.at = 0;
                self.tell(erased.map(|()| "Erased; s stores it so.".to_owned()));
            }
            Doubt::EraseFile => {
                let stored = self.notebook.store();
                self.tell(stored);
            }
            Doubt::Open => self.ask(Wanted::Open),
            Doubt::New => self.take(self.notebook.another(self.notebook.knowledge().row())),
            Doubt::Quit => return Next::Quit,
        }
        Next::Stay
    }
}

/// The file that a text names, with its ending or without.
fn file(text: &str) -> Result<PathBuf, String> {
    let text = text.trim();
    match text {
        "" => Err("a name is missing".to_owned()),
        _ if text.ends_with(ENDING) => Ok(text.into()),
        _ => Ok(format!("{text}{ENDING}").into()),
    }
}
