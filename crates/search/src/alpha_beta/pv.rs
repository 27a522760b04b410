//! Principal variations.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use gambol_core::{Game, GameExt};

use super::tables::Tables;
use crate::table::{StoredBound, key_with_score};

/// Triangular table of principal variations: the best line from each ply on.
#[derive(Debug)]
pub(super) struct PvTable<A>(Vec<Vec<A>>);

impl<A: Copy> PvTable<A> {
    pub(super) fn new(plies: usize) -> Self {
        Self((0..plies).map(|_| Vec::new()).collect())
    }

    /// Clears the line from a ply on.
    #[inline]
    pub(super) fn clear(&mut self, ply: usize) {
        if let Some(line) = self.0.get_mut(ply) {
            line.clear();
        }
    }

    /// Sets the line from a ply on to this action followed by the line from the next ply on.
    pub(super) fn extend(&mut self, ply: usize, action: A) {
        let Some((upper, lower)) = self.0.split_at_mut_checked(ply + 1) else { return };
        let line = &mut upper[ply];
        line.clear();
        line.push(action);
        if let Some(next) = lower.first() {
            line.extend_from_slice(next);
        }
    }

    /// Returns the line from a ply on.
    pub(super) fn get(&self, ply: usize) -> &[A] {
        self.0.get(ply).map_or(&[], Vec::as_slice)
    }
}

/// Returns the principal variation in the actions of the actual states, `first` included.
///
/// `line` follows `first`. The search may have replaced states down to `symmetric_plies` by their
/// canonical images, and its actions are those of the images. A line that ends at a table entry is
/// continued from the tables, up to `max_len` actions.
pub(super) fn expand_pv<G: Game>(
    state: &G,
    first: G::Action,
    line: &[G::Action],
    symmetric_plies: usize,
    tables: Option<&Tables>,
    max_len: usize,
) -> Vec<G::Action> {
    let mut pv = alloc::vec![first];
    let mut actual = state.afterstate(first);
    let mut seen = actual.clone();
    while pv.len() < max_len && actual.turn().player().is_some() {
        let ply = pv.len();
        if ply <= symmetric_plies {
            seen = seen.canonical();
        }
        let next = line.get(ply - 1).copied().or_else(|| table_move(&seen, tables?));
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
        pv.push(image);
        actual.play(image);
        seen.play(next);
    }
    pv
}

/// Returns the best action of a state if a table has an exact entry for it.
fn table_move<G: Game>(state: &G, tables: &Tables) -> Option<G::Action> {
    let entry = tables.get(key_with_score(state))?;
    nth_candidate(state, entry.best.filter(|_| entry.bound == StoredBound::Exact)?)
}

/// Returns the candidate with this number in the order of the game.
#[inline]
pub(super) fn nth_candidate<G: Game>(state: &G, number: u16) -> Option<G::Action> {
    let mut left = number;
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
