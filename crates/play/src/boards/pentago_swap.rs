//! Pentago-Swap: a cell, then two quadrants.

use gambol::pentago_swap::{Move, PentagoSwap, Quadrant, Swap};
use gambol::{Cell, Player};

use super::broken_rule;
use crate::Paint;
use crate::board::{Board, Fact, Look, Spot, Words};

impl Board for PentagoSwap {
    fn sides(&self) -> [(&'static str, Paint); 2] {
        [("white", Paint::WHITE), ("black", Paint::BLACK)]
    }

    fn title(&self) -> String {
        "Pentago-Swap".to_owned()
    }

    fn size(&self) -> (u8, u8) {
        (6, 6)
    }

    fn look(&self, cell: Cell) -> Option<Look> {
        self.piece(cell).map(|player| match player {
            Player::First => Look::stone(Paint::WHITE, 'w'),
            Player::Second => Look::stone(Paint::BLACK, 'b'),
        })
    }

    /// Adjacent quadrants have different shades.
    fn shade(&self, cell: Cell) -> u8 {
        2 * ((cell.column / 3 + cell.row / 3) % 2) + (cell.column + cell.row) % 2
    }

    fn paths(&self, action: &str, show: &mut dyn FnMut(&[Spot])) {
        let Ok(action) = action.parse::<Move>() else { return };
        let (one, other) = action.swap().quadrants();
        let [one, other] = [one, other].map(|quadrant| Spot::Quadrant(quadrant as u8));
        let cell = Spot::Cell(action.cell());
        show(&[cell, one, other]);
        show(&[cell, other, one]);
    }

    fn spots(&self, picked: &[Spot]) -> Vec<Spot> {
        if picked.is_empty() {
            self.cells().into_iter().map(Spot::Cell).collect()
        } else {
            Quadrant::ALL.map(|quadrant| Spot::Quadrant(quadrant as u8)).to_vec()
        }
    }

    fn facts(&self) -> Vec<Fact> {
        vec![vec![Words::plain("Quadrants  a b")], vec![Words::plain("           c d")]]
    }

    fn decisive(&self) -> Vec<Cell> {
        let five = |player| self.five_cells(player);
        let cells = five(Player::First) | five(Player::Second);
        self.cells().into_iter().filter(|&cell| cells & gambol::pentago_swap::mask(cell) != 0).collect()
    }

    fn refusal(&self, picked: &[Spot], spot: Spot) -> Option<String> {
        match (picked, spot) {
            ([], Spot::Cell(cell)) => {
                let swap = Swap::of(Quadrant::A, Quadrant::B)?;
                broken_rule(self, Move::new(cell, swap)?)
            }
            ([], _) => Some("place a piece first".to_owned()),
            _ => Some("two quadrants are swapped now".to_owned()),
        }
    }

    fn shortcut(&self, picked: &[Spot], key: char) -> Option<Spot> {
        let quadrant = ('a'..='d').position(|letter| letter == key)?;
        (!picked.is_empty()).then_some(Spot::Quadrant(quadrant as u8))
    }

    fn prompt(&self, picked: &[Spot]) -> &'static str {
        match picked.len() {
            0 => "Place a piece.",
            1 => "Pick the first of two quadrants to swap.",
            _ => "Pick the second quadrant.",
        }
    }
}
