//! The networks of Five or More.
//!
//! [`network`] returns the one for some rules: one is trained for hidden places and the points of
//! the thesis, one for shown places and n·(n − 4) points. `gambol train five-or-more` makes their
//! files again.
//!
//! ```
//! use gambol_core::{Afterstate, GameExt, Seed};
//! use gambol_five_or_more::{FiveOrMore, Rules};
//! use gambol_search::{Budget, SampledTwoPly, Search};
//!
//! let network = gambol_weights::five_or_more::network(Rules::THESIS).ok_or("no network")?;
//! let mut state = FiveOrMore::default();
//! state.settle(&mut Seed::new(1).rng());
//! let mut search = SampledTwoPly::new(Afterstate(network)).width(4).samples(2);
//! let decision = search.search(&state, &Budget::unlimited(), Seed::new(2))?;
//! assert!(state.check_action(decision.action).is_ok());
//! # use gambol_core::Game;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod evaluation;
mod features;
mod training;
mod view;

use std::sync::LazyLock;

use gambol_five_or_more::{FiveOrMore, Preview, Rules};
use gambol_learn::{Network, WeightsError};

pub use evaluation::Evaluation;
pub use features::BoardFeatures;
pub(crate) use training::{HIDDEN as HIDDEN_TRAINING, SHOWN as SHOWN_TRAINING};

/// The game that files of weights name.
const GAME: &str = "five-or-more";

/// Bytes of the file for hidden places.
const HIDDEN: &[u8] = include_bytes!("hidden.weights");
/// Bytes of the file for shown places.
const SHOWN: &[u8] = include_bytes!("shown.weights");

static NETWORKS: [LazyLock<Option<Network<BoardFeatures>>>; 2] =
    [LazyLock::new(|| read(HIDDEN).ok()), LazyLock::new(|| read(SHOWN).ok())];

fn read(file: &[u8]) -> Result<Network<BoardFeatures>, WeightsError> {
    let (network, _) = Network::from_file::<FiveOrMore>(BoardFeatures::new(), GAME, file)?;
    Ok(network)
}

/// Returns the network for these rules, which is read once. `None` for other boards than 9×9 cells
/// with up to seven colours.
///
/// The rules of the board and the preview decide; other points and stones of a drop than those it
/// was trained with do not matter.
pub fn network(rules: Rules) -> Option<&'static Network<BoardFeatures>> {
    let shows_places = rules.preview() == Preview::Places;
    if view::is_known(rules) { NETWORKS[usize::from(shows_places)].as_ref() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_have_networks_if_the_board_is_known() {
        let hidden = network(Rules::THESIS).unwrap();
        let shown = network(Rules::THESIS.with_preview(Preview::Places)).unwrap();
        assert!(hidden.weights() != shown.weights());
        assert!(network(Rules::SMALL).is_none() && network(Rules::LARGE).is_none());
    }
}
