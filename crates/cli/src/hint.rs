//! `gambol hint`: the best action, and the value of every action.

use gambol::registry::{Label, Position, Registry};
use gambol::search::{Bound, Proven};
use gambol::{Budget, Decision, Game, Player, Search, Seed, Turn};
use gambol_arena::replace;
use gambol_play::{Scene, Shown, Value, svg};
use serde::Serialize;

use crate::args;
use crate::crew;
use crate::draw::draw;
use crate::files::check_files;
use crate::output::{Failure, json, table};
use crate::place::pool;

/// A proven result, for the player to move.
#[derive(Serialize)]
struct ProofFields {
    result: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u32>,
}

/// A value for the player to move, as text and as fields.
#[derive(Serialize)]
struct Worth {
    /// `null` if there is none.
    value: Option<f64>,
    bound: Bound,
    #[serde(skip_serializing_if = "Option::is_none")]
    std_error: Option<f64>,
    proven: Option<ProofFields>,
    text: String,
}

impl Worth {
    /// Converts a value; `none` is the text of a missing one.
    fn new(value: Value, none: &str) -> Self {
        let Some(estimate) = value.0 else {
            return Self {
                value: None,
                bound: Bound::Unsearched,
                std_error: None,
                proven: None,
                text: none.to_owned(),
            };
        };
        let proven = match estimate.proven {
            Some(Proven::Win { winner, plies }) => {
                Some(ProofFields { result: if winner == estimate.player { "win" } else { "loss" }, plies })
            }
            Some(Proven::Draw) => Some(ProofFields { result: "draw", plies: None }),
            Some(_) => Some(ProofFields { result: "score", plies: None }),
            None => None,
        };
        let (value, bound, std_error) = (Some(estimate.value), estimate.bound, estimate.std_error);
        Self { value, bound, std_error, proven, text: estimate.to_string() }
    }
}

#[derive(Serialize)]
struct ActionValue {
    action: String,
    #[serde(flatten)]
    worth: Worth,
    visits: u64,
}

/// The settings of a search.
pub(crate) struct Question<'a> {
    pub(crate) game: &'a str,
    pub(crate) agent: &'a str,
    pub(crate) seed: u64,
    /// Milliseconds in place of the agent's own limits.
    pub(crate) ms: Option<u64>,
}

/// The result of a search.
#[derive(Serialize)]
pub(crate) struct Answer<'a> {
    game: &'a str,
    agent: &'a str,
    seed: u64,
    state: String,
    /// The player to move, whose values all values are.
    player: Player,
    action: String,
    #[serde(flatten)]
    worth: Worth,
    actions: Vec<ActionValue>,
    depth: u32,
    nodes: u64,
    simulations: u64,
    ms: f64,
    pv: Vec<String>,
}

/// Maximum number of actions in the text output.
const SHOWN: usize = 10;

/// Text of a missing value of a decision, such as that of a policy.
const NO_VALUE: &str = "no value";
/// Text of the value of an action that was not searched.
const NOT_SEARCHED: &str = "–";

/// Streams of the seed: chance before the first move, and the search.
const CHANCE: u64 = 0;
const SEARCH: u64 = 1;

pub(crate) fn hint(registry: &Registry, args: &args::Hint) -> Result<String, Failure> {
    check_files([], [("--svg", args.svg.as_ref())])?;
    let seed = Seed::new(args.seed);
    let mut state = args.place.position(registry)?;
    let name = args.agent.as_deref().unwrap_or(state.game().default_agent()).to_owned();
    let origin = registry.start(&args.place.game)?.to_string();
    let mut agent = crew::agent(&name, &state, &origin)?;
    if args.place.position.is_none() && state.turn() == Turn::Chance {
        state.settle(&mut seed.derive(CHANCE).rng());
    }
    let question = Question { game: &args.place.game, agent: &name, seed: args.seed, ms: args.ms };
    let (answer, decision) = pool(args.jobs)?.install(|| search(&question, &state, agent.as_mut()))?;
    if let Some(file) = &args.svg {
        let picture = svg(&Scene::of(&state), &Shown::of(&state).covered(&answer.action));
        replace(file, picture)?;
    }
    if args.output.json {
        return json(&answer);
    }
    draw(&state, Some(&answer.action), args.drawn)?;
    Ok(answer.describe(state.players(), &decision))
}

/// Searches a position in the current pool of threads.
pub(crate) fn search<'a>(
    question: &Question<'a>,
    state: &Position,
    agent: &mut dyn Search<Position>,
) -> Result<(Answer<'a>, Decision<Label>), Failure> {
    let terms = Budget::unlimited().exact_values(SHOWN).measure_time();
    let terms = question.ms.map_or(terms.clone(), |ms| terms.millis(ms));
    let decision = agent.search(state, &terms, Seed::new(question.seed).derive(SEARCH))?;
    let answer = Answer {
        game: question.game,
        agent: question.agent,
        seed: question.seed,
        state: state.to_string(),
        player: decision.player,
        action: decision.action.to_string(),
        worth: Worth::new(Value::of_decision(&decision), NO_VALUE),
        actions: (decision.root.iter())
            .map(|root| ActionValue {
                action: root.action.to_string(),
                worth: Worth::new(Value::of_action(root, decision.player), NOT_SEARCHED),
                visits: root.visits,
            })
            .collect(),
        depth: decision.stats.depth,
        nodes: decision.stats.nodes,
        simulations: decision.stats.simulations,
        ms: decision.stats.time.unwrap_or_default().as_secs_f64() * 1e3,
        pv: decision.pv.iter().map(ToString::to_string).collect(),
    };
    Ok((answer, decision))
}

impl Answer<'_> {
    /// Formats the best actions, best first, and the search statistics.
    fn describe(&self, players: usize, decision: &Decision<Label>) -> String {
        let row = |name: &str, text: String| vec![name.to_owned(), text];
        let whose = if players > 1 && self.worth.value.is_some() { " to the player to move" } else { "" };
        let depth = if self.depth > 0 { format!("depth {}, ", self.depth) } else { String::new() };
        let mut rows = vec![
            row("state", self.state.clone()),
            row("action", self.action.clone()),
            row("value", format!("{}{whose}", self.worth.text)),
            row("stats", format!("{} simulations, {} nodes, {depth}{:.1} ms", self.simulations, self.nodes, self.ms)),
        ];
        if self.pv.len() > 1 {
            rows.push(row("pv", self.pv.join(" ")));
        }
        let best: Vec<Vec<String>> = (decision.top(SHOWN).iter())
            .map(|root| {
                let visits = format!("{} visit{}", root.visits, if root.visits == 1 { "" } else { "s" });
                vec![root.action.to_string(), Value::of_action(root, decision.player).to_string(), visits]
            })
            .collect();
        for (index, line) in table(&best).lines().enumerate() {
            let title = if index == 0 { format!("best of {}", decision.root.len()) } else { String::new() };
            rows.push(row(&title, line.to_owned()));
        }
        table(&rows)
    }
}
