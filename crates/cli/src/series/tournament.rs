//! `gambol tournament`: a round robin or a gauntlet.

use gambol::registry::Registry;
use gambol_arena::{Anchor, Course, Duel, MeanEstimate, PlanResult, Rating, Shard, Summary, TimeControl, ratings};
use serde::Serialize;

use super::cross::cross;
use super::{Series, numbered, repeated};
use crate::args;
use crate::output::{Failure, between, estimated, json, table};
use crate::summary::{known, part, pentanomial, percent, scores, strength, timing};

pub(crate) fn tournament(registry: &Registry, args: &args::Tournament) -> Result<String, Failure> {
    let agents = &args.agents;
    if let Some(twice) = repeated(agents) {
        return Err(Failure::of("--agents", format_args!("duplicate agent `{}`", agents[twice])));
    }
    let series = Series::new(registry, &args.series, agents)?;
    let pairings: Vec<(usize, usize)> = (0..agents.len())
        .flat_map(|one| (one + 1..agents.len()).map(move |two| (one, two)))
        .filter(|(one, _)| !args.gauntlet || *one == 0)
        .collect();
    if series.is_for_two() { of_two(&series, args, &pairings) } else { of_one(&series, args, &pairings) }
}

/// Common JSON fields of all tournaments.
#[derive(Serialize)]
struct Tournament<'a, A, P> {
    game: &'a str,
    seed: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tc: Option<TimeControl>,
    gauntlet: bool,
    games: u64,
    shard: Shard,
    /// Best first.
    agents: Vec<A>,
    pairings: Vec<P>,
}

impl<'a, A: Serialize, P: Serialize> Tournament<'a, A, P> {
    fn new(args: &'a args::Tournament, agents: Vec<A>, pairings: Vec<P>) -> Self {
        let args::Series { conditions, games, duels, shard, .. } = &args.series;
        let (game, seed, ms, tc) = (conditions.game.as_str(), conditions.seed, conditions.ms, duels.tc);
        Self { game, seed, ms, tc, gauntlet: args.gauntlet, games: *games, shard: *shard, agents, pairings }
    }

    /// Returns the first rows of the text.
    fn rows(&self, of_what: &str) -> Vec<Vec<String>> {
        let kind = if self.gauntlet { "gauntlet" } else { "round robin" };
        let time = timing(self.ms, self.tc) + &part(self.shard);
        let row = |name: &str, text: String| vec![name.to_owned(), text];
        vec![
            row("game", self.game.to_owned()),
            row("games", format!("{kind}, {} of {of_what}, seed {}{time}", self.games, self.seed)),
        ]
    }
}

/// Returns the indices of the agents by descending value.
fn best_first(agents: usize, value: impl Fn(usize) -> f64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..agents).collect();
    order.sort_by(|&a, &b| value(b).total_cmp(&value(a)));
    order
}

#[derive(Serialize)]
struct Rated<'a> {
    agent: &'a str,
    #[serde(flatten)]
    rating: Rating,
}

#[derive(Serialize)]
struct Pairing<'a, R> {
    agents: [&'a str; 2],
    #[serde(flatten)]
    result: R,
}

/// Titles of the cross table before those of the opponents.
const TITLES: [&str; 7] = ["agent", "Elo", "95 % interval", "games", "points", "score", "draws"];

