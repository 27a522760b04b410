//! What is said of storing knowledge, in few words.

use std::borrow::Cow;
use std::path::Path;

use gambol::self_taught::{Access, Fivo, FivoError, Notebook, Stored, Unstored};

/// What a user is told who wants to change something.
pub(super) const USER: &str = "Only its owner may do that: p takes the password.";

/// Refuses a user.
pub(super) fn as_owner(notebook: &Notebook) -> Result<(), String> {
    if notebook.access() == Access::User { Err(USER.to_owned()) } else { Ok(()) }
}

/// Stores it in its file, and says where. Knowledge of nothing erases the file.
pub(super) fn store(notebook: &mut Notebook) -> Result<String, String> {
    as_owner(notebook)?;
    let stored = notebook.store().map_err(|error| told(&error))?;
    stored.map(|stored| said(notebook, stored)).ok_or_else(|| "It has no name yet.".to_owned())
}

/// Stores it in a new file.
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
        Stored::Removed => format!("{path} is erased, and {name} is out of the hall of fame."),
    }
}

/// Stores lessons that have a file to go to, when nobody can be asked any more. What its owner has
/// erased might be missed, and is left in the file. What has come of it, if there was anything.
pub(crate) fn rescue(notebook: &mut Notebook) -> Option<String> {
    match (notebook.unstored(), notebook.name()) {
        (Unstored::Nothing, _) => None,
        (Unstored::Lessons, Some(_)) => Some(store(notebook).unwrap_or_else(|reason| format!("Not stored: {reason}"))),
        (_, name) => Some(format!("{} was not stored.", name.unwrap_or("What self-taught has learned"))),
    }
}

/// What is wrong with a file. On the screen, all of its path may leave no room for that.
pub(super) fn told(error: &FivoError) -> String {
    let path = error.path();
    let name: Cow<'_, str> = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    let text = error.to_string();
    format!("{name}: {}", text.strip_prefix(&format!("{}: ", path.display())).unwrap_or(&text))
}
