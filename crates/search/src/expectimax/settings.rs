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

/// Pruning at chance nodes. Neither form changes values. Both need a range that contains every
/// value of the evaluator and of every [ended game](Terminal).
///
/// Source: B. W. Ballard, *The \*-Minimax Search Procedure for Trees Containing Chance Nodes*,
/// Artificial Intelligence 21, 1983.
///
/// ```
/// use gambol_core::{FromFn, Game, Seed};
/// use gambol_search::{Budget, Expectimax, Pruning, Search, Terminal};
/// use gambol_threes::Threes;
///
/// // All values are from 0 to 1, those of ended games too.
/// let risk = FromFn(|state: &Threes| 1.0 / (1.0 + state.score() as f64));
/// let state: Threes = "6,12,6,3/2,24,1,2/3,3,6,12/0,0,2,0 3 4,2,1 m".parse()?;
/// let search = |pruning| {
///     let mut search =
///         Expectimax::new(risk).depth(2).terminal(Terminal::Evaluated).pruning(pruning);
///     search.search(&state, &Budget::unlimited(), Seed::new(1))
/// };
/// let (all, pruned) = (search(Pruning::Off)?, search(Pruning::Star1 { low: 0.0, high: 1.0 })?);
/// assert_eq!((all.action, all.value), (pruned.action, pruned.value));
/// assert!(pruned.stats.nodes <= all.stats.nodes);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum Pruning {
    /// No pruning (the default).
    #[default]
    Off,
    /// Star1: stops once the remaining outcomes cannot bring the mean back into the window.
    Star1 {
        /// No value is less than this.
        low: f64,
        /// No value is more than this.
        high: f64,
    },
    /// Star2: first probes one action after each outcome, which bounds the outcome's value on one
    /// side. Useful if players move before and after chance.
    Star2 {
        /// No value is less than this.
        low: f64,
        /// No value is more than this.
        high: f64,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Settings {
    pub(super) depth: u32,
    pub(super) cutoff: f64,
    pub(super) chance: ChanceNodes,
    pub(super) pruning: Pruning,
    pub(super) terminal: Option<Terminal>,
    pub(super) symmetric: bool,
}

impl Settings {
    pub(super) fn check(&self) -> Result<(), SearchError> {
        let probability = |cutoff: f64| (0.0..=1.0).contains(&cutoff);
        check_setting("probability_cutoff", self.cutoff, "from 0 to 1", probability)?;
        if let Pruning::Star1 { low, high } | Pruning::Star2 { low, high } = self.pruning {
            check_setting("pruning: low", low, "a finite number", f64::is_finite)?;
            check_setting("pruning: high", high, "a finite number, at least low", |high| {
                high.is_finite() && high >= low
            })?;
        }
        Ok(())
    }
}
