//! Monte Carlo as section 3.1.1 can be read, with a drop left out.

use core::ops::ControlFlow;

use gambol_core::random::Rng;
use gambol_core::{Game, Policy, Uniform};

use crate::bits::Bits;
use crate::moves::Move;
use crate::state::{FiveOrMore, Phase};

/// Flat Monte Carlo whose rollouts begin with a move where the rules have a drop: a reading of section 3.1.1, to study the thesis'
/// numbers with. It judges moves by games that do not occur.
///
/// The thesis' program did *"every possible move in memory"* and simulated random games *"for every different state created by
/// those moves"*. If such a game begins as every random game does, with a move, the stones that drop after the tried move never do.
/// The search that keeps the rules is flat Monte Carlo of the search crate; docs/results/five-or-more.md compares them.
///
/// Each legal move is valued by the average final score of as many rollouts; the first of the best is played.
///
/// ```
/// use gambol_core::{Policy, Seed, Uniform};
/// use gambol_five_or_more::FiveOrMore;
/// use gambol_five_or_more::knowledge::LateMonteCarlo;
///
/// let state: FiveOrMore = "aaaa1/bcbc1/cbcb1/bcbc1/cbca1 bca 0 m colours=3,size=5x5".parse()?;
/// let action = LateMonteCarlo::new(20, Uniform).choose(&state, &mut Seed::new(1).rng());
/// assert_eq!(action.unwrap().to_string(), "d5-e1");
/// # Ok::<(), gambol_core::TextError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LateMonteCarlo<P = Uniform> {
    rollouts: u32,
    policy: P,
}

impl<P> LateMonteCarlo<P> {
    /// So many rollouts of each move, played by this policy, at random where it has no opinion. The thesis has 100.
    pub const fn new(rollouts: u32, policy: P) -> Self {
        Self { rollouts, policy }
    }

    fn rollout<B: Bits, R: Rng + ?Sized>(&self, mut state: FiveOrMore<B>, rng: &mut R) -> i64
    where
        P: Policy<FiveOrMore<B>>,
    {
        loop {
            let Some(action) = self.policy.choose(&state, rng).or_else(|| state.random_action(rng)) else {
                return state.score();
            };
            state.play(action);
            state.settle(rng);
        }
    }
}

impl<B: Bits, P: Policy<FiveOrMore<B>>> Policy<FiveOrMore<B>> for LateMonteCarlo<P> {
    fn choose<R: Rng + ?Sized>(&self, state: &FiveOrMore<B>, rng: &mut R) -> Option<Move> {
        let mut best = None;
        let _ = state.list_moves(|action| {
            let mut after = *state;
            after.play(action);
            // The drop that is left out, unless there is nothing to move without it.
            if after.board.occupied().is_empty() {
                after.settle(rng);
            }
            after.phase = Phase::Move;
            let total: i64 = (0..self.rollouts).map(|_| self.rollout(after, rng)).sum();
            if best.is_none_or(|(most, _)| total > most) {
                best = Some((total, action));
            }
            ControlFlow::Continue(())
        });
        best.map(|(_, action)| action)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gambol_core::{Cell, Seed};

    /// Two places are left, and four of a colour in a row. The drop takes one or both of them before the next move, so that a
    /// five can only be finished at once; where the drop is left out, a move before it costs nothing.
    #[test]
    fn a_move_is_free_where_the_drop_is_left_out() {
        let state: FiveOrMore = "aaaa1/bcbc1/cbcb1/bcbc1/cbca1 bca 0 m colours=3,size=5x5".parse().unwrap();
        let mut aside = state;
        aside.play(Move::new(Cell::new(3, 4), Cell::new(4, 4)));
        aside.phase = Phase::Move;
        let player = LateMonteCarlo::new(1, super::super::SimpleBias::finish(3));
        let finishes = (0..20).filter(|&seed| player.rollout(aside, &mut Seed::new(seed).rng()) > 0).count();
        assert_eq!(finishes, 20, "the five is still there");
        let action = player.choose(&state, &mut Seed::new(1).rng());
        assert!(action.is_some_and(|action| state.check_action(action).is_ok()));
    }

    #[test]
    fn it_has_no_opinion_where_no_move_is_due() {
        let state = FiveOrMore::default();
        assert_eq!(LateMonteCarlo::new(1, Uniform).choose(&state, &mut Seed::new(1).rng()), None);
    }

    #[test]
    fn a_board_that_a_move_empties_gets_its_drop() {
        let state: FiveOrMore = "aaaa1/5/4a/5/5 abc 0 m colours=3,size=5x5".parse().unwrap();
        let action = LateMonteCarlo::new(30, Uniform).choose(&state, &mut Seed::new(1).rng());
        assert_eq!(action, Some(Move::new(Cell::new(4, 2), Cell::new(4, 0))));
    }
}
