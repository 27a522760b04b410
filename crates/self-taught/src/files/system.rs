//! Files of the operating system: read up to a limit, written whole, locked.

use std::io::{ErrorKind, Write};
use std::path::Path;
use std::string::ToString;
use std::vec::Vec;

use super::error::{FivoError, FivoErrorKind};
use super::lock::Lock;

/// Who may read a new file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Readers {
    /// Its owner in the system alone (mode 0600 on Unix).
    Owner,
    /// As files usually are.
    Usual,
}

/// Reads a file of at most `limit` bytes.
pub(super) fn read_limited(path: &Path, limit: u64) -> Result<Vec<u8>, FivoError> {
    gambol_core::files::read_limited(path, limit).map_err(|error| match error.kind() {
        ErrorKind::InvalidInput => FivoError::new(path, FivoErrorKind::Foreign, error.to_string()),
        ErrorKind::FileTooLarge => FivoError::new(path, FivoErrorKind::Length, error.to_string()),
        _ => FivoError::system(path, &error),
    })
}

/// Writes a file under a temporary name in its folder and renames it when all of it is on the disk.
/// If `new`, a file that has the name already is left as it is, and that is an error; else the file
/// keeps its mode.
#[cfg_attr(not(unix), allow(unused_mut, unused_variables))]
pub(super) fn write_whole(path: &Path, bytes: &[u8], new: bool, readers: Readers) -> std::io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    // Temporary files are their owner's alone otherwise.
    #[cfg(unix)]
    if readers == Readers::Usual {
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder)?;
    #[cfg(unix)]
    if let Some(there) = std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file) {
        // Not all file systems have modes.
        let _ = file.as_file().set_permissions(there.permissions());
    }
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    let named = if new { file.persist_noclobber(path) } else { file.persist(path) };
    named.map(|_| ()).map_err(|error| error.error)
}

/// The lock, or why there is none.
pub(super) fn locked(path: &Path, lock: std::io::Result<Option<Lock>>) -> Result<Lock, FivoError> {
    let lock = lock.map_err(|error| FivoError::system(path, &error))?;
    lock.ok_or_else(|| FivoError::new(path, FivoErrorKind::Locked, "another process is working on it"))
}
