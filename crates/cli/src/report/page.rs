//! The page itself.

use base64ct::{Base64, Encoding};
use gambol_arena::{Duel, PlanResult, Shard, Summary};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde_json::json;
use sha2::{Digest, Sha256};

use super::figures::{Figure, Figures};
use super::load::Entry;
use crate::output::{Failure, between};

/// The only script of the page.
const SCRIPT: &str = include_str!("viewer.js");

/// Nothing may be loaded: the page is self-contained. Only the page's own script may run, by its
/// hash.
fn policy() -> String {
    let script = Base64::encode_string(&Sha256::digest(SCRIPT));
    format!("default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{script}'")
}

/// The page of these files and their plots.
pub(crate) fn page(entries: &[Entry], figures: &Figures) -> Result<String, Failure> {
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content=(policy());
                title { "Gambol report" }
                style { (PreEscaped(include_str!("style.css"))) }
            }
            body {
                h1 { "Gambol report" }
                (parts(entries))
                section { h2 { "Summary" } (scores(entries)) (duels(entries)) }
                section { h2 { "Agents side by side" } (drawn(&figures.side_by_side)) }
                @for (entry, figures) in entries.iter().zip(&figures.details) { (details(entry, figures)) }
                (viewer(entries)?)
                footer {
                    @for entry in entries {
                        p { (entry.path.display().to_string()) ": Gambol " (entry.header.gambol) ", settings "
                            (entry.header.settings) ", shard " (entry.header.shard.to_string()) }
                    }
                }
            }
        }
    };
    Ok(markup.into_string())
}

/// Says which files do not hold all games.
fn parts(entries: &[Entry]) -> Markup {
    html! {
        @for entry in entries.iter().filter(|entry| entry.is_part()) {
            p class="part" role="note" {
                strong { (entry.tally.games()) " of " (entry.of()) " games" }
                " are in " (entry.path.display().to_string())
                @if entry.header.shard != Shard::WHOLE { ", shard " (entry.header.shard.to_string()) }
                ". What follows is about these alone"
                @if !entry.tally.games().is_multiple_of(entry.header.plan.unit()) {
                    "; the last one is half a pair, and what is said of pairs leaves it out"
                }
                "."
            }
        }
    }
}

/// A number of games, and of how many, if others are missing.
fn games(entry: &Entry, games: u64, of: u64) -> String {
    if entry.is_part() { format!("{games} of {of}") } else { games.to_string() }
}

/// The games of one agent in one file.
pub(crate) struct Row<'a> {
    pub(crate) entry: &'a Entry,
    pub(crate) agent: usize,
    pub(crate) summary: Summary,
}

/// What each agent scored alone. Games for two that one agent played against itself are among them.
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

/// The matches in games for two.
pub(crate) fn contests(entries: &[Entry]) -> Vec<(&Entry, Duel)> {
    let contest = |entry| match Entry::result(entry) {
        PlanResult::Duel(duel) => Some((entry, duel)),
        _ => None,
    };
    entries.iter().filter_map(contest).collect()
}

impl Entry {
    fn result(&self) -> PlanResult {
        self.tally.result()
    }
}

fn scores(entries: &[Entry]) -> Markup {
    let rows = rows(entries);
    html! {
        @if !rows.is_empty() {
            table id="scores" {
                thead { tr {
                    @for title in ["game", "agent", "games", "mean", "95 % interval", "median", "least", "greatest",
                        "score 0", "moves a game", "ms a move"] { th { (title) } }
                } }
                tbody { @for row in &rows { tr {
                    td { (row.entry.header.plan.game()) }
                    td { (row.entry.agent(row.agent)) }
                    td { (games(row.entry, row.summary.games, row.entry.of() / row.entry.header.plan.unit())) }
                    td { (number(row.summary.score.mean)) }
                    td { (interval(row.summary.score.ci95)) }
                    td { (row.summary.median) }
                    td { (row.summary.min) }
                    td { (row.summary.max) }
                    td { (row.summary.zero_games) }
                    td { (number(row.summary.moves_per_game)) }
                    td { (format!("{:.4}", row.summary.ms_per_move)) }
                } } }
            }
        }
        @for entry in entries {
            @if let PlanResult::Paired(paired) = entry.result() {
                p { (entry.header.plan.game()) ": " (entry.agent(0)) " scores " (number(paired.difference.mean))
                    " more than " (entry.agent(1)) " on the same seeds (95 % interval "
                    (interval(paired.difference.ci95)) ", " (paired.pairs) " pairs)." }
            }
        }
    }
}

