//! Checks of listings that searches use instead of the plain ones.

use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;

use super::hashed::Map;
use super::listing::{breaks, stop_after};
use super::scene::{CheckResult, Scene};
use gambol_core::{Event, Game, GameExt, StableHasher};

/// Checks the candidates with the states after them.
pub(super) fn afterstates<G: Game>(scene: &Scene<'_, G>) -> CheckResult {
    let candidates = scene.state.candidates();
    let mut shown = Vec::with_capacity(candidates.len());
    let _ = scene.state.visit_afterstates(|action, after| {
        shown.push((action, after));
        ControlFlow::Continue(())
    });
    if !shown.iter().map(|&(action, _)| action).eq(candidates.iter().copied()) {
        return Err("visit_afterstates visits other actions than visit_candidates, or in another order".into());
    }
    let wrong = shown.iter().find(|(action, after)| scene.state.afterstate(*action) != *after);
    if let Some((action, after)) = wrong {
        let action = scene.show_event(Event::Action(*action));
        return Err(format!(
            "visit_afterstates has {} after {action}, but playing it leads to another state",
            scene.show(after)
        ));
    }
    breaks("afterstates", candidates.len(), |last| {
        let mut count = 0;
        let flow = scene.state.visit_afterstates(|_, _| stop_after(&mut count, last));
        (count, flow.is_break())
    })
}

/// The greatest number of outcomes of a tested state.
const MOST: usize = 2_000;

/// Checks that merged outcomes are listed ones, and that the states after them have the same
/// distribution of turns, scores, actions and scores after these as the states after all outcomes.
pub(super) fn preview<G: Game>(scene: &Scene<'_, G>) -> CheckResult {
    if scene.outcomes.len() > MOST {
        return Ok(());
    }
    let mut shown = Vec::new();
    let _ = scene.state.visit_outcomes_without_preview(|outcome, probability| {
        shown.push((outcome, probability));
        ControlFlow::Continue(())
    });
    if let Some((strange, _)) =
        shown.iter().find(|(outcome, _)| !scene.outcomes.iter().any(|(other, _)| other == outcome))
    {
        let outcome = scene.show_event(Event::Outcome(*strange));
        return Err(format!("visit_outcomes_without_preview visits {outcome}, which is not listed"));
    }
    let (all, merged) = (looks(scene.state, &scene.outcomes), looks(scene.state, &shown));
    let probability = |looks: &Map<u64, f64>, look: u64| looks.get(&look).copied().unwrap_or(0.0);
    for &look in all.keys().chain(merged.keys()) {
        let (listed, together) = (probability(&all, look), probability(&merged, look));
        if (listed - together).abs() > 1e-9 {
            return Err(format!(
                "visit_outcomes_without_preview gives states that look alike the probability {together}, and all outcomes \
                 give them {listed}"
            ));
        }
    }
    breaks("outcomes without preview", shown.len(), |last| {
        let mut count = 0;
        let flow = scene.state.visit_outcomes_without_preview(|_, _| stop_after(&mut count, last));
        (count, flow.is_break())
    })
}

/// The appearances of the states after outcomes, with their probabilities.
fn looks<G: Game>(state: &G, outcomes: &[(G::Outcome, f64)]) -> Map<u64, f64> {
    let mut looks = Map::default();
    for &(outcome, probability) in outcomes {
        let after = state.after(Event::Outcome(outcome));
        let mut look = StableHasher::default();
        (after.turn(), after.score()).hash(&mut look);
        for action in after.actions() {
            let next = after.afterstate(action);
            (action, next.turn(), next.score()).hash(&mut look);
        }
        *looks.entry(look.finish()).or_insert(0.0) += probability;
    }
    looks
}
