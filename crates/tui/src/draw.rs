//! Drawing of the screen.

use gambol::GameExt;
use gambol_play::{Direction, Look, Paint, Shown, Spot, Topic, Who};
use ratatui::buffer::Buffer;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget, Wrap};

use super::app::App;
use super::geometry::Geometry;
use super::{draw_dialog, draw_panel, theme};

/// Fits in eighty columns; the help page has the other keys.
const HELP: &str = " arrows space mouse  h hint  a auto  u undo  n new  m menu  ? keys  q quit";

impl App {
    /// Draws everything, or a message if the terminal is too small.
    pub(crate) fn draw_all(&mut self, area: Rect, buffer: &mut Buffer) {
        self.area = area;
        buffer.set_style(area, Style::reset());
        match self.geometry() {
            Err((width, height)) => {
                let text = format!("Terminal too small: {}×{} instead of {width}×{height}.", area.width, area.height);
                Paragraph::new(text).wrap(Wrap { trim: true }).alignment(Alignment::Center).render(area, buffer);
            }
            Ok(geometry) => {
                self.draw_board(&geometry, buffer);
                draw_panel::draw(self, &geometry, buffer);
                self.draw_lines(&geometry, buffer);
                draw_dialog::draw(self, area, buffer);
            }
        }
    }

    fn draw_board(&self, geometry: &Geometry, buffer: &mut Buffer) {
        let (state, board) = (self.state(), self.board());
        self.draw_names(geometry, buffer);
        let before = Shown::of(self.play.session.before_last_action());
        let colours = self.play.session.colours();
        let decisive = if state.is_over() { board.decisive() } else { Vec::new() };
        let ghost = if self.play.picked.is_empty() { Vec::new() } else { board.ghost(&self.play.picked, self.cursor) };
        let fits = self.play.targets.contains(&self.cursor);
        // A piece may fit almost everywhere, so its target cells are dots, and the piece itself is
        // drawn.
        let shaded = |cell| {
            let spot = Spot::Cell(cell);
            if self.play.picked.contains(&spot) {
                Paint::PICKED
            } else if ghost.contains(&cell) {
                if fits { Paint::GHOST } else { Paint::MISFIT }
            } else if self.cursor == spot {
                Paint::CURSOR
            } else if decisive.contains(&cell) {
                Paint::DECISIVE
            } else if self.play.hint.as_ref().is_some_and(|hint| hint.spots.contains(&spot)) {
                Paint::HINT
            } else if !self.play.picked.is_empty() && self.play.targets.contains(&spot) {
                Paint::TARGET
            } else {
                Paint::EMPTY[usize::from(board.shade(cell) % 4)]
            }
        };
        for cell in board.cells() {
            let place = geometry.cell(cell);
            let ground = shaded(cell);
            fill(buffer, place, ground);
            let look = colours.look(&board, cell);
            let is_target = !self.play.picked.is_empty() && self.play.targets.contains(&Spot::Cell(cell));
            match &look {
                Some(look) => {
                    let new = self.play.session.moves() > 0 && colours.look(&before, cell).as_ref() != Some(look);
                    let letters = self.play.settings.letters || self.monochrome;
                    stone(buffer, place, look, ground, letters, new);
                }
                None if self.monochrome => {
                    let sign = if is_target { "+" } else { "·" };
                    centred(buffer, place, sign, theme::on(Paint::BRIGHT, ground));
                }
                None if is_target => centred(buffer, place, "·", theme::on(Paint::BRIGHT, ground)),
                None => {}
            }
            if self.monochrome {
                let style = theme::on(Paint::BRIGHT, ground).add_modifier(Modifier::BOLD);
                if ghost.contains(&cell) {
                    centred(buffer, place, if fits { "#" } else { "!" }, style);
                }
                if let Some(marks) = self.marks(Spot::Cell(cell), decisive.contains(&cell)) {
                    bracket(buffer, place, marks, style);
                }
            }
        }
        for spot in board.spots(&self.play.picked) {
            self.draw_spot(geometry, spot, buffer);
        }
    }

    /// Returns the characters on either side of a spot that replace its colour on a monochrome
    /// terminal. The cursor always has them.
    pub(crate) fn marks(&self, spot: Spot, is_decisive: bool) -> Option<[char; 2]> {
        let is_hinted = self.play.hint.as_ref().is_some_and(|hint| hint.spots.contains(&spot));
        match (self.cursor == spot, self.play.picked.contains(&spot)) {
            (true, true) => Some(['{', '}']),
            (true, false) => Some(['[', ']']),
            (false, true) => Some(['(', ')']),
            (false, false) if is_decisive => Some(['*', '*']),
            (false, false) => is_hinted.then_some(['<', '>']),
        }
    }

    /// Draws quadrants and edges, which are not cells.
    fn draw_spot(&self, geometry: &Geometry, spot: Spot, buffer: &mut Buffer) {
        let place = geometry.place(spot);
        let hinted = self.play.hint.as_ref().is_some_and(|hint| hint.spots.contains(&spot));
        let colour = if self.cursor == spot {
            Paint::CURSOR
        } else if self.play.picked.contains(&spot) {
            Paint::PICKED
        } else if hinted {
            Paint::HINT
        } else if self.play.targets.contains(&spot) {
            Paint::GHOST
        } else {
            Paint::FAINT
        };
        match spot {
            Spot::Quadrant(number) => {
                let name = char::from(b'a' + number);
                let middle = Rect { y: place.y + place.height / 2, height: 1, ..place };
                let style = theme::on(Paint::INK, colour).add_modifier(Modifier::BOLD);
                let [left, right] = self.marks(spot, false).filter(|_| self.monochrome).unwrap_or([' ', ' ']);
                let text = format!("{left}{name}{right}");
                centred(buffer, middle, &text, style);
                for x in [place.left(), place.right() - 1] {
                    for y in place.top()..place.bottom() {
                        buffer[(x, y)].set_bg(theme::colour(colour));
                    }
                }
            }
            Spot::Edge(direction) => {
                let arrow = match direction {
                    Direction::Left => "◀",
                    Direction::Right => "▶",
                    Direction::Up => "▲",
                    Direction::Down => "▼",
                };
                // Without colours, a hint is a longer arrow.
                let arrow = arrow.repeat(if self.monochrome && hinted { 3 } else { 1 });
                centred(buffer, place, &arrow, theme::ink(colour));
            }
            Spot::Cell(_) | Spot::Piece(_) => {}
        }
    }

