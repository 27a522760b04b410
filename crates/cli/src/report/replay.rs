//! A recorded game, played again from its text.

use gambol::Event;
use gambol::core::EventOf;
use gambol::registry::{self, Playable, Visitor};
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
    registry::position(registry::split(game).0, &text.start, Replay(text))?
}

struct Replay<'a>(&'a GameText);

impl Visitor for Replay<'_> {
    type Output = Result<Vec<Frame>, Failure>;

    fn visit<G: Playable>(self, start: G) -> Self::Output {
        let frame = |event: String, by_player: bool, state: &G| Frame {
            event,
            by_player,
            state: state.to_string(),
            score: state.score(),
        };
        let mut frames = vec![frame(String::new(), false, &start)];
        self.0.replay(start, |_, event: EventOf<G>, state| {
            frames.push(match event {
                Event::Action(action) => frame(action.to_string(), true, state),
                Event::Outcome(outcome) => frame(outcome.to_string(), false, state),
            });
        })?;
        Ok(frames)
    }
}
