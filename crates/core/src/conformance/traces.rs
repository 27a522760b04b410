//! Looking ahead leaves no trace: neither on a clone nor by `explore`.

use std::format;

use super::scene::{Scene, Verdict, alike};
use crate::ext::GameExt;
use crate::game::Game;

/// Playing on a clone does not change the original, not even where equality does not look.
pub(super) fn clone<G: Game>(scene: &Scene<'_, G>) -> Verdict {
    let copy = scene.state.clone();
    if copy != *scene.state {
        return Err(format!("the clone differs: {}", scene.show(&copy)));
    }
    let before = format!("{:?}", scene.state);
    for event in scene.sample(1) {
        let mut copy = scene.state.clone();
        copy.advance(event);
        let now = format!("{:?}", scene.state);
        if now != before {
            let event = scene.show_event(event);
            return Err(format!("{event} on a clone changed the original from {before} to {now}"));
        }
    }
    Ok(())
}

/// What `explore` shows is the state after the event, and afterwards all is as it was.
pub(super) fn explore<G: Game>(scene: &Scene<'_, G>) -> Verdict {
    explore_with(scene, |_, _| Ok(()))
}

/// The same for a second event inside of the first.
pub(super) fn explore_inside<G: Game>(scene: &Scene<'_, G>) -> Verdict {
    explore_with(scene, |after, expected| {
        let Some(next) = after.events().first().copied() else { return Ok(()) };
        let deeper = after.explore(next, |later| (*later != expected.after(next)).then(|| scene.show(later)));
        if let Some(shown) = deeper {
            return Err(format!("and {} inside, it showed {shown}", scene.show_event(next)));
        }
        if *after != *expected {
            return Err(format!("and {} inside left a trace: {}", scene.show_event(next), scene.show(after)));
        }
        Ok(())
    })
}

fn explore_with<G: Game>(scene: &Scene<'_, G>, inside: impl Fn(&mut G, &G) -> Verdict) -> Verdict {
    for event in scene.sample(2) {
        let expected = scene.state.after(event);
        let mut here = scene.state.clone();
        let shown = here.explore(event, |after| {
            if *after != expected {
                return Err(format!("it showed {} instead of {}", scene.show(after), scene.show(&expected)));
            }
            alike(after, &expected)?;
            inside(after, &expected)
        });
        shown.map_err(|why| format!("exploring {}: {why}", scene.show_event(event)))?;
        let trace = if here == *scene.state { alike(&here, scene.state) } else { Err(scene.show(&here)) };
        trace.map_err(|trace| format!("exploring {} left a trace: {trace}", scene.show_event(event)))?;
    }
    Ok(())
}
