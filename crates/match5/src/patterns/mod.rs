//! Patterns of stones around each free cell, updated by each move.

mod candidates;
mod forced;
pub(crate) mod line;
mod network;
mod shape;
mod threat;
mod value;
mod weights;

use core::ops::ControlFlow;

use gambol_core::{Cell, Companion, Game, NoChance};

pub use forced::{ForcedWins, Threats};
pub use shape::Shape;
pub use threat::Threat;
pub use value::PatternValue;

use self::line::{Line, Stones};
use self::network::Inputs;
use self::shape::{reach, shapes};
use self::threat::{KINDS, threat, unpacked};
use self::weights::{CHOICE, choice};
use crate::bits::Bits;
use crate::board::index;
use crate::lines::Direction;
use crate::rules::{Colour, GREATEST_ROW};
use crate::state::Match5;

/// The shapes that a stone of either colour on each free cell would make on the four lines through
/// it: a [`Companion`] of [`Match5`].
///
/// A move changes the lines through one cell, so an update looks up some thirty cells, in tables of
/// all contents of a line within reach.
///
/// # Candidates
///
/// The selection is without loss if one side is about to win:
///
/// 1. a cell that completes a row, if there is one;
/// 2. otherwise the cells where the opponent would complete one: the forced reply;
/// 3. otherwise a cell that makes an open four or two fours;
/// 4. otherwise, if the opponent has such a cell, the cells where either side makes a four, since
///    no other move stops it;
/// 5. otherwise the cells within two steps of a stone, up to the [width](Self::width). Those that
///    are most often the best move with the same shapes of both sides come first.
///
/// ```
/// use gambol_core::{GameExt, Tracked};
/// use gambol_match5::{Colour, Match5, Patterns, Threat};
///
/// let state: Match5 = "9/9/9/9/2rrr4/9/4b4/4b4/9 b".parse()?;
/// let tracked = Tracked::new(state, &Patterns::default());
/// assert_eq!(tracked.companion().threat(Colour::Red, "b5".parse()?), Threat::OpenFour);
/// // The cells that stop an open three.
/// let blocks: Vec<String> = tracked.candidates().iter().map(ToString::to_string).collect();
/// assert_eq!(blocks, ["b5", "f5", "g5", "a5"]);
/// # Ok::<(), gambol_core::TextError>(())
/// ```
#[derive(Copy, Debug, PartialEq)]
pub struct Patterns<B: Bits = u128> {
    edge: u8,
    row: u8,
    width: u8,
    /// The stones of each line.
    lines: B::Lines<Stones>,
    /// The packed shapes that a stone would make, by colour; 0 for cells with a stone.
    shapes: B::Cells<[u16; 2]>,
    /// The number of free cells by colour and threat.
    threats: [[u16; KINDS]; 2],
    /// The sums over the free cells of the weights of the shapes, by colour: if the colour is to
    /// move, and if the other one is.
    sums: [[i32; 2]; 2],
    /// The inputs of the network.
    inputs: Inputs,
}

#[allow(
    clippy::expl_impl_clone_on_copy,
    clippy::non_canonical_clone_impl,
    reason = "`clone_from` by default copies twice"
)]
impl<B: Bits> Clone for Patterns<B> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }

    #[inline]
    fn clone_from(&mut self, source: &Self) {
        *self = *source;
    }
}

/// The default [width](Patterns::width).
const WIDTH: u8 = 18;

impl<B: Bits> Default for Patterns<B> {
    /// The patterns of no board: a prototype for [`Companion::at`].
    fn default() -> Self {
        Self {
            edge: 0,
            row: 5,
            width: WIDTH,
            lines: B::lines_of(Stones::NONE),
            shapes: B::cells_of([0; 2]),
            threats: [[0; KINDS]; 2],
            sums: [[0; 2]; 2],
            inputs: Inputs::NONE,
        }
    }
}

impl<B: Bits> Patterns<B> {
    /// Sets the greatest number of candidates if no move is forced, 1 to 64 (default 18).
    #[must_use]
    pub fn width(mut self, cells: usize) -> Self {
        self.width = cells.clamp(1, candidates::MOST) as u8;
        self
    }

