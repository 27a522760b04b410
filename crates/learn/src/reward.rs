//! Reward functions.

use gambol_core::Game;

/// The reward of the step from one afterstate to the next.
///
/// A learner predicts the discounted sum of all future rewards. Rewards are for the first player: a
/// cost is a negative reward.
pub trait Reward<G>: Send + Sync {
    /// Returns the reward of the step from `afterstate`, in which chance is to move, to `next`: the
    /// afterstate of the next turn, or the ended game.
    fn reward(&self, afterstate: &G, next: &G) -> f32;
}

/// The points gained: the difference of the scores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Points;

impl<G: Game> Reward<G> for Points {
    #[inline]
    fn reward(&self, afterstate: &G, next: &G) -> f32 {
        (next.score() - afterstate.score()) as f32
    }
}
