//! Counts of move sequences and of distinct positions.

use gambol_conformance::assert_perft;
use gambol_core::perft;
use gambol_pentago_swap::PentagoSwap;

const MOST: u64 = if cfg!(debug_assertions) { 300_000 } else { 5_000_000 };

#[test]
fn counts_are_those_of_the_table() {
    let counted = assert_perft::<PentagoSwap>(include_str!("data/perft.txt"), MOST);
    assert!(counted >= 20, "{counted}");
}

/// At these depths, every set of pieces is reachable: 36, 36 × 35, C(36, 2) × 34, C(36, 2) × C(34,
/// 2).
#[test]
fn distinct_positions_from_the_empty_board() {
    let depths = if cfg!(debug_assertions) { 3 } else { 5 };
    let distinct = |symmetric| -> Vec<usize> {
        (0..depths).map(|depth| perft::distinct(&PentagoSwap::new(), depth, symmetric).len()).collect()
    };
    assert_eq!(distinct(false), [1, 36, 1_260, 21_420, 353_430][..depths as usize]);
    assert_eq!(distinct(true), [1, 6, 165, 2_715, 44_481][..depths as usize]);
}
