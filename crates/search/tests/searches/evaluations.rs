//! Evaluations and settings out of range: every search returns an error.

use crate::common::Tree;
use crate::common::sure::Sure;
use gambol_core::{Afterstate, FromFn, Game, GameExt, Score, Seed, Turn};
use gambol_search::{
    AgainstChance, AllOutcomes, Allocation, AlphaBeta, Budget, Decision, Expectimax, FlatMonteCarlo, Greedy, Mcts,
    SampledTwoPly, Scope, Search, SearchError, Terminal, TurnSearch,
};

/// Two plies with chance between them. `{}` is who moves first; states with a score of 7 are those
/// that the evaluators below have no number for.
const TREES: [&str; 3] = [
    "({} (?@7 1:({}@1 1 2) 1:({}@1 2 3)) (?@1 1:({}@1 3 4) 1:({}@1 4 5)))",
    "({} (?@1 1:({}@7 1 2) 1:({}@1 2 3)) (?@1 1:({}@1 3 4) 1:({}@1 4 5)))",
    "({} (?@1 1:({}@1 1 2) 1:({}@1 2 3)) (?@1 1:({}@1 3 4) 1:({}@7 4 5)))",
];

fn tree(text: &str, player: &str) -> Tree {
    Tree::parse(&text.replace("{}", player))
}

/// The score, but `value` where it is 7.
fn doubtful(value: f64) -> impl Fn(&Tree) -> f64 + Clone + Send + Sync {
    move |state| if state.score() == 7 { value } else { state.score() as f64 }
}

/// Whether a search refuses a value, and names the state that has it.
fn refuses<G: Game>(mut search: impl Search<G>, state: &G, value: f64) -> bool {
    match search.search(state, &Budget::unlimited().simulations(400).exact_values(usize::MAX), Seed::new(3)) {
        Err(SearchError::Evaluation { state: named, value: refused }) => {
            refused.to_bits() == value.to_bits() && named.contains("at: ")
        }
        Ok(_) => false,
        Err(error) => panic!("{error}"),
    }
}

/// Also two finite ones, since the sums of such values are infinite.
const STRANGE: [f64; 5] = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1.1e100, f64::MIN];

#[test]
fn every_search_that_meets_such_an_evaluation_says_so() {
    for (value, player) in STRANGE.into_iter().flat_map(|value| ["1", "2"].map(|player| (value, player))) {
        let [after, next, last] = TREES.map(|text| tree(text, player));
        let at = |what: &str| format!("{what}, {value}, player {player}");
        let evaluator = || FromFn(doubtful(value));
        assert!(refuses(Expectimax::new(evaluator()).depth(1), &after, value), "{}", at("expectimax, at the root"));
        let deep = tree("({} (?@1 1:({}@0 (?@7 1:1) (?@0 1:1))) (?@1 1:({}@0 (?@0 1:1) (?@0 1:1))))", player);
        let pruned = Expectimax::new(evaluator()).values_within(-9.0, 9.0);
        for (name, search) in [("expectimax", Expectimax::new(evaluator())), ("Star2", pruned)] {
            assert!(refuses(search, &deep, value), "{}", at(name));
        }
        for scope in [Scope::Action, Scope::Turn] {
            let greedy = Greedy::new(Afterstate(evaluator())).scope(scope);
            assert!(refuses(greedy, &after, value), "{}", at("greedy"));
        }
        let turn = tree("({} ({}@1 (?@7 1:1)) ({}@1 (?@0 1:1)))", player);
        assert!(refuses(TurnSearch::new(evaluator()), &turn, value), "{}", at("turns"));
        assert!(refuses(SampledTwoPly::new(Afterstate(evaluator())), &after, value), "{}", at("two-ply, at the root"));
        let reply = tree("({} (?@1 1:({}@0 1 (?@7 1:2))) (?@1 1:({}@0 1 2)))", player);
        assert!(refuses(SampledTwoPly::new(Afterstate(evaluator())), &reply, value), "{}", at("two-ply"));
        for allocation in [Allocation::Uniform, Allocation::SequentialHalving, Allocation::Ocba] {
            let flat = FlatMonteCarlo::new().max_rollout_plies(1).evaluator(evaluator()).allocation(allocation);
            assert!(refuses(flat, &last, value), "{}", at("flat"));
            let flat = FlatMonteCarlo::new().best_of_sequences(0).evaluator(evaluator());
            assert!(refuses(flat, &last, value), "{}", at("flat, sequences"));
        }
        for trees in [1, 3] {
            let mcts = Mcts::new().truncate_rollouts(1, evaluator()).expansion_threshold(1_000).trees(trees);
            assert!(refuses(mcts, &last, value), "{}", at("MCTS"));
            let mcts = Mcts::new().truncate_rollouts(0, evaluator()).trees(trees);
            assert!(refuses(mcts, &next, value), "{}", at("MCTS without rollouts"));
        }
    }
}

