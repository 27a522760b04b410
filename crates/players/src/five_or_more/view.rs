//! The board as seen by the features: with the stones of the next drop on the cells where they will
//! land.

use gambol_core::Cell;
use gambol_five_or_more::{Bits, FiveOrMore, Phase, Rules};

/// Cells of an edge.
pub(super) const EDGE: usize = 9;
/// Cells of the board.
pub(super) const CELLS: usize = EDGE * EDGE;
/// Maximum number of colours.
pub(super) const COLOURS: usize = 7;
/// Maximum number of stones of a drop.
const DROP: usize = 9;

/// Whether boards with these rules have features.
pub(super) fn is_known(rules: Rules) -> bool {
    usize::from(rules.width()) == EDGE && usize::from(rules.height()) == EDGE && usize::from(rules.colours()) <= COLOURS
}

/// Returns the number of a cell.
pub(super) fn index(cell: Cell) -> usize {
    usize::from(cell.row) * EDGE + usize::from(cell.column)
}

/// A board of 9×9 cells with the available information on the next drop.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    /// Code of each cell: 0 if it is empty, else 1 plus the number of the stone's colour. With
    /// places shown, the next stones are included.
    pub(super) codes: [u8; CELLS],
    /// Codes of the next stones whose places are not known.
    pub(super) next: [u8; DROP],
    /// Whether a move precedes the drop.
    pub(super) is_free: bool,
    /// Number of stones of the next drop that fall on random cells, although places are shown.
    pub(super) floating: u8,
    /// Stones that the drop removes.
    pub(super) removed: u128,
    /// Cells where stones of the drop land, and their codes.
    pub(super) landed: [(u8, u8); DROP],
    pub(super) landings: u8,
}

impl View {
    /// Returns the view of a state of a board of 9×9 cells.
    pub(super) fn new<B: Bits>(state: &FiveOrMore<B>) -> Self {
        let mut view = Self {
            codes: [0; CELLS],
            next: [0; DROP],
            is_free: state.phase() == Phase::Move,
            floating: 0,
            removed: 0,
            landed: [(0, 0); DROP],
            landings: 0,
        };
        state.write_codes(&mut view.codes);
        let is_due = matches!(state.phase(), Phase::Move | Phase::Drop { .. });
        let down = if let Phase::Drop { down } = state.phase() { usize::from(down) } else { 0 };
        let shows_places = state.rules().preview() == gambol_five_or_more::Preview::Places;
        for (stone, next) in state.next().enumerate().skip(down).filter(|_| is_due) {
            let code = next.colour.index() + 1;
            if !shows_places {
                if let Some(next) = view.next.get_mut(stone) {
                    *next = code;
                }
                continue;
            }
            let place = next.place.map(index).filter(|&place| view.codes.get(place) == Some(&0));
            match (place, view.landed.get_mut(usize::from(view.landings))) {
                (Some(place), Some(landed)) => {
                    view.codes[place] = code;
                    *landed = (place as u8, code);
                    view.landings += 1;
                }
                _ => view.floating += 1,
            }
        }
        view.remove_runs();
        view
    }

    /// Returns the stones that land, with their cells.
    pub(super) fn landings(&self) -> impl Iterator<Item = (usize, u8)> + use<> {
        self.landed.into_iter().take(usize::from(self.landings)).map(|(place, code)| (usize::from(place), code))
    }

    /// Removes the runs through the stones that have landed, all at once.
    fn remove_runs(&mut self) {
        for (place, code) in self.landings() {
            let set = self.set(code);
            if completed_by(set).has(place) {
                self.removed |= runs(set);
            }
        }
        for (cell, code) in self.codes.iter_mut().enumerate() {
            if self.removed >> cell & 1 == 1 {
                *code = 0;
            }
        }
    }

    /// Returns the cells with this code.
    pub(super) fn set(&self, code: u8) -> u128 {
        let cells = self.codes.iter().enumerate().filter(|&(_, &other)| other == code);
        cells.fold(0, |set, (cell, _)| set | 1 << cell)
    }

    /// Returns the cells with each code.
    pub(super) fn sets(&self) -> [u128; COLOURS + 1] {
        let mut sets = [0; COLOURS + 1];
        for (cell, &code) in self.codes.iter().enumerate() {
            sets[usize::from(code) % (COLOURS + 1)] |= 1 << cell;
        }
        sets
    }
}

/// Operations on sets of cells.
pub(super) trait Set {
    /// Whether a cell is in the set.
    fn has(self, cell: usize) -> bool;
}

impl Set for u128 {
    #[inline]
    fn has(self, cell: usize) -> bool {
        self >> (cell & 127) & 1 == 1
    }
}

/// Returns the board without one of its columns.
const fn without_column(column: usize) -> u128 {
    let mut set = 0;
    let mut cell = 0;
    while cell < CELLS {
        if cell % EDGE != column {
            set |= 1 << cell;
        }
        cell += 1;
    }
    set
}

const ALL: u128 = (1 << CELLS) - 1;
const NOT_FIRST: u128 = without_column(0);
const NOT_LAST: u128 = without_column(EDGE - 1);

/// The four directions of lines: the step to the next cell, the cells with a predecessor, and those
/// with a successor.
const DIRECTIONS: [(u32, u128, u128); 4] =
    [(1, NOT_FIRST, NOT_LAST), (9, ALL, ALL), (10, NOT_FIRST, NOT_LAST), (8, NOT_LAST, NOT_FIRST)];

/// Returns the cells with at least four cells of a set directly before and after them in a line, in
/// total.
pub(super) fn completed_by(set: u128) -> u128 {
    DIRECTIONS.iter().fold(0, |found, &(step, before, after)| {
        let up = |cells: u128| (cells << step) & before & ALL;
        let down = |cells: u128| (cells >> step) & after;
        let up1 = up(set);
        let up2 = up(up1 & set);
        let up3 = up(up2 & set);
        let down1 = down(set);
        let down2 = down(down1 & set);
        let down3 = down(down2 & set);
        found | up(up3 & set) | up3 & down1 | up2 & down2 | up1 & down3 | down(down3 & set)
    })
}

/// Returns the cells of a set in lines of five or more.
fn runs(set: u128) -> u128 {
    DIRECTIONS.iter().fold(0, |found, &(step, before, after)| {
        let starts = (0..4).fold(set, |starts, _| (starts >> step) & after & set);
        found | (0..4).fold(starts, |cells, _| cells | (cells << step) & before & ALL)
    })
}
