//! Files of weights.

use gambol_core::Game;
use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::envelope::{self, EnvelopeError};
use crate::features::Features;
use crate::network::{Network, ValueKind};

/// The first line of every file of weights.
const MAGIC: &[u8] = b"gambol weights 1\n";
/// The beginning of the first line of any version.
const ANY_VERSION: &[u8] = b"gambol weights ";
/// Maximum length of a quantised weight in bytes.
const MAX_CODE: usize = 5;
/// Upper limit, exclusive, of the steps of a weight to either side of 0.
const MAX_STEPS: f32 = 2_147_483_648.0;
const NOT_FINITE: &str = "not all numbers are finite";
/// The highest compression level.
const LEVEL: u8 = 10;

/// Metadata of a weights file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct About {
    /// Name of the game.
    pub game: String,
    /// Rules that the network was trained for.
    pub rules: String,
    /// Command or example that trained it.
    pub training: String,
    /// Turns of self-play that it was trained with.
    pub turns: u64,
    /// Discount that it was trained with.
    pub discount: f32,
}

impl About {
    /// Metadata of a network for these rules of a game, after this many turns of training by a
    /// command or an example.
    #[must_use]
    pub fn new(game: &str, rules: &str, training: &str, turns: u64) -> Self {
        Self { game: game.to_owned(), rules: rules.to_owned(), training: training.to_owned(), turns, discount: 1.0 }
    }

    /// Sets [`discount`](Self#structfield.discount) (default 1).
    #[must_use]
    pub fn discount(self, discount: f32) -> Self {
        Self { discount, ..self }
    }
}

/// The header line: JSON.
#[derive(Serialize, Deserialize)]
struct Header {
    #[serde(flatten)]
    about: About,
    layout: String,
    weights: usize,
    kind: ValueKind,
    offset: f32,
    /// Difference of two adjacent weights.
    step: f32,
}

/// Error returned when a weights file is rejected or cannot be written.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// It is another kind of file.
    #[error("this is not a weights file: it does not begin with `gambol weights`")]
    Foreign,
    /// It was written by another version of this format.
    #[error("weights of format `{found}`; this version reads format {expected}")]
    Version {
        /// Version in the file.
        found: String,
        /// Version of this kind of network.
        expected: &'static str,
    },
    /// Bytes were changed or are missing.
    #[error("the file is damaged or cut short: the checksum at its end is missing or does not match")]
    Checksum,
    /// The header cannot be read.
    #[error("line 2, the header: {0}")]
    Header(String),
    /// It is for another game.
    #[error("weights for {found}; expected weights for {expected}")]
    Game {
        /// Game in the file.
        found: String,
        /// Expected game.
        expected: String,
    },
    /// It is for other features.
    #[error("weights of layout `{found}`; expected layout `{expected}`")]
    Layout {
        /// Layout in the file.
        found: String,
        /// The layout of the features.
        expected: String,
    },
    /// A weight is not a number of steps that a file can store.
    #[error("weight {index} is {weight}; a file holds fewer than 2³¹ steps of {step} to either side of 0")]
    Range {
        /// Index of the weight.
        index: usize,
        /// The weight.
        weight: f32,
        /// Difference of two adjacent weights.
        step: f32,
    },
    /// The step is not a positive number.
    #[error("the step is {0}; expected a positive number")]
    Step(f32),
    /// The body does not contain the weights that the header announces.
    #[error("the weights: {0}")]
    Body(&'static str),
}

impl<F> Network<F> {
    /// Returns the bytes of a file with these weights, each rounded to a multiple of `step`.
    ///
    /// The file begins with the line `gambol weights 1` and a header of one line of JSON. The
    /// weights follow as variable-length integers in a zlib stream. The file ends with the SHA-256
    /// of all bytes before it.
    ///
    /// # Errors
    ///
    /// [`WeightsError::Step`] if `step` is not a positive number, [`WeightsError::Range`] if a
    /// weight is not finite or has too many steps, and [`WeightsError::Body`] if the offset or the
    /// discount is not finite.
    ///
    /// ```
    /// # mod edges { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/edges.rs")); }
    /// # use edges::Edges;
    /// use gambol_learn::{About, Network, ValueKind};
    /// use gambol_threes::Threes;
    ///
    /// let mut weights = vec![0.0; 1 << 16];
    /// weights[..4].copy_from_slice(&[0.5, -2.0, 0.0, 8.1]);
    /// let network =
    ///     Network::new::<Threes>(Edges, weights, 0.0, ValueKind::Points).ok_or("not finite")?;
    /// let about = About::new("threes", "app", "by hand", 0);
    /// let file = network.to_file(&about, 0.25)?;
    /// let (read, said) = Network::from_file::<Threes>(Edges, "threes", &file)?;
    /// assert_eq!((&read.weights()[..5], said), (&[0.5, -2.0, 0.0, 8.0, 0.0][..], about));
    /// let error = Network::from_file::<Threes>(Edges, "tenten", &file).unwrap_err();
    /// assert_eq!(error.to_string(), "weights for threes; expected weights for tenten");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_file<G: Game>(&self, about: &About, step: f32) -> Result<Vec<u8>, WeightsError>
    where
        F: Features<G>,
    {
        if !is_step(step) {
            return Err(WeightsError::Step(step));
        }
        // The network of a learner that has diverged.
        if !self.offset().is_finite() || !about.discount.is_finite() {
            return Err(WeightsError::Body(NOT_FINITE));
        }
        let header = Header {
            about: about.clone(),
            layout: self.features().layout(),
            weights: self.weights().len(),
            kind: self.kind(),
            offset: self.offset(),
            step,
        };
        let mut codes = Vec::with_capacity(self.weights().len());
        for (index, &weight) in self.weights().iter().enumerate() {
            let steps = (weight / step).round();
            // NaN fails the comparison, and the value that is read back must be finite.
            if !(steps.abs() < MAX_STEPS && (steps * step).is_finite()) {
                return Err(WeightsError::Range { index, weight, step });
            }
            write_code(steps as i32, &mut codes);
        }
        let body = compress_to_vec_zlib(&codes, LEVEL);
        Ok(envelope::write(MAGIC, &header, body.len(), |file| file.extend(body)))
    }

