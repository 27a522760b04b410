//! Meters of running searches.

use core::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use core::time::Duration;
#[cfg(feature = "clock")]
use web_time::Instant;

use crate::budget::Budget;
use crate::decision::{Decision, SearchStats};

/// Meter of a running search: applies the limits of a [`Budget`], reports progress and creates the
/// statistics. It is shared by the threads of a search, each of which counts its nodes with a
/// [`Counter`].
///
/// The searches of this crate use it, and custom searches can:
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
    /// Initial [cost](Polls::cost) of a node for the polls of the next counter.
    cost: AtomicU32,
    /// Longest recent time between two polls in microseconds.
    #[cfg(feature = "clock")]
    gap: AtomicU32,
}

/// The clock of a search, if its budget [needs one](Budget::is_timed).
#[cfg(feature = "clock")]
#[derive(Clone, Copy, Debug)]
struct Clock {
    started: Instant,
    /// `None` without a time limit, or if the deadline is not representable.
    deadline: Option<Instant>,
}

#[cfg(feature = "clock")]
impl Clock {
    fn start(budget: &Budget) -> Self {
        let started = now();
        Self { started, deadline: budget.max_time().and_then(|time| started.checked_add(time)) }
    }
}

/// Reads the clock of the host. This is the only place in this crate that does.
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
            cost: AtomicU32::new(TARGET),
            #[cfg(feature = "clock")]
            gap: AtomicU32::new(0),
        }
    }

    /// Whether the search must end now: the flag is raised, the stop condition holds, or the next
    /// poll would probably exceed the time limit. Once `true`, it stays `true`. It reads the clock
    /// if time is limited, so poll it between pieces of work of at least several microseconds.
    pub fn is_over(&self) -> bool {
        if self.expired.load(Ordering::Relaxed) {
            return true;
        }
        let over = self.budget.is_stopped() || self.is_late();
        if over {
            self.expire();
        }
        over
    }

    /// Starts a part of the search whose nodes may cost more than earlier ones: its counters
    /// initially poll at every node.
    pub(crate) fn begin_part(&self) {
        self.cost.store(TARGET, Ordering::Relaxed);
    }

    /// Ends the search on all threads.
    fn expire(&self) {
        self.expired.store(true, Ordering::Relaxed);
    }

    /// Whether a round of work may start after this many nodes, if it ends with `simulations` in
    /// total.
    pub(crate) fn allows_round(&self, nodes: u64, simulations: u64) -> bool {
        !self.is_over()
            && self.nodes_left(nodes) > 0
            && self.budget.max_simulations().is_none_or(|limit| simulations <= limit)
    }

    /// Returns the remaining nodes of the limit after this many.
    pub(crate) fn nodes_left(&self, nodes: u64) -> u64 {
        self.budget.max_nodes().map_or(u64::MAX, |limit| limit.saturating_sub(nodes))
    }

    /// Estimates the nodes that the remaining budget allows after this many, at constant speed. The
    /// result is practically unlimited if the budget limits neither nodes nor time.
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

    /// Whether the search must end, according to the last poll.
    pub fn has_expired(&self) -> bool {
        self.expired.load(Ordering::Relaxed)
    }

    #[cfg(feature = "clock")]
    fn is_late(&self) -> bool {
        self.time_if_limited().is_some_and(|now| self.is_late_at(now))
    }

    /// Returns the time since the start of the search. Returns `None` without reading the clock if
    /// the budget does not limit time.
    #[cfg(feature = "clock")]
    fn time_if_limited(&self) -> Option<Duration> {
        let clock = self.clock.filter(|_| self.budget.max_time().is_some())?;
        Some(now().saturating_duration_since(clock.started))
    }

    /// Whether the next poll after one at this time since the start of the search would probably
    /// exceed the limit.
    #[cfg(feature = "clock")]
    fn is_late_at(&self, time: Duration) -> bool {
        self.budget.max_time().is_some_and(|limit| time.saturating_add(self.reserve(limit)) >= limit)
    }

    /// Returns the time reserved before a limit, at most half of the limit: the longest recent gap,
    /// plus a hundredth of the limit, plus up to a time slice of a busy system, for longer gaps and
    /// the end of the search. The limit of a game clock has a margin for these.
    #[cfg(feature = "clock")]
    fn reserve(&self, limit: Duration) -> Duration {
        let gap = Duration::from_micros(u64::from(self.gap.load(Ordering::Relaxed)));
        let slice = if self.budget.game_clock().is_some() { Duration::ZERO } else { (limit / 12).min(TIME_SLICE) };
        (gap + limit / 100 + slice).min(limit / 2)
    }

    /// Records the time between two polls of a thread. The maximum adapts to the evaluator and to
    /// the load of the machine, and an outlier decays quickly.
    #[cfg(feature = "clock")]
    fn record_gap(&self, gap: Duration) {
        let gap = u32::try_from(gap.as_micros()).unwrap_or(u32::MAX);
        let longest = self.gap.load(Ordering::Relaxed);
        self.gap.store((longest - longest / 64).max(gap), Ordering::Relaxed);
    }

    #[cfg(not(feature = "clock"))]
    #[allow(clippy::unused_self)]
    fn is_late(&self) -> bool {
        false
    }

    /// Returns the time since the start of the search. Returns `None` without reading the clock if
    /// the budget neither limits nor [measures](Budget::measure_time) time.
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

