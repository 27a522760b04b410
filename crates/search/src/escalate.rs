//! A quick search, and a thorough one where it is worth the time.

use gambol_core::{EventOf, Game, Seed};

use crate::budget::Budget;
use crate::decision::Decision;
use crate::error::SearchError;
use crate::search::Search;

/// A quick search whose decision stands, unless a predicate on the state and the decision asks for
/// a thorough search of the same state.
///
/// Where danger is rare, thinking longer in danger costs little on average: of a thousand hands of
/// 1010!, a good player is in danger in ten or twenty.
///
/// The statistics add up both searches, except for the depth and the time: the depth is that of the
/// decision. If the budget limits time, nodes or simulations, the thorough search gets what the
/// quick one left; without time left, the quick decision stands.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/nim.rs")); }
/// # use nim::*;
/// use gambol_core::{Null, Score, Seed};
/// use gambol_search::{AlphaBeta, Budget, Decision, Escalate, Greedy, Search};
/// use gambol_core::Afterstate;
///
/// // Takes the first action; looks ahead near the end only.
/// let near_end = |nim: &Nim, _: &Decision<u8>| nim.matches <= 6;
/// let mut search = Escalate::new(Greedy::new(Afterstate(Score)), near_end, AlphaBeta::new(Null));
/// let mut decide = |matches| {
///     let nim = Nim { matches, to_move: Player::First };
///     search.search(&nim, &Budget::unlimited(), Seed::new(1)).map(|decision| decision.action)
/// };
/// assert_eq!((decide(7)?, decide(6)?), (1, 2));
/// # Ok::<(), gambol_search::SearchError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Escalate<Q, W, T> {
    quick: Q,
    when: W,
    thorough: T,
}

impl<Q, W, T> Escalate<Q, W, T> {
    /// `quick`, and `thorough` in the states in which `when` is true of the quick decision.
    pub fn new(quick: Q, when: W, thorough: T) -> Self {
        Self { quick, when, thorough }
    }
}

impl<G, Q, W, T> Search<G> for Escalate<Q, W, T>
where
    G: Game,
    Q: Search<G>,
    W: FnMut(&G, &Decision<G::Action>) -> bool + Send,
    T: Search<G>,
{
    fn search(&mut self, state: &G, budget: &Budget, seed: Seed) -> Result<Decision<G::Action>, SearchError> {
        let meter = budget.meter();
        let quick = self.quick.search(state, budget, seed.derive(0))?;
        if meter.is_over() || !(self.when)(state, &quick) {
            return Ok(quick);
        }
        let mut rest = budget.less(meter.elapsed());
        let left = |limit: Option<u64>, spent: u64| limit.map(|limit| limit.saturating_sub(spent));
        if let Some(nodes) = left(budget.max_nodes(), quick.stats.nodes) {
            rest = rest.nodes(nodes);
        }
        if let Some(simulations) = left(budget.max_simulations(), quick.stats.simulations) {
            rest = rest.simulations(simulations);
        }
        let mut decision = self.thorough.search(state, &rest, seed.derive(1))?;
        decision.stats.nodes += quick.stats.nodes;
        decision.stats.simulations += quick.stats.simulations;
        decision.stats.time = meter.elapsed();
        Ok(decision)
    }

    fn new_game(&mut self, start: &G) {
        self.quick.new_game(start);
        self.thorough.new_game(start);
    }

    fn observe(&mut self, before: &G, event: EventOf<G>, after: &G) {
        self.quick.observe(before, event, after);
        self.thorough.observe(before, event, after);
    }

    fn game_over(&mut self, last: &G) {
        self.quick.game_over(last);
        self.thorough.game_over(last);
    }
}
