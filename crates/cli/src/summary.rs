//! Summaries of runs and matches, as text and as JSON.

use std::time::Duration;

use gambol_arena::{Duel, Ends, Header, Paired, PlanResult, Shard, SprtResult, Summary, Tally, TimeControl};
use serde::Serialize;

use crate::args::Output;
use crate::output::{Failure, TOO_FEW, UNKNOWN, between, estimated, has_ends, json, table};

/// Number of games that this process has played, and the time they took.
#[derive(Clone, Copy)]
pub(crate) struct Pace {
    pub(crate) played: u64,
    pub(crate) elapsed: Duration,
}

impl Pace {
    fn games_per_second(self) -> Option<f64> {
        let seconds = self.elapsed.as_secs_f64();
        (self.played > 0 && seconds > 0.0).then(|| self.played as f64 / seconds)
    }
}

#[derive(Serialize)]
struct Report<'a> {
    game: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    agent: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    agents: Option<&'a [String]>,
    seed: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tc: Option<TimeControl>,
    shard: Shard,
    #[serde(flatten)]
    outcome: PlanResult,
    /// `null` if this process has played no games.
    games_per_second: Option<f64>,
}

/// Formats the summary.
pub(crate) fn report(header: &Header, tally: &Tally, pace: Option<Pace>, output: Output) -> Result<String, Failure> {
    let plan = &header.plan;
    let outcome = tally.result();
    if output.json {
        return json(&Report {
            game: plan.game(),
            agent: plan.agents().first().filter(|_| !plan.is_match()).map(String::as_str),
            agents: plan.is_match().then_some(plan.agents()),
            seed: plan.seed(),
            ms: plan.ms(),
            tc: plan.tc(),
            shard: header.shard,
            outcome,
            games_per_second: pace.and_then(Pace::games_per_second),
        });
    }
    let mut rows = vec![
        row("game", plan.game().to_owned()),
        row(if plan.is_match() { "agents" } else { "agent" }, plan.agents().join(" and ")),
        row("games", games(header, tally)),
    ];
    match outcome {
        PlanResult::Run(summary) => rows.extend(run(&summary)),
        PlanResult::Paired(paired) => rows.extend(pairs(&paired)),
        PlanResult::Duel(duel) => rows.extend(results(&duel)),
    }
    if let Some(pace) = pace {
        let rate = pace.games_per_second().map_or(String::new(), |rate| format!(", {rate:.1} games a second"));
        rows.push(row("time", format!("{:.1} s{rate}", pace.elapsed.as_secs_f64())));
    }
    Ok(table(&rows))
}

fn row(name: &str, text: String) -> Vec<String> {
    vec![name.to_owned(), text]
}

fn games(header: &Header, tally: &Tally) -> String {
    let shard = part(header.shard);
    let time = timing(header.plan.ms(), header.plan.tc());
    let openings = match header.plan.openings().len() {
        0 => String::new(),
        1 => ", one opening".to_owned(),
        openings => format!(", {openings} openings"),
    };
    format!("{}, seed {}{openings}{time}{shard}", tally.games(), header.plan.seed())
}

/// Formats a shard, after a comma; empty for all games.
pub(crate) fn part(shard: Shard) -> String {
    if shard == Shard::WHOLE { String::new() } else { format!(", shard {shard}") }
}

/// Formats the time of the agents, after a comma; empty if each has its own.
pub(crate) fn timing(ms: Option<u64>, tc: Option<TimeControl>) -> String {
    let clock = tc.map(|control| format!(", clock {control} s"));
    ms.map(|ms| format!(", {ms} ms a move")).or(clock).unwrap_or_default()
}

/// Formats an Elo difference with its interval, or its known bound; [`UNKNOWN`] without games.
pub(crate) fn strength(elo: f64, ci95: [f64; 2]) -> String {
    match ci95 {
        _ if elo.is_nan() => UNKNOWN.to_owned(),
        ends if elo.is_infinite() && !has_ends(ends) => TOO_FEW.to_owned(),
        [low, _] if elo == f64::INFINITY => format!("above {low:+.1} (95 % bound)"),
        [_, high] if elo == f64::NEG_INFINITY => format!("below {high:+.1} (95 % bound)"),
        _ => estimated(elo, ci95, |value| format!("{value:+.1}")),
    }
}

fn interval(mean: f64, ci95: [f64; 2]) -> String {
    estimated(mean, ci95, |value| format!("{value:.3}"))
}

/// Returns `text`, or [`UNKNOWN`] if there are no games.
pub(crate) fn known(games: u64, text: impl FnOnce() -> String) -> String {
    if games > 0 { text() } else { UNKNOWN.to_owned() }
}

