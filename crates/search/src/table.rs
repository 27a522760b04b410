//! A transposition table of a fixed number of bytes.
//!
//! A bucket is one cache line with three slots: first their keys, then their values, then their
//! metas (depth, kind of bound, generation and the number of the best action, half a word each).
//! The high bits of a key choose its bucket; all 64 bits are compared.

use alloc::vec::Vec;

use gambol_core::{Game, mix};

/// The key under which a table keeps a state whose values include the score. A game's own
/// [key](Game::key) may leave the score out.
#[inline]
pub(crate) fn key_with_score<G: Game>(state: &G) -> u64 {
    mix(state.key(), state.score() as u64)
}

/// The key under which a table keeps a state whose values leave the score out.
///
/// Games may number their states instead of hashing them, and tables need keys whose high bits
/// differ: every key goes through [`mix`] here or in [`key_with_score`].
#[inline]
pub(crate) fn key_without_score<G: Game>(state: &G) -> u64 {
    mix(state.key(), 0)
}

/// So many words are taken without asking for them first, 32 MiB: allocators keep pieces of this
/// size when they come back, and must then fill them with zeros themselves.
const MAX_UNRESERVED: usize = 1 << 22;

/// At most so many words of zeros: half of them, again and again, where the machine has no room.
///
/// Asking first is necessary: a vector of zeros comes from the system untouched and at once, but
/// aborts the process where it cannot be had.
pub(crate) fn zeros(mut words: usize) -> Vec<u64> {
    while words > MAX_UNRESERVED && Vec::<u64>::new().try_reserve_exact(words).is_err() {
        words /= 2;
    }
    alloc::vec![0; words]
}

/// Kind of a stored value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StoredBound {
    /// Lower bound of the true value.
    Lower,
    /// Upper bound of the true value.
    Upper,
    /// The true value.
    Exact,
}

/// Table entry of a state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TableEntry {
    pub(crate) value: f64,
    pub(crate) bound: StoredBound,
    /// Search depth of the value.
    pub(crate) depth: u8,
    /// Whether the value holds at any depth: every line that it rests on came to the end of the
    /// game.
    pub(crate) solved: bool,
    /// The number of the best action in the order in which the game lists them. After a confusion
    /// of keys it may be any number.
    pub(crate) best: Option<u16>,
}

/// The greatest depth that an entry can hold; deeper ones are stored as this.
pub(crate) const MAX_ENTRY_DEPTH: u8 = 127;

/// Action numbers from this on are not stored.
const NO_ACTION: u32 = (1 << 14) - 1;

/// Slots of a bucket.
const SLOTS: usize = 3;

/// Words of a bucket: a cache line.
const BUCKET: usize = LINE / size_of::<u64>();

/// Where the values of a bucket begin, after the keys, and where the metas do.
const VALUES: usize = SLOTS;
const METAS: usize = 2 * SLOTS;

/// Bytes of a cache line.
const LINE: usize = 64;

/// Every search wipes one of so many parts of the table, so that no entry is left when its
/// generation's number comes again.
const PARTS: usize = 128;

/// A table that never holds more than the bytes it was made with. Searches see only what they
/// stored themselves: each begins a new generation, and older entries are as good as empty slots.
#[derive(Debug, Default)]
pub(crate) struct TranspositionTable {
    words: Vec<u64>,
    /// The first word of the first bucket: the start of a cache line.
    first: usize,
    buckets: usize,
    generation: u8,
}

impl TranspositionTable {
    /// A table of at most this many bytes, fewer if the machine does not have them. Fresh pages
    /// come zeroed and are touched only when they are used, so that a large table costs nothing
    /// until it is filled.
    pub(crate) fn new(bytes: usize) -> Self {
        let slack = BUCKET - 1;
        let fitting = |words: usize| words.saturating_sub(slack) / BUCKET;
        if fitting(bytes / size_of::<u64>()) == 0 {
            return Self::default();
        }
        let words = zeros(fitting(bytes / size_of::<u64>()) * BUCKET + slack);
        let first = words.as_ptr().align_offset(LINE).min(slack);
        let buckets = fitting(words.len());
        Self { words, first, buckets, generation: 0 }
    }

