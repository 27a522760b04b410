//! The kit: what to test, and how much.

use std::fmt;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::plan::{Forms, Index, Plan, View};
use super::{Check, Failure, Report, engine, environment};
use gambol_core::{Game, Indexed, Notation, Observe, Seed};

/// Tests of a game, built from its start states. See the [module's page](super) for how to use it.
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
    /// A kit for the game that starts in the states that `start` makes, one for each seed. It must
    /// give the same state whenever it gets the same seed. A game with one start state ignores the
    /// seed.
    ///
    /// Without further settings, at least 10,000 states are generated, on walks of at most 200
    /// plies.
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

    /// At least so many states are generated (default 10,000). The environment variable
    /// `GAMBOL_CONFORMANCE_STATES` overrides it.
    #[must_use]
    pub fn states(mut self, states: usize) -> Self {
        self.plan.states = states;
        self
    }

    /// No random walk is longer than so many events (default 200); at most about a million.
    #[must_use]
    pub fn plies(mut self, plies: usize) -> Self {
        self.plan.plies = plies;
        self
    }

    /// Tells of more actions, legal or not, to test that no other than the listed ones is accepted.
    /// Best are all that can be written down, out of range ones included. Without it, the kit only
    /// knows the actions it has seen in other states.
    #[must_use]
    pub fn candidates(mut self, universe: impl Fn(&G) -> Vec<G::Action> + 'static) -> Self {
        self.plan.universe = Some(Box::new(universe));
        self
    }

    /// Tests the text forms too (off by default).
    #[must_use]
    pub fn text(mut self) -> Self
    where
        G: Notation,
    {
        self.plan.text = Some(Forms::text());
        self
    }

    /// Tests serde's forms too, by way of JSON (off by default).
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

    /// Tests the index of actions too (off by default).
    #[must_use]
    pub fn indexed(mut self) -> Self
    where
        G: Indexed,
    {
        self.plan.indexed = Some(Index::new());
        self
    }

    /// Tests the planes too (off by default).
    ///
    /// Planes are compared where [keys](Game::key) differ. A game that hides what its key shows,
    /// such as the score in a default key, leaves out [`Check::DistinctPlanes`].
    #[must_use]
    pub fn observed(mut self) -> Self
    where
        G: Observe,
    {
        self.plan.observed = Some(View::new());
        self
    }

    /// Also tests that keys are spread (off by default): the high 16 and the low 32 bits of
    /// different keys agree no more often than by chance. [`Game::key`] does not demand it, and the
    /// searches of Gambol mix keys. A table of your own that uses the bits of keys directly needs
    /// it.
    #[must_use]
    pub fn spread_keys(mut self) -> Self {
        self.plan.spread_keys = true;
        self
    }

    /// Leaves out a check: for a game that breaks a promise knowingly, or to see what else fails.
    /// [`Check::Start`] is always made, and what panics while a state is listed or played is always
    /// told.
    #[must_use]
    pub fn without(mut self, check: Check) -> Self {
        self.plan.without.push(check);
        self
    }

    /// Runs the tests, and says how much was tested.
    ///
    /// # Errors
    ///
    /// The first promise found broken, with the shortest walk found that shows it.
    ///
    /// # Panics
    ///
    /// If `GAMBOL_CONFORMANCE_STATES` is set to something else than a number. A panic of the game
    /// is no panic here but a failure of the check that was running.
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
    /// If a promise is broken, with the [`Failure`] as the message.
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
