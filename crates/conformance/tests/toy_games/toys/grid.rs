//! A two-player game with an index of actions and planes: on a board of two rows, the players in
//! turn take a cell each. When all are taken, the player with more of the upper row wins.

use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;

use gambol_conformance::Kit;
use gambol_core::{Cell, Game, GameExt, Indexed, NoChance, Observe, PlaneShape, PlaneWriter, Player, Seed, Turn};

pub(crate) const BOUND_GROWS: u8 = 1;
pub(crate) const INDEX_TURNS: u8 = 2;
pub(crate) const SHAPE_GROWS: u8 = 3;
pub(crate) const INDEX_IS_THE_BOUND: u8 = 4;
pub(crate) const INDEX_IS_SHARED: u8 = 5;
pub(crate) const INVERSE_IS_ANOTHER: u8 = 6;
pub(crate) const ACTION_BEYOND_THE_BOUND: u8 = 7;
pub(crate) const INDEX_OFF_THE_BOARD: u8 = 8;
pub(crate) const INVERSE_HAS_A_SECOND: u8 = 9;
pub(crate) const MASK_SHOWS_TAKEN: u8 = 10;
pub(crate) const MASK_KEEPS_OLD: u8 = 11;
pub(crate) const MASK_NEEDS_ROOM: u8 = 12;
pub(crate) const PLANES_HAVE_NAN: u8 = 13;
pub(crate) const PLANES_ARE_GREAT: u8 = 14;
pub(crate) const PLANES_KEEP_OLD: u8 = 15;
pub(crate) const PLANES_NEED_ROOM: u8 = 16;
pub(crate) const PLANES_KNOW_LAST: u8 = 17;
pub(crate) const PLANES_MIX_OWNERS: u8 = 18;
pub(crate) const PLANES_HIDE_FROM_SECOND: u8 = 19;
pub(crate) const LIST_OMITS_ONE: u8 = 20;
pub(crate) const LIST_CLEARS_OLD: u8 = 21;
pub(crate) const SHAPE_OF_ANOTHER_BOUND: u8 = 22;
pub(crate) const PERMUTATION_REPEATS: u8 = 23;
pub(crate) const PERMUTATION_MOVES: u8 = 24;
pub(crate) const BYTES_TRUNCATE: u8 = 25;
pub(crate) const PERMUTATION_MOVES_TAKEN: u8 = 26;
/// No defect: empty cells may be −0.
pub(crate) const PLANES_HAVE_TWO_ZEROS: u8 = 27;

/// A state with at most one defect.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    width: u8,
    owners: [Option<Player>; 6],
    taken: u8,
    /// The last cell taken, which is not part of the state.
    last: Option<u8>,
    defect: u8,
}

pub(crate) fn start(defect: u8) -> impl Fn(Seed) -> Grid {
    move |seed| Grid { width: 2 + (seed.get() % 2) as u8, owners: [None; 6], taken: 0, last: None, defect }
}

/// A kit with cells on the board and beside it.
pub(crate) fn kit(defect: u8) -> Kit<Grid> {
    let universe = (0..4).flat_map(|column| (0..4).map(move |row| Cell::new(column, row))).collect::<Vec<_>>();
    Kit::new(start(defect)).states(500).candidates(move |_| universe.clone()).indexed().observed()
}

impl Grid {
    fn cells(&self) -> usize {
        2 * usize::from(self.width)
    }

    fn number(&self, cell: Cell) -> Option<usize> {
        let on_board = cell.column < self.width && cell.row < 2;
        on_board.then(|| usize::from(cell.row * self.width + cell.column))
    }

    fn cell(&self, number: usize) -> Cell {
        Cell::new(number as u8 % self.width, number as u8 / self.width)
    }

    fn side(&self) -> Player {
        if self.taken.is_multiple_of(2) { Player::First } else { Player::Second }
    }
}

impl Game for Grid {
    type Action = Cell;
    type Outcome = NoChance;
    const PLAYERS: usize = 2;

    fn turn(&self) -> Turn {
        if usize::from(self.taken) == self.cells() { Turn::Over } else { Turn::Player(self.side()) }
    }

    fn score(&self) -> i64 {
        let upper = &self.owners[..usize::from(self.width)];
        let sum: i64 = upper.iter().flatten().map(|owner| owner.sign()).sum();
        if self.turn() == Turn::Over { sum.signum() } else { 0 }
    }

    fn visit_actions<F: FnMut(Cell) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()> {
        let free = (0..self.cells()).filter(|&number| self.owners[number].is_none());
        free.map(|number| self.cell(number)).try_for_each(visit)
    }

    fn visit_outcomes<F: FnMut(NoChance, f64) -> ControlFlow<()>>(&self, _: F) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn play(&mut self, cell: Cell) {
        if let Some(number) = self.number(cell) {
            self.owners[number] = Some(self.side());
            self.last = Some(number as u8);
            self.taken += 1;
        }
    }

    fn resolve(&mut self, outcome: NoChance) {
        match outcome {}
    }
}

impl Indexed for Grid {
    fn action_count(&self) -> usize {
        self.cells() + if self.defect == BOUND_GROWS { usize::from(self.taken) } else { 0 }
    }

