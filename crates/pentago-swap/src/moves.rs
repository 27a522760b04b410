//! Moves: the cell of a placement, and two quadrants to swap.

use gambol_core::Cell;

use crate::board::{EDGE, LANE, Quadrant, index};
use crate::tables::QUADRANT_IMAGES;

/// Two different quadrants that change places, each keeping its orientation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Swap {
    /// Top left and top right.
    AB,
    /// Top left and bottom left.
    AC,
    /// Top left and bottom right.
    AD,
    /// Top right and bottom left.
    BC,
    /// Top right and bottom right.
    BD,
    /// Bottom left and bottom right.
    CD,
}

/// The lower lane of each swap, and the distance of its two lanes, in bits.
const LANES: [(u32, u32); 6] = [(0, 16), (0, 32), (0, 48), (16, 16), (16, 32), (32, 16)];

impl Swap {
    /// The six swaps in the order in which moves are listed.
    pub const ALL: [Self; 6] = [Self::AB, Self::AC, Self::AD, Self::BC, Self::BD, Self::CD];

    /// The swap of these two quadrants, in either order; `None` if they are the same.
    ///
    /// ```
    /// use gambol_pentago_swap::{Quadrant, Swap};
    /// assert_eq!(Swap::of(Quadrant::D, Quadrant::B), Some(Swap::BD));
    /// assert_eq!(Swap::of(Quadrant::D, Quadrant::D), None);
    /// ```
    #[must_use]
    pub const fn of(one: Quadrant, other: Quadrant) -> Option<Self> {
        // As sets of two bits, the six pairs are 3, 5, 9, 6, 10 and 12.
        match (1 << one as u8) | (1 << other as u8) {
            0b0011 => Some(Self::AB),
            0b0101 => Some(Self::AC),
            0b1001 => Some(Self::AD),
            0b0110 => Some(Self::BC),
            0b1010 => Some(Self::BD),
            0b1100 => Some(Self::CD),
            _ => None,
        }
    }

    /// The two quadrants, in alphabetical order.
    #[must_use]
    pub const fn quadrants(self) -> (Quadrant, Quadrant) {
        match self {
            Self::AB => (Quadrant::A, Quadrant::B),
            Self::AC => (Quadrant::A, Quadrant::C),
            Self::AD => (Quadrant::A, Quadrant::D),
            Self::BC => (Quadrant::B, Quadrant::C),
            Self::BD => (Quadrant::B, Quadrant::D),
            Self::CD => (Quadrant::C, Quadrant::D),
        }
    }

    /// The cell after this swap of a piece on `cell` before it; `cell` itself if it is off the
    /// board.
    ///
    /// ```
    /// use gambol_core::Cell;
    /// use gambol_pentago_swap::Swap;
    /// let cell: Cell = "b3".parse()?;
    /// assert_eq!(Swap::AD.carry(cell).to_string(), "e6");
    /// assert_eq!(Swap::BC.carry(cell), cell);
    /// # Ok::<(), gambol_core::TextError>(())
    /// ```
    #[must_use]
    pub fn carry(self, cell: Cell) -> Cell {
        let (one, other) = self.quadrants();
        let target = match Quadrant::of(cell) {
            Some(quadrant) if quadrant == one => other,
            Some(quadrant) if quadrant == other => one,
            _ => return cell,
        };
        let corner = target.corner();
        Cell::new(corner.column + cell.column % 3, corner.row + cell.row % 3)
    }

    /// The image of this swap under a symmetry of the board, numbered as in [`Cell::transform`].
    #[must_use]
    pub fn transform(self, symmetry: usize) -> Self {
        let Some(places) = QUADRANT_IMAGES.get(symmetry) else { return self };
        let image = |quadrant: Quadrant| Quadrant::ALL[usize::from(places[quadrant as usize])];
        let (one, other) = self.quadrants();
        Self::of(image(one), image(other)).unwrap_or(self)
    }

    /// Swaps the two lanes.
    #[inline]
    pub(crate) const fn apply(self, lanes: u64) -> u64 {
        let (low, distance) = LANES[self as usize];
        let differing = (lanes ^ (lanes >> distance)) & (LANE << low);
        lanes ^ differing ^ (differing << distance)
    }
}

/// A move: a piece on a cell, then a swap. Its text form is `c3:AB`.
///
/// The cell is always on the board, but not always empty. The order of moves is that of their list:
/// by cell, row by row from the top left, then by swap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// The index of the cell, row by row: below 36.
    cell: u8,
    swap: Swap,
}

