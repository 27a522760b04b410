//! Atomic writing of files.

use std::ffi::OsString;
use std::fs::File;
use std::io::{BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use gambol_core::files;

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

/// Writes a file atomically, by renaming a temporary file in the same folder, `.NAME.` and random
/// letters, which a process that is killed meanwhile leaves behind: readers never see a part of it,
/// and the previous contents remain if this fails. When it returns, the contents and the name are on
/// disk.
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
    write: impl FnOnce(&mut BufWriter<&File>) -> Result<(), E>,
) -> Result<(), E> {
    let refuse = |error: std::io::Error| FileError::new(path, error);
    let path = &destination(path)?;
    // Named after the file, so that what a killed process leaves can be recognized.
    let mut prefix = OsString::from(".");
    prefix.push(path.file_name().unwrap_or_default());
    prefix.push(".");
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix);
    // With the usual permissions; by default, temporary files are readable by their owner only.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let file = builder.tempfile_in(folder_of(path)).map_err(|error| FileError::new(path, nameless(&error)))?;
    let mut out = BufWriter::new(file.as_file());
    write(&mut out)?;
    out.into_inner().map_err(|error| refuse(error.into_error()))?.sync_all().map_err(refuse)?;
    file.persist(path).map_err(|error| refuse(error.error))?;
    Ok(sync_folder(path).map_err(refuse)?)
}

/// Syncs the folder of a file to disk: otherwise a crash of the machine may undo the renaming.
#[cfg(unix)]
pub(crate) fn sync_folder(path: &Path) -> std::io::Result<()> {
    use ErrorKind::{InvalidInput, PermissionDenied, Unsupported};
    match File::open(folder_of(path)).and_then(|folder| folder.sync_all()) {
        // Some file systems cannot, and a writable folder need not be readable.
        Err(error) if matches!(error.kind(), InvalidInput | PermissionDenied | Unsupported) => Ok(()),
        result => result,
    }
}

/// Folders cannot be opened on this system.
#[cfg(not(unix))]
pub(crate) fn sync_folder(_: &Path) -> std::io::Result<()> {
    Ok(())
}

/// The message of an error without the name of the temporary file, which is of no use to the
/// caller. The inner error is not accessible.
fn nameless(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split_once(" at path ").map_or(text.as_str(), |(reason, _)| reason).to_owned()
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
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
