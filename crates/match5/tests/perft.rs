//! Counts of move sequences and of distinct positions.

use gambol_core::{Game, perft};
use gambol_match5::{Match5, Wide};

/// The lines of the table as depth, count and position.
fn table() -> impl Iterator<Item = (u32, u64, &'static str)> {
    include_str!("data/perft.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(|line| {
        let mut parts = line.splitn(3, ' ');
        let mut part = || parts.next().expect("a line is `DEPTH COUNT POSITION`");
        (part().parse().unwrap(), part().parse().unwrap(), part())
    })
}

#[test]
fn counts_are_those_of_the_table() {
    let most = if cfg!(debug_assertions) { 300_000 } else { 50_000_000 };
    let mut lines = 0;
    for (depth, count, position) in table().filter(|(_, count, _)| *count <= most) {
        match position.parse::<Match5>() {
            Ok(small) => assert_eq!(perft::count(&small, depth), count, "depth {depth} of {position}"),
            Err(error) => assert!(error.to_string().contains("Match5<Wide>"), "{error}"),
        }
        // The wide type counts all of them, the largest only where the other cannot.
        if count <= most / 10 || position.parse::<Match5>().is_err() {
            let wide: Match5<Wide> = position.parse().unwrap();
            assert_eq!(perft::count(&wide, depth), count, "depth {depth} of {position}");
        }
        lines += 1;
    }
    assert!(lines >= 20, "{lines}");
}

#[test]
fn the_checked_path_counts_the_same() {
    let most = if cfg!(debug_assertions) { 50_000 } else { 2_000_000 };
    for (depth, count, position) in table().filter(|(_, count, _)| *count <= most) {
        let state: Match5<Wide> = position.parse().unwrap();
        assert_eq!(perft::count_checked(&state, depth), Some(count), "depth {depth} of {position}");
    }
}

/// Without rows the counts follow from arithmetic: cells in order, in sets, and up to symmetry by
/// Burnside's lemma.
#[test]
fn distinct_positions_are_those_of_arithmetic() {
    let start = Match5::<u128>::default();
    let count = |depth, symmetric| perft::distinct(&start, depth, symmetric).len();
    assert_eq!([1, 2, 3].map(|depth| count(depth, false)), [81, 81 * 80, 81 * 80 / 2 * 79]);
    // Of the 8 symmetries, 4 mirror the board and leave 9 cells where they are; the quarter and
    // half turns leave one.
    assert_eq!(count(1, true), (81 + 3 + 4 * 9) / 8);
    assert_eq!(count(2, true), (81 * 80 + 4 * 9 * 8) / 8);
    assert!(perft::distinct(&start, 2, true).iter().all(|state| state.symmetries() == 8));
}
