//! What a search may spend, and the meter that watches it.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::sync::atomic::{AtomicBool, Ordering};
use core::time::Duration;
#[cfg(feature = "clock")]
use std::time::Instant;

use crate::decision::{Proven, SearchStats};

/// What a search may spend. Limits of several kinds hold together: the first that is reached ends the search, with the
/// best move so far. Time and the stop flag end every search; each heeds those of the other limits that mean something to it,
/// and disregards the rest:
///
/// | search | nodes | simulations | depth | [tells](Self::watch) |
/// |---|---|---|---|---|
/// | [`AlphaBeta`](crate::AlphaBeta) | yes | | yes | yes |
/// | [`Expectimax`](crate::Expectimax) | yes | | yes | yes |
/// | [`FlatMonteCarlo`](crate::FlatMonteCarlo) | yes | yes | | |
/// | [`Greedy`](crate::Greedy) | yes | | | |
/// | [`Mcts`](crate::Mcts) | yes | yes | of the tree, not of rollouts | |
/// | [`ProofNumber`](crate::ProofNumber) | yes | | | |
/// | [`SampledTwoPly`](crate::SampledTwoPly) | yes | yes | | |
///
/// So an alpha-beta search with a budget of simulations alone is not limited.
///
/// Limits are polled where the search works; there is no helper thread. The same seed and a budget without time and
/// stop flag give the same decision on every machine and any number of threads.
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
    nodes: Option<u64>,
    simulations: Option<u64>,
    depth: Option<u32>,
    exact: usize,
    stop: Option<StopFlag>,
    watcher: Option<Watcher>,
}

/// How far a search has come that deepens ply by ply.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Progress {
    /// The depth that it has completed, in plies.
    pub depth: u32,
    /// The nodes so far.
    pub nodes: u64,
    /// The best action so far, by its place among the legal ones in the order in which the game lists them.
    pub best: usize,
    /// That action's value to the first player.
    pub value: f64,
    /// What is proven of it.
    pub proven: Option<Proven>,
}

/// Who is told how far a search has come.
#[derive(Clone)]
struct Watcher(Arc<dyn Fn(Progress) + Send + Sync>);

impl fmt::Debug for Watcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Watcher")
    }
}

impl Budget {
    /// No limit: the search ends when its own settings say so.
    #[must_use]
    pub fn unlimited() -> Self {
        Self::default()
    }

    /// At most this much time.
    #[cfg(feature = "clock")]
    #[cfg_attr(docsrs, doc(cfg(feature = "clock")))]
    #[must_use]
    pub fn time(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self
    }

    /// About this many nodes: states that the search steps through, those of rollouts too. A search may finish the batch
    /// of work in which the limit is reached; where that ends does not depend on threads.
    #[must_use]
    pub fn nodes(mut self, nodes: u64) -> Self {
        self.nodes = Some(nodes);
        self
    }

    /// At most this many simulations: rollouts, or descents of a tree. Searches without any disregard it.
    #[must_use]
    pub fn simulations(mut self, simulations: u64) -> Self {
        self.simulations = Some(simulations);
        self
    }

    /// At most this depth, in plies. Searches that do not deepen disregard it.
    #[must_use]
    pub fn depth(mut self, depth: u32) -> Self {
        self.depth = Some(depth);
        self
    }

    /// Asks for the exact values of so many of the best root actions, at least 1, where a search computes bounds of the
    /// others to save time: alpha-beta does. 1 unless set. Takes longer, and changes no decision of an unlimited search but
    /// among equals.
    #[must_use]
    pub fn exact_values(mut self, actions: usize) -> Self {
        self.exact = actions;
        self
    }

    /// Until this flag is raised.
    #[must_use]
    pub fn stop(mut self, flag: StopFlag) -> Self {
        self.stop = Some(flag);
        self
    }

