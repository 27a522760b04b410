//! Tables of a report.

use gambol_arena::{Duel, PlanResult, Summary};
use maud::{Markup, html};

use super::load::Entry;
use crate::output::{UNKNOWN, between};
use crate::summary::{ends, known, percent};

/// Renders a table. If it is too wide it scrolls in its own box, and on a narrow screen each row
/// becomes a card. `label` is its accessible name.
pub(crate) fn table(id: &str, label: &str, titles: &[&str], rows: &[Vec<String>]) -> Markup {
    html! {
        div class="wide" role="region" tabindex="0" aria-label=(label) {
            table id=(id) class="cards" {
                thead { tr { @for title in titles { th scope="col" { (title) } } } }
                tbody { @for row in rows { tr {
                    @for (title, cell) in titles.iter().zip(row) { td data-label=(title) { (breakable(cell)) } }
                } } }
            }
        }
    }
}

/// Allows line breaks after the punctuation of an agent's name.
pub(crate) fn breakable(text: &str) -> Markup {
    html! {
        @for (number, part) in text.split_inclusive([',', ':']).enumerate() {
            @if number > 0 { wbr; }
            (part)
        }
    }
}

/// Formats a number of games, with the total if others are missing.
fn games(entry: &Entry, games: u64, of: u64) -> String {
    if entry.is_part() { format!("{games} of {of}") } else { games.to_string() }
}

/// Games of one agent in one file.
pub(crate) struct Row<'a> {
    pub(crate) entry: &'a Entry,
    pub(crate) agent: usize,
    pub(crate) summary: Summary,
}

/// Returns the rows of agents that scored alone, including two-player self-play.
pub(crate) fn rows(entries: &[Entry]) -> Vec<Row<'_>> {
    let mut rows = Vec::new();
    for entry in entries {
        match entry.tally.result() {
            PlanResult::Run(summary) => rows.push(Row { entry, agent: 0, summary }),
            PlanResult::Paired(paired) => {
                rows.extend(paired.each.into_iter().enumerate().map(|(agent, summary)| Row { entry, agent, summary }));
            }
            PlanResult::Duel(_) => {}
        }
    }
    rows
}

/// Returns the matches in two-player games.
pub(crate) fn contests(entries: &[Entry]) -> Vec<(&Entry, Duel)> {
    let contest = |entry: &Entry| match entry.tally.result() {
        PlanResult::Duel(duel) => Some(duel),
        _ => None,
    };
    entries.iter().filter_map(|entry| Some((entry, contest(entry)?))).collect()
}

/// Renders the scores of each agent.
pub(crate) fn scores(entries: &[Entry]) -> Markup {
    let or_unknown = |score: Option<i64>| score.map_or(UNKNOWN.to_owned(), |score| score.to_string());
    let row = |row: &Row<'_>| {
        let Row { entry, agent, summary } = row;
        vec![
            entry.header.plan.game().to_owned(),
            entry.agent(*agent).to_owned(),
            games(entry, summary.games, entry.of() / entry.header.plan.unit()),
            number(summary.score.mean),
            interval(summary.score.ci95),
            known(summary.games, || summary.median.to_string()),
            or_unknown(summary.min),
            or_unknown(summary.max),
            summary.zero_games.to_string(),
            number(summary.moves_per_game),
            time(summary.ms_per_move),
        ]
    };
    let titles = [
        "game",
        "agent",
        "games",
        "mean",
        "95 % interval",
        "median",
        "least",
        "greatest",
        "score 0",
        "moves a game",
        "ms a move",
    ];
    let rows: Vec<_> = rows(entries).iter().map(row).collect();
    html! {
        @if !rows.is_empty() { (table("scores", "Scores of each agent", &titles, &rows)) }
        @for entry in entries {
            @if let PlanResult::Paired(paired) = entry.tally.result() {
                p { (entry.header.plan.game()) ": " (entry.agent(0)) " scores " (number(paired.difference.mean))
                    " more than " (entry.agent(1)) " on the same seeds (95 % interval: "
                    (interval(paired.difference.ci95)) ", " (paired.pairs) " pairs)." }
            }
        }
    }
}

/// Renders the result of each match.
pub(crate) fn duels(entries: &[Entry]) -> Markup {
    let or_dash = |cell: Option<String>| cell.unwrap_or("–".to_owned());
    let row = |(entry, duel): &(&Entry, Duel)| {
        let mut row = vec![
            entry.header.plan.game().to_owned(),
            entry.agent(0).to_owned(),
            entry.agent(1).to_owned(),
            games(entry, duel.games, entry.of()),
            duel.wins.to_string(),
            duel.draws.to_string(),
            duel.losses.to_string(),
            known(duel.pentanomial.pairs(), || format!("{:.4}", duel.elo.score)),
            signed(duel.elo.elo),
            interval(duel.elo.ci95),
            or_dash(duel.elo.nelo.map(signed)),
            or_dash(duel.elo.los.map(percent)),
            duel.pentanomial.0.map(|count| count.to_string()).join(" "),
        ];
        row.extend((0..2).map(|agent| or_dash(duel.ms_per_move_each.map(|each| time(each[agent])))));
        row.push(or_dash(duel.sprt.map(|test| format!("LLR {:.2}", test.llr))));
        row.push(or_dash(ends(duel)));
        row
    };
    let titles = [
        "game",
        "agent",
        "against",
        "games",
        "won",
        "drawn",
        "lost",
        "score",
        "Elo",
        "95 % interval",
        "nElo",
        "LOS",
        "pairs 0 ½ 1 1½ 2",
        "ms a move",
        "other's ms",
        "SPRT",
        "ends",
    ];
    let rows: Vec<_> = contests(entries).iter().map(row).collect();
    html! { @if !rows.is_empty() { (table("duels", "Results of each match", &titles, &rows)) } }
}

pub(crate) fn number(value: f64) -> String {
    if value.is_finite() { format!("{value:.2}") } else { signed(value) }
}

fn signed(value: f64) -> String {
    match value {
        f64::INFINITY => "+∞".to_owned(),
        f64::NEG_INFINITY => "−∞".to_owned(),
        value if value.is_nan() => UNKNOWN.to_owned(),
        value => format!("{value:+.1}"),
    }
}

fn time(ms: f64) -> String {
    format!("{ms:.4}")
}

pub(crate) fn interval(ci95: [f64; 2]) -> String {
    between(ci95, number)
}
