//! Results and failures.

use std::fmt::Display;
use std::io::{ErrorKind, Write};

use serde::Serialize;

/// Why a command could not do what was asked, in one line.
#[derive(Debug)]
pub(crate) struct Failure(pub(crate) String);

impl Failure {
    /// Wraps an error, with what was being done.
    pub(crate) fn of(what: impl Display, error: impl Display) -> Self {
        Self(format!("{what}: {error}").replace('\n', " "))
    }
}

impl<E: std::error::Error> From<E> for Failure {
    fn from(error: E) -> Self {
        Self(error.to_string().replace('\n', " "))
    }
}

/// A value as one line of JSON.
pub(crate) fn json(value: &impl Serialize) -> Result<String, Failure> {
    serde_json::to_string(value).map_err(Failure::from)
}

/// Writes a result to standard output. That nobody reads on is no failure.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    match writeln!(out, "{text}").and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Failure::of("standard output", error)),
        _ => Ok(()),
    }
}

/// The interval between two ends, each as `show` writes it; unknown if it has none.
pub(crate) fn between(ends: [f64; 2], show: impl Fn(f64) -> String) -> String {
    if ends.iter().any(|end| end.is_finite()) { ends.map(show).join(" to ") } else { UNKNOWN.to_owned() }
}

/// What a number is that nothing says.
pub(crate) const UNKNOWN: &str = "unknown";

/// A table with columns as wide as they need to be, the first on the left and the others as `right` says.
pub(crate) fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:<width$}"));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}
