//! Checks that texts and JSON round-trip.

use std::fmt::Debug;

use super::plan::{Form, Forms};
use super::scene::{CheckResult, Scene, alike};
use gambol_core::Event;
use gambol_core::Game;

/// Checks the texts of the state and of some of its events.
pub(super) fn text<G: Game>(scene: &Scene<'_, G>) -> CheckResult {
    scene.plan.text.as_ref().map_or(Ok(()), |forms| some(scene, forms, true))
}

/// Checks the texts of all events.
pub(super) fn text_all<G: Game>(scene: &Scene<'_, G>) -> CheckResult {
    scene.plan.text.as_ref().map_or(Ok(()), |forms| all(scene, forms, true))
}

/// Checks the JSON of the state and of some of its events.
pub(super) fn serde<G: Game>(scene: &Scene<'_, G>) -> CheckResult {
    scene.plan.serde.as_ref().map_or(Ok(()), |forms| some(scene, forms, false))
}

/// Checks the JSON of all events.
pub(super) fn serde_all<G: Game>(scene: &Scene<'_, G>) -> CheckResult {
    scene.plan.serde.as_ref().map_or(Ok(()), |forms| all(scene, forms, false))
}

fn some<G: Game>(scene: &Scene<'_, G>, forms: &Forms<G>, line: bool) -> CheckResult {
    let read = comes_back(&forms.state, scene.state, line)?;
    if let Err(why) = alike(&read, scene.state) {
        return Err(format!("the parsed state equals the original, but {why}"));
    }
    for event in scene.sample(8) {
        match event {
            Event::Action(action) => comes_back(&forms.action, &action, line).map(drop),
            Event::Outcome(outcome) => comes_back(&forms.outcome, &outcome, line).map(drop),
        }?;
    }
    Ok(())
}

fn all<G: Game>(scene: &Scene<'_, G>, forms: &Forms<G>, line: bool) -> CheckResult {
    scene.actions.iter().try_for_each(|action| comes_back(&forms.action, action, line).map(drop))?;
    scene.outcomes.iter().try_for_each(|(outcome, _)| comes_back(&forms.outcome, outcome, line).map(drop))
}

fn comes_back<T: PartialEq + Debug>(form: &Form<T>, value: &T, line: bool) -> Result<T, std::string::String> {
    let (read, written) = form.round_trip(value)?;
    if read != *value {
        return Err(format!("{value:?} is written as `{written}`, which parses to {read:?}"));
    }
    if line && (written.trim() != written || written.is_empty() || written.contains(['\n', '\r'])) {
        return Err(format!("the text {written:?} is not one line without blanks at its ends"));
    }
    let again = (form.write)(&read)?;
    if again != written {
        return Err(format!("{value:?} is written as `{written}`, but after parsing as `{again}`"));
    }
    Ok(read)
}
