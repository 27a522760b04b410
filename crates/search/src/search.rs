//! The `Search` trait, and the limits of a budget that bound a search.

use alloc::boxed::Box;
use core::fmt;

use gambol_core::{EventOf, Game, Seed};

use crate::budget::Budget;
use crate::decision::Decision;
use crate::error::SearchError;

/// A search: a decision for a state within a budget.
///
/// Everything that decides is a search: the algorithms of this crate, a policy without any search
/// ([`PolicyOnly`](crate::PolicyOnly)), a search with its own budget
/// ([`WithBudget`](crate::WithBudget)). The trait is dyn-compatible: matches, registries and
/// programs hold searches as `Box<dyn Search<G>>`. Boxes of searches and mutable references to them
/// are searches, too. Internally, searches are statically dispatched.
///
/// # Memory between calls
///
/// [`search`](Self::search) can be called for any state at any time. A search may keep memory
/// between calls, such as a transposition table, but it does not affect decisions: the same state,
/// seed and budget without time give the same decision as a new search. Settings that give up this
/// guarantee, such as [`AlphaBeta::keep_table`](crate::AlphaBeta::keep_table), are documented.
///
/// # Whole games
///
/// A caller that plays a whole game reports it to its searches, so that they can learn and keep
/// trees and tables without a separate game loop:
///
/// 1. [`new_game`](Self::new_game) with the first state;
/// 2. [`observe`](Self::observe) after each event of the game by any player or chance, and `search`
///    whenever the search is to move;
/// 3. [`game_over`](Self::game_over) with the last state, unless the game is aborted.
///
/// All three do nothing by default. Callers that need single decisions call none of them. A search
/// follows one game at a time.
///
/// ```
/// use gambol_core::{Event, EventOf, Game, GameExt, Seed, Turn};
/// use gambol_search::{Budget, Search, SearchError};
///
/// /// Plays a game to its end; chance draws from the seed.
/// fn play<G: Game>(
///     mut state: G,
///     search: &mut dyn Search<G>,
///     seed: Seed,
/// ) -> Result<G, SearchError> {
///     let (mut chance, mut decisions) = (seed.derive(0).rng(), 0);
///     search.new_game(&state);
///     loop {
///         let event: EventOf<G> = match state.turn() {
///             Turn::Player(_) => {
///                 decisions += 1;
///                 Event::Action(
///                     search.search(&state, &Budget::unlimited(), seed.derive(decisions))?.action,
///                 )
///             }
///             Turn::Chance => match state.random_outcome(&mut chance) {
///                 Some(outcome) => Event::Outcome(outcome),
///                 None => return Ok(state),
///             },
///             Turn::Over => break,
///         };
///         let before = state.clone();
///         state.advance(event);
///         search.observe(&before, event, &state);
///     }
///     search.game_over(&state);
///     Ok(state)
/// }
/// ```
pub trait Search<G: Game>: Send {
    /// Searches a state in which a player is to move.
    ///
    /// # Errors
    ///
    /// [`SearchError::NoPlayersTurn`] if no player is to move; [`SearchError::Unlimited`] if the
    /// budget has limits and none of them bounds the search; other errors as the search documents.
    fn search(&mut self, state: &G, budget: &Budget, seed: Seed) -> Result<Decision<G::Action>, SearchError>;

    /// Returns the limits of a budget that bound the search besides time, stop flag and stop
    /// condition. [None](Limits::none) by default.
    fn limits(&self) -> Limits {
        Limits::none()
    }

    /// Starts a new game in this state and discards data of the previous one.
    fn new_game(&mut self, start: &G) {
        let _ = start;
    }

    /// Observes an event that led from `before` to `after`: an action of the search or of another
    /// player, or a chance outcome.
    fn observe(&mut self, before: &G, event: EventOf<G>, after: &G) {
        let _ = (before, event, after);
    }

    /// Ends the game in this state.
    fn game_over(&mut self, last: &G) {
        let _ = last;
    }
}

/// Implements the named methods of whole games; each forwards to all inner searches.
macro_rules! forward_game {
    (@new_game ($this:ident: $($inner:expr),+)) => {
        fn new_game(&mut self, start: &G) {
            let $this = self;
            $($inner.new_game(start);)+
        }
    };
    (@observe ($this:ident: $($inner:expr),+)) => {
        fn observe(&mut self, before: &G, event: gambol_core::EventOf<G>, after: &G) {
            let $this = self;
            $($inner.observe(before, event, after);)+
        }
    };
    (@game_over ($this:ident: $($inner:expr),+)) => {
        fn game_over(&mut self, last: &G) {
            let $this = self;
            $($inner.game_over(last);)+
        }
    };
    ($($method:ident),+ => $inner:tt) => {
        $($crate::search::forward_game!(@$method $inner);)+
    };
}
pub(crate) use forward_game;

