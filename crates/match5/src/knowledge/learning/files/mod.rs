//! Files of knowledge with a player's name and password, and the hall of fame.

mod document;
mod error;
mod fivo;
mod hall;

pub use document::{BLOCK, Block, Studies};
pub use error::{FivoError, FivoErrorKind};
pub use fivo::{Access, Fivo, Stored};
pub use hall::HallOfFame;

use std::io::Write;
use std::path::Path;

/// Writes a file under a temporary name in its folder and gives it its name when all of it is on the disk. If `new`, a file that
/// has the name already is left as it is, and that is an error.
fn write_whole(path: &Path, bytes: &[u8], new: bool) -> std::io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    // Readable as files usually are; temporary files are their owner's alone otherwise.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    let named = if new { file.persist_noclobber(path) } else { file.persist(path) };
    named.map(|_| ()).map_err(|error| error.error)
}
