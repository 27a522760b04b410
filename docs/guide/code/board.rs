//! Drawing of the board, and input by pointing.

use gambol::prelude::*;
use gambol_play::{Board, Direction, Look, Paint, Spot};

use crate::{Slide, Twenty48};

/// Background colours from pale to red, tile by tile, in the 256-colour palette of terminals.
const GROUNDS: [u8; 12] = [255, 230, 223, 216, 209, 203, 196, 221, 220, 214, 178, 172];

impl Board for Twenty48 {
    fn title(&self) -> String {
        "2048".to_owned()
    }

    fn size(&self) -> (u8, u8) {
        (4, 4)
    }

    fn cell_width(&self) -> u16 {
        8
    }

    fn look(&self, cell: Cell) -> Option<Look> {
        let tile = usize::from(self.board[usize::from(cell.row)][usize::from(cell.column)]);
        let ground = Paint::from_index(GROUNDS[tile.min(GROUNDS.len()) - usize::from(tile > 0)]);
        (tile > 0).then(|| Look::tile(ground, (1_u32 << tile).to_string()))
    }

    fn swipes(&self) -> bool {
        true
    }

    fn spots(&self, _: &[Spot]) -> Vec<Spot> {
        Direction::ALL.map(Spot::Edge).to_vec()
    }

    fn paths(&self, action: &str, show: &mut dyn FnMut(&[Spot])) {
        let Ok(slide) = action.parse::<Slide>() else { return };
        show(&[Spot::Edge(match slide {
            Slide::Left => Direction::Left,
            Slide::Right => Direction::Right,
            Slide::Up => Direction::Up,
            Slide::Down => Direction::Down,
        })]);
    }

    fn prompt(&self, _: &[Spot]) -> &'static str {
        "Slide: arrow keys, drag, or click an edge."
    }
}