fn of_two(series: &Series<'_>, args: &args::Tournament, pairings: &[(usize, usize)]) -> Result<String, Failure> {
    let agents = &args.agents;
    let plans = pairings.iter().map(|&(one, two)| series.plan(&[agents[one].clone(), agents[two].clone()]));
    let plans = plans.collect::<Result<Vec<_>, _>>()?;
    let mut duels: Vec<(usize, usize, Duel)> = Vec::new();
    for (number, (&(one, two), plan)) in (1..).zip(pairings.iter().zip(plans)) {
        let name = [one, two].map(|agent| numbered(agent + 1, agents.len())).join("-");
        if let PlanResult::Duel(duel) = series.play(&name, plan, [number, pairings.len()])?.tally().result() {
            duels.push((one, two, duel));
        }
    }
    let results: Vec<_> = duels.iter().map(|(one, two, duel)| (*one, *two, duel.pentanomial)).collect();
    let anchor = if args.gauntlet { Anchor::Agent(0) } else { Anchor::Mean };
    let ratings = ratings(agents.len(), &results, anchor);
    let order = best_first(agents.len(), |agent| ratings[agent].elo);
    let rated = order.iter().map(|&agent| Rated { agent: &agents[agent], rating: ratings[agent] }).collect();
    let pairings =
        duels.iter().map(|(one, two, duel)| Pairing { agents: [&agents[*one], &agents[*two]], result: duel });
    let tournament = Tournament::new(args, rated, pairings.collect());
    if args.series.conditions.output.json {
        return json(&tournament);
    }
    let against = |agent: usize, other: usize| {
        let met = |(one, two, duel): &(usize, usize, Duel)| {
            let points = duel.wins as f64 + duel.draws as f64 / 2.0;
            match (*one == agent && *two == other, *one == other && *two == agent) {
                (true, _) => Some([points, duel.games as f64 - points]),
                (_, true) => Some([duel.games as f64 - points, points]),
                _ => None,
            }
        };
        duels.iter().find_map(met).map(|[own, others]| format!("{own:.1}-{others:.1}"))
    };
    let draws = |agent: usize| -> u64 {
        duels.iter().filter(|(one, two, _)| [*one, *two].contains(&agent)).map(|(.., duel)| duel.draws).sum()
    };
    let about = |agent: usize| {
        let Rating { elo, ci95, points, games, .. } = ratings[agent];
        let signed = |value: f64| format!("{value:+.0}");
        // The anchor has no interval.
        let interval = if ci95[0] < ci95[1] { between(ci95, signed) } else { "–".to_owned() };
        let share = |count: f64| percent(count / games.max(1) as f64);
        let shares = [share(points), share(draws(agent) as f64)];
        [agents[agent].clone(), known(games, || signed(elo)), interval, games.to_string(), format!("{points:.1}")]
            .into_iter()
            .chain(shares)
            .collect()
    };
    let mut text = table(&tournament.rows("each pairing"));
    text.push_str("\n\n");
    text.push_str(&table(&cross(&TITLES, &order, about, against)));
    text.push_str("\n\n");
    let row = |(one, two, duel): &(usize, usize, Duel)| {
        let Duel { wins, draws, losses, elo, .. } = duel;
        vec![
            format!("{} against {}", agents[*one], agents[*two]),
            format!("{wins} won, {draws} drawn, {losses} lost"),
            format!("Elo {}", strength(elo.elo, elo.ci95)),
            pentanomial(duel),
        ]
    };
    text.push_str(&table(&duels.iter().map(row).collect::<Vec<_>>()));
    Ok(text)
}

#[derive(Serialize)]
struct Scored<'a> {
    agent: &'a str,
    #[serde(flatten)]
    summary: Summary,
}

#[derive(Serialize)]
struct Compared {
    /// Mean difference of the scores on the same seed, the first agent's less the second's.
    difference: MeanEstimate,
    won_drawn_lost: [u64; 3],
}

impl Compared {
    /// Compares two runs game by game.
    fn new(one: &Course, two: &Course) -> Self {
        let scores = one.tally().scores(0).iter().zip(two.tally().scores(0));
        let differences: Vec<f64> = scores.map(|(one, two)| one - two).collect();
        let count = |is: fn(f64) -> bool| differences.iter().filter(|&&difference| is(difference)).count() as u64;
        let won_drawn_lost = [count(|d| d > 0.0), count(|d| d == 0.0), count(|d| d < 0.0)];
        Self { difference: MeanEstimate::of(&differences), won_drawn_lost }
    }
}

fn of_one(series: &Series<'_>, args: &args::Tournament, pairings: &[(usize, usize)]) -> Result<String, Failure> {
    let agents = &args.agents;
    let plans = agents.iter().map(|agent| series.plan(std::slice::from_ref(agent))).collect::<Result<Vec<_>, _>>()?;
    let mut courses = Vec::new();
    let mut scored = Vec::new();
    for (number, (agent, plan)) in agents.iter().zip(plans).enumerate() {
        let course = series.play(&numbered(number + 1, agents.len()), plan, [number + 1, agents.len()])?;
        if let PlanResult::Run(summary) = course.tally().result() {
            scored.push(Scored { agent, summary });
            courses.push(course);
        }
    }
    let compared: Vec<_> = pairings
        .iter()
        .map(|&(one, two)| Pairing {
            agents: [agents[one].as_str(), agents[two].as_str()],
            result: Compared::new(&courses[one], &courses[two]),
        })
        .collect();
    scored.sort_by(|a, b| b.summary.score.mean.total_cmp(&a.summary.score.mean));
    let tournament = Tournament::new(args, scored, compared);
    if args.series.conditions.output.json {
        return json(&tournament);
    }
    let mut text = table(&tournament.rows("each agent, all on the same seeds"));
    text.push_str("\n\n");
    let titles = ["#", "agent", "mean", "95 % interval", "median", "range", "ms a move"];
    let mut rows = vec![titles.map(str::to_owned).to_vec()];
    for (rank, Scored { agent, summary }) in (1..).zip(&tournament.agents) {
        rows.push([format!("{rank}"), (*agent).to_owned()].into_iter().chain(scores(summary)).collect());
    }
    text.push_str(&table(&rows));
    text.push_str("\n\n");
    let row = |pairing: &Pairing<'_, Compared>| {
        let Compared { difference, won_drawn_lost: [won, equal, lost] } = &pairing.result;
        let signed = |value: f64| format!("{value:+.2}");
        vec![
            format!("{} less {}", pairing.agents[0], pairing.agents[1]),
            known(won + equal + lost, || estimated(difference.mean, difference.ci95, signed)),
            format!("{won} won, {equal} equal, {lost} lost"),
        ]
    };
    text.push_str(&table(&tournament.pairings.iter().map(row).collect::<Vec<_>>()));
    Ok(text)
}
