//! `gambol sweep`: an agent with every combination of parameter values.

use gambol::registry::Registry;
use gambol_arena::{Duel, PlanResult, Shard, Summary, TimeControl};
use serde::Serialize;
use serde_json::{Map, Value};

use super::{Series, numbered, repeated};
use crate::args;
use crate::campaign::opponent;
use crate::output::{Failure, json, table};
use crate::summary::{known, part, scores, strength, timing};

/// Maximum number of combinations.
const MOST: usize = 1000;

/// A parameter and its values, in order.
struct Over {
    name: String,
    values: Vec<String>,
}

impl Over {
    fn read(text: &str) -> Result<Self, Failure> {
        let refuse = |why: &str| Failure::of(format_args!("--over {text}"), why);
        let (name, values) = text.split_once('=').ok_or_else(|| refuse("expected NAME=VALUE,VALUE,…"))?;
        let mut values: Vec<String> = values.split(',').map(str::to_owned).collect();
        if name.is_empty() || values.iter().any(String::is_empty) {
            return Err(refuse("expected NAME=VALUE,VALUE,…"));
        }
        let numbers: Option<Vec<f64>> = values.iter().map(|value| value.parse().ok()).collect();
        if let Some(twice) = numbers.as_deref().map_or_else(|| repeated(&values), repeated) {
            return Err(refuse(&format!("duplicate value {}", values[twice])));
        }
        // Values that are not numbers keep their order.
        if let Some(numbers) = numbers {
            let mut sorted: Vec<_> = numbers.into_iter().zip(values).collect();
            sorted.sort_by(|(a, _), (b, _)| a.total_cmp(b));
            values = sorted.into_iter().map(|(_, value)| value).collect();
        }
        Ok(Self { name: name.to_owned(), values })
    }
}

/// A combination of values, and its agent.
struct Point {
    values: Vec<String>,
    agent: String,
}

/// Returns all combinations; the last parameter changes fastest.
fn points(template: &str, over: &[Over]) -> Result<Vec<Point>, Failure> {
    let mut points = vec![Point { values: Vec::new(), agent: template.to_owned() }];
    for Over { name, values } in over {
        let place = format!("{{{name}}}");
        if !template.contains(&place) {
            return Err(Failure::of(format_args!("--over {name}"), format_args!("--agent has no {place}")));
        }
        let with = |point: &Point, value: &String| Point {
            values: point.values.iter().chain([value]).cloned().collect(),
            agent: point.agent.replace(&place, value),
        };
        points = points.iter().flat_map(|point| values.iter().map(move |value| with(point, value))).collect();
        if points.len() > MOST {
            return Err(Failure::of("--over", format_args!("more than {MOST} combinations")));
        }
    }
    match points.iter().find(|point| point.agent.contains(['{', '}'])) {
        Some(Point { agent, .. }) => {
            Err(Failure::of("--agent", format_args!("no --over for a name in braces: {agent}")))
        }
        None => Ok(points),
    }
}

/// Result of an agent: alone, or against the opponent.
#[derive(Serialize)]
#[serde(untagged)]
enum Outcome {
    Run(Summary),
    Duel(Box<Duel>),
}

impl Outcome {
    fn value(&self) -> f64 {
        match self {
            Self::Run(summary) => summary.score.mean,
            Self::Duel(duel) => duel.elo.score,
        }
    }

    fn cells(&self) -> Vec<String> {
        match self {
            Self::Run(summary) => scores(summary),
            Self::Duel(duel) => {
                let Duel { pentanomial, wins, draws, losses, elo, ms_per_move_each, .. } = duel.as_ref();
                vec![
                    known(pentanomial.pairs(), || format!("{:.4}", elo.score)),
                    strength(elo.elo, elo.ci95),
                    format!("{wins} won, {draws} drawn, {losses} lost"),
                    ms_per_move_each.map_or(String::new(), |[own, _]| format!("{own:.4}")),
                ]
            }
        }
    }
}

#[derive(Serialize)]
struct Line {
    values: Map<String, Value>,
    agent: String,
    best: bool,
    #[serde(flatten)]
    outcome: Outcome,
}

