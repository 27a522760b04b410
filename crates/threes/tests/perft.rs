//! Counts of event sequences, as in `tests/data/perft.txt`.

use gambol_core::perft;
use gambol_threes::Threes;

#[test]
fn counts_are_as_recorded() {
    let limit = if cfg!(debug_assertions) { 300_000 } else { 50_000_000 };
    let mut counted = 0;
    for line in include_str!("data/perft.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let mut fields = line.splitn(3, ' ');
        let mut field = || fields.next().expect("DEPTH COUNT POSITION");
        let (depth, count): (u32, u64) = (field().parse().unwrap(), field().parse().unwrap());
        let position: Threes = field().parse().unwrap();
        if count <= limit {
            assert_eq!(perft::count(&position, depth), count, "{line}");
            counted += 1;
            if count <= 20_000 {
                assert_eq!(perft::count_checked(&position, depth), Some(count), "{line}");
            }
        }
    }
    assert!(counted > 20);
}
