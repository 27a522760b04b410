//! Expectimax against the plain recursion, and against the exact values.

use gambol_core::GameExt;
use gambol_search::{Budget, ChanceNodes, Expectimax};

use super::alpha_beta::table_bytes;
use super::{Bench, Verdict, close, decide, ensure, is_best, is_proven};
use crate::evaluate::{Opinion, Static};
use crate::game::State;
use crate::solver::{Ends, Terms};

/// Settings that do not change values; the pruning's range holds all of them.
fn draw<const P: usize>(bench: &mut Bench<'_>, of: Static) -> (Expectimax<Opinion>, Ends) {
    let terminal = bench.terminal();
    let ends = Ends::new(terminal, &State::<P>::new(bench.graph));
    // The range of possible values, or a slightly greater one.
    let rest = if bench.chance(2) { 0.0 } else { 1.0 };
    let (low, high) = bench.range(ends);
    let (low, high) = (low - rest, high + rest);
    let is_pruned = bench.chance(2) && !bench.survey.unbounded;
    let search =
        Expectimax::new(Opinion { of, cheap: bench.chance(2), told: bench.chance(2) }).table_bytes(table_bytes(bench));
    let search = if is_pruned { search.values_within(low, high) } else { search };
    #[cfg(feature = "parallel")]
    let search = search.parallel(bench.chance(3));
    (terminal.map_or(search.clone(), |terminal| search.terminal(terminal)), ends)
}

pub(super) fn whole(bench: &mut Bench<'_>) -> Verdict {
    match bench.graph.players {
        1 => to_the_end::<1>(bench),
        _ => to_the_end::<2>(bench),
    }
}

pub(super) fn limited(bench: &mut Bench<'_>) -> Verdict {
    match bench.graph.players {
        1 => to_a_depth::<1>(bench),
        _ => to_a_depth::<2>(bench),
    }
}

pub(super) fn sampled(bench: &mut Bench<'_>) -> Verdict {
    match bench.graph.players {
        1 => by_samples::<1>(bench),
        _ => by_samples::<2>(bench),
    }
}

/// Depth beyond any line: every action has its exact value.
fn to_the_end<const P: usize>(bench: &mut Bench<'_>) -> Verdict {
    let state = State::<P>::new(bench.graph);
    let of = bench.pick(&[Static::Score, Static::Opinion, Static::Both]);
    let (search, ends) = draw::<P>(bench, of);
    let search = search.depth(60 + bench.below(68));
    let Some(exact) = bench.solved::<P>(ends, of) else { return Ok(()) };
    let decision =
        decide(bench, &state, &search, &Budget::unlimited()).map_err(|error| format!("{error} by {search:?}"))?;
    let values: Vec<f64> = state.actions().into_iter().map(|action| exact(&state.afterstate(action))).collect();
    let tolerance = slack(bench, of);
    is_proven(&state, &decision, ends, &exact, tolerance)?;
    is_best(&state, &decision, &values, tolerance, &search)?;
    for (root, value) in decision.root.iter().zip(&values) {
        ensure!(close(root.value, *value, tolerance), "{} is worth {value}: {decision:?} by {search:?}", root.action);
    }
    Ok(())
}

