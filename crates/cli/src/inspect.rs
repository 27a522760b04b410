//! `gambol inspect`: a position, and what becomes of it.

use gambol::core::Illegal;
use gambol::registry::Registry;
use gambol::{Game, GameExt};
use serde::Serialize;

use crate::args;
use crate::output::{Failure, json, table};

pub(crate) fn inspect(registry: &Registry, args: &args::Inspect) -> Result<String, Failure> {
    let mut state = args.place.position(registry)?;
    for (index, text) in args.play.iter().enumerate() {
        let place = || format!("--play {} ({text})", index + 1);
        let event = state.event(text).map_err(|error| Failure::of(place(), error))?;
        state.try_advance(event).map_err(|illegal: Illegal| Failure::of(place(), illegal.rule()))?;
    }
    let outcomes = state.outcomes();
    let description = Description {
        state: state.to_string(),
        turn: state.turn().to_string(),
        score: state.score(),
        actions: state.actions().iter().map(ToString::to_string).collect(),
        outcomes: outcomes
            .iter()
            .map(|(outcome, probability)| Outcome { outcome: outcome.to_string(), probability: *probability })
            .collect(),
    };
    if args.output.json { json(&description) } else { Ok(description.describe()) }
}

#[derive(Serialize)]
struct Outcome {
    outcome: String,
    probability: f64,
}

#[derive(Serialize)]
struct Description {
    state: String,
    turn: String,
    score: i64,
    actions: Vec<String>,
    outcomes: Vec<Outcome>,
}

impl Description {
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