    fn action_index(&self, cell: Cell) -> usize {
        let Some(number) = self.number(cell) else {
            return if self.defect == INDEX_OFF_THE_BOARD { 0 } else { usize::MAX };
        };
        match self.defect {
            INDEX_TURNS => (number + usize::from(self.taken)) % self.cells(),
            INDEX_IS_THE_BOUND if number == 0 => self.cells(),
            INDEX_IS_SHARED => number / 2,
            _ => number,
        }
    }

    fn indexed_action(&self, index: usize) -> Option<Cell> {
        let count = self.cells();
        match self.defect {
            INDEX_TURNS if index < count => Some(self.cell((index + count - usize::from(self.taken)) % count)),
            INDEX_IS_THE_BOUND if index == count => None,
            INVERSE_IS_ANOTHER if index < count => Some(self.cell(count - 1 - index)),
            ACTION_BEYOND_THE_BOUND if index == count => Some(self.cell(0)),
            // The last cell is taken, so that no legal action has its index.
            INVERSE_HAS_A_SECOND if index + 1 == count && self.owners[index].is_some() => Some(self.cell(0)),
            _ => (index < count).then(|| self.cell(index)),
        }
    }

    fn action_mask(&self, mask: &mut [bool]) {
        if self.defect == MASK_NEEDS_ROOM {
            mask[self.cells() - 1] = false;
        }
        if self.defect != MASK_KEEPS_OLD {
            mask.fill(false);
        }
        let _ = self.visit_actions(|cell| {
            if let Some(legal) = mask.get_mut(self.action_index(cell)) {
                *legal = true;
            }
            ControlFlow::Continue(())
        });
        if self.defect == MASK_SHOWS_TAKEN
            && let (Some(last), false) = (self.last, mask.is_empty())
        {
            mask[usize::from(last) % mask.len()] = true;
        }
    }

    fn legal_indices(&self, indices: &mut Vec<u32>) {
        if self.defect == LIST_CLEARS_OLD {
            indices.clear();
        }
        indices.extend(self.actions().into_iter().map(|cell| self.action_index(cell) as u32));
        if self.defect == LIST_OMITS_ONE {
            indices.pop();
        }
    }

    fn action_shape(&self) -> Vec<usize> {
        vec![self.action_count(), if self.defect == SHAPE_OF_ANOTHER_BOUND { 2 } else { 1 }]
    }

    fn permutation(&self, _: usize) -> Vec<u32> {
        let mut indices: Vec<u32> = (0..self.action_count() as u32).collect();
        match self.defect {
            PERMUTATION_REPEATS => indices[0] = 1,
            PERMUTATION_MOVES => indices.reverse(),
            PERMUTATION_MOVES_TAKEN if self.owners[..2].iter().all(Option::is_some) => indices.swap(0, 1),
            _ => {}
        }
        indices
    }
}

impl Observe for Grid {
    fn plane_shape(&self) -> PlaneShape {
        let more = if self.defect == SHAPE_GROWS { usize::from(self.taken) } else { 0 };
        PlaneShape::new(3 + more, 2, usize::from(self.width))
    }

    fn observe(&self, view: Player, out: &mut [f32]) {
        if self.defect == PLANES_NEED_ROOM {
            out[self.plane_shape().len() - 1] = 0.0;
        }
        let old = out.first().copied();
        let mut planes = PlaneWriter::new(self.plane_shape(), out);
        if self.defect == PLANES_HIDE_FROM_SECOND && view == Player::Second {
            return;
        }
        for (number, owner) in self.owners.iter().enumerate() {
            if let Some(owner) = owner {
                let mixed = self.defect == PLANES_MIX_OWNERS || *owner == view;
                let value = if self.defect == PLANES_ARE_GREAT { 2.0 } else { 1.0 };
                planes.set(usize::from(!mixed), self.cell(number), value);
            }
        }
        match self.defect {
            PLANES_HAVE_NAN => planes.set(2, Cell::new(1, 1), f32::NAN),
            PLANES_KNOW_LAST => {
                if let Some(last) = self.last {
                    planes.set(2, self.cell(usize::from(last)), 1.0);
                }
            }
            PLANES_HAVE_TWO_ZEROS => {
                let zero = if self.last == Some(0) { -0.0 } else { 0.0 };
                planes.fill(2, if self.side() == view { 0.5 } else { zero });
            }
            PLANES_KEEP_OLD => planes.set(2, Cell::new(0, 0), old.unwrap_or(0.0)),
            // A half is 127.5 as a byte, which is rounded. The other value times 255 is the
            // greatest `f32` below a half, to which adding a half gives 1.
            _ => planes.fill(2, if self.side() == view { 0.5 } else { 0.001_960_784_2 }),
        }
    }

    fn observe_bytes(&self, view: Player, out: &mut [u8]) {
        let mut values = vec![0.0; self.plane_shape().len()];
        self.observe(view, &mut values);
        let rounding = if self.defect == BYTES_TRUNCATE { 0.0 } else { 0.5 };
        out.fill(0);
        out.iter_mut().zip(values).for_each(|(byte, value)| *byte = (value * 255.0 + rounding) as u8);
    }
}

impl PartialEq for Grid {
    fn eq(&self, other: &Self) -> bool {
        (self.width, self.owners) == (other.width, other.owners)
    }
}

impl Eq for Grid {}

impl Hash for Grid {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.width, self.owners).hash(hasher);
    }
}
