//! The panel beside the board: score, facts, players, and search results.

use std::time::Duration;

use gambol::registry::Label;
use gambol::search::RootAction;
use gambol::{Decision, Game, Turn};
use gambol_play::{Flow, Help, Paint, Piece, Spot, Value, Who};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::app::App;
use super::geometry::{Geometry, HAND_HEIGHT};
use super::match5;
use super::pages;
use super::theme;

pub(crate) fn draw(app: &App, geometry: &Geometry, buffer: &mut Buffer) {
    let panel = geometry.panel;
    let mut lines = head(app);
    // The hand is below the head.
    lines.resize_with(usize::from(geometry.hand.y - panel.y), Line::default);
    let hand = app.board().hand();
    if hand.is_empty() {
        lines.extend(app.board().facts().into_iter().map(theme::line));
    }
    let after_hand = usize::from(geometry.hand.bottom() - panel.y);
    lines.resize_with(lines.len().max(after_hand), Line::default);
    lines.extend(match5::panel(&app.play));
    lines.extend(search(app, usize::from(panel.height).saturating_sub(lines.len())));
    for (y, line) in (panel.top()..panel.bottom()).zip(lines) {
        line.render(Rect { y, height: 1, ..panel }, buffer);
    }
    for (place, piece) in (0..).zip(&hand) {
        draw_piece(app, geometry, place, piece, buffer);
    }
}

/// Returns the game, the turn and the score.
fn head(app: &App) -> Vec<Line<'static>> {
    let state = app.state();
    let faint = theme::ink(Paint::FAINT);
    let seed = format!("  seed {}", app.play.session.origin().seed);
    let title = Span::styled(app.board().title(), theme::ink(Paint::BRIGHT).add_modifier(Modifier::BOLD));
    let mut lines = vec![Line::from(vec![title, Span::styled(seed, faint)]), Line::default()];
    if app.state().players() > 1 {
        let by = |side: usize| if app.play.settings.people[side] { "you" } else { &app.play.settings.agents[side] };
        for (side, (name, colour)) in app.board().sides().into_iter().enumerate() {
            let to_move = state.turn().player().map(|player| usize::from(player.sign() < 0)) == Some(side);
            let mark = if to_move { "▶ " } else { "  " };
            let name = Span::styled(format!("● {name}"), theme::ink(colour));
            lines.push(Line::from(vec![Span::raw(mark), name, Span::styled(format!("  {}", by(side)), faint)]));
        }
        lines.push(Line::from(format!("{} moves", app.play.session.moves())));
    } else {
        let score = state.score();
        let best = app.play.scores.best(&app.play.game).map_or_else(|| "-".to_owned(), |best| best.to_string());
        lines.push(Line::from(format!("Moves {}", app.play.session.moves())));
        lines.push(Line::from(vec![
            Span::raw("Score "),
            Span::styled(score.to_string(), theme::ink(Paint::BRIGHT).add_modifier(Modifier::BOLD)),
            Span::styled(format!("   best {best}"), faint),
        ]));
        let session = &app.play.session;
        match session.help() {
            _ if !session.is_whole() => lines.push(Line::styled("not from the start: no score", faint)),
            Help::None => {}
            help => lines.push(Line::styled(format!("help: {}", pages::help(help)), faint)),
        }
    }
    if state.turn() == Turn::Over {
        lines.truncate(5);
        lines.push(Line::styled("Game over", theme::ink(Paint::DECISIVE)));
    }
    lines
}

