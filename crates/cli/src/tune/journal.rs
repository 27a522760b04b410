//! The file of a tuning: its settings, and a line for each candidate.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::args::Objective;
use crate::output::Failure;

/// What fixes the candidates and their games. A file with other settings is not continued.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Settings {
    pub(super) version: String,
    pub(super) game: String,
    pub(super) start: String,
    pub(super) agent: String,
    pub(super) parameters: Vec<String>,
    pub(super) whole: Vec<String>,
    pub(super) against: Option<String>,
    pub(super) objective: Objective,
    pub(super) games: u64,
    pub(super) candidates: usize,
    pub(super) seed: u64,
    pub(super) ms: Option<u64>,
    pub(super) max_moves: Option<u64>,
    pub(super) opening_plies: Option<u32>,
}

/// A candidate whose games have been played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Candidate {
    pub(super) generation: usize,
    pub(super) agent: String,
    /// What is maximised.
    pub(super) value: f64,
    /// The mean score of its games, or its share of the points.
    pub(super) mean: f64,
}

/// The candidates so far, and the file to which they go, if there is one.
pub(super) struct Journal {
    pub(super) candidates: Vec<Candidate>,
    file: Option<(PathBuf, File)>,
}

impl Journal {
    /// A journal without a file.
    pub(super) fn unwritten() -> Self {
        Self { candidates: Vec::new(), file: None }
    }

    /// Begins a file, which must not exist, or continues one. A last line that is not whole is of a
    /// candidate whose games were cut short; it is played again.
    pub(super) fn open(path: &Path, settings: &Settings, resume: bool) -> Result<Self, Failure> {
        let refuse = |why: &dyn std::fmt::Display| Failure::of(path.display(), why);
        if !resume || !path.exists() {
            let mut file = File::create_new(path).map_err(|error| match error.kind() {
                std::io::ErrorKind::AlreadyExists => refuse(&"the file exists; continue it with --resume"),
                _ => refuse(&error),
            })?;
            write_line(&mut file, settings).map_err(|error| refuse(&error))?;
            return Ok(Self { candidates: Vec::new(), file: Some((path.to_owned(), file)) });
        }
        let text = std::fs::read_to_string(path).map_err(|error| refuse(&error))?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..whole].lines();
        let head = lines.next().ok_or_else(|| refuse(&"the line of its settings is missing"))?;
        let there: Settings = serde_json::from_str(head).map_err(|error| refuse(&format_args!("line 1: {error}")))?;
        if there != *settings {
            return Err(refuse(&format_args!("it is of other settings: {}", difference(&there, settings)?)));
        }
        let read = |(number, line): (usize, &str)| {
            serde_json::from_str(line).map_err(|error| refuse(&format_args!("line {}: {error}", number + 2)))
        };
        let candidates = lines.enumerate().map(read).collect::<Result<Vec<Candidate>, _>>()?;
        let file = File::options().append(true).open(path).map_err(|error| refuse(&error))?;
        file.set_len(whole as u64).map_err(|error| refuse(&error))?;
        Ok(Self { candidates, file: Some((path.to_owned(), file)) })
    }

    /// Adds a candidate, and writes its line at once.
    pub(super) fn add(&mut self, candidate: Candidate) -> Result<(), Failure> {
        if let Some((path, file)) = &mut self.file {
            write_line(file, &candidate).map_err(|error| Failure::of(path.display(), error))?;
        }
        self.candidates.push(candidate);
        Ok(())
    }
}

fn write_line(file: &mut File, value: &impl Serialize) -> Result<(), std::io::Error> {
    let mut line = serde_json::to_string(value)?;
    line.push('\n');
    // One write, so that a line is there or is not.
    file.write_all(line.as_bytes())
}

/// The first setting that differs.
fn difference(there: &Settings, here: &Settings) -> Result<String, Failure> {
    let [there, here] = [serde_json::to_value(there)?, serde_json::to_value(here)?];
    let differs = there.as_object().and_then(|there| there.iter().find(|(key, value)| here.get(key) != Some(value)));
    let Some((key, value)) = differs else { return Ok("unknown".to_owned()) };
    Ok(format!("{key} is {value} there, {} here", here.get(key).unwrap_or(&serde_json::Value::Null)))
}
