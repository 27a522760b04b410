//! Alpha-beta against plain minimax.

use gambol_core::{Game, GameExt, NoChance, Player};
use gambol_search::{AlphaBeta, Bound, Budget, Decision, Proven, Search, Terminal};

use super::{Bench, Verdict, at_least, close, decide, ensure, is_best, lines_end, mover, told};
use crate::evaluate::{Judgement, Static};
use crate::game::{State, Sure, View, sign};
use crate::graph::Shape;
use crate::solver::{Ends, Minimax, best_of};

/// All settings of a search, drawn at random.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    pub(super) as_first: Judgement,
    pub(super) as_second: Judgement,
    pub(super) terminal: Option<Terminal>,
    pub(super) extensions: u32,
    pub(super) symmetric_plies: u32,
    pub(super) is_selective: bool,
    pub(super) exact: bool,
    pub(super) width: usize,
    pub(super) bytes: usize,
}

pub(super) type Searched = AlphaBeta<Judgement>;

impl Settings {
    pub(super) fn draw(bench: &mut Bench<'_>) -> Self {
        let mut judgement = || Judgement {
            of: bench.pick(&[Static::Score, Static::Opinion, Static::Both]),
            cheap: bench.chance(2),
            at_once: bench.chance(3),
        };
        let (as_first, as_second) = (judgement(), judgement());
        let terminal = bench.terminal();
        Self {
            as_first,
            as_second,
            terminal,
            extensions: if bench.chance(3) { 1 + bench.below(4) } else { 0 },
            symmetric_plies: bench.pick(&[3, 0, 1, 100]),
            is_selective: bench.chance(3),
            exact: bench.chance(3),
            width: if bench.chance(5) { 1 + bench.below(4) as usize } else { usize::MAX },
            bytes: table_bytes(bench),
        }
    }

    pub(super) fn search(&self) -> Searched {
        let search = AlphaBeta::with_evaluators(self.as_first, self.as_second)
            .symmetric_plies(self.symmetric_plies)
            .selective(self.is_selective)
            .width(self.width)
            .table_bytes(self.bytes)
            .quiescence(self.extensions);
        match self.terminal {
            Some(terminal) => search.terminal(terminal),
            None => search,
        }
    }

    /// No limit, and as many exact values as these settings ask for.
    fn budget(&self) -> Budget {
        Budget::unlimited().exact_values(if self.exact { usize::MAX } else { 1 })
    }

    pub(super) fn minimax<G: View>(
        &self,
        state: &G,
    ) -> Minimax<impl Fn(&G) -> f64 + use<G>, impl Fn(&G) -> bool + use<G>> {
        let of = if mover(state) == Player::First { self.as_first.of } else { self.as_second.of };
        Minimax {
            evaluate: move |state: &G| of.of(state),
            is_quiet: G::is_quiet,
            extensions: self.extensions,
            ends: Ends::new(self.terminal, state),
        }
    }
}

/// Table sizes from none to more than a small game needs; rarely the default size.
pub(super) fn table_bytes(bench: &mut Bench<'_>) -> usize {
    if bench.chance(400) { 64 << 20 } else { bench.pick(&[0, 130, 400, 1_000, 4_096, 20_000, 1 << 16, 1 << 19]) }
}

pub(super) fn whole(bench: &mut Bench<'_>) -> Verdict {
    match bench.graph.players {
        1 => to_the_end(bench, &Sure(State::<1>::new(bench.graph))),
        _ => to_the_end(bench, &Sure(State::<2>::new(bench.graph))),
    }
}

pub(super) fn limited(bench: &mut Bench<'_>) -> Verdict {
    match bench.graph.players {
        1 => to_a_depth(bench, &Sure(State::<1>::new(bench.graph))),
        _ => to_a_depth(bench, &Sure(State::<2>::new(bench.graph))),
    }
}

/// A decision with wins in the solver's values, by the number of plies.
pub(super) fn counted<A>(mut decision: Decision<A>) -> Decision<A> {
    let counted = |value: f64, proven: Option<Proven>| match proven {
        Some(Proven::Win { winner, plies: Some(plies) }) => sign(winner) * (1e15 - f64::from(plies)),
        _ => value,
    };
    decision.value = counted(decision.value, decision.proven);
    for root in &mut decision.root {
        root.value = counted(root.value, root.proven);
    }
    decision
}

/// Whether a value is a win of either player.
fn is_win(value: f64) -> bool {
    value.abs() > 1e15 - 1e6
}

