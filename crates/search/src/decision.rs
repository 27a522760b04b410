//! What a search answers.

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
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
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

/// A value to the first player as one to `player`, fit to be compared: what is no number is worth as little as can be, and both
/// zeros the same.
#[inline]
pub(crate) fn worth(player: Player, value: f64) -> f64 {
    let value = player.sign() as f64 * value;
    if value.is_nan() { f64::NEG_INFINITY } else { value + 0.0 }
}

/// The index of the best of these values for `player`, the first of equals; `None` if there is none.
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
    fn the_best_is_the_first_of_equals_and_no_number_is_the_worst() {
        for (player, values, best) in [
            (Player::First, &[1.0, 3.0, 3.0][..], Some(1)),
            (Player::Second, &[1.0, 3.0, -3.0], Some(2)),
            (Player::First, &[f64::NAN, -3.0, -2.0, f64::NAN], Some(2)),
            (Player::Second, &[-f64::NAN, 7.0], Some(1)),
            (Player::Second, &[0.0, -0.0], Some(0)),
            (Player::First, &[-0.0, 0.0], Some(0)),
            (Player::First, &[f64::NAN, f64::NAN], Some(0)),
            (Player::First, &[], None),
        ] {
            assert_eq!(best_for(player, values.iter().copied()), best, "{player:?} {values:?}");
        }
    }
}
