//! Match5: a cell.

use gambol::Cell;
use gambol::match5::{Bits, Colour, Match5};

use super::broken_rule;
use crate::Paint;
use crate::board::{Board, Fact, Look, Spot, Words};

fn colour(stone: Colour) -> Paint {
    if stone == Colour::Red { Paint::RED } else { Paint::BLUE }
}

impl<B: Bits + 'static> Board for Match5<B> {
    fn sides(&self) -> [(&'static str, Paint); 2] {
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

    fn paths(&self, action: &str, show: &mut dyn FnMut(&[Spot])) {
        if let Ok(cell) = action.parse() {
            show(&[Spot::Cell(cell)]);
        }
    }

    fn facts(&self) -> Vec<Fact> {
        [format!("{} in a row win", self.row()), format!("{} cells left", self.left())]
            .map(|line| vec![Words::plain(line)])
            .to_vec()
    }

    fn decisive(&self) -> Vec<Cell> {
        self.winning_run().collect()
    }

    fn refusal(&self, _: &[Spot], spot: Spot) -> Option<String> {
        let Spot::Cell(cell) = spot else { return None };
        broken_rule(self, cell)
    }

    /// By default, a human player is blue and the computer red, as on the original page.
    fn usual_side(&self) -> usize {
        usize::from(self.rules().starts() == Colour::Red)
    }

    fn prompt(&self, _: &[Spot]) -> &'static str {
        "Place a stone."
    }
}
