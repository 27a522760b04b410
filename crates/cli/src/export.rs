//! `gambol export`: self-play games as training data, one line per decision.

use std::io::Write;
use std::ops::ControlFlow;

use gambol::registry::{Label, Position, Registry};
use gambol::search::{Bound, RootAction};
use gambol::{Budget, Event, Game, Player, Turn};
use gambol_arena::{LiveGame, Plan, PlanBuilder, play_games, replace_by};
use gambol_play::Value;
use serde::Serialize;

use crate::args;
use crate::campaign::check_openings;
use crate::crew::Crew;
use crate::output::{Failure, json, table};
use crate::place::pool;
use crate::progress;

/// The first line of the file.
#[derive(Serialize)]
struct Header<'a> {
    schema: &'static str,
    version: u32,
    gambol: &'static str,
    game: &'a str,
    start: &'a str,
    players: usize,
    agent: &'a str,
    games: u64,
    seed: u64,
    max_moves: Option<u64>,
    opening_plies: u32,
    ms: Option<u64>,
}

/// A decision, one line of the file.
#[derive(Serialize)]
struct Example {
    game: u64,
    /// Index of the decision in its game, from 0; the random opening is not counted.
    ply: u64,
    state: String,
    mover: Player,
    action: String,
    /// Value for the player to move, like all values; `null` if the agent gives none.
    value: Option<f64>,
    actions: Vec<Candidate>,
    outcome: i64,
}

/// An action at the root of the search.
#[derive(Serialize)]
struct Candidate {
    action: String,
    /// `null` if the action was not searched.
    value: Option<f64>,
    bound: Bound,
    visits: u64,
}

#[derive(Serialize)]
struct Summary<'a> {
    out: String,
    game: &'a str,
    agent: &'a str,
    games: u64,
    positions: u64,
    seed: u64,
}

pub(crate) fn export(registry: &Registry, args: &args::Export) -> Result<String, Failure> {
    let conditions = &args.conditions;
    let start = registry.start(&conditions.game)?;
    let agent = args.agent.clone().unwrap_or_else(|| start.game().default_agent().to_owned());
    let crew = Crew::new(&start, std::slice::from_ref(&agent), conditions.log.as_deref())?;
    check_openings(&start, args.opening_plies)?;
    let opening = args.opening_plies.unwrap_or(if start.players() > 1 { 4 } else { 0 });
    let mut builder = start.plan(&conditions.game).agent(&agent).games(args.games).seed(conditions.seed);
    builder = conditions.max_moves.into_iter().fold(builder, PlanBuilder::max_moves);
    builder = conditions.ms.into_iter().fold(builder, PlanBuilder::ms);
    let plan = builder.build()?;
    let header = Header {
        schema: "gambol-self-play",
        version: 1,
        gambol: env!("CARGO_PKG_VERSION"),
        game: plan.game(),
        start: plan.start(),
        players: plan.players(),
        agent: &agent,
        games: plan.games(),
        seed: plan.seed(),
        max_moves: plan.max_moves(),
        opening_plies: opening,
        ms: plan.ms(),
    };
    let mut positions = 0;
    let pool = pool(conditions.jobs)?;
    let bar = progress::bar(0, plan.games(), "games, {per_sec}, {eta} left");
    let written = replace_by(&args.out, |out| -> Result<(), Failure> {
        let refuse = |error: std::io::Error| Failure::of(args.out.display(), error);
        serde_json::to_writer(&mut *out, &header).map_err(|error| refuse(error.into()))?;
        out.write_all(b"\n").map_err(refuse)?;
        pool.install(|| {
            play_games(
                0..plan.games(),
                |index| play(&crew, &plan, opening, index),
                |examples: Vec<Example>| {
                    bar.inc(1);
                    positions += examples.len() as u64;
                    for example in &examples {
                        serde_json::to_writer(&mut *out, example).map_err(|error| refuse(error.into()))?;
                        out.write_all(b"\n").map_err(refuse)?;
                    }
                    Ok(ControlFlow::Continue(()))
                },
            )
        })
    });
    bar.finish_and_clear();
    written?;
    let out = args.out.display().to_string();
    let (game, agent, games, seed) = (plan.game(), agent.as_str(), plan.games(), plan.seed());
    let summary = Summary { out, game, agent, games, positions, seed };
    if conditions.output.json {
        return json(&summary);
    }
    let row = |name: &str, text: String| vec![name.to_owned(), text];
    Ok(table(&[
        row("out", summary.out),
        row("game", game.to_owned()),
        row("agent", agent.to_owned()),
        row("games", format!("{games}, {positions} positions, seed {seed}")),
    ]))
}

/// Returns the number of a value, if it has one.
fn number(value: Value) -> Option<f64> {
    value.0.map(|estimate| estimate.value)
}

/// Plays a game and returns its decisions.
fn play(crew: &Crew, plan: &Plan, opening: u32, index: u64) -> Result<Vec<Example>, Failure> {
    let mut agents = [crew.make(&plan.agents()[0])?];
    let budget = plan.ms().map_or(Budget::unlimited(), |ms| Budget::unlimited().millis(ms));
    let mut game = LiveGame::new(crew.start().clone(), plan.seed_of(index)).within(budget);
    game.open(opening).map_err(|error| Failure::of("--opening-plies", error.reason))?;
    let mut examples: Vec<Example> = Vec::new();
    while game.moves() < plan.max_moves().unwrap_or(u64::MAX) || game.state().turn() == Turn::Chance {
        let before: Position = game.state().clone();
        let Some(step) = game.step(&mut agents)? else { break };
        let (Event::Action(action), Some(decision)) = (step.event, step.decision) else { continue };
        let mover = decision.player;
        let option = |root: &RootAction<Label>| {
            let estimate = root.estimate(mover);
            Candidate {
                action: root.action.to_string(),
                value: number(Value::of_action(root, mover)),
                bound: estimate.bound,
                visits: root.visits,
            }
        };
        examples.push(Example {
            game: index,
            ply: examples.len() as u64,
            state: before.to_string(),
            mover,
            action: action.to_string(),
            value: number(Value::of_decision(&decision)),
            actions: decision.root.iter().map(option).collect(),
            outcome: 0,
        });
    }
    let score = game.state().score();
    for example in &mut examples {
        example.outcome = score.saturating_mul(example.mover.sign());
    }
    Ok(examples)
}
