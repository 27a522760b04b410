//! Time limits on average.

use core::time::Duration;

use gambol_core::{Game, Seed};

use crate::budget::Budget;
use crate::decision::Decision;
use crate::error::SearchError;
use crate::limits::Limits;
use crate::search::{Search, forward_game};

/// Moves whose time a bank holds at most.
const MOST: u32 = 200;

/// A time limit that holds on average over a game: what a move leaves over goes into a bank, and
/// later moves may use half of what is there.
///
/// For searches that need much time rarely: a quick search with a thorough one in danger, proofs,
/// small trees. A search that uses all the time it gets has the same time for every move after the
/// first few. The bank is empty when a [new game](Search::new_game) begins; it holds the time of
/// 200 moves at most. A time limit of the caller takes its place.
///
/// ```
/// use core::time::Duration;
///
/// use gambol_core::{Afterstate, Score, Seed};
/// use gambol_search::{Budget, Greedy, Search, TimeBank};
/// use gambol_threes::Threes;
///
/// let mut search = TimeBank::new(Greedy::new(Afterstate(Score)), Duration::from_millis(10));
/// let state: Threes = "6,12,6,3/2,24,1,2/3,3,6,12/0,0,2,0 3 4,2,1 m".parse()?;
/// search.search(&state, &Budget::unlimited(), Seed::new(1))?;
/// assert!(search.saved() > Duration::ZERO, "a greedy search needs less");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TimeBank<S> {
    search: S,
    per_move: Duration,
    saved: Duration,
}

impl<S> TimeBank<S> {
    /// This search with this time a move on average.
    pub fn new(search: S, per_move: Duration) -> Self {
        Self { search, per_move, saved: Duration::ZERO }
    }

    /// The time that the moves so far have left over.
    pub fn saved(&self) -> Duration {
        self.saved
    }
}

impl<G: Game, S: Search<G>> Search<G> for TimeBank<S> {
    fn search(&mut self, state: &G, budget: &Budget, seed: Seed) -> Result<Decision<G::Action>, SearchError> {
        self.saved = self.saved.saturating_add(self.per_move).min(self.per_move.saturating_mul(MOST));
        let budget = Budget::unlimited().time(self.saved / 2).under(budget).measure_time();
        let decision = self.search.search(state, &budget, seed)?;
        self.saved = self.saved.saturating_sub(decision.stats.time.unwrap_or_default());
        Ok(decision)
    }

    fn limits(&self) -> Limits {
        // The bank sets a time limit.
        self.search.limits().open_ended(false)
    }

    fn new_game(&mut self, start: &G) {
        self.saved = Duration::ZERO;
        self.search.new_game(start);
    }

    forward_game!(observe, game_over => (this: this.search));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::SearchStats;
    use alloc::vec::Vec;
    use gambol_core::{GameExt, Player};
    use gambol_threes::Threes;

    /// Says that it has used a given part of the time that it was given, in percent.
    #[derive(Default)]
    struct Using {
        percent: u32,
        given: Vec<u128>,
    }

    impl<G: Game> Search<G> for Using {
        fn search(&mut self, state: &G, budget: &Budget, _: Seed) -> Result<Decision<G::Action>, SearchError> {
            let time = budget.max_time().unwrap_or_default();
            self.given.push(time.as_millis());
            let mut decision = Decision::new(Player::First, state.actions()[0], 0.0);
            decision.stats = SearchStats::new(1, 0, 1);
            decision.stats.time = Some(time * self.percent / 100);
            Ok(decision)
        }
    }

    fn given(percent: u32, moves: usize, budget: &Budget) -> Vec<u128> {
        let state: Threes = "6,12,6,3/2,24,1,2/3,3,6,12/0,0,2,0 3 4,2,1 m".parse().unwrap();
        let mut bank = TimeBank::new(Using { percent, given: Vec::new() }, Duration::from_millis(64));
        for _ in 0..moves {
            bank.search(&state, budget, Seed::new(1)).unwrap();
        }
        bank.search.given
    }

    #[test]
    fn a_search_that_uses_all_has_the_same_time_for_every_move() {
        assert_eq!(given(100, 5, &Budget::unlimited()), [32, 48, 56, 60, 62]);
    }

    #[test]
    fn what_is_left_over_is_there_later() {
        let given = given(0, 300, &Budget::unlimited());
        assert_eq!((given[9], given[99], given[299]), (320, 3200, 6400), "but not more than the time of 200 moves");
    }

    #[test]
    fn the_callers_limit_takes_the_place_of_the_banks() {
        assert_eq!(given(0, 3, &Budget::unlimited().millis(50)), [50, 50, 50]);
    }

    #[test]
    fn any_time_a_move_will_do() {
        let state: Threes = "6,12,6,3/2,24,1,2/3,3,6,12/0,0,2,0 3 4,2,1 m".parse().unwrap();
        for per_move in [Duration::ZERO, Duration::MAX / 100, Duration::MAX] {
            let mut bank = TimeBank::new(Using::default(), per_move);
            for _ in 0..300 {
                bank.search(&state, &Budget::unlimited(), Seed::new(1)).unwrap();
                assert!(bank.saved() >= per_move);
            }
        }
    }

    #[test]
    fn a_new_game_has_nothing_saved() {
        let state: Threes = "6,12,6,3/2,24,1,2/3,3,6,12/0,0,2,0 3 4,2,1 m".parse().unwrap();
        let mut bank = TimeBank::new(Using::default(), Duration::from_millis(64));
        bank.search(&state, &Budget::unlimited(), Seed::new(1)).unwrap();
        assert_eq!(bank.saved(), Duration::from_millis(64));
        bank.new_game(&state);
        assert_eq!(bank.saved(), Duration::ZERO);
    }
}
