//! Monte Carlo as section 3.1.1 of the thesis can be read, with a drop left out.

use alloc::string::ToString;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use gambol_core::{Game, Policy, Rng};
use gambol_five_or_more::{Bits, FiveOrMore, Move, Phase};

/// Flat Monte Carlo whose random rollouts begin with a move where the rules have a drop: a reading
/// of section 3.1.1, to study the thesis' numbers with. It judges moves by games that do not occur.
///
/// The thesis' program did *"every possible move in memory"* and simulated random games *"for every
/// different state created by those moves"*. If such a game begins as every random game does, with
/// a move, the stones that drop after the tried move never do. The search that keeps the rules is
/// flat Monte Carlo; docs/results/five-or-more.md compares them.
///
/// Each legal move is valued by the sum of the final scores of its rollouts; the first of the best
/// is played.
pub(super) struct LateMonteCarlo {
    pub(super) rollouts: u32,
}

impl<B: Bits> Policy<FiveOrMore<B>> for LateMonteCarlo {
    fn choose<R: Rng + ?Sized>(&self, state: &FiveOrMore<B>, rng: &mut R) -> Option<Move> {
        let mut best = None;
        let _ = state.visit_actions(|action| {
            let mut after = *state;
            after.play(action);
            // There is nothing to move without the drop.
            if after.stones().len() == 0 {
                after.settle(rng);
            }
            let after = without_drop(&after).unwrap_or(after);
            let total: i64 = (0..self.rollouts).map(|_| rollout(after, rng)).sum();
            if best.is_none_or(|(most, _)| total > most) {
                best = Some((total, action));
            }
            ControlFlow::Continue(())
        });
        best.map(|(_, action)| action)
    }
}

/// The state in which a move is due where a drop was, made by way of the text form, which says in
/// its fourth field what is due. `None` if the drop cannot be left out: the move went to a cell
/// that is promised to one of its stones.
fn without_drop<B: Bits>(after: &FiveOrMore<B>) -> Option<FiveOrMore<B>> {
    if after.phase() == Phase::Move {
        return Some(*after);
    }
    let text = after.to_string();
    let mut fields: Vec<&str> = text.split(' ').collect();
    *fields.get_mut(3)? = "m";
    fields.join(" ").parse().ok()
}

fn rollout<B: Bits, R: Rng + ?Sized>(mut state: FiveOrMore<B>, rng: &mut R) -> i64 {
    state.settle(rng);
    while let Some(action) = state.random_action(rng) {
        state.play(action);
        state.settle(rng);
    }
    state.score()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gambol_core::{GameExt, Seed};
    use gambol_five_or_more::{Rules, Wide};

    fn choose(text: &str, rollouts: u32) -> Option<alloc::string::String> {
        let state: FiveOrMore = text.parse().unwrap();
        let action = LateMonteCarlo { rollouts }.choose(&state, &mut Seed::new(1).rng());
        action.inspect(|&action| assert_eq!(state.check_action(action), Ok(()))).map(|action| action.to_string())
    }

    #[test]
    fn a_move_is_due_where_the_drop_was() {
        let drop: FiveOrMore = "aaaa1/bcbc1/cbcb1/bcbc1/cbca1 bca 7 d colours=3,size=5x5".parse().unwrap();
        let left_out = without_drop(&drop).unwrap();
        assert_eq!(left_out.to_string(), "aaaa1/bcbc1/cbcb1/bcbc1/cbca1 bca 7 m size=5x5,colours=3");
        assert_eq!(without_drop(&left_out), Some(left_out));
    }

    #[test]
    fn drops_can_be_left_out_throughout_a_game() {
        fn play<B: Bits>(mut state: FiveOrMore<B>) {
            let (mut rng, mut seen) = (Seed::new(2).rng(), 0);
            while !state.is_over() {
                state.settle(&mut rng);
                let Some(action) = state.random_action(&mut rng) else { break };
                state.play(action);
                let left_out = without_drop(&state).unwrap();
                assert_eq!((left_out.phase(), left_out.score()), (Phase::Move, state.score()));
                assert_eq!(left_out.rules(), state.rules());
                assert!(left_out.stones().eq(state.stones()));
                assert!(left_out.next().eq(state.next()));
                seen += 1;
            }
            assert!(seen > 5, "{seen} moves");
        }
        play(FiveOrMore::default());
        for rules in [Rules::SMALL, Rules::THESIS.gnome_later(), Rules::LARGE] {
            play(FiveOrMore::<Wide>::new(rules).unwrap());
        }
    }

    #[test]
    fn a_drop_on_a_cell_that_was_taken_is_not_left_out() {
        let mut state: FiveOrMore = "a4/5/5/5/5 a@b1,b@b2,c@b3 0 m size=5x5,preview=places".parse().unwrap();
        state.play("a1-b1".parse().unwrap());
        assert_eq!(without_drop(&state), None);
    }

    #[test]
    fn it_has_no_opinion_where_no_move_is_due() {
        assert_eq!(
            LateMonteCarlo { rollouts: 1 }.choose(&FiveOrMore::<u128>::default(), &mut Seed::new(1).rng()),
            None
        );
    }

    #[test]
    fn a_board_that_a_move_empties_gets_its_drop() {
        let state = "aaaa1/5/4a/5/5 abc 0 m colours=3,size=5x5";
        assert_eq!(choose(state, 30).as_deref(), Some("e3-e1"));
        assert_eq!(choose("aaaa1/bcbc1/cbcb1/bcbc1/cbca1 bca 0 m colours=3,size=5x5", 20).as_deref(), Some("d5-e1"));
    }
}
