//! Time management: when to poll the clock, and when to end before the limit.

use alloc::sync::Arc;
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};
#[cfg(feature = "clock")]
use core::time::Duration;

use super::gaps::Gaps;
use crate::budget::Budget;
use crate::meter::Meter;

/// Greatest number of nodes between two polls of the meter.
#[cfg(feature = "clock")]
const MAX_INTERVAL: u64 = 1024;

/// Nodes between two polls if gaps cannot be measured: safe with slow evaluators, cheap enough with
/// fast ones.
const UNTIMED_INTERVAL: u64 = 64;

/// One worker's node count and its polls of the meter.
///
/// The number of nodes between two polls adapts to the evaluator, since evaluation times differ by
/// factors of thousands. So does the estimate of the [gaps](Gaps) between polls, which are longer
/// on a busy machine. The search ends when the next gap would probably exceed the limit.
#[derive(Debug)]
pub(super) struct Pace<'a> {
    meter: &'a Meter<'a>,
    nodes: u64,
    /// The search ends after this node.
    last: u64,
    /// The node count of the next poll.
    next: u64,
    interval: u64,
    stopped: bool,
    /// Raised by another worker that has completed what this one searches.
    halt: Option<Arc<AtomicBool>>,
    #[cfg(feature = "clock")]
    clock: Clock,
}

#[cfg(feature = "clock")]
#[derive(Clone, Copy, Debug)]
struct Clock {
    limit: Option<Duration>,
    polled_at: Duration,
    gaps: Gaps,
}

impl<'a> Pace<'a> {
    /// `gaps` are the statistics of earlier searches. `halt` stops the search until it is
    /// [resumed](Self::resume).
    pub(super) fn new(budget: &Budget, meter: &'a Meter<'a>, gaps: &Gaps, halt: Option<Arc<AtomicBool>>) -> Self {
        #[cfg(not(feature = "clock"))]
        let _ = (budget, gaps);
        Self {
            meter,
            nodes: 0,
            last: u64::MAX,
            next: 1,
            interval: 1,
            stopped: false,
            halt,
            #[cfg(feature = "clock")]
            clock: Clock { limit: budget.max_time(), polled_at: meter.elapsed().unwrap_or_default(), gaps: *gaps },
        }
    }

    /// Allows this many more nodes.
    pub(super) fn allow(&mut self, nodes: u64) {
        self.last = self.nodes.saturating_add(nodes);
        self.next = self.next.min(self.last.saturating_add(1));
        // Work between two searches of this worker is not a gap.
        #[cfg(feature = "clock")]
        {
            self.clock.polled_at = self.meter.elapsed().unwrap_or_default();
        }
    }

    /// Counts a node. Returns `false` if the search must end now.
    #[inline]
    pub(super) fn tick(&mut self) -> bool {
        self.nodes += 1;
        self.nodes < self.next || self.look()
    }

    /// Returns the node count.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the statistics of gaps between two polls.
    #[cfg(feature = "clock")]
    pub(super) fn gaps(&self) -> Gaps {
        self.clock.gaps
    }

    /// Returns the statistics of gaps between two polls.
    #[cfg(not(feature = "clock"))]
    #[allow(clippy::unused_self)]
    pub(super) fn gaps(&self) -> Gaps {
        Gaps::default()
    }

    /// Whether the search must end.
    #[inline]
    pub(super) fn is_over(&self) -> bool {
        self.stopped
    }

    /// Goes on with the search, within the limits that are left.
    pub(super) fn resume(&mut self) {
        self.stopped = false;
        self.next = self.nodes + 1;
    }

    /// Ends the search.
    pub(super) fn stop(&mut self) {
        self.stopped = true;
        self.next = 0;
    }

    #[cold]
    fn look(&mut self) -> bool {
        let is_halted = self.halt.as_ref().is_some_and(|halt| halt.load(Relaxed));
        if self.nodes > self.last || is_halted || self.meter.is_over() || self.is_nearly_late() {
            self.nodes = self.nodes.min(self.last);
            self.stopped = true;
        }
        self.next = if self.stopped { 0 } else { (self.nodes + self.interval).min(self.last.saturating_add(1)) };
        !self.stopped
    }

    #[cfg(feature = "clock")]
    fn is_nearly_late(&mut self) -> bool {
        let Some(now) = self.meter.elapsed() else {
            self.interval = UNTIMED_INTERVAL;
            return false;
        };
        let gap = now.saturating_sub(self.clock.polled_at);
        self.clock.polled_at = now;
        self.clock.gaps.add(gap);
        if gap < Duration::from_micros(50) {
            self.interval = (2 * self.interval).min(MAX_INTERVAL);
        } else if gap > Duration::from_micros(150) {
            self.interval = (self.interval / 2).max(1);
        }
        self.clock.limit.is_some_and(|limit| now + reserve(limit, &self.clock.gaps) >= limit)
    }

    #[cfg(not(feature = "clock"))]
    fn is_nearly_late(&mut self) -> bool {
        self.interval = UNTIMED_INTERVAL;
        false
    }
}

/// Time reserved before a limit: the reserve for recorded gaps, plus a hundredth of the limit and a
/// time slice of a busy system for unseen gaps and the way out; at most half of the limit.
#[cfg(feature = "clock")]
fn reserve(limit: Duration, gaps: &Gaps) -> Duration {
    let slice = (limit / 12).min(Duration::from_millis(4));
    (gaps.reserve() + limit / 100 + slice).min(limit / 2)
}
