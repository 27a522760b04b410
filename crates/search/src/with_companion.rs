//! Searches of states with companions, for plain states.

use gambol_core::{Companion, EventOf, Game, Seed, Tracked};

use crate::budget::Budget;
use crate::decision::Decision;
use crate::error::SearchError;
use crate::limits::Limits;
use crate::search::Search;

/// A search of plain states by a search of [`Tracked`] ones: it makes the [`Companion`] of the
/// root, and the search updates it along its path.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/nim.rs")); }
/// # use nim::*;
/// use gambol_core::{Companion, FromFn, Seed, Tracked};
/// use gambol_search::{AlphaBeta, Budget, Search, WithCompanion};
///
/// /// The matches beyond the last multiple of four.
/// #[derive(Clone, Debug, Default)]
/// struct Rest(u8);
///
/// impl Companion<Nim> for Rest {
///     fn at(&self, state: &Nim) -> Self {
///         Self(state.matches % 4)
///     }
///     fn play(&mut self, _: &Nim, action: u8) {
///         self.0 = (self.0 + 4 - action) % 4;
///     }
/// }
///
/// // Whoever leaves a multiple of four wins: one ply is enough.
/// let by_rest = FromFn(|tracked: &Tracked<Nim, Rest>| {
///     let mover = tracked.state().to_move.sign() as f64;
///     if tracked.companion().0 == 0 { -mover } else { mover }
/// });
/// let mut search = WithCompanion::new(Rest::default(), AlphaBeta::new(by_rest).depth(1));
/// let state = Nim { matches: 21, to_move: Player::First };
/// assert_eq!(search.search(&state, &Budget::unlimited(), Seed::new(1))?.action, 1);
/// # Ok::<(), gambol_search::SearchError>(())
/// ```
#[derive(Clone, Debug)]
pub struct WithCompanion<C, S> {
    prototype: C,
    search: S,
}

impl<C, S> WithCompanion<C, S> {
    /// This search, with companions that have the settings of `prototype`.
    pub fn new(prototype: C, search: S) -> Self {
        Self { prototype, search }
    }

    fn tracked<G: Game>(&self, state: &G) -> Tracked<G, C>
    where
        C: Companion<G>,
    {
        Tracked::new(state.clone(), &self.prototype)
    }
}

impl<G: Game, C: Companion<G>, S: Search<Tracked<G, C>>> Search<G> for WithCompanion<C, S> {
    fn search(&mut self, state: &G, budget: &Budget, seed: Seed) -> Result<Decision<G::Action>, SearchError> {
        let tracked = self.tracked(state);
        self.search.search(&tracked, budget, seed)
    }

    fn limits(&self) -> Limits {
        self.search.limits()
    }

    fn new_game(&mut self, start: &G) {
        let tracked = self.tracked(start);
        self.search.new_game(&tracked);
    }

    fn observe(&mut self, before: &G, event: EventOf<G>, after: &G) {
        let (before, after) = (self.tracked(before), self.tracked(after));
        self.search.observe(&before, event, &after);
    }

    fn game_over(&mut self, last: &G) {
        let tracked = self.tracked(last);
        self.search.game_over(&tracked);
    }
}
