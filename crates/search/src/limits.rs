//! Limits of a budget that bound a search.

use core::fmt;

use crate::budget::Budget;
use crate::error::SearchError;

/// The limits of a [`Budget`] that bound a search besides time, stop flag and stop condition, which
/// bound every search. [`Search::limits`](crate::Search::limits) returns them.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/nim.rs")); }
/// # use nim::*;
/// use gambol_core::Null;
/// use gambol_search::{AlphaBeta, Budget, Mcts, Search};
///
/// let searches: [Box<dyn Search<Nim>>; 2] =
///     [Box::new(AlphaBeta::new(Null)), Box::new(Mcts::new())];
/// let limits = searches.map(|search| search.limits());
/// assert_eq!(limits.map(|limits| limits.to_string()), ["nodes, depth", "nodes, simulations, depth"]);
///
/// // Alpha-beta does not count simulations, so that nothing would end this search.
/// let budget = Budget::unlimited().simulations(1_000);
/// assert_eq!(limits.map(|limits| limits.check(&budget).is_ok()), [false, true]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[expect(clippy::struct_excessive_bools, reason = "independent properties")]
pub struct Limits {
    /// Whether [`Budget::nodes`] bounds the search.
    pub nodes: bool,
    /// Whether [`Budget::simulations`] bounds the search.
    pub simulations: bool,
    /// Whether [`Budget::depth`] bounds the search.
    pub depth: bool,
    /// Whether the search reports progress ([`Budget::watch`]).
    pub progress: bool,
    /// Whether only the budget or the exhaustion of the game tree ends the search, not its own
    /// settings.
    pub open_ended: bool,
}

impl Limits {
    /// Only time, stop flag and stop condition bound the search; it ends by its own settings.
    #[must_use]
    pub const fn none() -> Self {
        Self { nodes: false, simulations: false, depth: false, progress: false, open_ended: false }
    }

    /// Adds the node limit.
    #[must_use]
    pub const fn nodes(self) -> Self {
        Self { nodes: true, ..self }
    }

    /// Adds the simulation limit.
    #[must_use]
    pub const fn simulations(self) -> Self {
        Self { simulations: true, ..self }
    }

    /// Adds the depth limit.
    #[must_use]
    pub const fn depth(self) -> Self {
        Self { depth: true, ..self }
    }

    /// Adds progress reports.
    #[must_use]
    pub const fn progress(self) -> Self {
        Self { progress: true, ..self }
    }

    /// Sets whether only the budget or the exhaustion of the game tree ends the search.
    #[must_use]
    pub const fn open_ended(self, open_ended: bool) -> Self {
        Self { open_ended, ..self }
    }

    /// Returns the limits that bound a sequence of two searches.
    #[must_use]
    pub const fn both(self, other: Self) -> Self {
        Self {
            nodes: self.nodes && other.nodes,
            simulations: self.simulations && other.simulations,
            depth: self.depth && other.depth,
            progress: self.progress || other.progress,
            open_ended: self.open_ended || other.open_ended,
        }
    }

    /// Whether a limit of the budget bounds the search.
    pub(crate) fn is_bound_by(self, budget: &Budget) -> bool {
        budget.max_time().is_some()
            || budget.is_stoppable()
            || (self.nodes && budget.max_nodes().is_some())
            || (self.simulations && budget.max_simulations().is_some())
            || (self.depth && budget.max_depth().is_some())
    }

    /// Checks that a budget with limits bounds the search. A budget without any limit is valid: the
    /// search then ends by itself or with the game tree.
    ///
    /// # Errors
    ///
    /// [`SearchError::Unlimited`] if the budget has limits, none of them bounds the search, and the
    /// search is [open-ended](Self::open_ended).
    pub fn check(self, budget: &Budget) -> Result<(), SearchError> {
        let is_limited =
            budget.max_nodes().is_some() || budget.max_simulations().is_some() || budget.max_depth().is_some();
        if self.open_ended && is_limited && !self.is_bound_by(budget) {
            return Err(SearchError::Unlimited { limits: self });
        }
        Ok(())
    }
}

/// Writes the names of the limits, separated by commas, or "nothing" if there are none.
impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = [(self.nodes, "nodes"), (self.simulations, "simulations"), (self.depth, "depth")];
        let mut separator = "";
        for (_, name) in names.into_iter().filter(|&(is_set, _)| is_set) {
            f.write_str(separator)?;
            f.write_str(name)?;
            separator = ", ";
        }
        if separator.is_empty() { f.write_str("nothing") } else { Ok(()) }
    }
}
