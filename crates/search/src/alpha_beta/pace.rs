//! Time management: the end of a search before its time limit.

use alloc::sync::Arc;
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};
#[cfg(feature = "clock")]
use core::time::Duration;

use super::gaps::Gaps;
use crate::budget::Budget;
use crate::meter::{Meter, Poll, Polls};

/// One worker's node count and its polls of the meter.
///
/// The estimate of the [gaps](Gaps) between polls adapts to the evaluator and to the machine: gaps
/// are longer on a busy one. The search ends when the next gap would probably exceed the limit.
#[derive(Debug)]
pub(super) struct Pace<'a> {
    polls: Polls<'a>,
    nodes: u64,
    /// The search ends after this node.
    last: u64,
    /// The node count of the next poll.
    next: u64,
    stopped: bool,
    /// Raised by another worker that has completed what this one searches.
    halt: Option<Arc<AtomicBool>>,
    #[cfg(feature = "clock")]
    limit: Option<Duration>,
    #[cfg(feature = "clock")]
    gaps: Gaps,
}

impl<'a> Pace<'a> {
    /// `gaps` are the statistics of earlier searches. `halt` stops the search until it is
    /// [resumed](Self::resume).
    pub(super) fn new(budget: &Budget, meter: &'a Meter<'a>, gaps: &Gaps, halt: Option<Arc<AtomicBool>>) -> Self {
        #[cfg(not(feature = "clock"))]
        let _ = (budget, gaps);
        Self {
            polls: Polls::new(meter),
            nodes: 0,
            last: u64::MAX,
            next: 1,
            stopped: false,
            halt,
            #[cfg(feature = "clock")]
            limit: budget.max_time(),
            #[cfg(feature = "clock")]
            gaps: *gaps,
        }
    }

    /// Allows this many more nodes.
    pub(super) fn allow(&mut self, nodes: u64) {
        self.last = self.nodes.saturating_add(nodes);
        self.next = self.next.min(self.last.saturating_add(1));
        // Work between two searches of this worker is not a gap.
        #[cfg(feature = "clock")]
        self.polls.restart(self.nodes);
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
        self.gaps
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
        let poll = self.polls.poll(self.nodes);
        if self.nodes > self.last || is_halted || poll.is_over || self.is_nearly_late(&poll) {
            self.nodes = self.nodes.min(self.last);
            self.stopped = true;
        }
        self.next = if self.stopped { 0 } else { (self.nodes + poll.interval).min(self.last.saturating_add(1)) };
        !self.stopped
    }

    /// Whether the next gap would probably exceed the time limit.
    #[cfg(feature = "clock")]
    fn is_nearly_late(&mut self, poll: &Poll) -> bool {
        let Some((now, gap)) = poll.times else { return false };
        self.gaps.add(gap);
        self.limit.is_some_and(|limit| now + reserve(limit, &self.gaps) >= limit)
    }

    #[cfg(not(feature = "clock"))]
    #[allow(clippy::unused_self)]
    fn is_nearly_late(&mut self, _: &Poll) -> bool {
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
