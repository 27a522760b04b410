//! Placements: the type, the legal ones, and random ones.

use alloc::borrow::Cow;
use alloc::format;
use core::hint::select_unpredictable;
use core::ops::ControlFlow;

use gambol_board::bits::CellSet;
use gambol_core::Cell;
use gambol_core::random::{Rng, below};

use crate::board::Board;
use crate::cells::{Cells, STRIDE, cell_at, index_of};
use crate::hand::Hand;
use crate::piece::Piece;

/// A piece and its place on the board, whether free or not.
///
/// The text form is the piece and the top left cell of its bounding box: `h3@b4`. That cell belongs
/// to the piece except for the corners `l2se` and `l3se`.
///
/// ```
/// use gambol_core::Cell;
/// use gambol_tenten::{Piece, Placement};
/// let placement = Placement::new(Piece::H3, Cell::new(1, 3)).expect("it is on the board");
/// assert_eq!(placement.to_string(), "h3@b4");
/// assert_eq!(Placement::new(Piece::H3, Cell::new(8, 3)), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Placement {
    piece: Piece,
    /// The bit index of the top left cell. The whole piece is on the board.
    at: u8,
}

impl Placement {
    /// A piece with the top left of its bounding box at a cell; `None` if part of it is off the
    /// board.
    pub const fn new(piece: Piece, cell: Cell) -> Option<Self> {
        let fits = cell.column <= Board::EDGE - piece.width() && cell.row <= Board::EDGE - piece.height();
        if fits { Some(Self { piece, at: index_of(cell) }) } else { None }
    }

    /// The piece.
    #[inline]
    pub const fn piece(self) -> Piece {
        self.piece
    }

    /// The top left cell of the piece's bounding box.
    #[inline]
    pub const fn cell(self) -> Cell {
        cell_at(self.at)
    }

    /// The cells that the piece covers.
    #[inline]
    pub const fn cells(self) -> Cells {
        Cells::from_mask(self.mask())
    }

    /// The bit index of [`cell`](Self::cell).
    #[inline]
    pub(crate) const fn index(self) -> u8 {
        self.at
    }

    #[inline]
    pub(crate) const fn mask(self) -> u128 {
        // The shift cannot overflow, as the index is that of a cell.
        self.piece.mask() << (self.at & 0x7F)
    }

    /// The image of this placement under one of the eight symmetries of the board, numbered as in
    /// [`Cell::transform`].
    #[must_use]
    pub const fn transform(self, symmetry: usize) -> Self {
        let Cell { row, column } = self.cell();
        let near = Cell::new(column, row).transform(symmetry, Board::EDGE);
        let far = Cell::new(column + self.piece.width() - 1, row + self.piece.height() - 1);
        let far = far.transform(symmetry, Board::EDGE);
        let column = if near.column < far.column { near.column } else { far.column };
        let row = if near.row < far.row { near.row } else { far.row };
        Self { piece: self.piece.transform(symmetry), at: index_of(Cell::new(column, row)) }
    }
}

/// The places of the first piece of a hand, and whether it has pieces and none of them fits.
#[inline]
pub(crate) fn first_places(board: Board, hand: Hand) -> (Cells, bool) {
    let fits = |place: Option<Piece>| place.map_or(Cells::EMPTY, |piece| board.fits(piece));
    let [first, second, third] = hand.places();
    let places = fits(first);
    (places, first.is_some() && places.is_empty() && fits(second).is_empty() && fits(third).is_empty())
}

/// Visits all legal placements, by piece and then by cell. `first` has the places of the first
/// piece.
#[inline]
pub(crate) fn visit<F>(board: Board, hand: Hand, first: Cells, mut visit: F) -> ControlFlow<()>
where
    F: FnMut(Placement) -> ControlFlow<()>,
{
    for (number, piece) in hand.distinct().enumerate() {
        let mut left = if number == 0 { first } else { board.fits(piece) };
        while !left.is_empty() {
            visit(Placement { piece, at: left.first() })?;
            left = left.without_first();
        }
    }
    ControlFlow::Continue(())
}

