//! Late states of a game, for training.

use gambol_learn::Stages;
use gambol_threes::{Threes, Tile, board};

/// Stages by the greatest tile: less than 768, 768, 1,536, and 3,072 or more.
///
/// A learner stores states in which such a tile was just made, and begins episodes in them, since
/// few games of one-ply players get so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GreatestTile;

/// The rank of 768.
const FIRST: u8 = 11;
/// Number of stages.
const COUNT: usize = 4;

impl Stages<Threes> for GreatestTile {
    fn count(&self) -> usize {
        COUNT
    }

    #[inline]
    fn stage(&self, state: &Threes) -> usize {
        let rank = board::greatest(state.board()).map_or(0, Tile::rank);
        usize::from((rank + 1).saturating_sub(FIRST)).min(COUNT - 1)
    }

    fn layout(&self) -> String {
        "greatest tile 768, 1536, 3072".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_begin_with_their_tile() {
        let stage = |tile: u16| {
            let state = format!("{tile},0,0,0/0,384,3,0/0,0,48,0/2,0,0,1 3 4,4,3 m").parse::<Threes>().unwrap();
            GreatestTile.stage(&state)
        };
        assert_eq!([384, 768, 1536, 3072, 6144].map(stage), [0, 1, 2, 3, 3]);
        assert_eq!(GreatestTile.stage(&Threes::default()), 0);
    }
}
