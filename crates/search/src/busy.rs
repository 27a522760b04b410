//! Nodes currently searched by other workers (ABDADA).

use alloc::vec::Vec;
use core::sync::atomic::Ordering::Relaxed;

use crate::table::Word;

/// Number of slots.
const SLOTS: usize = 1 << 10;

/// Keys of the states or actions that workers are searching now. A worker defers those of other
/// workers, since the table may have their values afterwards.
///
/// Source: T. Kerrigan, *Simplified ABDADA*, 2016, after J.-C. Weill, *The ABDADA Distributed
/// Minimax-Search Algorithm*, ICCA Journal 19(1), 1996.
#[derive(Debug)]
pub(crate) struct Busy(Vec<Word>);

impl Busy {
    pub(crate) fn new() -> Self {
        Self((0..SLOTS).map(|_| Word::new(0)).collect())
    }

    #[inline]
    fn slot(&self, key: u64) -> Option<&Word> {
        self.0.get(key as usize % SLOTS)
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
