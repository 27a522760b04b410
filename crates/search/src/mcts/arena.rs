//! Node arena: one vector with a byte limit.

use alloc::vec::Vec;
use core::hash::{Hash, Hasher};
use core::mem::size_of;

use gambol_core::{Player, StableHasher};

use super::node::{Kind, MOST_CHILDREN, Node};

/// The index of the root.
pub(super) const ROOT: u32 = 0;

/// Minimum capacity of an arena in nodes, if its limit allows.
const START: usize = 1024;

/// Block sizes of chance nodes are powers of two up to this one.
const CLASSES: usize = 23;

/// The smallest block of a chance node, as a power of two.
const SMALLEST: u32 = 2;

/// No block.
const NONE: u32 = u32::MAX;

/// Nodes in one vector. The children of a node are adjacent.
///
/// The children of a chance node are created as they are sampled. They form a hash table with
/// linear probing, keyed by outcome, in a block of slots whose size is a power of two. Looking up a
/// child takes constant time for any number of outcomes. A block that is three quarters full moves
/// to one of twice the size, and the old block is reused. Only its parent refers to a node by
/// index, so blocks can move.
#[derive(Clone, Debug)]
pub(super) struct Arena<E> {
    nodes: Vec<Node<E>>,
    /// Shares of the nodes in their parents' priors, by index, as far as they are known. Empty for
    /// UCT.
    shares: Vec<f32>,
    /// Whether nodes have shares.
    guided: bool,
    /// Maximum number of nodes within the limit.
    most: usize,
    /// First free block of each size; each free block links to the next.
    free: [u32; CLASSES],
    /// Whether an allocation has failed.
    full: bool,
    /// Number of moves of chance nodes' children to another block.
    moves: u64,
}

/// Allocation of an arena, for reuse by another.
#[derive(Clone, Debug)]
pub(super) struct Memory<E> {
    nodes: Vec<Node<E>>,
    shares: Vec<f32>,
}

impl<E> Default for Memory<E> {
    fn default() -> Self {
        Self { nodes: Vec::new(), shares: Vec::new() }
    }
}

/// Memory limits of an arena.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    /// Limit in bytes.
    pub(super) limit: usize,
    /// Whether the contents will be copied to another arena.
    pub(super) copied: bool,
    /// Whether nodes have shares in a prior.
    pub(super) guided: bool,
}

impl<E: Copy + Eq + Hash> Arena<E> {
    /// Creates an arena with a root. It reuses the memory of an older arena with the same limit. It
    /// never takes more bytes than `limit`, even while it grows and both the old and the new vector
    /// exist. If `copied`, this includes the time while its contents are copied to another arena.
    /// Room for `least` nodes is guaranteed beyond the limit.
    pub(super) fn new(room: Room, least: usize, memory: Memory<E>, root: E) -> Self {
        let Room { limit, copied, guided } = room;
        let fitting = limit / (size_of::<Node<E>>() + if guided { size_of::<f32>() } else { 0 });
        let most = if copied { fitting / 2 } else { fitting / 3 * 2 };
        // Indices have 32 bits.
        let most = most.max(least).min(NONE as usize);
        let Memory { mut nodes, mut shares } = memory;
        nodes.clear();
        shares.clear();
        let wanted = if guided { nodes.capacity() } else { 0 };
        let fits = nodes.capacity() <= most && shares.try_reserve_exact(wanted).is_ok();
        if !fits || shares.capacity() > wanted {
            (nodes, shares) = (Vec::new(), Vec::new());
        }
        let mut arena = Self { nodes, shares, guided, most, free: [NONE; CLASSES], full: false, moves: 0 };
        if arena.nodes.capacity() < least.min(arena.most) {
            arena.grow();
        }
        arena.nodes.push(Node::new(root));
        arena
    }

    /// Returns the memory of the nodes.
    pub(super) fn into_memory(self) -> Memory<E> {
        Memory { nodes: self.nodes, shares: self.shares }
    }

    #[inline]
    pub(super) fn node(&self, index: u32) -> &Node<E> {
        &self.nodes[index as usize]
    }

    #[inline]
    pub(super) fn node_mut(&mut self, index: u32) -> &mut Node<E> {
        &mut self.nodes[index as usize]
    }

    /// Returns the slots of a node's children. Those of a chance node include empty slots.
    #[inline]
    pub(super) fn slots(&self, index: u32) -> &[Node<E>] {
        self.block(self.node(index))
    }

