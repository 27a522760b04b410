//! Draws the dialogs of the self-taught player.

use gambol::Cell;
use gambol::self_taught::{Field, Pattern};
use gambol_play::{Look, Paint};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget, Wrap};

use super::hall::hall_box;
use super::page::{Page, View};
use super::pupil::{Pupil, count, word};
use super::questions::Doubt;
use crate::draw::{centred, fill, stone};
use crate::draw_dialog::{draw_entry, middle, open};
use crate::theme;

/// Columns and rows of the largest pattern.
const EDGE: u16 = 9;
/// A field that has no influence: grey, as on the page.
const NONE: Paint = Paint::from_index(244);
const EMPTY: Paint = Paint::from_index(233);
const FOCUS: Paint = Paint::CURSOR;
/// The most rows that a field is high.
const HIGHEST: u16 = 4;
/// The least width of the words beside a pattern, and what they have where there is room.
const WORDS: (u16, u16) = (31, 40);
/// The most lines that the words have, with blank ones between.
const LINES: u16 = 13;
/// Between a pattern and the words.
const GAP: u16 = 2;

const TABLE_KEYS: [&str; 14] = [
    "←→ one",
    "PgUp PgDn ten",
    "Home End",
    "m mutations",
    "l last lesson",
    "x erase",
    "X all",
    "o open",
    "s store",
    "S store as",
    "p password",
    "n new",
    "f fame",
    "Esc back",
];

/// Puts keys into as few lines of this width as they need.
fn wrapped(keys: &[&str], width: u16) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for key in keys {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 2 + key.chars().count() <= usize::from(width) => {
                *line += "  ";
                *line += key;
            }
            _ => lines.push((*key).to_owned()),
        }
    }
    lines
}

/// The lines of keys under a box of this width.
pub(super) fn keys(list: &[&str], width: u16) -> Vec<String> {
    wrapped(list, width.saturating_sub(3))
}

/// The box of the knowledge, and how high its fields are.
fn table_box(area: Rect) -> (Rect, u16) {
    let narrow = area.width.min(80);
    let lines = keys(&TABLE_KEYS, narrow).len() as u16;
    // Around the fields: the border, the notice and the keys.
    let high = area.height.saturating_sub(3 + lines) / EDGE;
    let wide = area.width.saturating_sub(2 + GAP + WORDS.0) / (2 * EDGE);
    let field = high.min(wide).clamp(1, HIGHEST);
    let width = narrow.max(2 * EDGE * field + GAP + WORDS.1 + 2);
    (middle(area, width, LINES.max(EDGE * field) + 4 + lines), field)
}

/// Where a page is.
pub(super) fn page_box(page: &Page, area: Rect) -> Rect {
    match page {
        Page::Table => table_box(area).0,
        Page::Hall(..) => hall_box(area),
        Page::Entry(..) | Page::Sure(_) => area,
    }
}

impl Pupil {
    pub(super) fn draw_page(&self, area: Rect, buffer: &mut Buffer) {
        match &self.page {
            Page::Table => self.draw_table(area, buffer),
            Page::Hall(hall, from) => self.draw_hall(hall, *from, area, buffer),
            Page::Entry(wanted, entry, error) => draw_entry(wanted.title(), entry, error.as_deref(), area, buffer),
            Page::Sure(doubt) => self.draw_doubt(*doubt, area, buffer),
        }
    }

    fn draw_doubt(&self, doubt: Doubt, area: Rect, buffer: &mut Buffer) {
        let name = self.notebook.name();
        let text = match (doubt, name) {
            (Doubt::EraseAll, _) => "Erase all patterns?".to_owned(),
            (Doubt::EraseFile, _) => {
                let name = name.unwrap_or_default();
                format!("Without patterns the file of {name} is erased, and the place in the hall of fame.")
            }
            (Doubt::Open | Doubt::New | Doubt::Quit, Some(name)) => {
                format!("What has changed since {name} was stored would be lost.")
            }
            (Doubt::Open | Doubt::New | Doubt::Quit, None) => {
                "What is known is not stored, and would be lost.".to_owned()
            }
        };
        let yes = match doubt {
            Doubt::EraseAll => "erases them",
            Doubt::EraseFile => "erases it",
            Doubt::Open => "opens another",
            Doubt::New => "begins anew",
            Doubt::Quit => "quits",
        };
        let inner = open(middle(area, 60, 5), " Sure? ", buffer);
        let keys = format!("y {yes}, any other key does not.");
        let lines = vec![Line::from(text), Line::styled(keys, theme::ink(Paint::FAINT))];
        Paragraph::new(lines).wrap(Wrap { trim: true }).render(inner, buffer);
    }

