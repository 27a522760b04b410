//! Incrementally updated data attached to a state during a search.

use core::fmt::{self, Debug};
use core::hash::{Hash, Hasher};
use core::ops::ControlFlow;

use crate::error::Illegal;
use crate::ext::GameExt;
use crate::game::{Game, Reservoir, Scoring, break_if, wins_by};
use crate::random::Rng;
use crate::turn::Turn;

/// Data attached to a state that a search updates along its path instead of computing it at each
/// leaf, such as counts of patterns, indices of an n-tuple network, or the first layer of a neural
/// network.
///
/// A plain state has no such data, so rollouts and other searches do not pay for it. [`Tracked`]
/// combines a state and a companion. Searches of `Tracked<G, C>` call [`play`](Self::play) and
/// [`resolve`](Self::resolve) for each event, and an [`Evaluator`](crate::Evaluator) of
/// `Tracked<G, C>` reads the result, all with static dispatch. `WithCompanion` in
/// [`gambol-search`](https://docs.rs/gambol-search) converts such a search to one of plain states.
///
/// # Contract
///
/// A companion is a function of the state and of its own settings. After `play` or `resolve`, it
/// equals the result of [`at`](Self::at) for the new state, except for rounding in floating-point
/// sums. Settings do not change with events: limits of a selection, or a reference to the weights
/// of a network. Searches clone a companion for each child, so it should be a plain value without
/// an allocation, and shared weights should be a `&'static` reference or an index.
///
/// Only `at` is required. `assert_companion` in
/// [`gambol-conformance`](https://docs.rs/gambol-conformance) tests the others against it.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/nim.rs")); }
/// # use nim::*;
/// use gambol_core::{Companion, Evaluator, Tracked};
///
/// /// The matches beyond the last multiple of four.
/// #[derive(Clone, Copy, Debug, Default, PartialEq)]
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
/// /// Whoever leaves a multiple of four wins.
/// struct ByRest;
///
/// impl Evaluator<Tracked<Nim, Rest>> for ByRest {
///     fn evaluate(&self, tracked: &Tracked<Nim, Rest>) -> f64 {
///         let mover = tracked.state().to_move.sign() as f64;
///         if tracked.companion().0 == 0 { -mover } else { mover }
///     }
/// }
///
/// let mut tracked = Tracked::new(Nim { matches: 10, to_move: Player::First }, &Rest::default());
/// tracked.play(2);
/// assert_eq!((tracked.companion().0, ByRest.evaluate(&tracked)), (0, 1.0));
/// ```
pub trait Companion<G: Game>: Clone + Debug + Send + Sync + 'static {
    /// Returns the companion of a state, with the settings of this one.
    #[must_use]
    fn at(&self, state: &G) -> Self;

    /// Updates the companion of `before` to that of the state after a legal action.
    ///
    /// The default recomputes it from the new state.
    fn play(&mut self, before: &G, action: G::Action) {
        *self = self.at(&before.afterstate(action));
    }

    /// Updates the companion of `before` to that of the state after a possible outcome.
    ///
    /// The default recomputes it from the new state.
    fn resolve(&mut self, before: &G, outcome: G::Outcome) {
        let mut after = before.clone();
        after.resolve(outcome);
        *self = self.at(&after);
    }

    /// Calls `visit` with the candidates of searches, like [`Game::visit_candidates`]. By default,
    /// those of the game.
    #[inline]
    fn visit_candidates<F>(&self, state: &G, visit: F) -> ControlFlow<()>
    where
        F: FnMut(G::Action) -> ControlFlow<()>,
    {
        state.visit_candidates(visit)
    }

    /// Whether candidates are a selection, like [`Game::is_selective`]. By default, that of the
    /// game.
    #[inline]
    fn is_selective(&self, state: &G) -> bool {
        state.is_selective()
    }

    /// Whether no omitted action is better than every candidate, like
    /// [`Game::has_exact_candidates`]. By default, `true` unless the candidates are a selection.
    #[inline]
    fn has_exact_candidates(&self, state: &G) -> bool {
        !self.is_selective(state)
    }

    /// Returns a candidate that wins at once, like [`Game::winning_action`].
    ///
    /// The default calls the game's method, or plays each candidate if they are a selection.
    fn winning_action(&self, state: &G) -> Option<G::Action> {
        if !self.is_selective(state) {
            return state.winning_action();
        }
        let Turn::Player(player) = state.turn() else { return None };
        let mut winning = None;
        let _ = self.visit_candidates(state, |action| {
            winning = wins_by(state, player, action).then_some(action);
            break_if(winning.is_some())
        });
        winning
    }
}

/// A state with its [`Companion`]: a game with the same rules.
///
/// Equality, hash and key are those of the state alone. Candidates and winning actions are those of
/// the companion, everything else is that of the state. The companion of an image under a symmetry
/// is recomputed.
///
/// ```
/// # mod toss { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/toss.rs")); }
/// # use toss::*;
/// use gambol_core::{Companion, GameExt, Tracked};
///
/// /// The number of points, recomputed after each event: the default.
/// #[derive(Clone, Debug, Default)]
/// struct Points(i64);
///
/// impl Companion<Toss> for Points {
///     fn at(&self, state: &Toss) -> Self {
///         Self(state.score())
///     }
/// }
///
/// let mut tracked =
///     Tracked::new(Toss { points: 4, turn: Turn::Player(Player::First) }, &Points::default());
/// tracked.play("toss");
/// tracked.resolve(true);
/// assert_eq!((tracked.state().points, tracked.companion().0), (8, 8));
/// assert_eq!(tracked.actions(), tracked.state().actions());
/// ```
pub struct Tracked<G, C> {
    state: G,
    companion: C,
}

