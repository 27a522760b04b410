//! The `Game` trait.

use alloc::format;
use core::fmt::Debug;
use core::hash::{Hash, Hasher};
use core::ops::ControlFlow;

use crate::error::Illegal;
use crate::key::StableHasher;
use crate::random::{Rng, below, unit};
use crate::turn::{Player, Turn};

/// A state of a game, with its rules.
///
/// A value that implements `Game` is a *state*: a plain value with everything that the players
/// know, including the rules and sizes of its variant. It contains nothing else: no generator, no
/// history, no globals. The module [`design`](crate::design) explains the design decisions and
/// their costs.
///
/// # Chance
///
/// A chance event has one of the listed outcomes by their probabilities. Chance events may follow
/// one another. Their number may be unbounded ("six: roll again"), but it must be finite with
/// probability 1, so that sampling ends. Searches that enumerate outcomes cut such chains off by
/// probability and length, and evaluate the states there statically. The conformance kit reports
/// games with such chains.
///
/// # To implement it
///
/// Six methods, two types and the number of players are required. The other methods have defaults
/// that are correct for every game; override them for speed. The crate
/// [`gambol-conformance`](https://docs.rs/gambol-conformance) tests that overrides agree with the
/// defaults and that a game fulfils this contract.
///
/// ```
/// use core::ops::ControlFlow;
/// use gambol_core::{Game, NoChance, Player, Turn};
///
/// /// Players in turn take one to three matches; who takes the last one wins.
/// #[derive(Clone, Debug, PartialEq, Eq, Hash)]
/// struct Nim { matches: u8, to_move: Player }
///
/// impl Game for Nim {
///     type Action = u8;
///     type Outcome = NoChance;
///     const PLAYERS: usize = 2;
///
///     fn turn(&self) -> Turn {
///         if self.matches == 0 { Turn::Over } else { Turn::Player(self.to_move) }
///     }
///     fn score(&self) -> i64 {
///         // The last match was the opponent's.
///         if self.matches == 0 { -self.to_move.sign() } else { 0 }
///     }
///     fn visit_actions<F>(&self, visit: F) -> ControlFlow<()>
///     where
///         F: FnMut(u8) -> ControlFlow<()>,
///     {
///         (1..=self.matches.min(3)).try_for_each(visit)
///     }
///     fn visit_outcomes<F>(&self, _: F) -> ControlFlow<()>
///     where
///         F: FnMut(NoChance, f64) -> ControlFlow<()>,
///     {
///         ControlFlow::Continue(())
///     }
///     fn play(&mut self, action: u8) {
///         self.matches -= action;
///         self.to_move = self.to_move.opponent();
///     }
///     fn resolve(&mut self, outcome: NoChance) {
///         match outcome {}
///     }
/// }
/// ```
pub trait Game: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// Action of a player. It should be small, since searches store many.
    type Action: Copy + Eq + Hash + Debug + Send + Sync;

    /// Chance outcome; [`NoChance`](crate::NoChance) if the game has none.
    ///
    /// A chance event with too many outcomes to enumerate (three stones on seventy cells) is a
    /// chance chain: a sequence of smaller events with a state between each two.
    type Outcome: Copy + Eq + Hash + Debug + Send + Sync;

    /// Number of players: 1 or 2.
    const PLAYERS: usize;

    /// The meaning of a final score. By default, a win, a draw or a loss in two-player games, and
    /// points in one-player games.
    ///
    /// It determines the default values of ended games. Override it in a two-player game in which
    /// the margin counts.
    const SCORING: Scoring = if Self::PLAYERS == 2 { Scoring::WinLoss } else { Scoring::Points };

    /// Returns the player to move, a pending chance event, or the end of the game. A player to move
    /// has at least one legal action, a chance event has at least one outcome, and an ended game
    /// has neither.
    ///
    /// Searches call it at every node, so it should be cheap: a game that must generate actions for
    /// it does so once per state and caches the result.
    fn turn(&self) -> Turn;

    /// Returns the running score of the first player, in points.
    ///
    /// A two-player game is zero-sum: a gain of the first player is a loss of the second. If the
    /// game is scored by [wins and losses](Scoring::WinLoss), the score is 0 until it is over. The
    /// score is from −2⁵³ to 2⁵³, so that an `f64` has its exact value.
    fn score(&self) -> i64;

    /// Calls `visit` with every legal action, each once, always in the same order, until `visit`
    /// breaks. Visits none if no player is to move. Returns what the last call to `visit` returned.
    fn visit_actions<F>(&self, visit: F) -> ControlFlow<()>
    where
        F: FnMut(Self::Action) -> ControlFlow<()>;

    /// Calls `visit` with every outcome of the chance event and its probability (above 0; the sum
    /// is 1), each once, always in the same order, until `visit` breaks. Visits none without a
    /// chance event. Returns what the last call to `visit` returned.
    fn visit_outcomes<F>(&self, visit: F) -> ControlFlow<()>
    where
        F: FnMut(Self::Outcome, f64) -> ControlFlow<()>;

    /// Plays a legal action, unchecked.
    ///
    /// This is the fast path. An illegal action leaves the state invalid; play untrusted input with
    /// [`GameExt::try_play`](crate::GameExt::try_play).
    fn play(&mut self, action: Self::Action);

    /// Applies an outcome of the chance event, unchecked like [`play`](Self::play);
    /// [`GameExt::try_resolve`](crate::GameExt::try_resolve) checks it.
    fn resolve(&mut self, outcome: Self::Outcome);

    // Provided methods: correct for every game; override for speed or for better error messages.

    /// Whether an action is legal here.
    ///
    /// # Errors
    ///
    /// Returns an error with the action and the rule that it breaks. The default states only that
    /// the action is not legal; override it to name the rule.
    fn check_action(&self, action: Self::Action) -> Result<(), Illegal> {
        if !matches!(self.turn(), Turn::Player(_)) {
            return Err(Illegal::new(format!("{action:?}"), "no player is to move"));
        }
        match self.visit_actions(|legal| break_if(legal == action)) {
            ControlFlow::Break(()) => Ok(()),
            ControlFlow::Continue(()) => Err(Illegal::new(format!("{action:?}"), "it is not among the legal actions")),
        }
    }

    /// Whether an outcome is possible here.
    ///
    /// # Errors
    ///
    /// Returns an error with the outcome and the reason why it is impossible.
    fn check_outcome(&self, outcome: Self::Outcome) -> Result<(), Illegal> {
        if self.turn() != Turn::Chance {
            return Err(Illegal::new(format!("{outcome:?}"), "no chance event is due"));
        }
        match self.visit_outcomes(|possible, _| break_if(possible == outcome)) {
            ControlFlow::Break(()) => Ok(()),
            ControlFlow::Continue(()) => {
                Err(Illegal::new(format!("{outcome:?}"), "it is not among the possible outcomes"))
            }
        }
    }

    /// Calls `visit` with the candidates of searches: at least one of the legal actions, each once,
    /// always in the same order, until `visit` breaks. Visits none if no player is to move. By
    /// default, all legal actions.
    ///
    /// Legality is decided by [`visit_actions`](Self::visit_actions) and
    /// [`check_action`](Self::check_action) alone. There are two reasons to omit legal actions
    /// here:
    ///
    /// - **Equal afterstates.** A game in which several actions lead to the same state visits only
    ///   the first of them, in the order of `visit_actions`. This loses nothing.
    /// - **Selective search.** An adapter visits the actions that it selects, in any order, and
    ///   returns `true` from [`is_selective`](Self::is_selective).
    ///
    /// Searches list candidates below the root. At the root, they list the legal actions, so that
    /// each gets a value, or the candidates if the state is selective. Monte Carlo tree search
    /// lists candidates at the root, too, and gives the other actions the values of those with the
    /// same afterstate. Proof-number search lists all legal actions if the candidates are not
    /// [exact](Self::has_exact_candidates). Rollouts play [random actions](Self::random_action) or
    /// those of a policy.
    fn visit_candidates<F>(&self, visit: F) -> ControlFlow<()>
    where
        F: FnMut(Self::Action) -> ControlFlow<()>,
    {
        self.visit_actions(visit)
    }

    /// Whether [`visit_candidates`](Self::visit_candidates) omits actions whose afterstates no
    /// candidate has. `false` by default.
    fn is_selective(&self) -> bool {
        false
    }

    /// Whether no omitted action is better than every candidate, so that a proof for all candidates
    /// is a proof for the state. By default, `true` unless the state is
    /// [selective](Self::is_selective).
    ///
    /// If it is `false`, searches treat a loss of all candidates as a value instead of a proof. A
    /// win by a candidate is still a win. Override it in an adapter that omits only actions that
    /// lose, and no later than the candidates. An example are actions that leave a four unblocked
    /// in a game of five in a row.
    fn has_exact_candidates(&self) -> bool {
        !self.is_selective()
    }

    /// Calls `visit` with every [candidate](Self::visit_candidates) and its afterstate, in the same
    /// order, until `visit` breaks.
    ///
    /// Expectimax lists every ply with it. The default plays each candidate on a clone. Override it
    /// in a game that must play an action to test its legality, such as 2048, which must slide the
    /// tiles.
    #[inline]
    fn visit_afterstates<F>(&self, mut visit: F) -> ControlFlow<()>
    where
        F: FnMut(Self::Action, Self) -> ControlFlow<()>,
    {
        self.visit_candidates(|action| {
            let mut after = self.clone();
            after.play(action);
            visit(action, after)
        })
    }

    /// Calls `visit` with outcomes of the chance event until `visit` breaks, like
    /// [`visit_outcomes`](Self::visit_outcomes), but merges outcomes that differ only in their
    /// *preview* and adds their probabilities.
    ///
    /// A preview is information on later chance events: the next card of Threes!, the next stones
    /// of Five or More. States that differ only in it have the same turn, score and actions. After
    /// each action or outcome, the states again differ only in the preview. An [evaluator that
    /// ignores the preview](crate::Properties::ignores_preview) has the same value for them. By
    /// default, all outcomes.
    ///
    /// Expectimax lists the last chance event before its horizon with it if the evaluator ignores
    /// the preview.
    #[inline]
    fn visit_outcomes_without_preview<F>(&self, visit: F) -> ControlFlow<()>
    where
        F: FnMut(Self::Outcome, f64) -> ControlFlow<()>,
    {
        self.visit_outcomes(visit)
    }

    /// Returns an action that wins at once for the player to move: it ends the game with a score
    /// above 0 for the first player, below 0 for the second. Returns `None` if no action wins or no
    /// player is to move. In a [selective](Self::is_selective) state, only candidates count.
    ///
    /// Proof-number search calls this for every new state. The default plays each candidate on a
    /// clone; override it in a game that detects a win without playing.
    fn winning_action(&self) -> Option<Self::Action> {
        let Turn::Player(player) = self.turn() else { return None };
        let mut winning = None;
        let _ = self.visit_candidates(|action| {
            winning = wins_by(self, player, action).then_some(action);
            break_if(winning.is_some())
        });
        winning
    }

    /// Returns a uniformly random legal action, or candidate if the state is
    /// [selective](Self::is_selective). Returns `None` if no player is to move.
    ///
    /// The default is reservoir sampling: one listing, one random number per action, no allocation.
    fn random_action<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Self::Action> {
        let mut draw = Reservoir::new(rng);
        let _ = if self.is_selective() {
            self.visit_candidates(|action| draw.offer(action))
        } else {
            self.visit_actions(|action| draw.offer(action))
        };
        draw.chosen
    }

    /// Returns a random outcome of the chance event by the probabilities. Returns `None` without a
    /// chance event.
    ///
    /// The default also returns `None` if the draw lies beyond the sum of the probabilities, as
    /// with an outcome whose probability is NaN. Searches and game loops then return an error.
    fn random_outcome<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Self::Outcome> {
        /// Rounding remainder that goes to the last outcome.
        const ROUNDING: f64 = 1e-6;
        let mut left = unit(rng);
        let mut chosen = None;
        let flow = self.visit_outcomes(|outcome, probability| {
            chosen = Some(outcome);
            left -= probability;
            break_if(left < 0.0)
        });
        chosen.filter(|_| flow.is_break() || left <= ROUNDING)
    }

    /// Samples chance events until no chance event is pending.
    ///
    /// A chance chain may be endless ("six: roll again"): the default returns after 65,536 events,
    /// even if a chance event is still pending.
    ///
    /// A game with chance chains can override this to sample a whole chain at once. The
    /// distribution of the resulting state must be the same; the use of the generator may differ.
    fn settle<R: Rng + ?Sized>(&mut self, rng: &mut R) {
        for _ in 0..1 << 16 {
            if self.turn() != Turn::Chance {
                return;
            }
            match self.random_outcome(rng) {
                Some(outcome) => self.resolve(outcome),
                None => return,
            }
        }
    }

    /// Returns a 64-bit hash of everything that determines the future of the game. Equal states
    /// have equal keys, and searches assume that states with equal keys have the same future: the
    /// same turns, actions, outcomes and changes of the score.
    ///
    /// There are no other requirements. The bits of a key need not be well distributed: small
    /// integers are valid keys if different futures have different keys. Searches
    /// [`mix`](crate::mix) keys before they use their bits. A custom table without mixing needs
    /// well-distributed keys; the conformance kit tests for them on request.
    ///
    /// A game whose points do not depend on the score so far should omit the score, so that a
    /// transposition table finds a position regardless of the score on the path to it. The default
    /// hashes the whole state with [`StableHasher`], with the same result on every machine.
    fn key(&self) -> u64 {
        let mut hasher = StableHasher::default();
        self.hash(&mut hasher);
        hasher.finish()
    }

    /// Returns the number of symmetries of this state's board, including the identity, which has
    /// the index 0. At least 1.
    fn symmetries(&self) -> usize {
        1
    }

    /// Returns the image of this state under a symmetry. It has the same score and the same future,
    /// up to the same symmetry of actions and outcomes. Indices out of range are the identity.
    #[must_use]
    fn transform(&self, symmetry: usize) -> Self {
        let _ = symmetry;
        self.clone()
    }

    /// Returns the image with the smallest key under all symmetries, which is equal for symmetric
    /// states.
    #[must_use]
    fn canonical(&self) -> Self {
        let mut least = (self.key(), self.clone());
        for symmetry in 1..self.symmetries() {
            let image = self.transform(symmetry);
            let key = image.key();
            if key < least.0 {
                least = (key, image);
            }
        }
        least.1
    }

    /// Returns the image of an action of this state under a symmetry.
    fn transform_action(&self, symmetry: usize, action: Self::Action) -> Self::Action {
        let _ = symmetry;
        action
    }

    /// Returns the image of an outcome of this state under a symmetry. It is separate from
    /// [`transform_action`](Self::transform_action), so that the type of an action's image is that
    /// of an action. [`GameExt::transform_event`](crate::GameExt::transform_event) combines both.
    fn transform_outcome(&self, symmetry: usize, outcome: Self::Outcome) -> Self::Outcome {
        let _ = symmetry;
        outcome
    }
}

