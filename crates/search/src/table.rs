//! Transposition tables, their keys, and the states that workers are searching.
//!
//! A transposition table that grows with its entries and is shared by threads without locks.
//!
//! A search of a tenth of a second fills a small part of a large table. A table that grows keeps
//! its entries close together, in the caches and on few pages of memory: connect four to 20 plies
//! takes a fifth less time than with entries scattered over 64 MiB.
//!
//! It grows by linear hashing (W. Litwin, *Linear Hashing: A New Tool for File and Table
//! Addressing*, 1980): one bucket is split at a time, so no insertion waits for a rehash of the
//! whole table.

use alloc::vec::Vec;
use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

use gambol_core::{Game, mix};

#[cfg(target_has_atomic = "64")]
pub(crate) use core::sync::atomic::AtomicU64 as Word;

#[cfg(not(target_has_atomic = "64"))]
pub(crate) use halves::Word;

/// Returns the table key of a state whose values include the score. A game's [key](Game::key) may
/// omit the score.
#[inline]
pub(crate) fn key_with_score<G: Game>(state: &G) -> u64 {
    mix(state.key(), state.score() as u64)
}

/// Returns the table key of a state whose values do not include the score.
///
/// Games may number their states instead of hashing them, but tables need keys whose high bits
/// differ. Every key therefore passes through [`mix`] here or in [`key_with_score`].
#[inline]
pub(crate) fn key_without_score<G: Game>(state: &G) -> u64 {
    mix(state.key(), 0)
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
    /// Whether the value holds at any depth, because every line behind it reached the end of the
    /// game.
    pub(crate) solved: bool,
    /// Index of the best action in the order of the game. After a key collision, it may be any
    /// number.
    pub(crate) best: Option<u16>,
}

/// Maximum depth of an entry; greater depths are stored as this.
pub(crate) const MAX_ENTRY_DEPTH: u8 = 127;

/// Action numbers from this on are not stored.
const NO_ACTION: u32 = (1 << 14) - 1;

/// The contents of a slot besides key and value. From the low end: 8 bits generation, 2 bits bound
/// (0 for an empty slot), 1 bit solved, 7 bits depth, 14 bits action.
#[derive(Clone, Copy)]
struct Meta(u32);

impl Meta {
    #[inline]
    fn of(generation: u8, entry: &TableEntry) -> Self {
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
    fn generation(self) -> u8 {
        self.0 as u8
    }

    #[inline]
    fn bound(self) -> Option<StoredBound> {
        match (self.0 >> 8) & 3 {
            1 => Some(StoredBound::Lower),
            2 => Some(StoredBound::Upper),
            3 => Some(StoredBound::Exact),
            _ => None,
        }
    }

    /// Returns the entry with this value, or `None` for an empty slot.
    #[inline]
    fn entry(self, value: f64) -> Option<TableEntry> {
        let bound = self.bound()?;
        Some(TableEntry { value, bound, depth: self.depth(), solved: self.solved(), best: self.best() })
    }

    #[inline]
    fn solved(self) -> bool {
        (self.0 >> 10) & 1 == 1
    }

    #[inline]
    fn depth(self) -> u8 {
        (self.0 >> 11) as u8 & MAX_ENTRY_DEPTH
    }

    #[inline]
    fn best(self) -> Option<u16> {
        let best = (self.0 >> 18) & NO_ACTION;
        (best != NO_ACTION).then_some(best as u16)
    }
}

/// Slots per bucket.
const SLOTS: usize = 3;

/// Buckets of an empty table, if its size allows: a power of two.
const MIN_BUCKETS: usize = 1 << 7;

/// A cache line of three slots. Words are atomic, but the three words of a slot are not written
/// together. A key is stored XOR value and meta, so a slot that another thread has partly
/// overwritten does not match (R. M. Hyatt and T. Mann, *A Lock-Less Transposition Table
/// Implementation for Parallel Search*, ICGA Journal 25(1), 2002).
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket {
    keys: [Word; SLOTS],
    values: [Word; SLOTS],
    metas: [AtomicU32; SLOTS],
}

impl Bucket {
    /// Returns the meta, value and key of a slot. The slot is empty if the meta has no bound.
    #[inline]
    fn read(&self, slot: usize) -> (Meta, u64, u64) {
        let (meta, value) = (self.metas[slot].load(Relaxed), self.values[slot].load(Relaxed));
        (Meta(meta), value, self.keys[slot].load(Relaxed) ^ value ^ spread(meta))
    }

