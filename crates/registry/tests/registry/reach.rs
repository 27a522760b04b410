//! Every public search is reachable by name, and `docs/searches.md` lists correctly which search
//! fits which game.

use std::collections::BTreeSet;

use gambol::registry::{Info, Position, Registry};
use gambol::{Budget, Game, Search, Seed, Turn};

const PAGE: &str = include_str!("../../../../docs/searches.md");

/// A state of a game in which a player is to move.
fn position(game: &str) -> Position {
    let mut state = Registry::standard().start(game).unwrap_or_else(|error| panic!("{error}"));
    state.settle(&mut Seed::new(1).rng());
    assert!(matches!(state.turn(), Turn::Player(_)), "{state}");
    state
}

/// The cells of the tables below a heading, without the code marks; the first row is the header.
fn table(heading: &str) -> Vec<Vec<String>> {
    let section = PAGE.split("\n## ").find(|section| section.starts_with(heading)).expect("the heading");
    let rows = section.lines().filter(|line| line.starts_with('|') && !line.starts_with("| -"));
    rows.map(|row| row.trim_matches('|').split('|').map(|cell| cell.trim().replace('`', "")).collect()).collect()
}

#[test]
fn the_table_of_searches_is_true() {
    let table = table("Searches × games");
    let games = &table[0][1..6];
    assert!(games.iter().all(|game| Registry::standard().games().iter().any(|known| known.name == *game)));
    assert_eq!(games.len(), Registry::standard().games().len());
    for row in &table[1..] {
        for (game, cell) in games.iter().zip(&row[1..]) {
            let fits = position(game).game().agents.iter().any(|agent| agent.name == row[0]);
            assert_eq!(cell, if fits { "yes" } else { "no" }, "{} in {game}", row[0]);
            let error = position(game).agent(&row[0]).err();
            if !fits {
                let error = error.expect("an error").to_string();
                assert!(error.contains("this game"), "{} in {game}: {error}", row[0]);
            }
        }
    }
    // No search is missing: an agent of two games is a search of the table. The players `learned`
    // are the exception, which are separate searches.
    let named: BTreeSet<&str> = table[1..].iter().map(|row| row[0].as_str()).collect();
    let agents = |game: &str| -> BTreeSet<String> {
        position(game).game().agents.iter().map(|agent| agent.name.clone()).collect()
    };
    for (index, game) in games.iter().enumerate() {
        for other in &games[index + 1..] {
            let both = agents(game).intersection(&agents(other)).cloned().collect::<Vec<_>>();
            let mut searches = both.iter().filter(|agent| *agent != "learned");
            assert!(searches.all(|agent| named.contains(agent.as_str())), "{both:?}");
        }
    }
}

#[test]
fn the_table_of_evaluators_is_true() {
    let list = |cell: &str| -> Vec<String> {
        if cell == "–" { Vec::new() } else { cell.split(", ").map(ToString::to_string).collect() }
    };
    let table = table("Evaluators and policies");
    assert_eq!(table.len(), 1 + Registry::standard().games().len());
    for row in &table[1..] {
        let state = position(&row[0]);
        let names = |infos: Vec<Info>| -> Vec<String> { infos.into_iter().map(|info| info.name).collect() };
        let listed = list(&row[1]);
        assert_eq!(names(state.game().evaluators.clone()), listed, "{}", row[0]);
        assert_eq!(names(state.game().policies.clone()), list(&row[2]), "{}", row[0]);
        for evaluator in &listed {
            let mut agent = state.agent(&format!("greedy:eval={evaluator}")).unwrap_or_else(|error| panic!("{error}"));
            agent.search(&state, &Budget::unlimited(), Seed::new(1)).unwrap_or_else(|error| panic!("{error}"));
        }
    }
}