    /// Tells `watch` whenever a depth has been completed, on the thread that searches. Decisions do not depend on it. Alpha-beta
    /// and expectimax do this; other searches, which do not deepen, tell nothing.
    #[must_use]
    pub fn watch(mut self, watch: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        self.watcher = Some(Watcher(Arc::new(watch)));
        self
    }

    /// Tells the watcher, if there is one.
    pub(crate) fn tell(&self, progress: Progress) {
        if let Some(Watcher(watch)) = &self.watcher {
            watch(progress);
        }
    }

    /// Whether somebody is told how far the search has come.
    pub(crate) fn is_watched(&self) -> bool {
        self.watcher.is_some()
    }

    /// This budget for a search that lists actions in an order of its own: `places` gives the place of each among all legal ones.
    pub(crate) fn renaming(&self, places: Vec<usize>) -> Self {
        let told = self.clone();
        self.clone().watch(move |progress| {
            let best = places.get(progress.best).copied().unwrap_or(progress.best);
            told.tell(Progress { best, ..progress });
        })
    }

    /// This budget under the terms of a caller, such as a program that keeps the clock of a game: the caller's time, stop flag
    /// and watcher, where it has them, in place of this budget's; and of each other limit, the lesser of both.
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
            nodes: lesser(self.nodes, terms.nodes),
            simulations: lesser(self.simulations, terms.simulations),
            depth: lesser(self.depth, terms.depth),
            exact: self.exact.max(terms.exact),
            stop: terms.stop.clone().or_else(|| self.stop.clone()),
            watcher: terms.watcher.clone().or_else(|| self.watcher.clone()),
        }
    }

    /// How many of the best root actions need exact values.
    pub(crate) fn exact_count(&self) -> usize {
        self.exact.max(1)
    }

    pub(crate) fn max_nodes(&self) -> Option<u64> {
        self.nodes
    }

    pub(crate) fn max_simulations(&self) -> Option<u64> {
        self.simulations
    }

    pub(crate) fn max_depth(&self) -> Option<u32> {
        self.depth
    }

    #[cfg(feature = "clock")]
    pub(crate) fn max_time(&self) -> Option<Duration> {
        self.time
    }

    /// Whether time or nodes are limited: searches with a limit of their own then work until these end them.
    pub(crate) fn bounds_work(&self) -> bool {
        self.is_timed() || self.nodes.is_some()
    }

    /// Whether there is a stop flag.
    pub(crate) fn is_stoppable(&self) -> bool {
        self.stop.is_some()
    }

    /// Whether time is limited.
    #[cfg(feature = "clock")]
    pub(crate) fn is_timed(&self) -> bool {
        self.time.is_some()
    }

    /// Whether time is limited.
    #[cfg(not(feature = "clock"))]
    #[allow(clippy::unused_self)]
    pub(crate) fn is_timed(&self) -> bool {
        false
    }

    /// Starts the clock.
    pub(crate) fn start(&self) -> Meter<'_> {
        Meter {
            stop: self.stop.as_ref(),
            #[cfg(feature = "clock")]
            started: Instant::now(),
            #[cfg(feature = "clock")]
            deadline: self.time.and_then(|time| Instant::now().checked_add(time)),
            expired: AtomicBool::new(false),
        }
    }
}

/// A flag that ends searches from another thread, or from a signal handler. Clones raise and see the same flag.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// A flag that is not raised.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends every search whose budget holds this flag, now and until it is lowered.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Lets searches run again.
    pub fn lower(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether it is raised.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The running side of a [`Budget`]: knows when the flag was raised or time is up. Shared by the threads of a search.
#[derive(Debug)]
pub(crate) struct Meter<'a> {
    stop: Option<&'a StopFlag>,
    #[cfg(feature = "clock")]
    started: Instant,
    #[cfg(feature = "clock")]
    deadline: Option<Instant>,
    expired: AtomicBool,
}

