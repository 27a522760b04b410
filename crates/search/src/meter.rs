//! Meters of running searches.

use core::sync::atomic::{AtomicBool, Ordering};
use core::time::Duration;
#[cfg(feature = "clock")]
use web_time::Instant;

use crate::budget::Budget;
use crate::decision::{Decision, SearchStats};

/// Meter of a running search: applies the limits of a [`Budget`], reports progress and makes the
/// statistics. Shared by the threads of a search, each of which counts its nodes by a [`Counter`].
///
/// It serves the searches of this crate and your own:
///
/// ```
/// use gambol_core::{Game, GameExt, Seed};
/// use gambol_search::{Budget, Decision, RootAction, Search, SearchError};
///
/// /// Plays the action with the best score after it.
/// struct Hungry;
///
/// impl<G: Game> Search<G> for Hungry {
///     fn search(&mut self, state: &G, budget: &Budget, _: Seed) -> Result<Decision<G::Action>, SearchError> {
///         let meter = budget.meter();
///         let turn = state.turn();
///         let player = turn.player().ok_or(SearchError::NoPlayersTurn { turn })?;
///         let mut counter = meter.counter();
///         let mut best: Option<Decision<G::Action>> = None;
///         for action in state.actions() {
///             if !counter.tick() && best.is_some() {
///                 break;
///             }
///             let value = state.afterstate(action).score() as f64;
///             let sign = player.sign() as f64;
///             if best.as_ref().is_none_or(|best| sign * value > sign * best.value) {
///                 best = Some(Decision::new(player, action, value));
///             }
///         }
///         let mut decision = best.ok_or(SearchError::NoActions { player })?;
///         decision.root = vec![RootAction::new(decision.action, decision.value)];
///         decision.stats = meter.stats(counter.nodes(), 0, 1);
///         Ok(decision)
///     }
/// }
/// ```
#[derive(Debug)]
pub struct Meter<'a> {
    budget: &'a Budget,
    #[cfg(feature = "clock")]
    clock: Option<Clock>,
    expired: AtomicBool,
}

/// The clock of a search, if its budget [needs one](Budget::is_timed).
#[cfg(feature = "clock")]
#[derive(Clone, Copy, Debug)]
struct Clock {
    started: Instant,
    /// `None` if no limit of time is reached before the end of time.
    deadline: Option<Instant>,
}

#[cfg(feature = "clock")]
impl Clock {
    fn start(budget: &Budget) -> Self {
        let started = now();
        Self { started, deadline: budget.max_time().and_then(|time| started.checked_add(time)) }
    }
}

/// Reads the clock of the host. The only place of this crate that does.
#[cfg(feature = "clock")]
fn now() -> Instant {
    #[cfg(test)]
    tests::READS.with(|reads| reads.set(reads.get() + 1));
    Instant::now()
}

impl<'a> Meter<'a> {
    pub(crate) fn new(budget: &'a Budget) -> Self {
        Self {
            budget,
            #[cfg(feature = "clock")]
            clock: budget.is_timed().then(|| Clock::start(budget)),
            expired: AtomicBool::new(false),
        }
    }

    /// Whether the search must end now: the time is up, the flag is raised, or the stop condition
    /// holds. Never returns to `false`. Reads the clock if time is limited; intended for polling
    /// between pieces of work of some microseconds.
    pub fn is_over(&self) -> bool {
        if self.expired.load(Ordering::Relaxed) {
            return true;
        }
        let over = self.budget.is_stopped() || self.is_late();
        if over {
            self.expired.store(true, Ordering::Relaxed);
        }
        over
    }

    /// Whether a round of work may begin that ends with `simulations` in all; so many nodes have been
    /// visited before it.
    pub(crate) fn allows_round(&self, nodes: u64, simulations: u64) -> bool {
        !self.is_over()
            && self.nodes_left(nodes) > 0
            && self.budget.max_simulations().is_none_or(|limit| simulations <= limit)
    }

    /// How many nodes are left of the limit after so many.
    pub(crate) fn nodes_left(&self, nodes: u64) -> u64 {
        self.budget.max_nodes().map_or(u64::MAX, |limit| limit.saturating_sub(nodes))
    }

    /// How many nodes the rest of the budget suffices for after so many, if they go on at the same
    /// speed; beyond any search if it limits neither nodes nor time.
    pub(crate) fn estimated_nodes_left(&self, nodes: u64) -> f64 {
        let by_limit = self.nodes_left(nodes) as f64;
        self.estimated_nodes_in_time(nodes).map_or(by_limit, |in_time| by_limit.min(in_time))
    }

    #[cfg(feature = "clock")]
    fn estimated_nodes_in_time(&self, nodes: u64) -> Option<f64> {
        let Clock { started, deadline } = self.clock?;
        let now = now();
        let left = deadline?.saturating_duration_since(now).as_secs_f64();
        let spent = now.saturating_duration_since(started).as_secs_f64();
        (spent > 0.0).then(|| nodes as f64 * left / spent)
    }

    #[cfg(not(feature = "clock"))]
    #[allow(clippy::unused_self)]
    fn estimated_nodes_in_time(&self, _: u64) -> Option<f64> {
        None
    }

    /// Whether the last poll found that the search must end.
    pub fn has_expired(&self) -> bool {
        self.expired.load(Ordering::Relaxed)
    }

    #[cfg(feature = "clock")]
    fn is_late(&self) -> bool {
        self.clock.and_then(|clock| clock.deadline).is_some_and(|deadline| now() >= deadline)
    }

    #[cfg(not(feature = "clock"))]
    #[allow(clippy::unused_self)]
    fn is_late(&self) -> bool {
        false
    }

