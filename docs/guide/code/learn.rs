//! An evaluator that learns from its own games, by temporal differences.

use gambol::learn::{Features, LearnError, Learner, Network, OnePly, Points, Settings};

use crate::Twenty48;

/// Features of a board: a weight for each content of a row or column. One table is for the four
/// lines at an edge, one for the four lines inside.
#[derive(Clone, Debug)]
pub struct Lines;

/// Weights of a table: four tiles of at most 2¹⁵.
const TABLE: usize = 1 << 16;

impl Features<Twenty48> for Lines {
    fn len(&self) -> usize {
        2 * TABLE
    }

    fn visit<V: FnMut(usize)>(&self, state: &Twenty48, mut visit: V) {
        let board = state.board;
        let index = |line: [u8; 4]| line.iter().fold(0, |index, &tile| index << 4 | usize::from(tile.min(15)));
        for i in 0..4 {
            let table = if i == 1 || i == 2 { TABLE } else { 0 };
            for line in [board[i], board.map(|row| row[i])] {
                // A line and its mirror image share a weight.
                let [a, b, c, d] = line;
                visit(table + index(line).min(index([d, c, b, a])));
            }
        }
    }

    fn layout(&self) -> String {
        "2048 lines v1".to_owned()
    }
}

/// Learns from about 200,000 slides of self-play for each epoch.
///
/// # Errors
///
/// If an output becomes infinite, which does not happen with these settings.
pub fn learn(epochs: u32, seed: u64) -> Result<Network<Lines>, LearnError> {
    let settings = Settings::default().turns_per_round(12_500).seed(seed);
    let mut learner = Learner::new(Twenty48::default(), Lines, Points, settings);
    for _ in 0..epochs {
        learner.epoch(OnePly::new)?;
    }
    Ok(learner.network())
}