/// Target time between two polls of the meter in nanoseconds.
const TARGET: u32 = 100_000;

/// Time for which a busy system may suspend a thread.
#[cfg(feature = "clock")]
const TIME_SLICE: Duration = Duration::from_millis(4);

/// Maximum number of nodes between two polls.
#[cfg(feature = "clock")]
const MAX_INTERVAL: u64 = 1024;

/// Nodes between two polls without a time limit, when no clock measures the cost of a node. With a
/// slow evaluator, the stop flag is noticed soon; with a fast one, polling costs little.
const UNTIMED_INTERVAL: u64 = 32;

/// Polls of one thread.
///
/// Evaluation times differ by factors of thousands, so the number of nodes between two polls adapts
/// to the cost of a node. The cost is the recent maximum, which each poll lowers by an eighth. If
/// slow nodes alternate with fast ones, such as evaluations with interior nodes, only a long run of
/// fast nodes lengthens the interval.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Polls<'a> {
    meter: &'a Meter<'a>,
    /// Nanoseconds per node.
    #[cfg(feature = "clock")]
    cost: u32,
    /// Time and node count of the last poll.
    #[cfg(feature = "clock")]
    last: Option<(Duration, u64)>,
}

/// Result of a poll.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Poll {
    /// Whether the search must end now.
    pub(crate) is_over: bool,
    /// Nodes until the next poll.
    pub(crate) interval: u64,
    /// Whether time is limited.
    is_timed: bool,
}

impl<'a> Polls<'a> {
    pub(crate) fn new(meter: &'a Meter<'a>) -> Self {
        Self {
            meter,
            #[cfg(feature = "clock")]
            cost: meter.cost.load(Ordering::Relaxed),
            #[cfg(feature = "clock")]
            last: None,
        }
    }

    /// Excludes the time until now from the cost of the next nodes.
    #[cfg(feature = "clock")]
    pub(crate) fn restart(&mut self, nodes: u64) {
        self.last = self.meter.time_if_limited().map(|now| (now, nodes));
    }

    /// Polls the meter after this many nodes of this thread.
    pub(crate) fn poll(&mut self, nodes: u64) -> Poll {
        #[cfg(feature = "clock")]
        if let Some(now) = self.meter.time_if_limited() {
            return self.poll_at(now, nodes);
        }
        let _ = nodes;
        Poll { is_over: self.meter.is_over(), interval: UNTIMED_INTERVAL, is_timed: false }
    }

