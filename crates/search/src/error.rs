//! Errors of searches.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use core::ops::ControlFlow;

use gambol_core::{Game, GameExt, Player, Turn};

use crate::search::Limits;

/// Error of a search.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SearchError {
    /// No player is to move: it is chance's turn, or the game is over.
    #[error("no player is to move: {}", if *turn == Turn::Over { "the game is over" } else { "a chance event is due" })]
    NoPlayersTurn {
        /// The turn of the state.
        turn: Turn,
    },
    /// A player is to move, but the game lists no actions, which breaks its contract.
    #[error("the {player} player is to move, but the game lists no actions")]
    NoActions {
        /// The player who is to move.
        player: Player,
    },
    /// An evaluation is NaN, infinite or beyond ±10¹⁰⁰. No search compares or adds such values.
    ///
    /// ```
    /// # use core::ops::ControlFlow;
    /// # use gambol_core::{Game, NoChance, Player, Turn};
    /// # #[derive(Clone, Debug, PartialEq, Eq, Hash)]
    /// # struct Steps(u8);
    /// # impl Game for Steps {
    /// #     type Action = u8;
    /// #     type Outcome = NoChance;
    /// #     const PLAYERS: usize = 1;
    /// #     fn turn(&self) -> Turn {
    /// #         if self.0 > 9 { Turn::Over } else { Turn::Player(Player::First) }
    /// #     }
    /// #     fn score(&self) -> i64 { 0 }
    /// #     fn visit_actions<F>(&self, visit: F) -> ControlFlow<()>
    /// #     where
    /// #         F: FnMut(u8) -> ControlFlow<()>,
    /// #     {
    /// #         (1..=2).filter(|_| self.0 <= 9).try_for_each(visit)
    /// #     }
    /// #     fn visit_outcomes<F>(&self, _: F) -> ControlFlow<()>
    /// #     where
    /// #         F: FnMut(NoChance, f64) -> ControlFlow<()>,
    /// #     {
    /// #         ControlFlow::Continue(())
    /// #     }
    /// #     fn play(&mut self, action: u8) { self.0 += action; }
    /// #     fn resolve(&mut self, outcome: NoChance) { match outcome {} }
    /// # }
    /// use gambol_core::{FromFn, Seed};
    /// use gambol_search::{Budget, Expectimax, Search};
    ///
    /// let evaluator = FromFn(|state: &Steps| 1.0 / (f64::from(state.0) - 2.0));
    /// let error = Expectimax::new(evaluator)
    ///     .search(&Steps(0), &Budget::unlimited(), Seed::new(1))
    ///     .unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "the evaluation of Steps(2) is inf; it must be a number from -1e100 to 1e100"
    /// );
    /// ```
    #[error("the evaluation of {state} is {value}; it must be a number from -1e100 to 1e100")]
    Evaluation {
        /// The state in its `Debug` form: the one evaluated, or the one after the action evaluated.
        state: String,
        /// The evaluation.
        value: f64,
    },
    /// A weight of a [prior](gambol_core::Prior) is negative, NaN or infinite.
    #[error("the prior weight of {action} in {state} is {weight}; it must be finite and at least 0")]
    Weight {
        /// The state in its `Debug` form.
        state: String,
        /// The action in its `Debug` form.
        action: String,
        /// The weight.
        weight: f32,
    },
    /// A chance event has no outcome, or the probabilities of its outcomes are not a distribution,
    /// which breaks the contract of the game.
    #[error("the chance event of {state} {why}")]
    Outcomes {
        /// The state in its `Debug` form.
        state: String,
        /// The defect.
        why: String,
    },
    /// The budget has limits, but none of them bounds the search, and the search does not end by
    /// itself.
    ///
    /// ```
    /// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/nim.rs")); }
    /// # use nim::*;
    /// use gambol_core::{Null, Seed};
    /// use gambol_search::{AlphaBeta, Budget, Search};
    ///
    /// let (state, budget) =
    ///     (Nim { matches: 21, to_move: Player::First }, Budget::unlimited().simulations(10));
    /// let error = AlphaBeta::new(Null).search(&state, &budget, Seed::new(1)).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "no limit of the budget bounds this search; limit nodes, depth or time, or set a stop flag"
    /// );
    /// assert!(AlphaBeta::new(Null).depth(4).search(&state, &budget, Seed::new(1)).is_ok());
    /// ```
    #[error("no limit of the budget bounds this search; limit {limits} or time, or set a stop flag")]
    Unlimited {
        /// The limits that bound the search besides time and stop flag.
        limits: Limits,
    },
    /// The budget's [progress callback](crate::Budget::watch) is for another action type than the
    /// game's.
    #[error("the budget's progress callback is for another action type than the game's, {actions}")]
    Watcher {
        /// The action type of the game.
        actions: &'static str,
    },
    /// A setting of the search is out of range.
    #[error("the setting {setting} is {value}; it must be {range}")]
    Setting {
        /// The name of the method that sets it.
        setting: &'static str,
        /// Its value.
        value: f64,
        /// The valid range, in words.
        range: &'static str,
    },
    /// The agent failed. It is an external program or a person, or the agent or the game panicked.
    #[error("{why}")]
    Failed {
        /// The agent and the cause.
        why: String,
    },
    /// The agent does not support the rules of this state.
    #[error("the agent does not play this game: {why}")]
    Unfit {
        /// The reason.
        why: &'static str,
    },
}

