//! Moves as indices and positions as planes.

use alloc::vec;
use alloc::vec::Vec;

use gambol_core::{Game, Indexed, Observe, PlaneShape, PlaneValue, PlaneWriter, Player, Turn};

use crate::board::EDGE;
use crate::moves::{Move, Swap};
use crate::state::PentagoSwap;

/// 216 indices, in the order in which moves are listed: `6 * cell + swap`, where `cell` is
/// `6 * row + column` from 0, and the swaps are numbered as in [`Swap::ALL`](crate::Swap::ALL). See
/// [`Move::index`]. The index has two axes: `[36, 6]`.
impl Indexed for PentagoSwap {
    #[inline]
    fn action_count(&self) -> usize {
        Move::COUNT
    }

    #[inline]
    fn action_index(&self, action: Move) -> usize {
        action.index()
    }

    #[inline]
    fn indexed_action(&self, index: usize) -> Option<Move> {
        Move::from_index(index)
    }

    fn action_shape(&self) -> Vec<usize> {
        vec![Move::COUNT / Swap::ALL.len(), Swap::ALL.len()]
    }
}

/// Three planes of 6×6 values:
///
/// | plane | value |
/// |---|---|
/// | 0 | 1 on the pieces of the viewer |
/// | 1 | 1 on the pieces of the opponent |
/// | 2 | 1 everywhere if the viewer is to move; 0 when the game is over |
impl Observe for PentagoSwap {
    fn plane_shape(&self) -> PlaneShape {
        PlaneShape::new(3, usize::from(EDGE), usize::from(EDGE))
    }

    fn observe(&self, view: Player, out: &mut [f32]) {
        self.write_planes(view, out);
    }

    fn observe_bytes(&self, view: Player, out: &mut [u8]) {
        self.write_planes(view, out);
    }
}

impl PentagoSwap {
    fn write_planes<T: PlaneValue>(&self, view: Player, out: &mut [T]) {
        let mut planes = PlaneWriter::new(self.plane_shape(), out);
        for (plane, player) in [view, view.opponent()].into_iter().enumerate() {
            planes.set_cells(plane, [self.pieces(player)]);
        }
        planes.fill(2, f32::from(self.turn() == Turn::Player(view)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gambol_core::{Cell, GameExt, Seed};

    fn planes(state: &PentagoSwap, view: Player) -> Vec<f32> {
        let mut planes = vec![f32::NAN; state.plane_shape().len()];
        state.observe(view, &mut planes);
        planes
    }

    #[test]
    fn planes_are_the_viewers_first() {
        let state: PentagoSwap = "6/6/5w/2b3/6/w5 b".parse().unwrap();
        let expected = |own: &[usize], other: &[usize], moves: f32| {
            let mut planes = vec![0.0; 108];
            for index in own.iter().copied().chain(other.iter().map(|cell| 36 + cell)) {
                planes[index] = 1.0;
            }
            planes[72..].fill(moves);
            planes
        };
        assert_eq!(planes(&state, Player::First), expected(&[17, 30], &[20], 0.0));
        assert_eq!(planes(&state, Player::Second), expected(&[20], &[17, 30], 1.0));
        let over: PentagoSwap = "wwwww1/6/6/bbbb2/6/6 b".parse().unwrap();
        for view in [Player::First, Player::Second] {
            assert!(planes(&over, view)[72..].iter().all(|&value| value == 0.0));
        }
    }

    #[test]
    fn planes_turn_with_the_board() {
        let mut rng = Seed::new(4).rng();
        let mut state = PentagoSwap::new();
        while state.random_step(&mut rng).is_some() {
            for symmetry in 0..8 {
                let (here, there) = (planes(&state, Player::First), planes(&state.transform(symmetry), Player::First));
                for (index, value) in here.iter().enumerate() {
                    let cell = Cell::new((index % 6) as u8, (index / 6 % 6) as u8).transform(symmetry, EDGE);
                    let image = index / 36 * 36 + usize::from(cell.row) * 6 + usize::from(cell.column);
                    assert_eq!(*value, there[image], "{state} {symmetry}");
                }
            }
        }
    }
}
