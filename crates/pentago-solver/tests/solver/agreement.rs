//! The solver compared with a plain exhaustive search.

use std::collections::HashMap;
use std::time::Duration;

use gambol_core::{Game, GameExt, Player, Seed, Turn};
use gambol_pentago_solver::{Progress, Solver, Verdict};
use gambol_pentago_swap::PentagoSwap;

use crate::random_position;

/// Prefers wins in the fewest plies, then draws, then losses in the most plies.
fn verdict_by_exhaustion(position: &PentagoSwap, seen: &mut HashMap<PentagoSwap, Verdict>) -> Verdict {
    if let Some(&verdict) = seen.get(position) {
        return verdict;
    }
    let verdict = match position.turn() {
        Turn::Player(_) => {
            let mut best: Option<Verdict> = None;
            for (_, next) in position.successors() {
                let value = match verdict_by_exhaustion(&next, seen) {
                    Verdict::Win { plies } => Verdict::Loss { plies: plies + 1 },
                    Verdict::Loss { plies } => Verdict::Win { plies: plies + 1 },
                    drawn => drawn,
                };
                let rank = |verdict: Verdict| match verdict {
                    Verdict::Win { plies } => 100 - i64::from(plies),
                    Verdict::Loss { plies } => i64::from(plies) - 100,
                    _ => 0,
                };
                if best.is_none_or(|best| rank(best) < rank(value)) {
                    best = Some(value);
                }
            }
            best.unwrap()
        }
        _ => match position.winner() {
            None => Verdict::Draw,
            Some(player) if (player == Player::First) == position.plies().is_multiple_of(2) => {
                Verdict::Win { plies: 0 }
            }
            Some(_) => Verdict::Loss { plies: 0 },
        },
    };
    seen.insert(*position, verdict);
    verdict
}

/// A position after this many random moves none of which ends the game. Three of every four have no
/// immediate win.
fn quiet(plies: u32, seed: u64) -> PentagoSwap {
    let mut rng = Seed::new(seed).rng();
    loop {
        let position = random_position(plies, &mut rng);
        if !position.is_over() && (seed.is_multiple_of(4) || position.winning_action().is_none()) {
            return position;
        }
    }
}

fn agrees(empty: u32, positions: u64, kinds: &mut [u32; 3]) {
    let mut solver = Solver::new(32 << 20).unwrap();
    for seed in 0..positions {
        let position = quiet(36 - empty, seed);
        let expected = verdict_by_exhaustion(&position, &mut HashMap::new());
        let solution = solver.solve(&position, empty).unwrap();
        assert_eq!(solution.verdict, expected, "{position}");
        let mut end = position;
        for &action in &solution.line {
            end.try_play(action).unwrap();
        }
        let (kind, plies, winner) = match expected {
            Verdict::Win { plies } => (0, plies, position.plies().is_multiple_of(2)),
            Verdict::Loss { plies } => (1, plies, !position.plies().is_multiple_of(2)),
            _ => (2, 0, false),
        };
        kinds[kind] += 1;
        assert_eq!(solution.line.len(), plies as usize, "{position}");
        if kind < 2 {
            assert_eq!(end.winner(), Some(if winner { Player::First } else { Player::Second }), "{position}");
        }
        for within in 0..=empty {
            let wins = |verdict| {
                matches!(expected, Verdict::Win { plies } if verdict && plies <= within)
                    || matches!(expected, Verdict::Loss { plies } if !verdict && plies <= within)
            };
            let Turn::Player(mover) = position.turn() else { continue };
            assert_eq!(solver.wins_within(&position, mover, within).unwrap(), wins(true), "{position} {within}");
            assert_eq!(
                solver.wins_within(&position, mover.opponent(), within).unwrap(),
                wins(false),
                "{position} {within}"
            );
        }
    }
}

#[test]
fn positions_with_few_empty_cells_have_their_exhaustive_values() {
    let mut kinds = [0; 3];
    for (empty, positions) in [(1, 300), (2, 400), (3, 400), (4, 300), (5, 20)] {
        agrees(empty, positions, &mut kinds);
    }
    assert!(kinds.iter().all(|&count| count > 20), "{kinds:?}");
}

/// Takes minutes: run with `--ignored`.
#[test]
#[ignore = "takes minutes"]
fn positions_with_five_and_six_empty_cells_have_their_exhaustive_values() {
    let mut kinds = [0; 3];
    for (empty, positions) in [(4, 1_000), (5, 400), (6, 60)] {
        agrees(empty, positions, &mut kinds);
    }
    assert!(kinds.iter().all(|&count| count > 0), "{kinds:?}");
}

#[test]
fn answers_do_not_depend_on_threads_or_on_what_is_known() {
    let mut one = Solver::new(32 << 20).unwrap();
    let mut three = Solver::new(32 << 20).unwrap().threads(3);
    for seed in 0..40 {
        let position = quiet(14 + seed as u32 % 4, seed);
        let expected = Solver::new(32 << 20).unwrap().solve(&position, 6).unwrap();
        assert_eq!(one.solve(&position, 6).unwrap().verdict, expected.verdict, "{position}");
        assert_eq!(three.solve(&position, 6).unwrap().verdict, expected.verdict, "{position}");
    }
}

#[test]
fn symmetric_positions_have_the_same_verdict() {
    for seed in 0..30 {
        let position = quiet(12 + seed as u32 % 8, seed);
        let verdict = Solver::new(32 << 20).unwrap().solve(&position, 5).unwrap().verdict;
        for symmetry in 1..8 {
            let image = position.transform(symmetry);
            assert_eq!(Solver::new(32 << 20).unwrap().solve(&image, 5).unwrap().verdict, verdict, "{position}");
        }
    }
}

#[test]
fn a_raised_stop_flag_stops() {
    for threads in [1, 2] {
        let mut solver = Solver::new(32 << 20).unwrap().threads(threads);
        solver.stop_flag().store(true, std::sync::atomic::Ordering::Relaxed);
        let answer = solver.wins_within(&PentagoSwap::new(), Player::First, 19);
        assert!(matches!(answer, Err(gambol_pentago_solver::SolverError::Stopped)));
    }
}

#[test]
fn checkpoints_are_independent_of_reports_and_of_their_errors() {
    let folder = tempfile::tempdir().unwrap();
    let long = |interval, path: &std::path::Path| {
        let (sender, receiver) = std::sync::mpsc::channel();
        let report = move |progress: &Progress| sender.send(progress.checkpoint_error).unwrap();
        let solver = Solver::new(32 << 20).unwrap().progress(interval, report);
        let mut solver = solver.checkpoint(path, Duration::from_millis(1));
        assert!(!solver.wins_within(&PentagoSwap::new(), Player::First, 11).unwrap());
        drop(solver);
        receiver.iter().collect::<Vec<_>>()
    };
    let path = folder.path().join("results");
    assert_eq!(long(Duration::from_secs(3_600), &path), [None]);
    assert!(Solver::new(32 << 20).unwrap().resume(&path).unwrap() > 0);
    let errors = long(Duration::from_millis(1), folder.path());
    assert_eq!(errors.last(), Some(&Some(std::io::ErrorKind::InvalidInput)));
}
