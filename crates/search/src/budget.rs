//! Budgets of searches.

use alloc::sync::Arc;
use core::any::{Any, TypeId, type_name};
use core::fmt;
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};
use core::time::Duration;

#[cfg(feature = "clock")]
use crate::clock::{AT_ONCE, Clock, SHORTEST};
use crate::decision::Decision;
use crate::error::SearchError;
use crate::meter::Meter;

/// Limits of a search, all off by default. The first limit that is reached ends the search with the
/// best action so far.
///
/// Time, stop flag and stop condition bound every search. A search ends at most one evaluation
/// later, or one batch with batched evaluations. The other limits bound only these searches;
/// [`Search::limits`](crate::Search::limits) returns them:
///
/// | search | nodes | simulations | depth | [progress](Self::watch) | ends by itself |
/// |---|---|---|---|---|---|
/// | [`AlphaBeta`](crate::AlphaBeta) | yes | | yes | yes | with a depth below 127 |
/// | [`Expectimax`](crate::Expectimax) | yes | | yes | yes | with a depth below 127 |
/// | [`FlatMonteCarlo`](crate::FlatMonteCarlo) | yes | yes | | yes | yes |
/// | [`Greedy`](crate::Greedy) | yes | | | | yes |
/// | [`LocalSearch`](crate::LocalSearch) | yes | yes | | yes | yes |
/// | [`Mcts`](crate::Mcts) | yes | yes | of the tree, not of rollouts | yes | yes |
/// | [`ProofNumber`](crate::ProofNumber) | yes | | | yes | yes |
/// | [`SampledTwoPly`](crate::SampledTwoPly) | yes | yes | | yes | yes |
/// | [`TurnSearch`](crate::TurnSearch) | yes | yes | | | yes |
///
/// A search that does not end by itself ends when the game tree is exhausted. A budget without any
/// limit is valid for it. A budget with limits that the search ignores is an
/// [error](crate::SearchError::Unlimited), such as a simulation limit alone for alpha-beta.
///
/// The search polls its limits; there is no helper thread. With the same seed and a budget without
/// time, stop flag and stop condition, the decision is the same on every machine and with any
/// number of threads. Several workers over one table are the exception (`AlphaBeta::workers`).
///
/// ```
/// use gambol_search::Budget;
/// let budget = Budget::unlimited().simulations(10_000);
/// # let _ = budget;
/// ```
#[derive(Clone, Debug, Default)]
pub struct Budget {
    #[cfg(feature = "clock")]
    time: Option<Duration>,
    #[cfg(feature = "clock")]
    measured: bool,
    #[cfg(feature = "clock")]
    clock: Option<Clock>,
    nodes: Option<u64>,
    simulations: Option<u64>,
    depth: Option<u32>,
    exact: usize,
    stop: Option<StopFlag>,
    hook: Option<Hook>,
    watcher: Option<Watcher>,
}

/// Progress callback for one action type, which is checked when a search begins.
#[derive(Clone)]
struct Watcher {
    /// The type of the actions.
    actions: TypeId,
    watch: Arc<Watch>,
}

type Watch = dyn Fn(&dyn Any) + Send + Sync;

impl fmt::Debug for Watcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Watcher")
    }
}

/// Stop condition.
#[derive(Clone)]
struct Hook(Arc<dyn Fn() -> bool + Send + Sync>);

impl fmt::Debug for Hook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Hook")
    }
}

impl Budget {
    /// Creates a budget without limits: the search ends by its own settings.
    #[must_use]
    pub fn unlimited() -> Self {
        Self::default()
    }

    /// Time limit. Searches end slightly before it, with a reserve for the longest time between two
    /// reads of the clock, plus a hundredth of the limit, plus up to 4 ms for a busy system.
    #[cfg(feature = "clock")]
    #[cfg_attr(docsrs, doc(cfg(feature = "clock")))]
    #[must_use]
    pub fn time(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self
    }

    /// Time limit in milliseconds.
    #[cfg(feature = "clock")]
    #[cfg_attr(docsrs, doc(cfg(feature = "clock")))]
    #[must_use]
    pub fn millis(self, millis: u64) -> Self {
        self.time(Duration::from_millis(millis))
    }

