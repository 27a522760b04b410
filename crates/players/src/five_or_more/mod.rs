//! The networks of Five or More.
//!
//! [`network`] returns the one for some rules: one is trained for hidden places and the points of
//! the thesis, one for shown places and n·(n − 4) points. `gambol train five-or-more` makes their
//! files again.
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

use std::sync::OnceLock;

use gambol_five_or_more::{FiveOrMore, Preview, Rules};
use gambol_learn::{Network, WeightsError};

use crate::files::WeightsFile;

pub use evaluation::Evaluation;
pub use features::BoardFeatures;
pub use player::{Effort, player, player_with};
pub use training::TRAININGS;

/// The game that files of weights name.
const GAME: &str = "five-or-more";

/// Bytes of the files for hidden and for shown places.
#[cfg(feature = "shipped")]
const SHIPPED: [&[u8]; 2] = [include_bytes!("hidden.weights"), include_bytes!("shown.weights")];

pub(crate) const HIDDEN_FILE: WeightsFile = WeightsFile {
    game: GAME,
    name: "five-or-more-hidden",
    load: |file| load(0, file),
    is_loaded: || loaded(0).is_some(),
};
pub(crate) const SHOWN_FILE: WeightsFile = WeightsFile {
    game: GAME,
    name: "five-or-more-shown",
    load: |file| load(1, file),
    is_loaded: || loaded(1).is_some(),
};

/// For hidden and for shown places.
static NETWORKS: [OnceLock<Network<BoardFeatures>>; 2] = [OnceLock::new(), OnceLock::new()];

fn read(file: &[u8]) -> Result<Network<BoardFeatures>, WeightsError> {
    Network::from_file::<FiveOrMore>(BoardFeatures::new(), GAME, file).map(|(network, _)| network)
}

fn load(which: usize, file: &[u8]) -> Result<(), WeightsError> {
    let network = read(file)?;
    NETWORKS[which].get_or_init(|| network);
    Ok(())
}

#[cfg(feature = "shipped")]
#[expect(clippy::unnecessary_wraps, reason = "without the feature there may be none")]
#[inline]
fn loaded(which: usize) -> Option<&'static Network<BoardFeatures>> {
    Some(NETWORKS[which].get_or_init(|| match read(SHIPPED[which]) {
        Ok(network) => network,
        Err(error) => unreachable!("the shipped file: {error}"),
    }))
}

#[cfg(not(feature = "shipped"))]
#[inline]
fn loaded(which: usize) -> Option<&'static Network<BoardFeatures>> {
    NETWORKS[which].get()
}

/// Returns the network for these rules, which is read once. `None` for other boards than 9×9 cells
/// with up to seven colours; and, without the feature `shipped`, as long as its file is not
/// [loaded](crate::WeightsFile::load).
///
/// The rules of the board and the preview decide; other points and stones of a drop than those it
/// was trained with do not matter.
pub fn network(rules: Rules) -> Option<&'static Network<BoardFeatures>> {
    let shows_places = rules.preview() == Preview::Places;
    if view::is_known(rules) { loaded(usize::from(shows_places)) } else { None }
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
