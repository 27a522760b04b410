//! The counts of `data/perft.txt`.

use gambol_core::perft;
use gambol_five_or_more::{FiveOrMore, Wide};

/// Larger counts take too long for a test; `gambol perft` computes them.
const MOST: u64 = if cfg!(debug_assertions) { 300_000 } else { 50_000_000 };

#[test]
fn counts_are_as_recorded() {
    let lines = include_str!("data/perft.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut tested = 0;
    for line in lines {
        let mut fields = line.splitn(3, ' ');
        let mut field = || fields.next().unwrap_or_else(|| panic!("a field is missing in {line}"));
        let (depth, count, position) = (field().parse().unwrap(), field().parse().unwrap(), field());
        if count > MOST {
            continue;
        }
        tested += 1;
        let found = if let Ok(state) = position.parse::<FiveOrMore>() {
            if count <= 20_000 {
                assert_eq!(perft::count_checked(&state, depth), Some(count), "checked: {line}");
            }
            perft::count(&state, depth)
        } else {
            let state: FiveOrMore<Wide> = position.parse().unwrap_or_else(|error| panic!("{error}"));
            perft::count(&state, depth)
        };
        assert_eq!(found, count, "{line}");
    }
    assert!(tested > 40, "{tested}");
}
