//! Errors of knowledge files.

use std::path::{Path, PathBuf};
use std::string::String;
#[cfg(feature = "files")]
use std::string::ToString;

/// The kind of error of a knowledge file or a hall of fame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FivoErrorKind {
    /// The file does not exist.
    Missing,
    /// The file already exists.
    Exists,
    /// Error of the operating system.
    System,
    /// Another kind of file.
    Foreign,
    /// Written by another version of the format.
    Version,
    /// Shorter or longer than the length in its header.
    Length,
    /// Damaged or altered.
    Altered,
    /// Invalid name of a player.
    Name,
    /// The file has changed since it was opened.
    Changed,
    /// Only the owner may do this, and the password is not verified.
    Access,
    /// A password was given, but the file has none.
    NoPassword,
    /// Another process is using the file.
    Locked,
    /// The record of studies is inconsistent.
    Studies,
}

/// Error returned when a knowledge file or a hall of fame cannot be read or written.
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

    /// Returns the kind of error.
    #[must_use]
    pub fn kind(&self) -> FivoErrorKind {
        self.kind
    }

    /// Returns the path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}
