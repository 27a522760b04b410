//! Principal lines.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use gambol_core::{Game, GameExt};

use super::memory::Memory;
use crate::table::Bound;
use crate::table::key_with_score;

/// The best line known from each ply on.
#[derive(Debug)]
pub(super) struct Lines<A>(Vec<Vec<A>>);

impl<A: Copy> Lines<A> {
    pub(super) fn new(plies: usize) -> Self {
        Self((0..plies).map(|_| Vec::new()).collect())
    }

    /// Forgets the line from a ply on.
    #[inline]
    pub(super) fn clear(&mut self, ply: usize) {
        if let Some(line) = self.0.get_mut(ply) {
            line.clear();
        }
    }

    /// The line from a ply on is this action, and then the line from the next ply on.
    pub(super) fn extend(&mut self, ply: usize, action: A) {
        let Some((upper, lower)) = self.0.split_at_mut_checked(ply + 1) else { return };
        let line = &mut upper[ply];
        line.clear();
        line.push(action);
        if let Some(next) = lower.first() {
            line.extend_from_slice(next);
        }
    }

    /// The line from a ply on is this action, and then this line.
    pub(super) fn set(&mut self, ply: usize, action: A, rest: &[A]) {
        if let Some(line) = self.0.get_mut(ply) {
            line.clear();
            line.push(action);
            line.extend_from_slice(rest);
        }
    }

    /// The line from a ply on.
    pub(super) fn get(&self, ply: usize) -> &[A] {
        self.0.get(ply).map_or(&[], Vec::as_slice)
    }
}

/// The principal line in actions of the game as it is. `line` follows `first`, and its actions are those of states that the
/// search may have turned down to `symmetric_plies`. Where it ends early, because the search found the rest in its tables,
/// it is read from there, up to `longest` actions.
pub(super) fn unfold<G: Game>(
    state: &G,
    first: G::Action,
    line: &[G::Action],
    symmetric_plies: usize,
    memory: Option<&Memory>,
    longest: usize,
) -> Vec<G::Action> {
    let mut unfolded = alloc::vec![first];
    let mut actual = state.afterstate(first);
    let mut seen = actual.clone();
    while unfolded.len() < longest && actual.turn().player().is_some() {
        let ply = unfolded.len();
        if ply <= symmetric_plies {
            seen = seen.canonical();
        }
        let next = line.get(ply - 1).copied().or_else(|| recall(&seen, memory?));
        let symmetry = (0..actual.symmetries()).find(|&symmetry| actual.transform(symmetry) == seen);
        let (Some(next), Some(symmetry)) = (next, symmetry) else { break };
        let mut image = None;
        let _ = actual.visit_actions(|action| {
            if actual.transform_action(symmetry, action) == next {
                image = Some(action);
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        let Some(image) = image else { break };
        unfolded.push(image);
        actual.play(image);
        seen.play(next);
    }
    unfolded
}

/// The best action of a state, as far as a table knows.
fn recall<G: Game>(state: &G, memory: &Memory) -> Option<G::Action> {
    let entry = memory.get(key_with_score(state))?;
    let best = entry.best.filter(|_| entry.bound == Bound::Exact)?;
    let mut left = best;
    let mut found = None;
    let _ = state.visit_candidates(|action| {
        if left == 0 {
            found = Some(action);
            return ControlFlow::Break(());
        }
        left -= 1;
        ControlFlow::Continue(())
    });
    found
}
