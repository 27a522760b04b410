//! Checks of chance: probabilities and samplers.

use std::borrow::Cow;
use std::hash::Hash;
use std::ops::ControlFlow;

use super::Check;
use super::hashed::Map;
use super::observe::two_samples;
use super::scene::{CheckResult, Scene};
use super::statistics::fits;
use gambol_core::Game;
use gambol_core::GameExt;
use gambol_core::{Event, Turn};

/// Checks that probabilities are in (0, 1] and sum to one.
pub(super) fn probability<G: Game>(scene: &Scene<'_, G>) -> CheckResult {
    for &(outcome, probability) in &scene.outcomes {
        if !(probability > 0.0 && probability <= 1.0) {
            return Err(format!("{} has probability {probability}", scene.show_event(Event::Outcome(outcome))));
        }
    }
    let sum: f64 = scene.outcomes.iter().map(|&(_, probability)| probability).sum();
    if !scene.outcomes.is_empty() && (sum - 1.0).abs() > 1e-9 {
        return Err(format!("the probabilities of {} outcomes sum to {sum}", scene.outcomes.len()));
    }
    Ok(())
}

/// Checks that a random action is a listed one, and `None` at other turns.
pub(super) fn random_action<G: Game>(scene: &Scene<'_, G>) -> CheckResult {
    let mut rng = scene.rng(Check::RandomAction);
    let drawn = drawn_from(scene);
    match scene.state.random_action(&mut rng) {
        Some(action) if !drawn.contains(&action) => {
            Err(format!("random_action gave {}, which is not listed", scene.show_event(Event::Action(action))))
        }
        Some(_) if !matches!(scene.turn, Turn::Player(_)) => {
            Err(format!("random_action gave an action, but the turn is {}", scene.turn))
        }
        None if matches!(scene.turn, Turn::Player(_)) => Err("random_action gave none at a player's turn".into()),
        _ => Ok(()),
    }
}

/// Checks that a random outcome is a listed one, and `None` at other turns.
pub(super) fn random_outcome<G: Game>(scene: &Scene<'_, G>) -> CheckResult {
    let mut rng = scene.rng(Check::RandomOutcome);
    match scene.state.random_outcome(&mut rng) {
        Some(drawn) if !scene.outcomes.iter().any(|&(outcome, _)| outcome == drawn) => {
            Err(format!("random_outcome gave {}, which is not listed", scene.show_event(Event::Outcome(drawn))))
        }
        None if scene.turn == Turn::Chance => Err("random_outcome gave none at chance's turn".into()),
        _ => Ok(()),
    }
}

/// Checks that random actions are uniform.
pub(super) fn uniform<G: Game>(scene: &Scene<'_, G>) -> CheckResult {
    let drawn = drawn_from(scene);
    let mut rng = scene.rng(Check::RandomAction);
    let weights = vec![1.0; drawn.len()];
    let show = |action| scene.show_event(Event::Action(action));
    follows("random_action", || scene.state.random_action(&mut rng), &drawn, &weights, show)
}

/// Checks that samples of listed events have these weights.
fn follows<T: Copy + Eq + Hash>(
    method: &str,
    mut sample: impl FnMut() -> Option<T>,
    listed: &[T],
    weights: &[f64],
    show: impl Fn(T) -> String,
) -> CheckResult {
    let index: Map<T, usize> = listed.iter().enumerate().map(|(index, &event)| (event, index)).collect();
    let draw = |draws: usize| {
        let mut counts = vec![0; listed.len()];
        for _ in 0..draws {
            let event = sample().ok_or_else(|| format!("{method} gave none, although events are listed"))?;
            match index.get(&event) {
                Some(&index) => counts[index] += 1,
                None => return Err(format!("{method} gave {}, which is not listed", show(event))),
            }
        }
        Ok(counts)
    };
    fits(method, draw, weights, |index| show(listed[index]))
}

/// The actions from which random ones are drawn: the legal ones, or the candidates of a selective
/// state.
pub(super) fn drawn_from<'a, G: Game>(scene: &'a Scene<'_, G>) -> Cow<'a, [G::Action]> {
    if scene.state.is_selective() { Cow::Owned(scene.state.candidates()) } else { Cow::Borrowed(&scene.actions) }
}

