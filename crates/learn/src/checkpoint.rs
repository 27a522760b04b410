//! Checkpoints of learners, as bytes.

use gambol_core::{Game, TextForm};
use serde::{Deserialize, Serialize};

use crate::coherence::Rate;
use crate::envelope::{self, EnvelopeError};
use crate::features::{Features, Stages};
use crate::learner::{Learner, Progress, Settings};

/// The first line of every checkpoint.
const MAGIC: &[u8] = b"gambol checkpoint 1\n";
/// Size in bytes of a weight with its errors.
const WEIGHT: usize = 12;

/// The header line: JSON.
#[derive(Serialize, Deserialize)]
struct Header {
    layout: String,
    start: String,
    settings: Settings,
    epochs: u64,
    turns: u64,
    length: u64,
    stored: Vec<Vec<String>>,
    unfinished: Vec<(bool, String)>,
}

/// Error returned when a checkpoint is rejected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// It is another kind of file.
    #[error("this is not a checkpoint: it does not begin with `gambol checkpoint 1`")]
    Foreign,
    /// Bytes were changed or are missing.
    #[error("the checkpoint is damaged or cut short: the checksum at its end is missing or does not match")]
    Checksum,
    /// The header cannot be read.
    #[error("line 2, the header: {0}")]
    Header(String),
    /// It belongs to another learner.
    #[error("a checkpoint of {what} `{found}`; expected `{expected}`")]
    Other {
        /// Name of the property that differs.
        what: &'static str,
        /// Value in the checkpoint.
        found: String,
        /// Value of the learner.
        expected: String,
    },
}

impl From<EnvelopeError> for CheckpointError {
    fn from(error: EnvelopeError) -> Self {
        match error {
            EnvelopeError::Foreign => Self::Foreign,
            EnvelopeError::Checksum => Self::Checksum,
            EnvelopeError::Header(reason) => Self::Header(reason),
        }
    }
}

/// Refuses properties of a checkpoint, by name, that are not those of the learner.
pub(crate) fn check(properties: [(&'static str, &String, String); 2]) -> Result<(), CheckpointError> {
    let other = properties.into_iter().find(|(_, found, expected)| *found != expected);
    other.map_or(Ok(()), |(what, found, expected)| Err(CheckpointError::Other { what, found: found.clone(), expected }))
}

impl<G: Game + TextForm, F: Features<G>, R, S: Stages<G>> Learner<G, F, R, S> {
    /// Returns the complete state of the learner: settings, weights with their errors, stored
    /// states and unfinished games.
    pub fn checkpoint(&self) -> Vec<u8> {
        let Progress { epochs, turns, length, stored, unfinished } = &self.progress;
        let header = Header {
            layout: self.layout(),
            start: self.start.to_string(),
            settings: self.settings.clone(),
            epochs: *epochs,
            turns: *turns,
            length: *length,
            stored: stored.iter().map(|states| states.iter().map(G::to_string).collect()).collect(),
            unfinished: unfinished.iter().map(|(is_fresh, state)| (*is_fresh, state.to_string())).collect(),
        };
        envelope::write(MAGIC, &header, self.values.len() * WEIGHT, |bytes| {
            for (&value, rate) in self.values.iter().zip(&self.rates) {
                for number in [value, rate.errors, rate.magnitudes] {
                    bytes.extend_from_slice(&number.to_le_bytes());
                }
            }
        })
    }

    /// Restores a checkpoint of a learner with the same features, stages and start: the weights
    /// after further epochs are then the same, bit for bit. The settings become those of the
    /// checkpoint.
    ///
    /// # Errors
    ///
    /// Fails if the checkpoint is invalid or belongs to another learner. The learner is then
    /// unchanged.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), CheckpointError> {
        let (header, body) = envelope::read::<Header>(MAGIC, bytes)?;
        let own = [("layout", &header.layout, self.layout()), ("start", &header.start, self.start.to_string())];
        check(own)?;
        if body.len() != self.values.len() * WEIGHT || header.stored.len() != self.progress.stored.len() {
            return Err(CheckpointError::Header(
                "the number of weights or stages differs from that of the learner".to_owned(),
            ));
        }
        let state = |text: &String| text.parse::<G>().map_err(|error| CheckpointError::Header(error.to_string()));
        let stored = header.stored.iter().map(|states| states.iter().map(state).collect()).collect::<Result<_, _>>()?;
        let unfinished = header.unfinished.iter().map(|(is_fresh, text)| state(text).map(|state| (*is_fresh, state)));
        let unfinished = unfinished.collect::<Result<_, _>>()?;
        self.progress =
            Progress { epochs: header.epochs, turns: header.turns, length: header.length, stored, unfinished };
        self.settings = header.settings;
        self.snapshot = None;
        let weights = self.values.iter_mut().zip(&mut self.rates);
        for ((value, rate), bytes) in weights.zip(body.chunks_exact(WEIGHT)) {
            let number = |at: usize| f32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
            (*value, *rate) = (number(0), Rate { errors: number(4), magnitudes: number(8) });
        }
        Ok(())
    }

    /// Returns the layout of the weights and the stored states.
    fn layout(&self) -> String {
        format!("{}; episodes by {}", self.features.layout(), self.stages.layout())
    }
}
