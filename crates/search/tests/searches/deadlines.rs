//! Time limits hold with slow evaluators: no search begins more than one evaluation after them.

use std::sync::{Arc, Mutex};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::common::endless::{Dice, Duel};
use crate::common::{as_inside, on_threads};
use gambol_core::{
    ActionEvaluator, Afterstate, Evaluator, FromFn, Game, GameExt, GameRng, Policy, Prior, Score, Scratch, Seed,
};
use gambol_search::{
    AgainstChance, AllOutcomes, Allocation, AlphaBeta, Budget, ChanceNodes, Decision, Escalate, Expectimax,
    FlatMonteCarlo, Greedy, LocalSearch, Mcts, PlanOnce, ProofNumber, SampledTwoPly, Scope, Search, StopFlag, TimeBank,
    TurnSearch, WinFirst,
};

const LIMIT: Duration = Duration::from_millis(50);
const EVALUATION: Duration = Duration::from_millis(10);

/// A slow evaluator, policy, prior or rule that records its start times.
#[derive(Clone, Debug, Default)]
struct Slow {
    begun: Arc<Mutex<Vec<Instant>>>,
    /// Whether actions are evaluated together.
    batches: bool,
    /// Whether a prior gives values.
    values: bool,
}

impl Slow {
    fn pause(&self) {
        self.begun.lock().unwrap().push(Instant::now());
        sleep(EVALUATION);
    }

    fn batched(self) -> Self {
        Self { batches: true, ..self }
    }
}

impl<G: Game> Evaluator<G> for Slow {
    fn evaluate(&self, state: &G) -> f64 {
        self.pause();
        state.score() as f64
    }

    fn evaluate_afterstates(&self, state: &G, actions: &[G::Action], values: &mut [f64], _: &mut Scratch) {
        self.pause();
        let scores = actions.iter().map(|&action| state.afterstate(action).score() as f64);
        values.iter_mut().zip(scores).for_each(|(value, score)| *value = score);
    }

    fn batches_afterstates(&self, _: &G) -> bool {
        self.batches
    }
}

impl<G: Game> Policy<G> for Slow {
    fn choose(&self, state: &G, rng: &mut GameRng) -> Option<G::Action> {
        self.pause();
        state.random_action(rng)
    }
}

impl<G: Game> Prior<G> for Slow {
    fn weigh(&self, state: &G, _: &[G::Action], weights: &mut [f32]) -> Option<f64> {
        self.pause();
        weights.fill(1.0);
        self.values.then(|| state.score() as f64)
    }
}

/// Searches within the limit, and checks when evaluations begin.
fn is_punctual<G: Game>(name: &str, slow: &Slow, mut search: impl Search<G>, state: &G) {
    // One thread: each may be in the middle of an evaluation when the time is up.
    slow.begun.lock().unwrap().clear();
    let (deadline, decision) = on_threads(1, || {
        let deadline = Instant::now() + LIMIT;
        (deadline, search.search(state, &Budget::unlimited().time(LIMIT), Seed::new(1)).unwrap())
    });
    is_whole(name, state, &decision);
    let begun = slow.begun.lock().unwrap();
    assert!(!begun.is_empty(), "{name} evaluates nothing");
    let late = begun.iter().filter(|&&begin| begin > deadline).count();
    // The search has begun a little after the deadline's clock.
    assert!(late <= 2, "{name} begins {late} of {} evaluations late", begun.len());
}

fn is_whole<G: Game>(name: &str, state: &G, decision: &Decision<G::Action>) {
    let shown: Vec<G::Action> = decision.root.iter().map(|root| root.action).collect();
    assert_eq!(shown, state.actions(), "{name}");
    assert!(shown.contains(&decision.action) && decision.pv[0] == decision.action, "{name}");
}

#[test]
fn searches_of_single_states_are_punctual() {
    let slow = &Slow::default();
    let after = Afterstate(slow);
    let batched = &slow.clone().batched();
    let state = &Dice::new(3);
    let reply = &Dice::new(1);

    is_punctual("greedy", slow, Greedy::new(after), state);
    is_punctual("greedy turns", slow, Greedy::new(after).scope(Scope::Turn), state);
    let together = Greedy::new(Afterstate(batched)).scope(Scope::Turn);
    is_punctual("greedy turns, batched", slow, together, state);

    is_punctual("two-ply", slow, SampledTwoPly::new(after), state);
    let by_score = FromFn(|_: &Dice, _: u8, after: &Dice| after.score() as f64);
    let slow_replies = Late { slow, quick: by_score };
    is_punctual("two-ply replies", slow, SampledTwoPly::new(slow_replies), reply);
    is_punctual("two-ply, batched", slow, SampledTwoPly::new(Afterstate(batched)), reply);

    is_punctual("turns", slow, TurnSearch::new(slow), state);
    is_punctual("turns, batched", slow, TurnSearch::new(batched), state);
    is_punctual("turns, batched samples", slow, TurnSearch::new(batched).ends(30).samples(9), reply);
    is_punctual("rewards of turns", slow, TurnSearch::new(Score).ends(30).reward(slow), state);
    is_punctual("local search", slow, LocalSearch::new(after), state);
}

/// Evaluates the actions of the first turn at once, and the others slowly.
struct Late<'a, Q> {
    slow: &'a Slow,
    quick: Q,
}

