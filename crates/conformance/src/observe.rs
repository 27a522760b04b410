//! Comparison of two samples of states by their visible features.

use std::collections::BTreeMap;

use gambol_core::GameRng;

use super::hashed::{Map, hashed};
use super::scene::{CheckResult, Scene};
use super::statistics::{Rejected, homogeneity, staged};
use gambol_core::Game;
use gambol_core::GameExt;
use gambol_core::{Event, Turn};

/// Draws of each kind in the first sample of a state with at most [`ACTIONS`] actions. More actions
/// take longer to list, so that the draws are fewer in proportion, down to [`FEWEST_DRAWS`].
const DRAWS: usize = 1_024;
/// Draws of each kind in the first sample of a state with thousands of actions.
const FEWEST_DRAWS: usize = 256;
/// The greatest number of actions that are all features; of more, some are chosen.
const ACTIONS: usize = 512;

/// A visible feature of a state.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Feature<A> {
    Turn,
    Score,
    Actions,
    Key,
    /// A field of the text, by position.
    Field(usize),
    /// Whether this action is listed; counted only if it is.
    Listed(A),
}

/// The counts of each value of each feature in either sample. The order of values does not depend
/// on the counts.
type FeatureCounts<A> = Map<Feature<A>, BTreeMap<u64, (u32, u32)>>;

/// Checks that the states after `settle` and after single random outcomes have the same
/// distribution.
pub(super) fn two_samples<G: Game>(scene: &Scene<'_, G>, rng: &mut GameRng) -> CheckResult {
    let mut settled = scene.state.clone();
    settled.settle(rng);
    let one_in = settled.actions().len().div_ceil(ACTIONS).max(1);
    let first_draws = (DRAWS / one_in).max(FEWEST_DRAWS);
    let rejected = staged(first_draws, |draws| least_likely(scene, rng, draws, one_in as u64))?;
    let Some(Rejected { draws, p, sample: (what, features) }) = rejected else { return Ok(()) };
    Err(format!(
        "{draws} states after settle differ in {what} from as many after single outcomes: chi-square p = {p:.1e} with \
         {features} features compared"
    ))
}

/// The smallest p-value of a feature, corrected for the number of features, with that feature's
/// name and this number.
fn least_likely<G: Game>(
    scene: &Scene<'_, G>,
    rng: &mut GameRng,
    draws: usize,
    one_in: u64,
) -> Result<(f64, (String, usize)), String> {
    let mut table: FeatureCounts<G::Action> = Map::default();
    for _ in 0..draws {
        let mut settled = scene.state.clone();
        settled.settle(rng);
        observe(scene, &settled, one_in, |feature, value| {
            table.entry(feature).or_default().entry(value).or_default().0 += 1;
        });

        let mut chained = scene.state.clone();
        // The listed probabilities, not `random_outcome`, which has its own check.
        while chained.turn() == Turn::Chance {
            let Some(outcome) = by_table(&chained, rng) else {
                return Err("a state of the chain lists no outcome".into());
            };
            chained.resolve(outcome);
        }
        observe(scene, &chained, one_in, |feature, value| {
            table.entry(feature).or_default().entry(value).or_default().1 += 1;
        });
    }
    let features = table.len();
    let mut least = (1.0, None);
    for (feature, values) in table {
        let mut pairs: Vec<(u32, u32)> = values.into_values().collect();
        if let (Feature::Listed(_), Some(&(one, other))) = (&feature, pairs.first()) {
            pairs.push((draws as u32 - one, draws as u32 - other));
        }
        let p = homogeneity(pairs);
        if p < least.0 {
            least = (p, Some(feature));
        }
    }
    let name = match least.1 {
        None => "nothing".into(),
        Some(Feature::Turn) => "the turn".into(),
        Some(Feature::Score) => "the score".into(),
        Some(Feature::Actions) => "the number of actions".into(),
        Some(Feature::Key) => "the key".into(),
        Some(Feature::Field(place)) => format!("part {} of the state's text", place + 1),
        Some(Feature::Listed(action)) => format!("whether {} is legal", scene.show_event(Event::Action(action))),
    };
    Ok(((least.0 * features as f64).min(1.0), (name, features)))
}

/// An outcome drawn by the listed probabilities.
fn by_table<G: Game>(state: &G, rng: &mut GameRng) -> Option<G::Outcome> {
    let outcomes = state.outcomes();
    let total: f64 = outcomes.iter().map(|&(_, probability)| probability).sum();
    let mut left = gambol_core::random::unit(rng) * total;
    for &(outcome, probability) in &outcomes {
        left -= probability;
        if left < 0.0 {
            return Some(outcome);
        }
    }
    outcomes.last().map(|&(outcome, _)| outcome)
}

/// Visits the features of a state; of the actions, one in `one_in`.
fn observe<G: Game>(scene: &Scene<'_, G>, state: &G, one_in: u64, mut see: impl FnMut(Feature<G::Action>, u64)) {
    let actions = state.actions();
    see(Feature::Turn, hashed(&state.turn()));
    see(Feature::Score, state.score() as u64);
    see(Feature::Actions, actions.len() as u64);
    see(Feature::Key, state.key());
    // With rows as fields, a field with a drawn cell or colour is a separate feature.
    let text = scene.show(state);
    for (place, field) in text.split([' ', '/', ',', '[', ']', '(', ')', '{', '}']).enumerate() {
        see(Feature::Field(place), hashed(&field));
    }
    for &action in &actions {
        if hashed(&action).is_multiple_of(one_in) {
            see(Feature::Listed(action), 1);
        }
    }
}
