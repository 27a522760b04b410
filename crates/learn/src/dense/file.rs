//! Files of dense networks.

use gambol_core::Observe;
use serde::{Deserialize, Serialize};

use super::network::{DenseNetwork, are_results};
use super::units::{BLOCK, Row, Units};
use crate::envelope;
use crate::file::{About, WeightsError, read};

/// The first line of every file.
const MAGIC: &[u8] = b"gambol weights dense-1\n";
/// Version that this code reads.
const VERSION: &str = "dense-1";

/// The header line: JSON.
#[derive(Serialize, Deserialize)]
struct Header {
    #[serde(flatten)]
    about: About,
    inputs: usize,
    hidden: usize,
    results: Vec<i64>,
}

impl DenseNetwork {
    /// Returns the bytes of a file with this network.
    ///
    /// The file begins with the line `gambol weights dense-1` and a header of one line of JSON. The
    /// weights follow as 32-bit floating-point numbers, lowest byte first: for each input and then
    /// the bias, those of the hidden units; for each hidden unit and then the bias, those of the
    /// results. The file ends with the SHA-256 of all bytes before it.
    ///
    /// # Errors
    ///
    /// [`WeightsError::Body`] if a weight or the discount is not finite.
    pub fn to_file(&self, about: &About) -> Result<Vec<u8>, WeightsError> {
        if !self.units.is_finite() || !about.discount.is_finite() {
            return Err(WeightsError::Body("not all numbers are finite"));
        }
        let (inputs, hidden, results) = (self.inputs(), self.hidden(), self.results.clone());
        let header = Header { about: about.clone(), inputs, hidden, results };
        Ok(envelope::write(MAGIC, &header, 4 * self.units.hidden.len(), |file| write_weights(&self.units, file)))
    }

    /// Reads the bytes of a file: the network and the metadata. `start` is a state of the game.
    ///
    /// # Errors
    ///
    /// Fails if the bytes are not such a file, are damaged or cut short, or are for another game or
    /// other planes.
    pub fn from_file<G: Observe>(start: &G, game: &str, file: &[u8]) -> Result<(Self, About), WeightsError> {
        let (header, body) = read::<Header>(MAGIC, VERSION, file)?;
        let Header { about, inputs, hidden, results } = header;
        if about.game != game {
            return Err(WeightsError::Game { found: about.game, expected: game.to_owned() });
        }
        let planes = start.plane_shape().len();
        if inputs != planes {
            let layout = |inputs: usize| format!("{inputs} inputs");
            return Err(WeightsError::Layout { found: layout(inputs), expected: layout(planes) });
        }
        if !are_results(&results, G::PLAYERS) {
            return Err(WeightsError::Body("the results are not those of such a game"));
        }
        let units = read_weights(inputs, hidden, results.len(), body)
            .ok_or(WeightsError::Body("their number differs from that of the header, or one is not finite"))?;
        Ok((Self { results, units }, about))
    }
}

/// Appends the weights.
pub(crate) fn write_weights(units: &Units, bytes: &mut Vec<u8>) {
    let rows = units.output.iter().flat_map(|row| &row[..units.results]);
    for weight in units.hidden.iter().chain(rows) {
        bytes.extend_from_slice(&weight.to_le_bytes());
    }
}

/// Reads the weights. `None` if their number is wrong or one is not finite.
pub(crate) fn read_weights(inputs: usize, hidden: usize, results: usize, bytes: &[u8]) -> Option<Units> {
    let first = inputs.checked_add(1)?.checked_mul(hidden)?;
    let all = hidden.checked_add(1)?.checked_mul(results)?.checked_add(first)?;
    if hidden == 0 || !hidden.is_multiple_of(BLOCK) || all.checked_mul(4)? != bytes.len() {
        return None;
    }
    let mut numbers = bytes.chunks_exact(4).filter_map(|bytes| bytes.first_chunk().copied()).map(f32::from_le_bytes);
    let weights = numbers.by_ref().take(first).collect();
    let output = (0..=hidden)
        .map(|_| {
            let mut row = Row::default();
            row.iter_mut().take(results).zip(numbers.by_ref()).for_each(|(entry, weight)| *entry = weight);
            row
        })
        .collect();
    let units = Units { results, hidden: weights, output };
    units.is_finite().then_some(units)
}
