//! The strong player: quick on safe boards, thorough on dangerous ones.

use std::sync::Arc;

use gambol_learn::{Network, WeightsError};
use gambol_search::{Decision, Escalate, PlanOnce, Search, Terminal, TurnSearch};
use gambol_tenten::{Placement, TenTen};

use super::features::BoardWindows;
use super::training::Risk;
use crate::files::WeightsFile;
use crate::shipped::{Shipped, shipped};

/// Reads a weights file.
///
/// # Errors
///
/// Returns the errors of [`Network::from_file`].
pub fn from_file(file: &[u8]) -> Result<Arc<Network<BoardWindows>>, WeightsError> {
    let (network, _) = Network::from_file::<TenTen>(BoardWindows, "tenten", file)?;
    Ok(Arc::new(network))
}

static SHIPPED: Shipped<Arc<Network<BoardWindows>>> = shipped!(from_file, "tenten.weights");

pub(crate) const FILE: WeightsFile = WeightsFile {
    game: "tenten",
    name: "tenten",
    load: |file| SHIPPED.load(file),
    is_loaded: || SHIPPED.loaded().is_some(),
};

/// Returns the [loaded](crate::WeightsFile::load) network; with the feature `shipped`, the shipped
/// one, which is read on the first call.
#[must_use]
pub fn loaded() -> Option<Arc<Network<BoardWindows>>> {
    SHIPPED.loaded().cloned()
}

/// Returns the shipped network, read from its file on the first call. Its output is the negative
/// discounted future risk.
#[cfg(feature = "shipped")]
#[must_use]
pub fn network() -> Arc<Network<BoardWindows>> {
    Arc::clone(SHIPPED.get())
}

/// Effort of a [`player`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effort {
    /// Beam width of the quick search.
    pub beam: usize,
    /// Number of ends of a hand that the quick search compares by their exact risk.
    pub ends: usize,
    /// Value below which the thorough search decides.
    pub danger: f64,
    /// Beam width of the thorough search.
    pub thorough_beam: usize,
    /// Number of ends of a hand whose next hands the thorough search samples.
    pub thorough_ends: usize,
    /// Samples per end in the first round of sequential halving.
    pub samples: u32,
    /// Beam width of the sampled hands.
    pub reply_beam: usize,
}

impl Effort {
    /// More than a thousand hands a second on one core.
    pub const FAST: Self =
        Self { beam: 30, ends: 24, danger: -0.03, thorough_beam: 200, thorough_ends: 16, samples: 32, reply_beam: 6 };
}

impl Default for Effort {
    fn default() -> Self {
        Self::FAST
    }
}

/// Returns the player with the shipped network: a [`TurnSearch`] with the exact [`Risk`], and in
/// danger one that also samples next hands. It follows its plan for a whole hand.
///
/// ```
/// use gambol_core::{Game, GameExt, Seed};
/// use gambol_search::{Budget, Search};
/// use gambol_tenten::TenTen;
/// use gambol_players::tenten::{Effort, player};
///
/// let mut player = player(Effort::FAST);
/// let (mut state, mut rng) = (TenTen::default(), Seed::new(1).rng());
/// for decision in 0..60 {
///     state.settle(&mut rng);
///     state.play(player.search(&state, &Budget::unlimited(), Seed::new(decision))?.action);
/// }
/// assert!(!state.is_over());
/// # Ok::<(), gambol_search::SearchError>(())
/// ```
#[cfg(feature = "shipped")]
pub fn player(effort: Effort) -> impl Search<TenTen> {
    player_with(network(), effort)
}

/// Returns the same player with a network of your own.
pub fn player_with(network: Arc<Network<BoardWindows>>, effort: Effort) -> impl Search<TenTen> {
    let search = TurnSearch::new(network).reward(Risk::PLAYED).terminal(Terminal::Evaluated);
    let quick = search.clone().beam(effort.beam).ends(effort.ends);
    let thorough = search.beam(effort.thorough_beam).ends(effort.thorough_ends);
    let thorough = thorough.samples(effort.samples).reply_beam(effort.reply_beam);
    let is_in_danger = move |_: &TenTen, quick: &Decision<Placement>| quick.value < effort.danger;
    PlanOnce::new(Escalate::new(quick, is_in_danger, thorough))
}

#[cfg(all(test, feature = "shipped"))]
mod tests {
    use super::*;
    use gambol_core::{Game, GameExt, Seed, Turn};
    use gambol_search::Budget;
    use gambol_tenten::Rules;

    #[test]
    fn the_player_keeps_the_board_safe() {
        let mut player = player(Effort { danger: -0.4, samples: 2, thorough_ends: 4, ..Effort::FAST });
        let (mut state, mut rng) = (TenTen::default(), Seed::new(7).rng());
        let mut risk = 0.0;
        for decision in 0..300 {
            if state.turn() == Turn::Chance {
                risk += state.board().death_probability(&Rules::UNIFORM);
                state.settle(&mut rng);
            }
            state.play(player.search(&state, &Budget::unlimited(), Seed::new(decision)).unwrap().action);
        }
        assert!(!state.is_over() && risk < 0.1, "{state} {risk}");
    }
}