fn moves(games: u64, moves_per_game: f64, ms_per_move: f64) -> Vec<String> {
    row("moves", known(games, || format!("{moves_per_game:.2} a game, {ms_per_move:.4} ms each")))
}

fn range(summary: &Summary) -> String {
    summary.min.zip(summary.max).map_or(UNKNOWN.to_owned(), |(min, max)| format!("{min} to {max}"))
}

/// Formats the cells of a table of scores: mean, interval, median, range and time of a move.
pub(crate) fn scores(summary: &Summary) -> Vec<String> {
    let Summary { games, score, median, ms_per_move, .. } = summary;
    let number = |value: f64| format!("{value:.2}");
    vec![
        known(*games, || number(score.mean)),
        between(score.ci95, number),
        known(*games, || median.to_string()),
        range(summary),
        known(*games, || format!("{ms_per_move:.4}")),
    ]
}

fn run(summary: &Summary) -> Vec<Vec<String>> {
    let games = summary.games;
    vec![
        row("mean", known(games, || interval(summary.score.mean, summary.score.ci95))),
        row("median", known(games, || summary.median.to_string())),
        row("range", range(summary)),
        row("score 0", format!("{} games", summary.zero_games)),
        moves(games, summary.moves_per_game, summary.ms_per_move),
    ]
}

fn pairs(paired: &Paired) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    for (name, summary) in ["first agent", "second agent"].into_iter().zip(&paired.each) {
        rows.push(row(name, String::new()));
        rows.extend(run(summary).into_iter().map(|mut row| {
            row[0].insert_str(0, "  ");
            row
        }));
    }
    let [won, drawn, lost] = paired.won_drawn_lost;
    rows.push(row("difference", known(paired.pairs, || interval(paired.difference.mean, paired.difference.ci95))));
    rows.push(row("pairs", format!("{won} won, {drawn} equal, {lost} lost by the first agent")));
    rows
}

/// Formats the pairs with 0, ½, 1, 1½ and 2 points, as fishtest does.
pub(crate) fn pentanomial(duel: &Duel) -> String {
    format!("Ptnml(0-2) {:?}", duel.pentanomial.0)
}

/// Formats a share in percent.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// Describes the games that did not end by the rules. `None` if there are none.
pub(crate) fn ends(duel: &Duel) -> Option<String> {
    let Ends { resign, draw, time, .. } = duel.ends;
    let lost = |how: &str, [first, second]: [u64; 2]| {
        (first + second > 0).then(|| format!("{how}: {first} by the first agent, {second} by the second"))
    };
    let drawn = (draw > 0).then(|| format!("draws adjudicated: {draw}"));
    let ends: Vec<_> = [lost("resigned", resign), drawn, lost("lost on time", time)].into_iter().flatten().collect();
    (!ends.is_empty()).then(|| ends.join("; "))
}

fn results(duel: &Duel) -> Vec<Vec<String>> {
    let (Duel { wins, draws, losses, .. }, elo) = (duel, &duel.elo);
    let pairs = duel.pentanomial.pairs();
    let mut rows = vec![
        row("first agent", format!("{wins} won, {draws} drawn, {losses} lost")),
        row("score", known(pairs, || format!("{:.4}", elo.score))),
        row("Elo", strength(elo.elo, elo.ci95)),
    ];
    if let (Some(nelo), Some(ci95), Some(los)) = (elo.nelo, elo.nelo_ci95, elo.los) {
        rows.push(row("nElo", estimated(nelo, ci95, |value| format!("{value:+.1}"))));
        rows.push(row("LOS", percent(los)));
    }
    rows.extend([
        row("pairs", format!("{}, {} drawn", pentanomial(duel), percent(duel.pentanomial.draw_ratio()))),
        row("first mover", format!("{} of {} games won", duel.wins_of_first_player, duel.games)),
        moves(duel.games, duel.moves_per_game, duel.ms_per_move),
    ]);
    rows.extend(ends(duel).map(|ends| row("ends", ends)));
    if let Some([first, second]) = duel.ms_per_move_each {
        rows.push(row("time a move", format!("{first:.4} ms the first agent, {second:.4} ms the second")));
    }
    if let Some(test) = duel.sprt {
        let verdict = match test.result {
            SprtResult::Elo0 => "the lower Elo is accepted",
            SprtResult::Elo1 => "the higher Elo is accepted",
            SprtResult::Open => "neither is accepted yet",
        };
        rows.push(row("SPRT", format!("{verdict}: LLR {:.3} ({:.3} to {:.3})", test.llr, test.lower, test.upper)));
    }
    rows
}