    fn draw_table(&self, area: Rect, buffer: &mut Buffer) {
        let (place, field) = table_box(area);
        let level = self.notebook.knowledge().level();
        let title = match self.table.view {
            View::Images if level > 0 => format!(" Mutations of pattern {} of {level} ", self.table.at + 1),
            View::Lesson => " What the last lesson has changed ".to_owned(),
            View::Patterns | View::Images => " What self-taught knows ".to_owned(),
        };
        let inner = open(place, &title, buffer);
        let keys = keys(&TABLE_KEYS, place.width);
        let lines = inner.height.min(keys.len() as u16);
        draw_keys(&keys, Rect { y: inner.bottom() - lines, height: lines, ..inner }, buffer);
        let notice = Rect { y: (inner.bottom() - lines).saturating_sub(1).max(inner.y), height: 1, ..inner };
        let colour = if self.notice.wrong { Paint::WRONG } else { Paint::BRIGHT };
        Line::styled(format!(" {}", self.notice.text), theme::ink(colour)).render(notice, buffer);
        let content = Rect { height: notice.y - inner.y, ..inner };
        match (self.table.view, self.shown()) {
            (View::Images, Some(pattern)) => self.draw_images(pattern, content, buffer),
            (_, shown) => {
                let fields = Rect { width: (2 * EDGE * field).min(content.width), ..content };
                for row in 0..EDGE as u8 {
                    for column in 0..EDGE as u8 {
                        let cell = Cell::new(column, row);
                        draw_field(shown, cell, field_at(fields, cell, field), fields, buffer);
                    }
                }
                let left = fields.right() + GAP;
                let words = Rect { x: left, width: content.right().saturating_sub(left), ..content };
                let mut lines = self.words();
                if lines.len() > usize::from(words.height) {
                    lines.retain(|line| line.width() > 0);
                }
                for (y, line) in (words.top()..words.bottom()).zip(lines) {
                    line.render(Rect { y, height: 1, ..words }, buffer);
                }
            }
        }
    }