impl SearchError {
    /// Creates the error for a state with a chance event for which no outcome could be drawn.
    ///
    /// ```
    /// # use core::ops::ControlFlow;
    /// # use gambol_core::{Game, Player, Turn};
    /// # #[derive(Clone, Debug, PartialEq, Eq, Hash)]
    /// # struct Coin;
    /// # impl Game for Coin {
    /// #     type Action = ();
    /// #     type Outcome = bool;
    /// #     const PLAYERS: usize = 1;
    /// #     fn turn(&self) -> Turn { Turn::Chance }
    /// #     fn score(&self) -> i64 { 0 }
    /// #     fn visit_actions<F>(&self, _: F) -> ControlFlow<()>
    /// #     where
    /// #         F: FnMut(()) -> ControlFlow<()>,
    /// #     {
    /// #         ControlFlow::Continue(())
    /// #     }
    /// #     fn visit_outcomes<F>(&self, mut visit: F) -> ControlFlow<()>
    /// #     where
    /// #         F: FnMut(bool, f64) -> ControlFlow<()>,
    /// #     {
    /// #         visit(true, 0.25)?; visit(false, 0.25)
    /// #     }
    /// #     fn play(&mut self, (): ()) {}
    /// #     fn resolve(&mut self, _: bool) {}
    /// # }
    /// use gambol_search::SearchError;
    ///
    /// // A coin that shows heads and tails with a probability of a quarter each.
    /// assert_eq!(
    ///     SearchError::undrawn(&Coin).to_string(),
    ///     "the chance event of Coin has outcomes whose probabilities sum to 0.5"
    /// );
    /// ```
    #[must_use]
    pub fn undrawn<G: Game>(state: &G) -> Self {
        let why = chance_defect(state).unwrap_or_else(|| "is still due after sampling".to_owned());
        Self::Outcomes { state: described(state), why }
    }

    /// Creates the error for an invalid evaluation.
    pub(crate) fn evaluation<G: Game>(state: &G, value: f64) -> Self {
        Self::Evaluation { state: format!("{state:?}"), value }
    }

    /// Creates the error for a negative or non-finite prior weight.
    pub(crate) fn weight<G: Game>(state: &G, action: G::Action, weight: f32) -> Self {
        Self::Weight { state: format!("{state:?}"), action: format!("{action:?}"), weight }
    }
}

/// Greatest magnitude of an evaluation: sums and squares of billions of them are finite.
const GREATEST: f64 = 1e100;

/// Whether a value is valid for an evaluation.
#[inline]
pub(crate) fn is_evaluation(value: f64) -> bool {
    value.abs() <= GREATEST
}

/// Tolerance of the sum of the probabilities of a chance event: rounding may leave a remainder.
const SUM_TOLERANCE: f64 = 1e-6;

