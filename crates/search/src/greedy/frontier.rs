//! The states that a greedy search has found and may play on from.

use alloc::collections::{BTreeSet, BinaryHeap};
use alloc::vec::Vec;
use core::cmp::Ordering;

use gambol_core::random::{Pcg64Mcg, Rng};
use gambol_core::{Game, Player, Seed};

use crate::flat::Ties;

/// A state found by a greedy search.
#[derive(Debug)]
pub(super) struct Node<G: Game> {
    pub(super) state: G,
    /// The action that led here, and what the evaluator says of it.
    pub(super) action: G::Action,
    pub(super) value: f64,
    /// The root action that all began with.
    pub(super) root: usize,
    pub(super) parent: Option<usize>,
    /// Whether the same player's turn goes on here.
    pub(super) open: bool,
}

/// A state in the queue.
#[derive(Debug)]
struct Entry {
    /// Great is good for the player.
    value: f64,
    /// Great comes first among equals.
    tie: u64,
    node: usize,
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Entry {}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Entry {
    fn cmp(&self, other: &Self) -> Ordering {
        self.value.total_cmp(&other.value).then(self.tie.cmp(&other.tie)).then(other.node.cmp(&self.node))
    }
}

/// A queue of states, best first, and the keys of all that were ever found.
#[derive(Debug)]
pub(super) struct Frontier {
    sign: f64,
    ties: Ties,
    rng: Pcg64Mcg,
    queue: BinaryHeap<Entry>,
    known: BTreeSet<u64>,
}

impl Frontier {
    pub(super) fn new(player: Player, ties: Ties, seed: Seed) -> Self {
        let sign = player.sign() as f64;
        Self { sign, ties, rng: seed.rng(), queue: BinaryHeap::new(), known: BTreeSet::new() }
    }

    /// Remembers a state by its key. Whether it is new.
    pub(super) fn enter(&mut self, key: u64) -> bool {
        self.known.insert(key)
    }

    pub(super) fn push(&mut self, node: usize, value: f64) {
        let entry = self.entry(node, value);
        self.queue.push(entry);
    }

    pub(super) fn pop(&mut self) -> Option<usize> {
        self.queue.pop().map(|entry| entry.node)
    }

    /// The best of these states, at most `width`, best first.
    pub(super) fn best(&mut self, nodes: &[usize], width: usize, value: impl Fn(usize) -> f64) -> Vec<usize> {
        let mut entries: Vec<Entry> = nodes.iter().map(|&node| self.entry(node, value(node))).collect();
        entries.sort_unstable_by(|a, b| b.cmp(a));
        entries.truncate(width);
        entries.into_iter().map(|entry| entry.node).collect()
    }

    fn entry(&mut self, node: usize, value: f64) -> Entry {
        let tie = match self.ties {
            Ties::First => 0,
            Ties::Random => self.rng.next_u64(),
        };
        Entry { value: self.sign * value, tie, node }
    }
}