impl Meter<'_> {
    /// Whether the search must end now. Reads the clock, so callers ask between pieces of work of some microseconds.
    pub(crate) fn is_over(&self) -> bool {
        if self.expired.load(Ordering::Relaxed) {
            return true;
        }
        let over = self.stop.is_some_and(StopFlag::is_raised) || self.is_late();
        if over {
            self.expired.store(true, Ordering::Relaxed);
        }
        over
    }

    /// Whether it was found to be over, without another look at the clock.
    pub(crate) fn has_expired(&self) -> bool {
        self.expired.load(Ordering::Relaxed)
    }

    #[cfg(feature = "clock")]
    fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    #[cfg(not(feature = "clock"))]
    #[allow(clippy::unused_self)]
    fn is_late(&self) -> bool {
        false
    }

    /// The time since the search started; 0 without a clock.
    #[cfg(feature = "clock")]
    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// The time since the search started; 0 without a clock.
    #[cfg(not(feature = "clock"))]
    #[allow(clippy::unused_self)]
    pub(crate) fn elapsed(&self) -> Duration {
        Duration::ZERO
    }

    /// The statistics of a search that ends now.
    pub(crate) fn stats(&self, nodes: u64, simulations: u64, depth: u32) -> SearchStats {
        SearchStats { time: self.elapsed(), ..SearchStats::new(nodes, simulations, depth) }
    }
}

/// How many nodes a search steps through between two looks at its meter: a few milliseconds with an evaluator that takes a
/// hundred microseconds, and hardly a cost with one that takes none.
const POLLED: u64 = 32;

/// Counts the nodes of one thread's search and says when it must end.
#[derive(Debug)]
pub(crate) struct Counter<'a> {
    meter: &'a Meter<'a>,
    most: u64,
    nodes: u64,
}

impl<'a> Counter<'a> {
    /// A counter that ends after `most` nodes, or when the meter does.
    pub(crate) fn new(meter: &'a Meter<'a>, most: u64) -> Self {
        Self { meter, most, nodes: 0 }
    }

    /// Counts a node. `false` says that the search must end now.
    #[inline]
    pub(crate) fn tick(&mut self) -> bool {
        self.nodes += 1;
        self.nodes <= self.most && (self.nodes % POLLED != 1 || !self.meter.is_over())
    }

    /// Whether the search must end, as the last tick said.
    pub(crate) fn is_over(&self) -> bool {
        self.nodes >= self.most || self.meter.has_expired()
    }

    /// The nodes so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_raised_flag_ends_the_search_and_stays_noticed() {
        let flag = StopFlag::new();
        let budget = Budget::unlimited().stop(flag.clone());
        let meter = budget.start();
        assert!(!meter.is_over());
        flag.raise();
        assert!(meter.is_over());
        flag.lower();
        assert!(meter.is_over(), "a search that was told to stop does not start again");
        assert!(!budget.start().is_over());
    }

    #[test]
    fn terms_take_the_lesser_limits_and_the_callers_flag() {
        let (own, callers) = (StopFlag::new(), StopFlag::new());
        let budget = Budget::unlimited().depth(4).nodes(900).stop(own.clone());
        let both = budget.under(&Budget::unlimited().depth(6).nodes(100).simulations(7).stop(callers.clone()));
        assert_eq!((both.depth, both.nodes, both.simulations), (Some(4), Some(100), Some(7)));
        own.raise();
        assert!(!both.start().is_over());
        callers.raise();
        assert!(both.start().is_over());
        assert!(budget.under(&Budget::unlimited()).start().is_over(), "without terms all stays as it is");
    }

    #[cfg(feature = "clock")]
    #[test]
    fn the_callers_time_counts() {
        let budget = Budget::unlimited().time(Duration::ZERO);
        assert!(!budget.under(&Budget::unlimited().time(Duration::MAX)).start().is_over());
        assert!(budget.under(&Budget::unlimited()).start().is_over());
    }

    #[cfg(feature = "clock")]
    #[test]
    fn no_time_is_over_at_once_and_endless_time_never() {
        assert!(Budget::unlimited().time(Duration::ZERO).start().is_over());
        assert!(!Budget::unlimited().time(Duration::MAX).start().is_over());
    }
}