    /// Time limit by a game clock: its [share](Clock::share) for the next move, and one ply if that
    /// is below 5 ms. Searches ignore the clock itself, which is for agents that keep their own
    /// time, such as engines of others.
    ///
    /// ```
    /// use core::time::Duration;
    /// use gambol_search::{Budget, Clock};
    ///
    /// let clock = Clock::new(Duration::from_secs(60));
    /// let budget = Budget::unlimited().clock(clock);
    /// assert_eq!((budget.max_time(), budget.game_clock()), (Some(clock.share()), Some(clock)));
    /// ```
    #[cfg(feature = "clock")]
    #[cfg_attr(docsrs, doc(cfg(feature = "clock")))]
    #[must_use]
    pub fn clock(mut self, clock: Clock) -> Self {
        self.clock = Some(clock);
        match clock.share() {
            share if share < SHORTEST => self.depth(1).time(AT_ONCE),
            share => self.time(share),
        }
    }

    /// Measures the [search time](crate::SearchStats::time) even without a time limit. Without
    /// either, no search reads the clock, so that searches run on hosts without one.
    ///
    /// ```
    /// use gambol_search::Budget;
    /// let budget = Budget::unlimited().nodes(100_000).measure_time();
    /// # let _ = budget;
    /// ```
    #[cfg(feature = "clock")]
    #[cfg_attr(docsrs, doc(cfg(feature = "clock")))]
    #[must_use]
    pub fn measure_time(mut self) -> Self {
        self.measured = true;
        self
    }

    /// Approximate node limit. Nodes are visited states, including those of rollouts. A search may
    /// finish the batch of work in which the limit is reached, such as a rollout to the end of the
    /// game; the end of a batch does not depend on threads.
    #[must_use]
    pub fn nodes(mut self, nodes: u64) -> Self {
        self.nodes = Some(nodes);
        self
    }

    /// Simulation limit: rollouts or descents of a tree. Ignored by searches without simulations.
    #[must_use]
    pub fn simulations(mut self, simulations: u64) -> Self {
        self.simulations = Some(simulations);
        self
    }

    /// Depth limit in plies. Ignored by searches without iterative deepening.
    #[must_use]
    pub fn depth(mut self, depth: u32) -> Self {
        self.depth = Some(depth);
        self
    }

    /// Number of best root actions with exact values (default 1; at least 1), for searches that
    /// compute only bounds of the others, such as alpha-beta. A higher number takes longer. In an
    /// unlimited search, it affects only the choice among equal actions.
    #[must_use]
    pub fn exact_values(mut self, actions: usize) -> Self {
        self.exact = actions;
        self
    }

    /// Stops the search when this flag is raised.
    #[must_use]
    pub fn stop(mut self, flag: StopFlag) -> Self {
        self.stop = Some(flag);
        self
    }

    /// Stops the search when this function returns `true`, for hosts where no other thread can
    /// raise a flag. It is called wherever the flag and the clock are polled, some thousand times
    /// per second or more, on every thread of the search.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicU32, Ordering};
    /// use gambol_search::Budget;
    ///
    /// let asked = AtomicU32::new(0);
    /// let budget =
    ///     Budget::unlimited().stop_when(move || asked.fetch_add(1, Ordering::Relaxed) >= 100);
    /// # let _ = budget;
    /// ```
    #[must_use]
    pub fn stop_when(mut self, is_over: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        self.hook = Some(Hook(Arc::new(is_over)));
        self
    }

