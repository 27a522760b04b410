//! Monte Carlo tree search: what it proves is true, and what it does not prove is counted right.

use gambol_core::{Game, GameExt, Player, Seed, Turn};
use gambol_search::{Budget, Decision, Mcts, ReusingMcts, Search};

use super::{Bench, Verdict, decide, ensure, is_best, is_fair, mover, told};
use crate::evaluate::{Habit, Opinion, Static};
use crate::game::{State, sign};
use crate::graph::Cycles;

type Tree = Mcts<Habit, Opinion>;

/// A search, and what its settings say of proofs.
#[derive(Clone, Debug)]
struct Drawn {
    search: Tree,
    solver: bool,
    /// Whether proofs rest on nothing but what is so: a search of a two-player game that has not
    /// been told the scores, and has not seen any other, takes them to be -1, 0 and 1.
    sound: bool,
}

fn draw(bench: &mut Bench<'_>) -> Drawn {
    let habit = bench.pick(&[Habit::Uniform, Habit::Uniform, Habit::First, Habit::None]);
    let longest = bench.pick(&[u64::MAX, u64::MAX, 0, 1, 5]);
    let solver = !bench.chance(6);
    let search = Mcts::with_policy(habit)
        .cut(longest, Opinion { of: Static::Score, cheap: true })
        .exploration(bench.pick(&[0.7, 0.7, 0.0, 0.1, 2.0]))
        .expand_after(bench.pick(&[2, 1, 2, 5, u32::MAX]))
        .solver(solver)
        .memory(bench.pick(&[1 << 20, 0, 1_000, 20_000]))
        .trees(bench.pick(&[1, 1, 1, 2, 3, 5]));
    let units = bench.survey.ends.iter().all(|score| (-1..=1).contains(score));
    match (bench.below(3), bench.survey.unbounded, bench.survey.ends.first(), bench.survey.ends.last()) {
        (0, false, Some(&low), Some(&high)) => Drawn { search: search.scores(low, high), solver, sound: true },
        _ => Drawn { search, solver, sound: bench.graph.players == 1 || units },
    }
}

pub(super) fn search(bench: &mut Bench<'_>) -> Verdict {
    match bench.graph.players {
        1 => searched::<1>(bench),
        _ => searched::<2>(bench),
    }
}

pub(super) fn reused(bench: &mut Bench<'_>) -> Verdict {
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

fn searched<const P: usize>(bench: &mut Bench<'_>) -> Verdict {
    let state = State::<P>::new(bench.graph);
    let drawn = draw(bench);
    let search = &drawn.search;
    let count = simulations(bench);
    let budget = Budget::unlimited().simulations(count);
    let budget = if bench.chance(6) { budget.depth(bench.below(4)) } else { budget };
    let decision = decide(bench, &state, search, &budget).map_err(|error| format!("{error} by {search:?}"))?;
    is_true(bench, &state, &drawn, &decision, count)?;
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

/// Whether a decision is possible at all and, if the search ended by a proof, right.
fn is_true<const P: usize>(
    bench: &Bench<'_>,
    state: &State<P>,
    drawn: &Drawn,
    decision: &Decision<u16>,
    count: u64,
) -> Verdict {
    let says = || format!("{decision:?} of {count} simulations by {drawn:?}");
    ensure!(decision.stats.simulations <= count, "too many simulations: {}", says());
    let tolerance = bench.tolerance();
    if !bench.survey.unbounded {
        // Means of great numbers are rounded.
        let rounding = tolerance.max(1e-12 * (bench.survey.high - bench.survey.low));
        let (low, high) = (bench.survey.low - rounding, bench.survey.high + rounding);
        ensure!(
            decision.root.iter().all(|root| (low..=high).contains(&root.value)),
            "beyond {low} and {high}: {}",
            says()
        );
    }
    if decision.stats.simulations == count {
        return Ok(());
    }
    ensure!(drawn.solver, "it ended early without a solver: {}", says());
    if !drawn.sound {
        return Ok(());
    }
    // It ended early: the root is proved.
    let values: Vec<f64> = state.actions().into_iter().map(|action| bench.exact(&state.afterstate(action))).collect();
    is_best(state, decision, &values, tolerance, &says())?;
    shortest_win(bench, state, decision)
}

/// A win by the next action that has been tried has been proved, and there is none shorter.
fn shortest_win<const P: usize>(bench: &Bench<'_>, state: &State<P>, decision: &Decision<u16>) -> Verdict {
    let player = mover(state);
    let most = match player {
        Player::First => bench.survey.ends.last(),
        Player::Second => bench.survey.ends.first(),
    };
    let wins_now = |action: u16| {
        let after = state.afterstate(action);
        after.turn() == Turn::Over && most == Some(&after.score())
    };
    if P == 2 && bench.graph.cycles == Cycles::None && sign(player) * decision.value > 0.0 {
        let tried = decision.root.iter().find(|root| root.visits > 0 && wins_now(root.action));
        let short = tried.is_none() || ends_by_itself(&state.afterstate(decision.action));
        ensure!(short, "{tried:?} wins at once: {decision:?}");
    }
    Ok(())
}

/// Whether no player has anything to do with the end of the game.
fn ends_by_itself<const P: usize>(state: &State<P>) -> bool {
    match state.turn() {
        Turn::Over => true,
        Turn::Chance => state.events().into_iter().all(|event| ends_by_itself(&state.after(event))),
        Turn::Player(_) => false,
    }
}

/// A whole game with a tree that is kept from decision to decision.
fn a_game<const P: usize>(bench: &mut Bench<'_>) -> Verdict {
    let drawn = draw(bench);
    let mut search: ReusingMcts<State<P>, Habit, Opinion> = drawn.search.clone().reusing();
    let mut state = State::<P>::new(bench.graph);
    let mut rng = bench.seed.derive(5).rng();
    for turn in 0..6 {
        let count = simulations(bench).min(300);
        bench.graph.watch.restart(u64::MAX);
        let decision = told(search.search(&state, &Budget::unlimited().simulations(count), Seed::new(turn)))?;
        is_fair(&state, &decision)?;
        is_true(bench, &state, &drawn, &decision, count).map_err(|error| format!("turn {turn}: {error}"))?;
        // The expected way, or another one.
        let other = state.actions()[bench.below(state.actions().len() as u32) as usize];
        state.play(if bench.chance(2) { other } else { decision.action });
        state.settle(&mut rng);
        if state.is_over() {
            break;
        }
        if bench.chance(8) {
            search.forget();
        }
    }
    Ok(())
}
