//! Evaluators and policies by reference, shared, boxed and as closures, in the searches of real
//! games.

use std::sync::Arc;

use gambol::game::{ActionEvaluator, Afterstate, GameRng, Uniform};
use gambol::pentago_swap::{LineCounts, PentagoSwap};
use gambol::search::{AlphaBeta, Expectimax, FlatMonteCarlo, Greedy, Mcts, PolicyOnly, SampledTwoPly};
use gambol::tenten::{Heuristics, TenTen};
use gambol::threes::Threes;
use gambol::{Budget, Decision, Evaluator, FromFn, Game, GameExt, Policy, Search, Seed};

/// A table of weights that is too large to copy.
struct Net {
    weights: [f64; 16],
}

impl Net {
    fn new() -> Self {
        Self { weights: std::array::from_fn(|place| (place as f64).sin()) }
    }
}

impl Evaluator<Threes> for Net {
    fn evaluate(&self, state: &Threes) -> f64 {
        let text = state.to_string();
        self.weights.iter().zip(text.bytes()).map(|(weight, byte)| weight * f64::from(byte)).sum()
    }
}

/// A state in which a player is to move.
fn threes() -> Threes {
    let mut state = Threes::default();
    state.settle(&mut Seed::new(7).rng());
    state
}

/// The decision of a search and its costs.
fn decide<G: Game>(mut search: impl Search<G>, state: &G) -> (G::Action, f64, u64, u64) {
    let budget = Budget::unlimited().simulations(200);
    let Decision { action, value, stats, .. } = search.search(state, &budget, Seed::new(3)).expect("a player's turn");
    (action, value, stats.nodes, stats.simulations)
}

#[test]
fn expectimax_takes_evaluators_behind_pointers() {
    let (state, net) = (threes(), Net::new());
    let expected = decide(Expectimax::new(Net::new()).depth(2), &state);
    assert_eq!(decide(Expectimax::new(&net).depth(2), &state), expected);
    assert_eq!(decide(Expectimax::new(Arc::new(Net::new())).depth(2), &state), expected);
    let boxed: Box<dyn Evaluator<Threes>> = Box::new(Net::new());
    assert_eq!(decide(Expectimax::new(boxed).depth(2), &state), expected);
    let shared: Arc<dyn Evaluator<Threes>> = Arc::new(net);
    assert_eq!(decide(Expectimax::new(Arc::clone(&shared)).depth(2), &state), expected);
    let closure = FromFn(move |state: &Threes| shared.evaluate(state));
    assert_eq!(decide(Expectimax::new(closure).depth(2), &state), expected);
}

#[test]
fn every_search_takes_evaluators_behind_trait_objects() {
    let state = threes();
    let boxed = || -> Box<dyn Evaluator<Threes>> { Box::new(Net::new()) };
    let flat = |evaluator| FlatMonteCarlo::new().rollouts(50).max_rollout_plies(3).evaluator(evaluator);
    assert_eq!(
        decide(flat(boxed()), &state),
        decide(FlatMonteCarlo::new().rollouts(50).max_rollout_plies(3).evaluator(Net::new()), &state)
    );
    assert_eq!(
        decide(Mcts::new().truncate_rollouts(2, boxed()), &state),
        decide(Mcts::new().truncate_rollouts(2, Net::new()), &state)
    );
    let two_ply = decide(SampledTwoPly::new(Afterstate(Net::new())).samples(20), &state);
    assert_eq!(decide(SampledTwoPly::new(Afterstate(boxed())).samples(20), &state), two_ply);
    // Action evaluators, in the game that needs them.
    let mut state = TenTen::default();
    state.settle(&mut Seed::new(1).rng());
    let expected = decide(Greedy::new(Heuristics::COMBINED), &state);
    assert_eq!(decide(Greedy::new(&Heuristics::COMBINED), &state), expected);
    let boxed: Box<dyn ActionEvaluator<TenTen>> = Box::new(Heuristics::COMBINED);
    assert_eq!(decide(Greedy::new(boxed), &state), expected);
}

#[test]
fn alpha_beta_asks_the_hooks_behind_pointers() {
    let state = PentagoSwap::new();
    let lines = LineCounts::as_white();
    let expected = decide(AlphaBeta::new(lines.clone()).depth(3), &state);
    assert_eq!(decide(AlphaBeta::new(&lines).depth(3), &state), expected);
    let boxed: Box<dyn Evaluator<PentagoSwap>> = Box::new(lines.clone());
    assert_eq!(decide(AlphaBeta::new(boxed).depth(3), &state), expected);
    let both: [Arc<dyn Evaluator<PentagoSwap>>; 2] = [Arc::new(lines.clone()), Arc::new(LineCounts::as_black())];
    let [white, black] = both;
    assert_eq!(decide(AlphaBeta::with_evaluators(white, black).depth(3), &state), expected);
    // A closure has no hook for the last ply, so that it is played.
    let closure = FromFn(|state: &PentagoSwap| lines.evaluate(state));
    let (action, value, nodes, _) = decide(AlphaBeta::new(closure).depth(3), &state);
    assert_eq!((action, value), (expected.0, expected.1));
    assert!(nodes > expected.2, "{nodes} {expected:?}");
}

#[test]
fn flat_monte_carlo_rolls_out_by_policies_chosen_at_run_time() {
    /// Swipes left whenever that is legal.
    struct First;
    impl Policy<Threes> for First {
        fn choose(&self, state: &Threes, _: &mut GameRng) -> Option<<Threes as Game>::Action> {
            state.actions().first().copied()
        }
    }
    let state = threes();
    let with = |policy: Box<dyn Policy<Threes>>| decide(FlatMonteCarlo::with_policy(policy).rollouts(40), &state);
    let first = decide(FlatMonteCarlo::with_policy(First).rollouts(40), &state);
    let uniform = decide(FlatMonteCarlo::new().rollouts(40), &state);
    assert_ne!(first.1, uniform.1);
    assert_eq!(with(Box::new(First)), first);
    assert_eq!(with(Box::new(Uniform)), uniform);
    let closure = FromFn(|state: &Threes, _: &mut GameRng| state.actions().first().copied());
    assert_eq!(decide(FlatMonteCarlo::with_policy(closure).rollouts(40), &state), first);
    assert_eq!(with(Box::new(closure)), first);
    let random = FromFn(|state: &Threes, rng: &mut GameRng| state.random_action(rng));
    assert_eq!(decide(FlatMonteCarlo::with_policy(&random).rollouts(40), &state), uniform);
    let shared: Arc<dyn Policy<Threes>> = Arc::new(First);
    assert_eq!(decide(FlatMonteCarlo::with_policy(shared.clone()).rollouts(40), &state), first);
    assert_eq!(
        PolicyOnly(shared).search(&state, &Budget::unlimited(), Seed::new(1)).unwrap().action,
        state.actions()[0]
    );
}
