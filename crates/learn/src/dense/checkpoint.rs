//! Checkpoints of dense learners, as bytes.

use gambol_core::{Observe, TextForm};
use serde::{Deserialize, Serialize};

use super::file::{read_weights, write_weights};
use super::learner::{DenseLearner, DenseSettings, Progress};
use crate::checkpoint::{CheckpointError, check};
use crate::envelope;

/// The first line of every checkpoint.
const MAGIC: &[u8] = b"gambol checkpoint 1\n";

/// The header line: JSON.
#[derive(Serialize, Deserialize)]
struct Header {
    dense: String,
    start: String,
    settings: DenseSettings,
    epochs: u64,
    games: u64,
    turns: u64,
}

impl<G: Observe + TextForm> DenseLearner<G> {
    /// Returns the complete state of the learner: settings and weights.
    pub fn checkpoint(&self) -> Vec<u8> {
        let Progress { epochs, games, turns } = self.progress;
        let header = Header {
            dense: self.layout(),
            start: self.start.to_string(),
            settings: self.settings.clone(),
            epochs,
            games,
            turns,
        };
        let units = &self.network.units;
        envelope::write(MAGIC, &header, 4 * units.hidden.len(), |bytes| write_weights(units, bytes))
    }

    /// Restores a checkpoint of a learner with the same start and sizes: the weights after further
    /// epochs are then the same, bit for bit. The settings become those of the checkpoint.
    ///
    /// # Errors
    ///
    /// Fails if the checkpoint is invalid or belongs to another learner. The learner is then
    /// unchanged.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), CheckpointError> {
        let (header, body) = envelope::read::<Header>(MAGIC, bytes)?;
        let own = [("sizes", &header.dense, self.layout()), ("start", &header.start, self.start.to_string())];
        check(own)?;
        let network = &self.network;
        self.network.units = read_weights(network.inputs(), network.hidden(), network.results().len(), body)
            .ok_or_else(|| CheckpointError::Header("the number of weights differs, or one is not finite".to_owned()))?;
        self.progress = Progress { epochs: header.epochs, games: header.games, turns: header.turns };
        self.settings = header.settings;
        Ok(())
    }

    /// Returns the sizes and the results.
    fn layout(&self) -> String {
        let network = &self.network;
        format!("{} inputs, {} hidden, results {:?}", network.inputs(), network.hidden(), network.results())
    }
}
