//! The networks of Five or More.
//!
//! [`network`] returns the network for some rules: one was trained for hidden places and the points
//! of the thesis, one for shown places and n·(n − 4) points. `gambol train five-or-more` reproduces
//! their files.
//!
//! ```
//! # #[cfg(feature = "shipped")] {
//! use gambol_core::{Afterstate, GameExt, Seed};
//! use gambol_five_or_more::{FiveOrMore, Rules};
//! use gambol_search::{Budget, SampledTwoPly, Search};
//!
//! let network = gambol_players::five_or_more::network(Rules::THESIS).ok_or("no network")?;
//! let mut state = FiveOrMore::default();
//! state.settle(&mut Seed::new(1).rng());
//! let mut search = SampledTwoPly::new(Afterstate(network)).width(4).samples(2);
//! let decision = search.search(&state, &Budget::unlimited(), Seed::new(2))?;
//! assert!(state.check_action(decision.action).is_ok());
//! # use gambol_core::Game;
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod evaluation;
mod features;
mod player;
mod training;
mod view;

use gambol_five_or_more::{FiveOrMore, Preview, Rules};
use gambol_learn::{Network, WeightsError};

use crate::files::WeightsFile;
use crate::shipped::{Shipped, shipped};

pub use evaluation::Evaluation;
pub use features::StoneWindows;
pub use player::{Effort, player, player_with};
pub use training::TRAININGS;

/// The name of the game in weights files.
const GAME: &str = "five-or-more";

/// For hidden and for shown places.
static HIDDEN: Shipped<Network<StoneWindows>> = shipped!(read, "hidden.weights");
static SHOWN: Shipped<Network<StoneWindows>> = shipped!(read, "shown.weights");

pub(crate) const HIDDEN_FILE: WeightsFile = WeightsFile {
    game: GAME,
    name: "five-or-more-hidden",
    load: |file| HIDDEN.load(file),
    is_loaded: || HIDDEN.loaded().is_some(),
};
pub(crate) const SHOWN_FILE: WeightsFile = WeightsFile {
    game: GAME,
    name: "five-or-more-shown",
    load: |file| SHOWN.load(file),
    is_loaded: || SHOWN.loaded().is_some(),
};

fn read(file: &[u8]) -> Result<Network<StoneWindows>, WeightsError> {
    Network::from_file::<FiveOrMore>(StoneWindows::new(), GAME, file).map(|(network, _)| network)
}

/// Returns the network for these rules, which is read once. `None` for boards other than 9×9 cells
/// with up to seven colours and, without the feature `shipped`, while its file is not
/// [loaded](crate::WeightsFile::load).
///
/// The network depends on the rules of the board and the preview only; the points and the number of
/// stones of a drop may differ from those of the training.
pub fn network(rules: Rules) -> Option<&'static Network<StoneWindows>> {
    let network = if rules.preview() == Preview::Places { &SHOWN } else { &HIDDEN };
    if view::is_known(rules) { network.loaded() } else { None }
}

#[cfg(all(test, feature = "shipped"))]
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