/// Depth and node limits, with and without a probability cut-off: values are those of the reported
/// completed depth.
fn to_a_depth<const P: usize>(bench: &mut Bench<'_>) -> Verdict {
    let state = State::<P>::new(bench.graph);
    let of = bench.pick(&[Static::Score, Static::Opinion, Static::Both]);
    let cutoff = if bench.chance(3) { bench.pick(&[0.01, 0.1, 0.25, 0.5, 1.0]) } else { 0.0 };
    let depth = 1 + bench.below(4);
    let (search, ends) = draw::<P>(bench, of);
    let search = search.probability_cutoff(cutoff).depth(depth);
    // With a cut-off, the table may hold values of a likelier path.
    let search = if cutoff > 0.0 { search.table_bytes(0) } else { search };
    let budget = match bench.below(3) {
        0 => Budget::unlimited().nodes(u64::from(bench.below(300))),
        1 => Budget::unlimited().depth(depth),
        _ => Budget::unlimited(),
    };
    let says = |text: &str| format!("{text} by {search:?} within {budget:?}");
    let decision = decide(bench, &state, &search, &budget).map_err(|error| says(&error))?;
    let terms = Terms { evaluate: |state: &State<P>| of.of(state), cutoff, ends };
    let completed = decision.stats.depth;
    ensure!(completed <= depth, "{}", says(&format!("deeper than {depth}: {decision:?}")));
    let after: Vec<_> = state.actions().into_iter().map(|action| state.afterstate(action)).collect();
    let values = |depth: u32| -> Vec<f64> {
        let value = |after: &State<P>| match depth {
            // No depth was completed: afterstates are evaluated statically.
            0 if !after.is_over() => of.of(after),
            _ => terms.value(after, depth.saturating_sub(1), 1.0),
        };
        after.iter().map(value).collect()
    };
    let (values, next) = (values(completed), values(completed + 1));
    let tolerance = slack(bench, of);
    let is_next = |index: usize, root: f64| budget.max_nodes().is_some() && close(root, next[index], tolerance);
    for (index, (root, &value)) in decision.root.iter().zip(&values).enumerate() {
        let holds = close(root.value, value, tolerance) || is_next(index, root.value);
        ensure!(holds, "{}", says(&format!("{} is worth {value} to {completed}: {decision:?}", root.action)));
    }
    // Where a part of the next depth counts, the choice is among its actions. Its values may be
    // within the tolerance.
    let is_partial = decision.root.iter().zip(&values).any(|(root, &value)| !close(root.value, value, 0.0));
    if is_partial { Ok(()) } else { is_best(&state, &decision, &values, tolerance, &search) }
}

/// Samples of chance: values lie between the least and the greatest, and are exact where chance has
/// no choice.
fn by_samples<const P: usize>(bench: &mut Bench<'_>) -> Verdict {
    let state = State::<P>::new(bench.graph);
    let of = bench.pick(&[Static::Score, Static::Opinion]);
    let samples = bench.below(4);
    let depth = 1 + bench.below(3);
    let (search, ends) = draw::<P>(bench, of);
    let search = search.chance(ChanceNodes::Sampled(samples)).depth(depth);
    let decision =
        decide(bench, &state, &search, &Budget::unlimited()).map_err(|error| format!("{error} by {search:?}"))?;
    if !bench.survey.unbounded {
        let (low, high) = bench.range(ends);
        let (low, high) = (low - slack(bench, of), high + slack(bench, of));
        let inside = decision.root.iter().all(|root| (low..=high).contains(&root.value));
        ensure!(inside, "values beyond {low} and {high}: {decision:?} by {search:?}");
    }
    let certain = bench.graph.nodes.iter().all(|node| node.turn != gambol_core::Turn::Chance || node.edges.len() == 1);
    if certain {
        let evaluate = |state: &State<P>| of.of(state);
        let terms = Terms { evaluate, cutoff: 0.0, ends };
        let completed = decision.stats.depth;
        for root in decision.root.iter().filter(|_| !bench.graph.has_chance()) {
            let value = terms.value(&state.afterstate(root.action), completed - 1, 1.0);
            ensure!(root.value == value, "{} is worth {value}: {decision:?} by {search:?}", root.action);
        }
    }
    Ok(())
}

/// The tolerance, with room for the rounding of scores that are subtracted and added again.
pub(super) fn slack(bench: &Bench<'_>, of: Static) -> f64 {
    let size = bench.survey.low.abs().max(bench.survey.high.abs());
    // Sums of whole and quarter points below 2⁵¹ are exact.
    let rounding = if of == Static::Both && size > 1e15 { 4.0 } else { 0.0 };
    bench.tolerance() + rounding
}
