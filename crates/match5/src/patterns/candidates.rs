//! Candidate moves.

use core::ops::ControlFlow;

use gambol_core::{Cell, Game};

use super::Patterns;
use super::threat::Threat;
use super::weights::priority;
use crate::bits::Bits;
use crate::board::{cell, cells};
use crate::rules::Colour;
use crate::state::Match5;

/// The greatest number of candidates if no move is forced.
pub(super) const MOST: usize = 64;

impl<B: Bits> Patterns<B> {
    /// The free cells with a threat of this colour of at least this strength.
    #[inline]
    pub(super) fn cells_with(
        &self,
        state: &Match5<B>,
        colour: Colour,
        least: Threat,
    ) -> impl Iterator<Item = Cell> + use<'_, B> {
        self.cells_where(state, colour, move |threat| threat >= least)
    }

    /// The free cells whose threat of this colour passes a test.
    #[inline]
    pub(super) fn cells_where<F: Fn(Threat) -> bool>(
        &self,
        state: &Match5<B>,
        colour: Colour,
        test: F,
    ) -> impl Iterator<Item = Cell> + use<'_, B, F> {
        near(state).cells().filter(move |&index| test(self.threat_at(colour, index))).map(cell::<B>)
    }

    /// The first free cell with a threat of this colour of at least this strength.
    #[inline]
    pub(super) fn first_with(&self, state: &Match5<B>, colour: Colour, least: Threat) -> Option<Cell> {
        (self.count(colour, least) > 0).then(|| self.cells_with(state, colour, least).next()).flatten()
    }

    #[inline]
    pub(super) fn visit_selection(
        &self,
        state: &Match5<B>,
        mut visit: impl FnMut(Cell) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if state.turn().player().is_none() {
            return ControlFlow::Continue(());
        }
        let own = state.side();
        let other = own.other();
        let has = |colour, threat| self.count(colour, threat) > 0;
        if has(own, Threat::Five) {
            return self.cells_with(state, own, Threat::Five).take(1).try_for_each(visit);
        }
        if has(other, Threat::Five) {
            return self.cells_with(state, other, Threat::Five).try_for_each(visit);
        }
        if has(own, Threat::OpenFour) {
            return self.cells_with(state, own, Threat::OpenFour).take(1).try_for_each(visit);
        }
        // All moves that stop an open four are candidates.
        let (least, width) =
            if has(other, Threat::OpenFour) { (Threat::Four, MOST) } else { (Threat::None, usize::from(self.width)) };
        let mut best = Best::new(width);
        for index in near(state).cells() {
            if least == Threat::None || self.threat_at(own, index) >= least || self.threat_at(other, index) >= least {
                best.insert(priority(self.packed(own, index), self.packed(other, index)), index as u16);
            }
        }
        if best.is_empty() {
            // The board is empty, or only far cells are free.
            let middle = Cell::new(self.edge / 2, self.edge / 2);
            let first = if state.stone(middle).is_none() { Some(middle) } else { cells(state.free()).next() };
            return first.map_or(ControlFlow::Continue(()), visit);
        }
        best.indices().try_for_each(|index| visit(cell::<B>(usize::from(index))))
    }
}

impl<B: Bits> Patterns<B> {
    /// Whether the candidates suffice: every other free cell loses, no later than the candidates,
    /// or wins no sooner.
    pub(super) fn selects_exactly(&self, state: &Match5<B>) -> bool {
        let own = state.side();
        let other = own.other();
        let has = |colour, threat| self.count(colour, threat) > 0;
        // A complete row, a block or an open four: all other moves are worse.
        if has(own, Threat::Five) || has(other, Threat::Five) || has(own, Threat::OpenFour) {
            return true;
        }
        if has(other, Threat::OpenFour) {
            let stops =
                |index: &usize| [own, other].iter().any(|&colour| self.threat_at(colour, *index) >= Threat::Four);
            return near(state).cells().filter(stops).count() <= MOST;
        }
        near(state) == state.free() && usize::from(state.left()) <= usize::from(self.width)
    }
}

/// The free cells within two steps of a stone.
#[inline]
fn near<B: Bits>(state: &Match5<B>) -> B {
    let (own, other) = state.sides();
    let stride = B::STRIDE;
    let (inner, outer) = (B::columns(stride - 1), !B::columns(1));
    let wider = |set: B| set | (set & inner).up(1) | (set & outer).down(1);
    let higher = |set: B| set | set.up(u32::from(stride)) | set.down(u32::from(stride));
    higher(higher(wider(wider(own | other)))) & state.free()
}

/// The cells with the greatest values in descending order, with ties in order of cells.
struct Best {
    /// The value above the complement of the index, so that one comparison orders by both.
    entries: [u32; MOST],
    length: usize,
    width: usize,
}

impl Best {
    #[inline]
    fn new(width: usize) -> Self {
        Self { entries: [0; MOST], length: 0, width: width.min(MOST) }
    }

    #[inline]
    fn insert(&mut self, priority: u16, index: u16) {
        let entry = u32::from(priority) << 16 | u32::from(!index);
        if self.length == self.width {
            if entry <= self.entries[self.length - 1] {
                return;
            }
            self.length -= 1;
        }
        let mut place = self.length;
        while place > 0 && self.entries[place - 1] < entry {
            self.entries[place] = self.entries[place - 1];
            place -= 1;
        }
        self.entries[place] = entry;
        self.length += 1;
    }

    fn is_empty(&self) -> bool {
        self.length == 0
    }

    fn indices(&self) -> impl Iterator<Item = u16> {
        self.entries[..self.length].iter().map(|&entry| !(entry as u16))
    }
}
