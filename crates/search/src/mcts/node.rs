//! A node of the tree.

use gambol_core::Player;

/// Kind of a node.
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

/// A node: its statistics, the location of its children and the event that leads to it. States are
/// not stored; a descent replays the events. A node takes 24 bytes if events take at most four.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<E> {
    /// Sum of its simulations' values for the first player while it is open, then its proved value.
    total: f64,
    visits: u32,
    /// Index of its first child.
    first: u32,
    /// Bits 0..2: the kind. Bit 2: whether it is proved. Bit 3: whether actions better than its
    /// children may be missing. Bit 4: whether it is an empty slot.
    ///
    /// For players' nodes, bits 5..12 hold the length of the proof in plies, and the bits from 12
    /// on the number of children. For chance nodes, bits 5..10 hold the size of their block as a
    /// power of two, and the bits from 10 on the number of used slots.
    meta: u32,
    /// Event that leads here from the parent.
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

/// Maximum length of a proof in plies; longer proofs are recorded with this length.
pub(super) const LONGEST: u32 = (1 << (COUNT - PLIES)) - 1;

/// Maximum number of children of a player's node.
pub(super) const MOST_CHILDREN: u32 = (1 << (u32::BITS - COUNT)) - 1;

impl<E: Copy> Node<E> {
    pub(super) fn new(event: E) -> Self {
        Self { total: 0.0, visits: 0, first: 0, meta: 0, event }
    }

    /// Creates an empty slot.
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

    /// Returns the sum of its simulations' values while it is open, then its proved value.
    #[inline]
    pub(super) fn total(&self) -> f64 {
        self.total
    }

    /// Returns its value for the first player; 0 if it was never visited.
    pub(super) fn value(&self) -> f64 {
        if self.is_open() { self.total / f64::from(self.visits.max(1)) } else { self.total }
    }

    #[inline]
    pub(super) fn first(&self) -> u32 {
        self.first
    }

    /// Returns the number of its children and empty slots, which start at [`first`](Self::first).
    #[inline]
    pub(super) fn slots(&self) -> u32 {
        match self.kind() {
            Kind::Chance => 1 << self.class(),
            _ => self.meta >> COUNT,
        }
    }

    /// Returns the block size of a chance node as a power of two.
    pub(super) fn class(&self) -> u32 {
        self.meta >> CLASS & 31
    }

    /// Returns the number of outcomes of a chance node that have a child.
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

    /// Marks a player's node whose children may omit better actions.
    pub(super) fn omit(&mut self) {
        self.meta |= OMITS;
    }

    pub(super) fn omits(&self) -> bool {
        self.meta & OMITS != 0
    }

    /// Sets the new block of a chance node's children.
    pub(super) fn rehouse(&mut self, first: u32, class: u32) {
        self.first = first;
        self.meta = self.meta & !(31 << CLASS) | class << CLASS;
    }

    /// Sets the new index of the first child after all children have moved.
    pub(super) fn move_to(&mut self, first: u32) {
        self.first = first;
    }

    /// Turns a free node into a link to the next free block.
    pub(super) fn link(&mut self, next: u32) {
        self.first = next;
        self.meta = EMPTY;
    }

    /// Counts another outcome of a chance node that has a child.
    pub(super) fn use_slot(&mut self) {
        self.meta += 1 << USED;
    }

    /// Counts a simulation, or a virtual visit.
    #[inline]
    pub(super) fn add(&mut self, value: f64) {
        self.visits = self.visits.saturating_add(1);
        if self.is_open() {
            self.total += value;
        }
    }

    /// Removes a virtual visit, which was [added](Self::add) with this value.
    pub(super) fn withdraw(&mut self, value: f64) {
        self.visits = self.visits.saturating_sub(1);
        if self.is_open() {
            self.total -= value;
        }
    }

    /// Returns the length of the proof of a player's node in plies, at most 127.
    pub(super) fn plies(&self) -> u32 {
        self.meta >> PLIES & LONGEST
    }

    /// Marks the node as proved with this value. `plies` applies to players' nodes only.
    pub(super) fn prove(&mut self, value: f64, plies: u32) {
        self.total = value;
        self.meta |= PROVED;
        if matches!(self.kind(), Kind::First | Kind::Second) {
            self.meta = self.meta & !(LONGEST << PLIES) | plies.min(LONGEST) << PLIES;
        }
    }
}
