//! Placements as indices and states as planes.

use alloc::vec;
use alloc::vec::Vec;

use gambol_board::bits::CellSet;
use gambol_core::{Cell, Indexed, Observe, PlaneShape, PlaneValue, PlaneWriter, Player};

use crate::board::Board;
use crate::hand::Hand;
use crate::moves::{self, Placement};
use crate::piece::Piece;
use crate::state::TenTen;

const EDGE: usize = Board::EDGE as usize;
const CELLS: usize = EDGE * EDGE;

/// 1,900 indices: `100 * piece + 10 * row + column`, where `piece` is [`Piece::index`] and the cell
/// is the top left of the piece's bounding box, row and column from 0. The 475 indices of pieces
/// that would extend beyond the board have no action. The index has three axes: `[19, 10, 10]`.
impl Indexed for TenTen {
    #[inline]
    fn action_count(&self) -> usize {
        Piece::COUNT * CELLS
    }

    #[inline]
    fn action_index(&self, placement: Placement) -> usize {
        let Cell { column, row } = placement.cell();
        placement.piece().index() * CELLS + usize::from(row) * EDGE + usize::from(column)
    }

    #[inline]
    fn indexed_action(&self, index: usize) -> Option<Placement> {
        let piece = *Piece::ALL.get(index / CELLS)?;
        let cell = index % CELLS;
        Placement::new(piece, Cell::new((cell % EDGE) as u8, (cell / EDGE) as u8))
    }

    fn action_mask(&self, mask: &mut [bool]) {
        mask.fill(false);
        moves::visit_indices(self.board(), self.hand(), |index| {
            if let Some(legal) = mask.get_mut(index as usize) {
                *legal = true;
            }
        });
    }

    fn legal_indices(&self, indices: &mut Vec<u32>) {
        moves::visit_indices(self.board(), self.hand(), |index| indices.push(index));
    }

    fn action_shape(&self) -> Vec<usize> {
        vec![Piece::COUNT, EDGE, EDGE]
    }
}

/// 20 planes of 10×10 values:
///
/// | planes | value |
/// |---|---|
/// | 0 | 1 on the filled cells |
/// | 1–19 | number of these pieces in the hand, in the order of [`Piece::ALL`], divided by 3 |
///
/// The score is omitted, as no reward depends on it.
impl Observe for TenTen {
    fn plane_shape(&self) -> PlaneShape {
        PlaneShape::new(1 + Piece::COUNT, EDGE, EDGE)
    }

    fn observe(&self, _: Player, out: &mut [f32]) {
        self.write_planes(out);
    }

    fn observe_bytes(&self, _: Player, out: &mut [u8]) {
        self.write_planes(out);
    }
}

impl TenTen {
    fn write_planes<T: PlaneValue>(&self, out: &mut [T]) {
        let mut planes = PlaneWriter::new(self.plane_shape(), out);
        planes.set_cells(0, self.board().filled().without_padding().words());
        for piece in self.hand().distinct() {
            let count = self.hand().pieces().filter(|&other| other == piece).count();
            planes.fill(1 + piece.index(), count as f32 / Hand::SIZE as f32);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_placement_has_an_index() {
        let state = TenTen::default();
        let placements: Vec<_> = (0..2_000).filter_map(|index| state.indexed_action(index)).collect();
        assert_eq!(placements.len(), 1_900 - 475);
        let first: Placement = "h2@c1".parse().unwrap();
        let last: Placement = "v5@j6".parse().unwrap();
        assert_eq!((state.action_index(first), state.action_index(last)), (2, 1_859));
    }

    #[test]
    fn planes_are_where_the_table_says() {
        let state: TenTen = "10/10/10/1xxx6/10/10/10/10/10/10 h2,h2,v5 3".parse().unwrap();
        let mut planes = vec![f32::NAN; state.plane_shape().len()];
        state.observe(Player::First, &mut planes);
        let mut expected = vec![0.0; 2_000];
        expected[31..34].fill(1.0);
        expected[100..200].fill(2.0 / 3.0);
        expected[1_900..].fill(1.0 / 3.0);
        assert_eq!(planes, expected);
    }
}