    /// Reads the bytes of a file: the network and the metadata.
    ///
    /// # Errors
    ///
    /// Fails if the bytes are not a weights file, are damaged or cut short, or are for another game
    /// or other features.
    pub fn from_file<G: Game>(features: F, game: &str, file: &[u8]) -> Result<(Self, About), WeightsError>
    where
        F: Features<G>,
    {
        let (header, body) = read::<Header>(MAGIC, "1", file)?;
        let Header { about, layout, weights: count, kind, offset, step } = header;
        if about.game != game {
            return Err(WeightsError::Game { found: about.game, expected: game.to_owned() });
        }
        if !is_step(step) {
            return Err(WeightsError::Step(step));
        }
        // 10³⁹ in JSON is read as infinite, and could not be written again.
        if !about.discount.is_finite() {
            return Err(WeightsError::Body(NOT_FINITE));
        }
        let expected = features.layout();
        if layout != expected || count != features.len() {
            return Err(WeightsError::Layout { found: layout, expected });
        }
        let codes = decompress_to_vec_zlib_with_limit(body, count.saturating_mul(MAX_CODE))
            .map_err(|_| WeightsError::Body("the compressed stream is invalid"))?;
        let mut rest = &codes[..];
        let weights: Option<Vec<f32>> = (0..count).map(|_| Some(read_code(&mut rest)? as f32 * step)).collect();
        let weights = weights
            .filter(|_| rest.is_empty())
            .ok_or(WeightsError::Body("their number differs from that of the header"))?;
        let network = Self::new(features, weights, offset, kind);
        Ok((network.ok_or(WeightsError::Body(NOT_FINITE))?, about))
    }
}

/// Whether the step is valid.
fn is_step(step: f32) -> bool {
    step > 0.0 && step.is_finite()
}

/// Reads a file with this first line and version: its header and its body.
pub(crate) fn read<'a, H: DeserializeOwned>(
    first: &[u8],
    version: &'static str,
    file: &'a [u8],
) -> Result<(H, &'a [u8]), WeightsError> {
    envelope::read(first, file).map_err(|error| match error {
        EnvelopeError::Foreign => foreign(file, version),
        EnvelopeError::Checksum => WeightsError::Checksum,
        EnvelopeError::Header(reason) => WeightsError::Header(reason),
    })
}

/// Error for another kind of file, or another version of this one.
fn foreign(file: &[u8], expected: &'static str) -> WeightsError {
    let Some(rest) = file.strip_prefix(ANY_VERSION) else { return WeightsError::Foreign };
    let line = rest.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let found = String::from_utf8_lossy(&line[..line.len().min(20)]).escape_debug().to_string();
    WeightsError::Version { found, expected }
}

/// Appends an integer, small ones in few bytes: seven bits per byte, lowest first, with the sign in
/// the lowest bit.
fn write_code(code: i32, out: &mut Vec<u8>) {
    let mut rest = (code << 1 ^ code >> 31) as u32;
    while rest > 0x7F {
        out.push(rest as u8 | 0x80);
        rest >>= 7;
    }
    out.push(rest as u8);
}

