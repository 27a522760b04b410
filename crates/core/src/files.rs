//! Checked paths of files, and reading of whole files within a size limit.

use std::fs::{self, File};
use std::io::{Error, ErrorKind, Read, Result};
use std::path::{Path, PathBuf};
use std::vec::Vec;

/// Reads a regular file of at most `limit` bytes.
///
/// Use it for every file named by a user: an endless device or a sparse file of terabytes would
/// fill the memory of the machine.
///
/// ```
/// use std::io::ErrorKind;
///
/// use gambol_core::files::read_limited;
///
/// let path = std::env::temp_dir().join(format!("gambol-read-limited-{}", std::process::id()));
/// std::fs::write(&path, "nine bytes")?;
/// assert_eq!(read_limited(&path, 10)?, b"nine bytes");
/// assert_eq!(read_limited(&path, 9).unwrap_err().kind(), ErrorKind::FileTooLarge);
/// assert_eq!(read_limited(&std::env::temp_dir(), 9).unwrap_err().kind(), ErrorKind::InvalidInput);
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// [`ErrorKind::InvalidInput`] for a folder, a device, a pipe or a dangling link,
/// [`ErrorKind::FileTooLarge`], or an error of the operating system.
pub fn read_limited(path: &Path, limit: u64) -> Result<Vec<u8>> {
    // Opening a pipe could block for ever.
    check_regular(path)?;
    let file = File::open(path)?;
    let too_large = || Error::new(ErrorKind::FileTooLarge, std::format!("it has more than {limit} bytes"));
    if file.metadata()?.len() > limit {
        return Err(too_large());
    }
    // The length reported by the system may be wrong or change.
    let mut bytes = Vec::new();
    file.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit { Err(too_large()) } else { Ok(bytes) }
}

/// Resolves symbolic links and returns the path at which a file can be written by renaming. The
/// file need not exist.
///
/// # Errors
///
/// [`ErrorKind::InvalidInput`] for a folder, a device, a pipe or a dangling link, which a renamed
/// file would replace instead of being written to them, or an error of the operating system.
pub fn destination(path: &Path) -> Result<PathBuf> {
    match check_regular(path) {
        Ok(()) => path.canonicalize(),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(path.to_path_buf()),
        Err(error) => Err(error),
    }
}

/// Checks that a path leads to a regular file, possibly through symbolic links.
fn check_regular(path: &Path) -> Result<()> {
    let refuse = |reason| Err(Error::new(ErrorKind::InvalidInput, reason));
    match fs::metadata(path) {
        Ok(there) if there.is_dir() => refuse("it is a folder, not a file"),
        Ok(there) if !there.is_file() => refuse("it is a device or a pipe, not a file"),
        Ok(_) => Ok(()),
        Err(error) if error.kind() == ErrorKind::NotFound && path.is_symlink() => refuse("it is a dangling link"),
        Err(error) => Err(error),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::string::ToString;

    #[test]
    fn devices_folders_and_dangling_links_are_refused() {
        let folder = std::env::temp_dir().join(std::format!("gambol-files-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let link = folder.join("link");
        std::os::unix::fs::symlink("nowhere", &link).unwrap();
        for (path, reason) in [
            (Path::new("/dev/zero"), "it is a device or a pipe, not a file"),
            (&folder, "it is a folder, not a file"),
            (&link, "it is a dangling link"),
        ] {
            assert_eq!(read_limited(path, 100).unwrap_err().to_string(), reason);
        }
        assert_eq!(read_limited(&folder.join("none"), 100).unwrap_err().kind(), ErrorKind::NotFound);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_sparse_file_is_refused_before_it_is_read() {
        let path = std::env::temp_dir().join(std::format!("gambol-sparse-{}", std::process::id()));
        let file = File::create(&path).unwrap();
        file.set_len(1 << 40).unwrap();
        assert_eq!(read_limited(&path, 1 << 20).unwrap_err().to_string(), "it has more than 1048576 bytes");
        file.set_len(1 << 20).unwrap();
        assert_eq!(read_limited(&path, 1 << 20).unwrap().len(), 1 << 20);
        fs::remove_file(&path).unwrap();
    }
}