    /// Like [`slots`](Self::slots), for a node instead of its index.
    #[inline]
    pub(super) fn block(&self, node: &Node<E>) -> &[Node<E>] {
        &self.nodes[node.first() as usize..][..node.slots() as usize]
    }

    #[inline]
    pub(super) fn slots_mut(&mut self, index: u32) -> &mut [Node<E>] {
        let node = self.node(index);
        let (first, slots) = (node.first() as usize, node.slots() as usize);
        &mut self.nodes[first..][..slots]
    }

    /// Returns the children of a node and their indices.
    pub(super) fn children(&self, index: u32) -> impl Iterator<Item = (u32, &Node<E>)> {
        (self.node(index).first()..).zip(self.slots(index)).filter(|(_, node)| !node.is_empty())
    }

    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.full
    }

    /// Starts a list of children at the end of the vector and returns its index.
    pub(super) fn begin(&self) -> u32 {
        self.nodes.len() as u32
    }

    /// Adds a child to the list at the end. Returns `false` if there is no room.
    #[inline]
    pub(super) fn push(&mut self, event: E) -> bool {
        if self.nodes.len() == self.nodes.capacity() && !self.grow() {
            self.full = true;
            return false;
        }
        self.nodes.push(Node::new(event));
        true
    }

    /// Adds children to the list at the end. Returns `false` if there is no room for all of them.
    pub(super) fn push_all(&mut self, events: impl ExactSizeIterator<Item = E>) -> bool {
        while self.nodes.capacity() - self.nodes.len() < events.len() {
            if !self.grow() {
                self.full = true;
                return false;
            }
        }
        self.nodes.extend(events.map(Node::new));
        true
    }

    /// Makes the list that begins at `first` the children of a node in which `player` is to move.
    /// Returns `false` if the list is empty or too long.
    pub(super) fn adopt(&mut self, index: u32, player: Player, first: u32) -> bool {
        let count = self.nodes.len() as u32 - first;
        if count == 0 || count > MOST_CHILDREN {
            return false;
        }
        self.node_mut(index).expand(player, first, count);
        true
    }

    /// Returns the prior's shares of the children of a player's node, in order. Empty if they are
    /// not known.
    #[inline]
    pub(super) fn shares(&self, node: &Node<E>) -> &[f32] {
        self.shares.get(node.first() as usize..).and_then(|shares| shares.get(..node.slots() as usize)).unwrap_or(&[])
    }

    /// Sets the shares of the children of a player's node.
    pub(super) fn share_out(&mut self, index: u32, shares: impl Iterator<Item = f32>) {
        let node = self.node(index);
        let (first, end) = (node.first() as usize, node.first() as usize + node.slots() as usize);
        self.shares.resize(self.shares.len().max(end), 0.0);
        self.shares[first..end].iter_mut().zip(shares).for_each(|(slot, share)| *slot = share);
    }

    /// Removes the list that begins at `first`.
    pub(super) fn abandon(&mut self, first: u32) {
        self.nodes.truncate(first as usize);
    }

    /// Returns the child of a chance node for an outcome.
    pub(super) fn outcome(&self, index: u32, outcome: E) -> Option<&Node<E>> {
        self.outcome_index(index, outcome).map(|index| self.node(index))
    }

    /// Returns the index of the child of a chance node for an outcome.
    pub(super) fn outcome_index(&self, index: u32, outcome: E) -> Option<u32> {
        let slots = self.slots(index);
        let slot = probe(slots, outcome).filter(|&slot| !slots[slot].is_empty())?;
        Some(self.node(index).first() + slot as u32)
    }

    /// Returns the number of times that children of a chance node have moved to another index.
    pub(super) fn moves(&self) -> u64 {
        self.moves
    }

    /// Returns the child of a chance node for an outcome, creating it if necessary. Returns `None`
    /// if there is no room for it.
    pub(super) fn outcome_or_new(&mut self, index: u32, outcome: E) -> Option<u32> {
        let node = *self.node(index);
        if node.kind() == Kind::Leaf {
            let block = self.new_block(SMALLEST, outcome)?;
            self.node_mut(index).expand_chance(block, SMALLEST);
        }
        let node = *self.node(index);
        let slots = self.slots(index);
        let mut slot = probe(slots, outcome)?;
        if !slots[slot].is_empty() {
            return Some(node.first() + slot as u32);
        }
        if (node.used() + 1) * 4 > node.slots() * 3 {
            self.widen(index, outcome)?;
            slot = probe(self.slots(index), outcome)?;
        }
        self.slots_mut(index)[slot] = Node::new(outcome);
        let node = self.node_mut(index);
        node.use_slot();
        Some(node.first() + slot as u32)
    }

    /// Moves the children of a chance node to a block of twice the size.
    fn widen(&mut self, index: u32, filler: E) -> Option<()> {
        let node = *self.node(index);
        let class = node.class();
        let block = self.new_block(class + 1, filler)?;
        let (old, size) = (node.first() as usize, node.slots() as usize);
        for from in old..old + size {
            let moved = self.nodes[from];
            if !moved.is_empty() {
                let slots = &mut self.nodes[block as usize..][..size * 2];
                let slot = probe(slots, moved.event)?;
                slots[slot] = moved;
            }
        }
        self.moves += 1;
        self.node_mut(index).rehouse(block, class + 1);
        let next = self.free[class as usize];
        self.node_mut(old as u32).link(next);
        self.free[class as usize] = old as u32;
        Some(())
    }

    /// Allocates a block of empty slots.
    fn new_block(&mut self, class: u32, filler: E) -> Option<u32> {
        let free = *self.free.get(class as usize)?;
        let size = 1_usize << class;
        if free != NONE {
            self.free[class as usize] = self.node(free).first();
            self.nodes[free as usize..][..size].fill(Node::empty(filler));
            return Some(free);
        }
        while self.nodes.capacity() - self.nodes.len() < size {
            if !self.grow() {
                self.full = true;
                return None;
            }
        }
        let first = self.begin();
        self.nodes.resize(self.nodes.len() + size, Node::empty(filler));
        Some(first)
    }

    /// Doubles the capacity. Returns `false` if the limit or the machine's memory does not allow
    /// it.
    ///
    /// Capacities are the maximum divided by powers of two. With a maximum of two thirds of the
    /// limit, the last reallocation, from one third to two thirds, uses exactly the limit.
    fn grow(&mut self) -> bool {
        let mut capacity = self.most;
        while capacity / 2 >= START && capacity / 2 > self.nodes.capacity() {
            capacity /= 2;
        }
        let shares = if self.guided { capacity - self.shares.len() } else { 0 };
        capacity > self.nodes.capacity()
            && self.shares.try_reserve_exact(shares).is_ok()
            && self.nodes.try_reserve_exact(capacity - self.nodes.len()).is_ok()
    }

    /// Makes a node the root and drops everything outside its subtree.
    pub(super) fn keep_below(&mut self, index: u32) {
        let (mut kept, mut shares) = (Vec::new(), Vec::new());
        let root = *self.node(index);
        let no_room = kept.try_reserve_exact(self.nodes.len()).is_err()
            || (self.guided && shares.try_reserve_exact(self.nodes.len()).is_err());
        if no_room {
            // No memory for the copy: start again with the root alone.
            self.nodes.clear();
            self.shares.clear();
            self.nodes.push(Node::new(root.event));
        } else {
            kept.push(root);
            let mut at = 0;
            while let Some(node) = kept.get(at).copied() {
                if !node.is_empty() && node.kind() != Kind::Leaf {
                    let first = kept.len() as u32;
                    kept[at].move_to(first);
                    kept.extend_from_slice(&self.nodes[node.first() as usize..][..node.slots() as usize]);
                    if !self.shares(&node).is_empty() {
                        shares.resize(first as usize, 0.0);
                        shares.extend_from_slice(self.shares(&node));
                    }
                }
                at += 1;
            }
            (self.nodes, self.shares) = (kept, shares);
        }
        self.free = [NONE; CLASSES];
        self.full = false;
    }
}

