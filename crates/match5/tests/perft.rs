//! Counts of move sequences and of distinct positions.

use gambol_conformance::assert_perft;
use gambol_core::{Game, perft};
use gambol_match5::{Match5, Wide};

const TABLE: &str = include_str!("data/perft.txt");
const MOST: u64 = if cfg!(debug_assertions) { 300_000 } else { 5_000_000 };

#[test]
fn counts_are_those_of_the_table() {
    let counted = assert_perft::<Match5>(TABLE, MOST);
    assert!(counted > 12, "{counted}");
}

#[test]
fn counts_of_the_wide_type_are_those_of_the_table() {
    let counted = assert_perft::<Match5<Wide>>(TABLE, MOST / 10);
    assert!(counted > 16, "{counted}");
}

/// Without rows, the counts follow from arithmetic: sequences of cells, sets of cells, and sets up
/// to symmetry by Burnside's lemma.
#[test]
fn distinct_positions_are_those_of_arithmetic() {
    let start = Match5::<u128>::default();
    let count = |depth, symmetric| perft::distinct(&start, depth, symmetric).len();
    assert_eq!([1, 2, 3].map(|depth| count(depth, false)), [81, 81 * 80, 81 * 80 / 2 * 79]);
    // Of the 8 symmetries, 4 mirror the board and fix 9 cells; the quarter and half turns fix one.
    assert_eq!(count(1, true), (81 + 3 + 4 * 9) / 8);
    assert_eq!(count(2, true), (81 * 80 + 4 * 9 * 8) / 8);
    assert!(perft::distinct(&start, 2, true).iter().all(|state| state.symmetries() == 8));
}
