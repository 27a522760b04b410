//! The agents of 1010!.

use gambol::tenten::{Placement, TenTen};
use gambol::{Budget, Decision, Game, Search, Seed};

use super::entry;

/// The placements that version 3 looks at.
const WIDTH: usize = 30;

const STATE: &str = "xxxxxxx3/xxxxxxx3/xxxxxxx3/10/10/10/10/10/10/10 h3,o3,v2 21";

fn decide(agent: &str) -> Decision<Placement> {
    let state: TenTen = STATE.parse().unwrap();
    entry::<TenTen>("tenten").make(agent).unwrap().search(&state, &Budget::unlimited(), Seed::new(1)).unwrap()
}

#[test]
fn every_agent_plays() {
    let state: TenTen = STATE.parse().unwrap();
    for agent in [
        "greedy-single",
        "greedy-single:heuristic=null",
        "greedy-triple",
        "greedy-triple:heuristic=one-square",
        "alpha-beta",
        "alpha-beta:version=1",
        "alpha-beta:version=2,depth=1",
        "alpha-beta:version=3,depth=2",
    ] {
        let decision = decide(agent);
        assert_eq!(state.check_action(decision.action), Ok(()), "{agent}");
        let mut again = decide(agent);
        again.stats = decision.stats;
        assert_eq!(decision, again, "{agent}");
    }
}

#[test]
fn three_lines_are_taken_at_once() {
    for agent in ["greedy-triple:heuristic=free-space", "alpha-beta", "alpha-beta:version=1"] {
        let line = decide(agent).pv;
        assert_eq!(line.len(), 3, "{agent}");
        assert!(line.iter().any(|action| action.to_string() == "o3@h1"), "{agent}: {line:?}");
    }
    assert_eq!(decide("greedy-single:heuristic=surface").action.piece().to_string(), "v2");
}

#[test]
fn the_third_version_looks_at_the_best_placements_only() {
    let searched = |agent: &str| decide(agent).root.iter().filter(|action| action.visits > 0).count();
    assert!(searched("alpha-beta:version=1") > WIDTH);
    assert!(searched("alpha-beta:version=2") > WIDTH);
    assert_eq!(searched("alpha-beta:version=3"), WIDTH);
}

#[test]
fn what_is_not_there_is_refused() {
    for agent in ["greedy-triple:heuristic=luck", "alpha-beta:version=4", "alpha-beta:depth=21", "greedy-single:z=1"] {
        assert!(entry::<TenTen>("tenten").make(agent).is_err(), "{agent}");
    }
}
