//! The agents of Threes!.

use gambol::threes::{Swipe, Threes};
use gambol::{Budget, Search, Seed};

use super::entry;

fn decide(position: &str, agent: &str, seed: u64) -> (Swipe, f64) {
    let state: Threes = position.parse().unwrap();
    let decision =
        entry::<Threes>("threes").make(agent).unwrap().search(&state, &Budget::unlimited(), Seed::new(seed)).unwrap();
    (decision.action, decision.value)
}

#[test]
fn a_great_merge_is_not_missed() {
    // A 384 is worth 6,561 points, whether it is made at once or a move later.
    let position = "192,0,0,0/192,0,0,0/0,0,0,0/0,0,0,0 1 3,4,4 m";
    for agent in ["blog-mc", "blog-mc:factor=blank", "blog-mc:depth=0,samples=5"] {
        let (swipe, value) = decide(position, agent, 1);
        assert!(value >= 6_561.0, "{agent}: {swipe} {value}");
    }
}

#[test]
fn the_blank_factor_is_in_the_value() {
    // One move, which leaves one tile and adds another: 8 times the score of a 6.
    let position = "3,0,0,0/3,0,0,0/0,0,0,0/0,0,0,0 1 3,4,4 m";
    assert_eq!(decide(position, "blog-mc:depth=0,samples=3", 1), (Swipe::Up, 9.0));
    assert_eq!(decide(position, "blog-mc:depth=0,samples=3,factor=blank", 1), (Swipe::Up, 72.0));
}

#[test]
fn the_same_seed_decides_alike() {
    let position = "1,2,3,6/0,3,0,12/24,1,0,2/0,0,3,1 1 3,4,4 m";
    assert_eq!(decide(position, "blog-mc", 3), decide(position, "blog-mc", 3));
    assert_ne!(decide(position, "blog-mc", 3).1, decide(position, "blog-mc", 4).1);
}

#[test]
fn what_is_not_there_is_refused() {
    for agent in ["blog-mc:depth=11", "blog-mc:samples=0", "blog-mc:factor=luck", "blog-mc:z=1"] {
        assert!(entry::<Threes>("threes").make(agent).is_err(), "{agent}");
    }
    let (score, none) = ("score takes no weights file", "weights need eval=network");
    for (agent, named) in [("mc", score), ("mcts", score), ("expectimax", none)] {
        let made = entry::<Threes>("threes").make(&format!("{agent}:weights=missing.bin"));
        let error = made.err().map(|error| error.to_string()).unwrap_or_default();
        assert!(error.ends_with(named), "{agent}: {error}");
        assert!(entry::<Threes>("threes").make(&format!("{agent}:weights=shipped")).is_ok(), "{agent}");
    }
}