#[test]
fn the_table_of_levels_is_true() {
    let table = table("Levels");
    assert_eq!(table.len(), 1 + Registry::standard().games().len());
    for row in &table[1..] {
        let state = position(&row[0]);
        let levels: Vec<(String, String)> =
            state.game().levels.iter().map(|level| (level.name.to_string(), level.agent.clone())).collect();
        let listed: Vec<(String, String)> = table[0][1..].iter().cloned().zip(row[1..].iter().cloned()).collect();
        assert_eq!(levels, listed, "{}", row[0]);
        for (name, _) in levels {
            let mut agent = state.agent(&name).unwrap_or_else(|error| panic!("{error}"));
            let budget = Budget::unlimited().nodes(1_000).simulations(200);
            let decision = agent.search(&state, &budget, Seed::new(1)).unwrap_or_else(|error| panic!("{error}"));
            assert!(state.check_action(decision.action).is_ok(), "{name} of {}", row[0]);
        }
    }
}

/// The public types of `gambol-search` that search, with a game and an agent that uses each.
const SEARCHES: [(&str, &str, &str); 18] = [
    ("AgainstChance", "tenten", "alpha-beta"),
    ("AlphaBeta", "pentago-swap", "alpha-beta:depth=1"),
    ("Escalate", "tenten", "learned"),
    ("Expectimax", "threes", "expectimax:depth=1"),
    ("FlatMonteCarlo", "tenten", "mc:rollouts=1"),
    ("Greedy", "five-or-more", "greedy"),
    ("LocalSearch", "tenten", "local-search:simulations=10"),
    ("Mcts", "match5", "mcts:simulations=10"),
    ("PlanOnce", "tenten", "greedy-triple:plan=once"),
    ("PolicyFirst", "pentago-swap", "report:depth=1,mb=1"),
    ("PolicyOnly", "threes", "random"),
    ("ProofNumber", "match5", "prove:nodes=100"),
    ("SampledTwoPly", "five-or-more", "two-ply:simulations=32,width=4,samples=2"),
    ("TimeBank", "tenten", "learned:ms=1"),
    ("TurnSearch", "tenten", "learned"),
    ("WinFirst", "match5", "patterns:depth=2"),
    ("WithBudget", "threes", "mc:nodes=10"),
    ("WithCompanion", "match5", "patterns:depth=2"),
];

/// The other public names of `gambol-search`.
const OTHERS: [&str; 33] = [
    "Adversarial",
    "Aggregate",
    "AllOutcomes",
    "Allocation",
    "Batched",
    "Bound",
    "Budget",
    "ChanceNodes",
    "Clock",
    "Counter",
    "Dealer",
    "Decision",
    "Estimate",
    "Follower",
    "Forest",
    "ForestError",
    "Goal",
    "Leaf",
    "Leaves",
    "Limits",
    "Meter",
    "Proof",
    "Proven",
    "RootAction",
    "SampledOutcomes",
    "Scope",
    "Search",
    "SearchError",
    "SearchStats",
    "StopFlag",
    "Terminal",
    "Ties",
    "Verdict",
];

#[test]
fn every_public_search_is_reachable_by_name() {
    for (search, game, spec) in SEARCHES {
        let state = position(game);
        let mut agent = state.agent(spec).unwrap_or_else(|error| panic!("{search}: {error}"));
        let decision =
            agent.search(&state, &Budget::unlimited(), Seed::new(1)).unwrap_or_else(|error| panic!("{error}"));
        assert!(state.check_action(decision.action).is_ok(), "{search}");
    }
}

#[test]
fn every_public_name_of_the_crate_is_known_here() {
    let source = include_str!("../../../search/src/lib.rs");
    let exports = source.lines().filter_map(|line| line.strip_prefix("pub use "));
    let names = exports.flat_map(|line| line.rsplit("::").next().unwrap_or_default().split(','));
    let names: BTreeSet<&str> = names.map(|name| name.trim_matches(|c: char| !c.is_alphanumeric())).collect();
    let known: BTreeSet<&str> = SEARCHES.iter().map(|search| search.0).chain(OTHERS).collect();
    assert_eq!(names, known, "a new search needs a name in the registry and a line above");
}