/// Checks that random outcomes follow their probabilities.
pub(super) fn sampled<G: Game>(scene: &Scene<'_, G>) -> CheckResult {
    let mut rng = scene.rng(Check::RandomOutcome);
    let (listed, weights): (Vec<_>, Vec<_>) = scene.outcomes.iter().copied().unzip();
    let show = |outcome| scene.show_event(Event::Outcome(outcome));
    follows("random_outcome", || scene.state.random_outcome(&mut rng), &listed, &weights, show)
}

/// Checks that `settle` leaves no chance event due, and does nothing if none is due.
pub(super) fn settles<G: Game>(scene: &Scene<'_, G>) -> CheckResult {
    let mut settled = scene.state.clone();
    settled.settle(&mut scene.rng(Check::Settle));
    if settled.turn() == Turn::Chance {
        return Err(format!("settle stopped at chance's turn: {}", scene.show(&settled)));
    }
    if scene.turn != Turn::Chance && settled != *scene.state {
        return Err(format!("the turn is {}, but settle changed the state to {}", scene.turn, scene.show(&settled)));
    }
    Ok(())
}

/// Checks that `settle` has the distribution of the chain of outcomes: that of the final states if
/// these can be listed, otherwise that of their visible features.
pub(super) fn settle<G: Game>(scene: &Scene<'_, G>) -> CheckResult {
    let mut rng = scene.rng(Check::Settle);
    let Some(ends) = chain_ends(scene.state) else {
        return two_samples(scene, &mut rng);
    };
    let index: Map<&G, usize> = ends.iter().enumerate().map(|(index, (end, _))| (end, index)).collect();
    let weights: Vec<f64> = ends.iter().map(|&(_, probability)| probability).collect();
    let draw = |draws: usize| -> Result<Vec<u32>, String> {
        let mut counts = vec![0; ends.len()];
        for _ in 0..draws {
            let mut end = scene.state.clone();
            end.settle(&mut rng);
            match index.get(&end) {
                Some(&index) => counts[index] += 1,
                None => return Err(format!("settle ended in {}, where no chain of outcomes ends", scene.show(&end))),
            }
        }
        Ok(counts)
    };
    fits("settle", draw, &weights, |index| scene.show(&ends[index].0))
}

/// The estimated number of sequences of outcomes, from the first chain; infinite if that does not
/// end.
fn chain_width<G: Game>(state: &G) -> f64 {
    let mut state = state.clone();
    let mut width = 1.0;
    for _ in 0..100 {
        let mut first = None;
        let mut outcomes = 0;
        let _ = state.visit_outcomes(|outcome, _| {
            first.get_or_insert(outcome);
            outcomes += 1;
            ControlFlow::Continue(())
        });
        match first {
            Some(outcome) if state.turn() == Turn::Chance => state.resolve(outcome),
            _ => return width,
        }
        width *= f64::from(outcomes);
    }
    f64::INFINITY
}

/// The possible final states of a chain of outcomes and their probabilities; `None` if they are too
/// many to list.
fn chain_ends<G: Game>(state: &G) -> Option<Vec<(G, f64)>> {
    const MOST: usize = 8_192;
    // Listing stops at the limit, but this finds long chains at once. Five draws in any order have
    // one final state.
    if chain_width(state) > (120 * MOST) as f64 {
        return None;
    }
    let mut due: Map<G, f64> = Map::from_iter([(state.clone(), 1.0)]);
    let mut ends: Map<G, f64> = Map::default();
    let mut order: Vec<G> = Vec::new();
    let mut work = 0;
    let mut layer = vec![state.clone()];
    while !layer.is_empty() {
        let mut next = Vec::new();
        for before in layer {
            let reached = due.remove(&before)?;
            for (outcome, probability) in before.outcomes() {
                work += 1;
                if work > MOST {
                    return None;
                }
                let after = before.after(Event::Outcome(outcome));
                let (known, seen) =
                    if after.turn() == Turn::Chance { (&mut due, &mut next) } else { (&mut ends, &mut order) };
                if let Some(sum) = known.get_mut(&after) {
                    *sum += reached * probability;
                } else {
                    seen.push(after.clone());
                    known.insert(after, reached * probability);
                }
            }
        }
        layer = next;
    }
    order
        .into_iter()
        .map(|end| {
            let probability = ends.remove(&end)?;
            Some((end, probability))
        })
        .collect()
}