/// Calls `visit` with `100 * piece + 10 * row + column` for all legal placements, by piece and then
/// by cell.
#[inline]
pub(crate) fn visit_indices(board: Board, hand: Hand, mut visit: impl FnMut(u32)) {
    /// The number of a cell without padding, by bit.
    const NUMBERS: [[u8; 64]; 2] = {
        let mut numbers = [[0; 64]; 2];
        let mut bit = 0;
        while bit < 128 {
            numbers[bit / 64][bit % 64] = (bit - bit / STRIDE as usize) as u8;
            bit += 1;
        }
        numbers
    };
    for piece in hand.distinct() {
        let (start, fits) = (100 * piece.index() as u32, board.fits(piece).bits());
        for (mut word, numbers) in fits.words().zip(&NUMBERS) {
            while word != 0 {
                visit(start + u32::from(numbers[word.trailing_zeros() as usize & 63]));
                word &= word - 1;
            }
        }
    }
}

/// A uniformly random legal placement, found without a list. `a` has the places of the first piece.
#[inline]
pub(crate) fn random<R: Rng + ?Sized>(board: Board, hand: Hand, a: Cells, rng: &mut R) -> Option<Placement> {
    let mut draw = |total: u32| (total > 0).then(|| below(rng, total));
    let [first, second, third] = hand.distinct_places();
    let first = first?;
    let of_first = a.count();
    let (piece, fits, rank) = match (second, third) {
        (None, None) => (first, a, draw(of_first)?),
        (Some(second), None) | (None, Some(second)) => {
            let b = board.fits(second);
            let rank = draw(of_first + b.count())?;
            pick(rank < of_first, (first, a, rank), (second, b, rank.wrapping_sub(of_first)))
        }
        (Some(second), Some(third)) => {
            let (b, c) = (board.fits(second), board.fits(third));
            let of_two = of_first + b.count();
            let rank = draw(of_two + c.count())?;
            let two = pick(rank < of_first, (first, a, rank), (second, b, rank.wrapping_sub(of_first)));
            pick(rank < of_two, two, (third, c, rank.wrapping_sub(of_two)))
        }
    };
    Some(Placement { piece, at: fits.select(rank) })
}

/// One of two pieces with its places and a rank, by a condition that a branch could not predict.
#[inline]
fn pick(is_first: bool, first: (Piece, Cells, u32), second: (Piece, Cells, u32)) -> (Piece, Cells, u32) {
    (
        select_unpredictable(is_first, first.0, second.0),
        select_unpredictable(is_first, first.1, second.1),
        select_unpredictable(is_first, first.2, second.2),
    )
}

/// The rule that a placement breaks, as a clause, if any.
pub(crate) fn broken_rule(board: Board, hand: Hand, placement: Placement) -> Option<Cow<'static, str>> {
    if hand.is_empty() {
        return Some("a deal is due".into());
    }
    if !hand.contains(placement.piece) {
        return Some(format!("{} is not in the hand", placement.piece).into());
    }
    let covered = Cells::from_mask(placement.mask() & board.filled().bits()).iter().next()?;
    Some(format!("{covered} is filled").into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_placement_is_on_the_board_or_nowhere() {
        for piece in Piece::ALL {
            for row in 0..=255 {
                for column in 0..=255 {
                    let cell = Cell::new(column, row);
                    let placement = Placement::new(piece, cell);
                    assert_eq!(placement.is_some(), Board::EMPTY.fits(piece).contains(cell), "{piece}@{column},{row}");
                    if let Some(placement) = placement {
                        assert_eq!((placement.piece(), placement.cell()), (piece, cell));
                        assert_eq!(placement.cells().count(), u32::from(piece.size()));
                    }
                }
            }
        }
    }
}