    /// The shapes that a stone of a colour on a cell would make on each line through it, in the
    /// order of [`Direction::ALL`]; [`Shape::Dead`] for cells with a stone or off the board.
    #[must_use]
    pub fn shapes(&self, colour: Colour, cell: Cell) -> [Shape; 4] {
        unpacked(if self.holds(cell) { self.packed(colour, index::<B>(cell)) } else { 0 })
    }

    /// The threat that a stone of a colour on a cell would make; [`Threat::None`] for cells with a
    /// stone or off the board.
    #[must_use]
    pub fn threat(&self, colour: Colour, cell: Cell) -> Threat {
        Threat::of(self.shapes(colour, cell))
    }

    /// The number of free cells on which a stone of a colour would make this threat.
    #[must_use]
    #[inline]
    pub fn count(&self, colour: Colour, threat: Threat) -> u16 {
        self.threats[colour as usize][threat as usize]
    }

    /// The numbers of the weights of the shapes on a cell in the order of candidates, for the side
    /// to move and for the other side.
    #[doc(hidden)]
    #[must_use]
    pub fn choices(&self, side: Colour, cell: Cell) -> [u16; 2] {
        [side, side.other()].map(|colour| CHOICE[usize::from(self.packed(colour, index::<B>(cell)))])
    }

    #[inline]
    fn holds(&self, cell: Cell) -> bool {
        cell.column < self.edge && cell.row < self.edge
    }

    #[inline]
    fn packed(&self, colour: Colour, index: usize) -> u16 {
        self.shapes.as_ref()[index][colour as usize]
    }

    /// The threat at a bit index of the board.
    #[inline]
    fn threat_at(&self, colour: Colour, index: usize) -> Threat {
        threat(self.packed(colour, index))
    }

    /// Places a stone on a free cell.
    #[inline]
    fn place(&mut self, colour: Colour, cell: Cell) {
        let at = index::<B>(cell);
        let mut changes = Changes::NONE;
        let before = core::mem::take(&mut self.shapes.as_mut()[at]);
        for (colour, packed) in before.into_iter().enumerate() {
            changes.push(colour, packed, 0);
        }
        let reach = reach(self.row) as u8;
        for direction in Direction::ALL {
            let (line, place) = Line::through::<B>(cell, direction, self.edge);
            self.lines.as_mut()[line.number].place(colour as usize, place);
            let last = (place + reach).min(line.length - 1);
            self.refresh(line, direction, place.saturating_sub(reach), last, &mut changes);
        }
        self.apply(&changes);
        // The cell is no longer free.
        for threats in &mut self.threats {
            threats[Threat::None as usize] -= 1;
        }
    }

    /// Replaces shapes in the counts and the sums.
    #[inline]
    fn apply(&mut self, changes: &Changes) {
        for colour in 0..2 {
            let (mut inputs, mut sums) = (self.inputs.of(colour), self.sums[colour]);
            for pair in changes.of(colour) {
                let [before, now] = pair.map(choice);
                self.threats[colour][before.threat as usize] -= 1;
                self.threats[colour][now.threat as usize] += 1;
                for ((sum, before), now) in sums.iter_mut().zip(before.weights).zip(now.weights) {
                    *sum += i32::from(now) - i32::from(before);
                }
                for ((inputs, before), now) in inputs.iter_mut().zip(&before.vectors).zip(&now.vectors) {
                    network::replace(inputs, before, now);
                }
            }
            self.sums[colour] = sums;
            self.inputs.set(colour, inputs);
        }
    }

    /// Updates the shapes of some places of a line.
    #[inline]
    fn refresh(&mut self, line: Line, direction: Direction, from: u8, last: u8, changes: &mut Changes) {
        match self.row {
            3 => self.refresh_rows_of::<3>(line, direction, from, last, changes),
            4 => self.refresh_rows_of::<4>(line, direction, from, last, changes),
            5 => self.refresh_rows_of::<5>(line, direction, from, last, changes),
            _ => self.refresh_rows_of::<6>(line, direction, from, last, changes),
        }
    }

