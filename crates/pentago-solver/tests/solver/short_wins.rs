//! Short wins from the empty board: the verdicts of the solver and of an independent, plain
//! program.

#[allow(dead_code)]
#[path = "../../examples/short_wins.rs"]
mod plain;

use gambol_core::{Game, GameExt, Player, Seed};
use gambol_pentago_solver::{Solver, Verdict};
use gambol_pentago_swap::PentagoSwap;

use crate::random_position;

#[test]
fn no_side_wins_within_thirteen_plies_of_the_empty_board() {
    for (plies, nodes) in [(9, 2_241), (11, 34_573), (13, 723_204)] {
        let solution = Solver::new(32 << 20).unwrap().solve(&PentagoSwap::new(), plies).unwrap();
        assert_eq!((solution.verdict, solution.nodes), (Verdict::Unknown { plies }, nodes));
    }
}

#[test]
fn a_plain_search_finds_no_early_win_either() {
    for (is_white, plies) in [(true, 9), (false, 8), (false, 10)] {
        assert!(!plain::from_empty(is_white, plies, 16).0, "{plies}");
    }
}

/// Ensures that a plain search that never finds a win does not pass.
#[test]
fn the_plain_search_agrees_with_the_solver() {
    let mut solver = Solver::new(32 << 20).unwrap();
    let mut won = [0, 0];
    for seed in 0..100 {
        let position = random_position(8 + seed as u32 % 12, &mut Seed::new(seed).rng());
        if position.is_over() {
            continue;
        }
        let mover = position.turn().player().unwrap();
        for attacker in [mover, mover.opponent()] {
            for plies in 1..=if position.plies() < 12 { 4 } else { 5 } {
                let expected = solver.wins_within(&position, attacker, plies).unwrap();
                let (white, black) = (position.white(), position.black());
                let (own, other) = if attacker == Player::First { (white, black) } else { (black, white) };
                let mut search = plain::Search::new(12);
                let found =
                    if attacker == mover { search.attack(own, other, plies) } else { search.defend(own, other, plies) };
                assert_eq!(found, expected, "{position}: {attacker:?} within {plies}");
                won[usize::from(attacker == mover)] += u32::from(found && plies >= 3);
            }
        }
    }
    assert!(won.iter().all(|&count| count > 5), "{won:?}");
}
