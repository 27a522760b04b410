//! `gambol inspect`: a position, and what becomes of it.

use gambol::core::{EventOf, Illegal};
use gambol::registry::{Playable, Visitor};
use gambol::{Event, GameExt, Turn};
use serde::Serialize;

use crate::args::{self, Output};
use crate::output::{Failure, json, table};

pub(crate) fn inspect(args: &args::Inspect) -> Result<String, Failure> {
    args.place.visit(Inspect { play: &args.play, output: args.output })
}

struct Inspect<'a> {
    play: &'a [String],
    output: Output,
}

#[derive(Serialize)]
struct Outcome {
    outcome: String,
    probability: f64,
}

#[derive(Serialize)]
struct Position {
    state: String,
    turn: String,
    score: i64,
    actions: Vec<String>,
    outcomes: Vec<Outcome>,
}

impl Visitor for Inspect<'_> {
    type Output = Result<String, Failure>;

    fn visit<G: Playable>(self, mut state: G) -> Self::Output {
        for (index, text) in self.play.iter().enumerate() {
            let place = || format!("--play {} ({text})", index + 1);
            let event = event(&state, text).map_err(|reason| Failure::of(place(), reason))?;
            state.try_advance(event).map_err(|illegal: Illegal| Failure::of(place(), illegal.rule()))?;
        }
        let outcomes = state.outcomes();
        let position = Position {
            state: state.to_string(),
            turn: state.turn().to_string(),
            score: state.score(),
            actions: state.actions().iter().map(ToString::to_string).collect(),
            outcomes: outcomes
                .iter()
                .map(|(outcome, probability)| Outcome { outcome: outcome.to_string(), probability: *probability })
                .collect(),
        };
        if self.output.json { json(&position) } else { Ok(position.describe()) }
    }
}

/// Reads what is played: an action at a player's turn, an outcome at chance's.
fn event<G: Playable>(state: &G, text: &str) -> Result<EventOf<G>, String> {
    match state.turn() {
        Turn::Player(_) => {
            text.parse().map(Event::Action).map_err(|error| error_text::<<G::Action as std::str::FromStr>::Err>(&error))
        }
        Turn::Chance => text
            .parse()
            .map(Event::Outcome)
            .map_err(|error| error_text::<<G::Outcome as std::str::FromStr>::Err>(&error)),
        Turn::Over => Err("the game is over".to_owned()),
    }
}

fn error_text<E: std::fmt::Display>(error: &E) -> String {
    error.to_string()
}

impl Position {
    fn describe(&self) -> String {
        let mut rows = vec![
            vec!["state".to_owned(), self.state.clone()],
            vec!["turn".to_owned(), self.turn.clone()],
            vec!["score".to_owned(), self.score.to_string()],
        ];
        if !self.actions.is_empty() {
            rows.push(vec!["actions".to_owned(), format!("{}: {}", self.actions.len(), self.actions.join(" "))]);
        }
        if !self.outcomes.is_empty() {
            rows.push(vec!["outcomes".to_owned(), self.outcomes.len().to_string()]);
            let row = |o: &Outcome| vec![String::new(), format!("{} {:.6}", o.outcome, o.probability)];
            rows.extend(self.outcomes.iter().map(row));
        }
        table(&rows)
    }
}
