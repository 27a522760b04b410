//! Evaluators of states and of actions.

use alloc::boxed::Box;
use alloc::sync::Arc;
use core::ops::{ControlFlow, Range};

use crate::ext::GameExt;
use crate::game::Game;
use crate::scratch::Scratch;

/// Static evaluation of a state.
///
/// Values are for the first player, like scores, in any units.
///
/// References, `Box`es and `Arc`s of evaluators are evaluators, so a large one can be shared
/// instead of copied. Trait objects are evaluators, too. Closures are evaluators inside
/// [`FromFn`](crate::FromFn).
///
/// ```
/// use std::sync::Arc;
/// use gambol_core::{Evaluator, FromFn, Game, Score};
///
/// fn evaluators<G: Game + 'static>(net: Arc<dyn Evaluator<G>>) -> Vec<Box<dyn Evaluator<G>>> {
///     let doubled = FromFn(|state: &G| 2.0 * state.score() as f64);
///     let shared = Arc::clone(&net);
///     let sum = FromFn(move |state: &G| shared.evaluate(state) + state.score() as f64);
///     vec![Box::new(Score), Box::new(doubled), Box::new(sum), Box::new(net)]
/// }
/// ```
pub trait Evaluator<G: Game>: Send + Sync {
    /// Returns the value of a state for the first player: a number from −10¹⁰⁰ to 10¹⁰⁰.
    fn evaluate(&self, state: &G) -> f64;

    /// Returns properties of the evaluator that hold in all states. By default, none
    /// ([`Properties::default`]).
    #[inline]
    fn properties(&self) -> Properties {
        Properties::default()
    }

    /// Writes the value of the afterstate of `actions[i]` to `values[i]` for every index that both
    /// slices have. The actions are legal in `state`.
    ///
    /// The default plays and evaluates one action after the other. Override it, and
    /// [`batches_afterstates`](Self::batches_afterstates), if preparing the state once makes each
    /// action cheaper: an action changes few inputs of a network. `scratch` is memory for the
    /// preparation, kept from state to state. The values must be those of `evaluate`, regardless of
    /// the contents of `scratch`.
    ///
    /// ```
    /// # use core::ops::ControlFlow;
    /// # use gambol_core::{Game, NoChance, Player, Turn};
    /// # #[derive(Clone, Debug, PartialEq, Eq, Hash)]
    /// # struct Pegs([bool; 9]);
    /// # impl Game for Pegs {
    /// #     type Action = usize;
    /// #     type Outcome = NoChance;
    /// #     const PLAYERS: usize = 1;
    /// #     fn turn(&self) -> Turn {
    /// #         if self.0.contains(&false) { Turn::Player(Player::First) } else { Turn::Over }
    /// #     }
    /// #     fn score(&self) -> i64 { 0 }
    /// #     fn visit_actions<F>(&self, visit: F) -> ControlFlow<()>
    /// #     where
    /// #         F: FnMut(usize) -> ControlFlow<()>,
    /// #     {
    /// #         (0..9).filter(|&hole| !self.0[hole]).try_for_each(visit)
    /// #     }
    /// #     fn visit_outcomes<F>(&self, _: F) -> ControlFlow<()>
    /// #     where
    /// #         F: FnMut(NoChance, f64) -> ControlFlow<()>,
    /// #     {
    /// #         ControlFlow::Continue(())
    /// #     }
    /// #     fn play(&mut self, hole: usize) { self.0[hole] = true; }
    /// #     fn resolve(&mut self, outcome: NoChance) { match outcome {} }
    /// # }
    /// use gambol_core::{Evaluator, Scratch};
    ///
    /// /// A layer of weights, one row for each of nine holes, and a sum of what is positive.
    /// struct Net([[f64; 4]; 9]);
    ///
    /// impl Net {
    ///     fn sums(&self, state: &Pegs, sums: &mut Vec<f64>) {
    ///         sums.clear();
    ///         let pegs = || self.0.iter().zip(state.0).filter(|&(_, is_filled)| is_filled);
    ///         sums.extend((0..4).map(|unit| pegs().map(|(row, _)| row[unit]).sum::<f64>()));
    ///     }
    /// }
    ///
    /// impl Evaluator<Pegs> for Net {
    ///     fn evaluate(&self, state: &Pegs) -> f64 {
    ///         let mut sums = Vec::new();
    ///         self.sums(state, &mut sums);
    ///         sums.iter().map(|sum| sum.max(0.0)).sum()
    ///     }
    ///
    ///     fn evaluate_afterstates(
    ///         &self,
    ///         state: &Pegs,
    ///         actions: &[usize],
    ///         values: &mut [f64],
    ///         scratch: &mut Scratch,
    ///     ) {
    ///         let sums: &mut Vec<f64> = scratch.get();
    ///         self.sums(state, sums);
    ///         for (&hole, value) in actions.iter().zip(values) {
    ///             let units = self.0[hole].iter().zip(&*sums);
    ///             *value = units.map(|(weight, sum)| (sum + weight).max(0.0)).sum();
    ///         }
    ///     }
    ///
    ///     // The last peg ends the game.
    ///     fn batches_afterstates(&self, state: &Pegs) -> bool {
    ///         state.0.iter().filter(|&&is_filled| !is_filled).count() > 1
    ///     }
    /// }
    ///
    /// // Weights whose sums are exact, so that their order does not count.
    /// let row = |hole: usize| [1.0, -0.5, 2.0, -4.0].map(|weight| weight * hole as f64);
    /// let net = Net(std::array::from_fn(row));
    /// let state = Pegs([true, false, false, true, true, false, false, false, false]);
    /// let mut values = [0.0; 2];
    /// net.evaluate_afterstates(&state, &[5, 1], &mut values, &mut Scratch::new());
    /// assert_eq!(values, [36.0, 24.0]);
    /// ```
    fn evaluate_afterstates(&self, state: &G, actions: &[G::Action], values: &mut [f64], scratch: &mut Scratch) {
        let _ = scratch;
        for (&action, value) in actions.iter().zip(values) {
            *value = self.evaluate(&state.afterstate(action));
        }
    }