    /// The bytes in use.
    #[cfg(test)]
    pub(crate) fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<u64>()
    }

    /// Clears the table before a new search.
    pub(crate) fn renew(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        let part = usize::from(self.generation) % PARTS;
        let from = self.buckets * part / PARTS;
        let until = self.buckets * (part + 1) / PARTS;
        self.words[self.first + from * BUCKET..self.first + until * BUCKET].fill(0);
    }

    /// The bucket of a key; `None` if the table has none.
    #[inline]
    fn bucket(&self, key: u64) -> Option<usize> {
        let bucket = ((u128::from(key) * self.buckets as u128) >> 64) as usize;
        (self.buckets > 0).then_some(self.first + bucket * BUCKET)
    }

    /// Looks up a key.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<TableEntry> {
        let bucket = self.bucket(key)?;
        let bucket: &[u64; BUCKET] = self.words[bucket..].first_chunk()?;
        for slot in 0..SLOTS {
            let meta = Meta::read(bucket, slot);
            if bucket[slot] == key
                && meta.generation() == self.generation
                && let Some(entry) = meta.entry(f64::from_bits(bucket[VALUES + slot]))
            {
                return Some(entry);
            }
        }
        None
    }

    /// Stores an entry. It replaces the entry of the same key, else an empty slot, else the
    /// shallowest entry of its bucket.
    #[inline]
    pub(crate) fn put(&mut self, key: u64, mut entry: TableEntry) {
        let Some(bucket) = self.bucket(key) else { return };
        let generation = self.generation;
        let Some(bucket) = self.words[bucket..].first_chunk_mut::<BUCKET>() else { return };
        let (mut victim, mut least) = (0, u32::MAX);
        for slot in 0..SLOTS {
            let meta = Meta::read(bucket, slot);
            let live = meta.generation() == generation && meta.bound().is_some();
            if live && bucket[slot] == key {
                entry.best = entry.best.or(meta.best());
                victim = slot;
                break;
            }
            let worth = if live { 1 + u32::from(meta.depth()) } else { 0 };
            if worth < least {
                (victim, least) = (slot, worth);
            }
        }
        bucket[victim] = key;
        bucket[VALUES + victim] = entry.value.to_bits();
        Meta::of(generation, &entry).write(bucket, victim);
    }
}

/// What a slot holds besides key and value, from the low end: 8 bits generation, 2 bits bound (0
/// for an empty slot), 1 bit solved, 7 bits depth, 14 bits action.
#[derive(Clone, Copy)]
pub(crate) struct Meta(pub(crate) u32);

impl Meta {
    #[inline]
    pub(crate) fn of(generation: u8, entry: &TableEntry) -> Self {
        let bound = match entry.bound {
            StoredBound::Lower => 1,
            StoredBound::Upper => 2,
            StoredBound::Exact => 3,
        };
        let best = entry.best.map_or(NO_ACTION, |best| u32::from(best).min(NO_ACTION));
        Self(
            u32::from(generation)
                | bound << 8
                | u32::from(entry.solved) << 10
                | u32::from(entry.depth.min(MAX_ENTRY_DEPTH)) << 11
                | best << 18,
        )
    }

    #[inline]
    fn read(bucket: &[u64; BUCKET], slot: usize) -> Self {
        Self((bucket[METAS + slot / 2] >> (32 * (slot % 2))) as u32)
    }

    #[inline]
    fn write(self, bucket: &mut [u64; BUCKET], slot: usize) {
        let (word, shift) = (&mut bucket[METAS + slot / 2], 32 * (slot % 2));
        *word = *word & !(u64::from(u32::MAX) << shift) | u64::from(self.0) << shift;
    }

    #[inline]
    pub(crate) fn generation(self) -> u8 {
        self.0 as u8
    }

    #[inline]
    pub(crate) fn bound(self) -> Option<StoredBound> {
        match (self.0 >> 8) & 3 {
            1 => Some(StoredBound::Lower),
            2 => Some(StoredBound::Upper),
            3 => Some(StoredBound::Exact),
            _ => None,
        }
    }

    /// The entry with this value; `None` for an empty slot.
    #[inline]
    pub(crate) fn entry(self, value: f64) -> Option<TableEntry> {
        let bound = self.bound()?;
        Some(TableEntry { value, bound, depth: self.depth(), solved: self.solved(), best: self.best() })
    }

