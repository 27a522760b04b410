//! Evaluations that are NaN or infinite at one node: an error names the node, or the decision does
//! not depend on it.

use gambol_core::GameExt;
use gambol_search::{
    AgainstChance, AllOutcomes, AlphaBeta, Budget, Expectimax, FlatMonteCarlo, Greedy, Mcts, SampledTwoPly, Scope,
    Search, SearchError, TurnSearch,
};

use super::{Bench, Verdict, ensure, is_fair};
use crate::evaluate::{Deed, Guess, Habit, Judgement, Opinion, Static};
use crate::game::State;

pub(super) fn noticed(bench: &mut Bench<'_>) -> Verdict {
    match bench.graph.players {
        1 => one_of::<1>(bench),
        _ => one_of::<2>(bench),
    }
}

fn one_of<const P: usize>(bench: &mut Bench<'_>) -> Verdict {
    let state = State::<P>::new(bench.graph);
    let place = bench.below(bench.graph.nodes.len() as u32) as u16;
    let of = Static::Broken(place);
    let (opinion, deed) = (Opinion { of, cheap: bench.chance(2), told: true }, Deed::After(of));
    let judgement = Judgement { of, cheap: bench.chance(2), at_once: false };
    let careful = AlphaBeta::with_evaluators(judgement, judgement).quiescence(bench.below(2));
    let careful = careful.depth(1 + bench.below(4)).workers(bench.pick(&[1, 3])).table_bytes(4_096);
    let expectimax = Expectimax::new(opinion).depth(1 + bench.below(3)).table_bytes(4_096);
    let cut = u64::from(bench.below(3));
    let flat = FlatMonteCarlo::with_policy(Habit::Uniform).evaluator(opinion).max_rollout_plies(cut).rollouts(3);
    // Whether every afterstate of the root is evaluated.
    let (search, all): (Box<dyn Search<State<P>>>, bool) = match bench.below(10) {
        0 => (Box::new(AgainstChance::new(careful, AllOutcomes)), false),
        1 => (Box::new(expectimax), true),
        2 => (Box::new(Greedy::new(deed)), true),
        3 => (Box::new(Greedy::new(deed).scope(Scope::Turn)), true),
        4 => (Box::new(TurnSearch::new(opinion)), true),
        5 => (Box::new(SampledTwoPly::new(deed)), true),
        6 => (Box::new(flat), cut == 0),
        7 => (Box::new(flat.best_of_sequences(1)), false),
        8 => (Box::new(Mcts::new().puct(1.0, Guess::Broken(place)).simulations(100)), false),
        _ => (Box::new(Mcts::new().truncate_rollouts(cut, opinion).simulations(100).trees(1 + bench.below(2))), false),
    };
    is_noticed(bench, &state, search, place, all)
}

fn is_noticed<const P: usize>(
    bench: &Bench<'_>,
    state: &State<P>,
    mut search: Box<dyn Search<State<P>>>,
    place: u16,
    all: bool,
) -> Verdict {
    bench.graph.watch.restart(u64::MAX);
    let budget = Budget::unlimited().depth(4);
    let at_root = state.actions().into_iter().map(|action| state.afterstate(action));
    let met = at_root.filter(|after| after.at == place && !after.is_over()).count() > 0;
    match search.search(state, &budget, bench.seed) {
        Ok(decision) => {
            ensure!(!(met && all), "node {place} is not evaluated: {decision:?}");
            is_fair(state, &decision)
        }
        Err(SearchError::Evaluation { state, value }) => {
            let named = state.contains(&format!("node {place} "));
            ensure!(named && !value.is_finite(), "node {place} is not {state} with {value}");
            Ok(())
        }
        Err(SearchError::Weight { state, weight, .. }) => {
            let named = state.contains(&format!("node {place} "));
            ensure!(named && !(weight.is_finite() && weight >= 0.0), "node {place} is not {state} with {weight}");
            Ok(())
        }
        Err(error) => Err(format!("another error: {error}")),
    }
}
