//! The page itself.

use gambol_arena::{Duel, Outcome, Summary, plots};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde_json::json;

use super::load::{Entry, SAMPLE};
use crate::output::Failure;

/// Nothing may be loaded from anywhere: the page is whole as it is.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/// The page of these files.
pub(crate) fn page(entries: &[Entry]) -> Result<String, Failure> {
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                title { "Gambol report" }
                style { (PreEscaped(include_str!("style.css"))) }
            }
            body {
                h1 { "Gambol report" }
                section { h2 { "Summary" } (scores(entries)) (duels(entries)) }
                section { h2 { "Agents side by side" } (side_by_side(entries)?) }
                @for entry in entries { (details(entry)?) }
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

/// The games of one agent in one file.
struct Row<'a> {
    entry: &'a Entry,
    agent: usize,
    summary: Summary,
}

impl Row<'_> {
    /// The agent, and where there are several files, the file.
    fn name(&self, files: usize) -> String {
        let agent = self.entry.agent(self.agent);
        let file = self.entry.path.file_name().unwrap_or_default().to_string_lossy();
        if files > 1 { format!("{agent} ({file})") } else { agent.to_owned() }
    }
}

/// What each agent scored alone. Games for two that one agent played against itself are among them.
fn rows(entries: &[Entry]) -> Vec<Row<'_>> {
    let mut rows = Vec::new();
    for entry in entries {
        match entry.tally.outcome() {
            Outcome::Run(summary) => rows.push(Row { entry, agent: 0, summary }),
            Outcome::Paired(paired) => {
                rows.extend(paired.each.into_iter().enumerate().map(|(agent, summary)| Row { entry, agent, summary }));
            }
            Outcome::Duel(_) => {}
        }
    }
    rows
}

fn contests(entries: &[Entry]) -> Vec<(&Entry, Duel)> {
    let contest = |entry| match Entry::outcome(entry) {
        Outcome::Duel(duel) => Some((entry, duel)),
        _ => None,
    };
    entries.iter().filter_map(contest).collect()
}

impl Entry {
    fn outcome(&self) -> Outcome {
        self.tally.outcome()
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
                    td { (row.entry.header.plan.game) }
                    td { (row.entry.agent(row.agent)) }
                    td { (row.summary.games) }
                    td { (number(row.summary.score.mean)) }
                    td { (between(row.summary.score.ci95)) }
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
            @if let Outcome::Paired(paired) = entry.outcome() {
                p { (entry.header.plan.game) ": " (entry.agent(0)) " scores " (number(paired.difference.mean))
                    " more than " (entry.agent(1)) " on the same seeds (95 % interval "
                    (between(paired.difference.ci95)) ", " (paired.pairs) " pairs)." }
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
                        "95 % interval", "pairs 0 ½ 1 1½ 2", "SPRT"] { th { (title) } }
                } }
                tbody { @for (entry, duel) in &contests { tr {
                    td { (entry.header.plan.game) }
                    td { (entry.agent(0)) }
                    td { (entry.agent(1)) }
                    td { (duel.games) }
                    td { (duel.wins) }
                    td { (duel.draws) }
                    td { (duel.losses) }
                    td { (format!("{:.4}", duel.elo.score)) }
                    td { (format!("{:+.1}", duel.elo.elo)) }
                    td { (between(duel.elo.ci95)) }
                    td { (duel.pentanomial.0.map(|count| count.to_string()).join(" ")) }
                    td { (duel.sprt.map_or("–".to_owned(), |test| format!("LLR {:.2}", test.llr))) }
                } } }
            }
        }
    }
}

/// One plot of means for each game, and one of Elo.
fn side_by_side(entries: &[Entry]) -> Result<Markup, Failure> {
    let mut figures = Vec::new();
    let rows = rows(entries);
    let mut games: Vec<&str> = rows.iter().map(|row| row.entry.header.plan.game.as_str()).collect();
    games.sort_unstable();
    games.dedup();
    for game in games {
        let lines: Vec<_> = rows
            .iter()
            .filter(|row| row.entry.header.plan.game == game)
            .map(|row| (row.name(entries.len()), row.summary.score.mean, row.summary.score.ci95))
            .collect();
        let about = format!("{game}: mean scores with 95 % intervals");
        figures.push(figure(&plots::intervals(&lines, "mean score", &about)?, &about));
    }
    let lines: Vec<_> = contests(entries)
        .into_iter()
        .map(|(entry, duel)| {
            let name = format!("{}: {} against {}", entry.header.plan.game, entry.agent(0), entry.agent(1));
            (name, duel.elo.elo, duel.elo.ci95)
        })
        .collect();
    if !lines.is_empty() {
        let about = "Elo with 95 % intervals";
        figures.push(figure(&plots::intervals(&lines, "Elo", about)?, about));
    }
    Ok(html! { div class="figures" { @for figure in figures { (figure) } } })
}

/// The plots of one file.
fn details(entry: &Entry) -> Result<Markup, Failure> {
    let plan = &entry.header.plan;
    let agents = plan.agents.join(" and ");
    let mut figures = Vec::new();
    if let Outcome::Duel(duel) = entry.outcome() {
        let about = format!("Results of {}", entry.agent(0));
        figures.push(figure(&plots::results([duel.losses, duel.draws, duel.wins], &about)?, &about));
    } else {
        for (agent, name) in plan.agents.iter().enumerate() {
            let about = format!("Scores of {name}");
            figures.push(figure(&plots::histogram(entry.tally.scores(agent), "score", &about, agent)?, &about));
        }
    }
    if plan.players > 1 {
        let about = "Moves a game";
        figures.push(figure(&plots::histogram(&entry.lengths, "moves", about, 2)?, about));
    }
    let courses: Vec<(String, &[Vec<f64>])> = plan
        .agents
        .iter()
        .zip(&entry.courses)
        .filter(|(_, games)| !games.is_empty())
        .map(|(name, games)| (name.clone(), games.as_slice()))
        .collect();
    if !courses.is_empty() {
        let about = format!(
            "Score over moves: median, and the middle 80 % of at most {SAMPLE} games; games that are over keep their score"
        );
        figures.push(figure(&plots::over_moves(&courses, &about)?, &about));
    }
    Ok(html! {
        section {
            h2 { (plan.game) ": " (agents) }
            p { (entry.tally.games()) " games of " (plan.games) ", seed " (plan.seed)
                @if let Some(most) = plan.max_moves { ", at most " (most) " moves" }
                @if plan.opening_plies > 0 { ", openings of " (plan.opening_plies) " random moves" }
                "." }
            div class="figures" { @for figure in figures { (figure) } }
            @if plan.players == 1 && courses.is_empty() {
                p { "Games were not kept (" code { "--record-games" } "), so there is no plot over moves and no replay." }
            }
        }
    })
}

fn figure(svg: &str, caption: &str) -> Markup {
    html! { figure { (PreEscaped(svg)) figcaption { (caption) } } }
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
            let title = format!("{}, game {}: {players}, score {}", plan.game, replay.index, replay.score);
            replays.push(json!({"title": title, "players": plan.players, "frames": replay.frames}));
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
            script { (PreEscaped(include_str!("viewer.js"))) }
        }
    })
}

fn number(value: f64) -> String {
    format!("{value:.2}")
}

fn between(ci95: [f64; 2]) -> String {
    format!("{:.2} to {:.2}", ci95[0], ci95[1])
}
