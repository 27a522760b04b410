//! Files that are written by one process at a time.

use std::fs::{File, OpenOptions};
use std::path::Path;

use fs4::TryLockError;

use crate::file::FileError;

/// Opens a file for reading and writing, creating it if necessary, and locks it until it is closed.
///
/// # Errors
///
/// Fails if another process has locked it, or with an error of the operating system.
pub(crate) fn open_locked(path: &Path) -> Result<File, FileError> {
    let refuse = |error: std::io::Error| FileError::new(path, error);
    loop {
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map_err(refuse)?;
        match fs4::FileExt::try_lock(&file) {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(FileError::new(path, "another process is writing it")),
            // Some file systems have no locks. The lock is a safeguard; correctness does not depend
            // on it.
            Err(TryLockError::Error(error)) if error.kind() == std::io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(refuse(error)),
        }
        // The previous holder of the lock may have renamed the file since, and another process may
        // have created a new one.
        if is_at(&file, path).map_err(refuse)? {
            return Ok(file);
        }
    }
}

/// Whether an open file is still the one at this path.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> std::io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let open = file.metadata()?;
    match std::fs::metadata(path) {
        Ok(named) => Ok((named.dev(), named.ino()) == (open.dev(), open.ino())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Whether an open file is still the one at this path, as far as this system can tell.
#[cfg(not(unix))]
fn is_at(_: &File, path: &Path) -> std::io::Result<bool> {
    Ok(path.exists())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_name_may_have_gone_to_another_file() {
        let folder = tempfile::tempdir().unwrap();
        let [path, other] = ["a", "b"].map(|name| folder.path().join(name));
        let file = File::create(&path).unwrap();
        assert!(is_at(&file, &path).unwrap());
        std::fs::rename(&path, &other).unwrap();
        assert!(!is_at(&file, &path).unwrap(), "nothing has the name");
        File::create(&path).unwrap();
        assert!(!is_at(&file, &path).unwrap(), "another file has it");
        assert!(is_at(&file, &other).unwrap());
    }
}
