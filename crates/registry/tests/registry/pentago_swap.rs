//! The agents of Pentago-Swap.

use gambol::pentago_swap::{Move, PentagoSwap};
use gambol::search::Proven;
use gambol::search::StopFlag;
use gambol::{Budget, Decision, Player, Search, Seed};

use super::entry;

fn decide(position: &str, agent: &str) -> Decision<Move> {
    decide_within(position, agent, &Budget::unlimited())
}

fn decide_within(position: &str, agent: &str, budget: &Budget) -> Decision<Move> {
    let state: PentagoSwap = position.parse().unwrap();
    entry::<PentagoSwap>("pentago-swap").make(agent).unwrap().search(&state, budget, Seed::new(1)).unwrap()
}

#[test]
fn depth_alone_makes_it_deterministic() {
    let position = "2b3/1w4/6/2w3/4w1/3bb1 w";
    for evaluation in ["lines", "program", "quadrants", "product"] {
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

/// Pieces of the two sides far from each other, with no win near.
const QUIET: &str = "w5/6/2b3/3w2/6/5b w";

#[test]
fn it_finishes_the_least_depth_when_its_time_is_over() {
    // Five plies take longer than a millisecond, by hundreds of thousands of nodes.
    let agent = "report:ms=1,min-depth=5,mb=16,opening=no";
    let decision = decide(QUIET, agent);
    assert_eq!(decision.stats.depth, 5);
    assert_eq!((decision.action, decision.value), {
        let alone = decide(QUIET, "report:depth=5,mb=16,opening=no");
        (alone.action, alone.value)
    });
    let nodes = decide(QUIET, "report:depth=5,mb=16,opening=no").stats.nodes;
    assert!(decision.stats.nodes >= nodes, "those of both searches");
    assert!(decision.stats.time.is_some());
    // The maximum depth takes precedence.
    assert_eq!(decide(QUIET, "report:ms=1,depth=3,min-depth=5,mb=16,opening=no").stats.depth, 3);
    // The first move has a separate limit.
    let start = PentagoSwap::new().to_string();
    assert_eq!(decide(&start, "report:first-ms=1,min-depth=4,mb=16,opening=no").stats.depth, 4);
}

#[test]
fn limits_of_the_caller_come_before_the_least_depth() {
    let flag = StopFlag::new();
    flag.raise();
    let unlimited = Budget::unlimited;
    for budget in [unlimited().stop(flag), unlimited().nodes(500), unlimited().millis(0), unlimited().depth(2)] {
        let stats = decide_within(QUIET, "report:ms=1,min-depth=5,mb=16,opening=no", &budget).stats;
        assert!(stats.depth < 5 && stats.nodes < 100_000, "{stats:?} {budget:?}");
    }
}

#[test]
fn the_first_move_can_be_by_monte_carlo() {
    let start = PentagoSwap::new().to_string();
    for (first, simulations) in [("mcts", 300), ("mc", 1000)] {
        // In place of the opening's first move, for black, too.
        for position in [start.as_str(), "6/1w4/6/6/6/6 b"] {
            let budget = Budget::unlimited().simulations(simulations);
            let stats = decide_within(position, &format!("report:first={first},depth=2,mb=16"), &budget).stats;
            assert!((1..=simulations).contains(&stats.simulations), "{first} {position}: {stats:?}");
        }
        // Within its time limit, of which a small part suffices for a decision, even on a busy
        // machine.
        let stats = decide(&start, &format!("report:first={first},first-ms=100,mb=16")).stats;
        assert!(stats.simulations > 0 && stats.time.is_some(), "{first}: {stats:?}");
        // Later moves are those of the opening, and then of alpha-beta.
        let later = format!("report:first={first},depth=2,mb=16");
        assert!(decide("6/1w4/6/6/4b1/6 w", &later).root.is_empty());
        let stats = decide("2b3/1w4/6/2w3/4w1/3bb1 w", &later).stats;
        assert_eq!((stats.simulations, stats.depth), (0, 2), "{first}");
    }
}

#[test]
fn weights_are_the_players_own() {
    let position = "2b3/1w4/6/2w3/4w1/3bb1 w";
    let value = |agent: &str| decide(position, agent).value;
    let report = value("report:depth=2,mb=16,opening=no");
    assert_eq!(value("report:depth=2,mb=16,opening=no,weights=10/7/5/3/2/1/0.8"), report);
    assert_eq!(value("report:depth=2,mb=16,opening=no,weights=none"), report);
    // Half of each weight gives half the value; the other side has the same weights.
    assert_eq!(value("report:depth=2,mb=16,opening=no,weights=5/3.5/2.5/1.5/1/0.5/0.8"), report / 2.0);
    let black = "2b3/1w4/6/2w3/4w1/3b2 b";
    let of_black = |agent: &str| decide(black, agent).value;
    assert_eq!(
        of_black("report:depth=2,mb=16,opening=no,weights=10/7/5/3/2/1/2"),
        of_black("report:depth=2,mb=16,opening=no")
    );
}

#[test]
fn the_program_weighs_by_sides() {
    // White has three and three on a row: 7 in the program, 5 in the report.
    let values = |position: &str, black: &str| {
        let [report, program] =
            ["lines", "program"].map(|evaluation| format!("report:depth=1,mb=0,opening=no,evaluation={evaluation}"));
        let eval = |name: &str| format!("alpha-beta:depth=1,mb=0,eval={name}{black}");
        [report, program, eval("lines"), eval("program")].map(|agent| decide(position, &agent).value)
    };
    for (position, black) in [("1www2/6/6/3b2/4b1/b5 w", ""), ("1www2/6/6/3b2/4b1/6 b", "-black")] {
        let [report, program, lines, of_program] = values(position, black);
        assert_eq!((report, program), (lines, of_program), "{position}");
        assert_ne!(report, program, "{position}");
    }
}

#[test]
fn weights_that_are_none_are_refused() {
    let named = entry::<PentagoSwap>("pentago-swap");
    let error = |agent: &str| named.make(agent).err().expect(agent).to_string();
    for weights in ["1/2", "10/7/5/3/2/1", "10/7/5/3/2/1/101", "10/7/5/3/2/1/NaN", "10/7/5/3/2/1/0.8/1"] {
        let error = error(&format!("report:weights={weights}"));
        assert!(error.contains("7 numbers from -100 to 100"), "{error}");
    }
    let error = error("report:weights=10/7/5/3/2/1/0.8,evaluation=product");
    assert!(error.contains("evaluation=lines"), "{error}");
}

#[test]
fn what_is_not_there_is_refused() {
    for agent in [
        "report:depth=0",
        "report:ms=0",
        "report:evaluation=luck",
        "report:first=luck",
        "report:min-depth=0",
        "report:mb=-1",
        "report:first-ms=x",
    ] {
        assert!(entry::<PentagoSwap>("pentago-swap").make(agent).is_err(), "{agent}");
    }
}
