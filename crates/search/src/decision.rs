//! What a search answers.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use gambol_core::{Game, Player, Turn};

/// What a search decided, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision<A> {
    /// The best action found.
    pub action: A,
    /// Its value to the first player, in points or in the units of the evaluator that the search was given.
    pub value: f64,
    /// Every legal action, in the order in which the game lists them, with its value: ties are visible here.
    pub root: Vec<RootAction<A>>,
    /// The principal line: the best action, and what the search expects to follow, up to the next chance event.
    /// Flat Monte Carlo, expectimax and the sampled two-ply search give the best action only.
    pub line: Vec<A>,
    /// What the search spent.
    pub spent: Spent,
}

/// A legal action at the root of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootAction<A> {
    /// The action.
    pub action: A,
    /// Its value to the first player. If the search never came to it, the score right after it.
    pub value: f64,
    /// How many simulations began with it, or how many nodes were searched below it. 0 if the search never came to it.
    pub visits: u64,
}

/// What a search spent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// The states it stepped through.
    pub nodes: u64,
    /// Rollouts, or descents of a tree.
    pub simulations: u64,
    /// The greatest depth that it completed, in plies; 0 for searches without one.
    pub depth: u32,
    /// The time it took.
    #[cfg(feature = "clock")]
    #[cfg_attr(docsrs, doc(cfg(feature = "clock")))]
    pub time: std::time::Duration,
}

/// Why a search cannot decide.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SearchError {
    /// There is nothing to decide: it is chance's turn, or the game is over.
    #[error("no player is to move: {}", if *turn == Turn::Over { "the game is over" } else { "a chance event is due" })]
    NoPlayersTurn {
        /// Whose turn it is.
        turn: Turn,
    },
    /// The game says that a player is to move and lists no action: its rules are broken.
    #[error("the game says that the {player} player is to move, and lists no action")]
    NoActions {
        /// The player who is to move.
        player: Player,
    },
    /// An evaluation is NaN or infinite. No search compares such values or adds them up.
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
    /// #     fn turn(&self) -> Turn { if self.0 > 9 { Turn::Over } else { Turn::Player(Player::First) } }
    /// #     fn score(&self) -> i64 { 0 }
    /// #     fn visit_actions<F: FnMut(u8) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()> { (1..=2).filter(|_| self.0 <= 9).try_for_each(visit) }
    /// #     fn visit_outcomes<F: FnMut(NoChance, f64) -> ControlFlow<()>>(&self, _: F) -> ControlFlow<()> { ControlFlow::Continue(()) }
    /// #     fn play(&mut self, action: u8) { self.0 += action; }
    /// #     fn resolve(&mut self, outcome: NoChance) { match outcome {} }
    /// # }
    /// use gambol_core::Seed;
    /// use gambol_search::{Budget, Expectimax, Search};
    ///
    /// let evaluator = |state: &Steps| 1.0 / (f64::from(state.0) - 2.0);
    /// let error = Expectimax::new(evaluator).search(&Steps(0), &Budget::unlimited(), Seed::new(1)).unwrap_err();
    /// assert_eq!(error.to_string(), "the evaluation of Steps(2) is inf, which is not a finite number");
    /// ```
    #[error("the evaluation of {state} is {value}, which is not a finite number")]
    NotFinite {
        /// The state in its `Debug` form: the one evaluated, or the one after the action evaluated.
        state: String,
        /// What the evaluator returned.
        value: f64,
    },
    /// A setting of the search is out of its range.
    #[error("the setting {setting} is {value}; it must be {range}")]
    Setting {
        /// The name of the method that sets it.
        setting: &'static str,
        /// Its value.
        value: f64,
        /// The values that it may have, in words.
        range: &'static str,
    },
    /// The agent does not play under the rules of this state.
    #[error("the agent does not play this game: {why}")]
    Unfit {
        /// What it lacks.
        why: &'static str,
    },
}

/// The player to move, and what there is to choose from.
pub(crate) fn root_of<G: Game>(state: &G) -> Result<(Player, Vec<G::Action>), SearchError> {
    use gambol_core::GameExt;

    let turn = state.turn();
    let player = turn.player().ok_or(SearchError::NoPlayersTurn { turn })?;
    let actions = state.actions();
    if actions.is_empty() { Err(SearchError::NoActions { player }) } else { Ok((player, actions)) }
}

/// Refuses a setting whose value is not in the range that `is_valid` tests and `range` describes.
pub(crate) fn check_setting(
    setting: &'static str,
    value: f64,
    range: &'static str,
    is_valid: impl FnOnce(f64) -> bool,
) -> Result<(), SearchError> {
    if is_valid(value) { Ok(()) } else { Err(SearchError::Setting { setting, value, range }) }
}

/// The first evaluation of one thread's search that is not finite. Whoever meets it ends its work, and
/// the search returns the error of the first of its threads that met one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fault(Option<SearchError>);

impl Fault {
    /// Returns an evaluation of a state if it is finite; notes the error otherwise.
    #[inline]
    pub(crate) fn check<G: Game>(&mut self, value: f64, state: &G) -> Option<f64> {
        if value.is_finite() {
            return Some(value);
        }
        self.note(value, state);
        None
    }

    #[cold]
    fn note<G: Game>(&mut self, value: f64, state: &G) {
        self.0.get_or_insert_with(|| SearchError::NotFinite { state: format!("{state:?}"), value });
    }

    /// Whether one was noted.
    #[inline]
    pub(crate) fn is_noted(&self) -> bool {
        self.0.is_some()
    }

    /// The error, if one was noted.
    pub(crate) fn result(&self) -> Result<(), SearchError> {
        self.0.clone().map_or(Ok(()), Err)
    }
}

/// A finite value to the first player as one to `player`, with one zero: −0 equals +0 in every order.
#[inline]
pub(crate) fn worth(player: Player, value: f64) -> f64 {
    player.sign() as f64 * value + 0.0
}

/// The index of the greatest of these finite values to the first player for `player`, the first of
/// equals; `None` if there is none.
pub(crate) fn best_for(player: Player, values: impl IntoIterator<Item = f64>) -> Option<usize> {
    let mut best: Option<(usize, f64)> = None;
    for (index, value) in values.into_iter().enumerate() {
        let value = worth(player, value);
        if best.is_none_or(|(_, greatest)| value > greatest) {
            best = Some((index, value));
        }
    }
    best.map(|(index, _)| index)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_is_the_first_of_equals() {
        for (player, values, best) in [
            (Player::First, &[1.0, 3.0, 3.0][..], Some(1)),
            (Player::Second, &[1.0, 3.0, -3.0], Some(2)),
            (Player::Second, &[0.0, -0.0], Some(0)),
            (Player::First, &[-0.0, 0.0], Some(0)),
            (Player::First, &[], None),
        ] {
            assert_eq!(best_for(player, values.iter().copied()), best, "{player:?} {values:?}");
        }
    }
}
