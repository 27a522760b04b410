//! The search for the arrangements of given contents that the attacker wins within a number of
//! plies.
//!
//! A ply is a piece on one of at most 36 cells of the contents, irrespective of their arrangement,
//! and a swap, which only leads to another arrangement of the other class. The search therefore
//! branches by cells, and propagates sets of arrangements: for the attacker, some swap must lead to
//! a won arrangement; for the defender, all swaps must.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::arrangement::{Mask, all, some};
use crate::children::{Child, Children};
use crate::key::Canonical;
use crate::node::Node;
use crate::table::{Known, MAX_PLIES, Table};

/// The state shared by all threads of a search.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) table: Table,
    /// Ends the current search: one of its threads has the answer.
    pub(crate) stop: AtomicBool,
    /// Ends all searches.
    pub(crate) cancel: Arc<AtomicBool>,
    pub(crate) nodes: AtomicU64,
    /// Keys that are being searched, indexed by their low bits; used with more than one thread.
    busy: Vec<AtomicU64>,
}

impl Shared {
    pub(crate) fn new(table: Table) -> Self {
        let busy = (0..BUSY).map(|_| AtomicU64::new(u64::MAX)).collect();
        Self { table, stop: AtomicBool::new(false), cancel: Arc::default(), nodes: AtomicU64::new(0), busy }
    }
}

const BUSY: usize = 1 << 12;

/// Exceeds the number of plies.
const KILLERS: usize = 64;

/// Minimum plies of a search that is stored in the table.
const TABLE_PLIES: u32 = 4;

/// Minimum plies at which children are looked up before they are searched.
const LOOKUP_PLIES: u32 = 5;

/// Minimum plies of a node whose children are deferred while another thread searches them.
const BUSY_PLIES: u32 = 7;

/// Number of nodes between two checks of the stop flag.
const PATIENCE: u64 = 1 << 8;

/// Stop condition, checked every few hundred nodes, with the solver's number of nodes as its
/// argument.
pub(crate) type Until<'a> = &'a (dyn Fn(u64) -> bool + Sync);

/// The search of one thread.
pub(crate) struct Search<'a> {
    shared: &'a Shared,
    /// Whether the attacker has the white pieces.
    white: bool,
    /// Whether other threads search the same root.
    crowd: bool,
    /// Ends the search when it returns true.
    until: Option<Until<'a>>,
    stopped: bool,
    nodes: u64,
    /// By plies, the last cell that refuted a defender's node.
    killers: [(u8, u16); KILLERS],
}

impl<'a> Search<'a> {
    pub(crate) fn new(shared: &'a Shared, white: bool, crowd: bool) -> Self {
        Self { shared, white, crowd, until: None, stopped: false, nodes: 0, killers: [(0, 0); KILLERS] }
    }

    /// Ends the search when `until` returns true.
    pub(crate) fn until(self, until: Option<Until<'a>>) -> Self {
        Self { until, ..self }
    }