    /// Progress callback: calls `watch` with the decision so far, on the thread that called the
    /// search. Decisions do not depend on it. Alpha-beta and expectimax report every completed
    /// depth; proof-number search and sampled two-ply search report every round; flat Monte Carlo
    /// and MCTS report every doubling of their simulations; local search reports every better
    /// climb. Greedy search and turn search report nothing. The final decision is not reported.
    ///
    /// `A` is the action type of the game; searches of other games return an
    /// [error](crate::SearchError::Watcher).
    ///
    /// ```
    /// use gambol_search::{Budget, Decision};
    /// let budget = Budget::unlimited().watch(|so_far: &Decision<u8>| {
    ///     println!("{} at depth {}", so_far.action, so_far.stats.depth);
    /// });
    /// # let _ = budget;
    /// ```
    #[must_use]
    pub fn watch<A: 'static>(mut self, watch: impl Fn(&Decision<A>) + Send + Sync + 'static) -> Self {
        let watch = move |decision: &dyn Any| {
            if let Some(decision) = decision.downcast_ref() {
                watch(decision);
            }
        };
        self.watcher = Some(Watcher { actions: TypeId::of::<A>(), watch: Arc::new(watch) });
        self
    }

    /// Returns this budget for a search with another action type, for adapters. `translate`
    /// converts its progress reports to the callback's action type.
    #[must_use]
    pub fn translating<A: 'static, B: 'static>(
        &self,
        translate: impl Fn(&Decision<A>) -> Option<Decision<B>> + Send + Sync + 'static,
    ) -> Self {
        let fits = |watcher: &&Watcher| watcher.actions == TypeId::of::<B>();
        let Some(Watcher { watch, .. }) = self.watcher.as_ref().filter(fits).cloned() else { return self.clone() };
        self.clone().watch(move |decision| {
            if let Some(translated) = translate(decision) {
                watch(&translated);
            }
        })
    }

    /// Reports a decision to the watcher, if any.
    pub(crate) fn report<A: 'static>(&self, decision: &Decision<A>) {
        if let Some(Watcher { watch, .. }) = &self.watcher {
            watch(decision);
        }
    }

    /// Returns an error if the watcher's action type is not `A`.
    pub(crate) fn check_watcher<A: 'static>(&self) -> Result<(), SearchError> {
        match &self.watcher {
            Some(watcher) if watcher.actions != TypeId::of::<A>() => {
                Err(SearchError::Watcher { actions: type_name::<A>() })
            }
            _ => Ok(()),
        }
    }

    /// Whether there is a watcher.
    pub(crate) fn is_watched(&self) -> bool {
        self.watcher.is_some()
    }

    /// Combines this budget with that of a caller, such as a program that keeps a game clock. The
    /// caller's time, stop flag, stop condition and watcher take precedence. Of each other limit,
    /// the lesser applies.
    ///
    /// ```
    /// use gambol_search::{Budget, StopFlag};
    /// let own = Budget::unlimited().depth(4);
    /// let terms = Budget::unlimited().depth(6).stop(StopFlag::new());
    /// let both = own.under(&terms); // four plies, until the caller's flag is raised
    /// # let _ = both;
    /// ```
    #[must_use]
    pub fn under(&self, terms: &Self) -> Self {
        fn lesser<T: Ord>(own: Option<T>, other: Option<T>) -> Option<T> {
            match (own, other) {
                (Some(own), Some(other)) => Some(own.min(other)),
                (own, other) => own.or(other),
            }
        }
        Self {
            #[cfg(feature = "clock")]
            time: terms.time.or(self.time),
            #[cfg(feature = "clock")]
            measured: self.measured || terms.measured,
            #[cfg(feature = "clock")]
            clock: terms.clock.or(self.clock),
            nodes: lesser(self.nodes, terms.nodes),
            simulations: lesser(self.simulations, terms.simulations),
            depth: lesser(self.depth, terms.depth),
            exact: self.exact.max(terms.exact),
            stop: terms.stop.clone().or_else(|| self.stop.clone()),
            hook: terms.hook.clone().or_else(|| self.hook.clone()),
            watcher: terms.watcher.clone().or_else(|| self.watcher.clone()),
        }
    }

    /// Returns the number of best root actions that need exact values, at least 1.
    pub(crate) fn exact_count(&self) -> usize {
        self.exact.max(1)
    }

    /// Returns the node limit.
    pub fn max_nodes(&self) -> Option<u64> {
        self.nodes
    }

    /// Returns the simulation limit.
    pub fn max_simulations(&self) -> Option<u64> {
        self.simulations
    }

    /// Returns the depth limit in plies.
    pub fn max_depth(&self) -> Option<u32> {
        self.depth
    }

    /// Returns the time limit; `None` without the feature `clock`.
    pub fn max_time(&self) -> Option<Duration> {
        #[cfg(feature = "clock")]
        {
            self.time
        }
        #[cfg(not(feature = "clock"))]
        None
    }

    /// Returns the game clock from which the time limit follows.
    #[cfg(feature = "clock")]
    #[cfg_attr(docsrs, doc(cfg(feature = "clock")))]
    pub fn game_clock(&self) -> Option<Clock> {
        self.clock
    }

    /// Returns this budget with the elapsed time subtracted.
    pub(crate) fn less(&self, elapsed: Option<Duration>) -> Self {
        #[cfg(feature = "clock")]
        if let (Some(time), Some(elapsed)) = (self.time, elapsed) {
            return self.clone().time(time.saturating_sub(elapsed));
        }
        let _ = elapsed;
        self.clone()
    }

    /// Whether time is limited or measured, which requires the clock.
    #[cfg(feature = "clock")]
    pub(crate) fn is_timed(&self) -> bool {
        self.time.is_some() || self.measured
    }

    /// Whether time or nodes are limited. Searches then ignore their default limits.
    pub(crate) fn bounds_work(&self) -> bool {
        self.max_time().is_some() || self.nodes.is_some()
    }

    /// Whether a stop flag or a stop condition may end a search.
    pub(crate) fn is_stoppable(&self) -> bool {
        self.stop.is_some() || self.hook.is_some()
    }

    /// Whether only the depth can end a search, and no watcher is set.
    pub(crate) fn only_bounds_depth(&self) -> bool {
        !self.bounds_work() && !self.is_stoppable() && !self.is_watched()
    }

    /// Whether the stop flag is raised or the stop condition holds.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(StopFlag::is_raised) || self.hook.as_ref().is_some_and(|Hook(is_over)| is_over())
    }

    /// Returns a meter for a search that starts now.
    pub fn meter(&self) -> Meter<'_> {
        Meter::new(self)
    }
}

