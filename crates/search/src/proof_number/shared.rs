//! Proof table shared by several workers.

use alloc::vec::Vec;
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::table::{Busy, Word, with_room};

use super::table::{BUCKET, Numbers, Proofs, bucket, pack, rank, unpack, words_of};

/// The table of several workers, the states that they are searching, and whether one of them has
/// finished.
///
/// Words are atomic, but the two words of an entry are not written together. A key is stored XOR
/// data, so an entry that another worker has partly overwritten does not match. Proved and
/// disproved entries of a key are not overwritten with open ones.
#[derive(Debug)]
pub(super) struct Shared {
    words: Vec<Word>,
    busy: Busy,
    is_done: AtomicBool,
}

impl Shared {
    /// Creates a table of at most this many bytes, or fewer if the machine lacks memory.
    pub(super) fn new(bytes: usize) -> Self {
        let (mut words, count) = with_room::<Word>(words_of(bytes));
        words.resize_with(count / BUCKET * BUCKET, || Word::new(0));
        Self { words, busy: Busy::new(), is_done: AtomicBool::new(false) }
    }

    /// Sets whether a worker has decided the root.
    pub(super) fn set_done(&self, is_done: bool) {
        self.is_done.store(is_done, Relaxed);
    }

    /// Returns the entries of the bucket of a key, with their keys and data.
    fn entries(&self, key: u64) -> impl Iterator<Item = (&[Word], u64, u64)> {
        let first = bucket(key, self.words.len());
        let words = self.words.get(first..).and_then(<[Word]>::first_chunk::<BUCKET>);
        words.into_iter().flat_map(|words| words.chunks_exact(2)).map(|entry| {
            let data = entry[1].load(Relaxed);
            (entry, entry[0].load(Relaxed) ^ data, data)
        })
    }
}

impl Proofs for &Shared {
    const IS_SHARED: bool = true;

    fn get(&self, key: u64) -> Option<(Numbers, u8)> {
        let (_, _, data) = self.entries(key).find(|&(_, stored, data)| stored == key && data != 0)?;
        // If words are written in halves, those of two writes for one key can match.
        Some(unpack(data)).filter(|(numbers, _)| numbers.are_possible())
    }

    fn put(&mut self, key: u64, numbers: Numbers, nodes: u64) {
        let Some((entry, old, data)) = self.entries(key).min_by_key(|&(_, old, data)| rank(key, old, data)) else {
            return;
        };
        let is_known = data != 0 && old == key && unpack(data).0.are_final();
        if !is_known || numbers.are_final() {
            let data = pack(numbers, nodes);
            entry[0].store(key ^ data, Relaxed);
            entry[1].store(data, Relaxed);
        }
    }

    fn enter(&mut self, key: u64) {
        self.busy.begin(key);
    }

    fn leave(&mut self, key: u64) {
        self.busy.end(key);
    }

    fn is_busy(&self, key: u64) -> bool {
        self.busy.contains(key)
    }

    fn is_done(&self) -> bool {
        self.is_done.load(Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_proved_stays_proved() {
        let shared = Shared::new(64);
        let mut table = &shared;
        let open = Numbers { proof: 3, disproof: 4 };
        table.put(7, open, 10);
        assert_eq!(table.get(7).unwrap().0, open);
        table.put(7, Numbers::PROVED, 10);
        table.put(7, open, 1_000);
        assert_eq!(table.get(7).unwrap().0, Numbers::PROVED);
        assert_eq!(table.get(8), None);
    }

    #[test]
    fn a_half_overwritten_entry_does_not_match() {
        let shared = Shared::new(64);
        let mut table = &shared;
        table.put(7, Numbers::PROVED, 10);
        shared.words[1].store(pack(Numbers::DISPROVED, 10), Relaxed);
        assert_eq!(table.get(7), None);
        table.put(7, Numbers { proof: 3, disproof: 0 }, 10);
        assert_eq!(table.get(7), None, "halves of two writes");
        let mut none = &Shared::new(0);
        none.put(1, Numbers::PROVED, 1);
        assert_eq!(none.get(1), None);
    }
}