/// Returns the progress of a running search, and the values of the last one.
fn search(app: &App, room: usize) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    let faint = theme::ink(Paint::FAINT);
    if let Some((agent, spent, limit)) = app.play.thinker.progress() {
        let share = limit.map(|limit| spent.as_secs_f64() / limit.as_secs_f64().max(1e-9));
        lines.push(Line::from(format!("{agent} thinks")));
        lines.push(Line::styled(format!("{} {}", bar(spent, share), seconds(spent)), theme::ink(Paint::CURSOR)));
        if let Some((depth, nodes)) = app.play.thinker.deepest() {
            let deeper = format!("depth {depth}, {nodes} nodes");
            lines.push(Line::styled(deeper, theme::ink(Paint::CURSOR)));
        }
    } else {
        let side = match app.play.who() {
            Who::Person(side) | Who::Agent(side) => side,
            Who::Nobody => 0,
        };
        let auto = app.play.flow == Flow::Auto;
        let role = if auto { "Autoplay" } else { "Agent" };
        lines.push(Line::styled(format!("{role} {}", app.play.settings.agents[side]), faint));
        if auto || app.play.agents_alone() {
            let (place, count) = app.play.settings.speed.place();
            lines.push(Line::styled(format!("speed {place} of {count}"), faint));
        }
    }
    if let Some(hint) = &app.play.hint {
        let spent = &hint.decision.stats;
        let sums = match (spent.simulations, spent.nodes) {
            (0, nodes) => format!("{nodes} nodes"),
            (simulations, _) => format!("{simulations} simulations"),
        };
        let early = if hint.early { ", so far" } else { "" };
        let depth = if spent.depth > 0 { format!(", depth {}", spent.depth) } else { String::new() };
        lines.push(Line::styled(format!("{sums}{depth}{early}"), faint));
        let space = room.saturating_sub(lines.len());
        lines.extend(values(&hint.decision, space).into_iter().enumerate().map(|(rank, text)| {
            let style = if rank == 0 { theme::on(Paint::BRIGHT, Paint::HINT) } else { Style::new() };
            Line::styled(text, style)
        }));
    }
    lines
}

/// Formats up to `most` best actions with their values for the player to move, best first.
fn values(decision: &Decision<Label>, most: usize) -> Vec<String> {
    if decision.root.is_empty() {
        return vec![decision.action.to_string()];
    }
    let row = |root: RootAction<Label>| {
        let value = Value::of_action(&root, decision.player).to_string();
        format!("{:<8}{value:>14}{:>7}", root.action.to_string(), root.visits)
    };
    decision.top(most).into_iter().map(row).collect()
}

/// Draws the progress of a search: the elapsed share of its time, or a moving light without a
/// limit.
fn bar(spent: Duration, share: Option<f64>) -> String {
    const WIDTH: usize = 18;
    let light = |place: usize| match share {
        Some(share) => (place as f64) < share * WIDTH as f64,
        None => (spent.as_millis() / 100) as usize % WIDTH == place,
    };
    (0..WIDTH).map(|place| if light(place) { '━' } else { '─' }).collect()
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

/// Draws a piece of the hand in half blocks, so that its cells are square, and its number.
fn draw_piece(app: &App, geometry: &Geometry, place: u8, piece: &Piece, buffer: &mut Buffer) {
    let spot = Spot::Piece(place);
    let area = geometry.place(spot);
    let hinted = app.play.hint.as_ref().is_some_and(|hint| hint.spots.contains(&spot));
    let ground = if app.play.picked.contains(&spot) {
        Paint::PICKED
    } else if app.cursor == spot {
        Paint::CURSOR
    } else if hinted {
        Paint::HINT
    } else {
        Paint::EMPTY[0]
    };
    // A piece without a legal placement is faint.
    let playable =
        !app.play.picked.is_empty() || app.play.targets.contains(&spot) || !matches!(app.play.who(), Who::Person(_));
    let colour = if playable { piece.colour } else { Paint::FAINT };
    super::draw::fill(buffer, area, ground);
    let filled =
        |column: usize, row: usize| piece.rows.get(row).and_then(|cells| cells.get(column)).copied().unwrap_or(false);
    for y in 0..HAND_HEIGHT - 1 {
        for x in 0..area.width.min(5) {
            let (column, row) = (usize::from(x), usize::from(2 * y));
            let block = match (filled(column, row), filled(column, row + 1)) {
                (true, true) => "█",
                (true, false) => "▀",
                (false, true) => "▄",
                (false, false) => continue,
            };
            buffer.set_string(area.x + 1 + x, area.y + y, block, theme::on(colour, ground));
        }
    }
    let name = theme::on(Paint::BRIGHT, ground);
    buffer.set_string(area.x + 1, area.bottom() - 1, (place + 1).to_string(), name);
    if app.monochrome {
        let faint = if playable { "" } else { " –" };
        let [left, right] = app.marks(spot, false).unwrap_or([' ', ' ']);
        buffer.set_string(area.x, area.bottom() - 1, format!("{left}{}{right}{faint}", place + 1), name);
    }
}
