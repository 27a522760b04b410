//! Checks of equal states and equal keys.

use gambol_core::GameRng;

use super::Check;
use super::hashed::{Set, hashed};
use super::scene::{CheckResult, Scene, some_of};
use gambol_core::Game;
use gambol_core::random::below;
use gambol_core::{Event, Turn};
use gambol_core::{EventOf, GameExt};

/// Checks that states equal to this one but reached in another way have its hash.
pub(super) fn hash<G: Game>(scene: &Scene<'_, G>) -> CheckResult {
    scene.twins().iter().filter(|twin| *twin == scene.state).try_for_each(|twin| same_hash(scene, scene.state, twin))
}

/// Checks that states equal to this one but reached in another way have its key.
pub(super) fn key<G: Game>(scene: &Scene<'_, G>) -> CheckResult {
    scene.twins().iter().filter(|twin| *twin == scene.state).try_for_each(|twin| same_key(scene, scene.state, twin))
}

/// Checks that equal states among those around have equal hashes.
pub(super) fn hash_around<G: Game>(scene: &Scene<'_, G>) -> CheckResult {
    let around = around(scene, Check::EqualHash);
    pairs(&around).filter(|(one, other)| one == other).try_for_each(|(one, other)| same_hash(scene, one, other))
}

/// Checks that equal states among those around have equal keys.
pub(super) fn key_around<G: Game>(scene: &Scene<'_, G>) -> CheckResult {
    let around = around(scene, Check::EqualKey);
    pairs(&around).filter(|(one, other)| one == other).try_for_each(|(one, other)| same_key(scene, one, other))
}

/// Checks that states around with equal keys have the same future.
pub(super) fn future_around<G: Game>(scene: &Scene<'_, G>) -> CheckResult {
    let mut around: Vec<(u64, G)> =
        around(scene, Check::EqualFuture).into_iter().map(|state| (state.key(), state)).collect();
    around.sort_by_key(|&(key, _)| key);
    around
        .windows(2)
        .filter(|pair| pair[0].0 == pair[1].0)
        .try_for_each(|pair| same_future(scene, &pair[0].1, &pair[1].1))
}

pub(super) fn pairs<G>(states: &[G]) -> impl Iterator<Item = (&G, &G)> {
    states.iter().enumerate().flat_map(|(index, one)| states[..index].iter().map(move |other| (one, other)))
}

fn same_hash<G: Game>(scene: &Scene<'_, G>, one: &G, other: &G) -> CheckResult {
    if hashed(one) == hashed(other) {
        return Ok(());
    }
    Err(format!("equal states have different hashes: {} ({one:?} and {other:?})", scene.show(one)))
}

fn same_key<G: Game>(scene: &Scene<'_, G>, one: &G, other: &G) -> CheckResult {
    let (first, second) = (one.key(), other.key());
    if first == second {
        return Ok(());
    }
    Err(format!("equal states have the keys {first:#x} and {second:#x}: {} ({one:?} and {other:?})", scene.show(one)))
}

/// Checks that two states with the same key have the same turn, events and changes of the score,
/// here and one event later.
pub(super) fn same_future<G: Game>(scene: &Scene<'_, G>, one: &G, other: &G) -> CheckResult {
    let differ = |what: &str| {
        let (one, other) = (scene.show(one), scene.show(other));
        Err(format!("these two states have the same key, but {what}: {one} and {other}"))
    };
    let Some(events) = same_events(one, other) else {
        return differ("their turns, actions, outcomes or probabilities differ");
    };
    for index in some_of(events.len(), scene.at_least(4), &mut scene.rng(Check::EqualFuture)) {
        let event = events[index];
        let (after, other_after) = (one.after(event), other.after(event));
        if after.score() - one.score() != other_after.score() - other.score() {
            return differ(&format!("the score of {} differs", scene.show_event(event)));
        }
        if same_events(&after, &other_after).is_none() {
            return differ(&format!("their futures after {} differ", scene.show_event(event)));
        }
    }
    Ok(())
}

/// The common events of two states; `None` unless they have the same turn and the same events with
/// the same probabilities.
fn same_events<G: Game>(one: &G, other: &G) -> Option<Vec<EventOf<G>>> {
    if one.turn() != other.turn() {
        return None;
    }
    let (actions, others) = (one.actions(), other.actions());
    if actions != others {
        let set: Set<_> = actions.iter().collect();
        if actions.len() != others.len() || !others.iter().all(|action| set.contains(action)) {
            return None;
        }
    }
    let (outcomes, others) = (one.outcomes(), other.outcomes());
    let probability =
        |outcome| others.iter().find(|(other, _)| *other == outcome).map_or(0.0, |&(_, probability)| probability);
    if outcomes != others {
        let close = |&(outcome, p): &(G::Outcome, f64)| (p - probability(outcome)).abs() < 1e-12;
        if outcomes.len() != others.len() || !outcomes.iter().all(close) {
            return None;
        }
    }
    Some(match one.turn() {
        Turn::Chance => outcomes.into_iter().map(|(outcome, _)| Event::Outcome(outcome)).collect(),
        _ => actions.into_iter().map(Event::Action).collect(),
    })
}

/// States a few events from here, including pairs reached by the same events in another order, the
/// usual kind of transposition.
pub(super) fn around<G: Game>(scene: &Scene<'_, G>, check: Check) -> Vec<G> {
    const PAIRS: usize = 12;
    let mut rng = scene.rng(check);
    let events = scene.sample(8);
    let mut states = vec![scene.state.clone()];
    states.extend(events.iter().take(8).map(|&event| scene.state.after(event)));
    if events.len() < 2 {
        return states;
    }
    for _ in 0..PAIRS {
        let first = below(&mut rng, events.len() as u32) as usize;
        let second = below(&mut rng, events.len() as u32) as usize;
        if first != second
            && let Some((one, other)) = swapped(scene.state, events[first], events[second], &mut rng)
        {
            states.push(one);
            states.push(other);
        }
    }
    states
}

/// Plays two events in either order, with the same random events between them until the same side
/// is to move again. `None` if that is not possible.
fn swapped<G: Game>(state: &G, first: EventOf<G>, second: EventOf<G>, rng: &mut GameRng) -> Option<(G, G)> {
    const BETWEEN: usize = 10;
    let turn = state.turn();
    let mut one = state.after(first);
    let mut between = Vec::new();
    while one.turn() != turn {
        if between.len() == BETWEEN {
            return None;
        }
        let event = *gambol_core::random::pick(rng, &one.events())?;
        one.advance(event);
        between.push(event);
    }
    let mut other = state.after(second);
    for event in between {
        advance_listed(&mut other, event)?;
    }
    advance_listed(&mut one, second)?;
    advance_listed(&mut other, first)?;
    Some((one, other))
}

/// Plays an event if it is listed, not if it is accepted: another check compares lists and
/// acceptance.
fn advance_listed<G: Game>(state: &mut G, event: EventOf<G>) -> Option<()> {
    let listed = match (state.turn(), event) {
        (Turn::Player(_), Event::Action(action)) => state.actions().contains(&action),
        (Turn::Chance, Event::Outcome(outcome)) => state.outcomes().iter().any(|&(other, _)| other == outcome),
        _ => false,
    };
    listed.then(|| state.advance(event))
}
