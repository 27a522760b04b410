//! Proof-number search against the exact values.

use gambol_core::{GameExt, Player};
use gambol_search::{Budget, Decision, Goal, ProofNumber, Verdict as Answer};

use super::{Bench, Verdict, at_least, decide, ensure, lines_end, mover};
use crate::game::{State, Sure, sign};

/// Enough for every small game if the table holds it.
const NODES: u64 = 300_000;

pub(super) fn prove(bench: &mut Bench<'_>) -> Verdict {
    match bench.graph.players {
        1 => proved::<1>(bench),
        _ => proved::<2>(bench),
    }
}

/// The best action by wins, draws and losses, and the proofs of the others.
pub(super) fn search(bench: &mut Bench<'_>) -> Verdict {
    let state = Sure(State::<2>::new(bench.graph));
    let (bytes, enough) = memory(bench);
    let most = if bench.chance(6) { u64::from(bench.below(200)) } else { NODES };
    let search = ProofNumber::new().memory(bytes).nodes(most);
    let budget = Budget::unlimited();
    let decision: Decision<u16> = decide(bench, &state, &search, &budget)?;
    let says = || format!("{decision:?} by {search:?}");
    ensure!(decision.stats.nodes <= most, "more than {most} nodes: {}", says());
    let outcome = |value: f64| if value == 0.0 { 0.0 } else { value.signum() };
    let best = outcome(bench.exact(&state.0));
    let solved = enough && decision.stats.nodes < most;
    for root in &decision.root {
        let truth = outcome(bench.exact(&state.afterstate(root.action).0));
        ensure!(root.value == 0.0 || root.value == truth, "{} is worth {truth}: {}", root.action, says());
        if root.action == decision.action {
            ensure!(!solved || (truth == best && root.value == best), "the best is worth {best}: {}", says());
            ensure!(root.value == decision.value, "two values: {}", says());
            let lost = truth == -sign(mover(&state)) && best != truth;
            ensure!(!lost || !solved, "it loses: {}", says());
        }
    }
    if solved {
        let player = mover(&state);
        for state in lines_end(&state, &decision.pv)? {
            // A player against whom a draw is proven plays the action that is hardest to refute,
            // and may lose.
            let value = outcome(bench.exact(&state.0));
            ensure!(at_least(player, value, best, 0.0), "the line goes wrong at {state:?}: {}", says());
        }
    }
    Ok(())
}

/// Whether all states of a small game fit, so that there must be an answer.
fn memory(bench: &mut Bench<'_>) -> (usize, bool) {
    let bytes = bench.pick(&[1 << 20, 1 << 16, 4_096, 640, 64, 0]);
    (bytes, bytes >= 1 << 16)
}

fn proved<const P: usize>(bench: &mut Bench<'_>) -> Verdict {
    let state = Sure(State::<P>::new(bench.graph));
    let exact = bench.exact(&state.0) as i64;
    let player = bench.pick(&[Player::First, Player::Second]);
    let points = match bench.below(3) {
        // Just within reach, and just beyond.
        0 => player.sign() * exact + i64::from(bench.below(2)),
        1 => i64::from(bench.below(2)),
        _ => player.sign() * exact + i64::from(bench.below(9)) - 4,
    };
    let goal = Goal::at_least(player, points);
    let (bytes, enough) = memory(bench);
    let most = if bench.chance(6) { u64::from(bench.below(200)) } else { NODES };
    let mut search = ProofNumber::new().memory(bytes);
    let budget = Budget::unlimited().nodes(most);
    bench.graph.watch.restart(u64::MAX);
    let proof = search.prove(&state, goal, &budget);
    let again = search.prove(&state, goal, &budget);
    let says = || format!("{proof:?} of {goal:?}, the value is {exact}, by {search:?} within {budget:?}");
    ensure!(proof == again, "the second answer is another, {again:?}: {}", says());
    let meets = |state: &Sure<P>| player.sign() * (bench.exact(&state.0) as i64) >= points;
    let right = if meets(&state) { Answer::Proved } else { Answer::Disproved };
    if proof.result == Answer::Unknown {
        ensure!(proof.line.is_empty(), "a line without an answer: {}", says());
        ensure!(!enough || proof.nodes >= most, "no answer: {}", says());
        return Ok(());
    }
    ensure!(proof.result == right, "a wrong answer: {}", says());
    ensure!(!proof.line.is_empty(), "an answer without a line: {}", says());
    for state in lines_end(&state, &proof.line)? {
        ensure!(meets(&state) == meets(&Sure(State::new(bench.graph))), "the line goes wrong at {state:?}: {}", says());
    }
    Ok(())
}
