//! Flat Monte Carlo: the values and the numbers of simulations.

use gambol_core::{Game, GameExt, Player, Turn};
use gambol_search::{Aggregate, Allocation, Budget, Decision, FlatMonteCarlo, Terminal, Ties};

use super::{Bench, Survey, Verdict, close, decide, ensure, mover};
use crate::evaluate::{Habit, Opinion, Static};
use crate::game::State;
use crate::graph::Cycles;
use crate::solver::{Ends, best_of};

type Flat = FlatMonteCarlo<Habit, Opinion>;

pub(super) fn search(bench: &mut Bench<'_>) -> Verdict {
    match bench.graph.players {
        1 => by_rollouts::<1>(bench),
        _ => by_rollouts::<2>(bench),
    }
}

pub(super) fn sequences(bench: &mut Bench<'_>) -> Verdict {
    match bench.graph.players {
        1 => by_sequences::<1>(bench),
        _ => by_sequences::<2>(bench),
    }
}

struct Drawn {
    search: Flat,
    habit: Habit,
    allocation: Allocation,
    aggregate: Aggregate,
    ties: Ties,
    /// Simulations for each action.
    each: u32,
    terminal: Option<Terminal>,
    of: Static,
}

fn draw(bench: &mut Bench<'_>) -> Drawn {
    let habit = bench.pick(&[Habit::Uniform, Habit::First, Habit::None]);
    let allocation = bench.pick(&[
        Allocation::Uniform,
        Allocation::Uniform,
        Allocation::SequentialHalving,
        Allocation::Ucb { c: 1.0 },
        Allocation::Ocba,
    ]);
    let aggregate = bench.pick(&[Aggregate::Average, Aggregate::Maximum]);
    let ties = bench.pick(&[Ties::First, Ties::Random]);
    let each = 1 + bench.below(12);
    let (terminal, of) = (bench.terminal(), bench.pick(&[Static::Score, Static::Opinion]));
    let search = FlatMonteCarlo::with_policy(habit)
        .evaluator(Opinion { of, cheap: true, told: true })
        .allocation(allocation)
        .aggregate(aggregate)
        .ties(ties)
        .common_random_numbers(bench.chance(2))
        .rollouts(each);
    let search = terminal.map_or(search, |terminal| search.terminal(terminal));
    Drawn { search, habit, allocation, aggregate, ties, each, terminal, of }
}

fn by_rollouts<const P: usize>(bench: &mut Bench<'_>) -> Verdict {
    let state = State::<P>::new(bench.graph);
    let Drawn { search, habit, allocation, aggregate, ties, each, terminal, of } = draw(bench);
    let ends = Ends::new(terminal, &state);
    let longest = bench.pick(&[u64::MAX, u64::MAX, u64::MAX, 0, 1, 3]);
    let search = search.max_rollout_plies(longest);
    let count = state.actions().len() as u64;
    let total = if bench.chance(3) { u64::from(bench.below(200)) } else { u64::from(each) * count };
    let own = total == u64::from(each) * count;
    let budget = if own { Budget::unlimited() } else { Budget::unlimited().simulations(total) };
    let decision = decide(bench, &state, &search, &budget).map_err(|error| format!("{error} by {search:?}"))?;
    let says = || format!("{decision:?} by {search:?} within {budget:?}");
    ensure!(decision.stats.simulations == total, "not {total} simulations: {}", says());
    let visits: Vec<u64> = decision.root.iter().map(|root| root.visits).collect();
    ensure!(visits.iter().sum::<u64>() == total, "not {total} visits: {}", says());
    if allocation == Allocation::Uniform {
        let even = visits.iter().all(|&visits| (total / count..=total.div_ceil(count)).contains(&visits));
        ensure!(even, "not evenly shared out: {}", says());
        is_the_best(&state, &decision, ties).map_err(|error| format!("{error}: {}", says()))?;
    }
    let rounding = 1e-12 * bench.survey.high.abs().max(bench.survey.low.abs());
    for root in &decision.root {
        let after = state.afterstate(root.action);
        if root.visits == 0 {
            ensure!(root.value == after.score() as f64, "{} has not been tried: {}", root.action, says());
            continue;
        }
        if habit == Habit::First && !bench.graph.has_chance() {
            let value = followed(after.clone(), longest, ends, of);
            ensure!(close(root.value, value, rounding), "{} comes to {value}: {}", root.action, says());
        }
        if longest == u64::MAX && bench.graph.cycles == Cycles::None {
            let values = Survey::ends_from(bench.graph, &after, ends, of);
            let (low, high) = values.iter().fold((f64::INFINITY, -f64::INFINITY), |(l, h), &v| (l.min(v), h.max(v)));
            let inside = root.value >= low - rounding && root.value <= high + rounding;
            ensure!(inside || values.is_empty(), "{} ends between {low} and {high}: {}", root.action, says());
            let is_end = values.contains(&root.value);
            ensure!(is_end || aggregate == Aggregate::Average, "{} does not end so: {}", root.action, says());
        }
    }
    Ok(())
}

