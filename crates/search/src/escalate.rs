//! A quick search, and a thorough one where it is worth the time.

use gambol_core::{Game, Seed};

use crate::budget::Budget;
use crate::decision::Decision;
use crate::error::SearchError;
use crate::limits::Limits;
use crate::search::{Search, forward_game};

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
/// use gambol_core::{Afterstate, Null, Score, Seed};
/// use gambol_search::{AlphaBeta, Budget, Decision, Escalate, Greedy, Search};
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

    fn limits(&self) -> Limits {
        self.quick.limits().both(self.thorough.limits())
    }

    forward_game!(new_game, observe, game_over => (this: this.quick, this.thorough));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stop::StopFlag;
    use crate::turns::TurnSearch;
    use gambol_core::FromFn;
    use gambol_tenten::{Room, Rules, TenTen};

    fn risk(state: &TenTen) -> f64 {
        -100_000.0 * state.board().death_probability(&Rules::UNIFORM)
    }

    const CROWDED: &str = "xx2xx2xx/xx2xx2xx/10/x1xxx1xxx1/xx2xx2xx/xx2xx2xx/10/x1xxx1xxx1/xx2xx2xx/3xxx4 h3,o2,v2 0";

    #[test]
    fn the_thorough_search_decides_where_it_is_asked() {
        let state: TenTen = CROWDED.parse().unwrap();
        let search = |threshold: f64| {
            let quick = TurnSearch::new(Room::new()).beam(4);
            let thorough = TurnSearch::new(Room::new()).beam(40).ends(40).reward(FromFn(risk));
            let when = move |_: &TenTen, quick: &Decision<_>| quick.value < threshold;
            Escalate::new(quick, when, thorough)
        };
        let decide = |threshold, budget: &Budget| search(threshold).search(&state, budget, Seed::new(1)).unwrap();
        let (calm, alarmed) = (decide(f64::MIN, &Budget::unlimited()), decide(f64::MAX, &Budget::unlimited()));
        assert_ne!(calm.pv, alarmed.pv);
        let risk_after = |decision: &Decision<_>| {
            let mut end = state;
            decision.pv.iter().for_each(|&action| end.play(action));
            risk(&end)
        };
        assert!(risk_after(&alarmed) > risk_after(&calm));
        assert!(alarmed.stats.nodes > calm.stats.nodes);
        // Nothing is left for the thorough search.
        let (flag, budget) = (StopFlag::new(), Budget::unlimited());
        flag.raise();
        let budget = budget.stop(flag);
        assert_eq!(decide(f64::MAX, &budget), decide(f64::MIN, &budget));
    }

    #[test]
    fn limits_hold_for_both_together() {
        let state: TenTen = CROWDED.parse().unwrap();
        let search = TurnSearch::new(Room::new()).beam(4).ends(6).samples(2);
        let mut twice = Escalate::new(search, |_: &TenTen, _: &Decision<_>| true, search);
        let simulations = |most, search: &mut dyn Search<TenTen>| {
            search.search(&state, &Budget::unlimited().simulations(most), Seed::new(1)).unwrap().stats.simulations
        };
        let alone = simulations(u64::MAX, &mut { search });
        assert_eq!(simulations(u64::MAX, &mut twice), 2 * alone);
        assert!(simulations(alone + 5, &mut twice) <= alone + 5);
    }
}
