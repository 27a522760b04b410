//! What can be wrong with a file.

use std::path::{Path, PathBuf};
use std::string::String;
#[cfg(feature = "files")]
use std::string::ToString;

/// What kind of thing is wrong with a file of knowledge or a hall of fame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FivoErrorKind {
    /// There is no file of this name.
    Missing,
    /// There is a file of this name already.
    Exists,
    /// The operating system refuses.
    System,
    /// It is some other file.
    Foreign,
    /// It was written by another version of the format.
    Version,
    /// It is shorter, or longer, than it says.
    Length,
    /// It is not as it was written.
    Altered,
    /// The name is not one for a player.
    Name,
    /// It is no longer the file that was opened.
    Changed,
    /// Only the owner may do that, and the password is not verified.
    Access,
    /// A password was given, and the file has none.
    NoPassword,
    /// Another process is working on it.
    Locked,
    /// The record of studies contradicts itself.
    Studies,
}

/// Why a file of knowledge or a hall of fame cannot be read or written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {reason}", path.display())]
pub struct FivoError {
    path: PathBuf,
    kind: FivoErrorKind,
    reason: String,
}

impl FivoError {
    pub(super) fn new(path: &Path, kind: FivoErrorKind, reason: impl Into<String>) -> Self {
        Self { path: path.to_path_buf(), kind, reason: reason.into() }
    }

    #[cfg(feature = "files")]
    pub(crate) fn system(path: &Path, error: &std::io::Error) -> Self {
        let kind = match error.kind() {
            std::io::ErrorKind::NotFound => FivoErrorKind::Missing,
            std::io::ErrorKind::AlreadyExists => FivoErrorKind::Exists,
            _ => FivoErrorKind::System,
        };
        Self::new(path, kind, error.to_string())
    }

    /// What kind of thing is wrong.
    #[must_use]
    pub fn kind(&self) -> FivoErrorKind {
        self.kind
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}