    #[inline]
    fn solved(self) -> bool {
        (self.0 >> 10) & 1 == 1
    }

    #[inline]
    pub(crate) fn depth(self) -> u8 {
        (self.0 >> 11) as u8 & MAX_ENTRY_DEPTH
    }

    #[inline]
    pub(crate) fn best(self) -> Option<u16> {
        let best = (self.0 >> 18) & NO_ACTION;
        (best != NO_ACTION).then_some(best as u16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(value: f64, depth: u8) -> TableEntry {
        TableEntry { value, bound: StoredBound::Exact, depth, solved: false, best: Some(7) }
    }

    #[test]
    fn what_was_put_in_comes_out() {
        let mut table = TranspositionTable::new(1 << 12);
        for (bound, depth, solved, best) in [
            (StoredBound::Lower, 0, true, None),
            (StoredBound::Upper, 127, false, Some(0)),
            (StoredBound::Exact, 3, true, Some(16_382)),
        ] {
            let entry = TableEntry { value: -0.1, bound, depth, solved, best };
            table.put(5, entry);
            assert_eq!(table.get(5), Some(entry));
        }
        table.put(5, TableEntry { best: None, ..entry(0.5, 4) });
        assert_eq!(table.get(5), Some(TableEntry { best: Some(16_382), ..entry(0.5, 4) }), "the best action stays");
        assert_eq!(table.get(6), None);
        table.put(9, TableEntry { depth: 200, best: Some(16_383), ..entry(1.0, 0) });
        assert_eq!(table.get(9), Some(TableEntry { depth: 127, best: None, ..entry(1.0, 0) }));
    }

    #[test]
    fn its_bytes_are_never_exceeded() {
        for bytes in (0..2_000).chain([1 << 20, (1 << 20) + 1, 12_345_678]) {
            let mut table = TranspositionTable::new(bytes);
            for n in 0..2_000 {
                table.put(mix(n, 1), entry(1.0, 3));
            }
            assert!(table.bytes() <= bytes, "{} > {bytes}", table.bytes());
            assert!(bytes < 4096 || table.bytes() + 128 > bytes, "most of it is used");
            if table.buckets > 0 {
                assert_eq!(table.words[table.first..].as_ptr() as usize % LINE, 0, "buckets are cache lines");
            }
        }
    }

    #[test]
    fn keys_that_differ_in_any_bit_are_told_apart() {
        for bytes in [130, 1 << 12, 1 << 20] {
            for bit in 0..64 {
                let mut table = TranspositionTable::new(bytes);
                table.put(5, entry(1.0, 3));
                assert_eq!(table.get(5 ^ 1 << bit), None, "bit {bit} of a table of {bytes} bytes");
            }
        }
    }

    #[test]
    fn a_table_that_the_machine_has_no_room_for_is_smaller() {
        for bytes in [1 << 60, usize::MAX] {
            let mut table = TranspositionTable::new(bytes);
            table.put(1, entry(1.0, 1));
            assert_eq!(table.get(1).is_some(), table.buckets > 0);
        }
    }

    #[test]
    fn without_room_nothing_is_kept() {
        let mut table = TranspositionTable::new(100);
        table.put(1, entry(1.0, 1));
        table.renew();
        assert_eq!(table.get(1), None);
    }

    #[test]
    fn deep_entries_stay_and_the_shallowest_goes() {
        // One bucket.
        let mut table = TranspositionTable::new(130);
        for (key, depth) in [(1, 9), (2, 2), (3, 5)] {
            table.put(key, entry(f64::from(depth), depth));
        }
        table.put(5, entry(1.0, 1));
        let kept = [1, 2, 3, 5].map(|key| table.get(key).is_some());
        assert_eq!(kept, [true, false, true, true]);
    }

    #[test]
    fn a_new_search_sees_nothing_of_older_ones() {
        let mut table = TranspositionTable::new(1 << 16);
        for search in 0..600_u64 {
            table.renew();
            for n in 0..50 {
                let key = mix(n + search % 3 * 20, 3);
                assert_eq!(table.get(key), None, "search {search}");
                table.put(key, entry(1.0, 2));
                assert!(table.get(key).is_some());
            }
        }
    }
}