fn duels(entries: &[Entry]) -> Markup {
    let contests = contests(entries);
    html! {
        @if !contests.is_empty() {
            table id="duels" {
                thead { tr {
                    @for title in ["game", "agent", "against", "games", "won", "drawn", "lost", "score", "Elo",
                        "95 % interval", "pairs 0 ½ 1 1½ 2", "ms a move", "ms a move of the other", "SPRT"] { th { (title) } }
                } }
                tbody { @for (entry, duel) in &contests { tr {
                    td { (entry.header.plan.game()) }
                    td { (entry.agent(0)) }
                    td { (entry.agent(1)) }
                    td { (games(entry, duel.games, entry.of())) }
                    td { (duel.wins) }
                    td { (duel.draws) }
                    td { (duel.losses) }
                    td { (format!("{:.4}", duel.elo.score)) }
                    td { (format!("{:+.1}", duel.elo.elo)) }
                    td { (interval(duel.elo.ci95)) }
                    td { (duel.pentanomial.0.map(|count| count.to_string()).join(" ")) }
                    @for agent in 0..2 {
                        td { (duel.ms_per_move_each.map_or("–".to_owned(), |each| format!("{:.4}", each[agent]))) }
                    }
                    td { (duel.sprt.map_or("–".to_owned(), |test| format!("LLR {:.2}", test.llr))) }
                } } }
            }
        }
    }
}

/// What was played in one file, and its plots.
fn details(entry: &Entry, figures: &[Figure]) -> Markup {
    let plan = &entry.header.plan;
    let agents = plan.agents().join(" and ");
    html! {
        section {
            h2 { (plan.game()) ": " (agents) }
            p { (entry.tally.games()) " games of " (plan.games()) ", seed " (plan.seed())
                @if let Some(most) = plan.max_moves() { ", at most " (most) " moves" }
                @if plan.opening_plies() > 0 { ", openings of " (plan.opening_plies()) " random moves" }
                "." }
            (drawn(figures))
            @if !entry.is_known {
                p { "The program that made this page does not know this game, so there are no replays, and no record was replayed to check it." }
            } @else if plan.players() == 1 && !plan.record_games() {
                p { "Games were not kept (" code { "--record-games" } "), so there is no plot over moves and no replay." }
            }
        }
    }
}

fn drawn(figures: &[Figure]) -> Markup {
    html! {
        div class="figures" {
            @for Figure { about, svg, .. } in figures { figure { (PreEscaped(svg)) figcaption { (about) } } }
        }
    }
}

/// The replays, as data and as the few buttons that step through them.
fn viewer(entries: &[Entry]) -> Result<Markup, Failure> {
    let mut replays = Vec::new();
    for entry in entries {
        let plan = &entry.header.plan;
        for replay in &entry.replays {
            let players = match replay.first {
                Some(first) if plan.is_duel() => {
                    format!("{} against {}", entry.agent(first), entry.agent(1 - first.min(1)))
                }
                first => entry.agent(first.unwrap_or(0)).to_owned(),
            };
            let title = format!("{}, game {}: {players}, score {}", plan.game(), replay.index, replay.score);
            replays.push(json!({"title": title, "colours": replay.colours, "frames": replay.frames}));
        }
    }
    if replays.is_empty() {
        return Ok(html! {});
    }
    // No text of a game may end the script.
    let data = serde_json::to_string(&replays)?.replace('<', "\\u003c");
    Ok(html! {
        section id="replay" {
            h2 { "Replay" }
            p { select id="which" aria-label="game" {} }
            div id="board" role="img" aria-label="board" {}
            p { code id="state" {} }
            p {
                button id="start" { "start" } button id="back" { "back" } button id="next" { "next" } button id="end" { "end" }
                button id="auto" { "play" }
                input id="slider" type="range" min="0" value="0" aria-label="step";
            }
            p { "step " span id="step" {} ", " span id="event" {} ", score " span id="score" {} }
            script id="games" type="application/json" { (PreEscaped(data)) }
            script { (PreEscaped(SCRIPT)) }
        }
    })
}

fn number(value: f64) -> String {
    format!("{value:.2}")
}

fn interval(ci95: [f64; 2]) -> String {
    between(ci95, number)
}
