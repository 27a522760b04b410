//! Cells as indices and positions as planes.

use alloc::vec;
use alloc::vec::Vec;

use gambol_core::{Cell, Game, Indexed, Observe, PlaneShape, PlaneValue, PlaneWriter, Player, Turn};

use crate::bits::Bits;
use crate::state::Match5;

/// An index for each cell, `edge * row + column`, row and column from 0: 81 on a board of 9×9. The
/// index has two axes: `[edge, edge]`.
impl<B: Bits> Indexed for Match5<B> {
    #[inline]
    fn action_count(&self) -> usize {
        let edge = usize::from(self.edge());
        edge * edge
    }

    #[inline]
    fn action_index(&self, cell: Cell) -> usize {
        let edge = self.edge();
        if cell.column < edge && cell.row < edge {
            usize::from(edge) * usize::from(cell.row) + usize::from(cell.column)
        } else {
            usize::MAX
        }
    }

    #[inline]
    fn indexed_action(&self, index: usize) -> Option<Cell> {
        let edge = usize::from(self.edge());
        if index < self.action_count() { Some(Cell::new((index % edge) as u8, (index / edge) as u8)) } else { None }
    }

    fn action_shape(&self) -> Vec<usize> {
        vec![usize::from(self.edge()); 2]
    }
}

/// Three planes of as many values as the board has cells:
///
/// | plane | value |
/// |---|---|
/// | 0 | 1 on the stones of the viewer |
/// | 1 | 1 on the stones of the opponent |
/// | 2 | 1 everywhere if the viewer is to move; 0 when the game is over |
///
/// The first player is the side that began. Colours are not encoded.
impl<B: Bits> Observe for Match5<B> {
    fn plane_shape(&self) -> PlaneShape {
        let edge = usize::from(self.edge());
        PlaneShape::new(3, edge, edge)
    }

    fn observe(&self, view: Player, out: &mut [f32]) {
        self.write_planes(view, out);
    }

    fn observe_bytes(&self, view: Player, out: &mut [u8]) {
        self.write_planes(view, out);
    }
}

impl<B: Bits> Match5<B> {
    fn write_planes<T: PlaneValue>(&self, view: Player, out: &mut [T]) {
        let mut planes = PlaneWriter::new(self.plane_shape(), out);
        let starts = self.rules().starts();
        let own = if view == Player::First { starts } else { starts.other() };
        for (plane, colour) in [own, own.other()].into_iter().enumerate() {
            for cell in self.stones(colour) {
                planes.set(plane, cell, 1.0);
            }
        }
        planes.fill(2, f32::from(self.turn() == Turn::Player(view)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::Wide;
    use crate::rules::{Colour, Rules};

    fn planes<B: Bits>(state: &Match5<B>, view: Player) -> Vec<f32> {
        let mut planes = vec![f32::NAN; state.plane_shape().len()];
        state.observe(view, &mut planes);
        planes
    }

    #[test]
    fn the_first_player_is_who_has_begun() {
        let mut state = Match5::<u128>::new(Rules::new(6, 4).unwrap().starting(Colour::Blue)).unwrap();
        state.play(Cell::new(1, 0));
        let mut expected = vec![0.0; 108];
        expected[1] = 1.0;
        assert_eq!(planes(&state, Player::First), expected);
        expected.fill(0.0);
        expected[37] = 1.0;
        expected[72..].fill(1.0);
        assert_eq!(planes(&state, Player::Second), expected);
    }

    #[test]
    fn both_types_have_the_same_encoding() {
        let text = "5/1rb2/r4/3b1/5 r";
        let (small, wide): (Match5, Match5<Wide>) = (text.parse().unwrap(), text.parse().unwrap());
        for view in [Player::First, Player::Second] {
            assert_eq!(planes(&small, view), planes(&wide, view));
        }
        for index in 0..30 {
            let cell = (index < 25).then(|| Cell::new(index % 5, index / 5));
            assert_eq!(small.indexed_action(usize::from(index)), cell);
            assert_eq!(wide.indexed_action(usize::from(index)), cell);
            assert!(cell.is_none_or(|cell| wide.action_index(cell) == usize::from(index)));
        }
        assert!(small.action_index(Cell::new(5, 0)) >= 25 && wide.action_index(Cell::new(0, 5)) >= 25);
    }
}
