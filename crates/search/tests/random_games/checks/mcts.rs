//! Monte Carlo tree search: its proofs are true, and its visit counts and means are correct.

use std::fmt::Debug;

use gambol_core::{Event, Game, GameExt, Prior, Turn, Uniform};
use gambol_search::{Batched, Budget, Decision, ForestError, Mcts, Terminal};

use super::{Bench, Verdict, decide, ensure, is_best, is_fair, is_proven, mover};
use crate::evaluate::{Guess, Habit, Opinion, Static};
use crate::game::{State, sign};
use crate::graph::Cycles;
use crate::solver::Ends;

/// A search, and the settings that its values depend on.
#[derive(Clone, Debug)]
struct Drawn<R> {
    search: Mcts<Habit, Opinion, R>,
    solver: bool,
    terminal: Option<Terminal>,
    of: Static,
}

fn draw(bench: &mut Bench<'_>) -> Drawn<Uniform> {
    let habit = bench.pick(&[Habit::Uniform, Habit::Uniform, Habit::First, Habit::None]);
    let longest = bench.pick(&[u64::MAX, u64::MAX, 0, 1, 5]);
    let solver = !bench.chance(6);
    let (terminal, of) = (bench.terminal(), bench.pick(&[Static::Score, Static::Opinion]));
    let search = Mcts::with_policy(habit)
        .truncate_rollouts(longest, Opinion { of, cheap: true, told: true })
        .exploration(bench.pick(&[0.7, 0.7, 0.0, 0.1, 2.0]))
        .expansion_threshold(bench.pick(&[2, 1, 2, 5, 0, u32::MAX]))
        .solver(solver)
        .memory(bench.pick(&[1 << 20, 0, 1_000, 20_000]))
        .trees(bench.pick(&[1, 1, 1, 2, 3, 5]));
    let search = terminal.map_or(search.clone(), |terminal| search.terminal(terminal));
    Drawn { search, solver, terminal, of }
}

/// The same by a prior.
fn guided(bench: &mut Bench<'_>, drawn: Drawn<Uniform>) -> Drawn<Guess> {
    let Drawn { search, solver, terminal, of } = drawn;
    let guess = bench.pick(&[Guess::Whim, Guess::Whim, Guess::Valued(of), Guess::None]);
    let search =
        search.puct(bench.pick(&[1.0, 0.0, 0.1, 4.0]), guess).expansion_threshold(bench.pick(&[0, 0, 1, 2, 5]));
    Drawn { search, solver, terminal, of }
}

pub(super) fn search(bench: &mut Bench<'_>) -> Verdict {
    match bench.graph.players {
        1 => either::<1>(bench),
        _ => either::<2>(bench),
    }
}

pub(super) fn kept(bench: &mut Bench<'_>) -> Verdict {
    match bench.graph.players {
        1 => a_game::<1>(bench),
        _ => a_game::<2>(bench),
    }
}

fn simulations(bench: &mut Bench<'_>) -> u64 {
    match bench.below(10) {
        0 => bench.pick(&[0, 1, 2]),
        1..=5 => u64::from(bench.below(60)),
        6..=8 => u64::from(bench.below(500)),
        _ => u64::from(bench.below(4_000)),
    }
}

fn either<const P: usize>(bench: &mut Bench<'_>) -> Verdict {
    let drawn = draw(bench);
    if bench.chance(3) {
        let drawn = guided(bench, drawn);
        searched::<P, _>(bench, &drawn)
    } else {
        searched::<P, _>(bench, &drawn)
    }
}

