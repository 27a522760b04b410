//! States, actions and outcomes read from their text forms.

use std::str::FromStr;

use gambol::board::notation::{fields, number};
use gambol::game::TextError;
use gambol::prelude::*;

use crate::{Slide, Tile, Twenty48};

impl FromStr for Slide {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let found = Self::ALL.into_iter().find(|slide| slide.to_string() == text);
        found.ok_or_else(|| TextError::new("slide", text, "one of L, R, U, D"))
    }
}

impl FromStr for Tile {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let refuse = |reason| TextError::new("tile", text, reason);
        let (cell, tile) = text.split_once('=').ok_or_else(|| refuse("its form is `c4=2`"))?;
        let cell: Cell = cell.parse()?;
        match (cell, tile) {
            (Cell { row: 0..4, column: 0..4 }, "2") => Ok(Self { cell, exponent: 1 }),
            (Cell { row: 0..4, column: 0..4 }, "4") => Ok(Self { cell, exponent: 2 }),
            _ => Err(refuse("a cell from a1 to d4, and the tile 2 or 4")),
        }
    }
}

/// The exponent of a tile from its number.
fn tile(text: &str) -> Option<u8> {
    match number(text, 1 << 17)? {
        0 => Some(0),
        tile => (tile > 1 && tile.is_power_of_two()).then(|| tile.trailing_zeros() as u8),
    }
}

impl FromStr for Twenty48 {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let refuse = |what, reason| TextError::new(what, text, reason);
        let [rows, score, due] = fields(text, 3, 3, "rows score due")?[..] else {
            return Err(refuse("position", "it has three fields"));
        };
        let mut board = [[0; 4]; 4];
        let mut count = 0;
        for (index, text) in rows.split([',', '/']).enumerate() {
            let cell = board.as_flattened_mut().get_mut(index);
            *cell.ok_or_else(|| refuse("rows", "it has more than 16 tiles"))? =
                tile(text).ok_or_else(|| TextError::new("tile", text, "0 or a power of two"))?;
            count = index + 1;
        }
        let score = number(score, 1 << 30).ok_or_else(|| refuse("score", "a number"))? as u32;
        let due = number(due, 2).ok_or_else(|| refuse("due", "0, 1 or 2 tiles"))? as u8;
        let state = Self { board, score, due };
        let tiles = 16 - state.empty_cells().count();
        if count != 16 || !rows.split('/').all(|row| row.split(',').count() == 4) {
            return Err(refuse("rows", "it has four rows of four tiles"));
        }
        // At the start two tiles are due, then one; a board with nothing to slide has no tile due.
        if (due == 2) != (tiles == 0) || tiles + usize::from(due) > 16 || tiles + usize::from(due) < 2 {
            return Err(refuse("due", "two tiles on the empty board, none on a full one"));
        }
        Ok(state)
    }
}