    /// Returns the time since the start of the search. `None`, without reading the clock, unless
    /// the budget limits time or [measures it](Budget::measure_time).
    pub fn elapsed(&self) -> Option<Duration> {
        #[cfg(feature = "clock")]
        {
            self.clock.map(|clock| now().saturating_duration_since(clock.started))
        }
        #[cfg(not(feature = "clock"))]
        None
    }

    /// Returns a node counter for one thread, with the budget's node limit.
    pub fn counter(&self) -> Counter<'_> {
        Counter::new(self, self.budget.max_nodes().unwrap_or(u64::MAX))
    }

    /// Reports the decision so far to the budget's watcher, if any.
    pub fn report<A: 'static>(&self, decision: &Decision<A>) {
        self.budget.report(decision);
    }

    /// Whether the budget has a watcher, so that decisions need to be reported.
    pub fn is_watched(&self) -> bool {
        self.budget.is_watched()
    }

    /// Returns the statistics of the search so far.
    pub fn stats(&self, nodes: u64, simulations: u64, depth: u32) -> SearchStats {
        SearchStats { time: self.elapsed(), ..SearchStats::new(nodes, simulations, depth) }
    }
}

/// Nodes between two polls of the meter: a few milliseconds with an evaluator that takes a hundred
/// microseconds, and a negligible cost with a free one.
const POLLED: u64 = 32;

/// Node counter of one thread.
///
/// ```
/// use gambol_search::Budget;
///
/// let budget = Budget::unlimited().nodes(3);
/// let meter = budget.meter();
/// let mut counter = meter.counter();
/// assert!(counter.tick() && counter.tick() && counter.tick(), "three nodes");
/// assert!(!counter.tick() && counter.is_over());
/// ```
#[derive(Debug)]
pub struct Counter<'a> {
    meter: &'a Meter<'a>,
    most: u64,
    nodes: u64,
    /// The meter is polled at this node.
    next_poll: u64,
}

impl<'a> Counter<'a> {
    /// A counter that ends after `most` nodes, or with the meter.
    pub(crate) fn new(meter: &'a Meter<'a>, most: u64) -> Self {
        Self { meter, most, nodes: 0, next_poll: 1 }
    }

    /// Counts a node. Returns `false` if the search must end now; polls the meter every 32 nodes.
    #[inline]
    pub fn tick(&mut self) -> bool {
        self.tick_all(1)
    }

    /// Counts nodes that are searched together. Returns `false` if the search must end now.
    #[inline]
    pub(crate) fn tick_all(&mut self, nodes: u64) -> bool {
        self.nodes += nodes;
        self.nodes < self.next_poll || self.poll()
    }

    /// Whether the search goes on, by its limit and by the meter.
    #[cold]
    fn poll(&mut self) -> bool {
        if self.nodes > self.most {
            self.nodes = self.most.saturating_add(1);
            self.next_poll = self.nodes;
            return false;
        }
        self.next_poll = (self.nodes + POLLED).min(self.most.saturating_add(1));
        !self.meter.is_over()
    }

    /// Whether the search must end, by the last tick.
    pub fn is_over(&self) -> bool {
        self.nodes >= self.most || self.meter.has_expired()
    }

    /// Returns the node count.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::sync::Arc;

    #[cfg(feature = "clock")]
    std::thread_local! {
        /// How often this thread has read the clock.
        pub(super) static READS: core::cell::Cell<u32> = const { core::cell::Cell::new(0) };
    }

    /// How often a search with this budget reads the clock, which ticks, asks the meter and makes
    /// statistics.
    #[cfg(feature = "clock")]
    fn reads(budget: &Budget) -> (u32, Option<Duration>) {
        READS.set(0);
        let meter = budget.meter();
        let mut counter = meter.counter();
        for _ in 0..1_000 {
            counter.tick();
        }
        meter.is_over();
        let stats = meter.stats(counter.nodes(), 0, 1);
        (READS.get(), stats.time)
    }

    #[cfg(feature = "clock")]
    #[test]
    fn the_clock_is_read_only_if_time_is_limited_or_measured() {
        let unlimited = Budget::unlimited();
        let stoppable = unlimited.clone().stop(crate::StopFlag::new()).stop_when(|| false).watch(|_: &Decision<u8>| ());
        for budget in [unlimited.clone(), unlimited.clone().nodes(100).simulations(9).depth(3), stoppable] {
            assert_eq!(reads(&budget), (0, None), "{budget:?}");
        }
        let (count, time) = reads(&unlimited.clone().measure_time());
        assert_eq!(count, 2, "its start and its end");
        assert!(time.is_some());
        let (count, time) = reads(&unlimited.clone().millis(60_000));
        assert!(count > 30, "{count}");
        assert!(time.is_some());
        assert!(reads(&unlimited.clone().under(&unlimited.measure_time())).1.is_some(), "if the caller asks for it");
    }

    #[test]
    fn a_hook_ends_the_search_and_is_asked_no_more() {
        let asked = Arc::new(core::sync::atomic::AtomicU32::new(0));
        let count = asked.clone();
        let budget = Budget::unlimited().stop_when(move || count.fetch_add(1, Ordering::Relaxed) == 2);
        let meter = budget.meter();
        let over: [bool; 5] = core::array::from_fn(|_| meter.is_over());
        assert_eq!(over, [false, false, true, true, true]);
        assert_eq!(asked.load(Ordering::Relaxed), 3);
    }

    #[test]
    fn counters_end_at_the_limit_of_nodes() {
        let budget = Budget::unlimited().nodes(3);
        let meter = budget.meter();
        let mut counter = meter.counter();
        let ticks: [bool; 5] = core::array::from_fn(|_| counter.tick());
        assert_eq!(ticks, [true, true, true, false, false]);
        assert!(counter.is_over());
    }
}
