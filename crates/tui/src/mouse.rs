//! The mouse.

use gambol_play::{Direction, Spot};
use ratatui::crossterm::event::{Event, KeyCode, MouseButton, MouseEvent, MouseEventKind};

use super::app::App;
use super::dialog::Dialog;
use super::draw_dialog::menu_row_at;

/// Minimum columns or rows of a drag; a shorter one is a click.
const DRAG: (u16, u16) = (4, 2);

impl App {
    /// Handles a mouse event.
    pub(super) fn mouse(&mut self, mouse: MouseEvent) {
        let at = (mouse.column, mouse.row);
        if self.dialog.is_some() {
            return self.dialog_mouse(mouse);
        }
        let spot = self
            .geometry()
            .ok()
            .and_then(|geometry| geometry.spot_at(&self.board().spots(&self.play.picked), mouse.column, mouse.row));
        match mouse.kind {
            MouseEventKind::Moved | MouseEventKind::Drag(MouseButton::Left) => {
                self.cursor = spot.unwrap_or(self.cursor);
            }
            MouseEventKind::Down(MouseButton::Left) => {
                self.pressed = Some(at);
                if let (Some(spot), false) = (spot, self.board().swipes()) {
                    self.choose(spot);
                }
            }
            MouseEventKind::Up(MouseButton::Left) => {
                let Some(from) = self.pressed.take() else { return };
                if let Some(direction) = drag(from, at) {
                    match spot {
                        _ if self.board().swipes() => self.choose(Spot::Edge(direction)),
                        // A drag that ends on a target.
                        Some(spot) if !self.play.picked.is_empty() && self.play.targets.contains(&spot) => {
                            self.choose(spot);
                        }
                        _ => {}
                    }
                } else if let (Some(spot), true) = (spot, self.board().swipes()) {
                    self.choose(spot);
                }
            }
            MouseEventKind::Down(MouseButton::Right) => self.play.escape(),
            _ => {}
        }
    }

    fn dialog_mouse(&mut self, mouse: MouseEvent) {
        let rows = self.rows();
        match (mouse.kind, &self.dialog) {
            (_, Some(Dialog::Knowledge)) => self.knowledge_event(&Event::Mouse(mouse)),
            (MouseEventKind::Down(MouseButton::Right), _)
            | (MouseEventKind::Down(MouseButton::Left), Some(Dialog::Page(_) | Dialog::Undo)) => self.dialog = None,
            (kind @ (MouseEventKind::ScrollUp | MouseEventKind::ScrollDown), Some(Dialog::Page(_))) => {
                let code = if kind == MouseEventKind::ScrollUp { KeyCode::Up } else { KeyCode::Down };
                if let Some(Dialog::Page(page)) = &mut self.dialog {
                    page.scroll(code, self.area);
                }
            }
            (kind, &Some(Dialog::Menu(chosen))) => {
                let row = menu_row_at(self.area, rows.len(), chosen, mouse.column, mouse.row);
                let Some(row) = row.filter(|&row| row < rows.len()) else {
                    if matches!(kind, MouseEventKind::Down(_)) {
                        self.dialog = None;
                    }
                    return;
                };
                self.dialog = Some(Dialog::Menu(row));
                match kind {
                    MouseEventKind::Down(MouseButton::Left) => self.activate(rows[row]),
                    MouseEventKind::ScrollUp => self.adjust(rows[row], true),
                    MouseEventKind::ScrollDown => self.adjust(rows[row], false),
                    _ => {}
                }
            }
            _ => {}
        }
    }
}

/// Returns the direction of a drag, or `None` for a click.
fn drag(from: (u16, u16), to: (u16, u16)) -> Option<Direction> {
    let (x, y) = (i32::from(to.0) - i32::from(from.0), i32::from(to.1) - i32::from(from.1));
    // Rows are twice as high as columns are wide.
    if x.abs() >= 2 * y.abs() && x.abs() >= i32::from(DRAG.0) {
        Some(if x < 0 { Direction::Left } else { Direction::Right })
    } else if 2 * y.abs() > x.abs() && y.abs() >= i32::from(DRAG.1) {
        Some(if y < 0 { Direction::Up } else { Direction::Down })
    } else {
        None
    }
}
