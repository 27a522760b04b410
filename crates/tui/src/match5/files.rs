//! Messages about storing knowledge.

use std::borrow::Cow;
use std::path::Path;

use gambol::self_taught::{Access, Fivo, FivoError, Notebook, Stored, Unstored};

/// Message for a user who tries to change the knowledge.
pub(super) const USER: &str = "Only its owner may do that (p: password).";

/// Returns an error for a user who is not the owner.
pub(super) fn as_owner(notebook: &Notebook) -> Result<(), String> {
    if notebook.access() == Access::User { Err(USER.to_owned()) } else { Ok(()) }
}

/// Stores the knowledge in its file, and returns a message. Storing empty knowledge erases the
/// file.
pub(super) fn store(notebook: &mut Notebook) -> Result<String, String> {
    as_owner(notebook)?;
    let stored = notebook.store().map_err(|error| told(&error))?;
    stored.map(|stored| said(notebook, stored)).ok_or_else(|| "It has no name yet.".to_owned())
}

/// Stores the knowledge in a new file.
pub(super) fn store_as(notebook: &mut Notebook, path: &Path) -> Result<String, String> {
    as_owner(notebook)?;
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let name = name.strip_suffix(Fivo::ENDING).unwrap_or(name);
    let stored = notebook.store_as(path.parent().unwrap_or(Path::new("")), name).map_err(|error| told(&error))?;
    Ok(said(notebook, stored))
}

fn said(notebook: &Notebook, stored: Stored) -> String {
    let name = notebook.name().unwrap_or_default();
    let path = format!("{name}{}", Fivo::ENDING);
    match stored {
        Stored::Written(Some(place)) => format!("Stored in {path}, number {place} in the hall of fame."),
        Stored::Written(None) => format!("Stored in {path}."),
        Stored::Removed => format!("{path} is erased, and {name} is removed from the hall of fame."),
    }
}

/// Stores new lessons in an existing file when the program is interrupted. Erasures by the owner
/// may be unintended and are not stored. Returns a message if there were changes.
pub(crate) fn rescue(notebook: &mut Notebook) -> Option<String> {
    match (notebook.unstored(), notebook.name()) {
        (Unstored::Nothing, _) => None,
        (Unstored::Lessons, Some(_)) => Some(store(notebook).unwrap_or_else(|reason| format!("Not stored: {reason}"))),
        (_, name) => Some(format!("{} was not stored.", name.unwrap_or("The knowledge of self-taught"))),
    }
}

/// Formats an error of a file, with its name only, since the full path may not fit on the screen.
pub(super) fn told(error: &FivoError) -> String {
    let path = error.path();
    let name: Cow<'_, str> = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    let text = error.to_string();
    format!("{name}: {}", text.strip_prefix(&format!("{}: ", path.display())).unwrap_or(&text))
}