    /// Draws the names of columns and rows.
    fn draw_names(&self, geometry: &Geometry, buffer: &mut Buffer) {
        if self.board().swipes() {
            return;
        }
        let style = theme::ink(Paint::FAINT);
        for cell in self.board().cells() {
            let place = geometry.cell(cell);
            let name = cell.to_string();
            if cell.row == 0 {
                let above = Rect { y: place.y - 1, height: 1, ..place };
                centred(buffer, above, &name[..1], style);
            }
            if cell.column == 0 {
                buffer.set_string(place.x - 3, place.y + place.height / 2, format!("{:>2}", &name[1..]), style);
            }
        }
    }

    fn draw_lines(&self, geometry: &Geometry, buffer: &mut Buffer) {
        let message = &self.play.message;
        let (text, colour) = if message.text.is_empty() {
            let prompt = match self.play.who() {
                Who::Person(_) => self.board().prompt(&self.play.picked),
                _ => "",
            };
            (prompt.to_owned(), Paint::FAINT)
        } else {
            let more = keys_for(message.topic);
            // An addition that does not fit is omitted.
            let fits = message.text.chars().count() + more.len() < usize::from(geometry.message.width);
            let more = if fits { more } else { "" };
            (format!("{}{more}", message.text), if message.wrong { Paint::WRONG } else { Paint::BRIGHT })
        };
        // In a small terminal, the line is also the board's lower margin, which may show the
        // board's edges.
        if !text.is_empty() {
            Line::styled(format!(" {text}"), theme::ink(colour)).render(geometry.message, buffer);
        }
        Line::styled(HELP, theme::ink(Paint::FAINT)).render(geometry.help, buffer);
    }
}

/// Returns the keys that continue after a message.
const fn keys_for(topic: Topic) -> &'static str {
    match topic {
        // A dialog asks about chance events.
        Topic::Plain | Topic::ChanceMoved => "",
        Topic::Ended => " n starts a new one.",
        Topic::Over => ": n starts a new one, u undoes.",
        Topic::AgentsTurn => ": Esc or a takes over.",
        Topic::Paused => ": a continues, s plays a move.",
        Topic::Autoplay => ": a stops it, + and - change its speed.",
    }
}

/// Fills a rectangle with a colour.
pub(crate) fn fill(buffer: &mut Buffer, place: Rect, colour: Paint) {
    buffer.set_style(place, Style::new().bg(theme::colour(colour)));
}

/// Writes a text in the middle of a rectangle, cut to its width.
pub(crate) fn centred(buffer: &mut Buffer, place: Rect, text: &str, style: Style) {
    let width = text.chars().count().min(usize::from(place.width)) as u16;
    let (x, y) = (place.x + (place.width - width) / 2, place.y + (place.height.saturating_sub(1)) / 2);
    buffer.set_stringn(x, y, text, usize::from(place.width), style);
}

/// Writes a character on either side of a cell's contents: inside the cell, or in the gap to its
/// neighbours if it is narrow.
fn bracket(buffer: &mut Buffer, place: Rect, marks: [char; 2], style: Style) {
    let y = place.y + (place.height.saturating_sub(1)) / 2;
    let left = if place.width < 3 { place.x.saturating_sub(1) } else { place.x };
    for (x, mark) in [left, place.right().saturating_sub(1)].into_iter().zip(marks) {
        if let Some(cell) = buffer.cell_mut((x, y)) {
            cell.set_char(mark).set_style(style);
        }
    }
}

/// Draws a stone: a circle in a cell of one row, or a body with round corners in a larger cell.
pub(crate) fn stone(buffer: &mut Buffer, place: Rect, look: &Look, ground: Paint, letters: bool, new: bool) {
    let body = theme::on(look.colour, ground);
    let written = theme::on(Paint::INK, look.colour).add_modifier(Modifier::BOLD);
    // In wide cells, a gap separates neighbours of one colour.
    let place = if place.width > 5 { Rect { width: place.width - 1, ..place } } else { place };
    let Rect { x, y, width, height } = place;
    if height == 1 {
        if look.always {
            fill(buffer, place, look.colour);
            return centred(buffer, place, &look.text, written);
        }
        let text = if letters { look.text.as_str() } else { "●" };
        return centred(buffer, place, text, body);
    }
    let edge = |left: &str, middle: &str, right: &str| {
        format!("{left}{}{right}", middle.repeat(usize::from(width.saturating_sub(2))))
    };
    buffer.set_string(x, y, edge("▗", "▄", "▖"), body);
    for row in y + 1..y + height - 1 {
        buffer.set_string(x, row, "█".repeat(usize::from(width)), body);
    }
    buffer.set_string(x, y + height - 1, edge("▝", "▀", "▘"), body);
    if look.always || letters {
        // The text is in the first of two rows, or in the middle of more.
        centred(buffer, place, &look.text, written);
    } else if new {
        centred(buffer, place, "•", written);
    }
}
