//! A state under test, with data for the checks about it and about the walk to it.

use std::cell::OnceCell;

use gambol_core::GameRng;
use gambol_core::Rng;

use super::Check;
use super::guard::guarded;
use super::plan::Plan;
use super::planes::Seen;
use gambol_core::Game;
use gambol_core::Seed;
use gambol_core::random::below;
use gambol_core::{Event, Turn};
use gambol_core::{EventOf, GameExt};

/// The result of a check: `Ok`, or a description of the failure.
pub(super) type CheckResult = Result<(), String>;

/// A state under test.
pub(super) struct Scene<'a, G: Game> {
    pub(super) plan: &'a Plan<G>,
    pub(super) state: &'a G,
    pub(super) turn: Turn,
    pub(super) actions: Vec<G::Action>,
    pub(super) outcomes: Vec<(G::Outcome, f64)>,
    pub(super) pool: &'a Pool<G>,
    seed: Seed,
    thorough: bool,
    twins: OnceCell<Vec<G>>,
}

/// The number of events of a thorough check.
const THOROUGH: usize = 64;

impl<'a, G: Game> Scene<'a, G> {
    /// Creates a scene with the turn and the lists of a state. Checks sample by `seed`, and use
    /// more events if `thorough`.
    pub(super) fn new(plan: &'a Plan<G>, state: &'a G, pool: &'a Pool<G>, seed: Seed, thorough: bool) -> Self {
        let (turn, actions, outcomes) = (state.turn(), state.actions(), state.outcomes());
        Self { plan, state, turn, actions, outcomes, pool, seed, thorough, twins: OnceCell::new() }
    }

    /// The generator of a check in this state.
    pub(super) fn rng(&self, check: Check) -> GameRng {
        self.seed.derive(check as u64).rng()
    }

    /// The number of listed events.
    pub(super) fn width(&self) -> usize {
        match self.turn {
            Turn::Player(_) => self.actions.len(),
            Turn::Chance => self.outcomes.len(),
            Turn::Over => 0,
        }
    }

    /// The event listed at this index.
    pub(super) fn event(&self, index: usize) -> Option<EventOf<G>> {
        match self.turn {
            Turn::Player(_) => self.actions.get(index).copied().map(Event::Action),
            Turn::Chance => self.outcomes.get(index).map(|&(outcome, _)| Event::Outcome(outcome)),
            Turn::Over => None,
        }
    }

    /// A random sample of `count` listed events without repetition, or all if there are fewer. A
    /// thorough sample is longer and begins with the same events.
    ///
    /// It is the same for all checks, so that those of at most eight events rely only on events
    /// that [`Check::Legal`] has played.
    pub(super) fn sample(&self, count: usize) -> Vec<EventOf<G>> {
        let mut rng = self.rng(Check::Legal);
        let count = self.at_least(count);
        some_of(self.width(), count, &mut rng).into_iter().filter_map(|index| self.event(index)).collect()
    }

    /// A number of values to test: more if the scene is thorough.
    pub(super) fn at_least(&self, count: usize) -> usize {
        if self.thorough { count.max(THOROUGH) } else { count }
    }

    /// A limit of values to test: none if the scene is thorough.
    pub(super) fn most(&self, count: usize) -> usize {
        if self.thorough { usize::MAX } else { count }
    }

    /// States that should equal this one but were reached in another way.
    pub(super) fn twins(&self) -> &[G] {
        self.twins.get_or_init(|| {
            let mut twins = std::vec![self.state.clone()];
            for (check, forms) in [(Check::Text, &self.plan.text), (Check::Serde, &self.plan.serde)] {
                let Some(forms) = forms.as_ref().filter(|_| !self.plan.without.contains(&check)) else { continue };
                twins.extend(forms.state.round_trip(self.state).map(|(read, _)| read));
            }
            let symmetries = self.state.symmetries();
            if symmetries > 1 && !self.plan.without.contains(&Check::SymmetryInverse) {
                let there = 1 + below(&mut self.rng(Check::EqualKey), symmetries as u32 - 1) as usize;
                let image = self.state.transform(there);
                twins.extend((0..symmetries).map(|back| image.transform(back)).find(|twin| twin == self.state));
            }
            twins
        })
    }

