//! The leaves of a step.

use alloc::vec::Vec;

use gambol_core::{Game, Observe};

use super::slot::{Slot, Waiting};

/// The leaves of a forest that wait for their evaluation, in the order of the games.
///
/// The actions of all leaves form one list, one leaf after the other. Weights have the same order.
#[derive(Debug)]
pub struct Leaves<'a, G: Game> {
    pub(super) slots: &'a [Slot<G>],
    /// Game of each leaf and its number in that game.
    pub(super) index: &'a [(usize, usize)],
    pub(super) offsets: &'a [usize],
}

/// A leaf that waits for its evaluation.
#[derive(Debug)]
#[non_exhaustive]
pub struct Leaf<'a, G: Game> {
    /// The number of its game.
    pub game: usize,
    /// The state, in which a player is to move.
    pub state: &'a G,
    /// The [candidates](Game::visit_candidates) of the state, in the order of the game.
    pub actions: &'a [G::Action],
}

impl<'a, G: Game> Leaves<'a, G> {
    /// Returns the number of leaves.
    #[must_use]
    pub fn len(&self) -> usize {
        self.index.len()
    }

    /// Whether no leaf waits, since the searches of all games have ended.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.index.is_empty()
    }

    /// Returns the leaves in order.
    pub fn iter(&self) -> impl Iterator<Item = Leaf<'a, G>> + use<'a, G> {
        let slots = self.slots;
        self.index.iter().map(move |&(game, place)| {
            let Waiting { state, actions, .. } = &slots[game].waiting()[place];
            Leaf { game, state, actions }
        })
    }

    /// Returns the length of the list of all actions, which is the number of weights.
    #[must_use]
    pub fn action_count(&self) -> usize {
        self.offsets.last().copied().unwrap_or(0)
    }
}

impl<G: Observe> Leaves<'_, G> {
    /// Writes the [planes](Observe::observe) of every leaf for its player to move, one leaf after
    /// the other, replacing the contents of `planes`.
    pub fn observe(&self, planes: &mut Vec<f32>) {
        let length = |leaf: Leaf<'_, G>| leaf.state.plane_shape().len();
        planes.resize(self.iter().map(length).sum(), 0.0);
        let mut rest = &mut planes[..];
        for leaf in self.iter() {
            let (own, others) = rest.split_at_mut(leaf.state.plane_shape().len());
            if let Some(player) = leaf.state.turn().player() {
                leaf.state.observe(player, own);
            }
            rest = others;
        }
    }
}
