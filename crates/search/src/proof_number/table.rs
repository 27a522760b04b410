//! Table of proof and disproof numbers of limited size.

use alloc::vec::Vec;

use crate::table::with_room;

/// Infinity: the proof number of an unreachable goal.
pub(super) const INFINITE: u32 = (1 << BITS) - 1;

const BITS: u32 = 28;

/// A proof and a disproof number: lower bounds on the leaves to solve for a proof or a disproof.
/// (0, infinite) is proved, (infinite, 0) disproved.
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

/// Words per bucket, a cache line: four entries of key and data.
const BUCKET: usize = 8;

/// Buckets of an empty table, if its size allows: 256 KiB. Short proofs lose no entries.
const MIN_BUCKETS: usize = 1 << 12;

/// Returns the number of words of a table of at most this many bytes.
fn words_of(bytes: usize) -> usize {
    bytes / (BUCKET * size_of::<u64>()) * BUCKET
}

/// Transposition table of proof and disproof numbers. A bucket has four entries; the one with the
/// least work is replaced.
///
/// The table doubles when it is half full, so that the entries of a short search are close together
/// in the caches. A cleared table keeps its memory.
#[derive(Clone, Debug, Default)]
pub(super) struct ProofTable {
    /// Reserved to the maximum size. The system commits memory only as the table grows.
    words: Vec<u64>,
    /// Maximum number of words.
    max: usize,
    /// Number of entries.
    used: usize,
}

impl ProofTable {
    /// Creates a table of at most this many bytes, or fewer if the machine lacks memory.
    pub(super) fn new(bytes: usize) -> Self {
        let (words, most) = with_room(words_of(bytes));
        let mut table = Self { words, max: most / BUCKET * BUCKET, used: 0 };
        table.clear();
        table
    }

    /// Whether it was created for this many bytes, and the machine had them.
    pub(super) fn is_for(&self, bytes: usize) -> bool {
        self.max == words_of(bytes)
    }

    /// Removes all entries.
    pub(super) fn clear(&mut self) {
        self.words.clear();
        self.words.resize(self.max.min(MIN_BUCKETS * BUCKET), 0);
        self.used = 0;
    }

    #[cfg(test)]
    pub(super) fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<u64>()
    }

    /// Doubles the table, if its size allows, and moves the entries to their new buckets.
    #[cold]
    fn grow(&mut self) {
        let old = self.words.len();
        self.words.resize(old.saturating_mul(2).min(self.max), 0);
        self.used = 0;
        // From the end: no entry moves to a lower bucket.
        for first in (0..old).step_by(BUCKET).rev() {
            let Some(bucket) = self.words.get_mut(first..).and_then(<[u64]>::first_chunk_mut::<BUCKET>) else { return };
            let entries = core::mem::take(bucket);
            for entry in entries.chunks_exact(2).filter(|entry| entry[1] != 0) {
                self.insert(entry[0], entry[1]);
            }
        }
    }

    /// Stores an entry in the place of the one with the lowest priority.
    #[inline]
    fn insert(&mut self, key: u64, data: u64) {
        let first = bucket(key, self.words.len());
        let Some(bucket) = self.words.get_mut(first..).and_then(<[u64]>::first_chunk_mut::<BUCKET>) else { return };
        if let Some(entry) = bucket.chunks_exact_mut(2).min_by_key(|entry| rank(key, entry[0], entry[1])) {
            self.used += usize::from(entry[1] == 0);
            entry.copy_from_slice(&[key, data]);
        }
    }

    /// Returns the numbers of a state and the logarithm of its work.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<(Numbers, u8)> {
        let bucket = self.words.get(bucket(key, self.words.len())..)?.first_chunk::<BUCKET>()?;
        let entry = bucket.chunks_exact(2).find(|entry| entry[0] == key && entry[1] != 0)?;
        Some(unpack(entry[1]))
    }

    /// Stores the numbers of a state after this many nodes below it.
    #[inline]
    pub(super) fn put(&mut self, key: u64, numbers: Numbers, nodes: u64) {
        self.insert(key, pack(numbers, nodes));
        // Two words an entry.
        if 4 * self.used > self.words.len() && self.words.len() < self.max {
            self.grow();
        }
    }
}

/// Returns the first word of the bucket of a key in a table of this many words.
fn bucket(key: u64, words: usize) -> usize {
    ((u128::from(key) * (words / BUCKET) as u128) >> 64) as usize * BUCKET
}

/// Replacement priority; the lowest is replaced: first an entry of the same key, then an empty one,
/// then the one with the least work.
fn rank(key: u64, old: u64, data: u64) -> u64 {
    match data {
        0 => 1,
        _ if old == key => 0,
        _ => 2 + (data >> (2 * BITS)),
    }
}

/// Packs numbers and the logarithm of their work in a word, which is never 0.
fn pack(numbers: Numbers, nodes: u64) -> u64 {
    u64::from(numbers.proof) | u64::from(numbers.disproof) << BITS | u64::from(work(nodes)) << (2 * BITS)
}

/// Unpacks the numbers and the logarithm of their work.
fn unpack(data: u64) -> (Numbers, u8) {
    let numbers = Numbers { proof: data as u32 & INFINITE, disproof: (data >> BITS) as u32 & INFINITE };
    (numbers, (data >> (2 * BITS)) as u8)
}

/// Returns the logarithm of a number of nodes in quarters of a power of two.
fn work(nodes: u64) -> u8 {
    let nodes = nodes.max(1);
    let power = nodes.ilog2();
    let quarter = if power < 2 { 0 } else { nodes >> (power - 2) & 3 };
    (power * 4) as u8 | quarter as u8
}

#[cfg(test)]
mod tests {
    use gambol_core::mix;

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
    fn entries_survive_the_growth() {
        for bytes in [1 << 20, (1 << 20) - 64 * 777] {
            let mut table = ProofTable::new(bytes);
            let numbers = |number: u64| Numbers { proof: 1 + number as u32, disproof: 2 };
            for _ in 0..2 {
                for number in 0..20_000 {
                    table.put(mix(number, 1), numbers(number), 1);
                }
                let found = (0..20_000).filter(|&number| {
                    let known = table.get(mix(number, 1));
                    assert!(known.is_none_or(|(known, _)| known == numbers(number)), "{number}");
                    known.is_some()
                });
                assert!(found.count() > 17_000 && table.words.len() * size_of::<u64>() == bytes);
                table.clear();
                assert_eq!((table.used, table.get(mix(1, 1))), (0, None));
            }
        }
    }

    #[test]
    fn work_grows_with_nodes() {
        assert!((1..10_000).all(|nodes| work(nodes) <= work(nodes + 1)));
        assert!(work(u64::MAX) > work(u64::MAX / 2));
        assert_eq!(work(0), 0);
    }
}
