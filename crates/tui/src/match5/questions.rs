//! Questions of the dialogs: files, passwords, and confirmations.

use std::path::PathBuf;

use gambol::self_taught::{Access, Fivo, Notebook};
use gambol_play::Pupil;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use zeroize::Zeroizing;

use super::files::{self, as_owner, told};
use super::page::{ERASED, Page};
use super::{Dialogs, Next};
use crate::dialog::Entry;

/// Subject of a question. It may contain a password, so it does not implement `Debug`.
pub(super) enum Wanted {
    /// A file to open.
    Open,
    /// The password of the open file.
    Password,
    /// A name for the file.
    StoreAs,
    /// A new password.
    NewPassword,
    /// The new password again, since its input is hidden.
    Again(Zeroizing<String>),
}

impl Wanted {
    pub(super) fn title(&self) -> &'static str {
        match self {
            Self::Open => "Open knowledge: NAME.fivo",
            Self::Password => "Password (blank for a user)",
            Self::StoreAs => "Store knowledge as: FOLDER/NAME",
            Self::NewPassword => "New password (blank for none)",
            Self::Again(_) => "Repeat the new password",
        }
    }
}

/// An irreversible action that needs a confirmation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Doubt {
    EraseAll,
    EraseFile,
    Open,
    New,
    Quit,
}

impl Dialogs {
    pub(super) fn ask(&mut self, wanted: Wanted, notebook: &Notebook) {
        let entry = match wanted {
            Wanted::Password | Wanted::NewPassword | Wanted::Again(_) => Entry::hidden(),
            Wanted::Open | Wanted::StoreAs => {
                let path = notebook.file().map_or_else(|| notebook.folder().join(""), |file| file.path().to_owned());
                Entry::new(path.display().to_string())
            }
        };
        self.page = Page::Entry(wanted, entry, None);
    }

    /// Runs an action that discards changes, after a confirmation if there are any.
    pub(super) fn unless_changed(&mut self, doubt: Doubt, notebook: &mut Notebook) {
        if notebook.is_changed() {
            self.page = Page::Sure(doubt);
        } else {
            let _ = self.decide(doubt, notebook);
        }
    }

    pub(super) fn ask_to_erase(&mut self, notebook: &Notebook) {
        match as_owner(notebook) {
            Err(reason) => self.tell(Err(reason)),
            Ok(()) if notebook.knowledge().is_empty() => self.tell(Err("There is no pattern.".to_owned())),
            Ok(()) => self.page = Page::Sure(Doubt::EraseAll),
        }
    }

    pub(super) fn ask_password(&mut self, notebook: &Notebook) {
        match notebook.access() {
            Access::User => self.ask(Wanted::Password, notebook),
            _ if notebook.name().is_some() => self.ask(Wanted::NewPassword, notebook),
            _ => self.tell(Err("Store it with s before you set a password.".to_owned())),
        }
    }

    pub(super) fn entry_key(
        &mut self,
        wanted: Wanted,
        mut entry: Entry,
        mut error: Option<String>,
        key: KeyEvent,
        notebook: &mut Notebook,
    ) -> Next {
        match key.code {
            KeyCode::Esc => return Next::Stay,
            KeyCode::Enter => match self.answer(&wanted, &entry.text, notebook) {
                Ok(()) => return Next::Stay,
                Err(reason) => error = Some(reason),
            },
            _ if entry.edit(key) => error = None,
            _ => {}
        }
        self.page = Page::Entry(wanted, entry, error);
        Next::Stay
    }

    /// Handles an answer. A following question becomes the page.
    fn answer(&mut self, wanted: &Wanted, text: &str, notebook: &mut Notebook) -> Result<(), String> {
        match wanted {
            Wanted::Open => {
                let other = Fivo::open(&file(text)?, "").map_err(|error| told(&error))?.into();
                Pupil::check_row(&other, notebook)?;
                self.take(notebook, other);
                if notebook.access() == Access::User {
                    self.ask(Wanted::Password, notebook);
                } else {
                    self.tell(Ok("It has no password; anyone may change it.".to_owned()));
                }
            }
            Wanted::Password => {
                let verified = notebook.verify(text);
                self.tell(match verified {
                    true => Ok("You are the owner.".to_owned()),
                    false if text.is_empty() => Ok("Without its password you are a user.".to_owned()),
                    false => Err("Wrong password, or an altered file: you are a user.".to_owned()),
                });
            }
            Wanted::StoreAs => {
                let stored = files::store_as(notebook, &file(text)?)?;
                self.tell(Ok(stored));
            }
            Wanted::NewPassword if text.is_empty() => self.set_password("", notebook)?,
            Wanted::NewPassword => self.ask(Wanted::Again(Zeroizing::new(text.to_owned())), notebook),
            Wanted::Again(first) if first.as_str() == text => self.set_password(text, notebook)?,
            Wanted::Again(_) => {
                self.tell(Err("The passwords differ; the old one is kept.".to_owned()));
            }
        }
        Ok(())
    }

    fn set_password(&mut self, password: &str, notebook: &mut Notebook) -> Result<(), String> {
        notebook.set_password(password).map_err(|error| told(&error))?;
        let now = if password.is_empty() { "removed" } else { "changed" };
        self.tell(Ok(format!("The password is {now} once s has stored it.")));
        Ok(())
    }

    pub(super) fn sure_key(&mut self, doubt: Doubt, code: KeyCode, notebook: &mut Notebook) -> Next {
        match code {
            KeyCode::Char('y' | 'Y') => self.decide(doubt, notebook),
            _ if doubt == Doubt::Quit => Next::Close,
            _ => Next::Stay,
        }
    }

    /// Runs a confirmed action.
    fn decide(&mut self, doubt: Doubt, notebook: &mut Notebook) -> Next {
        match doubt {
            Doubt::EraseAll => {
                let erased = notebook.erase_all().map_err(|error| told(&error));
                self.table.at = 0;
                self.tell(erased.map(|()| ERASED.to_owned()));
            }
            Doubt::EraseFile => self.tell(files::store(notebook)),
            Doubt::Open => self.ask(Wanted::Open, notebook),
            Doubt::New => {
                let nothing = notebook.another(notebook.knowledge().row());
                self.take(notebook, nothing);
            }
            Doubt::Quit => return Next::Quit,
        }
        Next::Stay
    }
}

/// Returns the path of a file given with or without its extension.
fn file(text: &str) -> Result<PathBuf, String> {
    let text = text.trim();
    match text {
        "" => Err("missing name".to_owned()),
        _ if text.ends_with(Fivo::ENDING) => Ok(text.into()),
        _ => Ok(format!("{text}{}", Fivo::ENDING).into()),
    }
}
