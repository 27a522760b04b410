//! States found by a greedy search and their priority queue.

use alloc::collections::BinaryHeap;
use core::cmp::Ordering;

use gambol_core::random::{GameRng, Rng};
use gambol_core::{Game, Player, Seed};

use crate::decision::worth;
use crate::flat::Ties;
use crate::key_map::KeyMap;

/// A state found by a greedy search.
#[derive(Debug)]
pub(super) struct Node<G: Game> {
    pub(super) state: G,
    /// The last action; `value` is its evaluation.
    pub(super) action: G::Action,
    pub(super) value: f64,
    /// Index of the root action that it descends from.
    pub(super) root: usize,
    pub(super) parent: Option<usize>,
    /// Number of actions from the root.
    pub(super) length: u32,
    pub(super) stage: Stage,
}

/// Position of a state in the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// The turn of the same player continues.
    Open,
    /// The turn is complete or the game is over.
    End,
    /// The turn continues, but an earlier root action led to the same state.
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

/// Priority queue of states, best first, and the keys of all states found.
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

    /// Records the key of a new state with this node. For a known state, returns its earlier node
    /// and changes nothing.
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

    /// Returns the best of these states.
    pub(super) fn best(&mut self, nodes: impl Iterator<Item = usize>, value: impl Fn(usize) -> f64) -> Option<usize> {
        nodes.map(|node| self.entry(node, value(node), 0)).max().map(|entry| entry.node)
    }

    fn entry(&mut self, node: usize, value: f64, length: u32) -> QueuedState {
        let tie = match self.ties {
            Ties::First => 0,
            Ties::Random => self.rng.next_u64(),
        };
        QueuedState { value: worth(self.player, value), tie, length, node }
    }
}
