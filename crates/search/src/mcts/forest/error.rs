//! Errors of forests.

use alloc::boxed::Box;

use gambol_core::Illegal;

use crate::error::SearchError;

/// Error of a [`Forest`](super::Forest). Games and leaves are numbered from 0.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ForestError {
    /// The forest has no game with this number.
    #[error("there is no game {game}; the forest has {games}")]
    Game {
        /// The number asked for.
        game: usize,
        /// The number of games.
        games: usize,
    },
    /// The search of a game failed.
    #[error("game {game}: {error}")]
    Search {
        /// The number of the game.
        game: usize,
        /// The cause.
        #[source]
        error: Box<SearchError>,
    },
    /// An event is illegal in the state of a game.
    #[error("game {game}: {error}")]
    Illegal {
        /// The number of the game.
        game: usize,
        /// The event and the rule that it breaks.
        #[source]
        error: Illegal,
    },
    /// A weight or the value of a leaf is invalid. No evaluation was applied.
    #[error("leaf {leaf} of game {game}: {error}")]
    Leaf {
        /// The number of the leaf among all that wait.
        leaf: usize,
        /// The number of its game.
        game: usize,
        /// The cause.
        #[source]
        error: Box<SearchError>,
    },
    /// A slice does not have the length that the leaves need.
    #[error("{leaves} leaves need {needed} {what}; there are {found}")]
    Length {
        /// Contents of the slice.
        what: &'static str,
        /// The number of leaves that wait.
        leaves: usize,
        /// The number of elements that they need.
        needed: usize,
        /// The length of the slice.
        found: usize,
    },
    /// No leaf waits for an evaluation.
    #[error("no leaf waits for an evaluation; gather leaves first")]
    NoLeaves,
    /// A leaf of the game waits for its evaluation.
    #[error("game {game} has a leaf that waits for its evaluation; learn it first")]
    Waiting {
        /// The number of the game.
        game: usize,
    },
}
