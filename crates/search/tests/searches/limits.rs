//! The limits of a budget that bound each search: by `Search::limits`, in the table of the
//! documentation, and in fact.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::common::Tree;
use crate::common::endless::{Dice, Duel};
use gambol_core::{Afterstate, Game, Null, Player, Score, Seed, Uniform};
use gambol_search::{
    Adversarial, AgainstChance, AllOutcomes, Allocation, AlphaBeta, Budget, Decision, Escalate, Expectimax,
    FlatMonteCarlo, Goal, Greedy, Limits, LocalSearch, Mcts, PlanOnce, PolicyFirst, PolicyOnly, ProofNumber,
    SampledTwoPly, Scope, Search, SearchError, StopFlag, TurnSearch, Verdict, WinFirst, WithBudget,
};

/// Small searches of a game without chance.
fn sure() -> Vec<(&'static str, Box<dyn Search<Duel>>)> {
    vec![
        ("AlphaBeta", Box::new(AlphaBeta::new(Score).table_bytes(1 << 16))),
        ("ProofNumber", Box::new(ProofNumber::new().memory(1 << 16).nodes(20_000))),
    ]
}

/// Small searches of any game.
fn all<G: Game>() -> Vec<(&'static str, Box<dyn Search<G>>)> {
    vec![
        ("Expectimax", Box::new(Expectimax::new(Score).depth(127).table_bytes(1 << 16))),
        ("FlatMonteCarlo", Box::new(FlatMonteCarlo::new().max_rollout_plies(4))),
        ("Greedy", Box::new(Greedy::new(Afterstate(Score)).scope(Scope::Turn))),
        ("LocalSearch", Box::new(LocalSearch::new(Afterstate(Score)))),
        ("Mcts", Box::new(Mcts::new().truncate_rollouts(4, Score))),
        ("SampledTwoPly", Box::new(SampledTwoPly::new(Afterstate(Score)))),
        ("TurnSearch", Box::new(TurnSearch::new(Score).ends(4).samples(2))),
    ]
}

/// The rows of the table in the documentation of `Budget`.
fn table() -> Vec<(String, Limits)> {
    let source = include_str!("../../src/budget.rs");
    let rows = source.lines().filter_map(|line| line.strip_prefix("/// | [`"));
    let row = |row: &str| {
        let (name, cells) = row.split_once('`').unwrap();
        let cells: Vec<&str> = cells.split('|').skip(1).map(str::trim).collect();
        let [nodes, simulations, depth, progress, ends] = cells[..5] else { panic!("{row}") };
        let mut limits = Limits::none().open_ended(ends != "yes");
        (limits.nodes, limits.simulations) = (nodes == "yes", simulations == "yes");
        (limits.depth, limits.progress) = (!depth.is_empty(), progress == "yes");
        (name.to_owned(), limits)
    };
    rows.map(row).collect()
}

#[test]
fn the_documented_table_is_what_the_searches_say() {
    let mut said: Vec<(String, Limits)> =
        sure().iter().map(|(name, search)| ((*name).into(), search.limits())).collect();
    said.extend(all::<Dice>().iter().map(|(name, search)| ((*name).to_owned(), search.limits())));
    said.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
    assert_eq!(table(), said);
}

/// A search in an endless game: its statistics within one limit, and its number of reports.
fn within<G: Game>(
    search: &mut dyn Search<G>,
    state: &G,
    budget: Budget,
) -> (Result<Decision<G::Action>, SearchError>, u64) {
    let reports = Arc::new(AtomicU64::new(0));
    let count = reports.clone();
    let budget = budget.watch(move |_: &Decision<G::Action>| {
        count.fetch_add(1, Relaxed);
    });
    (search.search(state, &budget, Seed::new(1)), reports.load(Relaxed))
}

fn are_true<G: Game>(name: &str, search: &mut dyn Search<G>, state: &G) {
    let limits = search.limits();
    let budget = Budget::unlimited();
    let cases = [
        (limits.nodes, budget.clone().nodes(3_000)),
        (limits.simulations, budget.clone().simulations(70)),
        (limits.depth, budget.clone().depth(2)),
    ];
    let mut reported = 0;
    for (is_heeded, budget) in cases {
        let (found, reports) = within(search, state, budget.clone());
        reported += reports;
        if is_heeded || !limits.open_ended {
            let stats = found.unwrap_or_else(|error| panic!("{name}, {budget:?}: {error}")).stats;
            let simulations = budget.max_simulations().filter(|_| limits.simulations).unwrap_or(u64::MAX);
            assert!(stats.simulations <= simulations, "{name}, {budget:?}: {stats:?}");
            let nodes = budget.max_nodes().map_or(u64::MAX, |nodes| 3 * nodes);
            assert!(stats.nodes <= nodes, "{name}, {budget:?}: {stats:?}");
        } else {
            assert_eq!(found, Err(SearchError::Unlimited { limits }), "{name}, {budget:?}");
        }
    }
    if !limits.open_ended {
        let (found, reports) = within(search, state, Budget::unlimited());
        assert!(found.is_ok(), "{name}: {found:?}");
        reported += reports;
    }
    assert_eq!(reported > 0, limits.progress, "{name} reports {reported} times");
}

