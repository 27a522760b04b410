//! Certificates of small positions, and what the checker makes of damaged ones.

#[allow(dead_code)]
#[path = "../examples/check_certificate.rs"]
mod checker;

use gambol_core::{GameExt, Seed};
use gambol_pentago_swap::PentagoSwap;
use gambol_solver::{Solver, Verdict};

fn check(file: &[u8]) -> Result<usize, String> {
    checker::check(file, |_, _| ())
}

/// Positions won by the side to move in so many plies.
fn won_in(plies: u32, count: usize) -> Vec<PentagoSwap> {
    let mut solver = Solver::new(32 << 20).unwrap();
    let mut found = Vec::new();
    for seed in 0.. {
        let mut rng = Seed::new(seed).rng();
        let mut position = PentagoSwap::new();
        for _ in 0..8 + seed % 6 {
            position.random_step(&mut rng);
        }
        if solver.solve(&position, plies).unwrap().verdict == (Verdict::Win { plies }) {
            found.push(position);
        }
        if found.len() == count {
            break;
        }
    }
    found
}

fn certificate(position: &PentagoSwap, plies: u32, search: u32) -> Vec<u8> {
    let mut file = Vec::new();
    let summary = Solver::new(32 << 20).unwrap().certificate(position, plies, search, &mut file).unwrap();
    assert_eq!(summary.bytes, file.len() as u64);
    assert_eq!(summary.entries, summary.by_plies.iter().sum::<u64>());
    file
}

fn entries(file: &[u8]) -> usize {
    file.iter().enumerate().filter(|&(_, &byte)| byte == b'\n').nth(2).unwrap().0 + 1
}

#[test]
fn certificates_are_accepted() {
    for (plies, count) in [(1, 5), (3, 10), (5, 6), (7, 2)] {
        for position in won_in(plies, count) {
            for search in [1, 3] {
                let file = certificate(&position, plies, search);
                let count = (file.len() - entries(&file)) / 9;
                assert_eq!(check(&file), Ok(count), "{position}");
            }
            assert!(Solver::new(32 << 20).unwrap().certificate(&position, plies - 1, 1, &mut Vec::new()).is_err());
        }
    }
}

#[test]
fn damaged_certificates_are_refused() {
    let position = won_in(7, 1)[0];
    let whole = certificate(&position, 7, 1);
    let start = entries(&whole);
    let count = (whole.len() - start) / 9;
    assert!(count > 10, "{count}");
    // Cut short, at any place.
    for length in (0..whole.len()).step_by(7).chain([whole.len() - 1, whole.len() - 9]) {
        assert!(check(&whole[..length]).is_err(), "{length}");
    }
    // One entry left out, the count being right.
    for entry in 0..count {
        let mut file = whole.clone();
        file.drain(start + 9 * entry..start + 9 * entry + 9);
        let text = String::from_utf8_lossy(&whole[..start])
            .replace(&format!("entries {count}"), &format!("entries {}", count - 1));
        file.splice(..start, text.bytes());
        assert!(check(&file).is_err(), "{entry}");
    }
    // One move changed: to a cell that is taken or not there, and to moves that do not win. A changed
    // move may win too, but not for want of other entries: one that leads elsewhere is refused.
    let mut refused = 0;
    for entry in 0..count {
        let at = start + 9 * entry + 8;
        for action in [0, 37, 70, 111, 150, 199, 215, 216, 255] {
            let mut file = whole.clone();
            file[at] = action;
            if action != whole[at] && check(&file).is_err() {
                refused += 1;
            } else {
                assert!(action < 216, "{entry} {action}");
            }
        }
    }
    assert!(refused > 8 * count, "{refused} of {}", 9 * count);
    // A board changed, two entries exchanged, one entry twice: what a line could go in circles by.
    let mut file = whole.clone();
    file[start + 3] ^= 1;
    assert!(check(&file).is_err());
    let mut file = whole.clone();
    file[start..start + 18].rotate_left(9);
    assert!(check(&file).is_err());
    let mut file = whole.clone();
    let (first, second) = file[start..start + 18].split_at_mut(9);
    second.copy_from_slice(first);
    assert!(check(&file).is_err());
    // Fewer plies, another side, a finished board.
    let changed = |from: &str, to: &str| {
        let mut file = whole.clone();
        let text = String::from_utf8_lossy(&whole[..start]).replace(from, to);
        file.splice(..start, text.bytes());
        file
    };
    assert!(check(&changed("plies 7", "plies 5")).is_err());
    assert!(check(&changed(" w\n", " x\n").clone()).is_err() || check(&changed(" b\n", " x\n")).is_err());
    assert!(check(&changed("certificate 1", "certificate 2")).is_err());
    assert!(check(&changed("plies 7", "plies 9")).is_ok(), "a weaker claim");
}
