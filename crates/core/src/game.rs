//! The trait that says what a game is.

use alloc::format;
use core::fmt::Debug;
use core::hash::{Hash, Hasher};
use core::ops::ControlFlow;

use crate::error::Illegal;
use crate::key::StableHasher;
use crate::random::{Rng, below, unit};
use crate::turn::Turn;

/// One state of a game, which knows the rules.
///
/// A value that implements `Game` is a *state*: a plain value with everything that the players know, the rules and
/// sizes of its variant included, and nothing else: no generator, no history, no globals. The crate's
/// [front page](crate) says why each part is as it is, and what it costs.
///
/// # Chance
///
/// At chance's turn, one of the listed outcomes happens with its probability. Turns of chance may
/// follow one another. Their number need not have a bound ("six: roll again"), but it must be
/// finite with probability 1, so that sampling ends. Searches that enumerate outcomes bound such a
/// chain by probability and length, and evaluate statically where they cut it. The conformance kit
/// names games with such chains in its report.
///
/// # To implement it
///
/// Six methods and two types are required; the rest have defaults that are correct for every game, to be overridden
/// where a game knows a faster way. The [conformance kit](crate#conformance) tests that the overrides agree with the
/// defaults, and that all that is promised here holds.
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
    /// What a player can do. Small and `Copy`: searches keep many.
    type Action: Copy + Eq + Hash + Debug + Send + Sync;

    /// What chance can do; [`NoChance`](crate::NoChance) if the game has none.
    ///
    /// A chance event with too many outcomes to enumerate (three stones on seventy cells) is a chain of small ones, each
    /// with a state of its own between them.
    type Outcome: Copy + Eq + Hash + Debug + Send + Sync;

    /// How many players move: 1 or 2.
    const PLAYERS: usize;

    /// The meaning of a final score. By default, a win, a draw or a loss if two players move, and
    /// points if one does.
    ///
    /// Searches read from it the worth of an ended game. A two-player game overrides it if the
    /// margin counts and not only who wins.
    const SCORING: Scoring = if Self::PLAYERS == 2 { Scoring::WinLoss } else { Scoring::Points };

    /// Whose turn it is. This is also the one question whether the game is over: a player's turn has at least one
    /// legal action, a turn of chance at least one outcome, and an over state neither.
    ///
    /// Searches ask it at every node, so it should be cheap: a game that must look for a legal action to answer does so
    /// once, when the state comes about, and keeps the answer.
    fn turn(&self) -> Turn;

    /// The running pay-off of the first player, in points.
    ///
    /// A two-player game is zero-sum: what the first player gains, the second loses. If the game is
    /// scored by [wins and losses](Scoring::WinLoss), the score is 0 until it is over.
    fn score(&self) -> i64;

    /// Shows every legal action to `visit`, each once, always in the same order, until `visit` breaks off. Shows none
    /// unless it is a player's turn. What it returns is what the last `visit` returned.
    fn visit_actions<F>(&self, visit: F) -> ControlFlow<()>
    where
        F: FnMut(Self::Action) -> ControlFlow<()>;

    /// Shows every outcome of the chance event that is due with its probability (above 0; together 1), each once, always in
    /// the same order, until `visit` breaks off. Shows none unless it is chance's turn.
    fn visit_outcomes<F>(&self, visit: F) -> ControlFlow<()>
    where
        F: FnMut(Self::Outcome, f64) -> ControlFlow<()>;

    /// Plays a legal action.
    ///
    /// This is the fast path, and it trusts its caller: an action that is not legal here leaves a state that no game may
    /// reach. What comes from outside goes through [`GameExt::try_play`](crate::GameExt::try_play).
    fn play(&mut self, action: Self::Action);

    /// Lets an outcome of the chance event that is due happen. Trusts its caller as [`play`](Self::play) does; the
    /// checked twin is [`GameExt::try_resolve`](crate::GameExt::try_resolve).
    fn resolve(&mut self, outcome: Self::Outcome);

    // Provided: correct for every game, to be overridden for speed or for better words.

    /// Whether an action is legal here.
    ///
    /// # Errors
    ///
    /// Names the action and the rule that it breaks. The default can only say that it is not among the legal ones; a game
    /// that overrides this names the rule.
    fn check_action(&self, action: Self::Action) -> Result<(), Illegal> {
        if !matches!(self.turn(), Turn::Player(_)) {
            return Err(Illegal::new(format!("{action:?}"), "it is no player's turn"));
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
    /// Names the outcome and the reason why it cannot happen.
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

    /// Shows the actions that searches consider: at a player's turn at least one of the legal
    /// actions, each once, always in the same order, until `visit` breaks off. Shows none at other
    /// turns. By default, all legal actions.
    ///
    /// Legal and considered are two questions: what may be played is
    /// [`visit_actions`](Self::visit_actions) and [`check_action`](Self::check_action). There are
    /// two reasons to show fewer:
    ///
    /// - **Equal afterstates.** A game in which several actions lead to one state shows the first
    ///   of them, and keeps the order of `visit_actions`. Nothing is lost.
    /// - **Selective search.** An adapter that narrows the choice shows the actions that it
    ///   selects, in an order of its choice, and says so by [`is_selective`](Self::is_selective).
    ///
    /// All searches list candidates below the root. At the root they list the legal actions, so
    /// that each gets a value, unless the state is selective: then the candidates. Monte Carlo tree
    /// search lists candidates at the root too, and gives the other actions the values of those
    /// with the same afterstate. Rollouts play [random actions](Self::random_action), or those of a
    /// policy.
    fn visit_candidates<F>(&self, visit: F) -> ControlFlow<()>
    where
        F: FnMut(Self::Action) -> ControlFlow<()>,
    {
        self.visit_actions(visit)
    }

    /// Whether [`visit_candidates`](Self::visit_candidates) leaves out actions that lead to states
    /// which no candidate leads to. `false` by default.
    fn is_selective(&self) -> bool {
        false
    }

    /// A uniformly random legal action, or candidate if the state is
    /// [selective](Self::is_selective); `None` if it is no player's turn.
    ///
    /// The default draws as it lists (reservoir sampling): one listing, one random number an action, no allocation.
    fn random_action<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Self::Action> {
        let mut chosen = None;
        let mut seen = 0;
        let draw = |action| {
            seen += 1;
            if below(rng, seen) == 0 {
                chosen = Some(action);
            }
            ControlFlow::Continue(())
        };
        let _ = if self.is_selective() { self.visit_candidates(draw) } else { self.visit_actions(draw) };
        chosen
    }

    /// A random outcome of the chance event that is due, by its probabilities, or `None` if it is not chance's turn.
    fn random_outcome<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Self::Outcome> {
        let mut left = unit(rng);
        let mut chosen = None;
        let _ = self.visit_outcomes(|outcome, probability| {
            // Rounding may leave a rest after the last outcome; it goes to that one.
            chosen = Some(outcome);
            left -= probability;
            break_if(left < 0.0)
        });
        chosen
    }

    /// Samples chance events until it is not chance's turn any more. Does nothing if it is not.
    ///
    /// Chance that can repeat itself ("six: roll again") need not come to an end: after 65,536 events
    /// the default returns although it is still chance's turn.
    ///
    /// A game whose chance comes in chains can override this and sample a whole chain at once; the distribution of the
    /// state that results is the same, the use of the generator need not be.
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

    /// A 64-bit hash of what decides the future of the game. Equal states have equal keys, and states with equal keys are taken
    /// for states with the same future: the same turns, actions, outcomes and changes of the score.
    ///
    /// Nothing else is demanded. The bits of a key need not be spread: small integers are sound
    /// keys if they differ where the futures differ. Searches [`mix`](crate::mix) keys before they
    /// use their bits. A table of your own that does not needs spread keys; the conformance kit
    /// tests for them on request.
    ///
    /// A game whose points do not depend on the score so far leaves the score out, so that a
    /// transposition table finds a position again whatever was scored on the way to it. The default
    /// hashes the whole state with [`StableHasher`], the same on every machine.
    fn key(&self) -> u64 {
        let mut hasher = StableHasher::default();
        self.hash(&mut hasher);
        hasher.finish()
    }

    /// How many symmetries this state's board has, the identity included, which is number 0. At least 1.
    fn symmetries(&self) -> usize {
        1
    }

    /// The image of this state under a symmetry. It has the same future as this one, up to the same symmetry of actions
    /// and outcomes, and the same score. Numbers that are not below [`symmetries`](Self::symmetries) stand for the identity.
    #[must_use]
    fn transform(&self, symmetry: usize) -> Self {
        let _ = symmetry;
        self.clone()
    }

    /// The image of an action of this state under a symmetry.
    fn transform_action(&self, symmetry: usize, action: Self::Action) -> Self::Action {
        let _ = symmetry;
        action
    }

    /// The image of an outcome of this state under a symmetry. Apart from that of an action, so
    /// that the image of an action is an action by its type;
    /// [`GameExt::transform_event`](crate::GameExt::transform_event) is both in one.
    fn transform_outcome(&self, symmetry: usize, outcome: Self::Outcome) -> Self::Outcome {
        let _ = symmetry;
        outcome
    }
}

/// The meaning of a final score; see [`Game::SCORING`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scoring {
    /// The sign counts: above 0 is a win of the first player, below 0 a win of the second, 0 a
    /// draw. The score is 0 until the game is over.
    WinLoss,
    /// The amount counts: each point is worth as much as the next.
    Points,
}

fn break_if(found: bool) -> ControlFlow<()> {
    if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}
