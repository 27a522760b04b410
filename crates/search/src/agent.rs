//! The rim: searches and policies as players.

use gambol_core::{Game, Player, Policy, Seed};

use crate::budget::Budget;
use crate::decision::{Decision, SearchStats, root_of};
use crate::error::SearchError;

/// A search: a decision for a state within a budget.
///
/// Searches may keep memory between calls, such as a transposition table; what they keep never changes a decision that a
/// fresh search with the same seed and a budget without time would make, unless their page says so.
///
/// It is object-safe: boxes of searches and mutable references to them are searches too.
pub trait Search<G: Game>: Send {
    /// Searches a state in which a player is to move.
    ///
    /// # Errors
    ///
    /// [`SearchError::NoPlayersTurn`] if nothing is to be decided.
    fn search(&mut self, state: &G, budget: &Budget, seed: Seed) -> Result<Decision<G::Action>, SearchError>;
}

impl<G: Game, S: Search<G> + ?Sized> Search<G> for alloc::boxed::Box<S> {
    fn search(&mut self, state: &G, budget: &Budget, seed: Seed) -> Result<Decision<G::Action>, SearchError> {
        (**self).search(state, budget, seed)
    }
}

impl<G: Game, S: Search<G> + ?Sized> Search<G> for &mut S {
    fn search(&mut self, state: &G, budget: &Budget, seed: Seed) -> Result<Decision<G::Action>, SearchError> {
        (**self).search(state, budget, seed)
    }
}

/// A player of a game: all that registries, matches and programs need to know of one. Object-safe; inside, searches are
/// statically dispatched.
///
/// One agent plays one game at a time. Programs that play many make one agent for each.
pub trait Agent<G: Game>: Send {
    /// Decides in a state in which a player is to move.
    ///
    /// # Errors
    ///
    /// [`SearchError::NoPlayersTurn`] if nothing is to be decided.
    fn decide(&mut self, state: &G, seed: Seed) -> Result<Decision<G::Action>, SearchError>;

    /// Decides on the terms of a caller who keeps the clock: the agent's own budget [under](Budget::under) them.
    ///
    /// Agents that search by a budget override this; the default, for those that decide at once, disregards the terms.
    ///
    /// # Errors
    ///
    /// As [`decide`](Self::decide).
    fn decide_within(&mut self, state: &G, terms: &Budget, seed: Seed) -> Result<Decision<G::Action>, SearchError> {
        let _ = terms;
        self.decide(state, seed)
    }
}

impl<G: Game, A: Agent<G> + ?Sized> Agent<G> for alloc::boxed::Box<A> {
    fn decide(&mut self, state: &G, seed: Seed) -> Result<Decision<G::Action>, SearchError> {
        (**self).decide(state, seed)
    }

    fn decide_within(&mut self, state: &G, terms: &Budget, seed: Seed) -> Result<Decision<G::Action>, SearchError> {
        (**self).decide_within(state, terms, seed)
    }
}

/// The agent that searches every decision with the same budget.
#[derive(Clone, Debug)]
pub struct Searcher<S> {
    search: S,
    budget: Budget,
}

impl<S> Searcher<S> {
    /// An agent that decides by this search and budget.
    pub fn new(search: S, budget: Budget) -> Self {
        Self { search, budget }
    }
}

impl<G: Game, S: Search<G>> Agent<G> for Searcher<S> {
    fn decide(&mut self, state: &G, seed: Seed) -> Result<Decision<G::Action>, SearchError> {
        self.search.search(state, &self.budget, seed)
    }

    fn decide_within(&mut self, state: &G, terms: &Budget, seed: Seed) -> Result<Decision<G::Action>, SearchError> {
        self.search.search(state, &self.budget.under(terms), seed)
    }
}

/// The agent that asks a policy, and plays at random where the policy has no opinion.
///
/// Its decisions show no values: `root` is empty, and `value` is the score.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByPolicy<P>(pub P);

impl<G: Game, P: Policy<G>> Agent<G> for ByPolicy<P> {
    fn decide(&mut self, state: &G, seed: Seed) -> Result<Decision<G::Action>, SearchError> {
        let mut rng = seed.rng();
        let chosen = self.0.choose(state, &mut rng).or_else(|| state.random_action(&mut rng));
        let action = match chosen {
            Some(action) => action,
            // Nothing was chosen: say why.
            None => root_of(state)?.1[0],
        };
        Ok(by_policy(state, action))
    }
}

/// A search that asks a policy first, and searches only where the policy has no opinion: *biased* play in the words of de
/// Bruin's thesis, whose BMC is this before [`FlatMonteCarlo`](crate::FlatMonteCarlo).
#[derive(Clone, Copy, Debug, Default)]
pub struct PolicyFirst<P, S> {
    policy: P,
    search: S,
}

impl<P, S> PolicyFirst<P, S> {
    /// Asks this policy, then searches.
    pub fn new(policy: P, search: S) -> Self {
        Self { policy, search }
    }
}

impl<G: Game, P: Policy<G>, S: Search<G>> Search<G> for PolicyFirst<P, S> {
    fn search(&mut self, state: &G, budget: &Budget, seed: Seed) -> Result<Decision<G::Action>, SearchError> {
        match self.policy.choose(state, &mut seed.derive(0).rng()) {
            Some(action) => Ok(by_policy(state, action)),
            None => self.search.search(state, budget, seed.derive(1)),
        }
    }
}

/// The decision for an action that a policy chose.
fn by_policy<G: Game>(state: &G, action: G::Action) -> Decision<G::Action> {
    let player = state.turn().player().unwrap_or(Player::First);
    let mut decision = Decision::new(player, action, state.score() as f64);
    decision.stats = SearchStats::new(1, 0, 0);
    decision
}
