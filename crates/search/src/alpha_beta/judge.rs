//! How states are valued where the search ends, and where it does not end yet.

use core::ops::Range;

use gambol_core::{Evaluator, Game};

/// Values the states at which alpha-beta stops looking ahead. Every [`Evaluator`] is a judge; a type that implements `Judge`
/// itself, for one game, can do more than value one state at a time.
///
/// Values are the first player's.
pub trait Judge<G: Game>: Send + Sync {
    /// The value of a state to the first player.
    fn judge(&self, state: &G) -> f64;

    /// The value of the best successor of a state for the player to move, judged all at once; `None`, unless overridden, has
    /// the search play and judge one after the other.
    ///
    /// The last ply is most of a search. Where actions share work (the six swaps that may follow one placement in
    /// Pentago-Swap), a judge can be many times faster than a loop over all of them. It must come to the same value: the
    /// greatest [`judge`](Self::judge) over all legal actions if the first player is to move, else the least; and
    /// it must return `None` where an action that counts may end the game. It is not asked by searches with
    /// [quiescence](crate::AlphaBeta::quiescence), nor on the principal line.
    ///
    /// The search wants to know the value within `window`. If it lies outside, any number will do that lies outside on the same side
    /// and is not beyond the true value: so one good enough successor can end the work, and a quick bound can save it. `window` may
    /// be as narrow as two neighbouring floating-point numbers, so compare with its ends as they are.
    #[inline]
    fn judge_best(&self, state: &G, window: Range<f64>) -> Option<f64> {
        let _ = (state, window);
        None
    }

    /// Whether judging takes no longer than playing, as [`Evaluator::is_cheap`] says: the last plies are then played again rather
    /// than remembered.
    #[inline]
    fn is_cheap(&self) -> bool {
        false
    }
}

impl<G: Game, E: Evaluator<G>> Judge<G> for E {
    #[inline]
    fn judge(&self, state: &G) -> f64 {
        self.evaluate(state)
    }

    #[inline]
    fn is_cheap(&self) -> bool {
        Evaluator::is_cheap(self)
    }
}

/// Says which states can be judged as they are. Closures `Fn(&G) -> bool` do.
pub trait Quiescence<G: Game>: Send + Sync {
    /// Whether a judgement of this state can be trusted: nothing is about to be taken, completed or lost.
    fn is_quiet(&self, state: &G) -> bool;
}

/// Every state can be judged as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AlwaysQuiet;

impl<G: Game> Quiescence<G> for AlwaysQuiet {
    #[inline]
    fn is_quiet(&self, _: &G) -> bool {
        true
    }
}

impl<G: Game, F: Fn(&G) -> bool + Send + Sync> Quiescence<G> for F {
    #[inline]
    fn is_quiet(&self, state: &G) -> bool {
        self(state)
    }
}

/// A judge and the quiescence of one search, as one.
#[derive(Debug)]
pub(super) struct Horizon<'a, J, Q> {
    pub(super) judge: &'a J,
    pub(super) quiescence: &'a Q,
}

// Derived, these would ask for judges that can be copied.
impl<J, Q> Clone for Horizon<'_, J, Q> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<J, Q> Copy for Horizon<'_, J, Q> {}

/// What workers ask a [`Horizon`].
pub(super) trait Judging<G: Game>: Copy + Send + Sync {
    fn judge(self, state: &G) -> f64;
    fn judge_best(self, state: &G, window: Range<f64>) -> Option<f64>;
    fn is_quiet(self, state: &G) -> bool;
    fn is_cheap(self) -> bool;
}

impl<G: Game, J: Judge<G>, Q: Quiescence<G>> Judging<G> for Horizon<'_, J, Q> {
    #[inline]
    fn judge(self, state: &G) -> f64 {
        self.judge.judge(state)
    }

    #[inline]
    fn judge_best(self, state: &G, window: Range<f64>) -> Option<f64> {
        self.judge.judge_best(state, window)
    }

    #[inline]
    fn is_quiet(self, state: &G) -> bool {
        self.quiescence.is_quiet(state)
    }

    #[inline]
    fn is_cheap(self) -> bool {
        self.judge.is_cheap()
    }
}