    /// Whether the search was stopped; its results are then invalid.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped
    }

    #[inline]
    fn visit(&mut self) {
        self.nodes += 1;
        if self.nodes == PATIENCE {
            self.report();
            let shared = self.shared;
            self.stopped |= shared.stop.load(Ordering::Relaxed)
                || shared.cancel.load(Ordering::Relaxed)
                || self.until.is_some_and(|until| until(shared.nodes.load(Ordering::Relaxed)));
        }
    }

    fn report(&mut self) {
        self.shared.nodes.fetch_add(self.nodes, Ordering::Relaxed);
        self.nodes = 0;
    }

    /// Returns the key of a node whose results are stored in the table.
    #[inline]
    fn frame(&self, node: &Node, class: usize, plies: u32) -> Option<Canonical> {
        (TABLE_PLIES..=MAX_PLIES).contains(&plies).then(|| Canonical::new(node, class, self.white))
    }

    /// Returns the arrangements of `wanted` that the attacker, to move, wins within `plies`. None
    /// of them may be over.
    pub(crate) fn attack(&mut self, node: &Node, class: usize, plies: u32, wanted: Mask) -> Mask {
        self.visit();
        let plies = decisive(node.empty, plies, false);
        if plies == 0 || wanted == 0 {
            return 0;
        }
        let after = 1 - class;
        let lost = node.defence(after).five;
        let mut won = some(class, node.attack(after).reach & !lost) & wanted;
        let mut open = wanted & !won;
        if plies == 2 {
            // The defender would have to complete a line of the attacker by every swap.
            let held = node.attack(class);
            open &= some(class, all(after, held.reach | held.five) & !lost);
        }
        if plies == 1 || open == 0 {
            return won;
        }
        let frame = self.frame(node, class, plies);
        if let Some(frame) = &frame {
            let found = self.shared.table.get(frame.key, plies);
            won |= frame.leave(found.won) & open;
            open &= !frame.leave(found.won | found.refuted);
        }
        let asked = open;
        let mut children = match plies {
            _ if open == 0 => return won,
            LOOKUP_PLIES.. => self.known_attacks(node, class, plies, &mut open),
            3.. => bounded_attacks(node, class, plies, open),
            _ => every_cell(node),
        };
        while open != 0
            && let Some(child) = children.next(|key| self.is_busy(key, plies))
        {
            let next = node.attacked(usize::from(child.label), child.cell);
            let reached = some(after, open) & !lost;
            self.set_busy(child.key, plies, true);
            open &= !some(class, self.defend(&next, after, plies - 1, reached));
            self.set_busy(child.key, plies, false);
            if self.stopped {
                return 0;
            }
        }
        won |= asked & !open;
        if let Some(frame) = &frame {
            let known = Known { won: frame.enter(won), refuted: frame.enter(open), plies };
            self.shared.table.put(frame.key, known);
        }
        won
    }

    /// Returns the attacker's children that the table does not settle, in search order. Removes the
    /// settled arrangements from `open`.
    fn known_attacks(&self, node: &Node, class: usize, plies: u32, open: &mut Mask) -> Children {
        let after = 1 - class;
        let lost = node.defence(after).five;
        let mut scores = [[0; 9]; 4];
        node.attack_scores(after, is_hopeful(node, plies), &mut scores);
        let mut children = Children::new();
        Children::each(node.vacant_cells(), |mut child| {
            if *open == 0 {
                return;
            }
            let next = node.attacked(usize::from(child.label), child.cell);
            let frame = Canonical::new(&next, after, self.white);
            let found = self.shared.table.get(frame.key, plies - 1);
            *open &= !some(class, frame.leave(found.won));
            let reached = some(after, *open) & !lost;
            if reached & !frame.leave(found.refuted) != 0 {
                child.key = frame.key;
                child.score = scores[usize::from(child.label)][child.index()]
                    - 400 * (reached & frame.leave(found.doubtful)).count_ones() as i32;
                children.push(child);
            }
        });
        children.sort();
        children
    }

    /// Returns the arrangements of `wanted` that the attacker wins within `plies`, with the
    /// defender to move. None of them may be over.
    pub(crate) fn defend(&mut self, node: &Node, class: usize, plies: u32, wanted: Mask) -> Mask {
        self.visit();
        let plies = decisive(node.empty, plies, true);
        if plies == 0 || wanted == 0 {
            return 0;
        }
        let after = 1 - class;
        let passed = two_plies(node, class, plies);
        if plies <= 2 {
            return defend_two(node, class, plies, wanted & passed);
        }
        let frame = self.frame(node, class, plies);
        let (mut won, mut alive) = (0, wanted);
        if let Some(frame) = &frame {
            let found = self.shared.table.get(frame.key, plies);
            won = frame.leave(found.won) & wanted;
            alive &= !frame.leave(found.won | found.refuted);
        }
        if alive == 0 {
            return won;
        }
        // If the attacker threatens to win at once, only some cells defend.
        let cells = if alive & !passed == 0 { defences(node, class, plies) } else { node.vacant_cells() };
        let asked = alive;
        let five = node.attack(after).five;
        let slot = plies as usize % KILLERS;
        let (label, cell) = self.killers[slot];
        let killed = plies < LOOKUP_PLIES && cells[usize::from(label)] & cell != 0;
        if killed {
            alive = self.defended(node, class, plies, alive, five, Child { label, cell, ..Child::default() });
        }
        if alive != 0 && !self.stopped {
            let mut children = self.known_defences(node, class, plies, cells, five, killed, &mut alive);
            while alive != 0
                && let Some(child) = children.next(|key| self.is_busy(key, plies))
            {
                alive = self.defended(node, class, plies, alive, five, child);
                if alive == 0 {
                    self.killers[slot] = (child.label, child.cell);
                }
            }
        }
        if self.stopped {
            return 0;
        }
        won |= alive;
        if let Some(frame) = &frame {
            let known = Known { won: frame.enter(won), refuted: frame.enter(asked & !alive), plies };
            self.shared.table.put(frame.key, known);
        }
        won
    }

    /// Returns the defender's children that the table does not settle, in search order. Removes the
    /// refuted arrangements from `alive`.
    #[allow(clippy::too_many_arguments)]
    fn known_defences(
        &self,
        node: &Node,
        class: usize,
        plies: u32,
        cells: [u16; 4],
        five: Mask,
        killed: bool,
        alive: &mut Mask,
    ) -> Children {
        let after = 1 - class;
        let killer = self.killers[plies as usize % KILLERS];
        let mut scores = [[0; 9]; 4];
        node.attack_scores(class, false, &mut scores);
        let mut children = Children::new();
        Children::each(cells, |mut child| {
            let is_killer = killer == (child.label, child.cell);
            if *alive == 0 || is_killer && killed {
                return;
            }
            child.score = scores[usize::from(child.label)][child.index()] + i32::from(is_killer) * 1_000;
            if plies >= LOOKUP_PLIES {
                let next = node.defended(usize::from(child.label), child.cell);
                let lost = next.defence(after).five;
                let frame = Canonical::new(&next, after, self.white);
                let found = self.shared.table.get(frame.key, plies - 1);
                *alive &= all(class, !(lost | frame.leave(found.refuted) & !five));
                let reached = some(after, *alive) & !five & !lost;
                if reached & !frame.leave(found.won) == 0 {
                    return;
                }
                child.key = frame.key;
                let doubtful = frame.leave(found.doubtful & !found.won);
                child.score += 100 * (reached & doubtful).count_ones() as i32;
            }
            children.push(child);
        });
        children.sort();
        children
    }

    /// Returns the arrangements of `alive` that the attacker still wins if the defender takes this
    /// cell.
    fn defended(&mut self, node: &Node, class: usize, plies: u32, alive: Mask, five: Mask, child: Child) -> Mask {
        let after = 1 - class;
        let next = node.defended(usize::from(child.label), child.cell);
        let lost = next.defence(after).five;
        let alive = alive & all(class, !lost);
        let reached = some(after, alive) & !five & !lost;
        self.set_busy(child.key, plies, true);
        let good = self.attack(&next, after, plies - 1, reached);
        self.set_busy(child.key, plies, false);
        alive & all(class, good | five & !lost)
    }

    /// Whether another thread is searching a child of a node of this many plies.
    #[inline]
    fn is_busy(&self, key: u64, plies: u32) -> bool {
        self.crowd && plies >= BUSY_PLIES && self.busy(key).load(Ordering::Relaxed) == key
    }

    #[inline]
    fn set_busy(&self, key: u64, plies: u32, busy: bool) {
        if self.crowd && plies >= BUSY_PLIES {
            self.busy(key).store(if busy { key } else { u64::MAX }, Ordering::Relaxed);
        }
    }

    fn busy(&self, key: u64) -> &AtomicU64 {
        &self.shared.busy[(key >> 2) as usize % BUSY]
    }
}

