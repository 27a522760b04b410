//! Five or More: a stone, then where it goes.

use gambol::Cell;
use gambol::five_or_more::{Bits, Colour, FiveOrMore, Move};

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

    fn paths(&self, Move { from, to }: Move, show: &mut dyn FnMut(&[Spot])) {
        show(&[Spot::Cell(from), Spot::Cell(to)]);
    }

    fn facts(&self) -> Vec<Fact> {
        let mut next = vec![Words::plain("Next  ")];
        for stone in self.next() {
            next.push(Words::coloured(format!("●{} ", stone.colour.letter()), colour(stone.colour)));
        }
        vec![next, vec![Words::plain(format!("Free  {} cells", self.free_cells().count()))]]
    }

    fn prompt(&self, picked: &[Spot]) -> &'static str {
        if picked.is_empty() { "Pick a stone." } else { "Where does it go? Esc lets it be." }
    }
}