    #[inline]
    fn write(&self, slot: usize, key: u64, value: u64, Meta(meta): Meta) {
        self.keys[slot].store(key ^ value ^ spread(meta), Relaxed);
        self.values[slot].store(value, Relaxed);
        self.metas[slot].store(meta, Relaxed);
    }
}

/// Distributes a meta over a word, so that two metas differ in many bits.
#[inline]
fn spread(meta: u32) -> u64 {
    u64::from(meta).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// Returns an empty vector with room for `most` items, or for half as many until the machine has
/// the memory, and their number. A failed allocation without a reservation would abort the process.
pub(crate) fn with_room<T>(mut most: usize) -> (Vec<T>, usize) {
    let mut items = Vec::new();
    while items.try_reserve_exact(most).is_err() {
        most /= 2;
    }
    (items, most)
}

/// A transposition table of limited size.
#[derive(Debug, Default)]
pub(crate) struct TranspositionTable {
    /// Reserved to the maximum size. The system commits memory only as buckets are pushed.
    buckets: Vec<Bucket>,
    max_buckets: usize,
    /// Twice the least power of two greater than half of the number of buckets, minus one.
    mask: usize,
    /// Number of used slots.
    used: usize,
    /// Number of the search; entries of earlier searches are replaced first.
    generation: u8,
}

impl TranspositionTable {
    /// Creates a table of at most this many bytes, or fewer if the machine does not have them.
    pub(crate) fn new(bytes: usize) -> Self {
        let (buckets, max_buckets) = with_room(bytes / size_of::<Bucket>());
        let mut table = Self { buckets, max_buckets, mask: 0, used: 0, generation: 0 };
        table.clear();
        table
    }

    /// Returns the number of reserved bytes.
    #[cfg(test)]
    pub(crate) fn bytes(&self) -> usize {
        self.buckets.capacity() * size_of::<Bucket>()
    }

    /// Removes all entries.
    pub(crate) fn clear(&mut self) {
        self.used = 0;
        if self.max_buckets > 0 {
            let buckets = MIN_BUCKETS.min(1 << self.max_buckets.ilog2());
            // In place, since a search to a small depth takes little longer than a new table.
            self.buckets.truncate(buckets);
            self.buckets.fill_with(Bucket::default);
            self.buckets.resize_with(buckets, Bucket::default);
            self.mask = 2 * buckets - 1;
        }
    }

    /// Starts a search that keeps the entries.
    pub(crate) fn age(&mut self) {
        self.generation = self.generation.wrapping_add(1);
    }

    /// Returns the bucket of a key, or `None` if the table has no buckets.
    #[inline]
    fn bucket(&self, key: u64) -> Option<&Bucket> {
        let mut at = key as usize & self.mask;
        if at >= self.buckets.len() {
            // The bucket is not split yet.
            at &= self.mask >> 1;
        }
        self.buckets.get(at)
    }

    /// Looks up a key.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<TableEntry> {
        let bucket = self.bucket(key)?;
        (0..SLOTS).find_map(|slot| {
            let (meta, value, stored) = bucket.read(slot);
            if stored == key { meta.entry(f64::from_bits(value)) } else { None }
        })
    }

    /// Stores an entry and grows the table if necessary.
    #[inline]
    pub(crate) fn put(&mut self, key: u64, entry: TableEntry) {
        if self.put_shared(key, entry) {
            self.used += 1;
            // One bucket per entry on average. A bucket not yet split holds up to two on average,
            // two thirds of its slots.
            if self.used > self.buckets.len() && self.buckets.len() < self.max_buckets {
                self.split();
            }
        }
    }

    /// Stores an entry in the slot of the same key, otherwise in an empty slot, otherwise in place
    /// of an entry from an earlier search or the one with the least depth. Returns whether the slot
    /// was empty.
    #[inline]
    pub(crate) fn put_shared(&self, key: u64, mut entry: TableEntry) -> bool {
        let Some(bucket) = self.bucket(key) else { return false };
        let (mut victim, mut least) = (0, u32::MAX);
        for slot in 0..SLOTS {
            let (meta, _, stored) = bucket.read(slot);
            let is_used = meta.bound().is_some();
            if is_used && stored == key {
                entry.best = entry.best.or(meta.best());
                (victim, least) = (slot, u32::MAX);
                break;
            }
            let is_new = meta.generation() == self.generation;
            let worth = if is_used { 1 + u32::from(meta.depth()) + (u32::from(is_new) << 8) } else { 0 };
            if worth < least {
                (victim, least) = (slot, worth);
            }
        }
        bucket.write(victim, key, entry.value.to_bits(), Meta::of(self.generation, &entry));
        least == 0
    }

    /// Splits the next bucket.
    fn split(&mut self) {
        // Half of the mask is the number of buckets at the last complete doubling, minus one.
        let half = self.mask.div_ceil(2);
        let from = &self.buckets[self.buckets.len() - half];
        let into = Bucket::default();
        for slot in 0..SLOTS {
            let (meta, value, key) = from.read(slot);
            if key as usize & half != 0 {
                into.write(slot, key, value, meta);
                from.write(slot, 0, 0, Meta(0));
            }
        }
        self.buckets.push(into);
        if self.buckets.len() > self.mask {
            self.mask = 2 * self.mask + 1;
        }
    }

    /// Counts entries that were stored by [`put_shared`](Self::put_shared) and makes room for
    /// `factor` times all entries.
    pub(crate) fn grow(&mut self, stored: usize, factor: usize) {
        self.used += stored;
        let wanted = self.used.saturating_mul(factor).min(self.max_buckets);
        while self.buckets.len() < wanted {
            self.split();
        }
    }
}

/// Number of slots.
const BUSY_SLOTS: usize = 1 << 10;

/// Keys of the states or actions that workers are searching now. A worker defers those of other
/// workers, since the table may have their values afterwards.
///
/// Source: T. Kerrigan, *Simplified ABDADA*, 2016, after J.-C. Weill, *The ABDADA Distributed
/// Minimax-Search Algorithm*, ICCA Journal 19(1), 1996.
#[derive(Debug)]
pub(crate) struct Busy(Vec<Word>);

impl Busy {
    pub(crate) fn new() -> Self {
        Self((0..BUSY_SLOTS).map(|_| Word::new(0)).collect())
    }

