//! Checks of the index of actions, its inverse and the mask.

use super::scene::{CheckResult, Scene};
use gambol_core::Event;
use gambol_core::Game;

/// Checks that the indices of listed actions map back to them, and that indices from the bound on
/// have no action.
pub(super) fn index<G: Game>(scene: &Scene<'_, G>) -> CheckResult {
    let Some(indexed) = &scene.plan.indexed else { return Ok(()) };
    let count = (indexed.count)(scene.state);
    for &action in &scene.actions {
        let index = (indexed.of)(scene.state, action);
        let shown = || scene.show_event(Event::Action(action));
        if index >= count {
            return Err(format!("{} has the index {index}, but the bound is {count}", shown()));
        }
        let back = (indexed.action)(scene.state, index);
        if back != Some(action) {
            return Err(format!("{} has the index {index}, which is that of {back:?}", shown()));
        }
    }
    for index in [count, count.saturating_add(1), usize::MAX] {
        if let Some(action) = (indexed.action)(scene.state, index) {
            let action = scene.show_event(Event::Action(action));
            return Err(format!("index {index} is that of {action}, but the bound is {count}"));
        }
    }
    Ok(())
}

/// Checks that every index has no action or one with this index, and that every known action, legal
/// or not, has a unique index or one without an action.
pub(super) fn index_all<G: Game>(scene: &Scene<'_, G>) -> CheckResult {
    let Some(indexed) = &scene.plan.indexed else { return Ok(()) };
    for index in 0..(indexed.count)(scene.state) {
        let Some(action) = (indexed.action)(scene.state, index) else { continue };
        let back = (indexed.of)(scene.state, action);
        if back != index {
            let action = scene.show_event(Event::Action(action));
            return Err(format!("index {index} is that of {action}, whose index is {back}"));
        }
    }
    let told = scene.plan.universe.as_ref().map_or_else(Vec::new, |universe| universe(scene.state));
    for action in scene.pool.actions.iter().copied().chain(told) {
        let index = (indexed.of)(scene.state, action);
        let back = (indexed.action)(scene.state, index);
        if back.is_some_and(|back| back != action) {
            let action = scene.show_event(Event::Action(action));
            return Err(format!("{action} has the index {index}, which is that of {back:?}"));
        }
    }
    Ok(())
}

/// Checks that the mask has exactly the listed actions.
pub(super) fn mask<G: Game>(scene: &Scene<'_, G>) -> CheckResult {
    let Some(indexed) = &scene.plan.indexed else { return Ok(()) };
    let count = (indexed.count)(scene.state);
    let mut expected = vec![false; count + 2];
    for &action in &scene.actions {
        if let Some(entry) = expected.get_mut((indexed.of)(scene.state, action)) {
            *entry = true;
        }
    }
    for length in [count, count + 2, count / 2, 0] {
        // Earlier contents must not remain.
        let mut mask = vec![true; length];
        (indexed.mask)(scene.state, &mut mask);
        if let Some(index) = (0..length).find(|&index| mask[index] != expected[index]) {
            let action = (indexed.action)(scene.state, index);
            return Err(format!(
                "the mask of length {length} is {} at index {index}, that of {action:?}, of {count} indices",
                mask[index]
            ));
        }
    }
    Ok(())
}
