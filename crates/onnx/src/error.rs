//! Errors of network files.

use std::path::PathBuf;

/// Error of a network file, or of a network that does not fit a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OnnxError {
    /// The file cannot be read.
    #[error("{}: {reason}", path.display())]
    File {
        /// File.
        path: PathBuf,
        /// Reason.
        reason: String,
    },
    /// The bytes are no ONNX model, or the model has an operator without an implementation.
    #[error("the network cannot be read: {0}")]
    Format(String),
    /// The input does not fit the planes of the game.
    #[error("the network has the input {found}; the game's is {expected}")]
    Input {
        /// Input of the network.
        found: String,
        /// Input that the game needs.
        expected: String,
    },
    /// The outputs do not fit the game or the use.
    #[error("the network has the output {found}; expected {expected}")]
    Output {
        /// Outputs of the network.
        found: String,
        /// Outputs that the game and the use need.
        expected: String,
    },
    /// A batch has no states.
    #[error("a batch needs at least one state")]
    Empty,
    /// The computation failed.
    #[error("the network failed: {0}")]
    Run(String),
}
