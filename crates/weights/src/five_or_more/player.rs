//! The strong player: quick on open boards, thorough on crowded ones.

use std::sync::Arc;

use gambol_core::Afterstate;
use gambol_five_or_more::{Bits, FiveOrMore, Move};
use gambol_search::{Decision, Escalate, SampledTwoPly, Search};

use super::evaluation::Evaluation;

/// How a [`player`] searches: both searches are a [`SampledTwoPly`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effort {
    /// Moves that the quick search compares.
    pub width: usize,
    /// Samples of each move in the first round of the quick search.
    pub samples: u32,
    /// The share of empty cells, 0 to 1, below which the thorough search decides. With 1, it always
    /// does.
    pub crowded: f64,
    /// Moves that the thorough search compares.
    pub thorough_width: usize,
    /// Samples of each move in the first round of the thorough search.
    pub thorough_samples: u32,
}

impl Effort {
    /// About a millisecond a move where places are shown, and one of thirty boards is searched
    /// thoroughly.
    pub const FAST: Self = Self { width: 4, samples: 2, crowded: 0.44, thorough_width: 16, thorough_samples: 4 };
}

impl Default for Effort {
    fn default() -> Self {
        Self::FAST
    }
}

/// Returns a player by the shipped networks, on any board: two plies, with more moves and samples
/// where few cells are empty. Games end on crowded boards, so the time is better spent there.
///
/// ```
/// use gambol_core::{Game, GameExt, Seed};
/// use gambol_five_or_more::FiveOrMore;
/// use gambol_search::{Budget, Search};
/// use gambol_weights::five_or_more::{Effort, player};
///
/// let mut player = player(Effort::FAST);
/// let (mut state, mut rng): (FiveOrMore, _) = (FiveOrMore::default(), Seed::new(1).rng());
/// for decision in 0..20 {
///     state.settle(&mut rng);
///     state.play(player.search(&state, &Budget::unlimited(), Seed::new(decision))?.action);
/// }
/// assert!(!state.is_over());
/// # Ok::<(), gambol_search::SearchError>(())
/// ```
#[must_use]
pub fn player<B: Bits + 'static>(effort: Effort) -> impl Search<FiveOrMore<B>> {
    player_with(Evaluation::shipped(), effort)
}

/// Returns the same player by an evaluation of your own.
#[must_use]
pub fn player_with<B: Bits + 'static>(evaluation: Evaluation, effort: Effort) -> impl Search<FiveOrMore<B>> {
    let evaluation = Afterstate(Arc::new(evaluation));
    let quick = SampledTwoPly::new(evaluation.clone()).width(effort.width).samples(effort.samples);
    let thorough = SampledTwoPly::new(evaluation).width(effort.thorough_width).samples(effort.thorough_samples);
    let is_crowded = move |state: &FiveOrMore<B>, _: &Decision<Move>| {
        (state.free_cells().len() as f64) < effort.crowded * state.rules().cells() as f64
    };
    Escalate::new(quick, is_crowded, thorough)
}

#[cfg(all(test, feature = "shipped"))]
mod tests {
    use super::*;
    use gambol_core::{Game, Seed};
    use gambol_search::Budget;

    #[test]
    fn crowded_boards_are_searched_thoroughly() {
        let mut player = player(Effort { crowded: 0.75, thorough_width: 6, ..Effort::FAST });
        let (mut state, mut rng): (FiveOrMore, _) = (FiveOrMore::default(), Seed::new(3).rng());
        let (mut quick, mut thorough) = (0, 0);
        for decision in 0..40 {
            state.settle(&mut rng);
            let found = player.search(&state, &Budget::unlimited(), Seed::new(decision)).unwrap();
            let simulations = found.stats.simulations;
            // Four moves twice, two of them twice more; then six moves 4 times, and so on.
            let is_crowded = state.free_cells().len() * 4 < 81 * 3;
            assert_eq!(simulations, if is_crowded { 12 + 24 + 12 + 16 } else { 12 }, "{state}");
            *if is_crowded { &mut thorough } else { &mut quick } += 1;
            state.play(found.action);
        }
        assert!(quick > 0 && thorough > 0, "{quick} {thorough}");
    }
}
