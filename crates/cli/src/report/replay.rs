//! A recorded game, played again from its text, as the page shows it.

use gambol::core::EventOf;
use gambol::registry::{Position, Registry, split};
use gambol::{Event, Game};
use gambol_arena::GameText;
use serde::Serialize;

use super::values::Values;
use crate::draw::{marks, view};
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
    /// Where the action is shown on the board.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) marks: Vec<String>,
    /// What else there is to know of the state, in lines.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) facts: String,
    /// The pieces of the hand: rows of `x` and `.`, joined by `/`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) hand: Vec<String>,
    /// The values of the best actions to the player to move, best first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) values: Vec<(String, f64)>,
}

/// Plays a game from its text. Its settings are those of its first state.
pub(crate) fn replay(registry: &Registry, game: &str, text: &GameText) -> Result<Vec<Position>, Failure> {
    let start = registry.position(split(game).0, &text.start)?;
    let mut states = vec![start.clone()];
    text.replay(start, |_, _, state| states.push(state.clone()))?;
    Ok(states)
}

/// The states of a game as the page shows them.
pub(crate) fn frames(
    registry: &Registry,
    game: &str,
    text: &GameText,
    values: Option<&Values>,
) -> Result<Vec<Frame>, Failure> {
    let start = registry.position(split(game).0, &text.start)?;
    let mut frames = vec![Frame::new(String::new(), false, &start, Vec::new())];
    let mut states = vec![start.clone()];
    text.replay(start, |before, event: EventOf<Position>, state| {
        frames.push(match event {
            Event::Action(action) => Frame::new(action.to_string(), true, state, marks(before, &action.to_string())),
            Event::Outcome(outcome) => Frame::new(outcome.to_string(), false, state, Vec::new()),
        });
        states.push(state.clone());
    })?;
    if let Some(values) = values {
        for (frame, values) in frames.iter_mut().zip(values.of(&states)?) {
            frame.values = values;
        }
    }
    Ok(frames)
}

impl Frame {
    fn new(event: String, by_player: bool, state: &Position, marks: Vec<String>) -> Self {
        let (facts, hand) = view(state);
        let (state, score) = (state.to_string(), state.score());
        Self { event, by_player, state, score, marks, facts, hand, values: Vec::new() }
    }
}
