//! The sampled two-ply search, compared with all replies to all outcomes.

use gambol_core::{ActionEvaluator, Game, GameExt, Turn};
use gambol_search::{Budget, SampledTwoPly};

use super::{Bench, Verdict, at_least, close, decide, ensure, mover};
use crate::evaluate::{Deed, Static};
use crate::game::{State, sign};
use crate::solver::{Ends, best_of};

pub(super) fn search(bench: &mut Bench<'_>) -> Verdict {
    match bench.graph.players {
        1 => searched::<1>(bench),
        _ => searched::<2>(bench),
    }
}

fn searched<const P: usize>(bench: &mut Bench<'_>) -> Verdict {
    let state = State::<P>::new(bench.graph);
    let deed = bench.pick(&[Deed::Whim, Deed::After(Static::Score), Deed::After(Static::Opinion)]);
    let width = if bench.chance(2) { 16 } else { 1 + bench.below(5) as usize };
    let terminal = bench.terminal();
    let search = SampledTwoPly::new(deed).width(width).samples(1 + bench.below(9));
    let search = terminal.map_or(search, |terminal| search.terminal(terminal));
    let ends = Ends::new(terminal, &state);
    let decision =
        decide(bench, &state, &search, &Budget::unlimited()).map_err(|error| format!("{error} by {search:?}"))?;
    let says = || format!("{decision:?} by {search:?}");
    let player = mover(&state);
    let rounding = 1e-12 * bench.survey.high.abs().max(bench.survey.low.abs());

    // The candidates are the best by the evaluator alone.
    let worth = |action: u16| judged(&state, action, deed, ends);
    let mut candidates = state.actions();
    candidates.sort_by(|&a, &b| (sign(player) * worth(b) + 0.0).total_cmp(&(sign(player) * worth(a) + 0.0)));
    candidates.truncate(width);
    let mut certain = true;
    for root in &decision.root {
        if !candidates.contains(&root.action) {
            let right = root.visits == 0 && root.value == worth(root.action);
            ensure!(right, "{} is not one of the best {width}: {}", root.action, says());
            continue;
        }
        // Unbounded values have no maximum.
        if bench.survey.unbounded {
            return Ok(());
        }
        ensure!(root.visits > 0, "{} was not sampled: {}", root.action, says());
        let replies: Vec<f64> = settled(state.afterstate(root.action))
            .iter()
            .map(|after| best_reply(after, deed, ends, worth(root.action)))
            .collect();
        let (low, high) = replies.iter().fold((f64::INFINITY, -f64::INFINITY), |(l, h), &v| (l.min(v), h.max(v)));
        let inside = root.value >= low - rounding && root.value <= high + rounding;
        ensure!(inside, "{} is worth {low} to {high}: {}", root.action, says());
        certain &= low == high;
    }
    let sampled = || decision.root.iter().filter(|root| candidates.contains(&root.action));
    ensure!(candidates.contains(&decision.action), "not one of the best {width}: {}", says());
    if certain {
        let best = best_of(player, sampled().map(|root| root.value));
        ensure!(close(decision.value, best, rounding), "the best is worth {best}: {}", says());
        let right = sampled().all(|root| at_least(player, decision.value, root.value, rounding));
        ensure!(right, "another one is better: {}", says());
    }
    Ok(())
}

/// The states after a chain of chance events.
fn settled<const P: usize>(state: State<P>) -> Vec<State<P>> {
    let (mut open, mut seen, mut ends) = (vec![state], Vec::new(), Vec::new());
    while let Some(state) = open.pop() {
        if seen.len() > 5_000 || seen.contains(&state) {
            continue;
        }
        match state.turn() {
            Turn::Chance => open.extend(state.events().into_iter().map(|event| state.after(event))),
            _ => ends.push(state.clone()),
        }
        seen.push(state);
    }
    ends
}

/// The value of an action: that of the ended game, or its evaluation.
fn judged<const P: usize>(state: &State<P>, action: u16, deed: Deed, ends: Ends) -> f64 {
    let after = state.afterstate(action);
    let evaluate = |after: &State<P>| deed.evaluate_action(state, action, after);
    if after.is_over() { ends.value(&after, evaluate) } else { evaluate(&after) }
}

fn best_reply<const P: usize>(state: &State<P>, deed: Deed, ends: Ends, before: f64) -> f64 {
    match state.turn() {
        Turn::Player(player) => {
            let worth = |action: u16| judged(state, action, deed, ends);
            best_of(player, state.actions().into_iter().map(worth))
        }
        _ => ends.value(state, |_| before),
    }
}