#[test]
fn searches_heed_the_limits_that_they_list_and_refuse_budgets_that_do_not_bound_them() {
    for (name, mut search) in sure() {
        are_true(name, &mut *search, &Duel { plies: 0, played: 0 });
    }
    for (name, mut search) in all() {
        are_true(name, &mut *search, &Duel { plies: 0, played: 0 });
    }
    for (name, mut search) in all() {
        are_true(name, &mut *search, &Dice::new(3));
    }
}

#[test]
fn searches_of_whole_turns_return_where_a_turn_has_no_end() {
    // A turn of a thousand actions, so that a search without a bound fails and does not hang.
    let state = Dice::new(1_000);
    let budget = Budget::unlimited().simulations(10);
    let mut searches: [Box<dyn Search<Dice>>; 4] = [
        Box::new(TurnSearch::new(Null).beam(3).samples(2).ends(4)),
        Box::new(LocalSearch::new(Afterstate(Null))),
        Box::new(Greedy::new(Afterstate(Null)).scope(Scope::Turn)),
        Box::new(TurnSearch::new(Null)),
    ];
    for search in &mut searches {
        let decision = search.search(&state, &budget, Seed::new(1)).unwrap();
        assert_eq!(decision.pv.len(), 64);
    }
}

#[test]
fn a_search_that_ends_by_itself_takes_any_budget() {
    let state = Duel { plies: 0, played: 0 };
    let budget = Budget::unlimited().simulations(10);
    let deep = || AlphaBeta::new(Score).table_bytes(1 << 16);
    assert!(deep().search(&state, &budget, Seed::new(1)).is_err());
    assert!(deep().depth(2).search(&state, &budget, Seed::new(1)).is_ok());
    let flag = StopFlag::new();
    flag.raise();
    assert!(deep().search(&state, &budget.clone().stop(flag), Seed::new(1)).is_ok());
    assert!(deep().search(&state, &budget.clone().stop_when(|| true), Seed::new(1)).is_ok());
    // One of two limits is enough.
    assert!(deep().search(&state, &budget.nodes(100), Seed::new(1)).is_ok());
}

#[test]
fn searches_of_searches_have_their_limits() {
    let of = |search: &dyn Search<Duel>| search.limits();
    let open = || AlphaBeta::new(Score).table_bytes(1 << 16);
    let limits = Limits::none().nodes().depth().progress().open_ended(true);
    assert_eq!(of(&open()), limits);
    assert_eq!(of(&Box::new(open())), limits);
    assert_eq!(of(&&mut open()), limits);
    assert_eq!(of(&PlanOnce::new(open())), limits);
    assert_eq!(of(&PolicyFirst::new(Uniform, open())), limits);
    assert_eq!(of(&AgainstChance::new(open(), AllOutcomes)), limits);
    assert_eq!(of(&WinFirst::new(|_: &Duel, _: &Budget| None, open())), limits);
    assert_eq!(of(&WithBudget::new(open(), Budget::unlimited().simulations(9))), limits);
    assert_eq!(of(&WithBudget::new(open(), Budget::unlimited().depth(3))), limits.open_ended(false));
    assert_eq!(of(&PolicyOnly(Uniform)), Limits::none());
    let both = Escalate::new(Mcts::new(), |_: &Duel, _: &Decision<u8>| true, open());
    assert_eq!(of(&both), limits);
    let both = Escalate::new(Greedy::new(Afterstate(Score)), |_: &Duel, _: &Decision<u8>| true, Mcts::new());
    assert_eq!(of(&both), Limits::none().nodes().simulations().depth().progress());
    // The policy ends by itself.
    let both = Escalate::new(PolicyOnly(Uniform), |_: &Duel, _: &Decision<u8>| true, open());
    assert_eq!(of(&both), limits);
    #[cfg(feature = "clock")]
    {
        let bank = gambol_search::TimeBank::new(open(), std::time::Duration::from_millis(1));
        assert_eq!(of(&bank), limits.open_ended(false));
    }
}

#[test]
fn a_limit_of_nodes_ends_a_round_in_its_middle() {
    let budget = Budget::unlimited().nodes(500);
    let halving = FlatMonteCarlo::new().max_rollout_plies(4).allocation(Allocation::SequentialHalving);
    let two_ply = || SampledTwoPly::new(Afterstate(Score)).samples(u32::MAX).width(4);
    let flat = |budget: Budget| within(&mut halving.clone(), &Dice::new(2), budget).0.unwrap().stats;
    for stats in [
        flat(budget.clone().simulations(u64::MAX)),
        flat(budget.clone().simulations(40_000)),
        within(&mut two_ply(), &Dice::new(2), budget).0.unwrap().stats,
    ] {
        assert!((500..1_500).contains(&stats.nodes) && stats.simulations > 10, "{stats:?}");
    }
}

#[test]
fn proof_numbers_are_not_for_points() {
    let points = Adversarial::new(Tree::parse("(1 4 -2)"), AllOutcomes);
    let refused = ProofNumber::new().search(&points, &Budget::unlimited(), Seed::new(1));
    assert!(matches!(refused, Err(SearchError::Unfit { .. })), "{refused:?}");
    let proof = ProofNumber::new().prove(&points, Goal::at_least(Player::First, 4), &Budget::unlimited());
    assert_eq!(proof.result, Verdict::Proved);
}
