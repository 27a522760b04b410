//! Greedy best-first search against all sequences of the actions of a turn.

use gambol_core::{ActionEvaluator, Game, GameExt, Player, Turn};
use gambol_search::{Budget, Greedy, Scope, Terminal, Ties};

use super::{Bench, Verdict, decide, ensure, lines_end, mover};
use crate::evaluate::{Deed, Static};
use crate::game::State;
use crate::solver::best_of;

const DEEDS: [Deed; 4] =
    [Deed::Whim, Deed::After(Static::Score), Deed::After(Static::Opinion), Deed::After(Static::Both)];

pub(super) fn action(bench: &mut Bench<'_>) -> Verdict {
    match bench.graph.players {
        1 => one_action::<1>(bench),
        _ => one_action::<2>(bench),
    }
}

pub(super) fn turn(bench: &mut Bench<'_>) -> Verdict {
    match bench.graph.players {
        1 => a_turn::<1>(bench),
        _ => a_turn::<2>(bench),
    }
}

fn one_action<const P: usize>(bench: &mut Bench<'_>) -> Verdict {
    let state = State::<P>::new(bench.graph);
    let deed = bench.pick(&DEEDS);
    let ties = bench.pick(&[Ties::First, Ties::Random]);
    let search = Greedy::new(deed).ties(ties).terminal(Terminal::Evaluated);
    let decision =
        decide(bench, &state, &search, &Budget::unlimited()).map_err(|error| format!("{error} by {search:?}"))?;
    let says = || format!("{decision:?} by {search:?}");
    let worth = |action: u16| deed.evaluate_action(&state, action, &state.afterstate(action));
    let best = best_of(mover(&state), state.actions().into_iter().map(worth));
    ensure!(decision.value == best && worth(decision.action) == best, "the best is {best}: {}", says());
    let first = state.actions().into_iter().find(|&action| worth(action) == best);
    ensure!(ties == Ties::Random || first == Some(decision.action), "the first of equals is {first:?}: {}", says());
    for root in &decision.root {
        ensure!(root.value == worth(root.action), "{} is worth {}: {}", root.action, worth(root.action), says());
    }
    Ok(())
}

/// The end of a turn: what the evaluator says of the last action, and whether the game goes on.
#[derive(Clone, Copy, Debug)]
struct End {
    value: f64,
    alive: bool,
}

fn ends<const P: usize>(state: &State<P>, player: Player, deed: Deed, found: &mut Vec<End>) {
    for action in state.actions() {
        let after = state.afterstate(action);
        if after.turn() == Turn::Player(player) {
            ends(&after, player, deed, found);
        } else {
            let value = deed.evaluate_action(state, action, &after);
            found.push(End { value, alive: after.turn() != Turn::Over });
        }
    }
}

fn a_turn<const P: usize>(bench: &mut Bench<'_>) -> Verdict {
    let state = State::<P>::new(bench.graph);
    let player = mover(&state);
    let deed = bench.pick(&DEEDS);
    let beam = if bench.chance(2) { Some(1 + bench.below(3) as usize) } else { None };
    let scope = bench.pick(&[Scope::Turn, Scope::WholeTurn { beam: None }, Scope::WholeTurn { beam }]);
    let ties = bench.pick(&[Ties::First, Ties::Random]);
    let search = Greedy::new(deed).scope(scope).ties(ties).terminal(Terminal::Evaluated);
    let decision =
        decide(bench, &state, &search, &Budget::unlimited()).map_err(|error| format!("{error} by {search:?}"))?;
    let says = || format!("{decision:?} by {search:?}");
    let mut all = Vec::new();
    ends(&state, player, deed, &mut all);
    let alive = all.iter().any(|end| end.alive);
    let best = best_of(player, all.iter().filter(|end| end.alive == alive).map(|end| end.value));

    // The line is a whole turn, and worth what the evaluator says of its last action.
    let states = lines_end(&state, &decision.pv)?;
    let (last, before) = (&states[states.len() - 1], &states[states.len() - 2]);
    let narrow = matches!(scope, Scope::WholeTurn { beam: Some(_) });
    // A beam may lead to nothing but states that were dropped before: then the best action by
    // itself is taken.
    ensure!(last.turn() != Turn::Player(player) || (narrow && decision.pv.len() == 1), "the turn goes on: {}", says());
    let value = deed.evaluate_action(before, decision.pv[decision.pv.len() - 1], last);
    ensure!(value == decision.value, "the last action is worth {value}: {}", says());
    ensure!(narrow || last.is_over() != alive, "the game ends, and need not: {}", says());
    if scope == (Scope::WholeTurn { beam: None }) {
        ensure!(decision.value == best, "the best turn is worth {best}: {}", says());
    }
    Ok(())
}