impl<G: Clone, C: Clone> Clone for Tracked<G, C> {
    #[inline]
    fn clone(&self) -> Self {
        Self { state: self.state.clone(), companion: self.companion.clone() }
    }

    #[inline]
    fn clone_from(&mut self, source: &Self) {
        self.state.clone_from(&source.state);
        self.companion.clone_from(&source.companion);
    }
}

impl<G: Game, C: Companion<G>> Tracked<G, C> {
    /// Attaches the companion that `prototype` creates [at](Companion::at) this state.
    pub fn new(state: G, prototype: &C) -> Self {
        let companion = prototype.at(&state);
        Self { state, companion }
    }
}

impl<G, C> Tracked<G, C> {
    /// Returns the plain state.
    #[inline]
    pub fn state(&self) -> &G {
        &self.state
    }

    /// Returns the companion.
    #[inline]
    pub fn companion(&self) -> &C {
        &self.companion
    }
}

impl<G: PartialEq, C> PartialEq for Tracked<G, C> {
    fn eq(&self, other: &Self) -> bool {
        self.state == other.state
    }
}

impl<G: Eq, C> Eq for Tracked<G, C> {}

impl<G: Hash, C> Hash for Tracked<G, C> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.state.hash(hasher);
    }
}

impl<G: Debug, C> Debug for Tracked<G, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tracked").field("state", &self.state).finish_non_exhaustive()
    }
}

impl<G: Game, C: Companion<G>> Game for Tracked<G, C> {
    type Action = G::Action;
    type Outcome = G::Outcome;
    const PLAYERS: usize = G::PLAYERS;
    const SCORING: Scoring = G::SCORING;

    #[inline]
    fn turn(&self) -> Turn {
        self.state.turn()
    }

    #[inline]
    fn score(&self) -> i64 {
        self.state.score()
    }

    #[inline]
    fn visit_actions<F>(&self, visit: F) -> ControlFlow<()>
    where
        F: FnMut(G::Action) -> ControlFlow<()>,
    {
        self.state.visit_actions(visit)
    }

    #[inline]
    fn visit_outcomes<F>(&self, visit: F) -> ControlFlow<()>
    where
        F: FnMut(G::Outcome, f64) -> ControlFlow<()>,
    {
        self.state.visit_outcomes(visit)
    }

    #[inline]
    fn visit_outcomes_without_preview<F>(&self, visit: F) -> ControlFlow<()>
    where
        F: FnMut(G::Outcome, f64) -> ControlFlow<()>,
    {
        self.state.visit_outcomes_without_preview(visit)
    }

    #[inline]
    fn play(&mut self, action: G::Action) {
        self.companion.play(&self.state, action);
        self.state.play(action);
    }

    #[inline]
    fn resolve(&mut self, outcome: G::Outcome) {
        self.companion.resolve(&self.state, outcome);
        self.state.resolve(outcome);
    }

    fn check_action(&self, action: G::Action) -> Result<(), Illegal> {
        self.state.check_action(action)
    }

    fn check_outcome(&self, outcome: G::Outcome) -> Result<(), Illegal> {
        self.state.check_outcome(outcome)
    }

    #[inline]
    fn visit_candidates<F>(&self, visit: F) -> ControlFlow<()>
    where
        F: FnMut(G::Action) -> ControlFlow<()>,
    {
        self.companion.visit_candidates(&self.state, visit)
    }

    #[inline]
    fn is_selective(&self) -> bool {
        self.companion.is_selective(&self.state)
    }

    #[inline]
    fn has_exact_candidates(&self) -> bool {
        self.companion.has_exact_candidates(&self.state)
    }

    #[inline]
    fn winning_action(&self) -> Option<G::Action> {
        self.companion.winning_action(&self.state)
    }

    fn random_action<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<G::Action> {
        if !self.is_selective() {
            return self.state.random_action(rng);
        }
        let mut draw = Reservoir::new(rng);
        let _ = self.visit_candidates(|action| draw.offer(action));
        draw.chosen
    }

    #[inline]
    fn random_outcome<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<G::Outcome> {
        self.state.random_outcome(rng)
    }

    #[inline]
    fn key(&self) -> u64 {
        self.state.key()
    }

    fn symmetries(&self) -> usize {
        self.state.symmetries()
    }

    fn transform(&self, symmetry: usize) -> Self {
        let state = self.state.transform(symmetry);
        let companion = self.companion.at(&state);
        Self { state, companion }
    }

    fn canonical(&self) -> Self {
        let state = self.state.canonical();
        let companion = if state == self.state { self.companion.clone() } else { self.companion.at(&state) };
        Self { state, companion }
    }

    fn transform_action(&self, symmetry: usize, action: G::Action) -> G::Action {
        self.state.transform_action(symmetry, action)
    }

    fn transform_outcome(&self, symmetry: usize, outcome: G::Outcome) -> G::Outcome {
        self.state.transform_outcome(symmetry, outcome)
    }
}
