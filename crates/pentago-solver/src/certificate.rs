//! Certificates: winning strategies that are closed under every reply.

use std::collections::BTreeMap;
use std::io::Write;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{Builder, ScopedJoinHandle};

use gambol_core::{Game, Player, Turn};
use gambol_pentago_swap::PentagoSwap;

use crate::arrangement::{ARRANGEMENTS, Mask, find, some};
use crate::children::Children;
use crate::key::Canonical;
use crate::node::Node;
use crate::search::{Search, Shared};
use crate::solver::{Solver, SolverError};

/// Statistics of a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CertificateSummary {
    /// Number of entries: contents of the quadrants with moves.
    pub entries: u64,
    /// Number of boards in the entries, each with a move.
    pub boards: u64,
}

/// The first line of the files.
pub(crate) const TITLE: &str = "pentago-swap certificate 2";

/// Code of an arrangement that needs no move.
pub(crate) const NONE: u8 = 255;

/// Length of an entry in bytes: contents, and a move for each of the twelve arrangements of a
/// class.
pub(crate) const ENTRY: usize = 8 + 12;

/// Wins within this many plies are searched before longer known ones.
const SHORT: u32 = 7;

/// The pairs of places that swaps exchange.
pub(crate) const SWAPS: [(usize, usize); 6] = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];

/// Boards to win: the arrangements of canonical contents, by their key.
type Layer = BTreeMap<u64, Mask>;

/// Moves for all wanted arrangements of the same contents.
struct Plan {
    moves: [u8; 12],
    /// By occupied cell, the arrangements after the swap.
    reached: Vec<(usize, u16, Mask)>,
}

impl Solver {
    /// Writes a certificate that the side to move wins within `plies`: a move for every position
    /// that may occur. See the [format](crate#certificates).
    ///
    /// Positions that are won within `search` plies have no entry: the checker must find these
    /// wins. With 1, files are large and fast to check; with 3, they are small.
    ///
    /// # Errors
    ///
    /// [`SolverError::NoWin`] if the side to move does not win within `plies`,
    /// [`SolverError::Stopped`] if the stop flag is raised, [`SolverError::File`] for write errors.
    ///
    /// ```
    /// use gambol_pentago_solver::Solver;
    ///
    /// let mut file = Vec::new();
    /// let mut solver = Solver::new(32 << 20)?;
    /// let summary = solver.certificate(&"1www2/6/6/6/1bbb2/6 w".parse()?, 3, 1, &mut file)?;
    /// assert_eq!((summary.entries, summary.boards), (1, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn certificate(
        &mut self,
        position: &PentagoSwap,
        plies: u32,
        search: u32,
        out: &mut impl Write,
    ) -> Result<CertificateSummary, SolverError> {
        self.write(position, plies, search, u32::MAX, out)
    }

    /// Writes a book: the part of a [certificate](Self::certificate) for the first `moves` moves of
    /// the side to move.
    ///
    /// # Errors
    ///
    /// As for [`certificate`](Self::certificate).
    pub fn book(
        &mut self,
        position: &PentagoSwap,
        plies: u32,
        moves: u32,
        out: &mut impl Write,
    ) -> Result<CertificateSummary, SolverError> {
        self.write(position, plies, 1, moves, out)
    }

    fn write(
        &mut self,
        position: &PentagoSwap,
        plies: u32,
        search: u32,
        moves: u32,
        out: &mut impl Write,
    ) -> Result<CertificateSummary, SolverError> {
        let Turn::Player(winner) = position.turn() else { return Err(SolverError::NoWin { plies }) };
        // The header must not promise more plies than there are empty cells.
        let plies = plies.min(36 - position.plies());
        if !self.wins_within(position, winner, plies)? {
            return Err(SolverError::NoWin { plies });
        }
        let writer = Writer { shared: self.shared(), white: winner == Player::First, search };
        let root = Canonical::new(&Node::new(position, winner), 0, writer.white);
        let mut layer = Layer::from([(root.key, root.enter(1))]);
        let (mut entries, mut boards) = (Vec::new(), 0);
        let mut left = plies;
        for _ in 0..moves {
            if layer.is_empty() {
                break;
            }
            let (plans, next) = writer.layer(&layer, left, self.threads_used()).ok_or(SolverError::Stopped)?;
            boards += layer.values().map(|wanted| u64::from(wanted.count_ones())).sum::<u64>();
            entries.extend(plans);
            layer = next;
            left = left.saturating_sub(2);
        }
        entries.sort_unstable();
        let header = header(position, winner, plies, search, entries.len());
        out.write_all(header.as_bytes())?;
        for (number, moves) in &entries {
            out.write_all(&number.to_le_bytes())?;
            out.write_all(moves)?;
        }
        out.flush()?;
        Ok(CertificateSummary { entries: entries.len() as u64, boards })
    }
}

