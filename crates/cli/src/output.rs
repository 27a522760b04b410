//! Output of results, and errors.

use std::fmt::Display;
use std::io::{ErrorKind, Write};

use gambol_play::{escaped, is_hidden};
use serde::Serialize;

/// Error of a command. It is escaped when printed, so that it fits on one line.
#[derive(Debug)]
pub(crate) struct Failure(pub(crate) String);

impl Failure {
    /// Wraps an error with its context.
    pub(crate) fn of(what: impl Display, error: impl Display) -> Self {
        Self(format!("{what}: {error}"))
    }
}

impl<E: std::error::Error> From<E> for Failure {
    fn from(error: E) -> Self {
        Self(error.to_string())
    }
}

/// Formats a value as one line of JSON, with all [hidden](is_hidden) characters escaped.
pub(crate) fn json(value: &impl Serialize) -> Result<String, Failure> {
    let text = serde_json::to_string(value)?;
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if is_hidden(character) {
            // Hidden characters occur only in strings; serde_json's own syntax has none.
            shown.extend(character.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")));
        } else {
            shown.push(character);
        }
    }
    Ok(shown)
}

/// Writes a result to standard output, with each line escaped. A broken pipe is not an error.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let text = text.split('\n').map(|line| escaped(line).to_string()).collect::<Vec<_>>().join("\n");
    print_as_is(&text)
}

/// Returns the answer. If a file could not be written, prints the answer before the error, since it
/// may have taken hours.
pub(crate) fn print_before(answer: String, written: Result<(), Failure>) -> Result<String, Failure> {
    if written.is_err() {
        print(&answer)?;
    }
    written.map(|()| answer)
}

/// Writes text that is already escaped and may contain colours.
pub(crate) fn print_as_is(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    match writeln!(out, "{text}").and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Failure::of("standard output", error)),
        _ => Ok(()),
    }
}

/// Formats an interval with `show`; [`TOO_FEW`] if it has no ends.
pub(crate) fn between(ends: [f64; 2], show: impl Fn(f64) -> String) -> String {
    if has_ends(ends) { ends.map(show).join(" to ") } else { TOO_FEW.to_owned() }
}

/// Formats a number with its interval.
pub(crate) fn estimated(value: f64, ci95: [f64; 2], show: impl Fn(f64) -> String) -> String {
    let value = show(value);
    if has_ends(ci95) {
        format!("{value} (95 % interval {})", between(ci95, show))
    } else {
        format!("{value} ({TOO_FEW} for an interval)")
    }
}

/// Whether an interval has ends; intervals of fewer than five games have none.
pub(crate) fn has_ends(ci95: [f64; 2]) -> bool {
    ci95.iter().any(|end| end.is_finite())
}

/// Text for the interval of fewer than five games.
pub(crate) const TOO_FEW: &str = "too few games";

/// Text for an unknown number.
pub(crate) const UNKNOWN: &str = "unknown";

/// Formats a table with columns of the necessary width. Cells are escaped, so each is one line.
pub(crate) fn table(rows: &[Vec<String>]) -> String {
    let shown = |row: &Vec<String>| row.iter().map(|cell| escaped(cell).to_string()).collect();
    let rows: Vec<Vec<String>> = rows.iter().map(shown).collect();
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:<width$}"));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}
