//! Settings of expectimax.

use crate::error::{SearchError, check_setting};
use crate::terminal::Terminal;

/// Outcomes considered at chance nodes.
///
/// ```
/// use gambol_core::{Score, Seed};
/// use gambol_search::{Budget, ChanceNodes, Expectimax, Search};
/// use gambol_threes::Threes;
///
/// let state: Threes = "6,12,6,3/2,24,1,2/3,3,6,12/0,0,2,0 3 4,2,1 m".parse()?;
/// let nodes = |chance| {
///     let mut search = Expectimax::new(Score).depth(2).chance(chance);
///     search
///         .search(&state, &Budget::unlimited(), Seed::new(1))
///         .map(|decision| decision.stats.nodes)
/// };
/// assert!(nodes(ChanceNodes::Sampled(1))? < nodes(ChanceNodes::All)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChanceNodes {
    /// All outcomes, weighted by probability (the default).
    #[default]
    All,
    /// This many samples, at least 1, of each chance chain, with the same random numbers for all
    /// states at the same depth (common random numbers).
    Sampled(u32),
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Settings {
    pub(super) depth: u32,
    pub(super) cutoff: f64,
    pub(super) chance: ChanceNodes,
    /// Range of all values for pruning at chance nodes; `None` without pruning.
    pub(super) range: Option<(f64, f64)>,
    pub(super) terminal: Option<Terminal>,
}

impl Settings {
    pub(super) fn check(&self) -> Result<(), SearchError> {
        let probability = |cutoff: f64| (0.0..=1.0).contains(&cutoff);
        check_setting("probability_cutoff", self.cutoff, "from 0 to 1", probability)?;
        if let Some((low, high)) = self.range {
            check_setting("values_within: low", low, "a finite number", f64::is_finite)?;
            check_setting("values_within: high", high, "a finite number, at least low", |high| {
                high.is_finite() && high >= low
            })?;
        }
        Ok(())
    }
}