    fn refresh_rows_of<const ROW: u8>(
        &mut self,
        line: Line,
        direction: Direction,
        from: u8,
        last: u8,
        changes: &mut Changes,
    ) {
        let table = shapes(ROW);
        let around = self.lines.as_ref()[line.number].surroundings::<ROW>(line.length);
        let shift = 3 * direction as u32;
        for place in around.free(from, last) {
            let numbers = around.numbers(place);
            let index = line.index(place);
            for colour in 0..2 {
                let shape = u16::from(table[numbers[colour]]);
                let before = self.shapes.as_ref()[index][colour];
                let old = before >> shift & 7;
                if shape == old {
                    continue;
                }
                let now = before ^ (old ^ shape) << shift;
                self.shapes.as_mut()[index][colour] = now;
                changes.push(colour, before, now);
            }
        }
    }
}

/// The packed shapes before and after a move on the cells where it changes them, by colour. Kept
/// until the end of the move, since sums change faster together.
struct Changes {
    pairs: [[[u16; 2]; MOST_CHANGES]; 2],
    lengths: [usize; 2],
}

/// The greatest number of cells on which a move changes the shapes of a colour.
const MOST_CHANGES: usize = 1 + 8 * reach(GREATEST_ROW) as usize;

impl Changes {
    const NONE: Self = Self { pairs: [[[0; 2]; MOST_CHANGES]; 2], lengths: [0; 2] };

    #[inline]
    fn push(&mut self, colour: usize, before: u16, now: u16) {
        if let Some(pair) = self.pairs[colour].get_mut(self.lengths[colour]) {
            *pair = [before, now];
            self.lengths[colour] += 1;
        }
    }

    #[inline]
    fn of(&self, colour: usize) -> &[[u16; 2]] {
        &self.pairs[colour][..self.lengths[colour]]
    }
}

impl<B: Bits> Companion<Match5<B>> for Patterns<B> {
    fn at(&self, state: &Match5<B>) -> Self {
        let edge = state.edge();
        let mut patterns = Self { edge, row: state.row(), ..Self::default().width(usize::from(self.width)) };
        for colour in [Colour::Red, Colour::Blue] {
            patterns.threats[colour as usize][Threat::None as usize] = state.left();
            for cell in state.stones(colour) {
                for direction in Direction::ALL {
                    let (line, place) = Line::through::<B>(cell, direction, edge);
                    patterns.lines.as_mut()[line.number].place(colour as usize, place);
                }
            }
        }
        for place in 0..edge {
            let border =
                |column, row, direction| (Line::through::<B>(Cell::new(column, row), direction, edge).0, direction);
            let (far, below) = (edge - 1, place + 1);
            let lines = [
                border(0, place, Direction::Across),
                border(place, 0, Direction::Down),
                border(place, 0, Direction::Falling),
                border(place, 0, Direction::Rising),
            ];
            // The first diagonal that starts beside the top of the board is one row below.
            let diagonals = [(0, Direction::Falling), (far, Direction::Rising)]
                .into_iter()
                .filter(|_| below < edge)
                .map(|(column, direction)| border(column, below, direction));
            for (line, direction) in lines.into_iter().chain(diagonals) {
                let mut changes = Changes::NONE;
                patterns.refresh(line, direction, 0, line.length - 1, &mut changes);
                patterns.apply(&changes);
            }
        }
        patterns
    }

    #[inline]
    fn play(&mut self, before: &Match5<B>, cell: Cell) {
        if before.check_place(cell).is_ok() {
            self.place(before.side(), cell);
        }
    }

    fn resolve(&mut self, _: &Match5<B>, outcome: NoChance) {
        match outcome {}
    }

    #[inline]
    fn visit_candidates<F>(&self, state: &Match5<B>, visit: F) -> ControlFlow<()>
    where
        F: FnMut(Cell) -> ControlFlow<()>,
    {
        self.visit_selection(state, visit)
    }

    #[inline]
    fn is_selective(&self, _: &Match5<B>) -> bool {
        true
    }

    fn has_exact_candidates(&self, state: &Match5<B>) -> bool {
        self.selects_exactly(state)
    }

    #[inline]
    fn winning_action(&self, state: &Match5<B>) -> Option<Cell> {
        state.turn().player()?;
        self.first_with(state, state.side(), Threat::Five)
    }
}
