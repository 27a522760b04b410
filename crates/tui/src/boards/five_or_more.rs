//! Five or More: a stone, then where it goes.

use gambol::Cell;
use gambol::five_or_more::{Bits, Colour, FiveOrMore, Move};
use ratatui::style::{Color, Style};
use ratatui::text::{Line, Span};

use crate::board::{Board, Look, Spot};
use crate::theme;

fn colour(colour: Colour) -> Color {
    theme::stone(usize::from(colour.index()))
}

impl<B: Bits + 'static> Board for FiveOrMore<B> {
    type Companion = ();

    fn title(&self) -> String {
        "Five or More".to_owned()
    }

    fn size(&self) -> (u8, u8) {
        (self.width(), self.height())
    }

    fn look(&self, cell: Cell) -> Option<Look> {
        self.stone(cell).map(|stone| Look::stone(colour(stone), stone.letter()))
    }

    fn paths(&self, Move { from, to }: Move, show: &mut dyn FnMut(&[Spot])) {
        show(&[Spot::Cell(from), Spot::Cell(to)]);
    }

    fn facts(&self) -> Vec<Line<'static>> {
        let mut next = vec![Span::raw("Next  ")];
        for stone in self.next() {
            next.push(Span::styled(format!("●{} ", stone.colour.letter()), Style::new().fg(colour(stone.colour))));
        }
        vec![Line::from(next), Line::from(format!("Free  {} cells", self.free_cells().count()))]
    }

    fn prompt(&self, picked: &[Spot]) -> &'static str {
        if picked.is_empty() { "Pick a stone." } else { "Where does it go? Esc lets it be." }
    }
}
