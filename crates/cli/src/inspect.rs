//! `gambol inspect`: a position, its actions and outcomes, and the resulting positions.

use gambol::game::Illegal;
use gambol::registry::{Position, Registry};
use gambol::{Game, GameExt};
use serde::Serialize;

use crate::args;
use crate::draw::{draw, side_to_move};
use crate::output::{Failure, json, table};

/// Number of chance outcomes listed without `--all`.
const MOST_LIKELY: usize = 8;

pub(crate) fn inspect(registry: &Registry, args: &args::Inspect) -> Result<String, Failure> {
    let mut state = args.place.position(registry)?;
    for (index, text) in args.play.iter().enumerate() {
        let place = || format!("--play {} ({text})", index + 1);
        let event = state.event(text).map_err(|error| Failure::of(place(), error))?;
        state.try_advance(event).map_err(|illegal: Illegal| Failure::of(place(), illegal.rule()))?;
    }
    let description = Description::of(&state);
    if args.output.json {
        return json(&description);
    }
    draw(&state, None, args.drawn)?;
    Ok(description.describe(side_to_move(&state), args.all))
}

#[derive(Serialize)]
struct Outcome {
    outcome: String,
    probability: f64,
}

/// A position and the events that are due.
#[derive(Serialize)]
pub(crate) struct Description {
    state: String,
    turn: String,
    score: i64,
    actions: Vec<String>,
    outcomes: Vec<Outcome>,
}

impl Description {
    pub(crate) fn of(state: &Position) -> Self {
        let outcomes = state.outcomes();
        Self {
            state: state.to_string(),
            turn: state.turn().to_string(),
            score: state.score(),
            actions: state.actions().iter().map(ToString::to_string).collect(),
            outcomes: outcomes
                .iter()
                .map(|(outcome, probability)| Outcome { outcome: outcome.to_string(), probability: *probability })
                .collect(),
        }
    }

    fn describe(&self, side: Option<&str>, all: bool) -> String {
        let turn = side.map_or_else(|| self.turn.clone(), |side| format!("{} ({side})", self.turn));
        let mut rows = vec![
            vec!["state".to_owned(), self.state.clone()],
            vec!["turn".to_owned(), turn],
            vec!["score".to_owned(), self.score.to_string()],
        ];
        if !self.actions.is_empty() {
            rows.push(vec!["actions".to_owned(), format!("{}: {}", self.actions.len(), self.actions.join(" "))]);
        }
        if !self.outcomes.is_empty() {
            let count = self.outcomes.len();
            let mut shown: Vec<&Outcome> = self.outcomes.iter().collect();
            let few = !all && count > MOST_LIKELY;
            if few {
                shown.sort_by(|a, b| b.probability.total_cmp(&a.probability));
                shown.truncate(MOST_LIKELY);
            }
            let most = if few { "; the most likely, --all lists all" } else { "" };
            rows.push(vec!["outcomes".to_owned(), format!("{count}{most}")]);
            let outcomes: Vec<_> = (shown.iter())
                .map(|outcome| vec![outcome.outcome.clone(), format!("{:.6}", outcome.probability)])
                .collect();
            rows.extend(table(&outcomes).lines().map(|line| vec![String::new(), line.to_owned()]));
        }
        table(&rows)
    }
}
