//! Standard error, beside the screen.

use std::io::{Write, stderr};

use gambol::notation::escaped;

/// Writes a line to standard error, with the program's name and whatever it quotes escaped. That nobody is there to read it, the
/// terminal being gone, is no failure.
pub fn warn(line: &str) {
    let line = format!("gambol: {}\n", escaped(line));
    let _ = stderr().lock().write_all(line.as_bytes());
}
