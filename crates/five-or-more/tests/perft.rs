//! Tests of the counts in `data/perft.txt`.

use gambol_conformance::assert_perft;
use gambol_five_or_more::{FiveOrMore, Wide};

/// Larger counts take too long for a test; `gambol perft` computes them.
const MOST: u64 = if cfg!(debug_assertions) { 300_000 } else { 5_000_000 };

const TABLE: &str = include_str!("data/perft.txt");

#[test]
fn counts_are_those_of_the_table() {
    let counted = assert_perft::<FiveOrMore>(TABLE, MOST);
    assert!(counted > 30, "{counted}");
}

#[test]
fn counts_of_the_wide_type_are_those_of_the_table() {
    let counted = assert_perft::<FiveOrMore<Wide>>(TABLE, MOST / 10);
    assert!(counted > 30, "{counted}");
}
