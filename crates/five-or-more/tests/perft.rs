//! Tests of the counts in `data/perft.txt`.

use gambol_conformance::assert_perft;
use gambol_five_or_more::{FiveOrMore, Wide};

/// Larger counts take too long for a test; `gambol perft` computes them.
const MOST: u64 = if cfg!(debug_assertions) { 300_000 } else { 5_000_000 };

#[test]
fn counts_are_those_of_the_table() {
    let table = include_str!("data/perft.txt");
    let counted = assert_perft::<FiveOrMore>(table, MOST);
    assert!(counted > 30, "{counted}");
    let counted = assert_perft::<FiveOrMore<Wide>>(table, MOST / 10);
    assert!(counted > 30, "{counted}");
}
