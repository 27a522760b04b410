use gambol_learn::Features;
use gambol_threes::{Threes, board};

/// A weight for each row and column of a board of Threes!, shared by all symmetries.
#[derive(Clone, Debug)]
pub struct Edges;

impl Features<Threes> for Edges {
    fn len(&self) -> usize {
        1 << 16
    }

    fn visit<V: FnMut(usize)>(&self, state: &Threes, mut visit: V) {
        for symmetry in 0..8 {
            visit((board::transformed(state.board(), symmetry) & 0xFFFF) as usize);
        }
    }

    fn layout(&self) -> String {
        "threes edges v1".to_owned()
    }
}