/// The first actions, one after the other.
fn followed<const P: usize>(mut state: State<P>, longest: u64, ends: Ends, of: Static) -> f64 {
    let mut plies = 0;
    while plies < longest && !state.is_over() {
        state.play(0);
        plies += 1;
    }
    if state.is_over() { ends.value(&state, |state| of.of(state)) } else { of.of(&state) }
}

/// The action with the best value of those that have been tried; the first, unless ties are broken
/// at random.
fn is_the_best<G: Game<Action = u16>>(state: &G, decision: &Decision<u16>, ties: Ties) -> Verdict {
    let tried = || decision.root.iter().filter(|root| root.visits > 0);
    if tried().count() == 0 {
        return Ok(());
    }
    let best = best_of(mover(state), tried().map(|root| root.value));
    ensure!(decision.value == best, "the best value is {best}");
    let first = tried().find(|root| root.value == best).map(|root| root.action);
    ensure!(ties == Ties::Random || first == Some(decision.action), "the first of the best is {first:?}");
    Ok(())
}

/// All sequences of some actions: without chance, the best end of any.
fn by_sequences<const P: usize>(bench: &mut Bench<'_>) -> Verdict {
    let state = State::<P>::new(bench.graph);
    let Drawn { search, terminal, of, .. } = draw(bench);
    let ends = Ends::new(terminal, &state);
    let wide = bench.graph.nodes.iter().any(|node| node.edges.len() > 20);
    let depth = if wide { bench.below(2) } else { bench.below(4) };
    let search = search.best_of_sequences(depth);
    let dead_end = if bench.chance(3) { Some(-7.0) } else { None };
    let search = dead_end.map_or(search, |value| search.dead_end(value));
    let budget = Budget::unlimited().simulations(u64::from(bench.below(20)));
    let decision = decide(bench, &state, &search, &budget).map_err(|error| format!("{error} by {search:?}"))?;
    let rounding = 1e-12 * bench.survey.high.abs().max(bench.survey.low.abs()).max(7.0);
    let player = mover(&state);
    for root in decision.root.iter().filter(|root| root.visits > 0 && !bench.graph.has_chance()) {
        let after = state.afterstate(root.action);
        let value = match dead_end {
            Some(value) if after.is_over() => value,
            _ => best_end(&after, depth, player, ends, of),
        };
        let right = close(root.value, value, rounding);
        ensure!(right, "{} comes to {value} in {depth}: {decision:?} by {search:?}", root.action);
    }
    Ok(())
}

fn best_end<const P: usize>(state: &State<P>, depth: u32, player: Player, ends: Ends, of: Static) -> f64 {
    if state.turn() == Turn::Over {
        return ends.value(state, |state| of.of(state));
    }
    if depth == 0 {
        return of.of(state);
    }
    let after = state.actions().into_iter().map(|action| state.afterstate(action));
    best_of(player, after.map(|after| best_end(&after, depth - 1, player, ends, of)))
}