/// An entry: the number of its contents and class, and the moves.
type Entry = (u64, [u8; 12]);

/// Writer of the entries, layer by layer.
struct Writer<'a> {
    shared: &'a Shared,
    white: bool,
    /// Wins within this many plies need no entry.
    search: u32,
}

impl Writer<'_> {
    /// Returns the entries of boards that are won within `left` plies, and the boards after the
    /// replies. `None` if the search was stopped.
    fn layer(&self, layer: &Layer, left: u32, threads: usize) -> Option<(Vec<Entry>, Layer)> {
        self.shared.stop.store(false, Ordering::Relaxed);
        let all: Vec<(u64, Mask)> = layer.iter().map(|(&key, &wanted)| (key, wanted)).collect();
        let taken = AtomicUsize::new(0);
        let work = || {
            let mut search = Search::new(self.shared, self.white, false);
            let (mut entries, mut next) = (Vec::new(), Layer::new());
            while let Some(&(key, wanted)) = all.get(taken.fetch_add(1, Ordering::Relaxed)) {
                let (node, class) = Canonical::node(key);
                let plan = self.plan(&mut search, &node, class, left, wanted)?;
                for (label, cell, reached) in plan.reached {
                    let after = node.attacked(label, cell);
                    self.replies(&mut search, &after, 1 - class, left - 1, reached, &mut next);
                }
                entries.push((Canonical::contents(key) | (class as u64) << 60, plan.moves));
                if search.is_stopped() {
                    return None;
                }
            }
            Some((entries, next))
        };
        let parts: Vec<_> = std::thread::scope(|scope| {
            // Without the threads that the system does not give.
            let spawned = (1..threads).map_while(|_| Builder::new().spawn_scoped(scope, work).ok());
            let handles: Vec<_> = spawned.collect();
            let mine = work();
            let join = |handle: ScopedJoinHandle<'_, _>| handle.join().unwrap_or_else(|panic| resume_unwind(panic));
            handles.into_iter().map(join).chain([mine]).collect()
        });
        let (mut entries, mut next) = (Vec::new(), Layer::new());
        for part in parts {
            let (some_entries, boards) = part?;
            entries.extend(some_entries);
            for (key, wanted) in boards {
                *next.entry(key).or_default() |= wanted;
            }
        }
        Some((entries, next))
    }

    /// Returns a winning move for each of the wanted arrangements, preferring short wins and few
    /// distinct cells and resulting arrangements.
    fn plan(&self, search: &mut Search<'_>, node: &Node, class: usize, left: u32, wanted: Mask) -> Option<Plan> {
        let mut plan = Plan { moves: [NONE; 12], reached: Vec::new() };
        let mut open = wanted;
        for within in (2 - left % 2..=left).step_by(2) {
            let won = match within {
                _ if within == left => open,
                ..=SHORT => search.attack(node, class, within, open),
                _ => {
                    let frame = Canonical::new(node, class, self.white);
                    open & frame.leave(self.shared.table.get(frame.key, within).won)
                }
            };
            // Known results of the children first, then searches.
            for is_known in [true, false] {
                if won & open != 0 {
                    self.take(search, node, class, within, is_known, won, &mut open, &mut plan);
                }
            }
            if open == 0 {
                return Some(plan);
            }
        }
        None
    }

    /// Adds moves that win boards of `won` within this many plies to a plan.
    #[allow(clippy::too_many_arguments)]
    fn take(
        &self,
        search: &mut Search<'_>,
        node: &Node,
        class: usize,
        within: u32,
        is_known: bool,
        won: Mask,
        open: &mut Mask,
        plan: &mut Plan,
    ) {
        let after = 1 - class;
        let lost = node.defence(after).five;
        let mut scores = [[0; 9]; 4];
        node.attack_scores(after, true, &mut scores);
        let mut children = Children::new();
        Children::each(node.vacant_cells(), |mut child| {
            child.score = scores[usize::from(child.label)][child.index()];
            children.push(child);
        });
        children.sort();
        let mut winning = Vec::new();
        while won & *open != 0
            && let Some(child) = children.next(|_| false)
        {
            let label = usize::from(child.label);
            let next = node.attacked(label, child.cell);
            let reached = some(after, won & *open) & !lost;
            let five = reached & next.attack(after).five;
            let found = if is_known {
                let frame = Canonical::new(&next, after, self.white);
                reached & frame.leave(self.shared.table.get(frame.key, within - 1).won)
            } else {
                search.defend(&next, after, within - 1, reached & !five)
            };
            winning.push((label, child.cell, five | found));
            if !is_known {
                plan.take_best(class, &mut winning, open);
            }
        }
        plan.take_best(class, &mut winning, open);
    }

    /// Adds the boards after all replies to some arrangements.
    fn replies(&self, search: &mut Search<'_>, node: &Node, class: usize, left: u32, reached: Mask, next: &mut Layer) {
        let after = 1 - class;
        let open = reached & !node.attack(class).five;
        if open == 0 {
            return;
        }
        let five = node.attack(after).five;
        Children::each(node.vacant_cells(), |child| {
            let reply = node.defended(usize::from(child.label), child.cell);
            let boards = some(after, open) & !five;
            let short = search.attack(&reply, after, self.search.min(left - 1), boards);
            let rest = boards & !short;
            if rest != 0 {
                let frame = Canonical::new(&reply, after, self.white);
                *next.entry(frame.key).or_default() |= frame.enter(rest);
            }
        });
    }
}

