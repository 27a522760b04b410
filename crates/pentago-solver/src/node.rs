//! Contents of the four quadrants, as used by the search.

use gambol_core::Player;
use gambol_pentago_swap::{PentagoSwap, Quadrant};

use crate::arrangement::{ARRANGEMENTS, Mask};
use crate::parts::{CELLS, HELD, LACKING, OPEN, added, joined};

/// Four quadrant contents by label, irrespective of their arrangement.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// The attacker's pieces.
    pub(crate) own: [u16; 4],
    /// The defender's pieces.
    pub(crate) other: [u16; 4],
    /// By label and place: the attacker's complete lines and open lines that lack one cell.
    attack: [[u64; 4]; 4],
    /// The same for the defender.
    defence: [[u64; 4]; 4],
    /// Number of empty cells.
    pub(crate) empty: u32,
}

/// The lines of a side in the arrangements of a class.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Lines {
    /// Arrangements with five in a row.
    pub(crate) five: Mask,
    /// Arrangements with five in a row, or with all cells of it but one, which is empty.
    pub(crate) reach: Mask,
}

impl Node {
    /// Returns the contents of a position, which then is the identity arrangement, number 0 of
    /// class 0.
    pub(crate) fn new(position: &PentagoSwap, attacker: Player) -> Self {
        let side = |player| Quadrant::ALL.map(|quadrant| position.quadrant(player, quadrant));
        Self::of_contents(side(attacker), side(attacker.opponent()))
    }

    /// Returns the contents with these pieces of the attacker and of the defender.
    pub(crate) fn of_contents(own: [u16; 4], other: [u16; 4]) -> Self {
        let pieces: u32 = own.iter().chain(&other).map(|pattern| pattern.count_ones()).sum();
        let mut node = Self { own, other, attack: [[0; 4]; 4], defence: [[0; 4]; 4], empty: 36 - pieces };
        for label in 0..4 {
            node.refresh(label);
        }
        node
    }

    #[inline]
    fn refresh(&mut self, label: usize) {
        let (own, other) = (usize::from(self.own[label] & 511), usize::from(self.other[label] & 511));
        for place in 0..4 {
            self.attack[label][place] = HELD[own][place] & OPEN[other][place];
            self.defence[label][place] = HELD[other][place] & OPEN[own][place];
        }
    }

    /// Returns the node with a piece of the attacker on a cell.
    #[inline]
    pub(crate) fn attacked(&self, label: usize, cell: u16) -> Self {
        let mut node = *self;
        node.own[label] |= cell;
        node.empty -= 1;
        node.refresh(label);
        node
    }

    /// Returns the node with a piece of the defender on a cell.
    #[inline]
    pub(crate) fn defended(&self, label: usize, cell: u16) -> Self {
        let mut node = *self;
        node.other[label] |= cell;
        node.empty -= 1;
        node.refresh(label);
        node
    }

    /// Returns the empty cells by label, as patterns.
    #[inline]
    pub(crate) fn vacant_cells(&self) -> [u16; 4] {
        [0, 1, 2, 3].map(|label| !(self.own[label] | self.other[label]) & 511)
    }

    /// Returns the attacker's lines.
    #[inline]
    pub(crate) fn attack(&self, class: usize) -> Lines {
        scan(&self.attack, class)
    }

    /// Returns the defender's lines.
    #[inline]
    pub(crate) fn defence(&self, class: usize) -> Lines {
        scan(&self.defence, class)
    }

    /// Adds the cells that complete a line of the attacker in arrangements of a set.
    pub(crate) fn attack_cells(&self, class: usize, set: Mask, cells: &mut [u16; 4]) {
        lacking(&self.attack, self.own, class, set, cells);
    }

    /// Adds the cells that complete a line of the defender in arrangements of a set.
    pub(crate) fn defence_cells(&self, class: usize, set: Mask, cells: &mut [u16; 4]) {
        lacking(&self.defence, self.other, class, set, cells);
    }
}

/// A set of arrangements or a score, by label and cell.
pub(crate) type ByCell<T> = [[T; 9]; 4];

