//! Searches of games that are made of other games: chance as an adversary, states that remember
//! what was said of actions.

use gambol_core::{FromFn, GameExt};
use gambol_search::{
    Adversarial, AgainstChance, AllOutcomes, AlphaBeta, Appraised, Appraiser, Budget, ByActions, Dealer, Expectimax,
    Finals, Horizon, SampledOutcomes, Search, WorstOutcomes,
};

use super::alpha_beta::{Searched, Settings, counted, table_bytes};
use super::{Bench, Verdict, close, decide, ensure, is_best, mover};
use crate::evaluate::{Deed, Opinion, Static};
use crate::game::{State, Sure};
use crate::graph::Shape;
use crate::solver::{self, Minimax, Terms, best_of, considered};

pub(super) fn against_chance(bench: &mut Bench<'_>) -> Verdict {
    match bench.graph.players {
        1 => adversary::<1>(bench),
        _ => adversary::<2>(bench),
    }
}

pub(super) fn by_actions(bench: &mut Bench<'_>) -> Verdict {
    match bench.graph.players {
        1 => appraised::<1>(bench),
        _ => appraised::<2>(bench),
    }
}

pub(super) fn expectimax_by_actions(bench: &mut Bench<'_>) -> Verdict {
    match bench.graph.players {
        1 => averaged::<1>(bench),
        _ => averaged::<2>(bench),
    }
}

fn adversary<const P: usize>(bench: &mut Bench<'_>) -> Verdict {
    let most = 1 + bench.below(3) as usize;
    match bench.below(3) {
        0 => dealt::<P, _>(bench, AllOutcomes, true),
        1 => dealt::<P, _>(bench, SampledOutcomes::new(most as u32, bench.seed), false),
        _ => dealt::<P, _>(bench, WorstOutcomes::new(most, Opinion { of: Static::Both, cheap: true }), false),
    }
}

/// Chance by a dealer: minimax of the game of two, and if all outcomes are dealt, of the graph
/// itself.
fn dealt<const P: usize, D>(bench: &mut Bench<'_>, dealer: D, all: bool) -> Verdict
where
    D: Dealer<State<P>> + Sync,
    AgainstChance<Searched, D>: Search<State<P>>,
{
    let state = State::<P>::new(bench.graph);
    let drawn = Settings::draw(bench);
    // Wins beyond the depth, which need not be the shortest, are tested without an adversary.
    let settings = Settings { width: usize::MAX, extensions: 0, ..drawn };
    let search = AgainstChance::new(settings.search(), dealer.clone());
    let decision = decide(bench, &state, &search, &Budget::unlimited())
        .map(counted)
        .map_err(|error| format!("{error} by {settings:?}"))?;
    let game = Adversarial::new(state.clone(), dealer);
    let minimax = settings.minimax(&game);
    let actions = considered(&game).into_iter();
    let values: Vec<f64> = actions.map(|action| minimax.value(&game.afterstate(action), 1, 1_000)).collect();
    is_best(&state, &decision, &values, 0.0, &settings)?;
    if all && minimax.finals == Finals::Points {
        let best = solver::exact(bench.graph, Some(mover(&state).opponent()))[0];
        ensure!(decision.value == best, "the worst luck is worth {best}: {decision:?} by {settings:?}");
    }
    Ok(())
}

fn appraiser(bench: &mut Bench<'_>) -> Appraiser<Deed> {
    let deed = bench.pick(&[Deed::Whim, Deed::After(Static::Opinion), Deed::After(Static::Score)]);
    let by = Appraiser::new(deed).completing(bench.chance(3)).summing(bench.chance(2));
    if bench.chance(2) { by.width(1 + bench.below(4) as usize) } else { by }
}

/// Alpha-beta on appraised states, against minimax of these.
fn appraised<const P: usize>(bench: &mut Bench<'_>) -> Verdict {
    let state = Sure(State::<P>::new(bench.graph));
    let by = appraiser(bench);
    let appraisal = |state: &Appraised<Sure<P>, Deed>| state.appraisal();
    let depth = if bench.chance(2) { 1 + bench.below(4) } else { 127 };
    let bytes = if depth < 127 || bench.graph.shape == Shape::Free { 0 } else { table_bytes(bench) };
    let finals = bench.pick(&[Finals::Wins, Finals::Points, Finals::Judged]);
    let inner = AlphaBeta::new(FromFn(appraisal)).depth(depth).table_bytes(bytes).finals(finals);
    let search = ByActions::new(inner, by);
    let decision = decide(bench, &state, &search, &Budget::unlimited())
        .map(counted)
        .map_err(|error| format!("{error} by {by:?}"))?;
    let game = Appraised::new(state.clone(), by);
    let minimax =
        Minimax { evaluate: appraisal, is_quiet: |_: &Appraised<_, _>| true, extensions: 0, finals, draw: 0.0 };
    let shown = game.candidates();
    let value = |action| minimax.value(&game.afterstate(action), 1, depth - 1);
    let best = best_of(mover(&state), shown.iter().map(|&action| value(action)));
    let says = || format!("{decision:?} to {depth} with {bytes} bytes, {finals:?}, by {by:?}");
    ensure!(decision.value == best, "the value is not {best}: {}", says());
    ensure!(shown.contains(&decision.action), "the action is not shown: {}", says());
    ensure!(value(decision.action) == best, "the action is not worth {best}: {}", says());
    Ok(())
}

/// Expectimax on appraised states.
fn averaged<const P: usize>(bench: &mut Bench<'_>) -> Verdict {
    let state = State::<P>::new(bench.graph);
    let by = appraiser(bench);
    let appraisal = |state: &Appraised<State<P>, Deed>| state.appraisal();
    let depth = 1 + bench.below(3);
    let horizon = bench.pick(&[Horizon::Afterstate, Horizon::PlayersTurn]);
    let inner = Expectimax::new(FromFn(appraisal)).depth(depth).horizon(horizon).table_bytes(table_bytes(bench));
    let search = ByActions::new(inner, by);
    let decision =
        decide(bench, &state, &search, &Budget::unlimited()).map_err(|error| format!("{error} by {by:?}"))?;
    let game = Appraised::new(state.clone(), by);
    let terms = Terms { evaluate: appraisal, horizon, cutoff: 0.0 };
    let shown = game.candidates();
    let value = |action| terms.value(&game.afterstate(action), depth - 1, 1.0);
    let best = best_of(mover(&state), shown.iter().map(|&action| value(action)));
    let says = || format!("{decision:?} to {depth}, {horizon:?}, by {by:?}");
    // Sums of appraisals are longer than any score.
    let tolerance = 60.0 * bench.tolerance();
    ensure!(close(decision.value, best, tolerance), "the value is not {best}: {}", says());
    ensure!(shown.contains(&decision.action), "the action is not shown: {}", says());
    ensure!(close(value(decision.action), best, tolerance), "the action is not worth {best}: {}", says());
    Ok(())
}
