//! Which action to try first: killers and history.

use alloc::vec;
use alloc::vec::Vec;
use core::hash::{Hash, Hasher};

use gambol_core::Player;

/// An action that waits in a node's list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Waiting<A> {
    pub(super) action: A,
    /// Greater is earlier.
    pub(super) promise: i32,
    /// What the evaluator says of the state it leads to, to the player to move.
    pub(super) judged: f64,
    /// Its number in the game's order.
    pub(super) number: u16,
    /// Its place in the history.
    pub(super) place: u16,
}

/// Places of each player in the history. Actions are sent to places by a hash; in games with more actions some share one.
const PLACES: usize = 1 << 12;

/// An action whose place was not looked up yet.
pub(super) const NO_PLACE: u16 = u16::MAX;

/// Greatest size of a history value.
pub(super) const GREATEST: i32 = 1 << 20;

/// Actions that were good elsewhere: killers, the last two that refuted something at a ply (S. G. Akl and M. M. Newborn, *The
/// Principal Continuation and the Killer Heuristic*, 1977), and for each action how often it was best (J. Schaeffer, *The
/// History Heuristic and Alpha-Beta Search Enhancements in Practice*, IEEE PAMI 11(11), 1989).
#[derive(Debug)]
pub(super) struct Order<A> {
    killers: Vec<[Option<A>; 2]>,
    history: Vec<i32>,
}

impl<A: Copy + Eq + Hash> Order<A> {
    pub(super) fn new(plies: usize) -> Self {
        Self { killers: vec![[None; 2]; plies], history: vec![0; 2 * PLACES] }
    }

    /// The place of an action in the history.
    #[inline]
    pub(super) fn place(player: Player, action: A) -> u16 {
        let mut hasher = Quick(0);
        action.hash(&mut hasher);
        let side = if player == Player::First { 0 } else { PLACES };
        (side + (hasher.finish() as usize & (PLACES - 1))) as u16
    }

    /// How promising an action is by its history.
    #[inline]
    pub(super) fn history(&self, place: u16) -> i32 {
        self.history[usize::from(place)]
    }

    /// The killers of a ply.
    #[inline]
    pub(super) fn killers(&self, ply: usize) -> [Option<A>; 2] {
        self.killers.get(ply).copied().unwrap_or([None; 2])
    }

    /// An action refuted the move before it.
    #[inline]
    pub(super) fn refuted(&mut self, ply: usize, action: A) {
        if let Some(killers) = self.killers.get_mut(ply)
            && killers[0] != Some(action)
        {
            *killers = [Some(action), killers[0]];
        }
    }

    /// The last of these actions refuted the move before it, after the others had not, in a state that was searched this
    /// deep. Values move towards a bound, so that what happened long ago is forgotten.
    pub(super) fn learn(&mut self, player: Player, tried: &[Waiting<A>], depth: u8) {
        let depth = i32::from(depth);
        let step = (32 * depth * depth).min(GREATEST / 4);
        for (index, waiting) in tried.iter().enumerate() {
            let place = if waiting.place == NO_PLACE { Self::place(player, waiting.action) } else { waiting.place };
            let value = &mut self.history[usize::from(place)];
            let pull = (i64::from(*value) * i64::from(step) / i64::from(GREATEST)) as i32;
            *value += if index + 1 == tried.len() { step } else { -step } - pull;
        }
    }
}

/// A hasher for a few small fields, good enough to spread actions over places.
struct Quick(u64);

impl Hasher for Quick {
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
