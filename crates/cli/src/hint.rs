//! `gambol hint`: the best action, and the value of every action.

use gambol::registry::{Playable, Visitor};
use gambol::{Decision, Seed, Turn};
use gambol_play::{ranked, to_mover};
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
    /// To the first player.
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
    /// To the first player.
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
        if args.output.json { json(&answer) } else { Ok(answer.describe(&state, &decision)) }
    }
}

impl Answer<'_> {
    /// The best actions, best first, and what was spent. People are shown values to the player to move, as on the full screen.
    fn describe<G: Playable>(&self, state: &G, decision: &Decision<G::Action>) -> String {
        const SHOWN: usize = 10;
        let row = |name: &str, text: String| vec![name.to_owned(), text];
        let whose = if G::PLAYERS > 1 { " to the player to move" } else { "" };
        let depth = if self.depth > 0 { format!("depth {}, ", self.depth) } else { String::new() };
        let mut rows = vec![
            row("state", self.state.clone()),
            row("action", self.action.clone()),
            row("value", format!("{:.3}{whose}", to_mover(state, self.value))),
            row("spent", format!("{} simulations, {} nodes, {depth}{:.1} ms", self.simulations, self.nodes, self.ms)),
        ];
        if self.line.len() > 1 {
            rows.push(row("line", self.line.join(" ")));
        }
        let ranked = ranked(decision, state);
        for (index, action) in ranked.iter().take(SHOWN).enumerate() {
            let title = if index == 0 { format!("best of {}", ranked.len()) } else { String::new() };
            rows.push(row(&title, format!("{} {:.3} ({} visits)", action.action, action.value, action.visits)));
        }
        table(&rows)
    }
}