/// Removes an integer from the front. `None` if there is none.
fn read_code(bytes: &mut &[u8]) -> Option<i32> {
    let mut code = 0;
    for place in 0..MAX_CODE {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        code |= u32::from(byte & 0x7F) << (7 * place);
        if byte < 0x80 {
            return Some((code >> 1) as i32 ^ -((code & 1) as i32));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use gambol_threes::Threes;
    use proptest::prelude::*;

    #[derive(Clone, Debug)]
    struct Corner(usize);

    impl Features<Threes> for Corner {
        fn len(&self) -> usize {
            self.0
        }
        fn visit<V: FnMut(usize)>(&self, state: &Threes, mut visit: V) {
            visit(state.board() as usize % self.0);
        }
        fn layout(&self) -> String {
            "corner".to_owned()
        }
    }

    fn file(weights: Vec<f32>, step: f32) -> Vec<u8> {
        let about = About {
            game: "threes".to_owned(),
            rules: "app".to_owned(),
            training: "none".to_owned(),
            turns: 7,
            discount: 0.5,
        };
        let network = Network::new::<Threes>(Corner(weights.len()), weights, 1.5, ValueKind::Risk { ended: -1.0 });
        network.unwrap().to_file(&about, step).unwrap()
    }

    fn read(file: &[u8], weights: usize) -> Result<Network<Corner>, WeightsError> {
        Network::from_file::<Threes>(Corner(weights), "threes", file).map(|(network, _)| network)
    }

    proptest! {
        #[test]
        fn integers_come_back(codes: Vec<i32>) {
            let mut bytes = Vec::new();
            for &code in &codes {
                write_code(code, &mut bytes);
            }
            let mut rest = &bytes[..];
            let back: Vec<i32> = codes.iter().map_while(|_| read_code(&mut rest)).collect();
            prop_assert_eq!((back, rest.is_empty()), (codes, true));
        }

        #[test]
        fn a_changed_byte_is_refused(at in 0_usize..200, bit in 0_u32..8) {
            let mut file = file(vec![0.25; 300], 0.25);
            let at = at % file.len();
            file[at] ^= 1_u8 << bit;
            prop_assert!(read(&file, 300).is_err());
        }

        #[test]
        fn a_file_cut_short_is_refused(keep in 0_usize..200) {
            let file = file(vec![0.25; 300], 0.25);
            prop_assert!(keep >= file.len() || read(&file[..keep], 300).is_err());
        }
    }

    #[test]
    fn a_network_comes_back_rounded() {
        let network = read(&file(vec![3.1, -0.2, 0.0, 1e6], 0.5), 4).unwrap();
        assert_eq!(network.weights(), [3.0, 0.0, 0.0, 1e6]);
        assert_eq!((network.offset(), network.kind()), (1.5, ValueKind::Risk { ended: -1.0 }));
    }

    #[test]
    fn weights_that_would_be_read_as_others_are_refused() {
        let about = About {
            game: "threes".to_owned(),
            rules: "app".to_owned(),
            training: "none".to_owned(),
            turns: 7,
            discount: 0.5,
        };
        let written = |weight: f32, offset: f32, step: f32| {
            let network = Network::unchecked(Corner(2), vec![0.0, weight], offset, ValueKind::Points);
            network.to_file::<Threes>(&about, step)
        };
        // The limit is 2³¹ steps to either side.
        let file = written(2000.0, 0.0, 1e-6).unwrap();
        let (back, _) = Network::from_file::<Threes>(Corner(2), "threes", &file).unwrap();
        assert!((back.weights()[1] - 2000.0).abs() < 0.001, "{:?}", back.weights());
        for weight in [3000.0, -3000.0, f32::INFINITY, f32::NEG_INFINITY, f32::NAN] {
            let error = written(weight, 0.0, 1e-6).unwrap_err();
            let said = format!("weight 1 is {weight}; a file holds fewer than 2³¹ steps of 0.000001");
            assert!(error.to_string().starts_with(&said), "{error}");
        }
        assert!(written(f32::MAX, 0.0, 2.2e38).is_err(), "it would be read as infinite");
        for step in [0.0, -1.0, f32::INFINITY, f32::NAN] {
            assert!(matches!(written(1.0, 0.0, step), Err(WeightsError::Step(_))), "{step}");
        }
        assert!(written(1.0, f32::NAN, 1.0).is_err());
    }

    #[test]
    fn files_of_others_are_refused_with_the_reason() {
        let good = file(vec![1.0; 4], 1.0);
        let said = |file: &[u8]| read(file, 4).unwrap_err().to_string();
        assert_eq!(said(b"PNG"), "this is not a weights file: it does not begin with `gambol weights`");
        assert_eq!(said(b"gambol weights 2\n{}"), "weights of format `2`; this version reads format 1");
        assert_eq!(
            said(&good[..good.len() - 1]),
            "the file is damaged or cut short: the checksum at its end is missing or does not match"
        );
        let more = read(&good, 5).unwrap_err();
        assert!(matches!(more, WeightsError::Layout { .. }), "{more}");
        // A step of 0 would make all weights 0.
        let header = &good[MAGIC.len()..good.len() - 32];
        let header = String::from_utf8_lossy(&header[..header.iter().position(|&byte| byte == b'\n').unwrap()]);
        let with = |part: &str, other: &str| {
            assert!(header.contains(part), "{header}");
            let header: serde_json::Value = serde_json::from_str(&header.replace(part, other)).unwrap();
            read(&envelope::write(MAGIC, &header, 0, |_| {}), 4).unwrap_err()
        };
        assert_eq!(with("\"discount\":0.5", "\"discount\":1e39"), WeightsError::Body(NOT_FINITE));
        for step in ["0.0", "-1.0"] {
            let said = with("\"step\":1.0", &format!("\"step\":{step}"));
            assert!(matches!(said, WeightsError::Step(_)), "{said}");
        }
    }
}
