//! The `Search` trait.

use alloc::boxed::Box;

use gambol_core::{EventOf, Game, Seed};

use crate::budget::Budget;
use crate::decision::Decision;
use crate::error::SearchError;
use crate::limits::Limits;

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
