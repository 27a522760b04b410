//! Evaluation of all actions together, compared with evaluation one by one: the decision, the node
//! count and the errors of every search are equal.

use gambol_search::{Budget, ChanceNodes, Expectimax, Greedy, SampledTwoPly, Scope, Search, Ties};

use super::alpha_beta::table_bytes;
use super::{Bench, Verdict, ensure, told};
use crate::evaluate::{Deed, Opinion, Static, Together};
use crate::game::State;

pub(super) fn search(bench: &mut Bench<'_>) -> Verdict {
    match bench.graph.players {
        1 => compared::<1>(bench),
        _ => compared::<2>(bench),
    }
}

fn compared<const P: usize>(bench: &mut Bench<'_>) -> Verdict {
    let place = bench.below(bench.graph.nodes.len() as u32) as u16;
    let of = bench.pick(&[Static::Score, Static::Opinion, Static::Both, Static::Broken(place)]);
    let deed = bench.pick(&[Deed::Whim, Deed::After(of)]);
    match bench.below(3) {
        0 => {
            let ties = bench.pick(&[Ties::First, Ties::Random]);
            let scope = bench.pick(&[Scope::Action, Scope::Turn]);
            let alone = Greedy::new(deed).scope(scope).ties(ties);
            same::<P>(bench, alone, Greedy::new(Together(deed)).scope(scope).ties(ties))
        }
        1 => {
            let (width, samples) = (1 + bench.below(16) as usize, 1 + bench.below(9));
            let alone = SampledTwoPly::new(deed).width(width).samples(samples);
            same::<P>(bench, alone, SampledTwoPly::new(Together(deed)).width(width).samples(samples))
        }
        _ => {
            let opinion = Opinion { of, cheap: false, told: true };
            let drawn = Drawn::new(bench);
            same::<P>(bench, drawn.expectimax(opinion), drawn.expectimax(Together(opinion)))
        }
    }
}

/// Settings of expectimax.
struct Drawn {
    depth: u32,
    range: Option<(f64, f64)>,
    chance: ChanceNodes,
    cutoff: f64,
    bytes: usize,
    #[cfg(feature = "parallel")]
    parallel: bool,
}

impl Drawn {
    fn new(bench: &mut Bench<'_>) -> Self {
        let (low, high) = (bench.survey.low, bench.survey.high);
        Self {
            depth: 1 + bench.below(4),
            range: bench.pick(&[None, Some((low, high))]),
            chance: bench.pick(&[ChanceNodes::All, ChanceNodes::All, ChanceNodes::Sampled(3)]),
            cutoff: bench.pick(&[0.0, 0.0, 0.05]),
            bytes: table_bytes(bench),
            #[cfg(feature = "parallel")]
            parallel: bench.chance(3),
        }
    }

    fn expectimax<E>(&self, evaluator: E) -> Expectimax<E> {
        let search = Expectimax::new(evaluator).depth(self.depth);
        let search = match self.range {
            Some((low, high)) => search.values_within(low, high),
            None => search,
        };
        let search = search.chance(self.chance).probability_cutoff(self.cutoff).table_bytes(self.bytes);
        #[cfg(feature = "parallel")]
        let search = search.parallel(self.parallel);
        search
    }
}

fn same<const P: usize>(
    bench: &mut Bench<'_>,
    mut alone: impl Search<State<P>>,
    mut together: impl Search<State<P>>,
) -> Verdict {
    let state = State::<P>::new(bench.graph);
    let budget = Budget::unlimited().simulations(500);
    let budget = if bench.chance(2) { budget.nodes(1 + u64::from(bench.below(300))) } else { budget };
    bench.graph.watch.restart(u64::MAX);
    let alone = told(alone.search(&state, &budget, bench.seed));
    bench.graph.watch.restart(u64::MAX);
    let together = told(together.search(&state, &budget, bench.seed));
    ensure!(alone == together, "decisions differ under {budget:?}: alone {alone:?}, together {together:?}");
    Ok(())
}

/// The conformance kit's check of the wrapper that the other checks use.
#[test]
fn the_wrapper_evaluates_as_what_it_wraps() {
    use gambol_conformance::{assert_action_evaluator, assert_evaluator};
    use gambol_core::{GameExt, Seed};

    for number in 0..20 {
        let graph = std::sync::Arc::new(crate::draw::graph(Seed::new(5).derive(number), 2));
        let state = State::<2>::new(&graph);
        let mut states: Vec<_> = state.actions().into_iter().map(|action| state.afterstate(action)).collect();
        states.push(state);
        assert_evaluator(&Together(Opinion { of: Static::Opinion, cheap: false, told: true }), states.clone());
        assert_action_evaluator(&Together(Deed::Whim), states);
    }
}
