//! Five or More: a stone, then its target.

use gambol::Cell;
use gambol::five_or_more::{Bits, Colour, FiveOrMore, Move};

use super::broken_rule;
use crate::Paint;
use crate::board::{Board, Fact, Look, Spot, Words};

fn colour(colour: Colour) -> Paint {
    Paint::stone(usize::from(colour.index()))
}

impl<B: Bits + 'static> Board for FiveOrMore<B> {
    fn title(&self) -> String {
        "Five or More".to_owned()
    }

    fn size(&self) -> (u8, u8) {
        (self.width(), self.height())
    }

    fn look(&self, cell: Cell) -> Option<Look> {
        self.stone(cell).map(|stone| Look::stone(colour(stone), stone.letter()))
    }

    fn paths(&self, action: &str, show: &mut dyn FnMut(&[Spot])) {
        let Ok(Move { from, to }) = action.parse() else { return };
        show(&[Spot::Cell(from), Spot::Cell(to)]);
    }

    fn facts(&self) -> Vec<Fact> {
        let mut next = vec![Words::plain("Next  ")];
        for stone in self.next() {
            next.push(Words::coloured(format!("●{} ", stone.colour.letter()), colour(stone.colour)));
        }
        vec![next, vec![Words::plain(format!("Free  {} cells", self.free_cells().count()))]]
    }

    fn refusal(&self, picked: &[Spot], spot: Spot) -> Option<String> {
        match (picked, spot) {
            (&[Spot::Cell(from)], Spot::Cell(to)) if self.stone(to).is_none() => broken_rule(self, Move { from, to }),
            (_, Spot::Cell(cell)) if self.stone(cell).is_some() => Some(format!("the stone on {cell} has no path out")),
            (_, Spot::Cell(cell)) => Some(format!("there is no stone on {cell}")),
            _ => None,
        }
    }

    fn prompt(&self, picked: &[Spot]) -> &'static str {
        if picked.is_empty() { "Pick a stone." } else { "Choose its target cell; Esc cancels." }
    }
}
