//! Any other game: its state as text, and its actions as a list to choose from.

use gambol::registry::{Label, Position};
use gambol::{Cell, Game, GameExt, Turn};

use crate::Paint;
use crate::board::{Board, Fact, Look, Spot, Words};

/// Rows of the list before there is another column.
const ROWS: usize = 16;

/// The greatest number of actions that are listed.
const MOST: usize = 26 * ROWS;

/// The place of an action in the list: column by column.
fn place(number: usize) -> Cell {
    Cell::new((number / ROWS) as u8, (number % ROWS) as u8)
}

impl Board for Position {
    const CELL_WIDTH: u16 = 12;

    fn title(&self) -> String {
        self.game().name.clone()
    }

    fn players(&self) -> usize {
        Self::players(self)
    }

    fn is_same(&self, position: &Position) -> bool {
        self == position
    }

    fn sides(&self) -> [(&'static str, Paint); 2] {
        match Self::players(self) {
            1 => [("you", Paint::BRIGHT); 2],
            _ => [("first", Paint::FIRST), ("second", Paint::SECOND)],
        }
    }

    fn is_list(&self) -> bool {
        true
    }

    fn size(&self) -> (u8, u8) {
        let count = self.actions().len().clamp(1, MOST);
        (count.div_ceil(ROWS) as u8, count.min(ROWS) as u8)
    }

    fn look(&self, cell: Cell) -> Option<Look> {
        let number = usize::from(cell.column) * ROWS + usize::from(cell.row);
        let action = *self.actions().get(number)?;
        Some(Look::tile(Paint::TILE, action.to_string()))
    }

    fn shade(cell: Cell) -> u8 {
        cell.row % 2
    }

    fn paths(&self, action: Label, show: &mut dyn FnMut(&[Spot])) {
        let number = self.actions().into_iter().take(MOST).position(|listed| listed == action);
        if let Some(number) = number {
            show(&[Spot::Cell(place(number))]);
        }
    }

    /// The text of the state: its first field row by row, the others in a line each.
    fn facts(&self) -> Vec<Fact> {
        let text = self.to_string();
        let mut fields = text.split(' ');
        let rows = fields.next().unwrap_or_default().split('/').map(|row| vec![Words::plain(row)]);
        rows.chain(fields.map(|field| vec![Words::plain(field)])).collect()
    }

    fn prompt(&self, _: &[Spot]) -> &'static str {
        match self.turn() {
            Turn::Player(_) => "Choose an action.",
            Turn::Chance | Turn::Over => "",
        }
    }
}
