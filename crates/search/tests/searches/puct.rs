//! Monte Carlo tree search by a prior.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::common::Tree;
use crate::connect_four::ConnectFour;
use crate::twenty48::Twenty48;
use gambol_core::{Event, FromFn, Game, GameExt, Prior, Score, Seed, Uniform, mix};
use gambol_search::{Batched, Budget, Decision, Mcts, Proven, Search, SearchError, Terminal};

fn simulations(count: u64) -> Budget {
    Budget::unlimited().simulations(count)
}

fn visits<A>(decision: &Decision<A>) -> Vec<u64> {
    decision.root.iter().map(|root| root.visits).collect()
}

/// These weights at the root, whatever the state; the value of all states, if any.
fn fixed<G: Game, const N: usize>(fixed: [f32; N], value: Option<f64>) -> impl Prior<G> + Clone + std::fmt::Debug {
    FromFn(move |_: &G, _: &[G::Action], weights: &mut [f32]| {
        weights.iter_mut().zip(fixed).for_each(|(weight, fixed)| *weight = fixed);
        value
    })
}

/// Arbitrary weights, some of them 0.
fn whim<G: Game>() -> impl Prior<G> + Clone + std::fmt::Debug {
    FromFn(|state: &G, _: &[G::Action], weights: &mut [f32]| {
        (0..).zip(weights).for_each(|(index, weight)| *weight = (mix(state.key(), index) % 4) as f32);
        None
    })
}

#[test]
fn with_few_simulations_the_prior_decides_the_visits() {
    let weights = [1.0, 6.0, 0.0, 3.0, 0.0, 0.0, 0.0];
    let mut search = Mcts::new().puct(1.0, fixed(weights, Some(0.0)));
    let decision = search.search(&ConnectFour::new(), &simulations(100), Seed::new(1)).unwrap();
    let found = visits(&decision);
    assert_eq!((decision.action, found.iter().sum::<u64>()), (1, 100));
    for (found, weight) in found.iter().zip(weights) {
        assert!((*found as f64 - 10.0 * f64::from(weight)).abs() <= 2.0, "{decision:?}");
    }
    // The scale of the weights does not matter.
    let tenth = weights.map(|weight| weight / 10.0);
    let same =
        Mcts::new().puct(1.0, fixed(tenth, Some(0.0))).search(&ConnectFour::new(), &simulations(100), Seed::new(1));
    assert_eq!(visits(&same.unwrap()), found);
    // Values count, too: more, the less is explored.
    let tree = Tree::parse("(1 (2 (1 3 3) 3) (2 (1 1 1) 1) (2 (1 2 2) 2))");
    let visits_by = |c: f64| {
        let prior = fixed([1.0, 3.0, 1.0], None);
        let search = Mcts::new().solver(false).puct(c, prior).search(&tree, &simulations(200), Seed::new(1));
        visits(&search.unwrap())
    };
    assert!(visits_by(0.1)[0] > 150 && visits_by(99.0)[1] > 100, "{:?} {:?}", visits_by(0.1), visits_by(99.0));
}

#[test]
fn with_more_simulations_the_search_finds_what_the_prior_misses() {
    // Most weight is on the worst action, or all, at every state.
    let tree = Tree::parse("(1 (2 (1 1 2) 2 1) (2 (1 0 9) (1 8 3) 9) (2 (1 3 2) (1 2 5) 4))");
    let found = |solver: bool, count: u64| {
        let others = if solver { 0.0 } else { 1.0 };
        let search = Mcts::new().solver(solver).puct(1.5, fixed([9.0, others, others], None));
        { search }.search(&tree, &simulations(count), Seed::new(1)).unwrap()
    };
    assert_eq!(found(false, 10).action, 0);
    let converged = found(false, 20_000);
    assert_eq!(converged.action, 1);
    assert!((converged.value - 8.0).abs() < 0.5, "{converged:?}");
    let solved = found(true, 20_000);
    assert_eq!((solved.action, solved.value, solved.proven), (1, 8.0, Some(Proven::Score(8.0))));
    assert!(solved.stats.simulations < 20_000);
}

#[test]
fn values_of_the_prior_take_the_place_of_rollouts_and_are_asked_for_once() {
    let calls = AtomicU64::new(0);
    let network = FromFn(|state: &ConnectFour, actions: &[u8], weights: &mut [f32]| {
        assert_eq!((state.candidates().as_slice(), weights.len()), (actions, actions.len()));
        assert!(weights.iter().all(|&weight| weight == 0.0));
        calls.fetch_add(1, Ordering::Relaxed);
        weights.fill(1.0);
        Some((mix(state.key(), 5) % 100) as f64 / 100.0 - 0.5)
    });
    let state = ConnectFour::after("44");
    let mut search = Mcts::new().solver(false).puct(1.0, &network);
    let decision = search.search(&state, &simulations(500), Seed::new(1)).unwrap();
    // The root, and a leaf for each simulation that does not end the game.
    let asked = calls.swap(0, Ordering::Relaxed);
    assert!((400..=501).contains(&asked), "{asked}");
    assert!(decision.root.iter().all(|root| root.value.abs() <= 1.0));
    assert_eq!(visits(&decision).iter().sum::<u64>(), 500);
    // Without rollouts, the decision does not depend on chance.
    let by_seed =
        |seed| Mcts::new().puct(1.0, &network).search(&state, &simulations(300), Seed::new(seed)).unwrap().root;
    assert_eq!(by_seed(1), by_seed(2));
}

