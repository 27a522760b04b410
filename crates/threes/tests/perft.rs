//! Tests of the counts in `data/perft.txt`.

use gambol_conformance::assert_perft;
use gambol_threes::Threes;

const MOST: u64 = if cfg!(debug_assertions) { 300_000 } else { 5_000_000 };

#[test]
fn counts_are_those_of_the_table() {
    let counted = assert_perft::<Threes>(include_str!("data/perft.txt"), MOST);
    assert!(counted > 20, "{counted}");
}