/// Returns the slot of an outcome, or the empty slot for its insertion. Returns `None` if there is
/// neither.
fn probe<E: Copy + Eq + Hash>(slots: &[Node<E>], outcome: E) -> Option<usize> {
    let mask = slots.len().checked_sub(1)?;
    let mut hasher = StableHasher::default();
    outcome.hash(&mut hasher);
    let start = hasher.finish() as usize;
    (0..slots.len())
        .map(|step| start.wrapping_add(step) & mask)
        .find(|&slot| slots[slot].is_empty() || slots[slot].event == outcome)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(arena: &Arena<u32>) -> usize {
        arena.nodes.capacity() * size_of::<Node<u32>>() + arena.shares.capacity() * size_of::<f32>()
    }

    fn arena(limit: usize, copied: bool, guided: bool, least: usize) -> Arena<u32> {
        Arena::new(Room { limit, copied, guided }, least, Memory::default(), 0)
    }

    /// Creates a child for every outcome, with as many visits as the outcome's number.
    fn fill(arena: &mut Arena<u32>, at: u32, outcomes: u32) {
        for outcome in 0..outcomes {
            let child = arena.outcome_or_new(at, outcome).unwrap();
            (0..outcome).for_each(|_| arena.node_mut(child).add(1.0));
        }
    }

    fn is_filled(arena: &Arena<u32>, at: u32, outcomes: u32) -> bool {
        let mut seen: Vec<u32> = arena.children(at).map(|(_, child)| child.event).collect();
        seen.sort_unstable();
        seen.into_iter().eq(0..outcomes)
            && (0..outcomes).all(|outcome| arena.outcome(at, outcome).is_some_and(|child| child.visits() == outcome))
            && arena.outcome(at, outcomes).is_none()
    }

    #[test]
    fn nodes_are_small() {
        assert_eq!(size_of::<Node<u32>>(), 24);
        assert_eq!(size_of::<Node<[u8; 3]>>(), 24);
        assert_eq!(size_of::<Node<[u8; 8]>>(), 32);
    }

    #[test]
    fn every_outcome_has_one_child_and_blocks_are_used_again() {
        let mut arena = arena(1 << 20, false, false, 1);
        assert!(arena.push(7) && arena.push(8));
        arena.adopt(ROOT, Player::First, 1);
        for outcomes in [1, 3, 4, 100] {
            let mut arena = arena.clone();
            fill(&mut arena, 1, outcomes);
            assert!(is_filled(&arena, 1, outcomes));
            fill(&mut arena, 1, 0);
            assert_eq!(arena.node(1).used(), outcomes);
            let end = arena.begin();
            // What the first left while it grew is enough for a second one half its size.
            fill(&mut arena, 2, outcomes / 2);
            assert!(is_filled(&arena, 1, outcomes) && is_filled(&arena, 2, outcomes / 2));
            assert!(outcomes < 100 || arena.begin() == end);
        }
    }

    #[test]
    fn limits_hold_and_a_full_arena_refuses() {
        for limit in [0, 100, 10_000, 1_000_000] {
            for (copied, guided) in [(false, false), (true, false), (false, true), (true, true)] {
                let mut arena = arena(limit, copied, guided, 3);
                let mut most = bytes(&arena);
                loop {
                    let before = bytes(&arena);
                    if !arena.push(1) {
                        break;
                    }
                    if bytes(&arena) > before {
                        most = most.max(before + bytes(&arena));
                    }
                }
                assert!(arena.is_full());
                assert!(most <= limit.max(3 * 28), "{most} of {limit}");
                assert!(limit < 1_000 || bytes(&arena) * 9 / 4 > limit - limit / 8, "{most} of {limit}");
            }
        }
    }

    #[test]
    fn what_is_below_a_node_can_be_kept() {
        let mut arena = arena(1 << 20, true, true, 1);
        assert!(arena.push(7) && arena.push(8));
        arena.adopt(ROOT, Player::First, 1);
        assert!(arena.shares(arena.node(ROOT)).is_empty());
        arena.share_out(ROOT, [0.25, 0.75].into_iter());
        fill(&mut arena, 1, 10);
        fill(&mut arena, 2, 40);
        let below = arena.outcome_or_new(2, 5).unwrap();
        let first = arena.begin();
        assert!(arena.push(3));
        arena.adopt(below, Player::Second, first);
        arena.share_out(below, [1.0].into_iter());
        assert_eq!(arena.shares(arena.node(ROOT)), [0.25, 0.75]);
        let nodes = arena.begin();
        arena.keep_below(2);
        assert!(arena.begin() < nodes);
        assert_eq!(arena.node(ROOT).kind(), Kind::Chance);
        assert!(is_filled(&arena, ROOT, 40));
        let below = arena.outcome_or_new(ROOT, 5).unwrap();
        assert_eq!(arena.children(below).map(|(_, child)| child.event).collect::<Vec<_>>(), [3]);
        assert_eq!(arena.shares(arena.node(below)), [1.0]);
        fill(&mut arena, ROOT, 0);
        assert!(arena.push(1));
    }
}
