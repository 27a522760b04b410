//! Time: when to look at the clock, and when to end so as never to be late.

#[cfg(feature = "clock")]
use core::time::Duration;

use super::gaps::Gaps;
use crate::budget::Budget;
use crate::meter::Meter;

/// Looks at the meter at least so often, in nodes.
#[cfg(feature = "clock")]
const SPARSE: u64 = 1024;

/// Looks at the meter so often, in nodes, if the gap cannot be measured: safe with slow evaluators and cheap enough with fast
/// ones.
const UNTIMED: u64 = 64;

/// One worker's count of nodes, and its looks at the meter.
///
/// It learns how many nodes to step through between two looks, since evaluators differ by factors of thousands, and how long
/// [gaps](Gaps) between two looks are, which is more if other programs want the processor too. It ends the search
/// when such a gap would probably reach beyond the limit.
#[derive(Debug)]
pub(super) struct Pace<'a> {
    meter: &'a Meter<'a>,
    nodes: u64,
    /// The search ends after this node.
    last: u64,
    /// The node at which to look next.
    next: u64,
    interval: u64,
    stopped: bool,
    #[cfg(feature = "clock")]
    clock: Clock,
}

#[cfg(feature = "clock")]
#[derive(Clone, Copy, Debug)]
struct Clock {
    limit: Option<Duration>,
    looked: Duration,
    gaps: Gaps,
}

impl<'a> Pace<'a> {
    /// `gaps` are those of earlier searches.
    pub(super) fn new(budget: &Budget, meter: &'a Meter<'a>, gaps: &Gaps) -> Self {
        #[cfg(not(feature = "clock"))]
        let _ = (budget, gaps);
        Self {
            meter,
            nodes: 0,
            last: u64::MAX,
            next: 1,
            interval: 1,
            stopped: false,
            #[cfg(feature = "clock")]
            clock: Clock { limit: budget.max_time(), looked: meter.elapsed().unwrap_or_default(), gaps: *gaps },
        }
    }

    /// Allows so many nodes more.
    pub(super) fn allow(&mut self, nodes: u64) {
        self.last = self.nodes.saturating_add(nodes);
        self.next = self.next.min(self.last.saturating_add(1));
        // Work between two searches of this worker is not a gap.
        #[cfg(feature = "clock")]
        {
            self.clock.looked = self.meter.elapsed().unwrap_or_default();
        }
    }

    /// Counts a node. `false` says that the search must end now.
    #[inline]
    pub(super) fn tick(&mut self) -> bool {
        self.nodes += 1;
        self.nodes < self.next || self.look()
    }

    /// The nodes so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The gaps between two looks at the meter so far.
    #[cfg(feature = "clock")]
    pub(super) fn gaps(&self) -> Gaps {
        self.clock.gaps
    }

    /// The gaps between two looks at the meter so far.
    #[cfg(not(feature = "clock"))]
    #[allow(clippy::unused_self)]
    pub(super) fn gaps(&self) -> Gaps {
        Gaps::default()
    }

    /// Whether the search was told to end.
    #[inline]
    pub(super) fn is_over(&self) -> bool {
        self.stopped
    }

    /// Ends the search.
    pub(super) fn stop(&mut self) {
        self.stopped = true;
        self.next = 0;
    }

    #[cold]
    fn look(&mut self) -> bool {
        if self.nodes > self.last || self.meter.is_over() || self.is_nearly_late() {
            self.nodes = self.nodes.min(self.last);
            self.stopped = true;
        }
        self.next = if self.stopped { 0 } else { (self.nodes + self.interval).min(self.last.saturating_add(1)) };
        !self.stopped
    }

    #[cfg(feature = "clock")]
    fn is_nearly_late(&mut self) -> bool {
        let Some(now) = self.meter.elapsed() else {
            self.interval = UNTIMED;
            return false;
        };
        let gap = now.saturating_sub(self.clock.looked);
        self.clock.looked = now;
        self.clock.gaps.add(gap);
        if gap < Duration::from_micros(50) {
            self.interval = (2 * self.interval).min(SPARSE);
        } else if gap > Duration::from_micros(150) {
            self.interval = (self.interval / 2).max(1);
        }
        self.clock.limit.is_some_and(|limit| now + reserve(limit, &self.clock.gaps) >= limit)
    }

    #[cfg(not(feature = "clock"))]
    fn is_nearly_late(&mut self) -> bool {
        self.interval = UNTIMED;
        false
    }
}

/// What is kept back of a limit: what gaps ask for, and, for gaps not seen yet and for the way out, a hundredth and a time slice
/// of a busy system; never more than half of it.
#[cfg(feature = "clock")]
fn reserve(limit: Duration, gaps: &Gaps) -> Duration {
    let slice = (limit / 12).min(Duration::from_millis(4));
    (gaps.reserve() + limit / 100 + slice).min(limit / 2)
}
