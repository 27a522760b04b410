//! `gambol hint`: the best action, and the value of every action.

use gambol::registry::{Playable, Visitor};
use gambol::{Seed, Turn};
use serde::Serialize;

use crate::args;
use crate::output::{Failure, json, table};
use crate::place::pool;

pub(crate) fn hint(args: &args::Hint) -> Result<String, Failure> {
    args.place.visit(Hint(args))
}

struct Hint<'a>(&'a args::Hint);

#[derive(Serialize)]
struct ActionValue {
    action: String,
    value: f64,
    visits: u64,
}

#[derive(Serialize)]
struct Answer<'a> {
    game: &'a str,
    agent: &'a str,
    seed: u64,
    state: String,
    action: String,
    value: f64,
    actions: Vec<ActionValue>,
    depth: u32,
    nodes: u64,
    simulations: u64,
    ms: f64,
    line: Vec<String>,
}

/// The streams of the seed: what chance does before the first move, and the search.
const CHANCE: u64 = 0;
const SEARCH: u64 = 1;

impl Visitor for Hint<'_> {
    type Output = Result<String, Failure>;

    fn visit<G: Playable>(self, mut state: G) -> Self::Output {
        let args = self.0;
        let seed = Seed::new(args.seed);
        let mut agent = G::agent(&args.agent)?;
        if args.place.position.is_none() && state.turn() == Turn::Chance {
            state.settle(&mut seed.derive(CHANCE).rng());
        }
        let decision = pool(args.jobs)?.install(|| agent.decide(&state, seed.derive(SEARCH)))?;
        let answer = Answer {
            game: &args.place.game,
            agent: &args.agent,
            seed: args.seed,
            state: state.to_string(),
            action: decision.action.to_string(),
            value: decision.value,
            actions: decision
                .root
                .iter()
                .map(|root| ActionValue { action: root.action.to_string(), value: root.value, visits: root.visits })
                .collect(),
            depth: decision.spent.depth,
            nodes: decision.spent.nodes,
            simulations: decision.spent.simulations,
            ms: decision.spent.time.as_secs_f64() * 1e3,
            line: decision.line.iter().map(ToString::to_string).collect(),
        };
        if args.output.json { json(&answer) } else { Ok(answer.describe()) }
    }
}

impl Answer<'_> {
    /// The best actions, best first, and what was spent.
    fn describe(&self) -> String {
        const SHOWN: usize = 10;
        let mut rows = vec![
            vec!["state".to_owned(), self.state.clone()],
            vec!["action".to_owned(), self.action.clone()],
            vec!["value".to_owned(), format!("{:.3}", self.value)],
            vec![
                "spent".to_owned(),
                format!("{} simulations, {} nodes, {:.1} ms", self.simulations, self.nodes, self.ms),
            ],
        ];
        let mut best: Vec<&ActionValue> = self.actions.iter().collect();
        best.sort_by(|a, b| (b.value - self.value).abs().total_cmp(&(a.value - self.value).abs()).reverse());
        for (index, action) in best.iter().take(SHOWN).enumerate() {
            let title = if index == 0 { format!("best of {}", best.len()) } else { String::new() };
            rows.push(vec![title, format!("{} {:.3} ({} visits)", action.action, action.value, action.visits)]);
        }
        table(&rows)
    }
}
