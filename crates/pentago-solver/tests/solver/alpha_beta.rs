//! The solver compared with alpha-beta of `gambol-search`.

use gambol_core::{GameExt, Player, Seed};
use gambol_pentago_solver::{Solver, Verdict};
use gambol_pentago_swap::FittedLines;
use gambol_search::{AlphaBeta, Budget, Proven, Search};

use crate::random_position;

const DEPTH: u32 = 5;

/// Compares verdicts within five plies, and returns the number of wins, losses and others.
fn compare(seeds: std::ops::Range<u64>) -> [u32; 3] {
    let mut solver = Solver::new(32 << 20).unwrap();
    let mut kinds = [0; 3];
    for seed in seeds {
        let position = random_position(12 + seed as u32 % 13, &mut Seed::new(seed).rng());
        if position.is_over() {
            continue;
        }
        let verdict = solver.solve(&position, DEPTH).unwrap().verdict;
        let decision = AlphaBeta::new(FittedLines::default())
            .depth(DEPTH)
            .search(&position, &Budget::unlimited(), Seed::new(1))
            .unwrap();
        let mover = if position.plies().is_multiple_of(2) { Player::First } else { Player::Second };
        let expected = match decision.proven {
            Some(Proven::Win { winner, plies: Some(plies) }) if winner == mover => Verdict::Win { plies },
            Some(Proven::Win { plies: Some(plies), .. }) => Verdict::Loss { plies },
            _ => Verdict::Unknown { plies: DEPTH },
        };
        assert_eq!(verdict, expected, "seed {seed}: {position}");
        kinds[match expected {
            Verdict::Win { .. } => 0,
            Verdict::Loss { .. } => 1,
            _ => 2,
        }] += 1;
    }
    kinds
}

#[test]
fn verdicts_within_five_plies_are_those_of_alpha_beta() {
    let kinds = compare(0..30);
    assert!(kinds[0] > 0 && kinds[2] > 0, "{kinds:?}");
}

/// Takes minutes: run with `--ignored`.
#[test]
#[ignore = "takes minutes"]
fn a_thousand_verdicts_within_five_plies_are_those_of_alpha_beta() {
    let kinds = compare(0..1_100);
    assert!(kinds.iter().sum::<u32>() >= 1_000, "{kinds:?}");
    assert!(kinds.iter().all(|&count| count > 0), "{kinds:?}");
}
