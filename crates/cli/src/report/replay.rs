//! Replays of recorded games, as data of the page.

use gambol::game::EventOf;
use gambol::registry::{Position, Registry, split};
use gambol::{Event, Game};
use gambol_arena::GameText;
use gambol_play::Colours;
use serde::Serialize;

use super::values::Values;
use crate::draw::{Looks, contents, looks, marks, view};
use crate::output::Failure;

/// A state of a game, and the event that led to it.
#[derive(Serialize)]
pub(crate) struct Frame {
    /// The action or chance outcome; empty at the start.
    pub(crate) event: String,
    /// Whether the event is a player's action.
    #[serde(rename = "player")]
    pub(crate) by_player: bool,
    pub(crate) state: String,
    pub(crate) score: i64,
    /// Cells whose [contents] have changed since the previous frame, by their indices.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) cells: Vec<(usize, String)>,
    /// Marks of the action on the board.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) marks: Vec<String>,
    /// Other facts of the state, one a line.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) facts: String,
    /// The pieces of the hand: rows of `x` and `.`, joined by `/`, and the colour.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) hand: Vec<(String, String)>,
    /// Values of the best actions for the player to move, best first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) values: Vec<(String, f64)>,
}

/// Replays a game from its text and returns its states. The settings are those of its first state.
pub(crate) fn replay(registry: &Registry, game: &str, text: &GameText) -> Result<Vec<Position>, Failure> {
    let start = registry.position(split(game).0, &text.start)?;
    let mut states = vec![start.clone()];
    text.replay(start, |_, _, state| states.push(state.clone()))?;
    Ok(states)
}

/// Returns the frames of a game, and the appearance of its boards.
pub(crate) fn frames(
    registry: &Registry,
    game: &str,
    text: &GameText,
    values: Option<&Values>,
) -> Result<(Vec<Frame>, Looks), Failure> {
    let start = registry.position(split(game).0, &text.start)?;
    let mut colours = Colours::default();
    let mut shown = contents(&start, &colours);
    let mut frames = vec![Frame::new(String::new(), &[], &shown, &start)];
    let mut states = vec![start.clone()];
    text.replay(start, |before, event: EventOf<Position>, state| {
        colours.note(before, event);
        let now = contents(state, &colours);
        let mut frame = Frame::new(event.to_string(), &shown, &now, state);
        if let Event::Action(action) = event {
            (frame.by_player, frame.marks) = (true, marks(before, action.as_str()));
        }
        frames.push(frame);
        shown = now;
        states.push(state.clone());
    })?;
    if let Some(values) = values {
        for (frame, values) in frames.iter_mut().zip(values.of(&states)?) {
            frame.values = values;
        }
    }
    Ok((frames, looks(&states)))
}

impl Frame {
    /// The frame of a state, with the contents of the cells before and now. Cells without any
    /// before were empty.
    fn new(event: String, before: &[String], now: &[String], state: &Position) -> Self {
        let (facts, hand) = view(state);
        let is_old = |(index, text): &(usize, &String)| before.get(*index).map_or("", String::as_str) == *text;
        let cells = now.iter().enumerate().filter(|cell| !is_old(cell));
        let cells = cells.map(|(index, text)| (index, text.clone())).collect();
        let (state, score) = (state.to_string(), state.score());
        Self { event, by_player: false, state, score, cells, marks: Vec::new(), facts, hand, values: Vec::new() }
    }
}
