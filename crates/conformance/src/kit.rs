//! The kit: the game, the optional checks, and the amount of testing.

use std::fmt;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::plan::{Forms, Index, Plan, View};
use super::{Check, Failure, Report, engine, environment};
use gambol_core::{Game, Indexed, Notation, Observe, Seed};

/// Tests of a game, built from its start states. See the [crate documentation](super).
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/nim.rs")); }
/// # use nim::*;
/// use gambol_conformance::Kit;
///
/// // Defaults: 10,000 states, walks of at most 200 plies, no text, serde, index or planes.
/// let report = Kit::new(|_| Nim { matches: 7, to_move: Player::First })
///     .states(100)
///     .plies(20)
///     .check()
///     .expect("Nim is sound");
/// assert!(report.states >= 100);
/// ```
pub struct Kit<G: Game> {
    plan: Plan<G>,
}

impl<G: Game> Kit<G> {
    /// Creates a kit for the game whose start states `start` returns, one for each seed. It must
    /// return the same state for the same seed. A game with one start state ignores the seed.
    ///
    /// By default, at least 10,000 states are generated, on walks of at most 200 plies.
    pub fn new(start: impl Fn(Seed) -> G + 'static) -> Self {
        let start = Box::new(start);
        Self {
            plan: Plan {
                start,
                states: 10_000,
                plies: 200,
                universe: None,
                text: None,
                serde: None,
                indexed: None,
                observed: None,
                spread_keys: false,
                without: Vec::new(),
            },
        }
    }

    /// Sets the least number of generated states, at least 1 (default 10,000). The environment
    /// variable `GAMBOL_CONFORMANCE_STATES` overrides it.
    #[must_use]
    pub fn states(mut self, states: usize) -> Self {
        self.plan.states = states;
        self
    }

    /// Sets the greatest number of events of a random walk (default 200), at most about a million.
    #[must_use]
    pub fn plies(mut self, plies: usize) -> Self {
        self.plan.plies = plies;
        self
    }

    /// Adds actions, legal or not, to test that only the listed ones are accepted. Preferably these
    /// are all representable actions, including those out of range. By default, the kit tests the
    /// actions of other states.
    #[must_use]
    pub fn candidates(mut self, universe: impl Fn(&G) -> Vec<G::Action> + 'static) -> Self {
        self.plan.universe = Some(Box::new(universe));
        self
    }

    /// Also tests the text forms (off by default).
    #[must_use]
    pub fn text(mut self) -> Self
    where
        G: Notation,
    {
        self.plan.text = Some(Forms::text());
        self
    }

    /// Also tests the serde forms, by JSON (off by default).
    #[must_use]
    pub fn serde(mut self) -> Self
    where
        G: Game<Action: Serialize + DeserializeOwned, Outcome: Serialize + DeserializeOwned>
            + Serialize
            + DeserializeOwned,
    {
        self.plan.serde = Some(Forms::json());
        self
    }

    /// Also tests the index of actions (off by default).
    #[must_use]
    pub fn indexed(mut self) -> Self
    where
        G: Indexed,
    {
        self.plan.indexed = Some(Index::new());
        self
    }

    /// Also tests the planes (off by default).
    ///
    /// Planes are compared if [keys](Game::key) differ. A game whose planes omit a part of its key,
    /// such as the score in a default key, omits [`Check::DistinctPlanes`].
    #[must_use]
    pub fn observed(mut self) -> Self
    where
        G: Observe,
    {
        self.plan.observed = Some(View::new());
        self
    }

    /// Also tests that keys are spread (off by default): the high 16 and the low 32 bits of
    /// different keys agree no more often than by chance. [`Game::key`] does not require it, and
    /// the searches of Gambol mix keys. Custom tables that use the bits of keys directly need it.
    #[must_use]
    pub fn spread_keys(mut self) -> Self {
        self.plan.spread_keys = true;
        self
    }

    /// Omits a check, for a game that deliberately breaks a promise, or to find further failures.
    /// [`Check::Start`] always runs, and panics in listing or play are always reported.
    #[must_use]
    pub fn without(mut self, check: Check) -> Self {
        self.plan.without.push(check);
        self
    }

    /// Runs the tests and returns a report of their amount.
    ///
    /// # Errors
    ///
    /// Returns the first broken promise found, with the shortest walk found that shows it.
    ///
    /// # Panics
    ///
    /// Panics if `GAMBOL_CONFORMANCE_STATES` is set but not a number. A panic of the game is not
    /// propagated, but is a failure of the running check.
    pub fn check(mut self) -> Result<Report, Failure> {
        if let Some(states) = environment::number("GAMBOL_CONFORMANCE_STATES") {
            self.plan.states = states;
        }
        engine::run(&self.plan)
    }

    /// Runs the tests in a test function.
    ///
    /// # Panics
    ///
    /// Panics if a promise is broken, with the [`Failure`] as the message.
    #[track_caller]
    pub fn assert(self) {
        if let Err(failure) = self.check() {
            panic!("{failure}");
        }
    }
}

impl<G: Game> fmt::Debug for Kit<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Kit")
            .field("states", &self.plan.states)
            .field("plies", &self.plan.plies)
            .field("candidates", &self.plan.universe.is_some())
            .field("text", &self.plan.text.is_some())
            .field("serde", &self.plan.serde.is_some())
            .field("indexed", &self.plan.indexed.is_some())
            .field("observed", &self.plan.observed.is_some())
            .field("spread_keys", &self.plan.spread_keys)
            .field("without", &self.plan.without)
            .finish_non_exhaustive()
    }
}
