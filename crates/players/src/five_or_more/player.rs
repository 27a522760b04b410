//! The strong player: quick on open boards, thorough on crowded ones, wider with more time.

use std::sync::Arc;

use gambol_core::{Afterstate, Seed};
use gambol_five_or_more::{Bits, FiveOrMore, Move, Preview};
use gambol_search::{Budget, Decision, RootAction, SampledTwoPly, Search, SearchError};

use super::evaluation::Evaluation;

/// Effort of a [`player`]: both searches are a [`SampledTwoPly`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effort {
    /// Number of moves compared by the quick search.
    pub width: usize,
    /// Samples per move in the first round of the quick search.
    pub samples: u32,
    /// Share of empty cells, 0 to 1, below which the thorough search decides. With 1, it always
    /// decides.
    pub crowded: f64,
    /// Number of moves compared by the thorough search.
    pub thorough_width: usize,
    /// Samples per move in the first round of the thorough search.
    pub thorough_samples: u32,
}

impl Effort {
    /// About three milliseconds a move with places shown, with one of ten boards searched
    /// thoroughly.
    pub const STRONG: Self = Self { width: 8, samples: 3, crowded: 0.45, thorough_width: 16, thorough_samples: 5 };
}

impl Default for Effort {
    fn default() -> Self {
        Self::STRONG
    }
}

/// Returns a player with the shipped networks, on any board: two plies, with more moves and samples
/// if few cells are empty. Games end on crowded boards, so that the time is better spent there.
/// With hidden places, where boards are always crowded, the thorough search always decides.
///
/// With a time limit, wider searches follow, with as many moves and samples as fit in the remaining
/// time; open boards use half of the time.
///
/// ```
/// use gambol_core::{Game, GameExt, Seed};
/// use gambol_five_or_more::FiveOrMore;
/// use gambol_search::{Budget, Search};
/// use gambol_players::five_or_more::{Effort, player};
///
/// let mut player = player(Effort::STRONG);
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

/// Returns the same player with an evaluation of your own.
#[must_use]
pub fn player_with<B: Bits + 'static>(evaluation: Evaluation, effort: Effort) -> impl Search<FiveOrMore<B>> {
    let evaluation = Afterstate(Arc::new(evaluation));
    let quick = SampledTwoPly::new(evaluation.clone()).width(effort.width).samples(effort.samples);
    let thorough = SampledTwoPly::new(evaluation.clone()).width(effort.thorough_width).samples(effort.thorough_samples);
    let is_crowded = move |state: &FiveOrMore<B>| {
        state.rules().preview() != Preview::Places
            || (state.free_cells().len() as f64) < effort.crowded * state.rules().cells() as f64
    };
    Widening { quick, thorough, is_crowded, evaluation }
}

/// Maximum number of samples; more would not change a decision.
const MOST_SAMPLES: u64 = 10_000;

/// Returns the numbers of moves and samples of a two-ply search with this many simulations: 5
/// samples for each of 16 moves, and so on in proportion. If there are fewer moves, they have more
/// samples.
fn spread(simulations: u64, actions: usize) -> (usize, u64) {
    // The first round takes one part, and each later one except the last half of one.
    let rounds = |width: usize| u64::from(1 + width.next_power_of_two().trailing_zeros());
    let first = |width: usize| 2 * simulations / rounds(width);
    let samples = |width: usize| first(width) / width as u64;
    let width = (2..=actions).rev().find(|&width| samples(width) >= (width as u64 * 5).div_ceil(16)).unwrap_or(1);
    (width, samples(width).clamp(1, MOST_SAMPLES))
}

/// Maximum number of wider searches. Each should use all of the remaining time; a few correct a
/// wrong estimate.
const MOST_SEARCHES: u64 = 8;

/// A quick or a thorough search; with a time limit, a quick search and then wider ones in the
/// remaining time.
struct Widening<C> {
    quick: SampledTwoPly<Afterstate<Arc<Evaluation>>>,
    thorough: SampledTwoPly<Afterstate<Arc<Evaluation>>>,
    is_crowded: C,
    evaluation: Afterstate<Arc<Evaluation>>,
}

