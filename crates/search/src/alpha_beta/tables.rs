//! The transposition tables of a search, and their exchange between workers.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::value::Seen;
use crate::table::{TableEntry, TranspositionTable};

/// Least depth of the entries that are shared between workers.
const MIN_SHARED_DEPTH: u8 = 2;

/// Greatest size of a worker's small table in bytes: a core's own cache.
const MAX_SMALL_TABLE: usize = 1 << 20;

/// A shared table has room for so many times the entries at the beginning of a depth. It cannot
/// grow until the next one.
const GROWTH: usize = 8;

/// All tables of a search.
///
/// A single worker has one large table. Several workers share a common table of half the memory,
/// which is read-only while they work; each worker has a table of its own and a list of its new
/// keys. Between two pieces of work, new entries are copied to the common table in the order of the
/// workers, so that the result does not depend on their relative speed. If it may, the common table
/// has all of the memory, and all workers write to it.
///
/// Besides, every worker has a small table for shallow states. Most states are shallow, and a probe
/// of main memory takes longer than searching them again: with the small table, a search of connect
/// four to 20 plies takes a seventh less time.
#[derive(Debug, Default)]
pub(super) struct Tables {
    common: Arc<TranspositionTable>,
    own: Vec<TranspositionTable>,
    small: Vec<TranspositionTable>,
    new_keys: Vec<Vec<u64>>,
    /// Whether workers write to the common table.
    is_shared: bool,
    /// Features of the states that the entries rest on.
    pub(super) seen: Seen,
}

impl Tables {
    /// Tables for this many workers within this many bytes in total. Several workers write to the
    /// common table unless the search is deterministic.
    pub(super) fn new(workers: usize, bytes: usize, is_deterministic: bool) -> Self {
        let tables = |bytes: usize| (0..workers).map(|_| TranspositionTable::new(bytes)).collect();
        let small = (bytes / (16 * workers)).min(MAX_SMALL_TABLE);
        let bytes = bytes - small * workers;
        if workers == 1 {
            return Self {
                common: Arc::default(),
                own: tables(bytes),
                small: tables(small),
                new_keys: alloc::vec![Vec::new()],
                is_shared: false,
                seen: Seen::default(),
            };
        }
        if !is_deterministic {
            return Self {
                common: Arc::new(TranspositionTable::new(bytes)),
                own: tables(0),
                small: tables(small),
                new_keys: (0..workers).map(|_| Vec::new()).collect(),
                is_shared: true,
                seen: Seen::default(),
            };
        }
        // Half for the common table; a table and a key list of equal size for each worker.
        let share = bytes / (4 * workers);
        let rest = bytes - (2 * share * workers).min(bytes);
        Self {
            common: Arc::new(TranspositionTable::new(rest)),
            own: tables(share),
            small: tables(small),
            new_keys: (0..workers).map(|_| Vec::with_capacity(share / size_of::<u64>())).collect(),
            is_shared: false,
            seen: Seen::default(),
        }
    }

    /// Clears all tables before a new search.
    pub(super) fn renew(&mut self) {
        self.seen = Seen::default();
        if let Some(common) = Arc::get_mut(&mut self.common) {
            common.clear();
        }
        self.own.iter_mut().chain(&mut self.small).for_each(TranspositionTable::clear);
        self.new_keys.iter_mut().for_each(Vec::clear);
    }

    /// Begins a new search that keeps the tables' entries.
    pub(super) fn continue_search(&mut self) {
        if let Some(common) = Arc::get_mut(&mut self.common) {
            common.age();
        }
        self.own.iter_mut().chain(&mut self.small).for_each(TranspositionTable::age);
        self.new_keys.iter_mut().for_each(Vec::clear);
    }

    /// Lends the common table and one view per worker. Small tables hold states up to the depth
    /// `shallow`.
    pub(super) fn lend(&mut self, shallow: u8) -> (Arc<TranspositionTable>, Vec<TableView<'_>>) {
        let common = core::mem::take(&mut self.common);
        let (several, is_shared) = (self.own.len() > 1, self.is_shared);
        let own = self.own.iter_mut().zip(&mut self.small).zip(&mut self.new_keys);
        let view = |((own, small), new_keys)| TableView {
            common: several.then(|| common.clone()),
            own,
            small,
            shallow,
            new_keys,
            is_shared,
            stored: 0,
        };
        let views = own.map(view).collect();
        (common, views)
    }

    /// Takes the common table back.
    pub(super) fn take_back(&mut self, common: Arc<TranspositionTable>) {
        self.common = common;
    }

    /// Looks a key up in all tables.
    pub(super) fn get(&self, key: u64) -> Option<TableEntry> {
        self.common.get(key).or_else(|| self.own.iter().chain(&self.small).find_map(|table| table.get(key)))
    }
}

/// One worker's view of the tables.
#[derive(Debug)]
pub(super) struct TableView<'a> {
    common: Option<Arc<TranspositionTable>>,
    own: &'a mut TranspositionTable,
    small: &'a mut TranspositionTable,
    /// The depth up to which states are kept in the small table.
    shallow: u8,
    /// Keys of the entries stored since the last exchange, up to the capacity.
    new_keys: &'a mut Vec<u64>,
    /// Whether the common table is written to, and the number of entries stored there.
    is_shared: bool,
    stored: usize,
}

