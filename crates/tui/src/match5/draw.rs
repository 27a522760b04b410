//! Drawing of the knowledge, and confirmations.

use gambol::self_taught::{Notebook, Pattern, PatternView};
use gambol_play::Paint;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget, Wrap};

use super::hall::hall_box;
use super::page::{Page, Table, View};
use super::questions::Doubt;
use super::{Dialogs, count};
use crate::draw_dialog::{middle, open};
use crate::theme;

/// Columns of the largest pattern, each with a blank, and of the gap to the text beside it.
const PATTERN: u16 = 2 * 9 + 2;
/// Rows of two images of the largest pattern, with a blank one between.
const LINES: u16 = 2 * 9 + 1;
const WIDTH: u16 = 80;

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

/// Breaks the list of keys into as few lines as possible for a box of this width.
pub(super) fn keys(list: &[&str], width: u16) -> Vec<String> {
    let room = usize::from(width.saturating_sub(3));
    let mut lines: Vec<String> = Vec::new();
    for key in list {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 2 + key.chars().count() <= room => {
                *line += "  ";
                *line += key;
            }
            _ => lines.push((*key).to_owned()),
        }
    }
    lines
}

pub(super) fn draw_keys(keys: &[String], place: Rect, buffer: &mut Buffer) {
    let keys = keys.iter().map(|key| Line::styled(format!(" {key}"), theme::ink(Paint::FAINT)));
    draw_lines(keys, place, buffer);
}

/// Draws as many lines as fit.
fn draw_lines(lines: impl IntoIterator<Item = Line<'static>>, place: Rect, buffer: &mut Buffer) {
    for (y, line) in (place.top()..place.bottom()).zip(lines) {
        line.render(Rect { y, height: 1, ..place }, buffer);
    }
}

fn table_box(area: Rect) -> Rect {
    let width = area.width.min(WIDTH);
    middle(area, width, LINES + 4 + keys(&TABLE_KEYS, width).len() as u16)
}

/// Returns the box of a page.
pub(super) fn page_box(page: &Page, area: Rect) -> Rect {
    match page {
        Page::Table => table_box(area),
        Page::Hall(..) => hall_box(area),
        Page::Entry(..) | Page::Sure(_) => area,
    }
}

pub(super) fn draw_doubt(doubt: Doubt, notebook: &Notebook, area: Rect, buffer: &mut Buffer) {
    let name = notebook.name();
    let text = match (doubt, name) {
        (Doubt::EraseAll, _) => "Erase all patterns?".to_owned(),
        (Doubt::EraseFile, _) => {
            let name = name.unwrap_or_default();
            format!("Without patterns, the file of {name} is erased and leaves the hall of fame.")
        }
        (_, Some(name)) => format!("The changes since {name} was stored would be lost."),
        (_, None) => "The knowledge is not stored and would be lost.".to_owned(),
    };
    let yes = match doubt {
        Doubt::EraseAll => "erases them",
        Doubt::EraseFile => "erases it",
        Doubt::Open => "opens another",
        Doubt::New => "starts over",
        Doubt::Quit => "quits",
    };
    let inner = open(middle(area, 60, 5), " Sure? ", buffer);
    let keys = format!("y {yes}, any other key cancels.");
    let lines = vec![Line::from(text), Line::styled(keys, theme::ink(Paint::FAINT))];
    Paragraph::new(lines).wrap(Wrap { trim: true }).render(inner, buffer);
}

impl Dialogs {
    pub(super) fn draw_table(&self, notebook: &Notebook, area: Rect, buffer: &mut Buffer) {
        let place = table_box(area);
        let level = notebook.knowledge().level();
        let title = match self.table.view {
            View::Images if level > 0 => format!(" Mutations of pattern {} of {level} ", self.table.at + 1),
            View::Lesson => " Changes by the last lesson ".to_owned(),
            View::Patterns | View::Images => " Knowledge of self-taught ".to_owned(),
        };
        let inner = open(place, &title, buffer);
        let keys = keys(&TABLE_KEYS, place.width);
        let lines = inner.height.min(keys.len() as u16);
        draw_keys(&keys, Rect { y: inner.bottom() - lines, height: lines, ..inner }, buffer);
        let notice = Rect { y: (inner.bottom() - lines).saturating_sub(1).max(inner.y), height: 1, ..inner };
        let colour = if self.notice.wrong { Paint::WRONG } else { Paint::BRIGHT };
        Line::styled(format!(" {}", self.notice.text), theme::ink(colour)).render(notice, buffer);
        let content = Rect { height: notice.y - inner.y, ..inner };
        match (self.table.view, self.table.shown(notebook)) {
            (View::Images, Some(pattern)) => {
                draw_lines(images(pattern, self.table.image, content.width), content, buffer);
            }
            (_, shown) => {
                draw_lines(shown.into_iter().flat_map(rows), content, buffer);
                let x = (content.x + PATTERN).min(content.right());
                let words = Rect { x, width: content.right() - x, ..content };
                let mut lines = self.table.words(notebook);
                if lines.len() > usize::from(words.height) {
                    lines.retain(|line| line.width() > 0);
                }
                draw_lines(lines, words, buffer);
            }
        }
    }
}

