//! Flat Monte Carlo on games whose answers are known.

use crate::common::Tree;
use gambol_core::{FromFn, Game, GameExt, GameRng, Policy, Seed, Uniform};
use gambol_search::{Aggregate, Allocation, Budget, Decision, FlatMonteCarlo, PolicyFirst, Search, Ties, WithBudget};

fn decide(tree: &str, search: FlatMonteCarlo) -> Decision<usize> {
    let mut search = search;
    search.search(&Tree::parse(tree), &Budget::unlimited(), Seed::new(5)).unwrap()
}

#[test]
fn it_blocks() {
    let decision = decide("(1 (2 -1 1) (2 0 1) (2 -1 0))", FlatMonteCarlo::new().rollouts(400));
    assert_eq!(decision.action, 1);
}

#[test]
fn it_prefers_chance_where_greed_is_wrong() {
    let decision = decide("(1 (1@5 (? 1:5 1:6)) (1@0 (? 1:20 1:0)))", FlatMonteCarlo::new().rollouts(400));
    assert_eq!(decision.action, 1);
    assert!((decision.value - 10.0).abs() < 1.5, "{}", decision.value);
}

#[test]
fn averages_of_games_without_choice_converge_to_their_value() {
    // Where the players of a rollout have nothing to choose, Monte Carlo is exact in the limit.
    let decision = decide("(1 (? 9:10 1:-50) (? 1:(? 1:8 1:4) 1:3))", FlatMonteCarlo::new().rollouts(20_000));
    assert!((decision.root[0].value - 4.0).abs() < 0.5, "{:?}", decision.root);
    assert!((decision.root[1].value - 4.5).abs() < 0.1, "{:?}", decision.root);
}

#[test]
fn the_maximum_is_the_best_for_the_player_to_move() {
    let settings = FlatMonteCarlo::new().rollouts(200).aggregate(Aggregate::Maximum);
    assert_eq!(decide("(1 4 (? 1:9 3:0))", settings).action, 1);
    assert_eq!(decide("(2 4 (? 1:9 3:0))", settings).action, 1);
    assert_eq!(decide("(2 4 (? 1:9 3:5))", settings).action, 0);
}

#[test]
fn ties_are_visible_and_broken_as_asked() {
    let decision = decide("(1 0 2 2 2)", FlatMonteCarlo::new());
    assert_eq!(decision.action, 1);
    assert_eq!(decision.root.iter().filter(|action| action.value == 2.0).count(), 3);
    let tree = Tree::parse("(1 0 2 2 2)");
    let mut search = FlatMonteCarlo::new().rollouts(1).ties(Ties::Random);
    let mut chosen: Vec<usize> =
        (0..60).map(|seed| search.search(&tree, &Budget::unlimited(), Seed::new(seed)).unwrap().action).collect();
    chosen.sort_unstable();
    chosen.dedup();
    assert_eq!(chosen, [1, 2, 3]);
}

/// A golden value: a change here changes recorded decisions.
#[test]
fn decisions_are_pinned() {
    let decision = decide("(1 (? 1:1 3:2 1:9) (? 1:5 1:1) (1 0 5))", FlatMonteCarlo::new().rollouts(10));
    let values: Vec<f64> = decision.root.iter().map(|action| action.value).collect();
    assert_eq!((decision.action, values), (0, vec![3.9, 3.8, 2.5]));
}

#[test]
fn every_allocation_finds_the_best_action_within_its_budget() {
    let tree =
        Tree::parse("(1 (? 1:0 1:6) (? 1:2 1:6) (? 1:4 1:5) (? 1:1 1:7) (? 1:0 1:13) (? 1:3 1:4) 3 (? 9:0 1:50))");
    for allocation in [Allocation::Uniform, Allocation::SequentialHalving, Allocation::Ucb { c: 2.0 }, Allocation::Ocba]
    {
        let mut search = FlatMonteCarlo::new().allocation(allocation).rollouts(400);
        let decision = search.search(&tree, &Budget::unlimited(), Seed::new(3)).unwrap();
        assert_eq!((decision.action, decision.stats.simulations), (4, 3_200), "{allocation:?} {:?}", decision.root);
        let mut open = FlatMonteCarlo::new().allocation(allocation);
        let decision = open.search(&tree, &Budget::unlimited().nodes(3_000), Seed::new(3)).unwrap();
        assert_eq!(decision.action, 4, "{allocation:?} {:?}", decision.root);
    }
}

#[test]
fn common_random_numbers_make_differences_sure() {
    // The same die, once with a point more: with common numbers it is a point more in every pair.
    let tree = Tree::parse("(1 (? 1:10 1:20 1:30 1:40) (? 1:11 1:21 1:31 1:41))");
    let mut search = FlatMonteCarlo::new().rollouts(20).common_random_numbers(true);
    for seed in 0..50 {
        let root = search.search(&tree, &Budget::unlimited(), Seed::new(seed)).unwrap().root;
        assert_eq!(root[1].value - root[0].value, 1.0);
    }
}

