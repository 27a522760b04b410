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

/// Checks that the list has exactly the listed actions, in their order, behind what the vector had.
pub(super) fn list<G: Game>(scene: &Scene<'_, G>) -> CheckResult {
    let Some(indexed) = &scene.plan.indexed else { return Ok(()) };
    let before = [7, 7];
    let mut list = before.to_vec();
    (indexed.list)(scene.state, &mut list);
    let Some(added) = list.strip_prefix(&before) else {
        return Err(format!("the list {list:?} does not begin with the earlier {before:?}"));
    };
    let expected: Vec<u32> = scene.actions.iter().map(|&action| (indexed.of)(scene.state, action) as u32).collect();
    if added != expected {
        return Err(format!("the list is {added:?}, but the legal actions have the indices {expected:?}"));
    }
    Ok(())
}

/// Checks the product of the axes.
pub(super) fn shape<G: Game>(scene: &Scene<'_, G>) -> CheckResult {
    let Some(indexed) = &scene.plan.indexed else { return Ok(()) };
    let (shape, count) = ((indexed.shape)(scene.state), (indexed.count)(scene.state));
    if shape.iter().product::<usize>() != count {
        return Err(format!("the axes {shape:?} do not have the product {count}, the bound"));
    }
    Ok(())
}

/// Checks that the permutation has every index once: for those of actions, legal or not, that of
/// the image, and others in their places.
pub(super) fn permutation<G: Game>(scene: &Scene<'_, G>) -> CheckResult {
    let Some(indexed) = &scene.plan.indexed else { return Ok(()) };
    let (state, count) = (scene.state, (indexed.count)(scene.state));
    for symmetry in 0..=state.symmetries() {
        let permutation = (indexed.permutation)(state, symmetry);
        let mut seen = vec![false; count];
        for &index in &permutation {
            match seen.get_mut(index as usize) {
                Some(seen) if !*seen => *seen = true,
                _ => return Err(format!("symmetry {symmetry} has the index {index} twice, or it is beyond {count}")),
            }
        }
        if permutation.len() != count {
            return Err(format!("symmetry {symmetry} has {} indices of {count}", permutation.len()));
        }
        for (index, &found) in permutation.iter().enumerate() {
            let action = (indexed.action)(state, index).filter(|&action| (indexed.of)(state, action) == index);
            let image = action.map(|action| (indexed.of)(state, state.transform_action(symmetry, action)));
            // An action that is not legal may have an image without an index.
            let expected = image.filter(|&image| image < count).unwrap_or(index);
            if found as usize != expected {
                return Err(format!("symmetry {symmetry} maps index {index}, {action:?}, to {found}, not {expected}"));
            }
        }
    }
    Ok(())
}
