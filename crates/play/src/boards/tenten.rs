//! 1010!: a piece of the hand, then the place of its top left corner.

use gambol::Cell;
use gambol::tenten::{Board as Cells, Piece as Shape, Placement, TenTen};

use super::broken_rule;
use crate::Paint;
use crate::board::{Board, Look, Piece, Spot};

impl Board for TenTen {
    fn title(&self) -> String {
        "1010!".to_owned()
    }

    fn size(&self) -> (u8, u8) {
        (Cells::EDGE, Cells::EDGE)
    }

    fn blocks(&self) -> bool {
        true
    }

    fn look(&self, cell: Cell) -> Option<Look> {
        self.board().filled().contains(cell).then(|| Look::stone(Paint::FILLED, 'x'))
    }

    fn paths(&self, action: &str, show: &mut dyn FnMut(&[Spot])) {
        let Ok(action) = action.parse::<Placement>() else { return };
        // Equal pieces in the hand are interchangeable.
        for (place, piece) in (0..).zip(self.hand().pieces()) {
            if piece == action.piece() {
                show(&[Spot::Piece(place), Spot::Cell(action.cell())]);
            }
        }
    }

    fn spots(&self, _: &[Spot]) -> Vec<Spot> {
        let pieces = (0..self.hand().len() as u8).map(Spot::Piece);
        pieces.chain(self.cells().into_iter().map(Spot::Cell)).collect()
    }

    fn ghost(&self, picked: &[Spot], at: Spot) -> Vec<Cell> {
        let (Some(&Spot::Piece(place)), Spot::Cell(cell)) = (picked.first(), at) else { return Vec::new() };
        let Some(piece) = self.hand().pieces().nth(usize::from(place)) else { return Vec::new() };
        let moved = |part: Cell| Cell::new(part.column + cell.column, part.row + cell.row);
        piece.cells().iter().map(moved).filter(|part| part.column < Cells::EDGE && part.row < Cells::EDGE).collect()
    }

    fn refusal(&self, picked: &[Spot], spot: Spot) -> Option<String> {
        match (picked, spot) {
            (&[Spot::Piece(place)], Spot::Cell(cell)) => {
                let piece = self.hand().pieces().nth(usize::from(place))?;
                match Placement::new(piece, cell) {
                    None => Some(format!("at {cell}, the piece would extend beyond the board")),
                    Some(placement) => broken_rule(self, placement),
                }
            }
            (_, Spot::Piece(place)) => Some(format!("there is no room for piece {}", place + 1)),
            (_, Spot::Cell(_)) => Some("pick a piece of the hand first".to_owned()),
            _ => None,
        }
    }

    fn hand(&self) -> Vec<Piece> {
        self.hand().pieces().map(drawn).collect()
    }

    fn shortcut(&self, _: &[Spot], key: char) -> Option<Spot> {
        let place = key.to_digit(10)?.checked_sub(1)?;
        (place < self.hand().len() as u32).then_some(Spot::Piece(place as u8))
    }

    fn prompt(&self, picked: &[Spot]) -> &'static str {
        if picked.is_empty() { "Pick a piece: 1, 2, 3, or point at it." } else { "Place its top left corner." }
    }
}

fn drawn(shape: Shape) -> Piece {
    let cells = shape.cells();
    let row = |row| (0..shape.width()).map(|column| cells.contains(Cell::new(column, row))).collect();
    Piece { rows: (0..shape.height()).map(row).collect(), colour: colour(shape) }
}

/// Returns the colour of a shape; it is the same in every orientation.
fn colour(shape: Shape) -> Paint {
    let is_line = shape.width() == 1 || shape.height() == 1;
    Paint::from_index(match (shape.size(), is_line) {
        (1, _) => 98,
        (2, _) => 179,
        (3, true) => 173,
        (3, false) => 72,
        (4, true) => 168,
        (4, false) => 107,
        (5, true) => 167,
        (5, false) => 68,
        _ => return Paint::FILLED,
    })
}