impl Table {
    /// Returns the text beside the pattern.
    fn words(&self, notebook: &Notebook) -> Vec<Line<'static>> {
        let faint = theme::ink(Paint::FAINT);
        let bold = theme::ink(Paint::BRIGHT).add_modifier(Modifier::BOLD);
        let level = notebook.knowledge().level();
        let stored = if notebook.is_changed() { ", not stored" } else { "" };
        let name = notebook.name().unwrap_or("No name yet").to_owned();
        let access = format!("{}, level {level}{stored}", notebook.access());
        let mut lines = vec![Line::styled(name, bold), Line::styled(access, faint), Line::default()];
        let number = match (self.view, notebook.lesson()) {
            (View::Lesson, None) => {
                return lines.into_iter().chain([Line::from("No lost game has changed it yet.")]).collect();
            }
            (View::Lesson, Some(lesson)) if self.lesson_at == 0 => {
                format!("Added: move {} was wrong", lesson.turning_point + 1)
            }
            (View::Lesson, Some(lesson)) => format!("Removed, {} of {}", self.lesson_at, lesson.erased.len()),
            _ if level == 0 => {
                let nothing = ["Nothing is known yet:", "it learns from the games", "that it loses."];
                return lines.into_iter().chain(nothing.map(Line::from)).collect();
            }
            _ => format!("Pattern {} of {level}", self.at + 1),
        };
        let Some(pattern) = self.shown(notebook) else { return lines };
        let PatternView { level, counts, .. } = PatternView::from(pattern);
        lines.push(Line::styled(number, bold));
        lines.extend(
            [
                format!("level {level}, {} taken back", count(level.into(), "move")),
                format!("{} blue, {} red, {} empty,", counts.blue, counts.red, counts.empty),
                format!("{} inside without influence", counts.any),
                String::new(),
            ]
            .map(Line::from),
        );
        let legend = [
            ('b', "the opponent's stone"),
            ('x', "empty: the answer goes here"),
            ('.', "must be empty"),
            (' ', "no influence"),
            ('r', "its own stone"),
        ];
        lines.extend(
            legend.map(|(sign, about)| Line::from(vec![field(sign), Span::styled(format!("  {about}"), faint)])),
        );
        lines
    }
}

/// Draws the rows of a pattern.
fn rows(pattern: &Pattern) -> impl Iterator<Item = Line<'static>> + use<> {
    PatternView::from(pattern).rows.into_iter().map(|row| spaced(&row).collect())
}

fn spaced(row: &str) -> impl Iterator<Item = Span<'static>> {
    row.chars().flat_map(|sign| [Span::raw(" "), field(sign)])
}

/// Draws a field of a pattern.
fn field(sign: char) -> Span<'static> {
    let (letter, paint) = match sign {
        'r' => ("R", Paint::RED),
        'b' => ("B", Paint::BLUE),
        'x' => ("X", Paint::CURSOR),
        '.' => ("·", Paint::BRIGHT),
        _ => (" ", Paint::FAINT),
    };
    Span::styled(letter, theme::ink(paint).add_modifier(Modifier::BOLD))
}

/// Draws the distinct images of a pattern under the symmetries, from `first` on, with as many side
/// by side as fit.
fn images(pattern: &Pattern, first: usize, width: u16) -> Vec<Line<'static>> {
    let images: Vec<PatternView> =
        pattern.mutations().skip(first).map(|(_, image)| PatternView::from(&image)).collect();
    let edge = usize::from(pattern.width().max(pattern.height()));
    let side_by_side = (usize::from(width) / (2 * edge + 1)).max(1);
    let mut lines = Vec::new();
    for images in images.chunks(side_by_side) {
        for row in 0..edge {
            let rows = images.iter().map(|image| image.rows.get(row).map_or("", String::as_str));
            let spans = rows.flat_map(|row| {
                let rest = " ".repeat(2 * (edge - row.chars().count()) + 1);
                spaced(row).chain([Span::raw(rest)]).collect::<Vec<_>>()
            });
            lines.push(spans.collect());
        }
        lines.push(Line::default());
    }
    lines
}
