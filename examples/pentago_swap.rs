//! Watch Monte Carlo play both sides of Pentago-Swap.
//!
//! `cargo run --release --example pentago_swap -- --agent mc:z=1000 --seed 7`

mod common;

use std::error::Error;

use common::{Options, Square, draw, watch};
use gambol::pentago_swap::PentagoSwap;
use gambol::{Cell, Player};

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::read("report:depth=4,mb=64,opening=no", "report:depth=2,mb=16,opening=no")?;
    if !options.settings.is_empty() {
        return Err("this game has no settings".into());
    }
    watch("pentago-swap", PentagoSwap::new(), &options, board)
}

fn board(state: &PentagoSwap, in_colour: bool) -> String {
    // Quadrants differ in shade, so that swaps are seen.
    let shade = |cell: Cell| if (cell.row / 3 + cell.column / 3).is_multiple_of(2) { 236 } else { 240 };
    let square = |cell| match state.piece(cell) {
        None => Square::new("·", Some(shade(cell))),
        Some(Player::First) => Square::new("w", Some(255)),
        Some(Player::Second) => Square::new("b", Some(68)),
    };
    draw((0..6).map(|row| (0..6).map(|column| square(Cell::new(column, row))).collect()), 3, in_colour)
}
