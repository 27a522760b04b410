//! Searches made of other searches.

use gambol_core::{Afterstate, FromFn, Game, Score, Seed};
use gambol_search::{Budget, Decision, Escalate, Greedy, PlanOnce, Scope, Search, StopFlag, TurnSearch};
use gambol_tenten::{Placement, Room, Rules, TenTen};

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
    // Nothing is left for the thorough search, neither nodes nor time.
    let budget = Budget::unlimited().nodes(20);
    assert_eq!(decide(f64::MAX, &budget).pv, decide(f64::MIN, &budget).pv);
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

fn searched(search: &mut impl Search<TenTen>, state: &str) -> Decision<Placement> {
    search.search(&state.parse().unwrap(), &Budget::unlimited(), Seed::new(1)).unwrap()
}

#[test]
fn only_the_state_that_the_plan_leads_to_follows_it() {
    const START: &str = "10/10/10/10/10/10/10/10/10/10 h2,o3,v2 0";
    let mut planning = PlanOnce::new(Greedy::new(Afterstate(Score)).scope(Scope::Turn));
    let first = searched(&mut planning, START);
    assert_eq!(first.pv.len(), 3);
    // Another state of the same hand: the plan is given up, also for its own state later.
    let other = searched(&mut planning, "x9/10/10/10/10/10/10/10/10/10 o3,v2 1");
    assert!(other.stats.nodes > 0);
    let mut next: TenTen = START.parse().unwrap();
    next.play(first.action);
    assert!(searched(&mut planning, &next.to_string()).stats.nodes > 0);

    let first = searched(&mut planning, START);
    planning.new_game(&START.parse().unwrap());
    let mut next: TenTen = START.parse().unwrap();
    next.play(first.action);
    assert!(searched(&mut planning, &next.to_string()).stats.nodes > 0, "a new game knows no plan");
}

#[test]
fn a_plan_ends_with_its_turn() {
    let mut planning = PlanOnce::new(Greedy::new(Afterstate(Score)).scope(Scope::Turn));
    let mut state: TenTen = "10/10/10/10/10/10/10/10/10/10 v2 0".parse().unwrap();
    let last = searched(&mut planning, &state.to_string());
    assert_eq!(last.pv.len(), 1);
    state.play(last.action);
    state.settle(&mut Seed::new(1).rng());
    assert!(searched(&mut planning, &state.to_string()).stats.nodes > 0);
}

#[cfg(feature = "clock")]
mod time_bank {
    use std::sync::{Arc, Mutex};
    use std::time::Duration;

    use gambol_core::{GameExt, Player};
    use gambol_search::{SearchError, SearchStats, TimeBank};
    use gambol_threes::Threes;

    use super::*;

    /// A search that reports the use of a given share of its time, in percent.
    struct Using {
        percent: u32,
        /// The time of every move.
        given: Arc<Mutex<Vec<Duration>>>,
    }

    impl<G: Game> Search<G> for Using {
        fn search(&mut self, state: &G, budget: &Budget, _: Seed) -> Result<Decision<G::Action>, SearchError> {
            let time = budget.max_time().unwrap_or_default();
            self.given.lock().unwrap().push(time);
            let mut decision = Decision::new(Player::First, state.actions()[0], 0.0);
            decision.stats = SearchStats::new(1, 0, 1);
            decision.stats.time = Some(time * self.percent / 100);
            Ok(decision)
        }
    }

    fn given(percent: u32, moves: usize, budget: &Budget) -> Vec<u128> {
        let state: Threes = "6,12,6,3/2,24,1,2/3,3,6,12/0,0,2,0 3 4,2,1 m".parse().unwrap();
        let given = Arc::default();
        let mut bank = TimeBank::new(Using { percent, given: Arc::clone(&given) }, Duration::from_millis(64));
        for _ in 0..moves {
            bank.search(&state, budget, Seed::new(1)).unwrap();
        }
        given.lock().unwrap().iter().map(Duration::as_millis).collect()
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
            let given: Arc<Mutex<Vec<Duration>>> = Arc::default();
            let mut bank = TimeBank::new(Using { percent: 0, given: Arc::clone(&given) }, per_move);
            for _ in 0..300 {
                bank.search(&state, &Budget::unlimited(), Seed::new(1)).unwrap();
            }
            assert!(given.lock().unwrap().iter().all(|&time| time >= per_move / 2));
        }
    }

    #[test]
    fn a_new_game_has_nothing_saved() {
        let state: Threes = "6,12,6,3/2,24,1,2/3,3,6,12/0,0,2,0 3 4,2,1 m".parse().unwrap();
        let given: Arc<Mutex<Vec<Duration>>> = Arc::default();
        let mut bank = TimeBank::new(Using { percent: 0, given: Arc::clone(&given) }, Duration::from_millis(64));
        for _ in 0..2 {
            bank.search(&state, &Budget::unlimited(), Seed::new(1)).unwrap();
            bank.new_game(&state);
        }
        assert_eq!(*given.lock().unwrap(), [Duration::from_millis(32); 2]);
    }
}
