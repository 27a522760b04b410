//! The counts of `tests/data/perft.txt`.

use gambol_core::perft;
use gambol_tenten::TenTen;

const GREATEST: u64 = if cfg!(debug_assertions) { 300_000 } else { 50_000_000 };

#[test]
fn counts_are_those_of_the_table() {
    let mut checked = 0;
    for line in include_str!("data/perft.txt").lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let mut fields = line.splitn(3, ' ');
        let mut field = || fields.next().unwrap_or_else(|| panic!("{line}: a field is missing"));
        let (depth, count, position) = (field(), field(), field());
        let (depth, count): (u32, u64) = (depth.parse().unwrap(), count.parse().unwrap());
        let state: TenTen = position.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
        if count <= GREATEST {
            assert_eq!(perft::count(&state, depth), count, "depth {depth} of {position}");
            // The checked path is slower by the text of its tests, not by its counts.
            if count <= GREATEST / 10 {
                assert_eq!(perft::count_checked(&state, depth), Some(count), "checked, depth {depth} of {position}");
            }
            checked += 1;
        }
    }
    assert!(checked >= 8, "only {checked} counts were small enough");
}