#[test]
fn cut_rollouts_are_judged_by_the_evaluator() {
    let tree = Tree::parse("(1 (1@3 (1@4 0 0) (1@4 0 0)) (1@1 9 9))");
    let mut by_score = FlatMonteCarlo::new().max_rollout_plies(1);
    assert_eq!(by_score.search(&tree, &Budget::unlimited(), Seed::new(1)).unwrap().root[0].value, 4.0);
    let mut reversed =
        FlatMonteCarlo::new().max_rollout_plies(0).evaluator(FromFn(|state: &Tree| -(state.score() as f64)));
    let root = reversed.search(&tree, &Budget::unlimited(), Seed::new(1)).unwrap().root;
    assert_eq!([root[0].value, root[1].value], [-3.0, -1.0]);
}

#[test]
fn the_best_of_sequences_is_averaged_over_chance() {
    // After the first action the best of the coming choices is taken; chance on the way is sampled.
    let tree = Tree::parse("(1 (? 1:(1 2 8) 1:(1 4 1)) (1 5 0))");
    let mut search = FlatMonteCarlo::new().best_of_sequences(1).rollouts(4_000);
    let root = search.search(&tree, &Budget::unlimited(), Seed::new(1)).unwrap().root;
    assert!((root[0].value - 6.0).abs() < 0.2 && root[1].value == 5.0, "{root:?}");
    let mut shallow = FlatMonteCarlo::new().best_of_sequences(0).rollouts(10);
    assert_eq!(shallow.search(&tree, &Budget::unlimited(), Seed::new(1)).unwrap().root[1].value, 0.0);
    let tree = Tree::parse("(2 (2 2 8) (2 4 1))");
    assert_eq!(search.search(&tree, &Budget::unlimited(), Seed::new(1)).unwrap().action, 1);
}

#[test]
fn a_policy_is_asked_first() {
    struct Last;
    impl Policy<Tree> for Last {
        fn choose(&self, state: &Tree, _: &mut GameRng) -> Option<usize> {
            state.actions().pop().filter(|&action| action > 1)
        }
    }
    let mut search = PolicyFirst::new(Last, FlatMonteCarlo::new());
    let mut decide = |tree| search.search(&Tree::parse(tree), &Budget::unlimited(), Seed::new(1)).unwrap();
    assert_eq!(decide("(1 9 0 1)").action, 2, "the policy's");
    assert_eq!(decide("(1 9 0)").action, 0, "the search's");
}

#[test]
fn a_dead_end_is_worth_what_is_said() {
    // The first action ends the game, after chance had its say; the second goes on.
    let tree = Tree::parse("(1 (? 1:9 1:9) (1 5 0))");
    let mut search = FlatMonteCarlo::new().best_of_sequences(1).rollouts(10);
    let values = |search: &mut FlatMonteCarlo| {
        let root = search.search(&tree, &Budget::unlimited(), Seed::new(1)).unwrap().root;
        [root[0].value, root[1].value]
    };
    assert_eq!(values(&mut search), [9.0, 5.0]);
    assert_eq!(values(&mut search.dead_end(-1.0)), [-1.0, 5.0]);
}

#[test]
fn a_budget_is_used_up_unless_rollouts_were_set() {
    let tree = Tree::parse("(1 0 (? 1:1 1:3) 1)");
    let simulations = |mut search: FlatMonteCarlo, budget: &Budget| {
        search.search(&tree, budget, Seed::new(1)).unwrap().stats.simulations
    };
    let nodes = Budget::unlimited().nodes(10_000);
    assert!(simulations(FlatMonteCarlo::new(), &nodes) > 5_000);
    assert_eq!(simulations(FlatMonteCarlo::new().rollouts(100), &nodes), 300);
    assert_eq!(simulations(FlatMonteCarlo::new(), &nodes.simulations(20)), 20);
    #[cfg(feature = "clock")]
    {
        let time = Budget::unlimited().time(std::time::Duration::from_millis(50));
        assert!(simulations(FlatMonteCarlo::new(), &time) > 300);
    }
}

#[test]
fn a_search_may_be_chosen_later() {
    let chosen: Box<dyn Search<Tree>> = Box::new(FlatMonteCarlo::new());
    let mut agent = WithBudget::new(chosen, Budget::unlimited());
    assert_eq!(agent.search(&Tree::parse("(1 0 1 -1)"), &Budget::unlimited(), Seed::new(1)).unwrap().action, 1);
    let mut search = FlatMonteCarlo::new();
    let mut first = PolicyFirst::new(Uniform, &mut search);
    assert!(first.search(&Tree::parse("(1 0 1 -1)"), &Budget::unlimited(), Seed::new(1)).is_ok());
}
