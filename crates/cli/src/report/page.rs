//! The page of a report.

use base64ct::{Base64, Encoding};
use gambol_arena::{Provenance, Shard};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use sha2::{Digest, Sha256};

use super::figures::{Figure, Figures};
use super::load::Entry;
use super::standings::{self, Standings};
use super::tables::{duels, scores};
use super::viewer::{SCRIPT, viewer};
use crate::output::Failure;

/// Content security policy: the page is self-contained and loads nothing. Only its own script may
/// run, identified by its hash.
fn policy() -> String {
    let script = Base64::encode_string(&Sha256::digest(SCRIPT));
    format!("default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{script}'")
}

/// Renders the page of these files, tournaments and plots. `values` is the agent that computes the
/// values of the replays.
pub(crate) fn page(
    entries: &[Entry],
    standings: &[Standings<'_>],
    figures: &Figures,
    values: Option<&str>,
) -> Result<String, Failure> {
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta http-equiv="Content-Security-Policy" content=(policy());
                title { "Gambol report" }
                style { (PreEscaped(include_str!("style.css"))) }
            }
            body {
                h1 { "Gambol report" }
                (parts(entries))
                section { h2 { "Summary" } (scores(entries)) (duels(entries)) (standings::tables(standings, entries)) }
                @if !figures.side_by_side.is_empty() {
                    section { h2 { "Agents side by side" } (drawn(&figures.side_by_side)) }
                }
                @for (entry, figures) in entries.iter().zip(&figures.details) { (details(entry, figures)) }
                (viewer(entries, values)?)
                footer { p { "Page by Gambol " (env!("CARGO_PKG_VERSION")) "." } }
            }
        }
    };
    Ok(markup.into_string())
}

/// Lists the files with missing games.
fn parts(entries: &[Entry]) -> Markup {
    html! {
        @for entry in entries.iter().filter(|entry| entry.is_part()) {
            p class="part" role="note" {
                strong { (entry.tally.games()) " of " (entry.of()) " games" }
                " are in " (entry.path.display().to_string())
                @if entry.header.shard != Shard::WHOLE { ", shard " (entry.header.shard.to_string()) }
                ". The following results cover only these games"
                @if !entry.tally.games().is_multiple_of(entry.header.plan.unit()) {
                    "; the last one is half a pair and not part of the results of pairs"
                }
                "."
            }
        }
    }
}

/// Renders one file: its game, its conditions and its plots.
fn details(entry: &Entry, figures: &[Figure]) -> Markup {
    let plan = &entry.header.plan;
    let agents = plan.agents().join(" and ");
    html! {
        section {
            h2 { (plan.game()) ": " (agents) }
            dl {
                dt { "Games" }
                dd { (entry.tally.games()) " of " (plan.games()) ", seed " (plan.seed())
                    @if let Some(most) = plan.max_moves() { ", at most " (most) " moves" }
                    @if let Some(ms) = plan.ms() { ", " (ms) " ms a move" }
                    @if plan.opening_plies() > 0 { ", openings of " (plan.opening_plies()) " random moves" }
                }
                (processes(&entry.header.provenance))
                dt { "Thinking time" }
                dd { (duration(entry.thinking)) ", the sum of all decisions" }
                dt { "Records" }
                dd { (entry.path.display().to_string()) ", Gambol " (entry.header.gambol) ", settings "
                    (entry.header.settings) ", shard " (entry.header.shard.to_string()) }
            }
            (drawn(figures))
            @if !entry.is_known {
                p { "The program that made this page does not know this game, so there are no replays, and no record was replayed to check it." }
            } @else if plan.players() == 1 && !plan.record_games() {
                p { "Games were not recorded (" code { "--record-games" } "), so there is no plot over moves and no replay." }
            }
        }
    }
}

/// Describes the first process that played, and counts the others.
fn processes(processes: &[Provenance]) -> Markup {
    let mut machines: Vec<String> = processes.iter().map(Provenance::machine).collect();
    machines.sort_unstable();
    machines.dedup();
    html! {
        @if let Some(first) = processes.first() {
            dt { "Command" }
            dd { code { (first.command) }
                @match processes.len() - 1 { 0 => "", 1 => " and one more process", more => { " and " (more) " more processes" } } }
            dt { "Started" }
            dd { (processes.iter().min_by_key(|process| process.started).unwrap_or(first).date()) }
            dt { "Machine" }
            dd { (machines.join("; ")) }
        }
    }
}

/// Formats a duration in its two largest units.
fn duration(time: std::time::Duration) -> String {
    let seconds = time.as_secs();
    match (seconds / 3600, seconds / 60 % 60) {
        (0, 0) => format!("{:.2} s", time.as_secs_f64()),
        (0, minutes) => format!("{minutes} min {} s", seconds % 60),
        (hours, minutes) => format!("{hours} h {minutes} min"),
    }
}

fn drawn(figures: &[Figure]) -> Markup {
    html! {
        div class="figures" {
            @for Figure { about, svg, .. } in figures { figure { (PreEscaped(svg)) figcaption { (about) } } }
        }
    }
}
