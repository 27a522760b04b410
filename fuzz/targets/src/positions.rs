//! Invariants of the texts of every game.

use std::ops::ControlFlow;

use gambol::game::random::below;
use gambol::game::{Event, Indexed, Notation, Observe, Rng, TextForm};
use gambol::{GameExt, Player, Seed, Turn};

use crate::{Effort, hash};

/// A game whose positions can be checked against its rules.
pub(crate) trait Checked: Notation + Observe + Indexed {
    /// Returns the reason why the rules do not allow this position, by a slow check that shares no
    /// code with the parser.
    fn possible(&self) -> Result<(), String>;
}

/// Number of lines after the first that are tried as actions and outcomes.
const LINES: usize = 4;
/// Number of events that are played from an accepted position.
const PLIES: usize = 4;
/// Number of actions and outcomes of a position that are checked individually.
const PROBES: u32 = 24;

/// Runs an input: a position in the first line; actions and outcomes in the others. Returns whether
/// the position is accepted.
pub(crate) fn position<G: Checked>(data: &[u8], effort: Effort) -> bool {
    let text = String::from_utf8_lossy(data);
    let is_full = effort.is_full(data);
    let mut lines = text.split('\n');
    let Some(state) = accepted::<G>(lines.next().unwrap_or_default(), is_full) else { return false };
    if is_full {
        for line in lines.take(LINES) {
            if let Some(action) = form::<G::Action>(line) {
                try_event(&state, Event::Action(action));
            }
            if let Some(outcome) = form::<G::Outcome>(line) {
                try_event(&state, Event::Outcome(outcome));
            }
        }
        whole(&state, Seed::new(hash(data)));
    }
    true
}

/// Checks that a text form is read back as the same value, if it is accepted.
pub(crate) fn form<T: TextForm + PartialEq + std::fmt::Debug>(text: &str) -> Option<T> {
    let value: T = text.parse().ok()?;
    let shown = value.to_string();
    let again = shown.parse::<T>().ok();
    assert!(again.as_ref() == Some(&value), "{text:?} is shown as {shown:?} and read as {again:?}");
    Some(value)
}

/// Whether a text is accepted as one of several forms.
macro_rules! forms {
    ($text:expr, $($form:ty),+) => {{
        let text = $text;
        let mut accepted = false;
        $(accepted |= $crate::positions::form::<$form>(text).is_some();)+
        accepted
    }};
}
pub(crate) use forms;

fn accepted<G: Checked>(text: &str, is_full: bool) -> Option<G> {
    let state: G = match text.parse() {
        Ok(state) => state,
        Err(error) => {
            if is_full {
                assert!(!error.to_string().is_empty());
            }
            return None;
        }
    };
    reads_back(&state);
    Some(state)
}

/// Checks that a position that was accepted or reached by play has a text that is accepted.
fn reads_back<G: Checked>(state: &G) {
    let shown = state.to_string();
    match shown.parse::<G>() {
        Ok(again) => {
            assert!(again == *state, "{shown:?} is read as {again:?}, not {state:?}");
            assert!(again.key() == state.key(), "{shown:?}: keys differ");
        }
        Err(error) => panic!("{shown:?} is a position and refused: {error}"),
    }
}

/// All checks of a position and of a few plies from it.
fn whole<G: Checked>(state: &G, seed: Seed) {
    let mut rng = seed.rng();
    listed(state, &mut rng);
    observed(state);
    for symmetry in 0..state.symmetries() {
        reads_back(&state.transform(symmetry));
    }
    let mut state = state.clone();
    for _ in 0..PLIES {
        if let Err(reason) = state.possible() {
            panic!("{state} is accepted, but {reason}");
        }
        let before = state.score();
        let Some(event) = state.clone().random_step(&mut rng) else { break };
        if let Err(error) = state.try_advance(event) {
            panic!("{event:?} is drawn in {state} and refused: {error}");
        }
        assert!(G::PLAYERS == 2 || state.score() >= before, "{event:?} takes points: {state}");
        reads_back(&state);
    }
    listed(&state, &mut rng);
}

/// Checks that turn, actions, masks, outcomes and probabilities agree.
fn listed<G: Checked>(state: &G, rng: &mut (impl Rng + ?Sized)) {
    let turn = state.turn();
    let mut expected = vec![false; state.action_count()];
    let mut actions = 0;
    let _ = state.visit_actions(|action| {
        let index = state.action_index(action);
        assert!(!std::mem::replace(&mut expected[index], true), "{action} is listed twice in {state}");
        assert!(state.indexed_action(index) == Some(action), "{action} in {state}");
        actions += 1;
        ControlFlow::Continue(())
    });
    assert!(matches!(turn, Turn::Player(_)) == (actions > 0), "{state}: {actions} actions");
    let mut mask = vec![true; expected.len()];
    state.action_mask(&mut mask);
    assert!(mask == expected, "{state}: the mask is not the listing");
    for _ in 0..PROBES.min(mask.len() as u32) {
        let index = below(rng, mask.len() as u32) as usize;
        let Some(action) = state.indexed_action(index) else { continue };
        let checked = state.check_action(action);
        assert!(checked.is_ok() == mask[index], "{action} in {state}: {checked:?}");
        assert!(form::<G::Action>(&action.to_string()) == Some(action));
    }
    let (mut outcomes, mut sum) = (Vec::new(), 0.0);
    let _ = state.visit_outcomes(|outcome, probability| {
        assert!(probability > 0.0 && probability <= 1.0, "{outcome} in {state}: {probability}");
        outcomes.push(outcome);
        sum += probability;
        ControlFlow::Continue(())
    });
    assert!((turn == Turn::Chance) != outcomes.is_empty(), "{state}: {} outcomes", outcomes.len());
    assert!(outcomes.is_empty() || (sum - 1.0_f64).abs() < 1e-9, "{state}: probabilities sum to {sum}");
    for _ in 0..PROBES.min(outcomes.len() as u32) {
        let outcome = outcomes[below(rng, outcomes.len() as u32) as usize];
        if let Err(error) = state.check_outcome(outcome) {
            panic!("{outcome} is listed in {state} and refused: {error}");
        }
        assert!(form::<G::Outcome>(&outcome.to_string()) == Some(outcome));
    }
}

/// Checks that the planes of both players contain numbers from 0 to 1.
fn observed<G: Checked>(state: &G) {
    let mut planes = vec![f32::NAN; state.plane_shape().len()];
    for view in [Player::First, Player::Second] {
        state.observe(view, &mut planes);
        assert!(planes.iter().all(|value| (0.0..=1.0).contains(value)), "{state}: planes");
    }
}

/// Tries an event from a text: it must be legal if and only if it is listed, and then lead to a
/// position that is accepted.
fn try_event<G: Checked>(state: &G, event: Event<G::Action, G::Outcome>) {
    let is_listed =
        state.visit_events(|listed| if listed == event { ControlFlow::Break(()) } else { ControlFlow::Continue(()) });
    let mut after = state.clone();
    let tried = after.try_advance(event);
    assert!(tried.is_ok() == is_listed.is_break(), "{event:?} in {state}: {tried:?}");
    if tried.is_ok() { reads_back(&after) } else { assert!(after == *state, "{event:?} changes {state}") }
}
