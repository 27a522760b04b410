//! Unsearched root actions are marked: their static evaluations are not comparable with the values
//! of searched actions.

use crate::connect_four::ConnectFour;
use gambol_core::{Afterstate, Evaluator, FromFn, Game, GameExt, Null, Score, Seed};
use gambol_search::{
    AlphaBeta, Bound, Budget, Decision, Expectimax, FlatMonteCarlo, Greedy, LocalSearch, Mcts, ProofNumber,
    SampledTwoPly, Scope, Search, TurnSearch,
};
use gambol_tenten::{Room, TenTen};
use gambol_threes::Threes;

const THREES: &str = "6,12,6,3/2,24,1,2/3,3,6,12/0,0,2,0 3 4,2,1 m";
const TENTEN: &str = "10/10/3x6/10/10/10/10/10/10/10 l3nw,o2,v5 1";

/// A static evaluation far above every searched value.
fn first_sight<G: Game>() -> impl Evaluator<G> + Clone + 'static {
    FromFn(|state: &G| 1_000.0 + (state.key() % 7) as f64)
}

/// The decision of a search, whose chosen action must be searched. Returns it with the numbers of
/// searched and of unsearched actions.
fn counts<G: Game>(state: &G, mut search: impl Search<G>, budget: &Budget) -> (Decision<G::Action>, usize, usize) {
    let decision = search.search(state, budget, Seed::new(1)).unwrap();
    let chosen = decision.root.iter().find(|root| root.action == decision.action).unwrap();
    assert_ne!(chosen.bound, Bound::Unsearched, "{decision:?}");
    let unsearched = decision.root.iter().filter(|root| root.bound == Bound::Unsearched).count();
    // The chosen action comes first, unsearched actions last.
    let order = decision.top(usize::MAX);
    assert_eq!(order[0].action, decision.action);
    assert!(order[order.len() - unsearched..].iter().all(|root| root.bound == Bound::Unsearched));
    assert!(
        order[order.len() - unsearched..]
            .iter()
            .all(|root| root.estimate(decision.player).to_string() == "not searched")
    );
    let searched = decision.root.len() - unsearched;
    (decision, searched, unsearched)
}

#[test]
fn two_plies_search_the_best_actions_by_samples() {
    let state: Threes = THREES.parse().unwrap();
    let search = || SampledTwoPly::new(Afterstate(first_sight())).width(2).samples(4);
    let (decision, ..) = counts(&state, search(), &Budget::unlimited());
    for (root, action) in decision.root.iter().zip(state.actions()) {
        if root.bound == Bound::Unsearched {
            assert_eq!((root.value, root.visits), (first_sight().evaluate(&state.afterstate(action)), 0));
        } else {
            assert!(root.visits >= 4);
        }
    }
    assert_eq!(counts(&state, search(), &Budget::unlimited()).1, 2);
    // Where the evaluator decides alone, all actions are alike.
    assert_eq!(counts(&state, search(), &Budget::unlimited().simulations(7)).2, 0);
}

#[test]
fn turns_search_the_ends_that_they_compare() {
    let state: TenTen = TENTEN.parse().unwrap();
    let (_, searched, unsearched) = counts(&state, TurnSearch::new(Room::new()).ends(5), &Budget::unlimited());
    assert!((1..=5).contains(&searched) && unsearched > 50, "{searched} {unsearched}");
    // A turn of one action: its ends are all seen, until some are looked at more deeply.
    let last: TenTen = TENTEN.replace("l3nw,o2,v5", "o2").parse().unwrap();
    assert_eq!(counts(&last, TurnSearch::new(Room::new()).ends(5), &Budget::unlimited()).2, 0);
    let sampling = TurnSearch::new(Room::new()).ends(5).samples(2);
    assert_eq!(counts(&last, sampling, &Budget::unlimited()).1, 5);
    let rewarded = TurnSearch::new(Room::new()).ends(5).reward(FromFn(|_: &TenTen| -7.0));
    assert_eq!(counts(&last, rewarded, &Budget::unlimited()).1, 5);
    // Stopped before the first end, all actions are alike.
    assert_eq!(counts(&state, TurnSearch::new(Room::new()), &Budget::unlimited().nodes(1)).2, 0);
}

#[test]
fn greedy_search_of_turns_searches_what_it_completes() {
    let state: TenTen = TENTEN.parse().unwrap();
    let greedy = |scope| Greedy::new(Afterstate(first_sight())).scope(scope);
    assert_eq!(counts(&state, greedy(Scope::Action), &Budget::unlimited()).2, 0);
    let (decision, searched, unsearched) = counts(&state, greedy(Scope::Turn), &Budget::unlimited());
    assert!(searched >= 1 && unsearched > 50, "{searched} {unsearched}");
    // Actions that look better at first sight are listed after those.
    let chosen = decision.value;
    assert!(decision.root.iter().all(|root| root.bound == Bound::Unsearched || root.value <= chosen));
    // Stopped before the first end of a turn.
    let actions = state.actions().len() as u64;
    for nodes in [0, actions, actions + 10] {
        let (stopped, _, unsearched) = counts(&state, greedy(Scope::Turn), &Budget::unlimited().nodes(nodes));
        assert_eq!(unsearched, 0);
        assert!(stopped.root.iter().all(|root| root.value <= stopped.value), "{stopped:?}");
    }
}