impl TableView<'_> {
    /// Looks up a state that is to be searched to this depth.
    #[inline]
    pub(super) fn get(&self, key: u64, depth: u8) -> Option<TableEntry> {
        if depth <= self.shallow {
            return self.small.get(key);
        }
        let large = self.own.get(key).or_else(|| self.common.as_ref()?.get(key));
        // An iteration ago, the state may have been in the small table.
        large.or_else(|| if depth == self.shallow + 1 { self.small.get(key) } else { None })
    }

    /// Stores an entry.
    #[inline]
    pub(super) fn put(&mut self, key: u64, entry: TableEntry) {
        if entry.depth <= self.shallow {
            return self.small.put(key, entry);
        }
        if self.is_shared {
            let is_new = self.common.as_ref().is_some_and(|common| common.put_shared(key, entry));
            self.stored += usize::from(is_new);
            return;
        }
        self.own.put(key, entry);
        if self.common.is_some() && entry.depth >= MIN_SHARED_DEPTH && self.new_keys.len() < self.new_keys.capacity() {
            self.new_keys.push(key);
        }
    }
}

/// Copies the workers' new entries to the common table, in the order of the workers.
pub(super) fn exchange<'a, 'b: 'a>(
    common: &mut Arc<TranspositionTable>,
    workers: impl Iterator<Item = &'a mut TableView<'b>>,
) {
    let mut workers: Vec<_> = workers.collect();
    // The common table is writable only while no view holds it.
    for worker in &mut workers {
        worker.common = None;
    }
    if let Some(common) = Arc::get_mut(common) {
        for worker in &mut workers {
            for key in worker.new_keys.drain(..) {
                if let Some(entry) = worker.own.get(key) {
                    common.put(key, entry);
                }
            }
        }
    }
    for worker in workers {
        worker.common = Some(common.clone());
    }
}

/// Grows the common table that the workers write to.
pub(super) fn share<'a, 'b: 'a>(
    common: &mut Arc<TranspositionTable>,
    workers: impl Iterator<Item = &'a mut TableView<'b>>,
) {
    let mut workers: Vec<_> = workers.collect();
    let mut stored = 0;
    // The table can grow only while no view holds it.
    for worker in &mut workers {
        worker.common = None;
        stored += core::mem::take(&mut worker.stored);
    }
    if let Some(common) = Arc::get_mut(common) {
        common.grow(stored, GROWTH);
    }
    for worker in workers {
        worker.common = Some(common.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::StoredBound;

    #[test]
    fn what_one_finds_all_know_after_an_exchange() {
        let mut tables = Tables::new(3, 1 << 16, true);
        for _ in 0..3 {
            tables.renew();
            let (mut common, mut workers) = tables.lend(0);
            let entry = |depth| TableEntry { value: 2.0, bound: StoredBound::Lower, depth, solved: false, best: None };
            workers[1].put(5, entry(3));
            workers[1].put(6, entry(1));
            assert_eq!((workers[0].get(5, 3), workers[1].get(5, 3)), (None, Some(entry(3))));
            exchange(&mut common, workers.iter_mut());
            assert_eq!(workers[0].get(5, 3), Some(entry(3)));
            assert_eq!(workers[0].get(6, 1), None, "leaves are not worth it");
            drop(workers);
            tables.take_back(common);
            assert_eq!(tables.get(5), Some(entry(3)));
        }
    }

    #[test]
    fn shallow_states_are_kept_apart_and_found_a_ply_later() {
        let mut tables = Tables::new(1, 1 << 16, true);
        let (_, mut workers) = tables.lend(4);
        let entry = |depth| TableEntry { value: 2.0, bound: StoredBound::Lower, depth, solved: false, best: Some(3) };
        workers[0].put(5, entry(4));
        workers[0].put(6, entry(5));
        assert_eq!([4, 5, 6].map(|depth| workers[0].get(5, depth)), [Some(entry(4)), Some(entry(4)), None]);
        assert_eq!([4, 5, 6].map(|depth| workers[0].get(6, depth)), [None, Some(entry(5)), Some(entry(5))]);
        drop(workers);
        assert_eq!((tables.get(5), tables.get(6)), (Some(entry(4)), Some(entry(5))));
    }

    #[test]
    fn it_never_takes_more_than_its_bytes() {
        for (workers, is_deterministic) in [(1, true), (8, true), (8, false)] {
            for bytes in [0, 100, 1_000, 12_345, 1 << 20] {
                let tables = Tables::new(workers, bytes, is_deterministic);
                let all = tables.own.iter().chain(&tables.small).chain([&*tables.common]);
                let used = all.map(TranspositionTable::bytes).sum::<usize>();
                let new_keys = tables.new_keys.iter().map(|keys| keys.capacity() * 8).sum::<usize>();
                assert!(used + new_keys <= bytes, "{used} + {new_keys} > {bytes} for {workers}");
                assert!(bytes < 1 << 20 || used + new_keys > bytes / 10 * 9);
            }
        }
    }
}