    /// What there is to say of the pattern that is shown.
    fn words(&self) -> Vec<Line<'static>> {
        let faint = theme::ink(Paint::FAINT);
        let bold = theme::ink(Paint::BRIGHT).add_modifier(Modifier::BOLD);
        let level = self.notebook.knowledge().level();
        let stored = if self.notebook.is_changed() { ", not stored" } else { "" };
        let name = self.notebook.name().unwrap_or("No name yet").to_owned();
        let access = format!("{}, level {level}{stored}", word(self.notebook.access()));
        let mut lines = vec![Line::styled(name, bold), Line::styled(access, faint), Line::default()];
        let number = match (self.table.view, &self.lesson) {
            (View::Lesson, None) => {
                return lines.into_iter().chain([Line::from("No lost game has changed it yet.")]).collect();
            }
            (View::Lesson, Some(lesson)) if self.table.lesson_at == 0 => {
                format!("Put in: move {} was wrong", lesson.turning_point + 1)
            }
            (View::Lesson, Some(lesson)) => format!("Taken out, {} of {}", self.table.lesson_at, lesson.erased.len()),
            _ if level == 0 => {
                let nothing = ["Nothing is known yet:", "it learns from the games", "that it loses."];
                return lines.into_iter().chain(nothing.map(Line::from)).collect();
            }
            _ => format!("Pattern {} of {level}", self.table.at + 1),
        };
        let Some(pattern) = self.shown() else { return lines };
        let fields = |field| pattern.count(field);
        let (blue, red) = (fields(Field::Blue), fields(Field::Red));
        lines.push(Line::styled(number, bold));
        lines.push(Line::from(format!(
            "level {}, {} taken back",
            pattern.level(),
            count(pattern.level().into(), "move")
        )));
        lines.push(Line::from(format!("{blue} blue, {red} red, {} empty,", fields(Field::Empty))));
        lines.push(Line::from(format!("{} inside without influence", fields(Field::Any))));
        lines.push(Line::default());
        let legend = |text: &'static str, ground: Paint, about: &'static str| {
            let sign = Span::styled(text, theme::on(Paint::INK, ground).add_modifier(Modifier::BOLD));
            Line::from(vec![sign, Span::styled(about, faint)])
        };
        lines.extend([
            legend(" B ", Paint::BLUE, "  the opponent's stone"),
            legend(" X ", FOCUS, "  empty: the answer goes here"),
            Line::from(vec![
                Span::styled(" · ", theme::on(Paint::BRIGHT, EMPTY)),
                Span::styled("  must be empty", faint),
            ]),
            legend("   ", NONE, "  no influence"),
            legend(" R ", Paint::RED, "  its own stone"),
        ]);
        lines
    }

    /// Draws the different images of a pattern under the symmetries, as many as there is room for.
    fn draw_images(&self, pattern: &Pattern, area: Rect, buffer: &mut Buffer) {
        let images: Vec<(usize, Pattern)> = pattern.mutations().collect();
        let edge = u16::from(pattern.width().max(pattern.height()));
        // A column for the number, a row between.
        let size = |field: u16| (2 * edge * field + 1, edge * field + 1);
        let room = |field: u16| {
            let (width, height) = size(field);
            (area.width / width, (area.height + 1) / height)
        };
        let fits = |&field: &u16| usize::from(room(field).0 * room(field).1) >= images.len();
        let field = (1..=HIGHEST).rev().find(fits).unwrap_or(1);
        let ((width, height), (columns, rows)) = (size(field), room(field));
        for (place, (symmetry, image)) in (0..columns * rows).zip(images.iter().skip(self.table.image)) {
            let corner = Rect {
                x: area.x + place % columns * width,
                y: area.y + place / columns * height,
                width,
                height: height - 1,
            };
            let number = Rect { width: 1, height: 1, ..corner };
            Line::styled(symmetry.to_string(), theme::ink(Paint::FAINT)).render(number, buffer);
            let fields = Rect { x: corner.x + 1, width: width - 1, ..corner };
            for row in 0..image.height() {
                for column in 0..image.width() {
                    let cell = Cell::new(column, row);
                    draw_field(Some(image), cell, field_at(fields, cell, field), fields, buffer);
                }
            }
        }
    }
}

pub(super) fn draw_keys(keys: &[String], place: Rect, buffer: &mut Buffer) {
    for (y, line) in (place.top()..place.bottom()).zip(keys) {
        let line = Line::styled(format!(" {line}"), theme::ink(Paint::FAINT));
        line.render(Rect { y, height: 1, ..place }, buffer);
    }
}

/// The place of a field in a grid of fields that are so many rows high.
fn field_at(fields: Rect, cell: Cell, height: u16) -> Rect {
    let (x, y) = (u16::from(cell.column) * 2 * height, u16::from(cell.row) * height);
    Rect::new(fields.x + x, fields.y + y, 2 * height, height)
}

/// Draws a field of a pattern, or of none; not if it is out of the area.
fn draw_field(pattern: Option<&Pattern>, cell: Cell, place: Rect, area: Rect, buffer: &mut Buffer) {
    if place.intersection(area) != place {
        return;
    }
    let field = pattern.map_or(Field::Any, |pattern| pattern.field(cell));
    let focus = pattern.is_some_and(|pattern| pattern.focus() == cell);
    let shade = if (cell.column + cell.row).is_multiple_of(2) { EMPTY } else { Paint::EMPTY[0] };
    match field {
        Field::Any => fill(buffer, place, NONE),
        Field::Empty if focus => {
            fill(buffer, place, FOCUS);
            centred(buffer, place, "X", theme::on(Paint::INK, FOCUS).add_modifier(Modifier::BOLD));
        }
        Field::Empty => {
            fill(buffer, place, shade);
            centred(buffer, place, "·", theme::on(Paint::BRIGHT, shade));
        }
        Field::Red | Field::Blue => {
            let (colour, letter) = if field == Field::Red { (Paint::RED, "R") } else { (Paint::BLUE, "B") };
            fill(buffer, place, shade);
            stone(buffer, place, &Look::tile(colour, letter.to_owned()), shade, true, false);
        }
    }
}
