//! Checks of symmetries.

use std::ops::Range;

use super::Check;
use super::hashed::Map;
use super::scene::{CheckResult, Scene};
use gambol_core::Game;
use gambol_core::GameExt;
use gambol_core::random::below;
use gambol_core::{Event, Turn};

/// Checks that symmetry 0 and numbers out of range are the identity.
pub(super) fn identity<G: Game>(scene: &Scene<'_, G>) -> CheckResult {
    let state = scene.state;
    let symmetries = state.symmetries();
    if symmetries == 0 {
        return Err("there are 0 symmetries, not even the identity".into());
    }
    for none in [0, symmetries, usize::MAX] {
        let image = state.transform(none);
        if image != *state {
            return Err(format!("symmetry {none} of {symmetries} changed the state to {}", scene.show(&image)));
        }
        for event in scene.sample(1) {
            let image = state.transform_event(none, event);
            if image != event {
                let (event, image) = (scene.show_event(event), scene.show_event(image));
                return Err(format!("symmetry {none} of {symmetries} changed {event} to {image}"));
            }
        }
    }
    Ok(())
}

/// One random symmetry of the state, for the checks of every state. It is the same for all checks,
/// so that events are played only on images where they were found legal.
fn one<G: Game>(scene: &Scene<'_, G>) -> Range<usize> {
    let others = scene.state.symmetries().saturating_sub(1) as u32;
    let chosen = 1 + below(&mut scene.rng(Check::SymmetryEvents), others) as usize;
    if others == 0 { 0..0 } else { chosen..chosen + 1 }
}

/// Every symmetry except the identity.
fn every<G: Game>(scene: &Scene<'_, G>) -> Range<usize> {
    1..scene.state.symmetries()
}

macro_rules! for_one_and_for_all {
    ($($one:ident $all:ident $function:ident $what:literal)*) => {
        $(
            #[doc = concat!($what, ", for one symmetry.")]
            pub(super) fn $one<G: Game>(scene: &Scene<'_, G>) -> CheckResult {
                $function(scene, one(scene))
            }

            #[doc = concat!($what, ", for every symmetry.")]
            pub(super) fn $all<G: Game>(scene: &Scene<'_, G>) -> CheckResult {
                $function(scene, every(scene))
            }
        )*
    };
}

for_one_and_for_all! {
    inverse inverse_all taken_back "Checks that a symmetry has an inverse"
    value value_all same_value "Checks that the image has the same turn and score"
    events events_all same_events "Checks that the image has the images of the events"
    play play_all commutes "Checks that transformation and play commute"
}

/// Checks that `canonical` returns the image with the smallest key.
pub(super) fn canonical<G: Game>(scene: &Scene<'_, G>) -> CheckResult {
    let others = every(scene).map(|symmetry| scene.state.transform(symmetry));
    let images: Vec<G> = others.chain([scene.state.clone()]).collect();
    let canonical = scene.state.canonical();
    if images.contains(&canonical) && images.iter().all(|image| canonical.key() <= image.key()) {
        return Ok(());
    }
    Err(format!("canonical gave {}, which is not the image with the smallest key", scene.show(&canonical)))
}

fn taken_back<G: Game>(scene: &Scene<'_, G>, symmetries: Range<usize>) -> CheckResult {
    for symmetry in symmetries {
        let image = scene.state.transform(symmetry);
        if !(0..scene.state.symmetries()).any(|back| image.transform(back) == *scene.state) {
            let image = scene.show(&image);
            return Err(format!("symmetry {symmetry} leads to {image}, but no symmetry leads back"));
        }
    }
    Ok(())
}

fn same_value<G: Game>(scene: &Scene<'_, G>, symmetries: Range<usize>) -> CheckResult {
    for symmetry in symmetries {
        let image = scene.state.transform(symmetry);
        let values = |state: &G| (state.turn(), state.score(), state.symmetries());
        let (here, there) = (values(scene.state), values(&image));
        if here != there {
            return Err(format!(
                "turn {}, score {} and {} symmetries become turn {}, score {} and {} symmetries under symmetry {symmetry}",
                here.0, here.1, here.2, there.0, there.1, there.2
            ));
        }
    }
    Ok(())
}

fn same_events<G: Game>(scene: &Scene<'_, G>, symmetries: Range<usize>) -> CheckResult {
    for symmetry in symmetries {
        let image = scene.state.transform(symmetry);
        // An action counts as an event of probability 1.
        let mut expected: Map<_, f64> = match scene.turn {
            Turn::Chance => image.outcomes().into_iter().map(|(outcome, p)| (Event::Outcome(outcome), p)).collect(),
            _ => image.actions().into_iter().map(|action| (Event::Action(action), 1.0)).collect(),
        };
        for index in 0..scene.width() {
            let Some(event) = scene.event(index) else { continue };
            let probability = if scene.turn == Turn::Chance { scene.outcomes[index].1 } else { 1.0 };
            let mapped = scene.state.transform_event(symmetry, event);
            let (event, shown) = (scene.show_event(event), scene.show_event(mapped));
            match expected.remove(&mapped) {
                None => {
                    return Err(format!(
                        "under symmetry {symmetry}, {event} becomes {shown}, which is not listed in {} or is the image of \
                         two events",
                        scene.show(&image)
                    ));
                }
                Some(there) if (there - probability).abs() > 1e-12 => {
                    return Err(format!(
                        "under symmetry {symmetry}, {event} with probability {probability} becomes {shown} with {there}"
                    ));
                }
                Some(_) => {}
            }
        }
        if !expected.is_empty() {
            let (left, image) = (expected.len(), scene.show(&image));
            return Err(format!("under symmetry {symmetry}, {left} events of {image} are not images of events"));
        }
    }
    Ok(())
}

fn commutes<G: Game>(scene: &Scene<'_, G>, symmetries: Range<usize>) -> CheckResult {
    for symmetry in symmetries {
        let image = scene.state.transform(symmetry);
        for event in scene.sample(4) {
            let played_first = scene.state.after(event).transform(symmetry);
            let transformed = scene.state.transform_event(symmetry, event);
            let transformed_first = image.after(transformed);
            if played_first != transformed_first {
                let (event, transformed) = (scene.show_event(event), scene.show_event(transformed));
                let (one, other) = (scene.show(&played_first), scene.show(&transformed_first));
                return Err(format!(
                    "{event} and then symmetry {symmetry} lead to {one}, but the symmetry and then {transformed} to {other}"
                ));
            }
        }
    }
    Ok(())
}
