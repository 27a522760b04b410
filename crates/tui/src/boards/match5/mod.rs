//! Match5: a cell.

mod draw;
mod hall;
mod notebook;
mod page;
mod pupil;
mod questions;

use gambol::Cell;
use gambol::match5::{Bits, Colour, Match5};
use ratatui::style::Color;
use ratatui::text::Line;

use crate::board::{Board, Look, Spot};

const RED: Color = Color::Indexed(196);
const BLUE: Color = Color::Indexed(39);

fn colour(stone: Colour) -> Color {
    if stone == Colour::Red { RED } else { BLUE }
}

impl<B: Bits + 'static> Board for Match5<B> {
    type Companion = pupil::Pupil;

    fn sides(&self) -> [(&'static str, Color); 2] {
        let began = self.rules().starts();
        [began, began.other()].map(|side| (side.name(), colour(side)))
    }

    fn title(&self) -> String {
        "Match5".to_owned()
    }

    fn size(&self) -> (u8, u8) {
        (self.edge(), self.edge())
    }

    fn look(&self, cell: Cell) -> Option<Look> {
        self.stone(cell).map(|stone| Look::stone(colour(stone), stone.letter()))
    }

    fn paths(&self, action: Cell, show: &mut dyn FnMut(&[Spot])) {
        show(&[Spot::Cell(action)]);
    }

    fn facts(&self) -> Vec<Line<'static>> {
        vec![Line::from(format!("{} in a row win", self.row())), Line::from(format!("{} cells left", self.left()))]
    }

    fn decisive(&self) -> Vec<Cell> {
        self.winning_run().collect()
    }

    fn prompt(&self, _: &[Spot]) -> &'static str {
        "Place a stone."
    }
}
