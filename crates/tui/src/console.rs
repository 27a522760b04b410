//! Standard error, beside the screen.

use std::io::{Write, stderr};

use gambol::core::notation::escaped;

/// Writes an escaped line to standard error, after the program's name. Ignores errors: the terminal
/// may be gone.
pub fn warn(line: &str) {
    let line = format!("gambol: {}\n", escaped(line));
    let _ = stderr().lock().write_all(line.as_bytes());
}