    #[inline]
    fn slot(&self, key: u64) -> Option<&Word> {
        self.0.get(key as usize % BUSY_SLOTS)
    }

    /// Whether a worker is searching this key.
    #[inline]
    pub(crate) fn contains(&self, key: u64) -> bool {
        self.slot(key).is_some_and(|slot| slot.load(Relaxed) == key)
    }

    #[inline]
    pub(crate) fn begin(&self, key: u64) {
        if let Some(slot) = self.slot(key) {
            slot.store(key, Relaxed);
        }
    }

    #[inline]
    pub(crate) fn end(&self, key: u64) {
        if let Some(slot) = self.slot(key).filter(|slot| slot.load(Relaxed) == key) {
            slot.store(0, Relaxed);
        }
    }
}

#[cfg(not(target_has_atomic = "64"))]
mod halves {
    use core::sync::atomic::{AtomicU32, Ordering};

    /// A word in two halves, for targets without 64-bit atomics. A reader may see halves of two
    /// words, just as it may see words of two entries.
    #[derive(Debug, Default)]
    pub(crate) struct Word([AtomicU32; 2]);

    impl Word {
        pub(crate) const fn new(value: u64) -> Self {
            Self([AtomicU32::new(value as u32), AtomicU32::new((value >> 32) as u32)])
        }

        pub(crate) fn load(&self, order: Ordering) -> u64 {
            let [low, high] = self.0.each_ref().map(|half| u64::from(half.load(order)));
            high << 32 | low
        }

