//! States found by a greedy search, and their queue.

use alloc::collections::BinaryHeap;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;

use gambol_core::random::{GameRng, Rng};
use gambol_core::{Game, Player, Seed};

use crate::decision::worth;
use crate::flat::Ties;

/// A state found by a greedy search.
#[derive(Debug)]
pub(super) struct Node<G: Game> {
    pub(super) state: G,
    /// The last action and its evaluation.
    pub(super) action: G::Action,
    pub(super) value: f64,
    /// Index of the root action that it descends from.
    pub(super) root: usize,
    pub(super) parent: Option<usize>,
    /// Number of actions from the root.
    pub(super) length: u32,
    pub(super) stage: Stage,
}

/// Where a state is in the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// The same player's turn goes on here.
    Open,
    /// The turn is complete, or the game over.
    End,
    /// The turn goes on as from an earlier root action, which led to the same state.
    Double,
}

/// A state in the queue.
#[derive(Debug)]
struct QueuedState {
    /// Higher is better for the player to move.
    value: f64,
    /// Higher comes first among equal values.
    tie: u64,
    /// Longer sequences come first among equal ties.
    length: u32,
    node: usize,
}

impl PartialEq for QueuedState {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for QueuedState {}

impl PartialOrd for QueuedState {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for QueuedState {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_value = self.value.total_cmp(&other.value).then(self.tie.cmp(&other.tie));
        by_value.then(self.length.cmp(&other.length)).then(other.node.cmp(&self.node))
    }
}

/// A queue of states, best first, and the keys of all that were ever found.
#[derive(Debug)]
pub(super) struct Frontier {
    player: Player,
    ties: Ties,
    rng: GameRng,
    queue: BinaryHeap<QueuedState>,
    known: KeyMap,
}

impl Frontier {
    pub(super) fn new(player: Player, ties: Ties, seed: Seed) -> Self {
        Self { player, ties, rng: seed.rng(), queue: BinaryHeap::new(), known: KeyMap::new() }
    }

    /// Remembers a state by its key, as this node. The node that it was before, if it is not new:
    /// that one stays.
    pub(super) fn enter(&mut self, key: u64, node: usize) -> Option<usize> {
        self.known.insert(key, node)
    }

    pub(super) fn push(&mut self, node: usize, value: f64, length: u32) {
        let entry = self.entry(node, value, length);
        self.queue.push(entry);
    }

    pub(super) fn pop(&mut self) -> Option<usize> {
        self.queue.pop().map(|entry| entry.node)
    }

    /// The best of these states, at most `width`, best first.
    pub(super) fn best(&mut self, nodes: &[usize], width: usize, value: impl Fn(usize) -> f64) -> Vec<usize> {
        let mut entries: Vec<QueuedState> = nodes.iter().map(|&node| self.entry(node, value(node), 0)).collect();
        entries.sort_unstable_by(|a, b| b.cmp(a));
        entries.truncate(width);
        entries.into_iter().map(|entry| entry.node).collect()
    }

    fn entry(&mut self, node: usize, value: f64, length: u32) -> QueuedState {
        let tie = match self.ties {
            Ties::First => 0,
            Ties::Random => self.rng.next_u64(),
        };
        QueuedState { value: worth(self.player, value), tie, length, node }
    }
}

/// The nodes of keys in open addressing, which a search enters one into for every state that it
/// finds.
#[derive(Debug)]
struct KeyMap {
    /// A power of two of places, at most half of them taken; 0 is free.
    slots: Vec<u64>,
    /// The node of the key in each place.
    nodes: Vec<usize>,
    taken: usize,
    zero: Option<usize>,
}

impl KeyMap {
    fn new() -> Self {
        Self { slots: vec![0; 512], nodes: vec![0; 512], taken: 0, zero: None }
    }

    /// Adds a key with this node, if it is new; otherwise the node that it was added with.
    fn insert(&mut self, key: u64, node: usize) -> Option<usize> {
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

    /// Doubles the places.
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

    /// Where a key is, or the free place where it belongs.
    fn find(&self, key: u64) -> usize {
        let last = self.slots.len() - 1;
        // The keys of some games are not well spread in their low bits.
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
    }
}
