//! Threes: a direction.

use gambol::Cell;
use gambol::threes::{Swipe, Threes, Tile};
use ratatui::style::{Color, Style};
use ratatui::text::{Line, Span};

use crate::board::{Board, Direction, Look, Spot};
use crate::theme;

/// Blue, red, and paper that grows warmer with the value.
fn colour(value: u16) -> Color {
    const PAPER: [u8; 13] = [255, 230, 229, 222, 221, 216, 215, 210, 209, 204, 203, 177, 141];
    match value {
        1 => Color::Indexed(39),
        2 => Color::Indexed(204),
        _ => Color::Indexed(PAPER[usize::from((value / 3).checked_ilog2().unwrap_or(0) as u8).min(PAPER.len() - 1)]),
    }
}

impl Board for Threes {
    type Companion = ();
    const CELL_WIDTH: u16 = 6;
    const SWIPES: bool = true;

    fn title(&self) -> String {
        "Threes!".to_owned()
    }

    fn size(&self) -> (u8, u8) {
        (4, 4)
    }

    fn look(&self, cell: Cell) -> Option<Look> {
        let value = self.tile(cell);
        (value > 0).then(|| Look::tile(colour(value), value.to_string()))
    }

    fn paths(&self, action: Swipe, show: &mut dyn FnMut(&[Spot])) {
        show(&[Spot::Edge(match action {
            Swipe::Left => Direction::Left,
            Swipe::Right => Direction::Right,
            Swipe::Up => Direction::Up,
            Swipe::Down => Direction::Down,
        })]);
    }

    fn spots(&self, _: &[Spot]) -> Vec<Spot> {
        Direction::ALL.map(Spot::Edge).to_vec()
    }

    fn facts(&self) -> Vec<Line<'static>> {
        let card = |value: u16| Span::styled(format!(" {value} "), Style::new().bg(colour(value)).fg(theme::INK));
        let mut next = vec![Span::raw("Next  ")];
        match self.hint() {
            None => {}
            Some(hint) if hint.is_bonus() && hint.candidates().next().is_none() => {
                next.push(Span::styled(" + ", Style::new().bg(colour(6)).fg(theme::INK)));
            }
            Some(hint) => {
                let candidates: Vec<Tile> = hint.card().into_iter().chain(hint.candidates()).collect();
                for (number, tile) in candidates.iter().enumerate() {
                    if number > 0 {
                        next.push(Span::raw(" or "));
                    }
                    next.push(card(tile.value()));
                }
            }
        }
        let [ones, twos, threes] = self.deck();
        let deck = vec![
            Span::raw("Deck  "),
            card(1),
            Span::raw(format!("×{ones}  ")),
            card(2),
            Span::raw(format!("×{twos}  ")),
            card(3),
            Span::raw(format!("×{threes}")),
        ];
        vec![Line::from(next), Line::default(), Line::from(deck)]
    }

    fn prompt(&self, _: &[Spot]) -> &'static str {
        "Swipe: arrow keys, drag, or click an edge."
    }
}