    pub(super) fn show(&self, state: &G) -> String {
        self.plan.show(state)
    }

    pub(super) fn show_event(&self, event: EventOf<G>) -> String {
        self.plan.show_event(event)
    }
}

/// Up to `count` different indices below `length`, in random order: the first ones of a random
/// permutation.
pub(super) fn some_of<R: Rng>(length: usize, count: usize, rng: &mut R) -> Vec<usize> {
    let mut indices: Vec<usize> = (0..length).collect();
    let count = count.min(length);
    for index in 0..count {
        let other = index + below(rng, (length - index) as u32) as usize;
        indices.swap(index, other);
    }
    indices.truncate(count);
    indices
}

/// Actions and outcomes seen on the walk so far, as candidates for refusals; also its states, if
/// planes are tested.
pub(super) struct Pool<G: Game> {
    /// The first state of the walk; `None` until it has been tested.
    pub(super) first: Option<G>,
    pub(super) seen: Vec<Seen<G>>,
    pub(super) actions: Vec<G::Action>,
    pub(super) outcomes: Vec<G::Outcome>,
    /// The numbers of actions and of outcomes that were added, with those that were dropped.
    added: [usize; 2],
}

impl<G: Game> Pool<G> {
    const PER_STATE: usize = 8;

    pub(super) fn new() -> Self {
        Self { first: None, seen: Vec::new(), actions: Vec::new(), outcomes: Vec::new(), added: [0; 2] }
    }

    /// Adds a state of the walk.
    pub(super) fn meet(&mut self, plan: &Plan<G>, state: &G) {
        if self.first.is_none() {
            self.first = Some(state.clone());
        }
        if plan.observed.is_some() && !plan.without.contains(&Check::DistinctPlanes) {
            self.seen.extend(guarded(|| Ok(Seen::new(plan, state))).ok());
        }
    }

    /// Adds some of the listed events of a state, and drops the oldest.
    pub(super) fn add<R: Rng>(&mut self, actions: &[G::Action], outcomes: &[(G::Outcome, f64)], rng: &mut R) {
        for index in some_of(actions.len(), Self::PER_STATE, rng) {
            keep(&mut self.actions, actions[index], &mut self.added[0]);
        }
        for index in some_of(outcomes.len(), Self::PER_STATE, rng) {
            keep(&mut self.outcomes, outcomes[index].0, &mut self.added[1]);
        }
    }
}

/// The greatest number of actions, and of outcomes, to keep.
const CAPACITY: usize = 128;

fn keep<T: PartialEq>(kept: &mut Vec<T>, value: T, added: &mut usize) {
    if kept.contains(&value) {
        return;
    }
    if kept.len() < CAPACITY {
        kept.push(value);
    } else {
        kept[*added % CAPACITY] = value;
    }
    *added += 1;
}

/// Whether two lists of outcomes are equal, with probabilities to the last bit. NaN equals itself:
/// it is left to the check of probabilities.
pub(super) fn same_outcomes<T: Copy + PartialEq>(one: &[(T, f64)], other: &[(T, f64)]) -> bool {
    let bits = |&(outcome, probability): &(T, f64)| (outcome, probability.to_bits());
    one.iter().map(bits).eq(other.iter().map(bits))
}

/// Returns an error if two equal states differ in turn, score, or lists in order.
pub(super) fn alike<G: Game>(one: &G, other: &G) -> CheckResult {
    if one.turn() != other.turn() {
        return Err(format!("the turn is {} in one and {} in the other", one.turn(), other.turn()));
    }
    if one.score() != other.score() {
        return Err(format!("the score is {} in one and {} in the other", one.score(), other.score()));
    }
    if one.actions() != other.actions() {
        return Err("they list different actions, or in another order".into());
    }
    if !same_outcomes(&one.outcomes(), &other.outcomes()) {
        return Err("they list different outcomes or probabilities, or in another order".into());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_values_are_dropped() {
        let (mut kept, mut added) = (Vec::new(), 0);
        for value in (0..2 * CAPACITY).flat_map(|value| [value, value]) {
            keep(&mut kept, value, &mut added);
            assert!((value.saturating_sub(CAPACITY - 1)..=value).all(|recent| kept.contains(&recent)), "{value}");
        }
        assert_eq!(kept.len(), CAPACITY);
    }
}