impl Drop for Search<'_> {
    fn drop(&mut self) {
        self.report();
    }
}

/// Minimum number of pieces of one colour on a board without a line of five of them on which each
/// of the six swaps makes one; found by all choices of a line for each swap.
const FORCING_PIECES: u32 = 11;

/// Returns the plies that matter on a board with this many empty cells, with the defender or the
/// attacker to move: at most the number of cells, and without a last ply of the defender if the
/// attacker has too few pieces to force the defender to complete a line of them.
#[inline]
pub(crate) fn decisive(empty: u32, plies: u32, defends: bool) -> u32 {
    let plies = plies.min(empty);
    // The attacker has moved last before it.
    let all = 36 - empty + plies;
    let pieces = all / 2;
    plies - u32::from((plies % 2 == 1) == defends && plies > 0 && pieces < FORCING_PIECES)
}

/// Whether the best of the first moves come first: their searches reach the ply by which the first
/// player wins the whole game. Shorter searches of them only refute, and take a third of the nodes
/// if weak moves come first.
fn is_hopeful(node: &Node, plies: u32) -> bool {
    node.empty >= 34 && plies + 36 - node.empty >= 19
}

/// Returns the arrangements that the attacker wins within `plies` (1, or 2 for any greater number)
/// if the defender only swaps. A piece of the defender never adds to them.
#[inline]
fn two_plies(node: &Node, class: usize, plies: u32) -> Mask {
    let after = 1 - class;
    let mut good = node.attack(after).five;
    if plies >= 2 {
        good |= some(after, node.attack(class).reach & !node.defence(class).five);
    }
    all(class, good & !node.defence(after).five)
}

