//! What expectimax remembers of the positions it has valued.

use alloc::vec::Vec;
use core::mem::size_of;

/// How a stored value stands to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    /// The true value is at least this.
    Lower,
    /// The true value is at most this.
    Upper,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    key: u64,
    value: f64,
    /// The depth it was searched to, plus one; 0 for an empty slot.
    depth: u32,
    bound: Bound,
}

const EMPTY: Slot = Slot { key: 0, value: 0.0, depth: 0, bound: Bound::Exact };

/// A table of a fixed size: one slot for each index, deeper values stay.
#[derive(Clone, Debug)]
pub(super) struct Table {
    slots: Vec<Slot>,
}

impl Table {
    /// A table of at most so many bytes. With less than a slot's, it remembers nothing.
    pub(super) fn new(bytes: usize) -> Self {
        Self { slots: alloc::vec![EMPTY; bytes / size_of::<Slot>()] }
    }

    /// The value of a position searched to exactly this depth. Deeper ones are not taken: what is found must not
    /// depend on what was searched before.
    pub(super) fn get(&self, key: u64, depth: u32) -> Option<(f64, Bound)> {
        let slot = self.slots.get(self.index(key))?;
        (slot.key == key && slot.depth == depth + 1).then_some((slot.value, slot.bound))
    }

    pub(super) fn put(&mut self, key: u64, depth: u32, value: f64, bound: Bound) {
        let index = self.index(key);
        if let Some(slot) = self.slots.get_mut(index) {
            // Of two positions the deeper one cost more. The same position is searched again for a better bound or the next
            // depth.
            if slot.key == key || slot.depth <= depth + 1 {
                *slot = Slot { key, value, depth: depth + 1, bound };
            }
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.slots.fill(EMPTY);
    }

    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.slots.len() as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_is_never_exceeded() {
        for bytes in [0, 23, 24, 1000] {
            let mut table = Table::new(bytes);
            for key in 0..1000_u64 {
                table.put(key << 54, 1, 1.0, Bound::Exact);
            }
            assert!(table.slots.capacity() * size_of::<Slot>() <= bytes);
        }
    }

    #[test]
    fn only_the_same_depth_is_found() {
        let mut table = Table::new(4096);
        table.put(77, 3, 0.5, Bound::Lower);
        assert_eq!(table.get(77, 3), Some((0.5, Bound::Lower)));
        assert_eq!(table.get(77, 2), None);
        table.put(78, 2, 0.1, Bound::Exact);
        assert_eq!(table.get(77, 3), Some((0.5, Bound::Lower)), "the deeper one stays");
        table.clear();
        assert_eq!(table.get(77, 3), None);
        assert_eq!(Table::new(0).get(77, 3), None);
    }
}
