//! Memory for the rows of a batch.

use alloc::vec;
use alloc::vec::Vec;

use gambol_core::PlaneShape;

use crate::out::{ActionLists, Out};

/// The numbers of a batch that do not change: the sizes of all rows.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Layout {
    /// The number of games.
    pub games: usize,
    /// The number of players: 1 or 2.
    pub players: usize,
    /// The shape of the planes of a game.
    pub planes: PlaneShape,
    /// The number of indices of actions, which is the length of a mask.
    pub action_count: usize,
    /// The axes of the index: see [`Indexed::action_shape`](gambol_core::Indexed::action_shape).
    pub action_shape: Vec<usize>,
}

/// Memory for all that a step writes, with planes of `f32` values: for callers without arrays of
/// their own. Creating rows panics if their size overflows.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Rows {
    /// The planes of all games.
    pub planes: Vec<f32>,
    /// The last planes of the episodes that ended in the last step, if resets are in the same step.
    pub finals: Vec<f32>,
    /// The masks of all games; empty for rows with lists.
    pub masks: Vec<bool>,
    /// The lists of legal actions of all games; empty for rows with masks.
    pub lists: ActionLists,
    /// The rewards of the last step.
    pub rewards: Vec<f32>,
    /// Whether each game is over.
    pub terminated: Vec<bool>,
    /// Whether each episode was cut off.
    pub truncated: Vec<bool>,
    /// The observing players: 0 the first, 1 the second.
    pub players: Vec<u8>,
    masked: bool,
}

impl Rows {
    /// Creates rows with masks of legal actions.
    #[must_use]
    pub fn with_masks(layout: &Layout) -> Self {
        Self {
            masks: vec![false; layout.games.saturating_mul(layout.action_count)],
            masked: true,
            ..Self::with_lists(layout)
        }
    }

    /// Creates rows with lists of legal actions, for games of many actions.
    #[must_use]
    pub fn with_lists(layout: &Layout) -> Self {
        let planes = vec![0.0; layout.games.saturating_mul(layout.planes.len())];
        Self {
            finals: planes.clone(),
            planes,
            masks: Vec::new(),
            lists: ActionLists::default(),
            rewards: vec![0.0; layout.games],
            terminated: vec![false; layout.games],
            truncated: vec![false; layout.games],
            players: vec![0; layout.games],
            masked: false,
        }
    }

    /// Returns the rows as the memory of a step or a reset.
    pub fn out(&mut self) -> Out<'_> {
        let out = Out::new(&mut self.rewards, &mut self.terminated, &mut self.truncated, &mut self.players)
            .planes(&mut self.planes[..])
            .finals(&mut self.finals[..]);
        if self.masked { out.masks(&mut self.masks) } else { out.lists(&mut self.lists) }
    }
}
