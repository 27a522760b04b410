//! The shipped network and the players that search with it.

#[cfg(feature = "shipped")]
use gambol_search::Expectimax;

use super::evaluation::Evaluation;
use crate::files::WeightsFile;
use crate::shipped::{Shipped, shipped};

static SHIPPED: Shipped<Evaluation> = shipped!(Evaluation::from_file, "threes.weights");

pub(crate) const FILE: WeightsFile = WeightsFile {
    game: "threes",
    name: "threes",
    load: |file| SHIPPED.load(file),
    is_loaded: || SHIPPED.loaded().is_some(),
};

/// Returns the evaluation by the [loaded](crate::WeightsFile::load) network; with the feature
/// `shipped`, by the shipped one, which is read on the first call.
#[must_use]
pub fn loaded() -> Option<Evaluation> {
    SHIPPED.loaded().cloned()
}

/// Returns the evaluation by the shipped network, read from its file on the first call. All callers
/// share the network and its kept sums.
#[cfg(feature = "shipped")]
#[must_use]
pub fn evaluation() -> Evaluation {
    SHIPPED.get().clone()
}

/// Depth of the strong player in plies.
pub const STRONG_DEPTH: u32 = 7;
/// Probability cut-off of the strong player.
pub const STRONG_CUTOFF: f64 = 0.012;

/// Expectimax with the shipped network for more than a hundred moves a second, with the depth
/// [`STRONG_DEPTH`] and the probability cut-off [`STRONG_CUTOFF`].
///
/// The cut-off adapts the depth: few cards can enter few places of a crowded board, so that lines
/// there are likely and the search is deeper. At equal time, this is stronger than any fixed depth.
#[cfg(feature = "shipped")]
#[must_use]
pub fn strong() -> Expectimax<Evaluation> {
    Expectimax::new(evaluation()).depth(STRONG_DEPTH).probability_cutoff(STRONG_CUTOFF)
}

/// Expectimax with the shipped network for more than ten thousand moves a second: two plies, and
/// three on lines with a probability of at least 0.2.
#[cfg(feature = "shipped")]
#[must_use]
pub fn quick() -> Expectimax<Evaluation> {
    Expectimax::new(evaluation()).depth(3).probability_cutoff(0.2)
}

#[cfg(all(test, feature = "shipped"))]
mod tests {
    use std::sync::Arc;

    use super::*;
    use gambol_core::{Evaluator, Game, GameExt, Scratch, Seed};
    use gambol_search::{Budget, Search};
    use gambol_threes::Threes;

    #[test]
    fn the_shipped_network_is_read_once() {
        assert!(Arc::ptr_eq(evaluation().network(), evaluation().network()));
    }

    #[test]
    fn one_ply_plays_well() {
        // A bound far below the mean of thousands of games, which is over 50,000.
        let (evaluation, mut scratch) = (evaluation(), Scratch::new());
        let mut sum = 0;
        for game in 0..20 {
            let mut rng = Seed::new(1).derive(game).rng();
            let mut state = Threes::default();
            state.settle(&mut rng);
            while let Some((swipe, _)) = evaluation.network().best_action(&state, &mut scratch) {
                state.play(swipe);
                state.settle(&mut rng);
            }
            sum += state.score();
        }
        assert!(sum / 20 > 30_000, "{}", sum / 20);
    }

    #[test]
    fn players_take_the_merge_of_great_tiles() {
        let state: Threes = "3072,3072,6,3/2,24,1,2/3,3,6,12/0,0,2,0 3 4,2,1 m".parse().unwrap();
        for mut player in [quick(), strong()] {
            let decision = player.search(&state, &Budget::unlimited(), Seed::new(1)).unwrap();
            let after = state.afterstate(decision.action);
            assert_eq!(after.greatest(), 6144);
            assert!(decision.value > evaluation().evaluate(&state) / 2.0);
        }
    }
}
