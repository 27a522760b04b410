//! Check that play on a clone does not change the original.

use super::scene::{CheckResult, Scene};
use gambol_core::Game;
use gambol_core::GameExt;

/// Checks that playing on a clone does not change the original, even in fields that equality
/// ignores.
pub(super) fn clone<G: Game>(scene: &Scene<'_, G>) -> CheckResult {
    let copy = scene.state.clone();
    if copy != *scene.state {
        return Err(format!("the clone differs: {}", scene.show(&copy)));
    }
    if let Some(first) = &scene.pool.first {
        let mut copy = first.clone();
        copy.clone_from(scene.state);
        if copy != *scene.state {
            return Err(format!("clone_from makes {} of the first state of the walk", scene.show(&copy)));
        }
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
