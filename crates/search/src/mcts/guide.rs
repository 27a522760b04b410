//! Applies a prior to a node.

use core::ops::ControlFlow;

use gambol_core::{Game, Prior};

use super::arena::ROOT;
use super::node::Kind;
use super::tree::Tree;

/// Fraction of the shares that is divided equally among all children.
const COMMON: f64 = 0.01;

/// Returns the shares of the children of a node by their valid weights.
pub(super) fn shares(weights: &[f32]) -> impl Iterator<Item = f32> {
    let sum: f64 = weights.iter().map(|&weight| f64::from(weight)).sum();
    let equal = 1.0 / weights.len() as f64;
    weights.iter().map(move |&weight| {
        let own = if sum > 0.0 { f64::from(weight) / sum } else { equal };
        ((1.0 - COMMON) * own + COMMON * equal) as f32
    })
}

impl<G: Game> Tree<G> {
    /// Applies the prior to the root if this has not been done. Returns `false` if a weight or the
    /// value is invalid.
    pub(super) fn guide_root<R: Prior<G>>(&mut self, root: &G, prior: &R) -> bool {
        let node = self.arena.node(ROOT);
        let is_due = node.kind() != Kind::Leaf && self.arena.shares(node).is_empty();
        if is_due {
            match self.guide(root, ROOT, prior) {
                Some(value) => self.root_value = value,
                None => return false,
            }
        }
        true
    }

    /// Applies the prior to a node in which a player is to move. Sets the shares of its children,
    /// if it has any. Returns the value of the state if the prior has one; the outer `None` stands
    /// for an invalid weight or value.
    #[allow(clippy::option_option)]
    pub(super) fn guide<R: Prior<G>>(&mut self, state: &G, at: u32, prior: &R) -> Option<Option<f64>> {
        let Self { actions, weights, .. } = self;
        actions.clear();
        let _ = state.visit_candidates(|action| {
            actions.push(action);
            ControlFlow::Continue(())
        });
        weights.clear();
        weights.resize(actions.len(), 0.0);
        let value = prior.weigh(state, actions, weights);
        for (&action, &weight) in actions.iter().zip(weights.iter()) {
            if !weight.is_finite() || weight < 0.0 {
                self.fault.note_weight(state, action, weight);
                return None;
            }
        }
        if self.arena.node(at).kind() != Kind::Leaf {
            self.arena.share_out(at, shares(weights));
        }
        match value {
            Some(value) => {
                self.valued = true;
                self.fault.check(value, state).map(Some)
            }
            None => Some(None),
        }
    }
}
