//! Proof numbers by state, in a fixed amount of memory.

use alloc::vec::Vec;

/// Infinity: the number of an unreachable goal.
pub(super) const INFINITE: u32 = (1 << BITS) - 1;

const BITS: u32 = 28;

/// A proof and a disproof number: how many leaves must at least be solved to reach the goal, or to
/// refute it. (0, infinite) is proved, (infinite, 0) disproved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

impl Numbers {
    pub(super) const UNKNOWN: Self = Self { proof: 1, disproof: 1 };
    pub(super) const PROVED: Self = Self { proof: 0, disproof: INFINITE };
    pub(super) const DISPROVED: Self = Self { proof: INFINITE, disproof: 0 };
}

/// Words of a bucket, a cache line: four entries of key and data.
const BUCKET: usize = 8;

/// So many words are taken without asking for them first, 32 MiB: allocators keep pieces of this
/// size when they come back, and must then fill them with zeros themselves.
const MAX_UNRESERVED: usize = 1 << 22;

/// Transposition table of proof and disproof numbers. A bucket has four entries; the one with the
/// least work is replaced.
#[derive(Clone, Debug, Default)]
pub(super) struct ProofTable {
    words: Vec<u64>,
}

impl ProofTable {
    /// A table of at most this many bytes; fewer if the machine lacks memory.
    pub(super) fn new(bytes: usize) -> Self {
        Self { words: zeros(bytes / (BUCKET * size_of::<u64>()) * BUCKET) }
    }

    #[cfg(test)]
    pub(super) fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<u64>()
    }

    /// Where the bucket of a key begins.
    fn bucket(&self, key: u64) -> usize {
        ((u128::from(key) * (self.words.len() / BUCKET) as u128) >> 64) as usize * BUCKET
    }

    /// Returns the numbers of a state and the logarithm of its work.
    pub(super) fn get(&self, key: u64) -> Option<(Numbers, u8)> {
        let bucket = self.words.get(self.bucket(key)..)?.first_chunk::<BUCKET>()?;
        let entry = bucket.chunks_exact(2).find(|entry| entry[0] == key && entry[1] != 0)?;
        let proof = entry[1] as u32 & INFINITE;
        let disproof = (entry[1] >> BITS) as u32 & INFINITE;
        Some((Numbers { proof, disproof }, (entry[1] >> (2 * BITS)) as u8))
    }

    /// Stores the numbers of a state after this many nodes below it.
    pub(super) fn put(&mut self, key: u64, numbers: Numbers, nodes: u64) {
        let first = self.bucket(key);
        let Some(bucket) = self.words.get_mut(first..).and_then(<[u64]>::first_chunk_mut::<BUCKET>) else { return };
        let rank = |entry: &[u64]| match entry {
            // The same state, whatever it says; an empty place; the least work.
            [old, data] if *old == key && *data != 0 => 0,
            [_, 0] => 1,
            [_, data] => 2 + (data >> (2 * BITS)),
            _ => u64::MAX,
        };
        if let Some(entry) = bucket.chunks_exact_mut(2).min_by_key(|entry| rank(entry)) {
            let numbers = u64::from(numbers.proof) | u64::from(numbers.disproof) << BITS;
            entry.copy_from_slice(&[key, numbers | u64::from(work(nodes)) << (2 * BITS)]);
        }
    }
}

/// The logarithm of a number of nodes, in quarters of a power of two.
fn work(nodes: u64) -> u8 {
    let nodes = nodes.max(1);
    let power = nodes.ilog2();
    let quarter = if power < 2 { 0 } else { nodes >> (power - 2) & 3 };
    (power * 4) as u8 | quarter as u8
}

/// At most so many words of zeros: half of them, again and again, where the machine has no room.
///
/// Asking first is necessary: a vector of zeros comes from the system untouched and at once, but
/// aborts the process where it cannot be had.
fn zeros(mut words: usize) -> Vec<u64> {
    while words > MAX_UNRESERVED && Vec::<u64>::new().try_reserve_exact(words).is_err() {
        words /= 2;
    }
    alloc::vec![0; words]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_found_until_more_work_needs_the_room() {
        let mut table = ProofTable::new(64);
        assert_eq!(table.bytes(), 64);
        let numbers = |proof| Numbers { proof, disproof: INFINITE - proof };
        for key in 1..=4 {
            table.put(key, numbers(key as u32), 10 * key);
        }
        assert!((1..=4).all(|key| table.get(key).unwrap().0 == numbers(key as u32)));
        table.put(9, Numbers::PROVED, 1_000);
        assert_eq!(table.get(9).unwrap().0, Numbers::PROVED);
        assert_eq!(table.get(1), None, "it took the least work");
        table.put(9, Numbers::DISPROVED, 1);
        assert_eq!(table.get(9).unwrap().0, Numbers::DISPROVED);
        assert!((2..=4).all(|key| table.get(key).is_some()));
    }

    #[test]
    fn a_table_keeps_to_its_limit_and_works_without_any_memory() {
        for bytes in [0, 1, 63, 64, 1_000, 100_000] {
            assert!(ProofTable::new(bytes).bytes() <= bytes);
        }
        let mut table = ProofTable::new(0);
        table.put(1, Numbers::PROVED, 1);
        assert_eq!(table.get(1), None);
    }

    #[test]
    fn work_grows_with_nodes() {
        assert!((1..10_000).all(|nodes| work(nodes) <= work(nodes + 1)));
        assert!(work(u64::MAX) > work(u64::MAX / 2));
        assert_eq!(work(0), 0);
    }
}
