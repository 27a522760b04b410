//! Swipes as indices and states as planes.

use gambol_core::{Cell, Indexed, Observe, PlaneShape, PlaneValue, PlaneWriter, Player};

use crate::moves::Swipe;
use crate::state::{Phase, Threes};
use crate::tile::Tile;

/// The first plane of the next card, after one for each tile.
const NEXT: usize = Tile::GREATEST.rank() as usize;
/// The first plane of the deck. The greatest card is 1,536, of rank 12.
const DECK: usize = NEXT + 12;
/// The first plane of the cells where a card may enter.
const ENTRY: usize = DECK + 3;
const PLANES: usize = ENTRY + Swipe::ALL.len();

/// Four actions, in the order in which they are listed:
///
/// | index | action |
/// |---|---|
/// | 0 | [`Swipe::Left`] |
/// | 1 | [`Swipe::Right`] |
/// | 2 | [`Swipe::Up`] |
/// | 3 | [`Swipe::Down`] |
impl Indexed for Threes {
    #[inline]
    fn action_count(&self) -> usize {
        Swipe::ALL.len()
    }

    #[inline]
    fn action_index(&self, swipe: Swipe) -> usize {
        swipe as usize
    }

    #[inline]
    fn indexed_action(&self, index: usize) -> Option<Swipe> {
        Swipe::ALL.get(index).copied()
    }
}

/// 34 planes of 4×4 values:
///
/// | planes | value |
/// |---|---|
/// | 0–14 | 1 on the tiles of rank 1 (a 1) to 15 (12,288) |
/// | 15–26 | 1 everywhere if the next card can have rank 1 (a 1) to 12 (1,536), see [`Threes::next_tiles`] |
/// | 27–29 | numbers of 1s, 2s and 3s left in the deck, divided by 4 |
/// | 30–33 | a card is due after a swipe left, right, up, down: 1 on the cells where it may enter |
impl Observe for Threes {
    fn plane_shape(&self) -> PlaneShape {
        PlaneShape::new(PLANES, 4, 4)
    }

    fn observe(&self, _: Player, out: &mut [f32]) {
        self.write_planes(out);
    }

    fn observe_bytes(&self, _: Player, out: &mut [u8]) {
        self.write_planes(out);
    }
}

impl Threes {
    fn write_planes<T: PlaneValue>(&self, out: &mut [T]) {
        let mut planes = PlaneWriter::new(self.plane_shape(), out);
        for number in 0..16 {
            let rank = (self.board() >> (4 * number)) as usize & 15;
            if rank > 0 {
                planes.set(rank - 1, Cell::new(number % 4, number / 4), 1.0);
            }
        }
        for tile in self.next_tiles() {
            planes.fill(NEXT + usize::from(tile.rank()) - 1, 1.0);
        }
        for (kind, count) in self.deck().into_iter().enumerate() {
            planes.fill(DECK + kind, f32::from(count.min(4)) / 4.0);
        }
        if let Phase::Entry { swipe, lines } = self.phase() {
            for line in (0..4).filter(|line| lines >> line & 1 == 1) {
                planes.set(ENTRY + swipe as usize, swipe.entry(line), 1.0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use alloc::vec::Vec;

    fn planes(text: &str) -> Vec<Vec<f32>> {
        let state: Threes = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        let mut planes = vec![f32::NAN; state.plane_shape().len()];
        state.observe(Player::First, &mut planes);
        planes.chunks(16).map(<[f32]>::to_vec).collect()
    }

    #[test]
    fn planes_are_where_the_table_says() {
        let planes = planes("192,0,0,0/3,0,0,0/0,0,0,0/6,0,12,0 6|12|24 1,4,2 L124");
        assert_eq!(planes.len(), 34);
        let mut expected = vec![vec![0.0; 16]; 34];
        // Ranks: 3 is 3, 6 is 4, 12 is 5, 192 is 9.
        for (rank, cell) in [(9, 0), (3, 4), (4, 12), (5, 14)] {
            expected[rank - 1][cell] = 1.0;
        }
        for rank in [4, 5, 6] {
            expected[14 + rank] = vec![1.0; 16];
        }
        for (plane, share) in [(27, 0.25), (28, 1.0), (29, 0.5)] {
            expected[plane] = vec![share; 16];
        }
        for cell in [3, 7, 15] {
            expected[30][cell] = 1.0;
        }
        assert_eq!(planes, expected);
    }

    #[test]
    fn everything_known_shows() {
        let texts = [
            "0,0,0,0/0,48,3,0/0,0,48,0/2,0,0,1 3 4,4,3 m",
            "0,0,0,0/0,48,3,0/0,0,48,0/2,0,0,1 3 4,3,3 m",
            "0,0,0,0/0,48,3,0/0,0,48,0/2,0,0,1 3 3,4,3 m",
            "0,0,0,0/0,48,3,0/0,0,48,0/2,0,0,1 3 4,4,2 m",
            "0,0,0,0/0,48,3,0/0,0,48,0/2,0,0,1 2 4,3,4 m",
            "0,0,0,0/0,48,3,0/0,0,48,0/2,0,0,1 6 4,4,3 m",
            "0,0,0,0/0,96,3,0/0,0,48,0/2,0,0,1 3 4,4,3 m",
            "192,0,0,0/3,0,0,0/0,0,0,0/6,0,12,0 6|12|24 1,4,2 m",
            "192,0,0,0/3,0,0,0/0,0,0,0/6,0,12,0 6|12|24 1,4,2 L124",
            "192,0,0,0/3,0,0,0/0,0,0,0/6,0,12,0 6|12|24 1,4,2 L4",
            "192,0,0,0/3,0,0,0/0,0,0,0/0,0,0,0 + 1,4,2 L12 bonus=uniform",
            "192,0,0,0/3,0,0,0/0,0,0,0/0,0,0,0 +12 1,4,2 L12 bonus=uniform",
        ];
        for (index, one) in texts.iter().enumerate() {
            for other in &texts[..index] {
                assert!(planes(one) != planes(other), "{one} {other}");
            }
        }
    }
}
