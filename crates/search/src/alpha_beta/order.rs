//! Move ordering: killer moves and history heuristic.

use alloc::vec;
use alloc::vec::Vec;
use core::hash::{Hash, Hasher};

use gambol_core::Player;

/// An action in the move list of a node, with its ordering score.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScoredAction<A> {
    pub(super) action: A,
    /// Ordering score; actions are searched in descending order.
    pub(super) score: i32,
    /// Its index in the order in which the game lists actions.
    pub(super) number: u16,
    /// Its slot in the history table.
    pub(super) history_slot: u16,
}

impl<A> ScoredAction<A> {
    pub(super) fn new(action: A, number: u16) -> Self {
        Self { action, score: 0, number, history_slot: NO_SLOT }
    }
}

/// History slots per player. Actions are hashed to slots; with more actions, some share one.
const HISTORY_SLOTS: usize = 1 << 12;

/// Marks an action whose slot is not computed yet.
const NO_SLOT: u16 = u16::MAX;

/// Maximum absolute history value.
pub(super) const MAX_HISTORY: i32 = 1 << 20;

/// Ordering statistics: the two last killer moves of each ply (S. G. Akl and M. M. Newborn, *The
/// Principal Continuation and the Killer Heuristic*, 1977) and the history heuristic (J. Schaeffer,
/// *The History Heuristic and Alpha-Beta Search Enhancements in Practice*, IEEE PAMI 11(11), 1989).
#[derive(Debug)]
pub(super) struct Order<A> {
    killers: Vec<[Option<A>; 2]>,
    history: Vec<i32>,
}

impl<A: Copy + Eq + Hash> Order<A> {
    pub(super) fn new(plies: usize) -> Self {
        Self { killers: vec![[None; 2]; plies], history: vec![0; 2 * HISTORY_SLOTS] }
    }

    /// Returns the history slot of an action.
    #[inline]
    pub(super) fn history_slot(player: Player, action: A) -> u16 {
        let mut hasher = ActionHasher(0);
        action.hash(&mut hasher);
        let side = if player == Player::First { 0 } else { HISTORY_SLOTS };
        (side + (hasher.finish() as usize & (HISTORY_SLOTS - 1))) as u16
    }

    /// Returns the history value of a slot.
    #[inline]
    pub(super) fn history(&self, history_slot: u16) -> i32 {
        self.history[usize::from(history_slot)]
    }

    /// Returns the killer moves of a ply.
    #[inline]
    pub(super) fn killers(&self, ply: usize) -> [Option<A>; 2] {
        self.killers.get(ply).copied().unwrap_or([None; 2])
    }

    /// Records an action that caused a beta cut-off as a killer move.
    #[inline]
    pub(super) fn record_cutoff(&mut self, ply: usize, action: A) {
        if let Some(killers) = self.killers.get_mut(ply)
            && killers[0] != Some(action)
        {
            *killers = [Some(action), killers[0]];
        }
    }

    /// Updates the history after a beta cut-off at this depth: a bonus for the last of the tried
    /// actions, a malus for the others. Values move towards a bound, so that old results decay.
    pub(super) fn update_history(&mut self, player: Player, tried: &[ScoredAction<A>], depth: u8) {
        let depth = i32::from(depth);
        let step = (32 * depth * depth).min(MAX_HISTORY / 4);
        for (index, scored) in tried.iter().enumerate() {
            let history_slot = if scored.history_slot == NO_SLOT {
                Self::history_slot(player, scored.action)
            } else {
                scored.history_slot
            };
            let value = &mut self.history[usize::from(history_slot)];
            let pull = (i64::from(*value) * i64::from(step) / i64::from(MAX_HISTORY)) as i32;
            *value += if index + 1 == tried.len() { step } else { -step } - pull;
        }
    }
}

/// A fast hasher for actions of a few small fields.
struct ActionHasher(u64);

impl Hasher for ActionHasher {
    #[inline]
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.write_u64(u64::from(number));
    }

    #[inline]
    fn write_u16(&mut self, number: u16) {
        self.write_u64(u64::from(number));
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.write_u64(u64::from(number));
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(26) ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 ^= self.0 >> 29;
    }

    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    #[inline]
    fn write_isize(&mut self, number: isize) {
        self.write_u64(number as u64);
    }
}