fn searched<const P: usize, R>(bench: &mut Bench<'_>, drawn: &Drawn<R>) -> Verdict
where
    R: Prior<State<P>> + Clone + Debug,
{
    let state = State::<P>::new(bench.graph);
    let search = &drawn.search;
    let count = simulations(bench);
    let budget = Budget::unlimited().simulations(count);
    let budget = if bench.chance(6) { budget.depth(bench.below(4)) } else { budget };
    let decision = decide(bench, &state, search, &budget).map_err(|error| format!("{error} by {search:?}"))?;
    is_true(bench, &state, drawn, &decision, count)?;
    if decision.stats.simulations < count {
        return Ok(());
    }
    // Every simulation begins with one action.
    let equal = |action: u16, other: u16| state.afterstate(action) == state.afterstate(other);
    let one_of_each = decision.root.iter().filter(|root| {
        let first = decision.root.iter().find(|other| equal(other.action, root.action));
        !bench.graph.merging || first.is_some_and(|first| first.action == root.action)
    });
    let visits: u64 = one_of_each.map(|root| root.visits).sum();
    ensure!(visits == count, "{visits} visits in {count} simulations: {decision:?} by {search:?}");
    Ok(())
}

/// Whether a decision is consistent and, if the search ended by a proof, correct.
fn is_true<const P: usize, R: Debug>(
    bench: &Bench<'_>,
    state: &State<P>,
    drawn: &Drawn<R>,
    decision: &Decision<u16>,
    count: u64,
) -> Verdict {
    let says = || format!("{decision:?} of {count} simulations by {drawn:?}");
    ensure!(decision.stats.simulations <= count, "too many simulations: {}", says());
    let tolerance = bench.tolerance();
    let ends = Ends::new(drawn.terminal, state);
    if !bench.survey.unbounded {
        // Means of great numbers are rounded.
        let (low, high) = bench.range(ends);
        let rounding = tolerance.max(1e-12 * (high - low));
        let (low, high) = (low - rounding, high + rounding);
        ensure!(
            decision.root.iter().all(|root| (low..=high).contains(&root.value)),
            "beyond {low} and {high}: {}",
            says()
        );
    }
    let ended_early = decision.stats.simulations < count;
    let proven = decision.root.iter().filter(|root| root.proven.is_some()).count();
    ensure!(drawn.solver || (!ended_early && proven == 0), "a proof without a solver: {}", says());
    if !ended_early && proven == 0 {
        return Ok(());
    }
    let Some(exact) = bench.solved::<P>(ends, drawn.of) else { return Ok(()) };
    is_proven(state, decision, ends, &exact, tolerance).map_err(|error| format!("{error}: {}", says()))?;
    if !ended_early {
        return Ok(());
    }
    // The root is proved.
    let values: Vec<f64> = state.actions().into_iter().map(|action| exact(&state.afterstate(action))).collect();
    is_best(state, decision, &values, tolerance, &says())?;
    shortest_win(bench, state, ends, decision)
}

/// A win by the next action that has been tried has been proved, and there is none shorter.
fn shortest_win<const P: usize>(bench: &Bench<'_>, state: &State<P>, ends: Ends, decision: &Decision<u16>) -> Verdict {
    let player = mover(state);
    let wins_now = |action: u16| {
        let after = state.afterstate(action);
        after.turn() == Turn::Over && ends.value(&after, |_| 0.0) == decision.value
    };
    if P == 2
        && ends.terminal != Terminal::Evaluated
        && bench.graph.cycles == Cycles::None
        && sign(player) * decision.value > 0.0
    {
        let tried = decision.root.iter().find(|root| root.visits > 0 && wins_now(root.action));
        let short = tried.is_none() || ends_by_itself(&state.afterstate(decision.action));
        ensure!(short, "{tried:?} wins at once: {decision:?}");
    }
    Ok(())
}

/// Whether no player moves before the end of the game.
fn ends_by_itself<const P: usize>(state: &State<P>) -> bool {
    match state.turn() {
        Turn::Over => true,
        Turn::Chance => state.events().into_iter().all(|event| ends_by_itself(&state.after(event))),
        Turn::Player(_) => false,
    }
}

/// A whole game with a tree that a forest keeps from decision to decision.
fn a_game<const P: usize>(bench: &mut Bench<'_>) -> Verdict {
    let Drawn { search, solver, terminal, of } = draw(bench);
    let guess = bench.pick(&[Guess::Whim, Guess::Whim, Guess::Valued(of), Guess::None]);
    let search = search.puct(bench.pick(&[1.0, 0.0, 0.1, 4.0]), Batched);
    let drawn = Drawn { search: search.clone(), solver, terminal, of };
    let failed = |error: ForestError| error.to_string();
    let start = State::<P>::new(bench.graph);
    let mut forest = search.forest([start], bench.seed.derive(6)).map_err(failed)?;
    let mut rng = bench.seed.derive(5).rng();
    for turn in 0..6 {
        let state = forest.state(0).cloned().ok_or("a game is missing")?;
        if state.is_over() {
            break;
        }
        let count = simulations(bench).min(300);
        bench.graph.watch.restart(u64::MAX);
        forest.run(&guess, count).map_err(failed)?;
        let decision = forest.decision(0).map_err(failed)?;
        is_fair(&state, &decision)?;
        is_true(bench, &state, &drawn, &decision, count).map_err(|error| format!("turn {turn}: {error}"))?;
        // The expected way, or another one.
        let other = state.actions()[bench.below(state.actions().len() as u32) as usize];
        let played = if bench.chance(2) { other } else { decision.action };
        forest.advance(0, Event::Action(played)).map_err(failed)?;
        forest.settle(0, &mut rng).map_err(failed)?;
    }
    Ok(())
}