    #[cfg(feature = "clock")]
    fn poll_at(&mut self, now: Duration, nodes: u64) -> Poll {
        let meter = self.meter;
        if let Some((time, before)) = self.last.replace((now, nodes)) {
            let gap = now.saturating_sub(time);
            meter.record_gap(gap);
            let cost = gap.as_nanos() / u128::from(nodes.saturating_sub(before).max(1));
            self.cost = (self.cost - self.cost / 8).max(u32::try_from(cost).unwrap_or(u32::MAX));
            meter.cost.store(self.cost, Ordering::Relaxed);
        }
        let is_over = meter.has_expired() || meter.budget.is_stopped() || meter.is_late_at(now);
        if is_over {
            meter.expire();
        }
        let interval = u64::from(TARGET / self.cost.max(1)).clamp(1, MAX_INTERVAL);
        Poll { is_over, interval, is_timed: true }
    }
}

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
    polls: Polls<'a>,
    most: u64,
    nodes: u64,
    /// Node of the next poll.
    next_poll: u64,
    /// Nodes between two polls without a time limit, in units of [`UNTIMED_INTERVAL`].
    weight: u64,
}

impl<'a> Counter<'a> {
    /// Creates a counter that ends after `most` nodes or when the meter expires.
    pub(crate) fn new(meter: &'a Meter<'a>, most: u64) -> Self {
        Self { polls: Polls::new(meter), most, nodes: 0, next_poll: 1, weight: 1 }
    }

    /// Creates a counter of rollout plies without a node limit. A ply costs less than a node:
    /// without a time limit, [`DESCENT`] plies count as one node.
    pub(crate) fn of_plies(meter: &'a Meter<'a>) -> Self {
        Self { weight: DESCENT, ..Self::new(meter, u64::MAX) }
    }

    /// Creates a counter of nodes with a [cheap](gambol_core::Properties::is_cheap) evaluator.
    pub(crate) fn of_cheap_nodes(meter: &'a Meter<'a>, most: u64) -> Self {
        Self { weight: CHEAP, ..Self::new(meter, most) }
    }

    /// Counts a node. Returns `false` if the search must end now. With a time limit, polls the
    /// meter about every hundred microseconds, and after every node that takes longer.
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

    /// Returns the number of nodes until the next poll, at least 1, for loops that count nodes
    /// themselves.
    #[inline]
    pub(crate) fn until_poll(&self) -> u64 {
        self.next_poll.saturating_sub(self.nodes).max(1)
    }

    /// Polls the meter. Returns whether the search continues within its node limit and the budget.
    #[cold]
    fn poll(&mut self) -> bool {
        let is_within = self.nodes <= self.most;
        if !is_within {
            self.nodes = self.most.saturating_add(1);
        }
        let Poll { is_over, interval, is_timed } = self.polls.poll(self.nodes);
        let interval = if is_timed { interval } else { interval * self.weight };
        // If a search continues beyond its limits, the meter is polled at every node.
        let goes_on = is_within && !is_over;
        self.next_poll = if goes_on { (self.nodes + interval).min(self.most.saturating_add(1)) } else { self.nodes };
        goes_on
    }

    /// Whether the search must end, according to the last tick.
    pub fn is_over(&self) -> bool {
        self.nodes >= self.most || self.has_expired()
    }

    /// Whether the meter has expired, according to the last poll of any thread.
    #[inline]
    pub(crate) fn has_expired(&self) -> bool {
        self.polls.meter.has_expired()
    }

    /// Returns the node count.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }
}

/// Cost of a descent or of the start of a rollout in plies, for [`Counter::of_plies`], since each
/// may take an evaluation.
pub(crate) const DESCENT: u64 = 8;

