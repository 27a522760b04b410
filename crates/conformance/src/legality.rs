//! Checks that exactly the listed events are legal.

use std::hash::Hash;

use super::Check;
use super::chance::drawn_from;
use super::hashed::Set;
use super::scene::{CheckResult, Scene, alike, some_of};
use gambol_core::Game;
use gambol_core::Illegal;
use gambol_core::{Event, Turn};
use gambol_core::{EventOf, GameExt};

/// Checks that some of the listed events can be played.
pub(super) fn legal<G: Game>(scene: &Scene<'_, G>) -> CheckResult {
    scene.sample(8).into_iter().enumerate().try_for_each(|(index, event)| plays(scene, event, index == 0))
}

/// Checks that all of the listed events can be played.
pub(super) fn legal_all<G: Game>(scene: &Scene<'_, G>) -> CheckResult {
    (0..scene.width()).filter_map(|index| scene.event(index)).try_for_each(|event| plays(scene, event, false))
}

/// Checks that the winning action wins, and is `None` only if no action wins.
pub(super) fn winning<G: Game>(scene: &Scene<'_, G>) -> CheckResult {
    let candidates = drawn_from(scene);
    let wins = |action: G::Action| {
        let after = scene.state.afterstate(action);
        let points = after.score().signum();
        after.turn() == Turn::Over && matches!(scene.turn, Turn::Player(player) if player.sign() * points > 0)
    };
    let show = |action| scene.show_event(Event::Action(action));
    match scene.state.winning_action() {
        Some(action) if !matches!(scene.turn, Turn::Player(_)) => {
            Err(format!("winning_action gave {}, but the turn is {}", show(action), scene.turn))
        }
        Some(action) if !candidates.contains(&action) => {
            Err(format!("winning_action gave {}, which is not listed", show(action)))
        }
        Some(action) if !wins(action) => Err(format!("winning_action gave {}, which does not win", show(action))),
        None if matches!(scene.turn, Turn::Player(_)) => match candidates.iter().find(|&&action| wins(action)) {
            Some(&action) => Err(format!("winning_action gave none, but {} wins", show(action))),
            None => Ok(()),
        },
        _ => Ok(()),
    }
}

fn check<G: Game>(state: &G, event: EventOf<G>) -> Result<(), Illegal> {
    match event {
        Event::Action(action) => state.check_action(action),
        Event::Outcome(outcome) => state.check_outcome(outcome),
    }
}

fn plays<G: Game>(scene: &Scene<'_, G>, event: EventOf<G>, closely: bool) -> CheckResult {
    check(scene.state, event)
        .map_err(|error| format!("{} is listed, but its check refuses it: {error}", scene.show_event(event)))?;
    let fast = scene.state.after(event);
    let mut checked = scene.state.clone();
    if let Err(error) = checked.try_advance(event) {
        return Err(format!("{} is listed, but refused when played: {error}", scene.show_event(event)));
    }
    let differ = |why: &str| {
        let (event, fast, checked) = (scene.show_event(event), scene.show(&fast), scene.show(&checked));
        Err(format!("{event} leads to {fast} if played unchecked, but to {checked} if checked{why}"))
    };
    if fast != checked {
        return differ("");
    }
    if closely && let Err(why) = alike(&fast, &checked) {
        return differ(&format!(": {why}"));
    }
    Ok(())
}

/// Checks that candidates from the walk, from the states around, and some of the user's universe
/// are refused unless listed.
pub(super) fn illegal<G: Game>(scene: &Scene<'_, G>) -> CheckResult {
    candidates_refused(scene, scene.most(64))
}

/// Like [`illegal`], with the user's whole universe.
pub(super) fn illegal_all<G: Game>(scene: &Scene<'_, G>) -> CheckResult {
    candidates_refused(scene, usize::MAX)
}

/// Checks that events of the other kind are refused: actions if no player is to move, outcomes if
/// no chance event is due.
pub(super) fn wrong_turn<G: Game>(scene: &Scene<'_, G>) -> CheckResult {
    let candidates = Candidates::gather(scene, Check::WrongTurn, scene.most(32));
    if !matches!(scene.turn, Turn::Player(_)) {
        candidates.actions.iter().try_for_each(|&action| refused(scene, Event::Action(action)))?;
    }
    if scene.turn != Turn::Chance {
        candidates.outcomes.iter().try_for_each(|&outcome| refused(scene, Event::Outcome(outcome)))?;
    }
    Ok(())
}

fn candidates_refused<G: Game>(scene: &Scene<'_, G>, most: usize) -> CheckResult {
    let candidates = Candidates::gather(scene, Check::Illegal, most);
    match scene.turn {
        Turn::Player(_) => {
            let listed: Set<_> = scene.actions.iter().copied().collect();
            let others = candidates.actions.into_iter().filter(|action| !listed.contains(action));
            others.map(Event::Action).try_for_each(|event| refused(scene, event))
        }
        Turn::Chance => {
            let listed: Set<_> = scene.outcomes.iter().map(|&(outcome, _)| outcome).collect();
            let others = candidates.outcomes.into_iter().filter(|outcome| !listed.contains(outcome));
            others.map(Event::Outcome).try_for_each(|event| refused(scene, event))
        }
        Turn::Over => Ok(()),
    }
}

/// Checks that an event that is not listed is refused with a message, and does not change the
/// state.
fn refused<G: Game>(scene: &Scene<'_, G>, event: EventOf<G>) -> CheckResult {
    let Err(error) = check(scene.state, event) else {
        return Err(format!("{} is not listed, but its check accepts it", scene.show_event(event)));
    };
    if error.event().is_empty() || error.rule().is_empty() {
        return Err(format!(
            "{} is refused, but the error lacks the event or the rule: {error:?}",
            scene.show_event(event)
        ));
    }
    let mut tried = scene.state.clone();
    if tried.try_advance(event).is_ok() {
        return Err(format!("{} is not listed, but can be played checked", scene.show_event(event)));
    }
    if tried != *scene.state {
        let (event, tried) = (scene.show_event(event), scene.show(&tried));
        return Err(format!("{event} is refused, but changed the state to {tried}"));
    }
    Ok(())
}

/// Events that may be legal or not.
struct Candidates<G: Game> {
    actions: Vec<G::Action>,
    outcomes: Vec<G::Outcome>,
}

impl<G: Game> Candidates<G> {
    /// Collects the events seen on the walk, those listed one event from here, and at most `most`
    /// of the user's universe.
    fn gather(scene: &Scene<'_, G>, check: Check, most: usize) -> Self {
        let mut rng = scene.rng(check);
        let mut actions = scene.pool.actions.clone();
        let mut outcomes = scene.pool.outcomes.clone();
        for event in scene.sample(2) {
            let after = scene.state.after(event);
            let (near, drawn) = (after.actions(), after.outcomes());
            actions.extend(some_of(near.len(), 16, &mut rng).into_iter().map(|index| near[index]));
            outcomes.extend(some_of(drawn.len(), 16, &mut rng).into_iter().map(|index| drawn[index].0));
        }
        if let Some(universe) = &scene.plan.universe {
            let all = universe(scene.state);
            if most < all.len() {
                actions.extend(some_of(all.len(), most, &mut rng).into_iter().map(|index| all[index]));
            } else {
                actions.extend(all);
            }
        }
        Self { actions: once(actions), outcomes: once(outcomes) }
    }
}

/// The distinct values, in order of first appearance.
fn once<T: Copy + Eq + Hash>(values: Vec<T>) -> Vec<T> {
    let mut seen = Set::default();
    values.into_iter().filter(|&value| seen.insert(value)).collect()
}
