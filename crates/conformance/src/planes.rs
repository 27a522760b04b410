//! Checks of planes, and of encodings along a game.

use super::Check;
use super::equality::{around, pairs};
use super::hashed::hashed;
use super::plan::{Plan, View};
use super::scene::{CheckResult, Scene};
use gambol_core::{Event, Game, PlaneValue, Player};

/// Checks that the bound, the indices and the shape are those of the first state of the walk.
pub(super) fn fixed<G: Game>(scene: &Scene<'_, G>) -> CheckResult {
    let Some(first) = &scene.pool.first else { return Ok(()) };
    if let Some(indexed) = &scene.plan.indexed {
        let (then, now) = ((indexed.count)(first), (indexed.count)(scene.state));
        if then != now {
            return Err(format!("the bound of the index was {then} at the start and is {now}"));
        }
        for &action in scene.actions.iter().chain(&scene.pool.actions) {
            let (then, now) = ((indexed.of)(first, action), (indexed.of)(scene.state, action));
            if then != now {
                let action = scene.show_event(Event::Action(action));
                return Err(format!("the index of {action} was {then} at the start and is {now}"));
            }
        }
    }
    if let Some(observed) = &scene.plan.observed {
        let (then, now) = ((observed.shape)(first), (observed.shape)(scene.state));
        if then != now {
            return Err(format!("the shape was {then:?} at the start and is {now:?}"));
        }
    }
    Ok(())
}

/// Checks that all values are written, within their range, in buffers of any length.
pub(super) fn values<G: Game>(scene: &Scene<'_, G>) -> CheckResult {
    let Some(observed) = &scene.plan.observed else { return Ok(()) };
    let shape = (observed.shape)(scene.state);
    let length = shape.len();
    for &player in View::<G>::players() {
        // Earlier contents must not remain.
        let written = |length: usize| {
            let mut planes = vec![f32::NAN; length];
            (observed.observe)(scene.state, player, &mut planes);
            planes
        };
        let planes = written(length);
        if G::PLAYERS == 1 && observed.bits(scene.state, Player::Second) != observed.bits(scene.state, player) {
            return Err("the planes of a one-player game depend on the player".into());
        }
        if let Some(index) = planes.iter().position(|value| !(0.0..=1.0).contains(value)) {
            let (plane, cell) = (index / shape.cells(), index % shape.cells());
            let (row, column, value) = (cell / shape.width, cell % shape.width, planes[index]);
            return Err(format!("plane {plane} is {value} in row {row} and column {column} to the {player} player"));
        }
        for other in [length / 2, length + 3] {
            let differ = |&(index, value): &(usize, &f32)| *value != planes.get(index).copied().unwrap_or(0.0);
            if let Some((index, value)) = written(other).iter().enumerate().find(differ) {
                return Err(format!("a buffer of {other} values, not {length}, has {value} at index {index}"));
            }
        }
    }
    Ok(())
}

/// Checks that the bytes are those of the values, in buffers of any length.
pub(super) fn bytes<G: Game>(scene: &Scene<'_, G>) -> CheckResult {
    let Some(observed) = &scene.plan.observed else { return Ok(()) };
    let length = (observed.shape)(scene.state).len();
    for &player in View::<G>::players() {
        let mut planes = vec![0.0; length];
        (observed.observe)(scene.state, player, &mut planes);
        for length in [length, length / 2, length + 3] {
            // Earlier contents must not remain.
            let mut bytes = vec![7; length];
            (observed.bytes)(scene.state, player, &mut bytes);
            for (index, &byte) in bytes.iter().enumerate() {
                let value = planes.get(index).copied().unwrap_or(0.0);
                if byte != u8::of_share(value) {
                    return Err(format!(
                        "byte {index} of {length} is {byte} to the {player} player, the value {value}"
                    ));
                }
            }
        }
    }
    Ok(())
}

/// Checks that states equal to this one but reached in another way have its planes.
pub(super) fn equal<G: Game>(scene: &Scene<'_, G>) -> CheckResult {
    let twins = scene.twins().iter().skip(1);
    twins.filter(|twin| *twin == scene.state).try_for_each(|twin| same_planes(scene, scene.state, twin))
}

/// Checks that equal states among those around have equal planes.
pub(super) fn equal_around<G: Game>(scene: &Scene<'_, G>) -> CheckResult {
    let around = around(scene, Check::EqualPlanes);
    pairs(&around).filter(|(one, other)| one == other).try_for_each(|(one, other)| same_planes(scene, one, other))
}

fn same_planes<G: Game>(scene: &Scene<'_, G>, one: &G, other: &G) -> CheckResult {
    let Some(observed) = &scene.plan.observed else { return Ok(()) };
    for &player in View::<G>::players() {
        if observed.bits(one, player) != observed.bits(other, player) {
            let state = scene.show(one);
            return Err(format!(
                "equal states have different planes for the {player} player: {state} ({one:?} and {other:?})"
            ));
        }
    }
    Ok(())
}

/// Checks that no earlier state of the walk with another key has the planes of this one.
pub(super) fn distinct_from_earlier<G: Game>(scene: &Scene<'_, G>) -> CheckResult {
    let seen = Seen::new(scene.plan, scene.state);
    scene.pool.seen.iter().try_for_each(|earlier| different_planes(scene, &seen, earlier))
}

/// Checks that states around with different keys have different planes.
pub(super) fn distinct_around<G: Game>(scene: &Scene<'_, G>) -> CheckResult {
    let around = around(scene, Check::DistinctPlanes);
    let around: Vec<_> = around.iter().map(|state| Seen::new(scene.plan, state)).collect();
    pairs(&around).try_for_each(|(one, other)| different_planes(scene, one, other))
}

/// A state with its key and the hash of its planes, for each player.
pub(super) struct Seen<G> {
    state: G,
    key: u64,
    planes: Vec<u64>,
}

impl<G: Game> Seen<G> {
    pub(super) fn new(plan: &Plan<G>, state: &G) -> Self {
        let hashes = |observed: &View<G>| -> Vec<u64> {
            View::<G>::players().iter().map(|&player| hashed(&observed.bits(state, player))).collect()
        };
        let planes = plan.observed.as_ref().map_or_else(Vec::new, hashes);
        Self { state: state.clone(), key: state.key(), planes }
    }
}

fn different_planes<G: Game>(scene: &Scene<'_, G>, one: &Seen<G>, other: &Seen<G>) -> CheckResult {
    let Some(observed) = &scene.plan.observed else { return Ok(()) };
    if one.key == other.key {
        return Ok(());
    }
    let alike = |player: Player| observed.bits(&one.state, player) == observed.bits(&other.state, player);
    for (&player, (hash, other_hash)) in View::<G>::players().iter().zip(one.planes.iter().zip(&other.planes)) {
        if hash == other_hash && alike(player) {
            let (one, other) = (scene.show(&one.state), scene.show(&other.state));
            return Err(format!("{one} and {other} have different keys, but the same planes for the {player} player"));
        }
    }
    Ok(())
}
