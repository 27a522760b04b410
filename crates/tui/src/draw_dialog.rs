//! Drawing of the menu, the help page and questions.

use gambol::registry::{self, split};
use gambol_play::{Choice, Paint, Pupil, Settings};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph, Widget, Wrap};

use super::app::App;
use super::dialog::{Dialog, Entry, Row};
use super::theme;

const MENU_WIDTH: u16 = 50;

/// Returns a centred box, reduced to the available area.
pub(crate) fn middle(area: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    Rect::new(area.x + (area.width - width) / 2, area.y + (area.height - height) / 2, width, height)
}

fn menu_box(area: Rect, rows: usize) -> Rect {
    middle(area, MENU_WIDTH, rows as u16 + 2)
}

/// Returns the first visible row of the menu, such that the selected row is visible.
fn first_row(inner: Rect, chosen: usize) -> usize {
    (chosen + 1).saturating_sub(usize::from(inner.height))
}

/// Returns the menu row at a position on the screen.
pub(crate) fn menu_row_at(area: Rect, rows: usize, chosen: usize, x: u16, y: u16) -> Option<usize> {
    let inner = Block::bordered().inner(menu_box(area, rows));
    inner.contains(Position::new(x, y)).then(|| first_row(inner, chosen) + usize::from(y - inner.y))
}

pub(crate) fn draw(app: &App, area: Rect, buffer: &mut Buffer) {
    match &app.dialog {
        None => {}
        Some(Dialog::Page(page)) => page.draw(area, buffer),
        Some(Dialog::Menu(chosen)) => {
            let rows = app.rows();
            let inner = open(menu_box(area, rows.len()), " Menu: arrows, Return, Esc ", buffer);
            let from = first_row(inner, *chosen);
            for ((y, row), number) in (inner.top()..inner.bottom()).zip(rows.into_iter().skip(from)).zip(from..) {
                let style =
                    if number == *chosen { theme::on(Paint::INK, Paint::CURSOR) } else { theme::ink(Paint::BRIGHT) };
                let (name, value) = row_text(app, row);
                let mark = if number == *chosen { '▶' } else { ' ' };
                let text = format!("{mark}{name:<17}{value}");
                buffer.set_style(Rect { y, height: 1, ..inner }, style);
                buffer.set_stringn(inner.x, y, text, usize::from(inner.width), style);
            }
        }
        Some(Dialog::Question(question)) => {
            draw_entry(question.wanted.title(), &question.entry, question.error.as_deref(), area, buffer);
        }
        Some(Dialog::Undo) => {
            let inner = open(middle(area, 60, 4), " Sure? ", buffer);
            let lines = [
                Line::from(app.play.message.text.clone()),
                Line::styled("y undoes it anyway, any other key cancels.", theme::ink(Paint::FAINT)),
            ];
            for (y, line) in (inner.top()..inner.bottom()).zip(lines) {
                line.render(Rect { y, height: 1, ..inner }, buffer);
            }
        }
        Some(Dialog::Knowledge) => {
            if let Some(pupil) = &app.play.pupil {
                app.knowledge.draw(&pupil.notebook, area, buffer);
            }
        }
    }
}

/// Clears a box and draws its border. Returns the area inside.
pub(crate) fn open(place: Rect, title: &str, buffer: &mut Buffer) -> Rect {
    Clear.render(place, buffer);
    let block = Block::bordered().title(title).style(theme::on(Paint::BRIGHT, Paint::DIALOG));
    let inner = block.inner(place);
    block.render(place, buffer);
    inner
}

