//! The agents of Match5.

use gambol::game::Cell;
use gambol::match5::Match5;
use gambol::search::Proven;
use gambol::{Budget, Decision, Player, Search, Seed};

use super::entry;

fn decide(position: &str, agent: &str) -> Decision<Cell> {
    let state: Match5 = position.parse().unwrap();
    entry::<Match5>("match5").make(agent).unwrap().search(&state, &Budget::unlimited(), Seed::new(1)).unwrap()
}

#[test]
fn wins_in_one_and_blocks_are_seen() {
    for agent in [
        "threat",
        "alpha-beta:depth=2,eval=windows",
        "alpha-beta:depth=3,width=10,eval=windows",
        "alpha-beta:depth=2,eval=threats",
        "patterns:depth=2",
    ] {
        assert_eq!(decide("rrrr5/9/9/9/9/9/9/9/bbbb5 r", agent).action.to_string(), "e1", "{agent}");
        assert_eq!(decide("rrrr5/9/9/9/4b4/3b5/9/9/7b1 b", agent).action.to_string(), "e1", "{agent}");
    }
}

#[test]
fn an_open_three_wins_in_three_plies() {
    // An open four after one move, which cannot be stopped; blue has no four.
    let decision = decide("9/9/9/9/2rrr4/9/1b7/7b1/5b3 r", "alpha-beta:depth=3");
    assert!(["b5", "f5"].contains(&decision.action.to_string().as_str()), "{}", decision.action);
    assert_eq!(decision.proven, Some(Proven::Win { winner: Player::First, plies: Some(3) }));
    assert_eq!(decision.value, 1.0);
    let proven: Vec<String> = (decision.root.iter().filter(|root| root.proven.is_some()))
        .map(|root| root.estimate(Player::First).to_string())
        .collect();
    assert!(proven.iter().all(|text| text == "win in 3 plies"), "{proven:?}");
}

#[test]
fn a_forced_win_is_played_with_its_line_before_any_search() {
    // Two open threes at once: no win by fours alone.
    let position = "9/9/4r4/4r4/9/2rr5/9/9/b2b2b1b r";
    let decision = decide(position, "patterns:depth=1");
    assert_eq!((decision.action.to_string().as_str(), decision.stats.nodes), ("e6", 0));
    assert_eq!(decision.proven, Some(Proven::Win { winner: Player::First, plies: Some(5) }));
    assert_eq!((decision.pv.len(), decision.value), (5, 1.0));
    // Without it, alpha-beta is limited by its depth, and deterministic. Forced replies cost no
    // depth.
    let searched = decide(position, "patterns:depth=3,solver=0");
    assert!(searched.stats.nodes > 0);
    assert!(matches!(searched.proven, Some(Proven::Win { winner: Player::First, .. })), "{searched:?}");
    assert_eq!(decide(position, "patterns:depth=3,solver=0"), searched);
}

#[test]
fn what_is_not_there_is_refused() {
    for agent in [
        "threat:z=1",
        "alpha-beta:depth=0",
        "alpha-beta:width=0",
        "alpha-beta:ms=x",
        "alpha-beta:mb=-1",
        "patterns:width=0",
        "patterns:width=65",
        "patterns:solver=-1",
    ] {
        assert!(entry::<Match5>("match5").make(agent).is_err(), "{agent}");
    }
}
