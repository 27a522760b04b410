//! A policy restricted by the number of stones.

use gambol_core::GameRng;
use gambol_core::Policy;

use crate::bits::Bits;
use crate::moves::Move;
use crate::state::FiveOrMore;

/// A policy that applies only to boards with few stones, or only to boards with many: the first
/// part of *Dynamic BMCRB*, before its search. Section 4.1.
///
/// Choice: a board with exactly the threshold number has many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AtStones<P> {
    policy: P,
    stones: u32,
    few: bool,
}

impl<P> AtStones<P> {
    /// The policy on boards with fewer than `stones` stones.
    pub const fn below(stones: u32, policy: P) -> Self {
        Self { policy, stones, few: true }
    }

    /// The policy on boards with `stones` stones or more: *inverted*.
    pub const fn from(stones: u32, policy: P) -> Self {
        Self { policy, stones, few: false }
    }
}

impl<B: Bits, P: Policy<FiveOrMore<B>>> Policy<FiveOrMore<B>> for AtStones<P> {
    fn choose(&self, state: &FiveOrMore<B>, rng: &mut GameRng) -> Option<Move> {
        let few = state.board.occupied(state.shape()).count() < self.stones;
        if few == self.few { self.policy.choose(state, rng) } else { None }
    }
}
