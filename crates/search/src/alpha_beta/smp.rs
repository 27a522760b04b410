//! Lazy SMP: all workers search the whole tree in parallel with one shared table, and the first to
//! complete a pass ends it for all. The result depends on the relative speed of the workers.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};

use gambol_core::{Evaluator, Game, NoChance};

use super::node::Window;
use super::root::{PassEnd, Root};
use super::tables::share;
use crate::parallel;
use crate::table::TranspositionTable;

/// Workers besides the leader, each with its own root.
#[derive(Debug)]
pub(super) struct Helpers<'a, G: Game, E> {
    pub(super) roots: Vec<Root<'a, G, E>>,
    /// Table shared by all workers.
    pub(super) table: Arc<TranspositionTable>,
    /// Raised by the first worker that completes a pass.
    pub(super) completed: Arc<AtomicBool>,
}

impl<'a, G: Game<Outcome = NoChance>, E: Evaluator<G>> Helpers<'a, G, E> {
    /// Runs a pass of all workers. The leader copies the result of the first to complete it or, if
    /// the budget runs out, of the one that has searched the most classes.
    pub(super) fn pass(&mut self, leader: &mut Root<'a, G, E>, left: u8, window: Window, exact: usize) -> PassEnd {
        let roots = core::iter::once(&mut *leader).chain(&mut self.roots);
        share(&mut self.table, roots.map(|root| &mut root.worker.table));
        self.completed.store(false, Relaxed);
        let count = self.roots.len() + 1;
        for (index, root) in self.roots.iter_mut().enumerate() {
            root.follow(leader);
            root.rotate(index + 1, count);
        }
        let completed = &self.completed;
        let mut all: Vec<&mut Root<'a, G, E>> = core::iter::once(&mut *leader).chain(&mut self.roots).collect();
        let ends = parallel::map_mut(&mut all, |root| {
            root.worker.pace.resume();
            match root.pass(left, window, exact) {
                end if end != PassEnd::Aborted && !completed.swap(true, Relaxed) => end,
                _ => PassEnd::Aborted,
            }
        });
        leader.others = self.roots.iter().map(|root| root.worker.pace.nodes()).sum();
        let first = ends.iter().position(|&end| end != PassEnd::Aborted);
        let searched = |&index: &usize| if index == 0 { leader.searched } else { self.roots[index - 1].searched };
        // The leader on ties.
        let chosen = first.or_else(|| (0..count).rev().max_by_key(searched)).unwrap_or(0);
        if chosen > 0 {
            let order = core::mem::take(&mut leader.order);
            leader.follow(&self.roots[chosen - 1]);
            leader.order = order;
        }
        let is_faulty = core::iter::once(&*leader).chain(&self.roots).any(|root| root.worker.fault.is_noted());
        if is_faulty { PassEnd::Aborted } else { first.map_or(PassEnd::Aborted, |first| ends[first]) }
    }
}