    /// Whether searches should call [`evaluate_afterstates`](Self::evaluate_afterstates) for this
    /// state instead of evaluating one afterstate after the other. `false` by default. No value
    /// depends on it.
    ///
    /// It must be `false` if an action may end the game, since searches determine the values of
    /// ended games.
    #[inline]
    fn batches_afterstates(&self, state: &G) -> bool {
        let _ = state;
        false
    }

    /// Returns the minimax value for the first player over the next `plies` plies, evaluated after
    /// the last of them. With `None` (the default), the search plays and evaluates the actions one
    /// by one.
    ///
    /// Most nodes of a search are in its last plies. If actions share work (such as the six swaps
    /// after one placement in Pentago-Swap, all of which an opponent who swaps back refutes), this
    /// method can be many times faster than a loop over them. It must return the same value: for
    /// one ply, the greatest [`evaluate`](Self::evaluate) over all legal actions if the first
    /// player is to move, otherwise the least. It must return `None` if the game may end within
    /// these plies, or a bound outside `window` that is valid even so: a win exceeds any value.
    ///
    /// The value must be exact if it lies within `window`. Otherwise, any number outside the window
    /// on the same side is valid if it is not beyond the true value, so that one good successor or
    /// a quick bound can end the work. `window` may be as narrow as two adjacent floating-point
    /// numbers, so compare with its bounds exactly.
    ///
    /// Alpha-beta calls it with the number of plies to the horizon if it is at most four, but not
    /// in searches with a quiescence extension and not on the principal variation.
    #[inline]
    fn minimax(&self, state: &G, plies: u32, window: Range<f64>) -> Option<f64> {
        let _ = (state, plies, window);
        None
    }

    /// Whether this state is quiet, so that its static evaluation is reliable: no capture,
    /// completion or loss is imminent. `true` by default.
    ///
    /// Alpha-beta with a quiescence extension searches states deeper that are not quiet.
    #[inline]
    fn is_quiet(&self, state: &G) -> bool {
        let _ = state;
        true
    }

    /// Whether the player to move must answer a threat: most other actions lose. `false` by
    /// default.
    ///
    /// A selective alpha-beta search does not trust the evaluation of such a state.
    #[inline]
    fn is_threatened(&self, state: &G) -> bool {
        let _ = state;
        false
    }

