//! Checks of scores and counts.

use super::scene::{CheckResult, Scene};
use gambol_core::GameExt;
use gambol_core::Turn;
use gambol_core::perft;
use gambol_core::{Game, Scoring};

/// Checks that an `f64` holds the score, and that a game of wins and losses scores 0 before its
/// end.
pub(super) fn score<G: Game>(scene: &Scene<'_, G>) -> CheckResult {
    let before = scene.state.score();
    if before.unsigned_abs() > 1 << f64::MANTISSA_DIGITS {
        return Err(format!("the score is {before}, which is not from -2^53 to 2^53"));
    }
    if G::SCORING == Scoring::WinLoss && scene.turn != Turn::Over && before != 0 {
        return Err(format!("the score of a game of wins and losses is {before}, but it is not over"));
    }
    Ok(())
}

/// Checks that the fast and the checked path count the same sequences, to a cheap depth.
pub(super) fn perft<G: Game>(scene: &Scene<'_, G>) -> CheckResult {
    const DEEPEST: u32 = 4;
    for depth in 1..=DEEPEST {
        // The first level is counted for wide games, too; deeper ones only for narrow games.
        let mut budget = if depth == 1 { 16_000_000 } else { 200_000 };
        if !affordable(scene.state, depth, &mut budget) {
            break;
        }
        let fast = perft::count(scene.state, depth);
        let checked = perft::count_checked(scene.state, depth);
        if checked != Some(fast) {
            let checked = checked.map_or_else(|| "refuses one of them".into(), |count| format!("counts {count}"));
            return Err(format!("the fast path counts {fast} sequences of {depth} events, the checked path {checked}"));
        }
    }
    Ok(())
}

/// Whether a count to this depth stays within the budget. A node with n events costs n², since the
/// default check of an event lists all events.
fn affordable<G: Game>(state: &G, depth: u32, budget: &mut u64) -> bool {
    let events = state.events();
    let cost = (events.len() as u64).saturating_mul(events.len() as u64).max(1);
    if cost > *budget {
        return false;
    }
    *budget -= cost;
    depth <= 1 || events.into_iter().all(|event| affordable(&state.after(event), depth - 1, budget))
}