impl Node {
    /// Returns, by cell, the arrangements in which the attacker can complete a line of five with
    /// one more piece after taking the cell: `reach`, and those where the cell belongs to a line
    /// that lacks two.
    pub(crate) fn prospects(&self, class: usize, reach: Mask) -> ByCell<Mask> {
        let mut found = [[reach; 9]; 4];
        let planes = planes(self.own, self.other);
        for number in 0..12 {
            if reach >> number & 1 == 0 {
                let lines = sums(&planes, class, number);
                each_cell(self.own, class, number, lines[2], |label, cell| {
                    found[label][cell] |= 1 << number;
                });
            }
        }
        found
    }

    /// Adds, by cell, a score of the attacker's lines through it in the arrangements of a class.
    /// Lines that lack more than three cells count only if `all`.
    pub(crate) fn attack_scores(&self, class: usize, all: bool, scores: &mut ByCell<i32>) {
        let planes = planes(self.own, self.other);
        for number in 0..12 {
            let lines = sums(&planes, class, number);
            let few = lines[0] | lines[1] | lines[2] | lines[3];
            let more = if all { open(&planes, class, number) & !few } else { 0 };
            for (lines, weight) in [(lines[1], 16), (lines[2], 4), (lines[3], 1), (more, 1)] {
                each_cell(self.own, class, number, lines, |label, cell| scores[label][cell] += weight);
            }
        }
    }
}

/// Visits the empty cells of lines, by label and number, for a side with these pieces.
#[inline]
fn each_cell(mine: [u16; 4], class: usize, number: usize, mut lines: u32, mut visit: impl FnMut(usize, usize)) {
    let arrangement = ARRANGEMENTS[class & 1][number];
    while lines != 0 {
        let line = &CELLS[lines.trailing_zeros() as usize];
        lines &= lines - 1;
        for place in 0..4 {
            let label = usize::from(arrangement[place] & 3);
            let mut cells = line[place] & !mine[label];
            while cells != 0 {
                visit(label, cells.trailing_zeros() as usize);
                cells &= cells - 1;
            }
        }
    }
}

/// A side's open lines by the number of cells that they lack, by label and place.
type Planes = [[[u32; 4]; 4]; 4];

#[inline]
fn planes(mine: [u16; 4], theirs: [u16; 4]) -> Planes {
    let mut planes = [[[0; 4]; 4]; 4];
    for label in 0..4 {
        let (mine, theirs) = (usize::from(mine[label] & 511), usize::from(theirs[label] & 511));
        for place in 0..4 {
            let open = (OPEN[theirs][place] >> 32) as u32;
            planes[label][place] = LACKING[mine][place].map(|lines| lines & open);
        }
    }
    planes
}

#[inline]
fn sums(planes: &Planes, class: usize, number: usize) -> [u32; 4] {
    let [a, b, c, d] = ARRANGEMENTS[class & 1][number].map(|label| &planes[usize::from(label & 3)]);
    added(added(a[0], b[1]), added(c[2], d[3]))
}

/// Returns a side's open lines, irrespective of the cells that they lack.
#[inline]
fn open(planes: &Planes, class: usize, number: usize) -> u32 {
    let labels = ARRANGEMENTS[class & 1][number].into_iter().enumerate();
    labels.fold(u32::MAX, |lines, (place, label)| {
        lines & planes[usize::from(label & 3)][place].iter().fold(0, |all, part| all | part)
    })
}

type Parts = [[u64; 4]; 4];

#[inline]
fn lines(parts: &Parts, class: usize, number: usize) -> u64 {
    let [a, b, c, d] = ARRANGEMENTS[class & 1][number].map(|label| &parts[usize::from(label & 3)]);
    joined(joined(a[0], b[1]), joined(c[2], d[3]))
}

#[inline]
fn scan(parts: &Parts, class: usize) -> Lines {
    let mut found = Lines::default();
    for number in 0..12 {
        let lines = lines(parts, class, number);
        found.five |= Mask::from(lines as u32 != 0) << number;
        found.reach |= Mask::from(lines != 0) << number;
    }
    found
}

fn lacking(parts: &Parts, patterns: [u16; 4], class: usize, mut set: Mask, cells: &mut [u16; 4]) {
    while set != 0 {
        let number = set.trailing_zeros() as usize;
        set &= set - 1;
        let mut open = lines(parts, class, number) >> 32;
        while open != 0 {
            let line = &CELLS[open.trailing_zeros() as usize];
            open &= open - 1;
            for (place, label) in ARRANGEMENTS[class & 1][number].into_iter().enumerate() {
                let label = usize::from(label & 3);
                cells[label] |= line[place] & !patterns[label];
            }
        }
    }
}
