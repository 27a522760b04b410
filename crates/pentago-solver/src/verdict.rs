//! Answers of the solver.

use core::fmt;

use gambol_pentago_swap::Move;

/// What a position is worth to the side to move, as far as it was searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The side to move wins in `plies`, and in no fewer.
    Win {
        /// The length of the line, both sides playing their best.
        plies: u32,
    },
    /// The opponent wins in `plies`, and in no fewer.
    Loss {
        /// The length of the line, both sides playing their best.
        plies: u32,
    },
    /// Neither side can force a win.
    Draw,
    /// Neither side can force a win within `plies`.
    Unknown {
        /// How far was searched.
        plies: u32,
    },
}

/// "win in 19 plies", "draw", "unknown: no forced win within 13 plies".
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win { plies } => write!(f, "win in {plies} plies"),
            Self::Loss { plies } => write!(f, "loss in {plies} plies"),
            Self::Draw => f.write_str("draw"),
            Self::Unknown { plies } => write!(f, "unknown: no forced win within {plies} plies"),
        }
    }
}

/// A verdict with the line that shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// What the position is worth.
    pub verdict: Verdict,
    /// A shortest win against a longest defence; empty without a forced win.
    pub line: Vec<Move>,
    /// Nodes searched. With more than one thread, they differ from run to run.
    pub nodes: u64,
}
