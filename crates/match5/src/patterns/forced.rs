//! Forced wins by sequences of threats.

use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;

use gambol_core::{Cell, Game, Tracked};

use super::Patterns;
use super::threat::{Threat, worth};
use crate::bits::Bits;
use crate::board::index;
use crate::rules::Colour;
use crate::state::Match5;

/// The attacking moves of [`ForcedWins`].
///
/// ```
/// use gambol_match5::{ForcedWins, Match5, Threats};
///
/// // Two open threes at once win, but not by fours.
/// let state: Match5 = "9/9/4r4/4r4/9/2rr5/9/9/b2b2b1b r".parse()?;
/// assert!(ForcedWins::new(Threats::Fours).find(&state).is_none());
/// assert!(ForcedWins::new(Threats::FoursAndThrees).find(&state).is_some());
/// # Ok::<(), gambol_core::TextError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Threats {
    /// Only fours, which have one reply: VCF, victory by continuous fours.
    Fours,
    /// Fours and open threes: VCT, victory by continuous threats.
    FoursAndThrees,
}

/// A search for a forced win of the side to move: threat-space search. Every attacking move is a
/// threat, so only the replies that stop it are searched.
///
/// - A four has one reply; a reply that wins at once refutes it.
/// - An open three threatens an open four. Its replies are that cell, the two cells that would
///   complete the open four, and all fours of the defender. No other move stops it.
///
/// So a win found holds against every reply, while a failure proves nothing. The search deepens by
/// one attacking move at a time, so the first win found is a shortest one of its kind.
///
/// Source: L. V. Allis, H. J. van den Herik and M. P. H. Huntjens, *Go-Moku Solved by New Search
/// Techniques*, AAAI Fall Symposium, 1993; L. V. Allis, *Searching for Solutions in Games and
/// Artificial Intelligence*, 1994, chapter 5. There the defender plays all replies to a threat at
/// once. Here the replies are searched one by one, which finds more wins and takes longer.
///
/// ```
/// use gambol_match5::{ForcedWins, Match5, Threats};
///
/// // Red has two threes, each with one end blocked, which cross at g4: two fours at once.
/// let state: Match5 = "9/9/9/2brrr3/9/6r2/6r2/6r2/b1bb2b1b r".parse()?;
/// let line = ForcedWins::new(Threats::Fours).find(&state).ok_or("no win")?;
/// assert_eq!(line.len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForcedWins {
    threats: Threats,
    nodes: u32,
}

/// The greatest number of attacking moves.
const LONGEST: u8 = 40;

impl ForcedWins {
    /// A search with these attacking moves and a limit of 20,000 nodes.
    #[must_use]
    pub const fn new(threats: Threats) -> Self {
        Self { threats, nodes: 20_000 }
    }

    /// Sets the greatest number of positions to search.
    #[must_use]
    pub const fn nodes(mut self, nodes: u32) -> Self {
        self.nodes = nodes;
        self
    }

    /// Returns the moves of both sides up to the complete row; the side to move makes the first and
    /// the last. `None` if no win was found or the game is over.
    ///
    /// If the defender has a choice, the line continues with the reply that takes longest.
    #[must_use]
    pub fn find<B: Bits>(&self, state: &Match5<B>) -> Option<Vec<Cell>> {
        self.find_until(&Tracked::new(*state, &Patterns::default()), &|| false)
    }

    /// Like [`find`](Self::find), for a state with its patterns. The search also ends, without a
    /// win, when `is_over` holds, which is asked about every hundred positions.
    #[must_use]
    pub fn find_until<B: Bits>(
        &self,
        tracked: &Tracked<Match5<B>, Patterns<B>>,
        is_over: &dyn Fn() -> bool,
    ) -> Option<Vec<Cell>> {
        tracked.turn().player()?;
        let failed = vec![(0, 0); FAILED.min(self.nodes as usize + 1)];
        let mut search = Search { threats: self.threats, nodes: self.nodes, cut: false, failed, is_over };
        for moves in 1..=LONGEST {
            search.cut = false;
            if let Some(mut line) = search.attack(tracked, moves) {
                line.reverse();
                return Some(line);
            }
            if search.nodes == 0 || !search.cut {
                return None;
            }
        }
        None
    }
}

/// The greatest number of entries of the table of failures.
const FAILED: usize = 1 << 12;

/// Moves of both sides in reverse order.
type Line = Vec<Cell>;

struct Search<'a> {
    threats: Threats,
    /// The remaining number of positions.
    nodes: u32,
    /// Whether the limit of moves has cut off a line since the last reset.
    cut: bool,
    /// Keys of positions with the attacker to move, and the numbers of moves within which no win
    /// was found.
    failed: Vec<(u64, u8)>,
    /// Whether the search must end.
    is_over: &'a dyn Fn() -> bool,
}

/// Number of positions between two polls of `is_over`.
const POLL: u32 = 100;