#[test]
fn simulations_search_the_actions_that_they_begin_with() {
    let state: Threes = THREES.parse().unwrap();
    for simulations in [1, 2] {
        let budget = Budget::unlimited().simulations(simulations);
        let searched = simulations as usize;
        assert_eq!(counts(&state, FlatMonteCarlo::new(), &budget).1, searched);
        assert_eq!(counts(&state, Mcts::new(), &budget).1, searched);
    }
    let state: TenTen = TENTEN.parse().unwrap();
    let (decision, searched, _) =
        counts(&state, LocalSearch::new(Afterstate(Score)), &Budget::unlimited().simulations(3));
    assert!((1..=3).contains(&searched), "{searched}");
    assert!(decision.root.iter().all(|root| (root.visits > 0) == (root.bound == Bound::Exact)));
}

#[test]
fn expectimax_that_is_stopped_has_seen_the_other_actions_only() {
    let state: Threes = THREES.parse().unwrap();
    let (mut partly, mut never) = (0, 0);
    for nodes in 1..400 {
        let search = Expectimax::new(first_sight()).depth(4);
        let (_, searched, unsearched) = counts(&state, search, &Budget::unlimited().nodes(nodes));
        partly += usize::from(unsearched > 0 && searched > 0);
        never += usize::from(unsearched == 0);
    }
    assert!(partly > 0 && never > 0, "{partly} {never}");
    let all = counts(&state, Expectimax::new(first_sight()).depth(2), &Budget::unlimited());
    assert_eq!(all.2, 0);
}

#[test]
fn alpha_beta_has_seen_the_actions_outside_its_beam_only() {
    let state = ConnectFour::new();
    let search = || AlphaBeta::new(first_sight()).width(2);
    let every = |depth| Budget::unlimited().depth(depth).exact_values(usize::MAX);
    assert_eq!(counts(&state, search(), &every(1)).2, 0);
    let (_, searched, unsearched) = counts(&state, search(), &every(4));
    // Mirror images are one action.
    assert!((2..=4).contains(&searched) && searched + unsearched == 7, "{searched}");
}

#[test]
fn the_beam_of_alpha_beta_has_the_best_actions_of_the_first_ply() {
    let mut compared = 0;
    for (seed, width) in (0..40).flat_map(|seed| [(seed, 1), (seed, 2), (seed, 3)]) {
        let (mut state, mut rng) = (ConnectFour::new(), Seed::new(seed).rng());
        for _ in 0..seed % 9 {
            state.random_step(&mut rng);
        }
        let Some(player) = state.turn().player() else { continue };
        let search = |depth| {
            let budget = Budget::unlimited().depth(depth).exact_values(usize::MAX);
            AlphaBeta::new(first_sight()).width(width).search(&state, &budget, Seed::new(1)).unwrap()
        };
        let (first, deeper) = (search(1), search(3));
        let worth = |place: usize| player.sign() as f64 * first.root[place].value;
        let is_searched = |place: &usize| deeper.root[*place].bound != Bound::Unsearched;
        let (searched, rest): (Vec<usize>, Vec<usize>) = (0..first.root.len()).partition(is_searched);
        let least = searched.into_iter().map(worth).fold(f64::INFINITY, f64::min);
        assert!(rest.iter().all(|&place| worth(place) <= least), "{width} of {first:?}: {deeper:?}");
        compared += rest.len();
    }
    assert!(compared > 200, "{compared}");
}

#[test]
fn proof_number_search_has_seen_the_actions_that_it_does_not_decide_only() {
    let mut state = ConnectFour::new();
    for column in [3, 3, 3, 3, 3] {
        state.play(column);
    }
    let decision = ProofNumber::new().search(&state, &Budget::unlimited().nodes(2_000), Seed::new(1)).unwrap();
    assert!(decision.root.iter().all(|root| root.proven.is_some() == (root.bound == Bound::Exact)));
    assert!(!decision.is_proven());
}

#[test]
fn alpha_beta_searches_the_actions_outside_its_beam_if_those_inside_lose() {
    // Whoever is to move must block; to the evaluator, a block is the worst.
    let mut tried = 0;
    for seed in 0..200 {
        let (mut state, mut rng) = (ConnectFour::new(), Seed::new(seed).rng());
        for _ in 0..10 + seed % 12 {
            state.random_step(&mut rng);
        }
        let Some(player) = state.turn().player() else { continue };
        let loses =
            |decision: &Decision<u8>| decision.proven.is_some() && decision.value * player.sign() as f64 <= -1.0;
        let budget = Budget::unlimited().depth(6);
        let full = AlphaBeta::new(Null).search(&state, &budget, Seed::new(1)).unwrap();
        let narrow = AlphaBeta::new(first_sight()).width(1).search(&state, &budget, Seed::new(1)).unwrap();
        tried += u32::from(!loses(&full));
        assert!(loses(&full) || !loses(&narrow), "{state:?}: {narrow:?}");
    }
    assert!(tried > 50);
}
