//! The table of checks, with their conditions and numbers of runs.

use super::plan::Plan;
use super::scene::{CheckResult, Scene};
use super::{Check, chance, counting, equality, forms, indexed, legality, listing, merged, planes, symmetry, traces};
use gambol_core::Game;
use gambol_core::Turn;
use gambol_core::mix;

/// A check, or a part of one.
pub(super) struct CheckEntry<G: Game> {
    pub(super) check: Check,
    /// The approximate number of states in which to run it; `None` for all states.
    pub(super) budget: Option<usize>,
    /// Whether it plays on from the state. Such checks run after all others, which have then passed
    /// in the states that it visits.
    pub(super) ahead: bool,
    pub(super) applies: fn(&Scene<'_, G>) -> bool,
    pub(super) run: fn(&Scene<'_, G>) -> CheckResult,
}

/// The checks of a plan, in the order of their runs: each may rely on the previous ones.
pub(super) fn entries<G: Game>(plan: &Plan<G>) -> Vec<CheckEntry<G>> {
    type Applies<G> = fn(&Scene<'_, G>) -> bool;
    type Run<G> = fn(&Scene<'_, G>) -> CheckResult;
    let always: Applies<G> = |_| true;
    let player: Applies<G> = |scene| matches!(scene.turn, Turn::Player(_));
    let chance: Applies<G> = |scene| scene.turn == Turn::Chance;
    let events: Applies<G> = |scene| scene.width() > 0;
    let text: Applies<G> = |scene| scene.plan.text.is_some();
    let serde: Applies<G> = |scene| scene.plan.serde.is_some();
    let indexed: Applies<G> = |scene| scene.plan.indexed.is_some();
    let observed: Applies<G> = |scene| scene.plan.observed.is_some();
    let encoded: Applies<G> = |scene| scene.plan.indexed.is_some() || scene.plan.observed.is_some();
    let seen: Applies<G> = |scene| scene.plan.observed.is_some() && scene.width() > 0;
    let symmetric: Applies<G> = |scene| scene.state.symmetries() > 1;
    let every =
        |check, applies: Applies<G>, run: Run<G>| CheckEntry { check, budget: None, ahead: false, applies, run };
    let some = |check, budget, applies: Applies<G>, run: Run<G>| {
        let budget = Some(budget);
        CheckEntry { check, budget, ahead: false, applies, run }
    };
    let ahead = |check, budget, applies: Applies<G>, run: Run<G>| {
        let budget = Some(budget);
        CheckEntry { check, budget, ahead: true, applies, run }
    };
    let mut entries = vec![
        every(Check::Turn, always, listing::turn),
        every(Check::Players, always, listing::players),
        every(Check::Listing, always, listing::listing),
        every(Check::Break, always, listing::early_break),
        every(Check::Candidates, always, listing::candidates),
        every(Check::Probability, chance, chance::probability),
        every(Check::Legal, events, legality::legal),
        some(Check::Legal, 64, events, legality::legal_all),
        some(Check::Candidates, 64, player, listing::candidate_afterstates),
        some(Check::Afterstates, 128, player, merged::afterstates),
        some(Check::Preview, 64, chance, merged::preview),
        every(Check::Illegal, events, legality::illegal),
        some(Check::Illegal, 64, events, legality::illegal_all),
        every(Check::WrongTurn, always, legality::wrong_turn),
        every(Check::Text, text, forms::text),
        some(Check::Text, 64, text, forms::text_all),
        every(Check::Serde, serde, forms::serde),
        some(Check::Serde, 64, serde, forms::serde_all),
        every(Check::Clone, always, traces::clone),
        every(Check::Score, always, counting::score),
        every(Check::SymmetryIdentity, always, symmetry::identity),
        every(Check::SymmetryInverse, symmetric, symmetry::inverse),
        some(Check::SymmetryInverse, 64, symmetric, symmetry::inverse_all),
        every(Check::SymmetryValue, symmetric, symmetry::value),
        some(Check::SymmetryValue, 64, symmetric, symmetry::value_all),
        some(Check::SymmetryValue, 64, symmetric, symmetry::canonical),
        every(Check::SymmetryEvents, symmetric, symmetry::events),
        some(Check::SymmetryEvents, 64, symmetric, symmetry::events_all),
        every(Check::SymmetryPlay, symmetric, symmetry::play),
        some(Check::SymmetryPlay, 64, symmetric, symmetry::play_all),
        every(Check::EqualHash, always, equality::hash),
        ahead(Check::EqualHash, 128, events, equality::hash_around),
        every(Check::EqualKey, always, equality::key),
        ahead(Check::EqualKey, 128, events, equality::key_around),
        every(Check::RandomAction, always, chance::random_action),
        ahead(Check::RandomAction, 24, player, chance::uniform),
        every(Check::WinningAction, always, legality::winning),
        every(Check::RandomOutcome, always, chance::random_outcome),
        ahead(Check::RandomOutcome, 24, chance, chance::sampled),
        every(Check::Settle, always, chance::settles),
        ahead(Check::Settle, 16, chance, chance::settle),
        every(Check::FixedEncoding, encoded, planes::fixed),
        every(Check::ActionIndex, indexed, indexed::index),
        some(Check::ActionIndex, 64, indexed, indexed::index_all),
        every(Check::ActionMask, indexed, indexed::mask),
        every(Check::ActionList, indexed, indexed::list),
        every(Check::ActionShape, indexed, indexed::shape),
        some(Check::IndexPermutation, 64, indexed, indexed::permutation),
        every(Check::PlaneValues, observed, planes::values),
        every(Check::PlaneBytes, observed, planes::bytes),
        every(Check::EqualPlanes, observed, planes::equal),
        ahead(Check::EqualPlanes, 128, seen, planes::equal_around),
        every(Check::DistinctPlanes, observed, planes::distinct_from_earlier),
        ahead(Check::DistinctPlanes, 128, seen, planes::distinct_around),
        ahead(Check::EqualFuture, 128, events, equality::future_around),
        ahead(Check::Perft, 24, events, counting::perft),
    ];
    entries.retain(|entry| !plan.without.contains(&entry.check));
    entries
}

/// Schedules checks with a budget: in the first few states where they apply, then in some spread
/// over the run.
pub(super) struct Due {
    states: usize,
    /// For each entry, the number of states in which it applied, and in which it ran.
    counts: Vec<(usize, usize)>,
}

impl Due {
    pub(super) fn new(states: usize) -> Self {
        Self { states, counts: Vec::new() }
    }

    pub(super) fn is(&mut self, entry: usize, budget: Option<usize>) -> bool {
        let Some(budget) = budget else { return true };
        if self.counts.len() <= entry {
            self.counts.resize(entry + 1, (0, 0));
        }
        let (applied, ran) = &mut self.counts[entry];
        *applied += 1;
        // Not every n-th state, because games repeat their phases, and one of them might never be
        // tested.
        let every = (self.states / budget).max(1) as u64;
        let due = *applied <= budget / 4 || mix(entry as u64, *applied as u64).is_multiple_of(every);
        let due = due && *ran < budget;
        *ran += usize::from(due);
        due
    }
}
