//! Files of the operating system: reading up to a limit, atomic writing, locking.

use std::io::{ErrorKind, Write};
use std::path::Path;
use std::string::ToString;
use std::vec::Vec;

use super::error::{FivoError, FivoErrorKind};
use super::lock::Lock;

/// Read permissions of a new file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Readers {
    /// Readable by the owner in the system only (mode 0600 on Unix).
    Owner,
    /// With the usual permissions.
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

/// Writes a temporary file in the same folder, and renames it when all of it is on disk. If `new`,
/// an existing file is left unchanged, which is an error; otherwise the file keeps its mode.
#[cfg_attr(not(unix), allow(unused_mut, unused_variables))]
pub(super) fn write_whole(path: &Path, bytes: &[u8], new: bool, readers: Readers) -> std::io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    // By default, temporary files are readable by their owner only.
    #[cfg(unix)]
    if readers == Readers::Usual {
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder)?;
    #[cfg(unix)]
    if let Some(there) = std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file) {
        // Some file systems have no modes.
        let _ = file.as_file().set_permissions(there.permissions());
    }
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    let named = if new { file.persist_noclobber(path) } else { file.persist(path) };
    named.map(|_| ()).map_err(|error| error.error)
}

/// Returns the lock, or an error if there is none.
pub(super) fn locked(path: &Path, lock: std::io::Result<Option<Lock>>) -> Result<Lock, FivoError> {
    let lock = lock.map_err(|error| FivoError::system(path, &error))?;
    lock.ok_or_else(|| FivoError::new(path, FivoErrorKind::Locked, "another process is working on it"))
}