#[test]
fn expectimax_names_the_state_that_it_refuses_and_not_an_ended_one() {
    // The ended game with a score of 7 has its score as its value, without a call of the evaluator.
    let state = tree("({} (?@1 1:({}@1 7 (?@7 1:0))))", "1");
    let refused = (0..3).fold(state.clone(), |state, event| state.after(state.events()[usize::from(event == 2)]));
    assert_eq!((refused.turn(), refused.score()), (Turn::Chance, 7));
    let mut search = Expectimax::new(FromFn(doubtful(f64::NAN))).depth(2);
    match search.search(&state, &Budget::unlimited(), Seed::new(1)) {
        Err(SearchError::Evaluation { state, .. }) => assert_eq!(state, format!("{refused:?}")),
        other => panic!("{other:?}"),
    }
}

#[test]
fn alpha_beta_refuses_for_either_player_with_any_number_of_workers() {
    // The opponent's reply that is refused is the best of all for one of the two.
    for (value, player) in STRANGE.into_iter().flat_map(|value| ["1", "2"].map(|player| (value, player))) {
        let text = "({} ({}@0 (2@1 1 2) (1@2 1 2)) ({}@0 (2@3 2 3) (1@7 5 6)) ({}@0 (1@3 5 6) (2@2 7 8)))";
        let state = Sure(tree(text, player));
        let evaluator = FromFn(|state: &Sure| doubtful(value)(&state.0));
        for terminal in [Terminal::WinLoss, Terminal::Score] {
            for workers in [1, 3] {
                for depth in [2, 4] {
                    let search = AlphaBeta::new(evaluator).terminal(terminal).workers(workers).depth(depth);
                    assert!(
                        refuses(search, &state, value),
                        "{value}, player {player}, {workers} workers, {depth} plies"
                    );
                }
            }
        }
    }
}

#[test]
fn settings_out_of_their_range_are_refused_by_name() {
    fn refused(mut search: impl Search<Tree>) -> Option<&'static str> {
        match search.search(&Tree::parse("(1 1 2)"), &Budget::unlimited(), Seed::new(1)) {
            Err(SearchError::Setting { setting, .. }) => Some(setting),
            _ => None,
        }
    }
    for probability in [-1.0, 1.5, f64::NAN, f64::INFINITY] {
        assert_eq!(refused(Expectimax::new(Score).probability_cutoff(probability)), Some("probability_cutoff"));
    }
    assert_eq!(refused(Expectimax::new(Score).probability_cutoff(1.0)), None);
    for (low, high, setting) in [
        (f64::NAN, 1.0, "values_within: low"),
        (0.0, f64::INFINITY, "values_within: high"),
        (3.0, 2.0, "values_within: high"),
    ] {
        assert_eq!(refused(Expectimax::new(Score).values_within(low, high)), Some(setting));
    }
    for factor in [f64::NAN, f64::INFINITY, -1.0] {
        assert_eq!(refused(Mcts::new().exploration(factor)), Some("exploration"));
        let flat = FlatMonteCarlo::new().allocation(Allocation::Ucb { c: factor });
        assert_eq!(refused(flat), Some("allocation: c"));
    }
    assert_eq!(refused(Mcts::new().exploration(0.0)), None);
    assert_eq!(refused(FlatMonteCarlo::new().dead_end(f64::NAN)), Some("dead_end"));
}

#[test]
fn a_progress_callback_for_other_actions_is_refused() {
    let budget = Budget::unlimited().simulations(9).watch(|_: &Decision<u64>| ());
    let tree = Tree::parse("(1 (? 1:1 1:2) 1)");
    let searches: [Box<dyn Search<Tree>>; 4] = [
        Box::new(FlatMonteCarlo::new()),
        Box::new(Mcts::new()),
        Box::new(TurnSearch::new(Score)),
        Box::new(AgainstChance::new(AlphaBeta::new(Score).depth(2), AllOutcomes)),
    ];
    for mut search in searches {
        let found = search.search(&tree, &budget, Seed::new(1));
        assert!(matches!(found, Err(SearchError::Watcher { .. })), "{found:?}");
    }
}
