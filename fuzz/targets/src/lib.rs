//! Fuzz targets: every parser, protocol and file of Gambol as a function of bytes.
//!
//! A target panics if Gambol does, or if an invariant is violated: written texts are read back,
//! accepted positions are possible by the rules, listed actions can be played. `fuzz/README.md`
//! describes how to run them.

mod campaign;
pub mod corpus;
mod files;
mod games;
mod learned;
mod mutate;
mod names;
mod positions;
mod possible;
mod protocols;
mod searches;
mod solved;
mod twins;

use protocols::command;

pub use campaign::{Campaign, Failure, Total, WORKER};

/// Thoroughness of a target's checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// All checks on every input.
    Full,
    /// The costly checks on one input in 64, chosen by a hash of the input.
    Sampled,
}

impl Effort {
    /// Whether the costly checks are due for this input.
    fn is_full(self, data: &[u8]) -> bool {
        self == Self::Full || hash(data).is_multiple_of(64)
    }
}

/// Returns a hash of the input, which seeds the random choices of a target.
fn hash(data: &[u8]) -> u64 {
    let mut hash = 0xCBF2_9CE4_8422_2325;
    for chunk in data.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        hash = (hash ^ u64::from_le_bytes(word)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        hash ^= hash >> 29;
    }
    hash ^ data.len() as u64
}

/// A fuzz target.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Name, which is also that of its file in `fuzz/corpus` and of its libFuzzer program.
    pub name: &'static str,
    /// Description of its input.
    pub about: &'static str,
    /// Whether an input takes only a few microseconds, so that a thousand million are feasible.
    pub is_cheap: bool,
    /// Words that mutations insert into inputs.
    pub words: &'static [&'static str],
    /// Runs an input. Returns whether it was accepted; panics if an invariant is violated.
    pub run: fn(&[u8], Effort) -> bool,
}

/// All targets.
pub const TARGETS: &[Target] = &[
    games::FIVE_OR_MORE,
    games::FIVE_OR_MORE_EVENTS,
    games::TENTEN,
    games::TENTEN_EVENTS,
    games::THREES,
    games::THREES_EVENTS,
    games::PENTAGO_SWAP,
    games::PENTAGO_SWAP_EVENTS,
    games::MATCH5,
    games::MATCH5_EVENTS,
    names::SETTINGS,
    names::AGENTS,
    names::PATTERNS,
    twins::PLAY,
    searches::SEARCHES,
    protocols::UGI,
    protocols::GOMOCUP,
    protocols::ENGINES,
    files::RECORDS,
    files::JOURNALS,
    learned::CHECKPOINTS,
    learned::WEIGHTS_FILES,
    solved::BOOKS,
    solved::CERTIFICATES,
    files::KNOWLEDGE,
    files::HALL,
];

/// Returns the target of this name.
#[must_use]
pub fn target(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}

/// Runs an input with all checks, as libFuzzer does.
///
/// # Panics
///
/// Panics if there is no target of this name, or if an invariant is violated.
pub fn fuzz(name: &str, data: &[u8]) {
    let target = target(name).unwrap_or_else(|| panic!("no target {name}"));
    (target.run)(data, Effort::Full);
}
