//! Locks between processes.

use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Result};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use fs4::TryLockError;
use same_file::Handle;

/// Maximum time to wait for another process to write a small file.
const PATIENCE: Duration = Duration::from_secs(10);
const PAUSE: Duration = Duration::from_millis(5);

/// The lock of a file `F`: a lock of the operating system on the file `F.lock` beside it, since `F`
/// itself is replaced when it is written.
///
/// The lock is released when this value is dropped, which removes `F.lock`, or when the process
/// ends. An `F.lock` left behind by a killed process has no effect.
#[derive(Debug)]
pub(super) struct Lock {
    path: PathBuf,
    _file: Handle,
}

/// Result of an attempt to lock an open file.
#[derive(Debug)]
enum Attempt {
    Locked(Lock),
    Busy,
    /// The process that held the lock has removed the file since it was opened here.
    Removed,
}

impl Lock {
    /// Locks a file. Returns `None` if another process, or another `Lock` of this one, has locked
    /// it.
    pub(super) fn attempt(path: &Path) -> Result<Option<Self>> {
        let mut name = OsString::from(path);
        name.push(".lock");
        let path = PathBuf::from(name);
        loop {
            let file = OpenOptions::new().write(true).create(true).truncate(false).open(&path)?;
            match Self::take(&path, file)? {
                Attempt::Locked(lock) => return Ok(Some(lock)),
                Attempt::Busy => return Ok(None),
                Attempt::Removed => {}
            }
        }
    }

    fn take(path: &Path, file: File) -> Result<Attempt> {
        match fs4::FileExt::try_lock(&file) {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(Attempt::Busy),
            // Some file systems have no locks. Stored files are compared before they are replaced
            // in any case.
            Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(error),
        }
        let file = Handle::from_file(file)?;
        match Handle::from_path(path) {
            Ok(there) if there == file => Ok(Attempt::Locked(Self { path: path.to_path_buf(), _file: file })),
            Ok(_) => Ok(Attempt::Removed),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Attempt::Removed),
            Err(error) => Err(error),
        }
    }

    /// Locks a file, waiting up to ten seconds.
    pub(super) fn wait(path: &Path) -> Result<Option<Self>> {
        let end = Instant::now() + PATIENCE;
        loop {
            let lock = Self::attempt(path)?;
            if lock.is_some() || Instant::now() >= end {
                return Ok(lock);
            }
            std::thread::sleep(PAUSE);
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // While it is still locked: a process that has opened it meanwhile detects the removal, and
        // creates another one.
        let _ = std::fs::remove_file(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

    #[test]
    fn one_holds_it_and_the_next_gets_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("F");
        let lock = Lock::attempt(&path).unwrap().unwrap();
        assert!(Lock::attempt(&path).unwrap().is_none());
        assert!(Lock::attempt(&folder.path().join("G")).unwrap().is_some());
        drop(lock);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left behind");
        // As left behind by a killed process.
        std::fs::write(folder.path().join("F.lock"), "").unwrap();
        assert!(Lock::attempt(&path).unwrap().is_some());
    }

    #[test]
    fn a_file_that_was_removed_since_it_was_opened_locks_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let (path, name) = (folder.path().join("F"), folder.path().join("F.lock"));
        let first = Lock::attempt(&path).unwrap().unwrap();
        let open = || OpenOptions::new().write(true).open(&name).unwrap();
        let [late, later] = [open(), open()];
        assert!(matches!(Lock::take(&name, open()).unwrap(), Attempt::Busy));
        drop(first);
        assert!(matches!(Lock::take(&name, late).unwrap(), Attempt::Removed));
        let _next = Lock::attempt(&path).unwrap().unwrap();
        assert!(matches!(Lock::take(&name, later).unwrap(), Attempt::Removed), "another one has it");
    }

    #[test]
    fn never_two_hold_it_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("F");
        let held = AtomicBool::new(false);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..50 {
                        let lock = Lock::wait(&path).unwrap().unwrap();
                        assert!(!held.swap(true, SeqCst));
                        std::thread::yield_now();
                        assert!(held.swap(false, SeqCst));
                        drop(lock);
                    }
                });
            }
        });
    }
}