#[test]
fn the_evaluator_values_leaves_where_the_prior_does_not() {
    let tree = Tree::parse("(1 (1@0 (1@0 9)) (1@5 (1@5 -3)))");
    let twice = FromFn(|state: &Tree| 2.0 * state.score() as f64);
    let search = Mcts::new()
        .puct(1.0, Uniform)
        .truncate_rollouts(0, twice)
        .search(&tree, &simulations(2), Seed::new(1))
        .unwrap();
    assert_eq!(search.root.iter().map(|root| root.value).collect::<Vec<_>>(), [0.0, 10.0]);
    // The order of the settings does not matter.
    let other = Mcts::new()
        .truncate_rollouts(0, twice)
        .puct(1.0, Uniform)
        .search(&tree, &simulations(2), Seed::new(1))
        .unwrap();
    assert_eq!(other.root, search.root);
}

#[test]
fn weights_that_are_none_are_errors_that_name_the_state() {
    let refused = |weight: f32, at: i64| {
        let prior = FromFn(move |state: &Tree, _: &[usize], weights: &mut [f32]| {
            weights.fill(1.0);
            weights[1] = if state.score() == at { weight } else { 1.0 };
            None
        });
        let tree = Tree::parse("(1@7 (2@8 1 2) (2@9 3 4))");
        Mcts::new().puct(1.0, prior).search(&tree, &simulations(100), Seed::new(1)).unwrap_err()
    };
    for weight in [f32::NAN, f32::INFINITY, -0.5] {
        for (at, place) in [(7, 6), (8, 2), (9, 5)] {
            match refused(weight, at) {
                SearchError::Weight { state, action, weight: found } => {
                    assert!(state.contains(&format!("at: {place}")) && action == "1", "{state} {action}");
                    assert_eq!(found.to_bits(), weight.to_bits());
                }
                error => panic!("{error}"),
            }
        }
    }
    assert!(refused(-0.5, 8).to_string().ends_with("is -0.5; it must be finite and at least 0"));
    let value =
        Mcts::new().puct(1.0, fixed([], Some(f64::NAN))).search(&ConnectFour::new(), &simulations(9), Seed::new(1));
    assert!(matches!(value, Err(SearchError::Evaluation { .. })));
    for c in [f64::NAN, -1.0, f64::INFINITY] {
        let result = Mcts::new().puct(c, Uniform).search(&ConnectFour::new(), &simulations(9), Seed::new(1));
        assert!(matches!(result, Err(SearchError::Setting { setting: "exploration", .. })));
    }
}

#[test]
fn weights_of_nothing_but_zeros_are_equal() {
    fn found(prior: impl Prior<ConnectFour> + 'static) -> Vec<u64> {
        visits(&Mcts::new().puct(1.0, prior).search(&ConnectFour::new(), &simulations(500), Seed::new(1)).unwrap())
    }
    assert_eq!(found(fixed([0.0; 7], None)), found(Uniform));
    assert_eq!(found(fixed([], None)), found(Uniform));
    assert_eq!(found(fixed([1e-30; 7], None)), found(Uniform));
    assert_eq!(found(fixed([f32::MAX; 7], None)), found(Uniform));
}

#[test]
fn memory_is_bounded_and_the_search_goes_on_when_it_is_full() {
    /// Memory besides the nodes: the list of root actions, the descent, the decision.
    const BESIDES: u64 = 20_000;
    let mut puzzle = Twenty48::new();
    puzzle.settle(&mut Seed::new(3).rng());
    // The table of moves is made by the first.
    let _ = puzzle.actions();
    for memory in [0, 1_000, 50_000, 1 << 20] {
        let limit = memory as u64 + BESIDES;
        for value in [None, Some(0.0)] {
            let search =
                Mcts::new().puct(1.0, fixed([3.0, 1.0, 2.0], value)).truncate_rollouts(10, Score).memory(memory);
            let plain = allocation_counter::measure(|| {
                let decision = search.clone().search(&puzzle, &simulations(5_000), Seed::new(1)).unwrap();
                assert_eq!(visits(&decision).iter().sum::<u64>(), 5_000);
            });
            assert!(plain.bytes_max <= limit, "{memory}: {plain:?}");
        }
        // A forest keeps trees from move to move.
        let search = Mcts::new().puct(1.0, Batched).truncate_rollouts(3, Score).memory(memory);
        let kept = allocation_counter::measure(|| {
            let mut forest = search.forest([puzzle], Seed::new(1)).unwrap();
            for turn in 0..6 {
                forest.run(&fixed([3.0, 1.0, 2.0], None), 2_000).unwrap();
                let decision = forest.decision(0).unwrap();
                forest.advance(0, Event::Action(decision.action)).unwrap();
                forest.settle(0, &mut Seed::new(turn).rng()).unwrap();
            }
        });
        assert!(kept.bytes_max <= limit, "{memory}: {kept:?}");
    }
}

#[test]
fn draws_and_evaluated_ends_are_guided_too() {
    let tree = Tree::parse("(1 (2 0 0) (2 (1 -2 5) (1 4 -1)) (2 -3 7))");
    let search = |terminal| {
        let search = Mcts::new().truncate_rollouts(u64::MAX, FromFn(|state: &Tree| -(state.score() as f64)));
        let mut search = search.puct(1.0, whim()).terminal(terminal);
        let decision = search.search(&tree, &simulations(10_000), Seed::new(1)).unwrap();
        (decision.action, decision.value, decision.is_proven())
    };
    assert_eq!(search(Terminal::Score), (1, 4.0, true));
    assert_eq!(search(Terminal::WinLoss), (1, 1.0, true));
    assert_eq!(search(Terminal::Evaluated), (1, 1.0, false));
}
