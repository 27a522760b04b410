//! A recorded game, played again from its text.

use gambol::core::EventOf;
use gambol::registry::{Position, Registry, split};
use gambol::{Event, Game};
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
pub(crate) fn replay(registry: &Registry, game: &str, text: &GameText) -> Result<Vec<Frame>, Failure> {
    let start = registry.position(split(game).0, &text.start)?;
    let frame = |event: String, by_player: bool, state: &Position| Frame {
        event,
        by_player,
        state: state.to_string(),
        score: state.score(),
    };
    let mut frames = vec![frame(String::new(), false, &start)];
    text.replay(start, |_, event: EventOf<Position>, state| {
        frames.push(match event {
            Event::Action(action) => frame(action.to_string(), true, state),
            Event::Outcome(outcome) => frame(outcome.to_string(), false, state),
        });
    })?;
    Ok(frames)
}
