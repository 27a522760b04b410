//! Results and failures.

use std::fmt::Display;
use std::io::{ErrorKind, Write};

use gambol::core::notation::{escaped, is_hidden};
use serde::Serialize;

/// Why a command failed. Escaped when it is printed, so that it is one line.
#[derive(Debug)]
pub(crate) struct Failure(pub(crate) String);

impl Failure {
    /// Wraps an error, with what was being done.
    pub(crate) fn of(what: impl Display, error: impl Display) -> Self {
        Self(format!("{what}: {error}"))
    }
}

impl<E: std::error::Error> From<E> for Failure {
    fn from(error: E) -> Self {
        Self(error.to_string())
    }
}

/// A value as one line of JSON, with all [hidden](is_hidden) characters escaped.
pub(crate) fn json(value: &impl Serialize) -> Result<String, Failure> {
    let text = serde_json::to_string(value)?;
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if is_hidden(character) {
            // They are parts of strings: what serde_json writes itself is not hidden.
            shown.extend(character.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")));
        } else {
            shown.push(character);
        }
    }
    Ok(shown)
}

/// Writes a result to standard output, line by line escaped. That nobody reads on is no failure.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let text = text.split('\n').map(|line| escaped(line).to_string()).collect::<Vec<_>>().join("\n");
    print_as_is(&text)
}

/// The same for text that has been escaped, and may have colours.
pub(crate) fn print_as_is(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    match writeln!(out, "{text}").and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Failure::of("standard output", error)),
        _ => Ok(()),
    }
}

/// The interval between two ends, each as `show` writes it; [`TOO_FEW`] if it has none.
pub(crate) fn between(ends: [f64; 2], show: impl Fn(f64) -> String) -> String {
    if has_ends(ends) { ends.map(show).join(" to ") } else { TOO_FEW.to_owned() }
}

/// A number with its interval.
pub(crate) fn estimated(value: f64, ci95: [f64; 2], show: impl Fn(f64) -> String) -> String {
    let value = show(value);
    if has_ends(ci95) {
        format!("{value} (95 % interval {})", between(ci95, show))
    } else {
        format!("{value} ({TOO_FEW} for an interval)")
    }
}

/// Whether an interval is one: the arena gives none to fewer than five games.
pub(crate) fn has_ends(ci95: [f64; 2]) -> bool {
    ci95.iter().any(|end| end.is_finite())
}

/// Stands for the interval of fewer than five games.
pub(crate) const TOO_FEW: &str = "too few games";

/// What a number is that nothing says.
pub(crate) const UNKNOWN: &str = "unknown";

/// A table with columns as wide as they need to be. A cell is one line, whatever its text is.
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
