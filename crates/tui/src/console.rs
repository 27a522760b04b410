//! Messages on standard error, and the program's name.

use std::ffi::OsString;
use std::io::{Write, stderr};
use std::path::Path;

use gambol_play::escaped;

/// Returns the program's name for messages: the first word of a command line, without folders and
/// extension.
#[must_use]
pub fn program_of(first: Option<&OsString>) -> String {
    let name = first.and_then(|first| Path::new(first).file_stem());
    name.map_or_else(|| "gambol".to_owned(), |name| name.to_string_lossy().into_owned())
}

/// Returns the name of this process's program.
pub(crate) fn program() -> String {
    program_of(std::env::args_os().next().as_ref())
}

/// Writes an escaped line to standard error, after the program's name. Ignores errors, since the
/// terminal may be gone.
pub fn warn(line: &str) {
    let line = format!("{}: {}\n", escaped(&program()), escaped(line));
    let _ = stderr().lock().write_all(line.as_bytes());
}