    /// Returns the number of plies within which the player to move wins against every reply, if
    /// that is easily seen. `None` by default.
    ///
    /// Alpha-beta takes it for a proof and does not search the state.
    #[inline]
    fn winning_plies(&self, state: &G) -> Option<u32> {
        let _ = state;
        None
    }

    /// Calls `visit` with the forcing actions of a state, the best first: those that leave the
    /// opponent one or two replies. None by default.
    ///
    /// Alpha-beta with a quiescence extension tries them at the horizon. The player to move may
    /// also stop there, with the static evaluation.
    #[inline]
    fn visit_forcing(&self, state: &G, visit: &mut dyn FnMut(G::Action) -> ControlFlow<()>) -> ControlFlow<()> {
        let _ = (state, visit);
        ControlFlow::Continue(())
    }
}

/// Properties of an [`Evaluator`] that hold in all states. By default, none.
///
/// ```
/// use gambol_core::{Evaluator, Game, Properties, ScoreUse};
///
/// /// Twice the score.
/// struct Twice;
///
/// impl<G: Game> Evaluator<G> for Twice {
///     fn evaluate(&self, state: &G) -> f64 {
///         2.0 * state.score() as f64
///     }
///     fn properties(&self) -> Properties {
///         Properties::default().cheap(true)
///     }
/// }
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Properties {
    /// Whether evaluating a state takes no longer than playing an action, so that re-evaluating is
    /// cheaper than a table probe. This is a hint; no value depends on it.
    pub is_cheap: bool,
    /// Dependence of the value of a state on the score so far.
    ///
    /// With a setting other than [`ScoreUse::Any`], expectimax finds a position in its table
    /// regardless of the score on the path to it. The setting must be correct; otherwise values are
    /// wrong.
    pub score: ScoreUse,
    /// Whether states that differ only in their
    /// [preview](Game::visit_outcomes_without_preview) have the same value.
    ///
    /// Expectimax then merges the outcomes of its last chance event that differ only in the
    /// preview: in Threes!, at most a third of the states remain. The setting must be correct;
    /// otherwise values are wrong.
    pub ignores_preview: bool,
}

impl Properties {
    /// Sets [`is_cheap`](Self::is_cheap).
    #[must_use]
    pub const fn cheap(self, is_cheap: bool) -> Self {
        Self { is_cheap, ..self }
    }

    /// Sets [`score`](Self::score).
    #[must_use]
    pub const fn score(self, score: ScoreUse) -> Self {
        Self { score, ..self }
    }

    /// Sets [`ignores_preview`](Self::ignores_preview).
    #[must_use]
    pub const fn ignores_preview(self, ignores_preview: bool) -> Self {
        Self { ignores_preview, ..self }
    }
}

/// Dependence of an evaluator on the [score](Game::score) of a state; see [`Properties::score`].
///
/// ```
/// # mod toss { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/toss.rs")); }
/// # use toss::*;
/// use gambol_core::{Evaluator, FromFn, Score, ScoreUse};
///
/// assert_eq!(Evaluator::<Toss>::properties(&Score).score, ScoreUse::Added);
/// // The compiler cannot see what a closure reads.
/// let to_move = FromFn(|state: &Toss| f64::from(state.turn().player().is_some()));
/// assert_eq!(to_move.properties().score, ScoreUse::Any);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ScoreUse {
    /// Any dependence.
    #[default]
    Any,
    /// The value is the score plus a term that does not depend on it.
    Added,
    /// No dependence: states that differ only in their score have the same value.
    Ignored,
}

/// Evaluation of an action in a state. It may use information that the afterstate lacks, such as
/// the cell of the placed piece and the lines that it touched.
///
/// [`Afterstate`](crate::Afterstate) converts any [`Evaluator`]. References, `Box`es, `Arc`s and
/// trait objects of evaluators of actions are evaluators of actions, and so are closures inside
/// [`FromFn`](crate::FromFn).
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/nim.rs")); }
/// # use nim::*;
/// use gambol_core::{ActionEvaluator, GameExt};
///
/// /// Few matches are better for whoever takes them.
/// struct Few;
///
/// impl ActionEvaluator<Nim> for Few {
///     fn evaluate_action(&self, before: &Nim, action: u8, _: &Nim) -> f64 {
///         // Values are for the first player.
///         -before.to_move.sign() as f64 * f64::from(action)
///     }
/// }
///
/// let nim = Nim { matches: 7, to_move: Player::Second };
/// assert_eq!(Few.evaluate_action(&nim, 3, &nim.afterstate(3)), 3.0);
/// ```
pub trait ActionEvaluator<G: Game>: Send + Sync {
    /// Returns the value of an action in the state `before` for the first player. `after` is its
    /// afterstate.
    fn evaluate_action(&self, before: &G, action: G::Action, after: &G) -> f64;

