//! The agents of Pentago-Swap.

use gambol::pentago_swap::{Move, PentagoSwap};
use gambol::search::Proven;
use gambol::{Budget, Decision, Player, Search, Seed};

use super::entry;

fn decide(position: &str, agent: &str) -> Decision<Move> {
    let state: PentagoSwap = position.parse().unwrap();
    entry::<PentagoSwap>("pentago-swap")
        .make(agent)
        .unwrap()
        .search(&state, &Budget::unlimited(), Seed::new(1))
        .unwrap()
}

#[test]
fn depth_alone_makes_it_deterministic() {
    let position = "2b3/1w4/6/2w3/4w1/3bb1 w";
    for evaluation in ["lines", "quadrants", "product"] {
        let agent = format!("report:depth=3,mb=16,evaluation={evaluation}");
        let decision = decide(position, &agent);
        assert_eq!((decision.stats.depth, decision.stats.nodes), {
            let again = decide(position, &agent).stats;
            (3, again.nodes)
        });
    }
}

#[test]
fn wins_in_one_are_found_by_either_side() {
    for (position, winner) in [("wwww2/6/bb4/6/6/bb4 w", Player::First), ("bbbb2/6/ww4/6/1w4/ww4 b", Player::Second)] {
        let decision = decide(position, "report:depth=2,mb=16");
        let proven = Proven::Win { winner, plies: Some(1) };
        assert_eq!((decision.proven, decision.value), (Some(proven), winner.sign() as f64), "{position}");
    }
}

#[test]
fn the_opening_can_be_left_out() {
    let start = PentagoSwap::new().to_string();
    assert!(decide(&start, "report:depth=1").root.is_empty(), "known moves are not searched");
    assert!(!decide(&start, "report:depth=1,opening=no,mb=16").root.is_empty());
}

#[test]
fn what_is_not_there_is_refused() {
    for agent in ["report:depth=0", "report:ms=0", "report:evaluation=luck", "report:mb=-1", "report:first-ms=x"] {
        assert!(entry::<PentagoSwap>("pentago-swap").make(agent).is_err(), "{agent}");
    }
}