/// Returns the defect of the chance event of a state, or `None` if its probabilities are a
/// distribution.
fn chance_defect<G: Game>(state: &G) -> Option<String> {
    let (mut count, mut sum, mut odd) = (0_u64, 0.0, None);
    let _ = state.visit_outcomes(|_, probability| {
        (count, sum) = (count + 1, sum + probability);
        odd = odd.or(Some(probability).filter(|probability| !(0.0..=1.0 + SUM_TOLERANCE).contains(probability)));
        if odd.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    match odd {
        Some(probability) => Some(format!("has an outcome with the probability {probability}")),
        None if count == 0 => Some("has no outcome".to_owned()),
        None if (sum - 1.0).abs() > SUM_TOLERANCE => {
            let text = format!("{sum:.6}");
            let sum = text.trim_end_matches('0').trim_end_matches('.');
            Some(format!("has outcomes whose probabilities sum to {sum}"))
        }
        None => None,
    }
}

/// Returns a state in its `Debug` form; the middle of a long one is omitted.
fn described<G: Game>(state: &G) -> String {
    /// Characters kept at each end.
    const KEPT: usize = 200;
    let text = format!("{state:?}");
    let count = text.chars().count();
    if count <= 2 * KEPT {
        return text;
    }
    let (first, last) = (text.chars().take(KEPT), text.chars().skip(count - KEPT));
    first.chain(['…']).chain(last).collect()
}

/// Returns an error if `is_valid` rejects the value of a setting; `range` describes the valid
/// values.
pub(crate) fn check_setting(
    setting: &'static str,
    value: f64,
    range: &'static str,
    is_valid: impl FnOnce(f64) -> bool,
) -> Result<(), SearchError> {
    if is_valid(value) { Ok(()) } else { Err(SearchError::Setting { setting, value, range }) }
}

/// First invalid evaluation, prior weight or chance event in one thread of a search. The thread
/// ends its work, and the search returns the error of its first faulty thread.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fault(Option<SearchError>);

impl Fault {
    /// Returns an evaluation of a state if it is valid, and notes an error otherwise.
    #[inline]
    pub(crate) fn check<G: Game>(&mut self, value: f64, state: &G) -> Option<f64> {
        if is_evaluation(value) {
            return Some(value);
        }
        self.note(value, state);
        None
    }

    /// Returns the evaluation of an action of a state if it is valid, and otherwise notes an error
    /// that names the afterstate.
    #[inline]
    pub(crate) fn check_action<G: Game>(&mut self, value: f64, before: &G, action: G::Action) -> Option<f64> {
        if is_evaluation(value) { Some(value) } else { self.check(value, &before.afterstate(action)) }
    }

    #[cold]
    fn note<G: Game>(&mut self, value: f64, state: &G) {
        self.0.get_or_insert_with(|| SearchError::evaluation(state, value));
    }

    /// Notes a negative or non-finite prior weight of an action.
    #[cold]
    pub(crate) fn note_weight<G: Game>(&mut self, state: &G, action: G::Action, weight: f32) {
        self.0.get_or_insert_with(|| SearchError::weight(state, action, weight));
    }

    /// Whether the probabilities of a chance event sum to 1; notes an error otherwise.
    #[inline]
    pub(crate) fn check_total<G: Game>(&mut self, total: f64, state: &G) -> bool {
        let is_one = (total - 1.0).abs() <= SUM_TOLERANCE;
        if !is_one {
            self.note_undrawn(state);
        }
        is_one
    }

    /// Whether the chance event of a state is valid; notes an error otherwise. For states that are
    /// still at a chance event after sampling: either the chance chain is endless or the event is
    /// invalid.
    #[cold]
    pub(crate) fn check_chance<G: Game>(&mut self, state: &G) -> bool {
        let is_sound = chance_defect(state).is_none();
        if !is_sound {
            self.note_undrawn(state);
        }
        is_sound
    }

    /// Notes that no outcome of a chance event could be drawn.
    #[cold]
    pub(crate) fn note_undrawn<G: Game>(&mut self, state: &G) {
        self.0.get_or_insert_with(|| SearchError::undrawn(state));
    }

    /// Whether an error was noted.
    #[inline]
    pub(crate) fn is_noted(&self) -> bool {
        self.0.is_some()
    }

    /// Returns the noted error, if any.
    pub(crate) fn result(&self) -> Result<(), SearchError> {
        self.0.clone().map_or(Ok(()), Err)
    }
}
