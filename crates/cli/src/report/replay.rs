//! A recorded game, played again from its text.

use gambol::registry::{self, Playable, Visitor};
use gambol::{Event, GameExt, Turn};
use gambol_arena::GameText;
use serde::Serialize;

use crate::output::Failure;

/// A state of a game, and how it came about.
#[derive(Serialize)]
pub(crate) struct Frame {
    /// The action or the outcome; empty at the start.
    pub(crate) event: String,
    /// Whether a player did it.
    #[serde(rename = "player")]
    pub(crate) by_player: bool,
    pub(crate) state: String,
    pub(crate) score: i64,
}

/// Plays a game from its text. Its settings are those of its first state.
pub(crate) fn replay(game: &str, text: &GameText) -> Result<Vec<Frame>, Failure> {
    let name = game.split_once(':').map_or(game, |(name, _)| name);
    registry::position(name, &text.start, Replay(&text.events))?
}

struct Replay<'a>(&'a [String]);

impl Visitor for Replay<'_> {
    type Output = Result<Vec<Frame>, Failure>;

    fn visit<G: Playable>(self, mut state: G) -> Self::Output {
        let frame = |event: &str, by_player: bool, state: &G| Frame {
            event: event.to_owned(),
            by_player,
            state: state.to_string(),
            score: state.score(),
        };
        let mut frames = vec![frame("", false, &state)];
        for (number, event) in self.0.iter().enumerate() {
            let refuse = |error: &dyn std::fmt::Display| Failure::of(format!("event {} ({event})", number + 1), error);
            let by_player = state.turn() != Turn::Chance;
            let step = if by_player {
                Event::Action(event.parse::<G::Action>().map_err(|error| refuse(&error))?)
            } else {
                Event::Outcome(event.parse::<G::Outcome>().map_err(|error| refuse(&error))?)
            };
            state.try_advance(step).map_err(|error| refuse(&error))?;
            frames.push(frame(event, by_player, &state));
        }
        Ok(frames)
    }
}
