//! Atomic writing of files.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

pub(crate) use gambol_core::files::sync_folder;
use gambol_core::files::{self, Replacement};

use crate::file::FileError;

/// Resolves symbolic links and returns the path at which a file can be written by renaming. The
/// file need not exist.
///
/// # Errors
///
/// Fails if the path is not a regular file: a folder, a device, a pipe, or a dangling link. A
/// renamed file would replace these instead of being written to them.
///
/// ```
/// use gambol_arena::destination;
///
/// let path = std::env::temp_dir().join("gambol-new-file.txt");
/// assert!(destination(&path).is_ok());
/// assert!(destination(&std::env::temp_dir()).is_err(), "a folder");
/// ```
pub fn destination(path: &Path) -> Result<PathBuf, FileError> {
    files::destination(path).map_err(|error| FileError::new(path, error))
}

/// Writes a file atomically, by a [`Replacement`]: readers never see a part of it, and the previous
/// contents remain if this fails. When it returns, the contents and the name are on disk.
///
/// # Errors
///
/// Fails if the path is not a regular file ([`destination`]), or with an error of the operating
/// system.
///
/// ```
/// use gambol_arena::replace;
///
/// let path = std::env::temp_dir().join(format!("gambol-replace-{}.txt", std::process::id()));
/// replace(&path, "one")?;
/// replace(&path, "two")?; // whole at every moment: nobody reads half of it
/// assert_eq!(std::fs::read_to_string(&path)?, "two");
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn replace(path: &Path, content: impl AsRef<[u8]>) -> Result<(), FileError> {
    replace_by(path, |out| out.write_all(content.as_ref()).map_err(|error| FileError::new(path, error)))
}

/// Writes a file atomically piece by piece. The previous contents remain if `write` fails.
///
/// # Errors
///
/// Returns the errors of `write` and those of [`replace`].
///
/// ```
/// use std::error::Error;
/// use std::io::Write;
///
/// use gambol_arena::replace_by;
///
/// let path = std::env::temp_dir().join(format!("gambol-replace-by-{}.txt", std::process::id()));
/// replace_by::<Box<dyn Error>>(&path, |out| {
///     Ok((1..=3).try_for_each(|number| writeln!(out, "{number}"))?)
/// })?;
/// let failed = replace_by::<Box<dyn Error>>(&path, |_| Err("the numbers ran out".into()));
/// assert!(failed.is_err());
/// assert_eq!(std::fs::read_to_string(&path)?, "1\n2\n3\n", "what was there stays");
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn Error>>(())
/// ```
pub fn replace_by<E: From<FileError>>(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> Result<(), E>,
) -> Result<(), E> {
    let refuse = |error| FileError::new(path, error);
    let mut file = Replacement::new(path).map_err(refuse)?;
    write(file.writer())?;
    Ok(file.commit().map_err(refuse)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_or_left_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        replace(&path, "one").unwrap();
        replace(&path, "two").unwrap();
        let broken = replace_by(&path, |out| {
            let mut names: Vec<_> =
                std::fs::read_dir(folder.path()).unwrap().map(|it| it.unwrap().file_name()).collect();
            names.sort();
            assert!(names[0].to_string_lossy().starts_with(".a.txt."), "{names:?}");
            out.write_all(b"three").unwrap();
            Err(FileError::new(&path, "no more"))
        });
        assert_eq!(broken.unwrap_err().reason, "no more");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "two");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
    }

    #[test]
    fn folders_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(replace(folder.path(), "").unwrap_err().reason, "it is a folder, not a file");
    }

    #[test]
    fn errors_name_the_given_path_and_no_temporary_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("none/a.txt");
        let error = replace(&path, "").unwrap_err();
        assert_eq!(error.path, path);
        let system = File::open(&path).unwrap_err().to_string();
        assert_eq!(error.reason, system);
    }

    #[test]
    #[cfg(unix)]
    fn links_are_followed_and_devices_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let [file, link, lost] = ["a.txt", "link", "lost"].map(|name| folder.path().join(name));
        std::fs::write(&file, "one").unwrap();
        std::os::unix::fs::symlink("a.txt", &link).unwrap();
        std::os::unix::fs::symlink("b.txt", &lost).unwrap();
        replace(&link, "two").unwrap();
        assert_eq!((std::fs::read_to_string(&file).unwrap().as_str(), link.is_symlink()), ("two", true));
        assert_eq!(destination(&lost).unwrap_err().reason, "it is a dangling link");
        assert_eq!(destination(Path::new("/dev/null")).unwrap_err().reason, "it is a device or a pipe, not a file");
    }
}