/// Returns the cells that may defend against a win within two plies: those that complete a line of
/// the attacker or of the defender. A piece anywhere else has the same effect as a swap alone.
fn defences(node: &Node, class: usize, plies: u32) -> [u16; 4] {
    let after = 1 - class;
    let mut cells = [0; 4];
    node.defence_cells(after, node.defence(after).reach, &mut cells);
    if plies >= 2 {
        let threats = node.attack(class).reach;
        node.attack_cells(class, threats, &mut cells);
        node.defence_cells(class, threats, &mut cells);
    }
    let vacant = node.vacant_cells();
    [0, 1, 2, 3].map(|label| cells[label] & vacant[label])
}

/// Returns the arrangements of `alive` that the attacker wins within one or two plies against every
/// placement.
fn defend_two(node: &Node, class: usize, plies: u32, mut alive: Mask) -> Mask {
    if alive != 0 {
        Children::each(defences(node, class, plies), |child| {
            if alive != 0 {
                alive &= two_plies(&node.defended(usize::from(child.label), child.cell), class, plies);
            }
        });
    }
    alive
}

fn every_cell(node: &Node) -> Children {
    let mut children = Children::new();
    Children::each(node.vacant_cells(), |child| children.push(child));
    children
}

/// Returns the attacker's children that win within three plies if the defender only swaps; with
/// more plies, all children. Those with most threats come first.
fn bounded_attacks(node: &Node, class: usize, plies: u32, open: Mask) -> Children {
    let after = 1 - class;
    let lost = (node.defence(after).five, node.defence(class).five);
    let reached = some(after, open) & !lost.0;
    let reach = node.prospects(after, node.attack(after).reach);
    let held = node.attack(class);
    let mut fives = [511; 4];
    if held.five == 0 {
        fives = [0; 4];
        node.attack_cells(class, held.reach, &mut fives);
    }
    let mut children = Children::new();
    Children::each(node.vacant_cells(), |mut child| {
        let label = usize::from(child.label);
        let reach = reach[label][child.index()] & !lost.0;
        let mut good = some(class, reach);
        if fives[label] & child.cell != 0 {
            good |= node.attacked(label, child.cell).attack(class).five;
        }
        let bound = all(after, good & !lost.1);
        if plies > 3 || bound & reached != 0 {
            child.score = bound.count_ones() as i32 * 64 + reach.count_ones() as i32;
            children.push(child);
        }
    });
    children.sort();
    children
}

#[cfg(test)]
mod tests {
    use gambol_core::Cell;
    use gambol_pentago_swap::{FIVES, Swap};

    use super::FORCING_PIECES;

    /// Adds a line for each swap to a board, and finds the minimum number of pieces for all six.
    fn fewest(before: &[Vec<u64>], pieces: u64, fewest_yet: &mut u32) {
        if pieces.count_ones() >= *fewest_yet {
            return;
        }
        match before.split_first() {
            Some((lines, rest)) => lines.iter().for_each(|line| fewest(rest, pieces | line, fewest_yet)),
            None if FIVES.iter().all(|&five| pieces & five != five) => *fewest_yet = pieces.count_ones(),
            None => {}
        }
    }

    #[test]
    fn every_swap_completes_a_line_only_with_so_many_pieces() {
        // The cells that a swap moves to a line.
        let cells = || (0..36_u8).map(|cell| Cell::new(cell % 6, cell / 6));
        let bit = |cell: Cell| gambol_pentago_swap::mask(cell);
        let before = Swap::ALL.map(|swap| {
            let back = |five: u64| cells().filter(|&cell| five & bit(swap.carry(cell)) != 0).map(bit).sum();
            FIVES.iter().map(|&five| back(five)).collect()
        });
        let mut least = 36;
        fewest(&before, 0, &mut least);
        assert_eq!(least, FORCING_PIECES);
    }
}
