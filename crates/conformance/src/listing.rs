//! Checks of listings: by turn, without duplicates, in a fixed order, until the visitor breaks.

use std::hash::Hash;
use std::ops::ControlFlow;

use super::hashed::Set;
use super::scene::{CheckResult, Scene, same_outcomes};
use gambol_core::Game;
use gambol_core::GameExt;
use gambol_core::{Event, Player, Turn};

/// Checks that the turn agrees with the listed events.
pub(super) fn turn<G: Game>(scene: &Scene<'_, G>) -> CheckResult {
    let (actions, outcomes) = (scene.actions.len(), scene.outcomes.len());
    let fits = match scene.turn {
        Turn::Player(_) => actions > 0 && outcomes == 0,
        Turn::Chance => actions == 0 && outcomes > 0,
        Turn::Over => actions == 0 && outcomes == 0,
    };
    if !fits {
        return Err(format!("the turn is {}, but {actions} actions and {outcomes} outcomes are listed", scene.turn));
    }
    if scene.state.turn() != scene.turn {
        return Err(format!("the turn was {}, but {} on a second call", scene.turn, scene.state.turn()));
    }
    Ok(())
}

/// Checks the number of players.
pub(super) fn players<G: Game>(scene: &Scene<'_, G>) -> CheckResult {
    if !(1..=2).contains(&G::PLAYERS) {
        return Err(format!("PLAYERS is {}", G::PLAYERS));
    }
    if G::PLAYERS == 1 && scene.turn == Turn::Player(Player::Second) {
        return Err("it is the second player's turn in a one-player game".into());
    }
    Ok(())
}

/// Checks that events are listed once and always in the same order.
pub(super) fn listing<G: Game>(scene: &Scene<'_, G>) -> CheckResult {
    if let Some(twice) = repeated(scene.actions.iter().copied()) {
        return Err(format!("the action {} is listed twice", scene.show_event(Event::Action(twice))));
    }
    if let Some(twice) = repeated(scene.outcomes.iter().map(|&(outcome, _)| outcome)) {
        return Err(format!("the outcome {} is listed twice", scene.show_event(Event::Outcome(twice))));
    }
    if scene.state.actions() != scene.actions {
        return Err("a second listing of the actions differs from the first".into());
    }
    if !same_outcomes(&scene.state.outcomes(), &scene.outcomes) {
        return Err("a second listing of the outcomes differs from the first".into());
    }
    Ok(())
}

fn repeated<T: Copy + Eq + Hash>(mut values: impl Iterator<Item = T>) -> Option<T> {
    let mut seen = Set::default();
    values.find(|&value| !seen.insert(value))
}

/// Checks that a listing stops when the visitor breaks, and returns the visitor's result.
pub(super) fn early_break<G: Game>(scene: &Scene<'_, G>) -> CheckResult {
    let actions = |last: usize| {
        let mut shown = 0;
        let flow = scene.state.visit_actions(|_| stop_after(&mut shown, last));
        (shown, flow.is_break())
    };
    let outcomes = |last: usize| {
        let mut shown = 0;
        let flow = scene.state.visit_outcomes(|_, _| stop_after(&mut shown, last));
        (shown, flow.is_break())
    };
    breaks("actions", scene.actions.len(), actions)?;
    breaks("outcomes", scene.outcomes.len(), outcomes)
}

/// Checks that candidates are legal, listed once, and only at players' turns; in the order of the
/// legal actions unless the state is selective.
pub(super) fn candidates<G: Game>(scene: &Scene<'_, G>) -> CheckResult {
    let shown = scene.state.candidates();
    let strange = if scene.state.is_selective() {
        let legal: Set<_> = scene.actions.iter().collect();
        shown.iter().find(|&action| !legal.contains(action))
    } else {
        let mut listed = scene.actions.iter();
        shown.iter().find(|&action| !listed.any(|other| other == action))
    };
    if let Some(&strange) = strange {
        let action = scene.show_event(Event::Action(strange));
        return Err(format!("the candidate {action} is not a legal action, or is a duplicate or out of order"));
    }
    if let Some(twice) = repeated(shown.iter().copied()) {
        return Err(format!("the candidate {} is listed twice", scene.show_event(Event::Action(twice))));
    }
    if shown.is_empty() && !scene.actions.is_empty() {
        return Err("there are legal actions, but no candidates".into());
    }
    if scene.state.candidates() != shown {
        return Err("a second listing of the candidates differs from the first".into());
    }
    let visit = |last: usize| {
        let mut count = 0;
        let flow = scene.state.visit_candidates(|_| stop_after(&mut count, last));
        (count, flow.is_break())
    };
    breaks("candidates", shown.len(), visit)
}

/// Checks that every other action leads to the same state as an earlier candidate, unless the state
/// is selective.
pub(super) fn candidate_afterstates<G: Game>(scene: &Scene<'_, G>) -> CheckResult {
    let shown = scene.state.candidates();
    if scene.state.is_selective() || shown.len() == scene.actions.len() {
        return Ok(());
    }
    let mut reached: Vec<(usize, G)> = Vec::with_capacity(shown.len());
    for (index, &action) in scene.actions.iter().enumerate() {
        if shown.get(reached.len()) == Some(&action) {
            reached.push((index, scene.state.afterstate(action)));
        }
    }
    for event in scene.sample(64) {
        let after = scene.state.after(event);
        let place = scene.actions.iter().position(|&action| Event::Action(action) == event);
        if !reached.iter().any(|(index, state)| Some(*index) <= place && *state == after) {
            let (event, after) = (scene.show_event(event), scene.show(&after));
            return Err(format!(
                "{event} leads to {after}, but neither it nor an earlier action to that state is a candidate"
            ));
        }
    }
    Ok(())
}

pub(super) fn stop_after(shown: &mut usize, last: usize) -> ControlFlow<()> {
    *shown += 1;
    if *shown >= last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

pub(super) fn breaks(what: &str, listed: usize, visit: impl Fn(usize) -> (usize, bool)) -> CheckResult {
    let (shown, broken) = visit(usize::MAX);
    if shown != listed || broken {
        return Err(format!("a listing of {listed} {what} visited {shown}, and returned a break: {broken}"));
    }
    for last in [1, listed.div_ceil(2), listed] {
        if last == 0 {
            continue;
        }
        let expected = (last.min(listed), last <= listed);
        let (shown, broken) = visit(last);
        if (shown, broken) != expected {
            return Err(format!(
                "broken off at number {last} of {listed} {what}, the listing showed {shown} and said that it was broken \
                 off: {broken}"
            ));
        }
    }
    Ok(())
}