impl Plan {
    /// Chooses the children that win most of the open boards, as long as any wins one.
    fn take_best(&mut self, class: usize, winning: &mut Vec<(usize, u16, Mask)>, open: &mut Mask) {
        let gain = |won: Mask, open: Mask| (some(class, won) & open).count_ones();
        while let Some(&(label, cell, won)) = winning.iter().max_by_key(|child| gain(child.2, *open))
            && gain(won, *open) > 0
        {
            self.take(class, (label, cell), won, open);
        }
        winning.clear();
    }

    /// Plays this cell where it wins, with swaps to as few of the won arrangements as possible, by
    /// a greedy cover.
    fn take(&mut self, class: usize, (label, cell): (usize, u16), won: Mask, open: &mut Mask) {
        let mut targets = 0;
        let gain = |bit: usize, open: Mask| (some(class, 1 << bit) & open).count_ones();
        while some(class, won) & *open != 0 {
            let bits = (0..12).filter(|bit| won >> bit & 1 == 1);
            let Some(target) = bits.max_by_key(|&bit| gain(bit, *open)) else { break };
            targets |= 1 << target;
            for (number, from) in ARRANGEMENTS[class].iter().enumerate() {
                if *open >> number & 1 == 0 {
                    continue;
                }
                let swap = SWAPS.iter().position(|&(one, other)| {
                    let mut to = *from;
                    to.swap(one, other);
                    find(to).1 == target
                });
                if let Some(swap) = swap {
                    let cell = 9 * label + cell.trailing_zeros() as usize;
                    self.moves[number] = (6 * cell + swap) as u8;
                    *open &= !(1 << number);
                }
            }
        }
        self.reached.push((label, cell, targets));
    }
}

fn header(position: &PentagoSwap, winner: Player, plies: u32, search: u32, entries: usize) -> String {
    let cells: String = (0..36)
        .map(|cell| match position.piece(gambol_core::Cell::new(cell % 6, cell / 6)) {
            Some(Player::First) => 'w',
            Some(Player::Second) => 'b',
            None => '.',
        })
        .collect();
    let side = if winner == Player::First { 'w' } else { 'b' };
    format!("{TITLE}\nposition {cells} {side}\nplies {plies} search {search} entries {entries}\n")
}
