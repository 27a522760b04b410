//! Node count and stop conditions of a worker.

use alloc::sync::Arc;
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::meter::{Meter, Polls};

/// One worker's node count and its polls of the meter.
#[derive(Debug)]
pub(super) struct Pace<'a> {
    polls: Polls<'a>,
    nodes: u64,
    /// The search ends after this node.
    last: u64,
    /// The node count of the next poll.
    next: u64,
    stopped: bool,
    /// Raised by the first worker that completes the current pass.
    halt: Option<Arc<AtomicBool>>,
}

impl<'a> Pace<'a> {
    /// `halt` stops the search until it is [resumed](Self::resume).
    pub(super) fn new(meter: &'a Meter<'a>, halt: Option<Arc<AtomicBool>>) -> Self {
        Self { polls: Polls::new(meter), nodes: 0, last: u64::MAX, next: 1, stopped: false, halt }
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

    /// Whether the search must end.
    #[inline]
    pub(super) fn is_over(&self) -> bool {
        self.stopped
    }

    /// Resumes the search within the remaining limits.
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
        if self.nodes > self.last || is_halted || poll.is_over {
            self.nodes = self.nodes.min(self.last);
            self.stopped = true;
        }
        self.next = if self.stopped { 0 } else { (self.nodes + poll.interval).min(self.last.saturating_add(1)) };
        !self.stopped
    }
}
