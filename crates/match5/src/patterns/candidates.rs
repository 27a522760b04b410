//! Candidate moves.

use core::ops::ControlFlow;

use gambol_core::{Cell, Game};

use super::Patterns;
use super::threat::Threat;
use super::weights::priority;
use crate::bits::Bits;
use crate::board::{cell, cells};
use crate::rules::{Colour, GREATEST_EDGE};
use crate::state::Match5;

/// The greatest number of candidates if no move is forced.
pub(super) const MOST: usize = 64;

/// The number of cells of the greatest board.
const CELLS: usize = GREATEST_EDGE as usize * GREATEST_EDGE as usize;

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
        let mut ranked = Ranked::new();
        for index in near(state).cells() {
            if least == Threat::None || self.threat_at(own, index) >= least || self.threat_at(other, index) >= least {
                ranked.push(priority(self.packed(own, index), self.packed(other, index)), index as u16);
            }
        }
        if ranked.length == 0 {
            // The board is empty, or only far cells are free.
            let middle = Cell::new(self.edge / 2, self.edge / 2);
            let first = if state.stone(middle).is_none() { Some(middle) } else { cells(state.free()).next() };
            return first.map_or(ControlFlow::Continue(()), visit);
        }
        (0..width).map_while(|_| ranked.take()).try_for_each(|index| visit(cell::<B>(usize::from(index))))
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

/// Cells with priorities, taken in descending order. Searches often need only the first few: then a
/// search for each is faster than sorting them all.
struct Ranked {
    /// [`TAKEN`] for cells that are taken, and beyond the last cell.
    priorities: [i16; CELLS],
    indices: [u16; CELLS],
    length: usize,
}

/// Less than the priority of any cell.
const TAKEN: i16 = i16::MIN;

impl Ranked {
    #[inline]
    fn new() -> Self {
        Self { priorities: [TAKEN; CELLS], indices: [0; CELLS], length: 0 }
    }

    #[inline]
    fn push(&mut self, priority: i16, index: u16) {
        if let (Some(last), Some(at)) = (self.priorities.get_mut(self.length), self.indices.get_mut(self.length)) {
            (*last, *at) = (priority, index);
            self.length += 1;
        }
    }

    /// Takes the cell with the greatest priority, the first of equals.
    #[inline]
    fn take(&mut self) -> Option<u16> {
        // Whole chunks, which the compiler compares at once.
        let chunks = &self.priorities.as_chunks::<8>().0[..self.length.div_ceil(8)];
        let mut most = [TAKEN; 8];
        for chunk in chunks {
            for (most, &priority) in most.iter_mut().zip(chunk) {
                *most = (*most).max(priority);
            }
        }
        let most = most.into_iter().max().filter(|&most| most > TAKEN)?;
        let at = self.priorities.iter().position(|&priority| priority == most)?;
        self.priorities[at] = TAKEN;
        Some(self.indices[at])
    }
}