/// Without limits: the value, the action, the bounds of the others and the line are those of best
/// play.
fn to_the_end<G: View + Game<Outcome = NoChance>>(bench: &mut Bench<'_>, state: &G) -> Verdict {
    let settings = Settings::draw(bench);
    let decision = decide(bench, state, &settings.search(), &settings.budget())
        .map(counted)
        .map_err(|error| format!("{error} by {settings:?}"))?;
    let minimax = settings.minimax(state);
    let value = |after: &G, ply| minimax.value(after, ply, 1_000);
    let values: Vec<f64> = state.actions().into_iter().map(|action| value(&state.afterstate(action), 1)).collect();
    let player = mover(state);
    if settings.width < usize::MAX {
        // Among the remaining actions, the chosen one has its stated value.
        let place = state.actions().iter().position(|action| *action == decision.action).unwrap_or(0);
        let truth = values[place];
        // A win or a loss that was searched less deep need not take the fewest plies.
        let is_same = |value: f64| settings.is_selective && is_win(value) && is_win(truth) && value * truth > 0.0;
        let holds = close(decision.value, truth, 0.0) || is_same(decision.value);
        ensure!(holds, "worth {truth}: {decision:?}, {values:?}, {settings:?}");
        return Ok(());
    }
    let sides = sign(player);
    let wins = |value: f64| minimax.ends.has_wins() && is_win(value) && sides * value > 0.0;
    let won = wins(decision.value);
    let is_lost = minimax.ends.has_wins() && is_win(decision.value) && !won;
    if settings.is_selective && is_lost {
        // It is lost, but a slower way to lose may have been searched less deep.
        ensure!(
            values.iter().all(|&value| is_win(value) && !wins(value)),
            "not lost: {decision:?}, {values:?}, {settings:?}"
        );
        return Ok(());
    }
    if won && (settings.extensions > 0 || settings.is_selective) {
        // A win ends the search, and one beyond the depth, on a line that is not quiet or was
        // searched less deep, need not be the shortest.
        let place = state.actions().iter().position(|action| *action == decision.action).unwrap_or(0);
        ensure!(wins(values[place]), "no win: {decision:?}, {values:?}, {settings:?}");
        return Ok(());
    }
    is_best(state, &decision, &values, 0.0, &settings)?;
    // Then the values of the other actions are incomplete too.
    if !won {
        bounds_hold(&decision, &values, player, settings.exact).map_err(|error| format!("{error} by {settings:?}"))?;
    }
    let states = lines_end(state, &decision.pv)?;
    for (ply, state) in (0..).zip(&states) {
        let value = value(state, ply);
        ensure!(
            value == decision.value,
            "the line goes wrong at {ply}: {value}, {decision:?}, {values:?}, {settings:?}"
        );
    }
    Ok(())
}

/// With a depth limit: minimax to that depth. A state that is reached at several depths keeps the
/// value of the deepest search, so that only graphs without such states are searched with a table.
fn to_a_depth<G: View + Game<Outcome = NoChance>>(bench: &mut Bench<'_>, state: &G) -> Verdict {
    let drawn = Settings::draw(bench);
    let bytes = if bench.graph.shape == Shape::Free { 0 } else { drawn.bytes };
    let settings = Settings { is_selective: false, width: usize::MAX, bytes, ..drawn };
    let limit = 1 + bench.below(6);
    let (search, budget) = match bench.below(2) {
        0 => (settings.search().depth(limit), settings.budget()),
        _ => (settings.search(), settings.budget().depth(limit)),
    };
    let decision = if bench.chance(4) {
        // The value is the same by several workers, but not the number of nodes.
        let workers = bench.pick(&[2, 3, 7]);
        let pool = &bench.pools[bench.below(bench.pools.len() as u32) as usize];
        told(pool.install(|| search.clone().workers(workers).search(state, &budget, bench.seed)))
    } else {
        decide(bench, state, &search, &budget)
    };
    let decision = decision.map(counted).map_err(|error| format!("{error} to {limit} by {settings:?}"))?;
    ensure!(decision.stats.depth <= limit, "deeper than {limit}: {decision:?}");
    let minimax = settings.minimax(state);
    // A win ends the search, and so do solved values of all actions.
    let depth = decision.stats.depth;
    let value = |after: &G| minimax.value(after, 1, depth + settings.extensions - 1);
    let values: Vec<f64> = state.actions().into_iter().map(|action| value(&state.afterstate(action))).collect();
    let player = mover(state);
    let best = best_of(player, values.iter().copied());
    ensure!(decision.value == best, "the value to {depth} is not {best}: {decision:?}, {values:?}, {settings:?}");
    let place = state.actions().iter().position(|action| *action == decision.action).unwrap_or(0);
    ensure!(values[place] == best, "worth {} to {depth}: {decision:?}, {values:?}, {settings:?}", values[place]);
    // It may end before the limit only where nothing deeper changes the value; but a win beyond the
    // depth, on a line that is not quiet, need not be the shortest.
    if depth < limit {
        let deeper = |action| minimax.value(&state.afterstate(action), 1, limit + settings.extensions - 1);
        let deeper = best_of(player, state.actions().into_iter().map(deeper));
        let won = settings.extensions > 0 && minimax.ends.has_wins() && is_win(best);
        ensure!(deeper == best || won, "to {limit} it is {deeper}: {decision:?}, {values:?}, {settings:?}");
    }
    bounds_hold(&decision, &values, player, settings.exact).map_err(|error| format!("{error} by {settings:?}"))
}

/// The values of the root's actions are correct: exact values, of all actions if requested; upper
/// bounds for the player; or no value if a win is known.
fn bounds_hold<A: std::fmt::Debug>(decision: &Decision<A>, values: &[f64], player: Player, exact: bool) -> Verdict {
    for (root, &truth) in decision.root.iter().zip(values) {
        let says = || format!("{root:?} is worth {truth}: {decision:?}");
        let bound = if player == Player::First { root.bound } else { root.bound.reversed() };
        ensure!(!exact || bound == Bound::Exact, "{}", says());
        match bound {
            Bound::Exact => ensure!(root.value == truth, "{}", says()),
            Bound::Unsearched => ensure!(is_win(decision.value), "{}", says()),
            _ => ensure!(bound == Bound::AtMost && at_least(player, root.value, truth, 0.0), "{}", says()),
        }
        let holds = bound == Bound::Unsearched || at_least(player, decision.value, root.value, 0.0);
        ensure!(holds, "{}", says());
    }
    Ok(())
}
