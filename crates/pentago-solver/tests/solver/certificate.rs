//! Certificates of small positions, and the checker's results for damaged ones.

#[allow(dead_code)]
#[path = "../../examples/check_certificate.rs"]
mod checker;

use gambol_pentago_solver::{Book, Solver, Verdict};
use gambol_pentago_swap::PentagoSwap;

use crate::positions;

fn check(file: &[u8]) -> Result<usize, String> {
    checker::check(file, |_, _| ())
}

/// Positions won by the side to move in this many plies.
fn won_in(plies: u32, count: usize) -> Vec<PentagoSwap> {
    positions(|seed| 8 + seed % 6, plies, |verdict| verdict == Verdict::Win { plies }).take(count).collect()
}

fn certificate(position: &PentagoSwap, plies: u32, search: u32) -> Vec<u8> {
    let mut file = Vec::new();
    let summary = Solver::new(32 << 20).unwrap().certificate(position, plies, search, &mut file).unwrap();
    assert_eq!(summary.entries as usize, (file.len() - entries(&file)) / ENTRY);
    file
}

/// Length of an entry in bytes.
const ENTRY: usize = 20;

fn entries(file: &[u8]) -> usize {
    file.iter().enumerate().filter(|&(_, &byte)| byte == b'\n').nth(2).unwrap().0 + 1
}

#[test]
fn certificates_are_accepted() {
    for (plies, count) in [(1, 5), (3, 10), (5, 6), (7, 2)] {
        for position in won_in(plies, count) {
            for search in [1, 3] {
                let file = certificate(&position, plies, search);
                let boards = check(&file).unwrap_or_else(|what| panic!("{position}: {what}"));
                assert!(boards >= (file.len() - entries(&file)) / ENTRY, "{position}");
            }
            assert!(Solver::new(32 << 20).unwrap().certificate(&position, plies - 1, 1, &mut Vec::new()).is_err());
        }
    }
}

#[test]
fn a_certificate_promises_no_more_plies_than_there_are_cells() {
    let position = &won_in(3, 1)[0];
    let empty = 36 - position.plies();
    let due = certificate(position, empty, 1);
    for plies in [empty + 1, 36, 37, u32::MAX] {
        let file = certificate(position, plies, 1);
        assert_eq!(String::from_utf8_lossy(&file[..entries(&file)]), String::from_utf8_lossy(&due[..entries(&due)]));
        let (_, within) = Book::read(&file).unwrap().get(position).unwrap();
        assert_eq!(within, empty);
    }
}

#[test]
fn damaged_certificates_are_refused() {
    let all = won_in(7, 4).into_iter().map(|position| certificate(&position, 7, 1));
    let whole = all.max_by_key(Vec::len).unwrap();
    let start = entries(&whole);
    let count = (whole.len() - start) / ENTRY;
    assert!(count > 5, "{count}");
    // Cut short at any place.
    for length in (0..whole.len()).step_by(7).chain([whole.len() - 1, whole.len() - ENTRY]) {
        assert!(check(&whole[..length]).is_err(), "{length}");
    }
    // One entry missing, with a correct count.
    for entry in 0..count {
        let mut file = whole.clone();
        file.drain(start + ENTRY * entry..start + ENTRY * (entry + 1));
        let text = String::from_utf8_lossy(&whole[..start])
            .replace(&format!("entries {count}"), &format!("entries {}", count - 1));
        file.splice(..start, text.bytes());
        assert!(check(&file).is_err(), "{entry}");
    }
    // One move changed: to an occupied or invalid cell, or to a move that does not win. A changed
    // move may also win, but rarely by boards that other entries cover.
    let (mut refused, mut tried) = (0, 0);
    for entry in 0..count {
        for at in (start + ENTRY * entry + 8..start + ENTRY * (entry + 1)).filter(|&at| whole[at] != 255) {
            for action in [0, 37, 70, 111, 150, 199, 215, 216, 255] {
                let mut file = whole.clone();
                file[at] = action;
                if action == whole[at] {
                    continue;
                }
                tried += 1;
                if check(&file).is_err() {
                    refused += 1;
                } else {
                    assert!(action < 216, "{entry} {action}");
                }
            }
        }
    }
    assert!(10 * refused > 8 * tried, "{refused} of {tried}");
    // A board changed, two entries exchanged, one entry duplicated: anything that could make a line
    // circular.
    let mut file = whole.clone();
    file[start + 3] ^= 1;
    assert!(check(&file).is_err());
    let mut file = whole.clone();
    file[start..start + 2 * ENTRY].rotate_left(ENTRY);
    assert!(check(&file).is_err());
    let mut file = whole.clone();
    let (first, second) = file[start..start + 2 * ENTRY].split_at_mut(ENTRY);
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
    assert!(check(&changed("certificate 2", "certificate 1")).is_err());
    assert!(check(&changed("plies 7", &format!("plies {}", usize::MAX))).is_err());
    assert!(check(&changed("plies 7", "plies 9")).is_ok(), "a weaker claim");
}
