//! The shipped network and the players that search with it.

#[cfg(feature = "shipped")]
use std::sync::Arc;
use std::sync::OnceLock;

#[cfg(feature = "shipped")]
use gambol_learn::Network;
use gambol_learn::WeightsError;
#[cfg(feature = "shipped")]
use gambol_search::Expectimax;

use super::evaluation::Evaluation;
#[cfg(feature = "shipped")]
use super::tuples::Tuples;
use crate::files::WeightsFile;

/// The shipped file of weights.
#[cfg(feature = "shipped")]
const SHIPPED: &[u8] = include_bytes!("threes.weights");

pub(crate) const FILE: WeightsFile =
    WeightsFile { game: "threes", name: "threes", load, is_loaded: || loaded().is_some() };

static LOADED: OnceLock<Evaluation> = OnceLock::new();

fn load(file: &[u8]) -> Result<(), WeightsError> {
    let evaluation = Evaluation::from_file(file)?;
    LOADED.get_or_init(|| evaluation);
    Ok(())
}

/// Returns the evaluation by the network that is [loaded](crate::WeightsFile::load); with the
/// feature `shipped`, by the shipped one, which is read on the first call.
#[must_use]
pub fn loaded() -> Option<Evaluation> {
    #[cfg(feature = "shipped")]
    return Some(evaluation());
    #[cfg(not(feature = "shipped"))]
    LOADED.get().cloned()
}

/// Returns the shipped network, read from its file on the first call.
#[cfg(feature = "shipped")]
#[must_use]
pub fn network() -> Arc<Network<Tuples>> {
    Arc::clone(shipped().network())
}

/// Returns the evaluation by the shipped network. All callers share the network and what is kept of
/// it.
#[cfg(feature = "shipped")]
#[must_use]
pub fn evaluation() -> Evaluation {
    shipped().clone()
}

#[cfg(feature = "shipped")]
fn shipped() -> &'static Evaluation {
    LOADED.get_or_init(|| match Evaluation::from_file(SHIPPED) {
        Ok(evaluation) => evaluation,
        Err(error) => unreachable!("the shipped file: {error}"),
    })
}

/// Expectimax with the shipped network for hundreds of moves a second: all lines of a probability
/// of at least 0.03, up to six plies.
///
/// The cut-off spends the time where it matters: few cards can enter few places of a crowded board,
/// and lines there are likely, so that the search is deeper. At equal time, that is worth more than
/// any fixed depth.
#[cfg(feature = "shipped")]
#[must_use]
pub fn strong() -> Expectimax<Evaluation> {
    Expectimax::new(evaluation()).depth(6).probability_cutoff(0.03)
}

/// Expectimax with the shipped network for more than ten thousand moves a second: two plies, and
/// three on lines of a probability of at least 0.2.
#[cfg(feature = "shipped")]
#[must_use]
pub fn quick() -> Expectimax<Evaluation> {
    Expectimax::new(evaluation()).depth(3).probability_cutoff(0.2)
}

#[cfg(all(test, feature = "shipped"))]
mod tests {
    use super::*;
    use gambol_core::{Evaluator, Game, GameExt, Scratch, Seed};
    use gambol_search::{Budget, Search};
    use gambol_threes::Threes;

    #[test]
    fn the_shipped_network_is_read_once() {
        assert!(Arc::ptr_eq(&network(), &network()));
    }

    #[test]
    fn one_ply_plays_well() {
        // A bound far below the mean of thousands of games, which is over 50,000.
        let (network, mut scratch) = (network(), Scratch::new());
        let mut sum = 0;
        for game in 0..20 {
            let mut rng = Seed::new(1).derive(game).rng();
            let mut state = Threes::default();
            state.settle(&mut rng);
            while let Some((swipe, _)) = network.best_action(&state, &mut scratch) {
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
