//! Roots without a decision: ended games and chance nodes.

use gambol_core::{Game, GameExt, Player, Seed};
use gambol_search::{Budget, Goal, ProofNumber, SearchError, Verdict as Answer};

use super::budgets::{Entry, searches, sure_searches};
use super::{Bench, Verdict, ensure};
use crate::game::{State, Sure};

/// Every search returns the error for such a root.
pub(super) fn refused(bench: &mut Bench<'_>) -> Verdict {
    match bench.graph.players {
        1 => refused_by_all::<1>(bench),
        _ => refused_by_all::<2>(bench),
    }
}

fn refused_by_all<const P: usize>(bench: &mut Bench<'_>) -> Verdict {
    let state = State::<P>::new(bench.graph);
    for entry in searches::<P>() {
        is_refused(&state, entry)?;
    }
    if bench.graph.has_chance() {
        return Ok(());
    }
    let state = Sure(state);
    for entry in sure_searches::<P>() {
        is_refused(&state, entry)?;
    }
    let proof = ProofNumber::new().prove(&state, Goal::draw_or_better(Player::First), &Budget::unlimited());
    let right = proof.result == Answer::Proved && proof.line.is_empty();
    ensure!(!state.is_over() || right, "{proof:?} of a draw");
    Ok(())
}

fn is_refused<G: Game>(state: &G, mut entry: Entry<G>) -> Verdict {
    let found = entry.search.search(state, &Budget::unlimited(), Seed::new(1));
    let error = SearchError::NoPlayersTurn { turn: state.turn() };
    ensure!(found.as_ref().err() == Some(&error), "{} decides: {found:?}", entry.name);
    Ok(())
}