#[derive(Serialize)]
struct Sweep<'a> {
    game: &'a str,
    seed: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tc: Option<TimeControl>,
    games: u64,
    shard: Shard,
    #[serde(skip_serializing_if = "Option::is_none")]
    against: Option<&'a str>,
    points: Vec<Line>,
}

pub(crate) fn sweep(registry: &Registry, args: &args::Sweep) -> Result<String, Failure> {
    let conditions = &args.series.conditions;
    let over = args.over.iter().map(|text| Over::read(text)).collect::<Result<Vec<_>, _>>()?;
    if let Some(twice) = repeated(&over.iter().map(|over| &over.name).collect::<Vec<_>>()) {
        return Err(Failure::of("--over", format_args!("duplicate parameter {}", over[twice].name)));
    }
    let points = points(&args.agent, &over)?;
    let start = registry.start(&conditions.game)?;
    let against = opponent(&start, args.against.as_deref(), start.game().default_agent())?;
    let agents: Vec<String> = points.iter().map(|point| point.agent.clone()).chain(against.clone()).collect();
    let series = Series::new(registry, &args.series, &agents)?;
    let against = against.as_deref();
    let plan = |point: &Point| match against {
        Some(against) => series.plan(&[point.agent.clone(), against.to_owned()]),
        None => series.plan(std::slice::from_ref(&point.agent)),
    };
    let plans = points.iter().map(plan).collect::<Result<Vec<_>, _>>()?;
    let mut lines = Vec::new();
    for (number, (point, plan)) in points.iter().zip(plans).enumerate() {
        let outcome = match series
            .play(&numbered(number + 1, points.len()), plan, [number + 1, points.len()])?
            .tally()
            .result()
        {
            PlanResult::Run(summary) => Outcome::Run(summary),
            PlanResult::Duel(duel) => Outcome::Duel(Box::new(duel)),
            PlanResult::Paired(_) => continue,
        };
        let values = over.iter().zip(&point.values).map(|(over, value)| (over.name.clone(), value.clone().into()));
        lines.push(Line { values: values.collect(), agent: point.agent.clone(), best: false, outcome });
    }
    // The first of equal results.
    let best = lines.iter().map(|line| line.outcome.value()).fold(f64::NEG_INFINITY, f64::max);
    if let Some(line) = lines.iter_mut().find(|line| line.outcome.value() == best) {
        line.best = true;
    }
    let (game, seed, ms) = (conditions.game.as_str(), conditions.seed, conditions.ms);
    let args::Series { duels, games, shard, .. } = &args.series;
    let (tc, games, shard) = (duels.tc, *games, *shard);
    let sweep = Sweep { game, seed, ms, tc, games, shard, against, points: lines };
    if conditions.output.json { json(&sweep) } else { Ok(sweep.describe(&args.agent, &over, &points)) }
}

impl Sweep<'_> {
    fn describe(&self, agent: &str, over: &[Over], points: &[Point]) -> String {
        let row = |name: &str, text: String| vec![name.to_owned(), text];
        let time = timing(self.ms, self.tc) + &part(self.shard);
        let mut head = vec![
            row("game", self.game.to_owned()),
            row("agent", agent.to_owned()),
            row("games", format!("{} of each, seed {}{time}", self.games, self.seed)),
        ];
        head.extend(self.against.map(|against| row("against", against.to_owned())));
        let titles: &[&str] = match self.against {
            Some(_) => &["score", "Elo", "games", "ms a move"],
            None => &["mean", "95 % interval", "median", "range", "ms a move"],
        };
        let names = over.iter().map(|over| over.name.as_str()).chain(titles.iter().copied());
        let mut rows = vec![names.map(str::to_owned).collect::<Vec<_>>()];
        for (line, point) in self.points.iter().zip(points) {
            let mark = line.best.then(|| "best".to_owned());
            rows.push(point.values.iter().cloned().chain(line.outcome.cells()).chain(mark).collect());
        }
        format!("{}\n\n{}", table(&head), table(&rows))
    }
}
