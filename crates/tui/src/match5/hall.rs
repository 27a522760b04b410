//! The hall of fame on the screen.

use std::iter;

use gambol::self_taught::{HallOfFame, Notebook};
use gambol_play::Paint;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::Widget;

use super::draw::{draw_keys, keys};
use super::page::{Page, step, way};
use super::{Dialogs, Next};
use crate::draw_dialog::{middle, open};
use crate::input::is_control;
use crate::theme;

const HALL_WIDTH: u16 = 60;
/// Height of the border and of the list's heading.
const AROUND: u16 = 3;
const HALL_KEYS: [&str; 5] = ["↑↓ one", "PgUp PgDn ten", "Home End", "k knowledge", "Esc back"];

pub(super) fn hall_box(area: Rect) -> Rect {
    middle(area, HALL_WIDTH, HallOfFame::SIZE as u16 + AROUND + keys(&HALL_KEYS, HALL_WIDTH).len() as u16)
}

/// Returns the number of players that fit on the screen.
fn hall_rows(area: Rect) -> usize {
    let hall = hall_box(area);
    usize::from(hall.height.saturating_sub(AROUND + keys(&HALL_KEYS, hall.width).len() as u16))
}

impl Dialogs {
    pub(super) fn hall_key(
        &mut self,
        hall: Result<HallOfFame, String>,
        from: usize,
        key: KeyEvent,
        area: Rect,
    ) -> Next {
        if is_control(key) {
            self.page = Page::Hall(hall, from);
            return Next::Stay;
        }
        match key.code {
            KeyCode::Esc | KeyCode::Char('q' | 'f') => return Next::Close,
            KeyCode::Char('k') => return Next::Stay,
            _ => {}
        }
        let players = hall.as_ref().map_or(0, |hall| hall.players().len());
        // The last start of the list that still fills the page.
        let places = (players + 1).saturating_sub(hall_rows(area));
        let from = way(key.code).map_or(from, |way| step(from, way, places));
        self.page = Page::Hall(hall, from);
        Next::Stay
    }
}

pub(super) fn draw(
    notebook: &Notebook,
    hall: &Result<HallOfFame, String>,
    from: usize,
    area: Rect,
    buffer: &mut Buffer,
) {
    let place = hall_box(area);
    let inner = open(place, &format!(" Hall of fame: {} ", notebook.folder().display()), buffer);
    let keys = keys(&HALL_KEYS, place.width);
    let lines = inner.height.min(keys.len() as u16);
    draw_keys(&keys, Rect { y: inner.bottom() - lines, height: lines, ..inner }, buffer);
    let list = Rect { height: inner.height - lines, ..inner };
    let own = notebook.name();
    let rows: Vec<Line<'_>> = match hall {
        Err(reason) => vec![Line::styled(reason.clone(), theme::ink(Paint::WRONG))],
        Ok(hall) if hall.players().len() == 0 => {
            vec![Line::from(" No knowledge is stored in this folder yet.")]
        }
        Ok(hall) => {
            let row = |(place, (name, level)): (usize, (&str, u32))| {
                let bright = theme::on(Paint::INK, Paint::CURSOR);
                let style = if own == Some(name) { bright } else { Style::new() };
                Line::styled(format!(" {:>3}  {level:>6}  {name:<44}", place + 1), style)
            };
            let heading = Line::styled("       level  player", theme::ink(Paint::FAINT));
            iter::once(heading).chain(hall.players().enumerate().skip(from).map(row)).collect()
        }
    };
    for (y, row) in (list.top()..list.bottom()).zip(rows) {
        row.render(Rect { y, height: 1, ..list }, buffer);
    }
}