impl Search<'_> {
    /// Returns a win of the side to move in 1 to `left` moves of its own.
    fn attack<B: Bits>(&mut self, tracked: &Tracked<Match5<B>, Patterns<B>>, left: u8) -> Option<Line> {
        self.nodes = self.nodes.checked_sub(1)?;
        if self.nodes.is_multiple_of(POLL) && (self.is_over)() {
            self.nodes = 0;
        }
        let (state, patterns) = (tracked.state(), tracked.companion());
        let own = state.side();
        if let Some(five) = patterns.first_with(state, own, Threat::Five) {
            return Some(vec![five]);
        }
        let slot = state.key() as usize % self.failed.len();
        let (key, failed) = self.failed[slot];
        if key == state.key() && failed >= left {
            self.cut |= failed != u8::MAX;
            return None;
        }
        let outer = core::mem::take(&mut self.cut);
        let found = self.attack_cells(tracked, left).into_iter().find_map(|cell| {
            let mut after = tracked.clone();
            after.play(cell);
            let mut line = self.defend(&after, left - 1)?;
            line.push(cell);
            Some(line)
        });
        if found.is_none() && self.nodes > 0 {
            self.failed[slot] = (state.key(), if self.cut { left } else { u8::MAX });
        }
        self.cut |= outer;
        found
    }

    /// The attacking moves, the strongest first.
    fn attack_cells<B: Bits>(&mut self, tracked: &Tracked<Match5<B>, Patterns<B>>, left: u8) -> Vec<Cell> {
        let (state, patterns) = (tracked.state(), tracked.companion());
        let (own, other) = (state.side(), state.side().other());
        let is_open = patterns.count(own, Threat::OpenFour) > 0;
        // The second-to-last move must make two threats at once.
        let is_late = left < 3;
        let least = if is_late { Threat::OpenFour } else { self.least() };
        self.cut |= is_late;
        if left < 2 {
            return Vec::new();
        }
        match patterns.count(other, Threat::Five) {
            0 => {
                let least = if is_open { Threat::OpenFour } else { least };
                let mut cells: Vec<Cell> = patterns.cells_with(state, own, least).collect();
                cells.sort_by_key(|&cell| Reverse(worth(patterns.packed(own, index::<B>(cell)))));
                cells
            }
            // Only the block, if it is a threat itself.
            1 => patterns
                .cells_with(state, other, Threat::Five)
                .filter(|&forced| patterns.threat(own, forced) >= least)
                .collect(),
            _ => Vec::new(),
        }
    }

    /// The weakest attacking threat.
    fn least(&self) -> Threat {
        match self.threats {
            Threats::Fours => Threat::Four,
            Threats::FoursAndThrees => Threat::OpenThree,
        }
    }

    /// Returns a win of the side that is not to move, in at most `left` more moves against every
    /// reply.
    fn defend<B: Bits>(&mut self, tracked: &Tracked<Match5<B>, Patterns<B>>, left: u8) -> Option<Line> {
        let (state, patterns) = (tracked.state(), tracked.companion());
        let own = state.side();
        let attacker = own.other();
        if patterns.count(own, Threat::Five) > 0 {
            return None;
        }
        let mut fives = patterns.cells_with(state, attacker, Threat::Five);
        if let Some(block) = fives.next() {
            if let Some(five) = fives.next() {
                return Some(vec![five, block]);
            }
            return self.reply(tracked, block, left);
        }
        let open = patterns.first_with(state, attacker, Threat::OpenFour)?;
        let mut longest: Option<Line> = None;
        for cell in replies(state, patterns, attacker, open) {
            let line = self.reply(tracked, cell, left)?;
            if longest.as_ref().is_none_or(|longest| line.len() > longest.len()) {
                longest = Some(line);
            }
        }
        longest
    }

    /// Returns a win of the attacker after a reply.
    fn reply<B: Bits>(&mut self, tracked: &Tracked<Match5<B>, Patterns<B>>, cell: Cell, left: u8) -> Option<Line> {
        let mut after = tracked.clone();
        after.play(cell);
        let mut line = self.attack(&after, left)?;
        line.push(cell);
        Some(line)
    }
}

/// The only replies to the threat of an open four, or of two fours, by a stone on `open`.
fn replies<B: Bits>(state: &Match5<B>, patterns: &Patterns<B>, attacker: Colour, open: Cell) -> Vec<Cell> {
    let mut threatened = *patterns;
    threatened.place(attacker, open);
    let completing: Vec<Cell> =
        threatened.cells_with(state, attacker, Threat::Five).filter(|&cell| cell != open).collect();
    let mut replies = vec![open];
    // One stone can stop a pair of completing cells, but not three.
    if completing.len() == 2 {
        replies.extend(completing);
    }
    let fours = patterns.cells_with(state, attacker.other(), Threat::Four).filter(|cell| !replies.contains(cell));
    let fours: Vec<Cell> = fours.collect();
    replies.extend(fours);
    replies
}