/// Forwards every method through a pointer to `S`.
macro_rules! forward {
    ($($pointer:ty),+) => {$(
        impl<G: Game, S: Search<G> + ?Sized> Search<G> for $pointer {
            fn search(&mut self, state: &G, budget: &Budget, seed: Seed) -> Result<Decision<G::Action>, SearchError> {
                (**self).search(state, budget, seed)
            }

            fn limits(&self) -> Limits {
                (**self).limits()
            }

            forward_game!(new_game, observe, game_over => (this: **this));
        }
    )+};
}

forward!(&mut S, Box<S>);

/// The limits of a [`Budget`] that bound a search besides time, stop flag and stop condition, which
/// bound every search. [`Search::limits`](crate::Search::limits) returns them.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/nim.rs")); }
/// # use nim::*;
/// use gambol_core::Null;
/// use gambol_search::{AlphaBeta, Budget, Mcts, Search};
///
/// let searches: [Box<dyn Search<Nim>>; 2] =
///     [Box::new(AlphaBeta::new(Null)), Box::new(Mcts::new())];
/// let limits = searches.map(|search| search.limits());
/// assert_eq!(limits.map(|limits| limits.to_string()), ["nodes, depth", "nodes, simulations, depth"]);
///
/// // Alpha-beta does not count simulations, so that nothing would end this search.
/// let budget = Budget::unlimited().simulations(1_000);
/// assert_eq!(limits.map(|limits| limits.check(&budget).is_ok()), [false, true]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[expect(clippy::struct_excessive_bools, reason = "independent properties")]
pub struct Limits {
    /// Whether [`Budget::nodes`] bounds the search.
    pub nodes: bool,
    /// Whether [`Budget::simulations`] bounds the search.
    pub simulations: bool,
    /// Whether [`Budget::depth`] bounds the search.
    pub depth: bool,
    /// Whether the search reports progress ([`Budget::watch`]).
    pub progress: bool,
    /// Whether only the budget or the exhaustion of the game tree ends the search, not its own
    /// settings.
    pub open_ended: bool,
}

impl Limits {
    /// Only time, stop flag and stop condition bound the search; it ends by its own settings.
    #[must_use]
    pub const fn none() -> Self {
        Self { nodes: false, simulations: false, depth: false, progress: false, open_ended: false }
    }

    /// Adds the node limit.
    #[must_use]
    pub const fn nodes(self) -> Self {
        Self { nodes: true, ..self }
    }

    /// Adds the simulation limit.
    #[must_use]
    pub const fn simulations(self) -> Self {
        Self { simulations: true, ..self }
    }

    /// Adds the depth limit.
    #[must_use]
    pub const fn depth(self) -> Self {
        Self { depth: true, ..self }
    }

    /// Adds progress reports.
    #[must_use]
    pub const fn progress(self) -> Self {
        Self { progress: true, ..self }
    }

    /// Sets whether only the budget or the exhaustion of the game tree ends the search.
    #[must_use]
    pub const fn open_ended(self, open_ended: bool) -> Self {
        Self { open_ended, ..self }
    }

    /// Returns the limits that bound a sequence of two searches: those of one of them, if the other
    /// has them too or ends by itself.
    #[must_use]
    pub const fn both(self, other: Self) -> Self {
        let (first, second) = (!self.open_ended, !other.open_ended);
        Self {
            nodes: self.nodes && (other.nodes || second) || other.nodes && first,
            simulations: self.simulations && (other.simulations || second) || other.simulations && first,
            depth: self.depth && (other.depth || second) || other.depth && first,
            progress: self.progress || other.progress,
            open_ended: self.open_ended || other.open_ended,
        }
    }

    /// Whether a limit of the budget bounds the search.
    pub(crate) fn is_bound_by(self, budget: &Budget) -> bool {
        budget.max_time().is_some()
            || budget.is_stoppable()
            || (self.nodes && budget.max_nodes().is_some())
            || (self.simulations && budget.max_simulations().is_some())
            || (self.depth && budget.max_depth().is_some())
    }

    /// Checks that a budget with limits bounds the search. A budget without any limit is valid: the
    /// search then ends by itself or with the game tree.
    ///
    /// # Errors
    ///
    /// [`SearchError::Unlimited`] if the budget has limits, none of them bounds the search, and the
    /// search is [open-ended](Self::open_ended).
    pub fn check(self, budget: &Budget) -> Result<(), SearchError> {
        let is_limited =
            budget.max_nodes().is_some() || budget.max_simulations().is_some() || budget.max_depth().is_some();
        if self.open_ended && is_limited && !self.is_bound_by(budget) {
            return Err(SearchError::Unlimited { limits: self });
        }
        Ok(())
    }
}

/// Writes the names of the limits, separated by commas, or "nothing" if there are none.
impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = [(self.nodes, "nodes"), (self.simulations, "simulations"), (self.depth, "depth")];
        let mut separator = "";
        for (_, name) in names.into_iter().filter(|&(is_set, _)| is_set) {
            f.write_str(separator)?;
            f.write_str(name)?;
            separator = ", ";
        }
        if separator.is_empty() { f.write_str("nothing") } else { Ok(()) }
    }
}
