//! A node of the tree.

use gambol_core::Player;

/// What a node of the tree knows of its state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Not expanded: no children.
    Leaf,
    /// The first player is to move.
    First,
    /// The second player is to move.
    Second,
    /// A chance event is due.
    Chance,
}

/// A node: statistics, where its children are, and the event that leads to it. States are not
/// stored; a descent plays the events. 24 bytes if events take at most four.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<E> {
    /// The sum of its simulations' values to the first player while it is open, else its value.
    total: f64,
    visits: u32,
    /// The index of its first child.
    first: u32,
    /// Bits 0..2 the kind, 2 whether it is proved, 3 whether better actions than its children may
    /// have been left out, 4 whether it is an empty slot. For players'
    /// nodes, bits 5..12 the plies of the proof, from bit 12 the number of children; for chance
    /// nodes, bits 5..10 the size of their block as a power of two, from bit 10 the number of slots
    /// in use.
    meta: u32,
    /// What leads here from its parent.
    pub(super) event: E,
}

const KIND: u32 = 0b11;
const PROVED: u32 = 1 << 2;
const OMITS: u32 = 1 << 3;
const EMPTY: u32 = 1 << 4;
const PLIES: u32 = 5;
const COUNT: u32 = 12;
const CLASS: u32 = 5;
const USED: u32 = 10;

/// Longer proofs count as this long.
pub(super) const LONGEST: u32 = (1 << (COUNT - PLIES)) - 1;

/// The most children that a player's node has room for.
pub(super) const MOST_CHILDREN: u32 = (1 << (u32::BITS - COUNT)) - 1;

impl<E: Copy> Node<E> {
    pub(super) fn new(event: E) -> Self {
        Self { total: 0.0, visits: 0, first: 0, meta: 0, event }
    }

    /// An empty slot.
    pub(super) fn empty(filler: E) -> Self {
        Self { meta: EMPTY, ..Self::new(filler) }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.meta & EMPTY != 0
    }

    #[inline]
    pub(super) fn kind(&self) -> Kind {
        match self.meta & KIND {
            0 => Kind::Leaf,
            1 => Kind::First,
            2 => Kind::Second,
            _ => Kind::Chance,
        }
    }

    #[inline]
    pub(super) fn is_open(&self) -> bool {
        self.meta & PROVED == 0
    }

    #[inline]
    pub(super) fn visits(&self) -> u32 {
        self.visits
    }

    /// The sum of its simulations' values while it is open, else its value.
    #[inline]
    pub(super) fn total(&self) -> f64 {
        self.total
    }

    /// Its value to the first player; 0 if it was never visited.
    pub(super) fn value(&self) -> f64 {
        if self.is_open() { self.total / f64::from(self.visits.max(1)) } else { self.total }
    }

    #[inline]
    pub(super) fn first(&self) -> u32 {
        self.first
    }

    /// How many nodes from [`first`](Self::first) are its children or empty slots.
    #[inline]
    pub(super) fn slots(&self) -> u32 {
        match self.kind() {
            Kind::Chance => 1 << self.class(),
            _ => self.meta >> COUNT,
        }
    }

    /// A chance node's block size as a power of two.
    pub(super) fn class(&self) -> u32 {
        self.meta >> CLASS & 31
    }

    /// How many outcomes of a chance node have a child.
    pub(super) fn used(&self) -> u32 {
        self.meta >> USED
    }

    pub(super) fn expand(&mut self, player: Player, first: u32, count: u32) {
        let kind = match player {
            Player::First => 1,
            Player::Second => 2,
        };
        self.first = first;
        self.meta = self.meta & (PROVED | EMPTY) | kind | count << COUNT;
    }

    pub(super) fn expand_chance(&mut self, first: u32, class: u32) {
        self.first = first;
        self.meta = self.meta & (PROVED | EMPTY) | 3 | class << CLASS;
    }

    /// Marks a player's node: better actions than its children may have been left out.
    pub(super) fn omit(&mut self) {
        self.meta |= OMITS;
    }

    pub(super) fn omits(&self) -> bool {
        self.meta & OMITS != 0
    }

    /// A chance node's children moved to another block.
    pub(super) fn rehouse(&mut self, first: u32, class: u32) {
        self.first = first;
        self.meta = self.meta & !(31 << CLASS) | class << CLASS;
    }

    /// All children moved together.
    pub(super) fn move_to(&mut self, first: u32) {
        self.first = first;
    }

    /// Makes a node that is no longer used a link to another.
    pub(super) fn link(&mut self, next: u32) {
        self.first = next;
        self.meta = EMPTY;
    }

    /// One more outcome of a chance node has a child.
    pub(super) fn use_slot(&mut self) {
        self.meta += 1 << USED;
    }

    /// Counts a simulation.
    #[inline]
    pub(super) fn add(&mut self, value: f64) {
        self.visits = self.visits.saturating_add(1);
        if self.is_open() {
            self.total += value;
        }
    }

    /// The plies that play takes by the proof of a player's node, if both sides prove what they
    /// can; 127 for longer ones.
    pub(super) fn plies(&self) -> u32 {
        self.meta >> PLIES & LONGEST
    }

    /// Fixes its value. `plies` counts for players' nodes.
    pub(super) fn prove(&mut self, value: f64, plies: u32) {
        self.total = value;
        self.meta |= PROVED;
        if matches!(self.kind(), Kind::First | Kind::Second) {
            self.meta = self.meta & !(LONGEST << PLIES) | plies.min(LONGEST) << PLIES;
        }
    }
}
