//! The file of a tuning: its settings, and a line for each candidate.

use std::path::Path;

use gambol_arena::{AgentFile, DrawRule, Resign, TimeControl};
use serde::{Deserialize, Serialize};

use crate::args::Objective;
use crate::output::Failure;

/// Settings that determine the candidates and their games. A file with other settings is not
/// continued.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Settings {
    pub(super) version: String,
    pub(super) game: String,
    pub(super) start: String,
    pub(super) agent: String,
    pub(super) parameters: Vec<String>,
    pub(super) whole: Vec<String>,
    pub(super) against: Option<String>,
    /// Files that the agents read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) files: Vec<AgentFile>,
    pub(super) objective: Objective,
    pub(super) games: u64,
    pub(super) candidates: usize,
    pub(super) seed: u64,
    pub(super) ms: Option<u64>,
    pub(super) max_moves: Option<u64>,
    pub(super) opening_plies: Option<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) openings: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) tc: Option<TimeControl>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) resign: Option<Resign>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) draw: Option<DrawRule>,
}

/// A candidate whose games have been played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Candidate {
    pub(super) generation: usize,
    pub(super) agent: String,
    /// Value of the objective.
    pub(super) value: f64,
    /// Mean score of its games, or its share of the points.
    pub(super) mean: f64,
}

/// The candidates so far, and the file that records them, if any.
pub(super) struct Journal {
    pub(super) candidates: Vec<Candidate>,
    file: Option<gambol_arena::Journal>,
}

impl Journal {
    /// Creates a journal without a file.
    pub(super) fn unwritten() -> Self {
        Self { candidates: Vec::new(), file: None }
    }

    /// Creates a file, which must not exist, or continues one. An incomplete last line is of a
    /// candidate whose games were interrupted; they are played again.
    pub(super) fn open(path: &Path, settings: &Settings, resume: bool) -> Result<Self, Failure> {
        let (file, candidates) = gambol_arena::Journal::open(path, settings, resume)?;
        Ok(Self { candidates, file: Some(file) })
    }

    /// Adds a candidate, and writes its line immediately.
    pub(super) fn add(&mut self, candidate: Candidate) -> Result<(), Failure> {
        if let Some(file) = &mut self.file {
            file.add(&candidate)?;
        }
        self.candidates.push(candidate);
        Ok(())
    }
}
