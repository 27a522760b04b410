//! The trait `Search`, and searches made of other searches and of policies.

use alloc::boxed::Box;

use gambol_core::{EventOf, Game, Player, Policy, Seed};

use crate::budget::Budget;
use crate::decision::{Decision, SearchStats, root_of};
use crate::error::SearchError;
use crate::limits::Limits;

/// A search: a decision for a state within a budget.
///
/// Everything that decides is a search: the algorithms of this crate, a policy that does not search
/// at all ([`PolicyOnly`]), a search with a budget of its own ([`WithBudget`]). Matches, registries
/// and programs hold them as `Box<dyn Search<G>>`: the trait is dyn-compatible, and boxes of
/// searches and mutable references to them are searches too. Inside, searches are statically
/// dispatched.
///
/// # Memory between calls
///
/// [`search`](Self::search) can be called for any state at any time. A search may keep memory
/// between calls, such as a transposition table, but what it keeps changes no decision: the same
/// state, seed and budget without time give the same decision as from a fresh search. Settings that
/// give this up, such as [`AlphaBeta::keep_table`](crate::AlphaBeta::keep_table), say so.
///
/// # Whole games
///
/// A caller that plays a whole game tells its searches about it, so that learners learn, and trees
/// and tables can be kept, without a game loop of their own:
///
/// 1. [`new_game`](Self::new_game), with the first state;
/// 2. [`observe`](Self::observe), after each event of the game, whoever caused it, with `search`
///    whenever the search is to move;
/// 3. [`game_over`](Self::game_over), with the last state, unless the game was broken off.
///
/// All three do nothing by default. A caller that asks for single decisions calls none of them. One
/// search follows one game at a time.
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

    /// The limits of a budget that bound the search besides time, stop flag and stop condition. By
    /// default, [none](Limits::none).
    fn limits(&self) -> Limits {
        Limits::none()
    }

    /// A new game begins in this state. Forgets what belongs to the game before.
    fn new_game(&mut self, start: &G) {
        let _ = start;
    }

    /// An action, the search's own or another player's, or a chance outcome led from `before` to
    /// `after`.
    fn observe(&mut self, before: &G, event: EventOf<G>, after: &G) {
        let _ = (before, event, after);
    }

    /// The game ended in this state.
    fn game_over(&mut self, last: &G) {
        let _ = last;
    }
}

/// Writes the methods named, of those that tell a search of a whole game: each calls its own on all
/// the searches inside.
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

/// A search with a budget of its own, combined with the caller's by [`Budget::under`]: for players
/// with their own limits.
///
/// ```
/// use gambol_core::{Game, Seed};
/// use gambol_search::{Budget, Decision, Mcts, Search, SearchError, WithBudget};
///
/// fn decide<G: Game>(state: &G) -> Result<Decision<G::Action>, SearchError> {
///     let mut player = WithBudget::new(Mcts::new(), Budget::unlimited().simulations(10_000));
///     // 10,000 simulations, since the caller sets no limit.
///     player.search(state, &Budget::unlimited(), Seed::new(1))
/// }
/// ```
#[derive(Clone, Debug)]
pub struct WithBudget<S> {
    search: S,
    budget: Budget,
}

impl<S> WithBudget<S> {
    /// This search within this budget.
    pub fn new(search: S, budget: Budget) -> Self {
        Self { search, budget }
    }
}

impl<G: Game, S: Search<G>> Search<G> for WithBudget<S> {
    fn search(&mut self, state: &G, budget: &Budget, seed: Seed) -> Result<Decision<G::Action>, SearchError> {
        self.search.search(state, &self.budget.under(budget), seed)
    }

    fn limits(&self) -> Limits {
        let limits = self.search.limits();
        limits.open_ended(limits.open_ended && !limits.is_bound_by(&self.budget))
    }

    forward_game!(new_game, observe, game_over => (this: this.search));
}

/// A policy as a search: plays the policy's action, or a uniformly random one where the policy
/// abstains.
///
/// Decisions have no root actions, and their value is the score. The budget is ignored.
///
/// ```
/// use gambol_core::{Seed, Uniform};
/// use gambol_search::{Budget, PolicyOnly, Search};
/// use gambol_threes::Threes;
///
/// let state: Threes = "6,12,6,3/2,24,1,2/3,3,6,12/0,0,2,0 3 4,2,1 m".parse()?;
/// let decision = PolicyOnly(Uniform).search(&state, &Budget::unlimited(), Seed::new(1))?;
/// assert!(decision.root.is_empty(), "nothing was compared");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct PolicyOnly<P>(pub P);

impl<G: Game, P: Policy<G>> Search<G> for PolicyOnly<P> {
    fn search(&mut self, state: &G, _: &Budget, seed: Seed) -> Result<Decision<G::Action>, SearchError> {
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

/// A policy, with a search where the policy abstains: *biased* play in de Bruin's thesis, whose BMC
/// is this before [`FlatMonteCarlo`](crate::FlatMonteCarlo).
///
/// ```
/// use gambol_core::{FromFn, Game, Rng, Seed};
/// use gambol_search::{Budget, FlatMonteCarlo, PolicyFirst, Search};
/// use gambol_threes::{Swipe, Threes};
///
/// // Down where it is legal; a search decides elsewhere.
/// let down = FromFn(|state: &Threes, _: &mut dyn Rng| {
///     state.check_action(Swipe::Down).is_ok().then_some(Swipe::Down)
/// });
/// let state: Threes = "6,12,6,3/2,24,1,2/3,3,6,12/0,0,2,0 3 4,2,1 m".parse()?;
/// let mut search = PolicyFirst::new(down, FlatMonteCarlo::new().rollouts(5));
/// assert_eq!(search.search(&state, &Budget::unlimited(), Seed::new(1))?.action, Swipe::Down);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct PolicyFirst<P, S> {
    policy: P,
    search: S,
}

impl<P, S> PolicyFirst<P, S> {
    /// This policy before this search.
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

    fn limits(&self) -> Limits {
        self.search.limits()
    }

    forward_game!(new_game, observe, game_over => (this: this.search));
}

/// The decision for an action that a policy chose.
fn by_policy<G: Game>(state: &G, action: G::Action) -> Decision<G::Action> {
    let player = state.turn().player().unwrap_or(Player::First);
    let mut decision = Decision::new(player, action, state.score() as f64);
    decision.stats = SearchStats::new(1, 0, 0);
    decision
}
