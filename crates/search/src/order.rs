//! Sorting by value, best first.
//!
//! The sort itself is not generic over the search, so that the standard library's `sort_by` is
//! compiled once. Compiled for each search of each game, it would be a tenth of a program with all
//! of them.

use alloc::vec::Vec;

/// Sorts by descending worth; ties keep their order.
pub(crate) fn best_first<T>(items: &mut [T], worth: impl Fn(&T) -> f64) {
    let worths: Vec<f64> = items.iter().map(worth).collect();
    permute(items, &mut descending(&worths));
}

/// Returns the indices of the worths in descending order, with ascending indices for ties.
#[inline(never)]
fn descending(worths: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..worths.len()).collect();
    order.sort_by(|&a, &b| worths[b].total_cmp(&worths[a]));
    order
}

/// Moves to each index the item whose index `order` has there. Overwrites `order`.
fn permute<T>(items: &mut [T], order: &mut [usize]) {
    for start in 0..order.len() {
        let mut at = start;
        loop {
            let from = core::mem::replace(&mut order[at], at);
            if from == start || from == at {
                break;
            }
            items.swap(at, from);
            at = from;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;
    use gambol_core::{Rng, Seed};

    #[test]
    fn the_greatest_comes_first_and_equals_keep_their_order() {
        let mut rng = Seed::new(1).rng();
        for length in 0..60 {
            let items: Vec<(u32, usize)> = (0..length).map(|index| (rng.next_u32() % 8, index)).collect();
            let mut sorted = items.clone();
            best_first(&mut sorted, |&(worth, _)| f64::from(worth) - 4.0);
            let mut expected = items;
            expected.sort_by_key(|&(worth, _)| core::cmp::Reverse(worth));
            assert_eq!(sorted, expected);
        }
    }

    #[test]
    fn infinities_come_first_and_last() {
        let mut items: Vec<(f64, String)> =
            [(f64::NEG_INFINITY, "c"), (1.0, "b"), (f64::INFINITY, "a")].map(|(x, name)| (x, name.into())).into();
        best_first(&mut items, |&(worth, _)| worth);
        let names: Vec<&str> = items.iter().map(|(_, name)| name.as_str()).collect();
        assert_eq!(names, ["a", "b", "c"]);
    }
}
