//! Files that are whole or not there.

use std::io::{self, Write};
use std::path::Path;

/// Writes a file beside its name and renames it, so that nobody ever opens half of it, and what was there stays if this fails.
///
/// # Errors
///
/// If it cannot be written or renamed.
pub fn replace(path: &Path, text: &str) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    // Readable as files usually are; temporary files are their owner's alone otherwise.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}