/// The meaning of a final score; see [`Game::SCORING`].
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/nim.rs")); }
/// # use nim::*;
/// use gambol_core::Scoring;
///
/// // The default of a game with two players; `Points` is that of one with one.
/// assert_eq!(Nim::SCORING, Scoring::WinLoss);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scoring {
    /// Only the sign counts: positive is a win for the first player, negative a win for the second,
    /// 0 a draw. The score is 0 until the game is over.
    WinLoss,
    /// The margin counts: each point has the same value.
    Points,
}

/// Reservoir sampling of one of the offered actions with equal probability.
pub(crate) struct Reservoir<'a, R: ?Sized, A> {
    rng: &'a mut R,
    seen: u32,
    pub(crate) chosen: Option<A>,
}

impl<'a, R: Rng + ?Sized, A> Reservoir<'a, R, A> {
    pub(crate) fn new(rng: &'a mut R) -> Self {
        Self { rng, seen: 0, chosen: None }
    }

    #[inline]
    pub(crate) fn offer(&mut self, action: A) -> ControlFlow<()> {
        self.seen += 1;
        if below(self.rng, self.seen) == 0 {
            self.chosen = Some(action);
        }
        ControlFlow::Continue(())
    }
}

pub(crate) fn break_if(found: bool) -> ControlFlow<()> {
    if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// Whether an action wins at once for a player.
pub(crate) fn wins_by<G: Game>(state: &G, player: Player, action: G::Action) -> bool {
    let mut after = state.clone();
    after.play(action);
    after.turn() == Turn::Over && player.sign() * after.score().signum() > 0
}