impl<Q: ActionEvaluator<Dice>> ActionEvaluator<Dice> for Late<'_, Q> {
    fn evaluate_action(&self, before: &Dice, action: u8, after: &Dice) -> f64 {
        if before.played != 0 {
            self.slow.pause();
        }
        self.quick.evaluate_action(before, action, after)
    }
}

#[test]
fn expectimax_is_punctual() {
    let slow = &Slow::default();
    let batched = &slow.clone().batched();
    let state = &Dice::new(1);
    let search = || Expectimax::new(slow).depth(9);
    is_punctual("expectimax", slow, search(), state);
    is_punctual("expectimax of samples", slow, search().chance(ChanceNodes::Sampled(4)), state);
    is_punctual("expectimax, batched", slow, Expectimax::new(batched).depth(9), state);
    // The first evaluations are those of the root's actions; with a quick one for these, the search
    // itself is slow.
    let within = FromFn(|state: &Dice| {
        if state.left == 0 || state.turn().player().is_some() {
            slow.pause();
        }
        state.score() as f64
    });
    let state = &Dice::new(2);
    let deep = || Expectimax::new(&within).depth(9);
    is_punctual("expectimax of afterstates", slow, deep(), state);
    is_punctual("expectimax with a cut-off", slow, deep().probability_cutoff(0.5), state);
    is_punctual("Star2", slow, deep().values_within(0.0, 100.0), state);
}

#[test]
fn sampling_searches_are_punctual() {
    let slow = &Slow::default();
    let state = &Dice::new(2);
    for allocation in [Allocation::Uniform, Allocation::SequentialHalving, Allocation::Ucb { c: 1.0 }, Allocation::Ocba]
    {
        let flat = FlatMonteCarlo::new().evaluator(slow).max_rollout_plies(2).allocation(allocation);
        is_punctual("flat", slow, flat, state);
    }
    let flat = FlatMonteCarlo::new().evaluator(slow);
    is_punctual("flat by sequences", slow, flat.best_of_sequences(2), state);
    let by_policy = FlatMonteCarlo::with_policy(slow).max_rollout_plies(1_000);
    is_punctual("flat by a slow policy", slow, by_policy, state);

    let mcts = || Mcts::new().truncate_rollouts(0, slow);
    is_punctual("MCTS", slow, mcts(), state);
    is_punctual("MCTS of trees", slow, mcts().trees(4), state);
    is_punctual("MCTS by a slow policy", slow, Mcts::with_policy(slow).truncate_rollouts(1_000, Score), state);
    let valued = Slow { values: true, ..slow.clone() };
    is_punctual("PUCT", slow, Mcts::new().puct(1.0, valued.clone()), state);
    is_punctual("PUCT of trees", slow, Mcts::new().puct(1.0, valued).trees(8), state);
    is_punctual("PUCT and an evaluator", slow, mcts().puct(1.0, slow.clone()), state);
}

#[test]
fn alpha_beta_is_punctual() {
    let slow = &Slow::default();
    let state = &Duel { plies: 0, played: 0 };
    let search = || AlphaBeta::new(slow);
    is_punctual("alpha-beta", slow, search(), state);
    is_punctual("alpha-beta of workers", slow, search().workers(3), state);
    is_punctual("alpha-beta with reductions", slow, search().selective(true), state);
    is_punctual("alpha-beta against chance", slow, AgainstChance::new(search(), AllOutcomes), &Dice::new(1));
}

/// A duel whose rules are slow to look for a win.
#[derive(Clone, Debug)]
struct Heavy(Duel, Slow);

impl PartialEq for Heavy {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl Eq for Heavy {}

impl std::hash::Hash for Heavy {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl Game for Heavy {
    as_inside!(u8);

    fn winning_action(&self) -> Option<u8> {
        self.1.pause();
        None
    }
}

#[test]
fn proof_number_search_is_punctual_with_slow_rules() {
    let slow = &Slow::default();
    let state = &Heavy(Duel { plies: 0, played: 0 }, slow.clone());
    is_punctual("proof numbers", slow, ProofNumber::new().memory(1 << 16), state);
}

#[test]
fn searches_of_searches_are_punctual() {
    let slow = &Slow::default();
    let greedy = || Greedy::new(Afterstate(slow)).scope(Scope::Turn);
    let state = &Dice::new(3);
    is_punctual("plans", slow, PlanOnce::new(greedy()), state);
    is_punctual("escalation", slow, Escalate::new(greedy(), |_: &Dice, _: &Decision<u8>| true, greedy()), state);
    is_punctual("wins first", slow, WinFirst::new(|_: &Dice, _: &Budget| None, greedy()), state);
    is_punctual("a bank of time", slow, TimeBank::new(greedy(), LIMIT), state);
}

/// A flag that is raised during an evaluation is noticed after some tens of evaluations without a
/// clock, by greedy search too.
#[test]
fn a_stop_flag_ends_the_evaluation_of_the_root() {
    let (flag, wide) = (StopFlag::new(), Dice::new(1));
    let (raised, count) = (flag.clone(), std::cell::Cell::new(0));
    let count = Mutex::new(count);
    let evaluator = FromFn(|_: &Dice, _: u8, after: &Dice| {
        let count = count.lock().unwrap();
        count.set(count.get() + 1);
        raised.raise();
        after.score() as f64
    });
    let decision = Greedy::new(&evaluator).search(&wide, &Budget::unlimited().stop(flag), Seed::new(1)).unwrap();
    is_whole("greedy", &wide, &decision);
    assert!(count.lock().unwrap().get() <= 33, "{:?}", count.lock().unwrap());
}