impl Move {
    /// The number of moves: 36 cells times 6 swaps.
    pub const COUNT: usize = 216;

    /// The move that places a piece on `cell` and then swaps; `None` if the cell is off the board.
    ///
    /// ```
    /// use gambol_core::Cell;
    /// use gambol_pentago_swap::{Move, Swap};
    /// assert_eq!(Move::new(Cell::new(2, 2), Swap::AB).unwrap().to_string(), "c3:AB");
    /// assert_eq!(Move::new(Cell::new(6, 2), Swap::AB), None);
    /// ```
    #[must_use]
    pub const fn new(cell: Cell, swap: Swap) -> Option<Self> {
        match index(cell) {
            Some(cell) => Some(Self { cell, swap }),
            None => None,
        }
    }

    /// The move with the cell of this index, which must be below 36.
    #[inline]
    pub(crate) const fn at(cell: u8, swap: Swap) -> Self {
        Self { cell, swap }
    }

    /// The cell of the placement, named before the swap.
    #[must_use]
    pub const fn cell(self) -> Cell {
        Cell::new(self.cell % EDGE, self.cell / EDGE)
    }

    /// The index of the cell.
    #[inline]
    pub(crate) const fn cell_index(self) -> u8 {
        self.cell
    }

    /// The two quadrants that are swapped.
    #[must_use]
    pub const fn swap(self) -> Swap {
        self.swap
    }

    /// The index of this move in the list of all moves, below [`COUNT`](Self::COUNT), for tables by
    /// move.
    #[must_use]
    pub const fn index(self) -> usize {
        self.cell as usize * 6 + self.swap as usize
    }

    /// The move with this index; `None` if it is not below [`COUNT`](Self::COUNT).
    ///
    /// ```
    /// use gambol_pentago_swap::Move;
    /// let all: Vec<Move> = (0..Move::COUNT).filter_map(Move::from_index).collect();
    /// assert_eq!(all.len(), 216);
    /// assert_eq!(all[86].to_string(), "c3:AD");
    /// assert_eq!(all[86].index(), 86);
    /// ```
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self { cell: (index / 6) as u8, swap: Swap::ALL[index % 6] }) } else { None }
    }

    /// The image of this move under a symmetry of the board, numbered as in [`Cell::transform`].
    #[must_use]
    pub fn transform(self, symmetry: usize) -> Self {
        let cell = self.cell().transform(symmetry, EDGE);
        Self { cell: cell.row * EDGE + cell.column, swap: self.swap.transform(symmetry) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{lanes_of, mask};

    fn cells() -> impl Iterator<Item = Cell> {
        (0..36).map(|index| Cell::new(index % 6, index / 6))
    }

    #[test]
    fn swaps_carry_pieces_and_are_their_own_inverse() {
        for swap in Swap::ALL {
            for cell in cells() {
                assert_eq!(swap.apply(lanes_of(mask(cell))), lanes_of(mask(swap.carry(cell))), "{swap:?} {cell}");
                assert_eq!(swap.carry(swap.carry(cell)), cell);
            }
            assert_eq!(cells().filter(|&cell| swap.carry(cell) != cell).count(), 18);
        }
    }

    #[test]
    fn swaps_and_quadrants_name_each_other() {
        for one in Quadrant::ALL {
            for other in Quadrant::ALL {
                match Swap::of(one, other) {
                    None => assert_eq!(one, other),
                    Some(swap) => assert_eq!(swap.quadrants(), (one.min(other), one.max(other))),
                }
            }
        }
    }

    #[test]
    fn a_symmetry_of_the_board_carries_swaps_along() {
        for symmetry in 0..9 {
            for swap in Swap::ALL {
                for cell in cells() {
                    let carried_then_turned = swap.carry(cell).transform(symmetry, 6);
                    let turned_then_carried = swap.transform(symmetry).carry(cell.transform(symmetry, 6));
                    assert_eq!(carried_then_turned, turned_then_carried);
                }
            }
        }
    }

    #[test]
    fn moves_are_numbered_as_they_order() {
        let moves: alloc::vec::Vec<_> = (0..300).filter_map(Move::from_index).collect();
        assert_eq!(moves.len(), Move::COUNT);
        assert!(moves.is_sorted());
        assert!(moves.iter().enumerate().all(|(index, one)| one.index() == index));
    }
}
