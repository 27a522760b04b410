//! The features of all placements on one board, with their shared parts computed once.

use super::features::{ROWS, around, completeness_of, has_room_for_largest, holes};
use crate::board::Board;
use crate::cells::{PADDING, ROW, STRIDE};
use crate::moves::Placement;
use crate::piece::Piece;

/// A board before a placement, with data shared by all placements.
pub(super) struct Prepared {
    board: Board,
    free: u32,
    /// The filled cells of each row and its entry of [`ROWS`]; sixteen, so that every index is in
    /// bounds.
    rows: [(u16, u64); 16],
    /// The sum of the entries.
    sum: u64,
    /// The cells of the square of three by three at its first and last places; `None` if it fits
    /// nowhere.
    squares: Option<[u128; 2]>,
}

impl Prepared {
    pub(super) fn new(board: Board) -> Self {
        let filled = board.filled().bits();
        let mut rows = [(0, 0); 16];
        let mut sum = 0;
        for (place, row) in rows.iter_mut().zip(0..10) {
            let row = (filled >> (STRIDE * row) & ROW) as u16;
            *place = (row, ROWS[usize::from(row)]);
            sum += place.1;
        }
        let fits = board.fits(Piece::O3).bits();
        let last = (fits | 1).ilog2();
        let squares = (fits != 0).then(|| [fits.trailing_zeros(), last].map(|place| Piece::O3.mask() << place));
        Self { board, free: board.free().count(), rows, sum, squares }
    }

    /// The board after a placement, which suffices for most features of an afterstate.
    pub(super) fn after(&self, placement: Placement) -> After<'_> {
        let (board, lines) = self.board.place(placement);
        After { before: self, placement, board, is_plain: lines.is_none() }
    }
}

/// A board after a placement.
pub(super) struct After<'a> {
    before: &'a Prepared,
    placement: Placement,
    board: Board,
    /// Whether no line vanished.
    is_plain: bool,
}

impl After<'_> {
    /// [`holes`].
    pub(super) fn holes(&self) -> u32 {
        holes(self.board)
    }

    /// The free cells.
    pub(super) fn free(&self) -> u32 {
        if self.is_plain {
            self.before.free - u32::from(self.placement.piece().size())
        } else {
            self.board.free().count()
        }
    }

    /// [`has_room_for_largest`].
    pub(super) fn has_room_for_largest(&self) -> bool {
        match self.before.squares {
            // The removal of lines takes no room.
            Some(squares) if squares.iter().any(|square| square & self.placement.mask() == 0) => true,
            None if self.is_plain => false,
            _ => has_room_for_largest(self.board),
        }
    }
}

/// A piece before its placement on a board.
pub(super) struct PreparedPiece {
    pub(super) piece: Piece,
    /// The cells of each row of the piece, and the number of rows.
    rows: [u16; 5],
    height: usize,
    /// The [`surface`](super::surface) of the placement at each cell, as four sets for the bits of
    /// the number.
    surface: [[u64; 2]; 4],
}

impl PreparedPiece {
    pub(super) fn new(board: Board, piece: Piece) -> Self {
        /// The padding represents the cells right of a row and left of the next one; an extra row
        /// represents those below the board.
        const BEYOND: u128 = PADDING | (ROW << (10 * STRIDE));
        let shut = board.filled().bits() | BEYOND;
        let mut sum = [0_u128; 4];
        for &offset in RINGS[piece.index()].offsets() {
            // The cells above the first row and left of its first cell are beyond the edge, too.
            let mut carry = match offset {
                0.. => shut >> offset,
                _ => (shut << -offset) | ((1 << -offset) - 1),
            };
            for bits in &mut sum {
                (*bits, carry) = (*bits ^ carry, *bits & carry);
            }
        }
        let rows = core::array::from_fn(|row| (piece.mask() >> (STRIDE * row as u32) & ROW) as u16);
        Self {
            piece,
            rows,
            height: usize::from(piece.height()),
            surface: sum.map(|bits| [bits as u64, (bits >> 64) as u64]),
        }
    }

