//! What goes with a game besides its rules.

use super::session::Session;

/// Watches the games that are played: the place for a player who learns from its losses and shows what it knows.
///
/// Every method has a default that does nothing, and `()` is the companion of games that have none.
pub(crate) trait Companion<G: super::board::Board>: Default {
    /// Hears of a game that is over. `people` says which sides were people. What is returned is shown as a message.
    fn game_over(&mut self, game: &Session<G>, people: [bool; 2]) -> Option<String> {
        let _ = (game, people);
        None
    }

    /// Lines for the panel beside the board.
    fn lines(&self) -> Vec<String> {
        Vec::new()
    }
}

impl<G: super::board::Board> Companion<G> for () {}
