//! The files of a command, checked before its work.

use std::path::{Path, PathBuf};

use gambol_arena::destination;

use crate::output::Failure;

/// Checks the outputs of a command: each can be written, and none is the same file as an input or
/// another output. Files come with their names on the command line; an output that was not asked
/// for is `None`.
///
/// # Errors
///
/// Names the file, and the other name of it.
pub(crate) fn check_files<'a>(
    inputs: impl IntoIterator<Item = (&'a str, &'a PathBuf)>,
    outputs: impl IntoIterator<Item = (&'a str, Option<&'a PathBuf>)>,
) -> Result<(), Failure> {
    let known = |(name, path): (_, &PathBuf)| Some((name, path.canonicalize().ok()?));
    let mut taken: Vec<(&str, PathBuf)> = inputs.into_iter().filter_map(known).collect();
    for (name, path) in outputs {
        let Some(path) = path else { continue };
        let place = writable(path)?;
        if let Some((other, _)) = taken.iter().find(|(_, file)| *file == place) {
            return Err(Failure::of(path.display(), format_args!("{name} is the same file as {other}")));
        }
        taken.push((name, place));
    }
    Ok(())
}

/// Returns an error if a checkpoint exists, so that a new run does not overwrite it.
pub(crate) fn refuse_existing(checkpoint: &Path) -> Result<(), Failure> {
    if checkpoint.exists() {
        let reason = "a checkpoint already exists; continue it with --resume, or remove it";
        return Err(Failure::of(checkpoint.display(), reason));
    }
    Ok(())
}

/// Creates a folder for outputs, unless it exists.
pub(crate) fn create_folder(folder: &Path) -> Result<(), Failure> {
    let refuse = |error: &dyn std::fmt::Display| Failure::of(folder.display(), error);
    if folder.exists() && !folder.is_dir() {
        return Err(refuse(&"it is a file, not a folder"));
    }
    std::fs::create_dir_all(folder).map_err(|error| refuse(&error))
}

/// Returns the absolute path of a file that need not exist. Fails if it cannot be written.
fn writable(path: &Path) -> Result<PathBuf, Failure> {
    let refuse = |error: std::io::Error| Failure::of(path.display(), error);
    let file = std::path::absolute(destination(path)?).map_err(refuse)?;
    let (Some(folder), Some(name)) = (file.parent(), file.file_name()) else { return Ok(file) };
    let folder = folder.canonicalize().map_err(refuse)?;
    tempfile::tempfile_in(&folder).map_err(refuse)?;
    Ok(folder.join(name))
}
