//! Games without a board: the state as text, and the actions as a list.

use gambol::registry::Position;
use gambol::{Cell, Game, GameExt, Turn};

use crate::Paint;
use crate::board::{Board, Fact, Look, Spot, Words};

/// Rows of a column of the list.
const ROWS: usize = 16;

/// Maximum number of actions in the list.
const MOST: usize = 26 * ROWS;

/// Returns the cell of an action in the list, column by column.
fn place(number: usize) -> Cell {
    Cell::new((number / ROWS) as u8, (number % ROWS) as u8)
}

/// The list of a position's actions.
#[derive(Clone, Copy)]
pub(crate) struct Listed<'a>(pub(crate) &'a Position);

impl Board for Listed<'_> {
    fn title(&self) -> String {
        self.0.game().name.clone()
    }

    fn cell_width(&self) -> u16 {
        12
    }

    fn is_list(&self) -> bool {
        true
    }

    fn size(&self) -> (u8, u8) {
        let count = self.0.actions().len().clamp(1, MOST);
        (count.div_ceil(ROWS) as u8, count.min(ROWS) as u8)
    }

    fn look(&self, cell: Cell) -> Option<Look> {
        let number = usize::from(cell.column) * ROWS + usize::from(cell.row);
        let action = *self.0.actions().get(number)?;
        Some(Look::tile(Paint::TILE, action.to_string()))
    }

    fn shade(&self, cell: Cell) -> u8 {
        cell.row % 2
    }

    fn paths(&self, action: &str, show: &mut dyn FnMut(&[Spot])) {
        let number = self.0.actions().into_iter().take(MOST).position(|listed| listed.as_str() == action);
        if let Some(number) = number {
            show(&[Spot::Cell(place(number))]);
        }
    }

    /// Returns the text of the state: its first field row by row, each other field on one line.
    fn facts(&self) -> Vec<Fact> {
        let text = self.0.to_string();
        let mut fields = text.split(' ');
        let rows = fields.next().unwrap_or_default().split('/').map(|row| vec![Words::plain(row)]);
        rows.chain(fields.map(|field| vec![Words::plain(field)])).collect()
    }

    fn prompt(&self, _: &[Spot]) -> &'static str {
        match self.0.turn() {
            Turn::Player(_) => "Choose an action.",
            Turn::Chance | Turn::Over => "",
        }
    }
}
