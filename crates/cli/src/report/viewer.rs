//! Replays of a page: the data of the games, and the controls.

use maud::{Markup, PreEscaped, html};
use serde_json::json;

use super::load::{Entry, Replay};
use crate::output::Failure;

/// Steps through games in the browser, on the data from [`viewer`].
pub(super) const SCRIPT: &str = include_str!("viewer.js");

/// Describes the players and their sides.
fn players(entry: &Entry, replay: &Replay) -> String {
    match (replay.first, replay.sides) {
        (Some(first), sides) if entry.header.plan.is_duel() => {
            let side = |number: usize| sides.map_or(String::new(), |names| format!(" ({})", names[number]));
            let [one, two] = [first, 1 - first.min(1)].map(|agent| entry.agent(agent));
            format!("{one}{} against {two}{}", side(0), side(1))
        }
        (first, _) => entry.agent(first.unwrap_or(0)).to_owned(),
    }
}

/// Renders the replays: data and controls.
pub(super) fn viewer(entries: &[Entry], values: Option<&str>) -> Result<Markup, Failure> {
    let mut replays = Vec::new();
    for entry in entries {
        for replay in &entry.replays {
            let Replay { index, score, frames, looks, .. } = replay;
            let title =
                format!("{}, game {index}: {}, score {score}", entry.header.plan.game(), players(entry, replay));
            replays.push(json!({"title": title, "looks": looks, "frames": frames}));
        }
    }
    if replays.is_empty() {
        return Ok(html! {});
    }
    // Escaped, so that no text of a game can close the script element.
    let data = serde_json::to_string(&replays)?.replace('<', "\\u003c");
    Ok(html! {
        section id="replay" aria-labelledby="replay-title" {
            h2 id="replay-title" { "Replay" }
            select id="which" aria-label="game" {}
            div class="stage" {
                div id="board" tabindex="0" role="img" aria-label="board" aria-keyshortcuts="ArrowLeft ArrowRight Home End Space" {}
                div class="panel" {
                    p class="buttons" {
                        button id="start" title="first step (Home)" { "start" }
                        button id="back" title="one step back (←)" { "back" }
                        button id="auto" title="play or pause (space)" { "play" }
                        button id="next" title="one step on (→)" { "next" }
                        button id="end" title="last step (End)" { "end" }
                    }
                    input id="slider" type="range" min="0" value="0" aria-label="step";
                    p id="now" aria-live="polite" { "step " span id="step" {} ", " span id="event" {} ", score " span id="score" {} }
                    div id="hand" role="img" aria-label="hand" {}
                    p id="facts" {}
                    div id="values" {}
                    @if let Some(agent) = values {
                        p class="note" { "Values to the player to move, by " code { (agent) } "; the action that was played is marked." }
                    }
                    p class="note" { "Keys: ← and → step; with the board or a control in focus Home and End too, and the space bar plays." }
                    details { summary { "notation" } p { code id="state" {} } }
                }
            }
            script id="games" type="application/json" { (PreEscaped(data)) }
            script { (PreEscaped(SCRIPT)) }
        }
    })
}