    /// [`surface`](super::surface).
    pub(super) fn surface(&self, placement: Placement) -> u32 {
        let at = usize::from(placement.index());
        let bit = |of: usize| (self.surface[of][at >> 6 & 1] >> (at & 63)) as u32 & 1;
        bit(0) | bit(1) << 1 | bit(2) << 2 | bit(3) << 3
    }

    /// The [`completeness`](super::completeness) of the board with the piece on it, before full
    /// lines vanish.
    pub(super) fn completeness(&self, before: &Prepared, placement: Placement) -> f64 {
        let cell = placement.cell();
        let mut sum = before.sum;
        for (piece, place) in self.rows.iter().take(self.height).zip(usize::from(cell.row)..) {
            let (row, entry) = before.rows[place & 15];
            sum += ROWS[usize::from(row | piece << cell.column) & ROW as usize] - entry;
        }
        completeness_of(sum)
    }
}

/// The cells next to a piece: above, below, left and right of its cells.
struct Ring {
    /// Their bit offsets from the top left of the bounding box.
    offsets: [i8; 12],
    count: usize,
}

impl Ring {
    fn offsets(&self) -> &[i8] {
        self.offsets.get(..self.count).unwrap_or_default()
    }
}

static RINGS: [Ring; Piece::COUNT] = {
    const EMPTY: Ring = Ring { offsets: [0; 12], count: 0 };
    let mut rings = [EMPTY; Piece::COUNT];
    let mut index = 0;
    while index < Piece::COUNT {
        // One row from the top and one cell from the left, so that there are cells on all sides.
        let piece = Piece::ALL[index].mask() << (STRIDE + 1);
        let mut left = around(piece) & !piece;
        while left != 0 {
            let ring = &mut rings[index];
            ring.offsets[ring.count] = left.trailing_zeros() as i8 - (STRIDE + 1) as i8;
            ring.count += 1;
            left &= left - 1;
        }
        index += 1;
    }
    rings
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cells::Cells;
    use crate::cells::tests::random_cells;
    use crate::knowledge::{completeness, surface};
    use gambol_core::Seed;

    #[test]
    fn features_are_those_of_one_placement_alone() {
        let mut rng = Seed::new(4).rng();
        let mut full = 0;
        for number in 0..60 {
            // Boards from empty to full, with and without lines.
            let mut filled = random_cells(&mut rng);
            for _ in 0..number % 3 {
                let more = random_cells(&mut rng);
                filled = Cells::ALL.iter().filter(|&cell| filled.contains(cell) || more.contains(cell)).collect();
            }
            if number % 7 == 0 {
                filled = Cells::default();
            }
            let lines = Board::new(filled).lines().cells();
            let board = Board::new(filled.iter().filter(|&cell| !lines.contains(cell)).collect());
            let prepared = Prepared::new(board);
            for piece in Piece::ALL {
                let of_piece = PreparedPiece::new(board, piece);
                for cell in board.fits(piece) {
                    let placement = Placement::new(piece, cell).unwrap();
                    let after = prepared.after(placement);
                    let (alone, lines) = board.place(placement);
                    full += lines.count();
                    assert_eq!(after.holes(), holes(alone));
                    assert_eq!(after.free(), alone.free().count());
                    assert_eq!(after.has_room_for_largest(), has_room_for_largest(alone), "{board:?} {placement}");
                    assert_eq!(of_piece.surface(placement), surface(board, placement), "{board:?} {placement}");
                    let with = Board::new(Cells::from_mask(board.filled().bits() | placement.mask()));
                    assert_eq!(
                        of_piece.completeness(&prepared, placement),
                        completeness(with),
                        "{board:?} {placement}"
                    );
                }
            }
        }
        assert!(full > 20, "{full} lines were full");
    }
}