/// Draws a question, its input line, and the error of the last answer.
pub(crate) fn draw_entry(title: &str, entry: &Entry, error: Option<&str>, area: Rect, buffer: &mut Buffer) {
    const WIDTH: u16 = 60;
    let (below, colour) = match error {
        Some(error) => (error, Paint::WRONG),
        None if entry.hidden => ("The input is hidden. Return confirms, Esc cancels.", Paint::FAINT),
        None => ("Return confirms, Esc cancels.", Paint::FAINT),
    };
    // Words are not broken, so the text may need one line more than its letters do.
    let inside = WIDTH.min(area.width).saturating_sub(2).max(1);
    let lines = below.chars().count().div_ceil(usize::from(inside)) as u16;
    let lines = if lines > 1 { lines + 1 } else { lines };
    let inner = open(middle(area, WIDTH, 3 + lines), &format!(" {title} "), buffer);
    let width = usize::from(inner.width);
    // The edited end stays visible.
    let (text, at) = if entry.hidden { ("", 0) } else { (entry.text.as_str(), entry.at) };
    let from = at.saturating_sub(width.saturating_sub(2));
    let shown: String = text.chars().skip(from).chain([' ']).take(width).collect();
    buffer.set_stringn(inner.x, inner.y, &shown, width, Style::new().add_modifier(Modifier::BOLD));
    let column = (at - from).min(width.saturating_sub(1)) as u16;
    if let Some(cell) = buffer.cell_mut((inner.x + column, inner.y)) {
        cell.set_style(Style::new().add_modifier(Modifier::REVERSED));
    }
    let place = Rect { y: inner.y + 1, height: inner.height.saturating_sub(1), ..inner };
    Paragraph::new(below).style(theme::ink(colour)).wrap(Wrap { trim: true }).render(place, buffer);
}

/// Returns the name and the value of a menu row.
fn row_text(app: &App, row: Row) -> (String, String) {
    let settings: &Settings = &app.play.settings;
    let yes = |yes: bool| if yes { "yes" } else { "no" }.to_owned();
    let limit = |choice: Choice| match Settings::time_of(choice) {
        None => "◂ the agent's own ▸".to_owned(),
        Some(time) => format!("◂ {} s ▸", time.as_secs_f64()),
    };
    let side = |side: usize| {
        if app.state().players() > 1 { format!(" of {}", app.board().sides()[side].0) } else { String::new() }
    };
    let (name, value) = match row {
        Row::Learner => {
            (Pupil::NAME, format!("◂ {} ▸", if Pupil::plays(settings) { "plays" } else { "does not play" }))
        }
        Row::Side(number) => {
            let player = if settings.people[number] { "a person" } else { "its agent" };
            return (format!("{} is", app.board().sides()[number].0), format!("◂ {player} ▸"));
        }
        Row::Agent(number) => {
            let agent = &settings.agents[number];
            return (format!("agent{}", side(number)), format!("◂ {agent} ▸{}", about(app.state(), agent)));
        }
        Row::Level => {
            let level = settings.level(app.state());
            let levels = &app.state().game().levels;
            let name = level.and_then(|level| levels.get(level)).map_or("none: custom agents", |level| level.name);
            ("level", format!("◂ {name} ▸"))
        }
        Row::Limit => ("agent's time", limit(settings.limit)),
        Row::HintLimit => ("search for hints", limit(settings.hint_limit)),
        Row::Speed => ("speed to watch", format!("◂ {} of {} ▸", settings.speed.place().0, settings.speed.place().1)),
        Row::OverChance => ("undo over chance", format!("◂ {} ▸", yes(settings.over_chance))),
        Row::Letters => ("letters", format!("◂ {} ▸", yes(settings.letters))),
        Row::New => ("new game", "n".to_owned()),
        Row::Save => ("save", "w".to_owned()),
        Row::Load => ("load", "o".to_owned()),
        Row::Scores => ("best scores", "b".to_owned()),
        Row::Help => ("keys and rules", "?".to_owned()),
        Row::Knowledge(key, name) => (name, key.to_string()),
        Row::Quit => ("quit", "q".to_owned()),
    };
    (name.to_owned(), value)
}

/// Returns a note if the agent has parameters.
fn about(game: &registry::Position, agent: &str) -> &'static str {
    let (name, _) = split(agent);
    let has = game.game().agents.iter().any(|entry| entry.name == name && !entry.parameters.is_empty());
    if has { " Return edits" } else { "" }
}