        pub(crate) fn store(&self, value: u64, order: Ordering) {
            self.0[0].store(value as u32, order);
            self.0[1].store((value >> 32) as u32, order);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(value: f64, depth: u8) -> TableEntry {
        TableEntry { value, bound: StoredBound::Exact, depth, solved: false, best: Some(7) }
    }

    fn key(number: u64) -> u64 {
        mix(number, 1)
    }

    /// Counts the entries of `0..count` in the table and checks that they are unchanged.
    fn found(table: &TranspositionTable, count: u64) -> usize {
        let is_found = |&number: &u64| {
            let known = table.get(key(number));
            assert!(known.is_none_or(|known| known == entry(number as f64, number as u8 & 63)), "{number}");
            known.is_some()
        };
        (0..count).filter(is_found).count()
    }

    #[test]
    fn entries_come_out_as_they_went_in() {
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
        assert_eq!((table.get(0), table.get(5 ^ 1 << 60)), (None, None));
    }

    #[test]
    fn entries_survive_the_growth() {
        let mut table = TranspositionTable::new(1 << 24);
        let mut lengths = alloc::vec::Vec::new();
        for number in 0..150_000 {
            table.put(key(number), entry(number as f64, number as u8 & 63));
            if number % 50_000 == 0 {
                lengths.push(table.buckets.len());
            }
        }
        assert!(lengths.is_sorted_by(|a, b| a < b), "{lengths:?}");
        let kept = found(&table, 150_000);
        assert!(kept > 130_000, "{kept}");
        table.clear();
        assert_eq!((table.buckets.len(), found(&table, 150_000)), (MIN_BUCKETS, 0));
    }

    #[test]
    fn shared_entries_survive_the_growth() {
        let mut table = TranspositionTable::new(1 << 20);
        let stored =
            (0..1_000).filter(|&number| table.put_shared(key(number), entry(number as f64, number as u8 & 63)));
        let stored = stored.count();
        assert_eq!(table.buckets.len(), MIN_BUCKETS);
        table.grow(stored, 4);
        assert_eq!(table.buckets.len(), 4 * stored);
        assert_eq!(found(&table, 1_000), stored);
    }

    #[test]
    fn its_bytes_are_never_exceeded() {
        for bytes in (0..2_000).chain([1 << 20, (1 << 20) + 1, 12_345_678]) {
            let mut table = TranspositionTable::new(bytes);
            for number in 0..5_000 {
                table.put(key(number), entry(1.0, 3));
            }
            assert!(table.bytes() <= bytes, "{} > {bytes}", table.bytes());
            assert!(table.bytes() + 64 > bytes, "most of it is used");
            assert_eq!(table.get(key(4_999)).is_some(), bytes >= 64, "{bytes}");
        }
    }

    #[test]
    fn a_table_that_the_machine_has_no_room_for_is_smaller() {
        for bytes in [usize::MAX >> 4, usize::MAX] {
            let mut table = TranspositionTable::new(bytes);
            table.put(1, entry(1.0, 1));
            assert_eq!(table.get(1).is_some(), table.max_buckets > 0);
        }
    }

    #[test]
    fn deep_entries_stay_and_those_of_earlier_searches_go_first() {
        let mut table = TranspositionTable::new(64);
        let stored = |table: &TranspositionTable, keys: [u64; 4]| keys.map(|key| table.get(key).is_some());
        for (key, depth) in [(1, 9), (2, 2), (3, 5)] {
            table.put(key, entry(f64::from(depth), depth));
        }
        table.put(4, entry(1.0, 1));
        assert_eq!(stored(&table, [1, 2, 3, 4]), [true, false, true, true]);
        table.age();
        table.put(3, entry(5.0, 5));
        for key in [5, 6] {
            table.put(key, entry(1.0, 1));
        }
        assert_eq!(stored(&table, [1, 3, 5, 6]), [false, true, true, true]);
    }

    #[test]
    fn a_slot_of_two_writers_is_no_entry() {
        let table = TranspositionTable::new(64);
        table.put_shared(1, entry(1.0, 3));
        table.put_shared(2, entry(2.0, 3));
        let bucket = &table.buckets[0];
        bucket.values[0].store(bucket.values[1].load(Relaxed), Relaxed);
        assert_eq!((table.get(1), table.get(2)), (None, Some(entry(2.0, 3))));
        bucket.metas[1].store(bucket.metas[1].load(Relaxed) ^ 1 << 11, Relaxed);
        assert_eq!(table.get(2), None);
    }
}