/// Number of nodes with a cheap evaluator that cost as much as one with a slow evaluator.
const CHEAP: u64 = 32;

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::sync::Arc;
    #[cfg(feature = "clock")]
    use alloc::vec::Vec;

    #[cfg(feature = "clock")]
    std::thread_local! {
        /// Number of times that this thread has read the clock.
        pub(super) static READS: core::cell::Cell<u32> = const { core::cell::Cell::new(0) };
    }

    /// Counts the reads of the clock by a search with this budget.
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
        assert!(count > 10, "{count}");
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

    /// Returns the nodes at which a counter polls, for nodes of these costs.
    #[cfg(feature = "clock")]
    fn polls(nodes: u64, cost: impl Fn(u64) -> Duration) -> Vec<u64> {
        let budget = Budget::unlimited().time(Duration::from_secs(3_600));
        let meter = budget.meter();
        let (mut polls, mut polled, mut now, mut next) = (Polls::new(&meter), Vec::new(), Duration::ZERO, 1);
        for node in 1..=nodes {
            now += cost(node);
            if node == next {
                polled.push(node);
                next += polls.poll_at(now, node).interval;
            }
        }
        polled
    }

    #[cfg(feature = "clock")]
    #[test]
    fn polls_are_as_frequent_as_nodes_are_slow() {
        let slow = polls(100, |_| Duration::from_millis(10));
        assert!(slow.into_iter().eq(1..=100), "after every node");
        let quick = polls(1_000_000, |_| Duration::from_nanos(20));
        assert!(quick.len() < 1_200, "{} polls of a million nodes", quick.len());
        let medium = polls(10_000, |_| Duration::from_micros(10));
        assert!((900..1_200).contains(&medium.len()), "every hundred microseconds: {}", medium.len());
        // An evaluation after 19 nodes that cost nothing: still one poll for each.
        let mixed = polls(1_000, |node| if node % 20 == 0 { Duration::from_millis(10) } else { Duration::ZERO });
        let evaluations = |pair: &[u64]| pair[1] / 20 - pair[0] / 20;
        assert!(mixed.windows(2).all(|pair| evaluations(pair) <= 1), "{mixed:?}");
        // Nodes become slow in the middle: one gap is long.
        let changed = polls(4_000, |node| Duration::from_micros(if node > 3_000 { 1_000 } else { 0 }));
        let late = changed.windows(2).filter(|pair| pair[0] > 3_000 && pair[1] - pair[0] > 1);
        assert!(late.count() == 0, "{changed:?}");
    }

    #[cfg(feature = "clock")]
    #[test]
    fn a_new_counter_begins_with_the_cost_that_the_last_one_found() {
        let budget = Budget::unlimited().time(Duration::from_secs(3_600));
        let meter = budget.meter();
        let mut polls = Polls::new(&meter);
        for node in 1..100 {
            polls.poll_at(Duration::from_nanos(node), node);
        }
        assert_eq!(Polls::new(&meter).poll_at(Duration::ZERO, 1).interval, MAX_INTERVAL);
        meter.begin_part();
        assert_eq!(Polls::new(&meter).poll_at(Duration::ZERO, 1).interval, 1);
    }

    #[cfg(feature = "clock")]
    #[test]
    fn the_reserve_follows_the_longest_gap_of_late() {
        let limit = Duration::from_secs(1);
        let budget = Budget::unlimited().time(limit);
        let meter = budget.meter();
        assert_eq!(meter.reserve(limit), Duration::from_millis(14), "a hundredth and a time slice");
        meter.record_gap(Duration::from_millis(100));
        assert_eq!(meter.reserve(limit), Duration::from_millis(114));
        (0..1_000).for_each(|_| meter.record_gap(Duration::from_micros(100)));
        assert!(meter.reserve(limit) < Duration::from_millis(15), "{:?}", meter.reserve(limit));
        meter.record_gap(Duration::from_secs(9));
        assert_eq!(meter.reserve(limit), limit / 2);
        assert!(meter.is_late_at(limit / 2) && !meter.is_late_at(limit / 3));
    }

    #[test]
    fn a_counter_that_has_ended_does_not_go_on() {
        let flag = crate::StopFlag::new();
        let budget = Budget::unlimited().stop(flag.clone());
        let meter = budget.meter();
        let mut counter = meter.counter();
        assert!(counter.tick());
        flag.raise();
        let ends = (0..UNTIMED_INTERVAL).position(|_| !counter.tick()).expect("the flag is noticed");
        assert!(ends <= UNTIMED_INTERVAL as usize);
        assert!((0..100).all(|_| !counter.tick()));
    }

    #[test]
    fn the_meter_is_polled_beyond_the_limit_of_nodes() {
        let flag = crate::StopFlag::new();
        let budget = Budget::unlimited().nodes(1).stop(flag.clone());
        let meter = budget.meter();
        let mut counter = meter.counter();
        assert!(counter.tick() && !counter.tick());
        assert!(!meter.has_expired());
        flag.raise();
        assert!(!counter.tick() && meter.has_expired() && counter.nodes() == 2);
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
