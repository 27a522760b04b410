//! Answers of the solver.

use core::fmt;

use gambol_pentago_swap::Move;

/// The value of a position for the side to move, as far as it was searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The side to move wins in `plies`, and no faster.
    Win {
        /// Length of the line with best play of both sides.
        plies: u32,
    },
    /// The opponent wins in `plies`, and no faster.
    Loss {
        /// Length of the line with best play of both sides.
        plies: u32,
    },
    /// Neither side can force a win.
    Draw,
    /// Neither side can force a win within `plies`.
    Unknown {
        /// Depth of the search.
        plies: u32,
    },
}

/// Formats as "win in 19 plies", "draw", "unknown: no forced win within 13 plies".
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
#[non_exhaustive]
pub struct Solution {
    /// Value of the position.
    pub verdict: Verdict,
    /// A shortest win against a longest defence; empty without a forced win.
    pub line: Vec<Move>,
    /// Number of nodes searched. With more than one thread, it differs from run to run.
    pub nodes: u64,
}
