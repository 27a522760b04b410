//! Transposition tables of a search.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::value::Seen;
use crate::table::{TableEntry, TranspositionTable};

/// Maximum size of a worker's small table in bytes: the private cache of a core.
const MAX_SMALL_TABLE: usize = 1 << 20;

/// Capacity of a shared table at the start of a pass, as a multiple of its entries. The table
/// cannot grow during a pass.
const GROWTH: usize = 8;

/// All tables of a search: a large one for all workers and a small one per worker for shallow
/// states.
///
/// Most states are shallow, and a probe of main memory takes longer than searching them again. With
/// the small table, a search of connect four to 20 plies takes a seventh less time.
#[derive(Debug, Default)]
pub(super) struct Tables {
    large: Arc<TranspositionTable>,
    small: Vec<TranspositionTable>,
    bytes: usize,
    /// Features of the states behind the entries.
    pub(super) seen: Seen,
}

impl Tables {
    /// Creates tables for this many workers within this many bytes in total.
    pub(super) fn new(workers: usize, bytes: usize) -> Self {
        let small = (bytes / (16 * workers)).min(MAX_SMALL_TABLE);
        Self {
            large: Arc::new(TranspositionTable::new(bytes - small * workers)),
            small: (0..workers).map(|_| TranspositionTable::new(small)).collect(),
            bytes,
            seen: Seen::default(),
        }
    }

    /// Whether they were created for this many workers and bytes.
    pub(super) fn are_for(&self, workers: usize, bytes: usize) -> bool {
        self.small.len() == workers && self.bytes == bytes
    }

    fn all(&mut self) -> impl Iterator<Item = &mut TranspositionTable> {
        Arc::get_mut(&mut self.large).into_iter().chain(&mut self.small)
    }

    /// Clears all tables before a new search.
    pub(super) fn renew(&mut self) {
        self.seen = Seen::default();
        self.all().for_each(TranspositionTable::clear);
    }

    /// Starts a new search and keeps the entries.
    pub(super) fn continue_search(&mut self) {
        self.all().for_each(TranspositionTable::age);
    }

    /// Lends a view to each worker. Several workers share the large table, which is returned. Small
    /// tables hold states up to the depth `shallow`.
    pub(super) fn lend(&mut self, shallow: u8) -> (Vec<TableView<'_>>, Option<Arc<TranspositionTable>>) {
        let is_shared = self.small.len() > 1;
        let view = |small| TableView { large: Large::None, small, shallow };
        let mut views: Vec<_> = self.small.iter_mut().map(view).collect();
        if is_shared {
            return (views, Some(core::mem::take(&mut self.large)));
        }
        for (view, large) in views.iter_mut().zip(Arc::get_mut(&mut self.large)) {
            view.large = Large::Own(large);
        }
        (views, None)
    }

    /// Takes back the shared table.
    pub(super) fn take_back(&mut self, shared: Option<Arc<TranspositionTable>>) {
        if let Some(shared) = shared {
            self.large = shared;
        }
    }

    /// Looks a key up in all tables.
    pub(super) fn get(&self, key: u64) -> Option<TableEntry> {
        self.large.get(key).or_else(|| self.small.iter().find_map(|table| table.get(key)))
    }
}

/// A worker's access to the large table.
#[derive(Debug)]
enum Large<'a> {
    /// Exclusive access; the table grows with each entry.
    Own(&'a mut TranspositionTable),
    /// Shared access, and the number of entries that this worker has added.
    Shared(Arc<TranspositionTable>, usize),
    None,
}

/// One worker's view of the tables.
#[derive(Debug)]
pub(super) struct TableView<'a> {
    large: Large<'a>,
    small: &'a mut TranspositionTable,
    /// Maximum depth of states in the small table.
    shallow: u8,
}

impl TableView<'_> {
    /// Looks up a state for a search to this depth.
    #[inline]
    pub(super) fn get(&self, key: u64, depth: u8) -> Option<TableEntry> {
        if depth <= self.shallow {
            return self.small.get(key);
        }
        let large = match &self.large {
            Large::Own(table) => table.get(key),
            Large::Shared(table, _) => table.get(key),
            Large::None => None,
        };
        // An iteration ago, the state may have been in the small table.
        large.or_else(|| if depth == self.shallow + 1 { self.small.get(key) } else { None })
    }

    /// Stores an entry.
    #[inline]
    pub(super) fn put(&mut self, key: u64, entry: TableEntry) {
        if entry.depth <= self.shallow {
            return self.small.put(key, entry);
        }
        match &mut self.large {
            Large::Own(table) => table.put(key, entry),
            Large::Shared(table, added) => *added += usize::from(table.put_shared(key, entry)),
            Large::None => {}
        }
    }
}

/// Grows the shared table and distributes it to all workers.
pub(super) fn share<'a, 'b: 'a>(
    shared: &mut Arc<TranspositionTable>,
    views: impl Iterator<Item = &'a mut TableView<'b>>,
) {
    let mut views: Vec<_> = views.collect();
    let mut stored = 0;
    // The table can grow only while no view holds it.
    for view in &mut views {
        if let Large::Shared(_, added) = core::mem::replace(&mut view.large, Large::None) {
            stored += added;
        }
    }
    if let Some(table) = Arc::get_mut(shared) {
        table.grow(stored, GROWTH);
    }
    for view in views {
        view.large = Large::Shared(shared.clone(), 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::StoredBound;

    #[test]
    fn what_one_finds_all_know() {
        let mut tables = Tables::new(3, 1 << 16);
        for _ in 0..3 {
            tables.renew();
            let (mut views, mut shared) = tables.lend(0);
            let entry = TableEntry { value: 2.0, bound: StoredBound::Lower, depth: 3, solved: false, best: None };
            share(shared.as_mut().unwrap(), views.iter_mut());
            views[1].put(5, entry);
            assert_eq!(views[0].get(5, 3), Some(entry));
            share(shared.as_mut().unwrap(), views.iter_mut());
            assert_eq!(views[2].get(5, 3), Some(entry));
            drop(views);
            tables.take_back(shared);
            assert_eq!(tables.get(5), Some(entry));
        }
    }

    #[test]
    fn shallow_states_are_kept_apart_and_found_a_ply_later() {
        let mut tables = Tables::new(1, 1 << 16);
        let (mut workers, _) = tables.lend(4);
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
        for workers in [1, 8] {
            for bytes in [0, 100, 1_000, 12_345, 1 << 20] {
                let mut tables = Tables::new(workers, bytes);
                let used = tables.all().map(|table| table.bytes()).sum::<usize>();
                assert!(used <= bytes, "{used} > {bytes} for {workers}");
                assert!(bytes < 1 << 20 || used > bytes / 10 * 9);
            }
        }
    }
}
