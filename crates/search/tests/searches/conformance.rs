//! The adapters that this crate exports are games: the conformance kit passes on them.

use gambol_conformance::Kit;
use gambol_core::{Afterstate, Game, GameExt, Player, Score, Seed, Turn};
use gambol_pentago_swap::PentagoSwap;
use gambol_search::{
    Adversarial, AllOutcomes, AlphaBeta, Budget, Dealer, FlatMonteCarlo, Greedy, Mcts, SampledOutcomes, Search,
};
use gambol_threes::Threes;

const STATES: usize = if cfg!(debug_assertions) { 300 } else { 2_000 };

/// Threes! with the tiles of the start on the board.
fn threes(seed: Seed) -> Threes {
    let mut state = Threes::default();
    state.settle(&mut seed.rng());
    state
}

fn against<D: Dealer<Threes>>(dealer: D) -> Kit<Adversarial<Threes, D>> {
    Kit::new(move |seed| Adversarial::new(threes(seed), dealer.clone())).states(STATES).plies(60)
}

#[test]
fn adversary_with_all_outcomes_conforms() {
    against(AllOutcomes).assert();
}

/// Every state comes with both adversaries.
#[test]
fn two_adversaries_of_one_game_conform_together() {
    let start = |seed: Seed| {
        let adversary = if seed.get().is_multiple_of(2) { Player::First } else { Player::Second };
        Adversarial::against(adversary, threes(Seed::new(seed.get() / 2 % 3)), AllOutcomes)
    };
    Kit::new(start).states(STATES).plies(60).assert();
}

#[test]
fn adversary_with_sampled_outcomes_conforms() {
    against(SampledOutcomes::new(3, Seed::new(1))).assert();
}

/// The root actions of a search.
fn root<G: Game>(state: &G, mut search: impl Search<G>) -> Vec<G::Action> {
    let decision = search.search(state, &Budget::unlimited().simulations(100), Seed::new(1)).unwrap();
    decision.root.into_iter().map(|known| known.action).collect()
}

#[test]
fn searches_keep_to_the_candidates_of_a_selective_root() {
    let mut due = threes(Seed::new(3));
    due.play(due.actions()[0]);
    assert_eq!(due.turn(), Turn::Chance);
    let due = Adversarial::new(due, SampledOutcomes::new(2, Seed::new(1)));
    let candidates = due.candidates();
    assert!(candidates.len() < due.actions().len());
    assert_eq!(root(&due, FlatMonteCarlo::new().rollouts(2)), candidates);
    assert_eq!(root(&due, Mcts::new()), candidates);
    assert_eq!(root(&due, Greedy::new(Afterstate(Score))), candidates);
    assert_eq!(root(&due, AlphaBeta::new(Score).depth(2)), candidates);
}

#[test]
fn searches_list_every_legal_action_of_other_roots() {
    let state = PentagoSwap::default();
    assert!(state.candidates().len() < state.actions().len());
    assert_eq!(root(&state, FlatMonteCarlo::new().rollouts(1)), state.actions());
    assert_eq!(root(&state, AlphaBeta::new(Score).depth(1)), state.actions());
}
