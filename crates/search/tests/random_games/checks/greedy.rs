//! Greedy best-first search against all sequences of the actions of a turn.

use gambol_core::{ActionEvaluator, Game, GameExt, Player, Turn};
use gambol_search::{Budget, Greedy, Scope, Terminal, Ties, TurnSearch};

use super::{Bench, Verdict, decide, ensure, lines_end, mover};
use crate::evaluate::{Deed, Opinion, Static};
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

/// The end of a turn: the evaluation of the last action, and whether the game continues.
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
    let ties = bench.pick(&[Ties::First, Ties::Random]);
    let search = Greedy::new(deed).scope(Scope::Turn).ties(ties).terminal(Terminal::Evaluated);
    let decision =
        decide(bench, &state, &search, &Budget::unlimited()).map_err(|error| format!("{error} by {search:?}"))?;
    let says = || format!("{decision:?} by {search:?}");
    let mut all = Vec::new();
    ends(&state, player, deed, &mut all);
    let alive = all.iter().any(|end| end.alive);

    // The line is a whole turn, valued by the evaluation of its last action.
    let states = lines_end(&state, &decision.pv)?;
    let (last, before) = (&states[states.len() - 1], &states[states.len() - 2]);
    ensure!(last.turn() != Turn::Player(player), "the turn goes on: {}", says());
    let value = deed.evaluate_action(before, decision.pv[decision.pv.len() - 1], last);
    ensure!(value == decision.value, "the last action is worth {value}: {}", says());
    ensure!(last.is_over() != alive, "the game ends, and need not: {}", says());
    Ok(())
}

pub(super) fn all_turns(bench: &mut Bench<'_>) -> Verdict {
    match bench.graph.players {
        1 => the_best_turn::<1>(bench),
        _ => the_best_turn::<2>(bench),
    }
}

/// Turn search with a beam that is wider than any turn: the best end of all turns.
fn the_best_turn<const P: usize>(bench: &mut Bench<'_>) -> Verdict {
    let state = State::<P>::new(bench.graph);
    let player = mover(&state);
    let of = bench.pick(&[Static::Score, Static::Opinion, Static::Both]);
    let opinion = Opinion { of, cheap: bench.chance(2), told: bench.chance(2) };
    let search = TurnSearch::new(opinion).beam(10_000).ends(10_000).terminal(Terminal::Evaluated);
    let decision =
        decide(bench, &state, &search, &Budget::unlimited()).map_err(|error| format!("{error} by {search:?}"))?;
    let says = || format!("{decision:?} by {search:?}");
    let mut all = Vec::new();
    ends(&state, player, Deed::After(of), &mut all);
    let alive = all.iter().any(|end| end.alive);
    let best = best_of(player, all.iter().filter(|end| end.alive == alive).map(|end| end.value));
    ensure!(decision.value == best, "the best turn is worth {best}: {}", says());
    let states = lines_end(&state, &decision.pv)?;
    let last = &states[states.len() - 1];
    ensure!(last.turn() != Turn::Player(player) && of.of(last) == best, "its line leads elsewhere: {}", says());
    Ok(())
}