/// Stop flag: ends searches from another thread or a signal handler. Clones share the same flag.
///
/// ```
/// use gambol_core::Seed;
/// use gambol_search::{Budget, FlatMonteCarlo, Search, StopFlag};
/// use gambol_threes::Threes;
///
/// let state: Threes = "6,12,6,3/2,24,1,2/3,3,6,12/0,0,2,0 3 4,2,1 m".parse()?;
/// let flag = StopFlag::new();
/// let budget = Budget::unlimited().stop(flag.clone());
/// flag.raise(); // as another thread would, while the search runs
/// let decision = FlatMonteCarlo::new().rollouts(u32::MAX).search(&state, &budget, Seed::new(1))?;
/// println!("{} is the best action so far", decision.action);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Creates a lowered flag.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Raises the flag: ends all searches with this flag, current and future, until it is lowered.
    pub fn raise(&self) {
        self.0.store(true, Relaxed);
    }

    /// Lowers the flag.
    pub fn lower(&self) {
        self.0.store(false, Relaxed);
    }

    /// Whether the flag is raised.
    pub fn is_raised(&self) -> bool {
        self.0.load(Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_raised_flag_ends_the_search_and_stays_noticed() {
        let flag = StopFlag::new();
        let budget = Budget::unlimited().stop(flag.clone());
        let meter = budget.meter();
        assert!(!meter.is_over());
        flag.raise();
        assert!(meter.is_over());
        flag.lower();
        assert!(meter.is_over(), "a search that was told to stop does not start again");
        assert!(!budget.meter().is_over());
    }

    #[test]
    fn terms_take_the_lesser_limits_and_the_callers_flag() {
        let (own, callers) = (StopFlag::new(), StopFlag::new());
        let budget = Budget::unlimited().depth(4).nodes(900).stop(own.clone());
        let both = budget.under(&Budget::unlimited().depth(6).nodes(100).simulations(7).stop(callers.clone()));
        assert_eq!((both.depth, both.nodes, both.simulations), (Some(4), Some(100), Some(7)));
        own.raise();
        assert!(!both.meter().is_over());
        callers.raise();
        assert!(both.meter().is_over());
        assert!(budget.under(&Budget::unlimited()).meter().is_over(), "without terms all stays as it is");
    }

    #[cfg(feature = "clock")]
    #[test]
    fn the_callers_time_counts() {
        let budget = Budget::unlimited().time(Duration::ZERO);
        assert!(!budget.under(&Budget::unlimited().time(Duration::MAX)).meter().is_over());
        assert!(budget.under(&Budget::unlimited()).meter().is_over());
    }

    #[cfg(feature = "clock")]
    #[test]
    fn a_clock_with_hardly_any_time_allows_one_ply() {
        let budget = |ms| Budget::unlimited().clock(Clock::new(Duration::from_millis(ms)));
        assert_eq!((budget(1_000).max_time(), budget(1_000).max_depth()), (Some(Duration::from_micros(53_600)), None));
        assert_eq!((budget(8).max_time(), budget(8).max_depth()), (Some(AT_ONCE), Some(1)));
        assert_eq!(Budget::unlimited().nodes(3).under(&budget(8)).game_clock(), budget(8).game_clock());
    }

    #[cfg(feature = "clock")]
    #[test]
    fn no_time_is_over_at_once_and_endless_time_never() {
        assert!(Budget::unlimited().time(Duration::ZERO).meter().is_over());
        assert!(!Budget::unlimited().time(Duration::MAX).meter().is_over());
    }
}
