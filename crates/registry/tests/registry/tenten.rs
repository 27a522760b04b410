//! The agents of 1010!.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use gambol::tenten::{Placement, TenTen};
use gambol::{Budget, Decision, Game, GameExt, Search, Seed};

use super::entry;

/// The number of placements that version 3 tries.
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
        "greedy-triple:heuristic=surface,ties=heap,plan=once",
        "alpha-beta",
        "alpha-beta:version=1",
        "alpha-beta:version=2,depth=1",
        "alpha-beta:version=3,depth=2",
        "alpha-beta:depth=1,value=sum,reply=best",
        "alpha-beta:version=3,keep=worst,value=last,plan=once",
        "alpha-beta:version=1,depth=1,nodes=2000",
        "greedy-triple:weights=40/1/0/2/-0.5,plan=once",
        "hand-expectimax:width=3,samples=2",
        "local-search",
        "local-search:climbs=1,simulations=20",
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
    for agent in [
        "greedy-triple:heuristic=free-space",
        "greedy-triple:weights=0/0/1/0/0",
        "alpha-beta",
        "alpha-beta:value=sum",
        "alpha-beta:version=1",
    ] {
        let line = decide(agent).pv;
        assert_eq!(line.len(), 3, "{agent}");
        assert!(line.iter().any(|action| action.to_string() == "o3@h1"), "{agent}: {line:?}");
    }
    assert_eq!(decide("greedy-single:heuristic=surface").action.piece().to_string(), "v2");
}

#[test]
fn equal_states_are_expanded_in_our_order_or_in_that_of_the_authors_program() {
    // Three equal pieces have one order. The plan of the authors' program is from a run of it.
    let state = "xxxx1xxxx1/x1x2xxxx1/7xxx/7xx1/8xx/6xxxx/6xxxx/10/xxxxxxxx2/xxxxxxxxx1 h3,h3,h3 0";
    let state: TenTen = state.parse().unwrap();
    let plan = |agent: &str| {
        let mut search = entry::<TenTen>("tenten").make(agent).unwrap();
        let decision = search.search(&state, &Budget::unlimited(), Seed::new(1)).unwrap();
        decision.pv.iter().map(Placement::to_string).collect::<Vec<_>>()
    };
    let theirs = plan("greedy-triple:heuristic=surface,ties=heap");
    assert_eq!(theirs, ["h3@f8", "h3@f5", "h3@h8"]);
    let ours = plan("greedy-triple:heuristic=surface");
    assert_eq!(ours, plan("greedy-triple:heuristic=surface,ties=first"));
    assert_ne!(ours, theirs);
}

#[test]
fn the_third_version_looks_at_the_best_placements_only() {
    let searched = |agent: &str| decide(agent).root.iter().filter(|action| action.visits > 0).count();
    assert!(searched("alpha-beta:version=1") > WIDTH);
    assert!(searched("alpha-beta:version=2") > WIDTH);
    assert_eq!(searched("alpha-beta:version=3"), WIDTH);
}

#[test]
fn a_hand_is_played_as_planned() {
    let play = |agent: &str| {
        let mut state: TenTen = STATE.parse().unwrap();
        let mut agent = entry::<TenTen>("tenten").make(agent).unwrap();
        let mut nodes = Vec::new();
        for seed in 0..3 {
            let decision = agent.search(&state, &Budget::unlimited(), Seed::new(seed)).unwrap();
            nodes.push(decision.stats.nodes > 0);
            state.play(decision.action);
        }
        nodes
    };
    assert_eq!(play("greedy-triple:plan=once"), [true, false, false]);
    assert_eq!(play("alpha-beta:plan=once"), [true, false, false]);
    assert_eq!(play("greedy-triple"), [true; 3]);
}

/// Version 1 searches millions of states for each deal: it reports progress and respects its
/// limits.
#[test]
fn a_deep_search_shows_progress_and_obeys_its_limits() {
    let state: TenTen = STATE.parse().unwrap();
    for agent in ["alpha-beta:version=1,depth=1", "alpha-beta:depth=3", "hand-expectimax"] {
        let shown = Arc::new(AtomicUsize::new(0));
        let count = shown.clone();
        let budget = Budget::unlimited().nodes(300).watch(move |_: &Decision<Placement>| {
            count.fetch_add(1, Ordering::Relaxed);
        });
        let decision = entry::<TenTen>("tenten").make(agent).unwrap().search(&state, &budget, Seed::new(1)).unwrap();
        assert!(decision.stats.nodes <= 310 && decision.root.len() == state.actions().len(), "{agent}");
        assert!(shown.load(Ordering::Relaxed) > 0, "{agent}");
    }
}

#[test]
fn what_is_not_there_is_refused() {
    for agent in [
        "greedy-triple:heuristic=luck",
        "greedy-triple:heuristic=null,weights=1/1/1/1/1",
        "greedy-triple:weights=1/1/1/1",
        "alpha-beta:version=4",
        "alpha-beta:depth=21",
        "greedy-single:z=1",
    ] {
        assert!(entry::<TenTen>("tenten").make(agent).is_err(), "{agent}");
    }
}

#[test]
fn evaluators_take_weights() {
    let usual = decide("greedy:eval=room");
    let said = decide("greedy:eval=room:100/500/1000/8000/100/200/500");
    assert_eq!((usual.action, usual.value), (said.action, said.value));
    assert_ne!(decide("greedy:eval=room:0/0/0/0/100/0/0").value, usual.value);
    for (agent, why) in [
        ("greedy:eval=room:1/2", "room has 7 weights from -1000000000 to 1000000000, joined by /, not 1/2"),
        ("greedy:eval=room:1/2/3/4/5/6/NaN", "room has 7 weights"),
        ("greedy:eval=score:1", "score has no weights"),
        ("greedy:eval=auto:1", "auto has no weights"),
        ("greedy:eval=rooms:1", "unknown evaluator rooms"),
    ] {
        let error = entry::<TenTen>("tenten").make(agent).map(|_| ()).unwrap_err().to_string();
        assert!(error.contains(why), "{agent}: {error}");
    }
}
