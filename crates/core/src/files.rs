//! Checked paths of files, reading within a size limit, and atomic writing.

use std::ffi::OsString;
use std::fs::{self, File};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{BufWriter, Error, ErrorKind, Read, Result, Write};
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

/// Atomic replacement of a file: the new contents have a temporary name in the same folder,
/// `.NAME.` and random letters, until they are complete. Readers never see a part of them, and the
/// previous contents remain if this is dropped before [`commit`](Self::commit).
///
/// The temporary file is removed on drop. A process that is killed leaves it behind.
///
/// ```
/// use std::io::Write;
///
/// use gambol_core::files::Replacement;
///
/// let path = std::env::temp_dir().join(format!("gambol-replacement-{}", std::process::id()));
/// for contents in ["one", "two"] {
///     let mut file = Replacement::new(&path)?;
///     file.writer().write_all(contents.as_bytes())?;
///     file.commit()?;
/// }
/// assert_eq!(std::fs::read_to_string(&path)?, "two");
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Replacement {
    path: PathBuf,
    temporary: PathBuf,
    file: BufWriter<File>,
}

impl Replacement {
    /// Creates the temporary file.
    ///
    /// # Errors
    ///
    /// Those of [`destination`], or an error of the operating system.
    pub fn new(path: &Path) -> Result<Self> {
        let path = destination(path)?;
        let mut name = OsString::from(".");
        name.push(path.file_name().unwrap_or_default());
        name.push(std::format!(".{:08x}", RandomState::new().build_hasher().finish() as u32));
        let temporary = path.with_file_name(name);
        let file = BufWriter::new(File::create_new(&temporary)?);
        Ok(Self { path, temporary, file })
    }

    /// Returns the writer of the new contents.
    pub fn writer(&mut self) -> &mut BufWriter<File> {
        &mut self.file
    }

    /// Replaces the file. When this returns, the contents and the name are on disk.
    ///
    /// # Errors
    ///
    /// An error of the operating system.
    pub fn commit(mut self) -> Result<()> {
        self.file.flush()?;
        self.file.get_ref().sync_all()?;
        fs::rename(&self.temporary, &self.path)?;
        sync_folder(&self.path)
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        // After `commit`, no file has this name.
        let _ = fs::remove_file(&self.temporary);
    }
}

/// Syncs the folder of a file to disk: otherwise a crash of the machine may undo a renaming.
///
/// # Errors
///
/// An error of the operating system. Folders that cannot be synced are skipped.
pub fn sync_folder(path: &Path) -> Result<()> {
    use ErrorKind::{InvalidInput, PermissionDenied, Unsupported};
    if cfg!(not(unix)) {
        // Folders cannot be opened.
        return Ok(());
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match File::open(folder).and_then(|folder| folder.sync_all()) {
        // Some file systems cannot, and a writable folder need not be readable.
        Err(error) if matches!(error.kind(), InvalidInput | PermissionDenied | Unsupported) => Ok(()),
        result => result,
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
    fn contents_are_replaced_at_once_or_not_at_all() {
        let folder = std::env::temp_dir().join(std::format!("gambol-replacement-of-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let [path, link, lost] = ["a", "link", "lost"].map(|name| folder.join(name));
        let count = || fs::read_dir(&folder).unwrap().count();
        let write = |path: &Path, contents: &[u8]| {
            let mut file = Replacement::new(path)?;
            file.writer().write_all(contents)?;
            assert!(file.temporary.file_name().unwrap().to_string_lossy().starts_with(".a."), "{file:?}");
            file.commit()
        };
        write(&path, b"one").unwrap();
        std::os::unix::fs::symlink("a", &link).unwrap();
        std::os::unix::fs::symlink("nowhere", &lost).unwrap();
        write(&link, b"two").unwrap();
        assert!(link.is_symlink());
        Replacement::new(&path).unwrap().writer().write_all(b"three").unwrap();
        assert_eq!((fs::read(&path).unwrap().as_slice(), count()), (b"two".as_slice(), 3));
        assert_eq!(Replacement::new(&lost).unwrap_err().kind(), ErrorKind::InvalidInput);
        // The folder takes the place of the file meanwhile.
        let file = Replacement::new(&path).unwrap();
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        assert!(file.commit().is_err());
        assert_eq!(count(), 3, "no temporary file remains");
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
