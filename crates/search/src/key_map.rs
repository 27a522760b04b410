//! Hash map from state keys to node indices.

use alloc::vec;
use alloc::vec::Vec;

/// Node indices by state key, with open addressing.
#[derive(Debug)]
pub(crate) struct KeyMap {
    /// The keys; 0 marks a free slot. The length is a power of two, and at most half of the slots
    /// are used.
    slots: Vec<u64>,
    /// The node of the key in each slot.
    nodes: Vec<usize>,
    taken: usize,
    zero: Option<usize>,
}

impl KeyMap {
    pub(crate) fn new() -> Self {
        Self { slots: vec![0; 512], nodes: vec![0; 512], taken: 0, zero: None }
    }

    /// Removes all keys.
    pub(crate) fn clear(&mut self) {
        self.slots.fill(0);
        (self.taken, self.zero) = (0, None);
    }

    /// Adds a new key with this node. For a known key, returns its node instead.
    pub(crate) fn insert(&mut self, key: u64, node: usize) -> Option<usize> {
        if key == 0 {
            let known = self.zero;
            self.zero = known.or(Some(node));
            return known;
        }
        if 2 * self.taken >= self.slots.len() {
            self.grow();
        }
        let place = self.find(key);
        if self.slots[place] != 0 {
            return Some(self.nodes[place]);
        }
        self.slots[place] = key;
        self.nodes[place] = node;
        self.taken += 1;
        None
    }

    /// Doubles the number of slots.
    fn grow(&mut self) {
        let double = 2 * self.slots.len();
        let keys = core::mem::replace(&mut self.slots, vec![0; double]);
        let nodes = core::mem::replace(&mut self.nodes, vec![0; double]);
        for (key, node) in keys.into_iter().zip(nodes) {
            if key != 0 {
                let place = self.find(key);
                self.slots[place] = key;
                self.nodes[place] = node;
            }
        }
    }

    /// Returns the slot of a key, or the free slot for its insertion.
    fn find(&self, key: u64) -> usize {
        let last = self.slots.len() - 1;
        // The low bits of some games' keys are badly distributed.
        let mut place = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize & last;
        while self.slots[place] != 0 && self.slots[place] != key {
            place = (place + 1) & last;
        }
        place
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeMap;
    use gambol_core::{Rng, Seed};

    #[test]
    fn a_map_of_keys_knows_what_it_has_seen() {
        let mut rng = Seed::new(1).rng();
        let (mut keys, mut slow) = (KeyMap::new(), BTreeMap::new());
        for round in 0..20_000 {
            // Close, shared and far keys, and 0.
            for key in [round as u64 % 3_000, (round as u64) << 40, rng.next_u64()] {
                let known = slow.get(&key).copied();
                slow.entry(key).or_insert(round);
                assert_eq!(keys.insert(key, round), known, "{key}");
            }
        }
        keys.clear();
        for key in slow.into_keys() {
            assert_eq!(keys.insert(key, 1), None, "{key}");
        }
    }
}