    /// Writes the value of `actions[i]` to `values[i]` for every index that both slices have. The
    /// actions are legal in `before`.
    ///
    /// The default plays and evaluates one action after the other. Override it, and
    /// [`batches_actions`](Self::batches_actions), if preparing the state once makes each action
    /// cheaper; see [`Evaluator::evaluate_afterstates`]. The values must be those of
    /// `evaluate_action`, regardless of the contents of `scratch`.
    fn evaluate_actions(&self, before: &G, actions: &[G::Action], values: &mut [f64], scratch: &mut Scratch) {
        let _ = scratch;
        for (&action, value) in actions.iter().zip(values) {
            *value = self.evaluate_action(before, action, &before.afterstate(action));
        }
    }

    /// Whether searches should call [`evaluate_actions`](Self::evaluate_actions) for this state
    /// instead of evaluating one action after the other. `false` by default. No value depends on
    /// it.
    #[inline]
    fn batches_actions(&self, before: &G) -> bool {
        let _ = before;
        false
    }

    /// Whether an action of a state with batched evaluation may end the game. `true` by default:
    /// searches that determine the values of ended games then play every such action as a test.
    #[inline]
    fn batch_may_end(&self, before: &G) -> bool {
        let _ = before;
        true
    }
}

/// Forwards every method through a pointer to `E`.
macro_rules! forward {
    ($($pointer:ty),+) => {$(
        impl<G: Game, E: Evaluator<G> + ?Sized> Evaluator<G> for $pointer {
            #[inline]
            fn evaluate(&self, state: &G) -> f64 {
                (**self).evaluate(state)
            }

            #[inline]
            fn evaluate_afterstates(&self, state: &G, actions: &[G::Action], values: &mut [f64], scratch: &mut Scratch) {
                (**self).evaluate_afterstates(state, actions, values, scratch);
            }

            #[inline]
            fn batches_afterstates(&self, state: &G) -> bool {
                (**self).batches_afterstates(state)
            }

            #[inline]
            fn minimax(&self, state: &G, plies: u32, window: Range<f64>) -> Option<f64> {
                (**self).minimax(state, plies, window)
            }

            #[inline]
            fn is_quiet(&self, state: &G) -> bool {
                (**self).is_quiet(state)
            }

            #[inline]
            fn is_threatened(&self, state: &G) -> bool {
                (**self).is_threatened(state)
            }

            #[inline]
            fn winning_plies(&self, state: &G) -> Option<u32> {
                (**self).winning_plies(state)
            }

            #[inline]
            fn visit_forcing(
                &self,
                state: &G,
                visit: &mut dyn FnMut(G::Action) -> ControlFlow<()>,
            ) -> ControlFlow<()> {
                (**self).visit_forcing(state, visit)
            }

            #[inline]
            fn properties(&self) -> Properties {
                (**self).properties()
            }
        }

        impl<G: Game, E: ActionEvaluator<G> + ?Sized> ActionEvaluator<G> for $pointer {
            #[inline]
            fn evaluate_action(&self, before: &G, action: G::Action, after: &G) -> f64 {
                (**self).evaluate_action(before, action, after)
            }

            #[inline]
            fn evaluate_actions(
                &self,
                before: &G,
                actions: &[G::Action],
                values: &mut [f64],
                scratch: &mut Scratch,
            ) {
                (**self).evaluate_actions(before, actions, values, scratch);
            }

            #[inline]
            fn batches_actions(&self, before: &G) -> bool {
                (**self).batches_actions(before)
            }

            #[inline]
            fn batch_may_end(&self, before: &G) -> bool {
                (**self).batch_may_end(before)
            }
        }
    )+};
}

forward!(&E, Box<E>, Arc<E>);
