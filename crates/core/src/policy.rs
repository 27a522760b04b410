//! Policies: an action for a state.

use crate::game::Game;
use crate::random::Rng;

/// Chooses an action for a state, at once and without search: a rollout's moves, a bias before a search, or a whole player.
///
/// A policy may have no opinion: a function that completes lines has nothing to say where there is none to complete.
/// [`or`](Policy::or) puts another behind it.
pub trait Policy<G: Game>: Send + Sync {
    /// A legal action, or `None` if the policy has no opinion here or it is no player's turn.
    fn choose<R: Rng + ?Sized>(&self, state: &G, rng: &mut R) -> Option<G::Action>;

    /// This policy, and `next` where this one has no opinion.
    fn or<P: Policy<G>>(self, next: P) -> Or<Self, P>
    where
        Self: Sized,
    {
        Or { first: self, next }
    }
}

impl<G: Game, P: Policy<G>> Policy<G> for &P {
    fn choose<R: Rng + ?Sized>(&self, state: &G, rng: &mut R) -> Option<G::Action> {
        (**self).choose(state, rng)
    }
}

/// Every legal action with the same probability.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Uniform;

impl<G: Game> Policy<G> for Uniform {
    #[inline]
    fn choose<R: Rng + ?Sized>(&self, state: &G, rng: &mut R) -> Option<G::Action> {
        state.random_action(rng)
    }
}

/// A policy and what to do where it has no opinion; made by [`Policy::or`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Or<A, B> {
    first: A,
    next: B,
}

impl<G: Game, A: Policy<G>, B: Policy<G>> Policy<G> for Or<A, B> {
    #[inline]
    fn choose<R: Rng + ?Sized>(&self, state: &G, rng: &mut R) -> Option<G::Action> {
        self.first.choose(state, rng).or_else(|| self.next.choose(state, rng))
    }
}