impl<B, C> Search<FiveOrMore<B>> for Widening<C>
where
    B: Bits + 'static,
    C: Fn(&FiveOrMore<B>) -> bool + Send,
{
    fn search(&mut self, state: &FiveOrMore<B>, budget: &Budget, seed: Seed) -> Result<Decision<Move>, SearchError> {
        let is_crowded = (self.is_crowded)(state);
        // Only a time limit widens the search.
        let is_counted = budget.max_nodes().is_some() || budget.max_simulations().is_some();
        let Some(time) = budget.max_time().filter(|_| !is_counted) else {
            let search = if is_crowded { &mut self.thorough } else { &mut self.quick };
            return search.search(state, budget, seed);
        };
        // With a time bank, the time saved on open boards is spent on crowded ones.
        let time = if is_crowded { time } else { time / 2 };
        let budget = budget.clone().time(time);
        let meter = budget.meter();
        let mut decision = self.quick.search(state, &budget, seed.derive(0))?;
        for round in 1.. {
            let (before, elapsed) = (decision.stats, meter.elapsed().unwrap_or_default());
            let left = time.saturating_sub(elapsed);
            // At the pace of the searches so far.
            let simulations = before.simulations as f64 * left.as_secs_f64() / elapsed.as_secs_f64().max(1e-9);
            let (width, samples) = spread((simulations as u64).min(1 << 40), decision.root.len());
            let compared = decision.root.iter().filter(|action| action.visits > 0).count();
            let is_wider = width > compared || width == decision.root.len() && width > 1;
            if !is_wider || round > MOST_SEARCHES || meter.is_over() {
                break;
            }
            let mut wider = SampledTwoPly::new(self.evaluation.clone()).width(width).samples(samples as u32);
            let found = wider.search(state, &budget.clone().time(left), seed.derive(round))?;
            let spent = found.stats;
            let is_sampled = |action: &&RootAction<Move>| action.visits >= samples;
            let sampled = found.root.iter().filter(is_sampled).count();
            // A search that was cut short counts if it has compared as many moves as the one
            // before, by the moves with all their samples.
            if sampled >= compared {
                let best = found.root.iter().filter(is_sampled).max_by(|one, other| one.value.total_cmp(&other.value));
                let broken = best.filter(|_| sampled < width).map(|best| (best.action, best.value));
                decision = found;
                if let Some((action, value)) = broken {
                    (decision.action, decision.value) = (action, value);
                    decision.pv = vec![action];
                }
            }
            decision.stats.nodes = before.nodes + spent.nodes;
            decision.stats.simulations = before.simulations + spent.simulations;
        }
        decision.stats.time = meter.elapsed();
        Ok(decision)
    }
}

#[cfg(all(test, feature = "shipped"))]
mod tests {
    use super::*;
    use gambol_core::{Game, Seed};
    use gambol_five_or_more::Rules;
    use gambol_search::Budget;

    const FEW: Effort = Effort { width: 4, samples: 2, crowded: 0.44, thorough_width: 16, thorough_samples: 4 };

    fn shown() -> FiveOrMore {
        FiveOrMore::new(Rules::THESIS.with_preview(Preview::Places)).unwrap()
    }

    #[test]
    fn simulations_are_spread_over_moves_and_samples() {
        assert_eq!(spread(200, 300), (16, 5));
        assert_eq!(spread(0, 300), (1, 1));
        assert_eq!(spread(1_000, 2), (2, 500));
        for (simulations, actions) in [(30, 300), (100, 300), (3_000, 300), (50_000, 40), (100, 3)] {
            let (width, samples) = spread(simulations, actions);
            assert!(width <= actions && width as u64 * samples <= simulations, "{simulations} {width} {samples}");
        }
    }

    #[test]
    fn more_time_widens_the_search() {
        let mut player = player(FEW);
        let mut state = shown();
        state.settle(&mut Seed::new(3).rng());
        let mut simulations = |budget: Budget| player.search(&state, &budget, Seed::new(1)).unwrap().stats.simulations;
        let (few, wide) = (simulations(Budget::unlimited()), 16 * 5 + 8 * 5 + 4 * 10 + 2 * 20);
        assert_eq!((few, simulations(Budget::unlimited().simulations(1_000))), (12, 12));
        let many = simulations(Budget::unlimited().millis(2_000));
        assert!(many > few + wide, "{many}");
    }

    #[test]
    fn the_widest_search_in_time_decides() {
        let mut state = shown();
        state.settle(&mut Seed::new(3).rng());
        let mut player = player(Effort { width: 1, samples: 1, ..FEW });
        let mut sampled = |budget: Budget| {
            let decision = player.search(&state, &budget, Seed::new(1)).unwrap();
            decision.root.iter().filter(|action| action.visits > 0).count()
        };
        assert_eq!(sampled(Budget::unlimited()), 1);
        assert!(sampled(Budget::unlimited().millis(2_000)) > 16);
        // No time is left for another search.
        assert!(sampled(Budget::unlimited().millis(0)) <= 1);
    }

    #[test]
    fn crowded_boards_are_searched_thoroughly() {
        let mut player = player(Effort { crowded: 0.75, thorough_width: 6, ..FEW });
        let (mut state, mut rng) = (shown(), Seed::new(3).rng());
        let (mut quick, mut thorough) = (0, 0);
        for decision in 0..40 {
            state.settle(&mut rng);
            let found = player.search(&state, &Budget::unlimited(), Seed::new(decision)).unwrap();
            let simulations = found.stats.simulations;
            // Four moves twice, two of them twice more; or six moves 4 times, and so on.
            let is_crowded = state.free_cells().len() * 4 < 81 * 3;
            assert_eq!(simulations, if is_crowded { 24 + 12 + 16 } else { 12 }, "{state}");
            *if is_crowded { &mut thorough } else { &mut quick } += 1;
            state.play(found.action);
        }
        assert!(quick > 0 && thorough > 0, "{quick} {thorough}");

        let mut hidden: FiveOrMore = FiveOrMore::default();
        hidden.settle(&mut rng);
        let found = player.search(&hidden, &Budget::unlimited(), Seed::new(1)).unwrap();
        assert_eq!(found.stats.simulations, 24 + 12 + 16);
    }
}
