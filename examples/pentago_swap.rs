//! Plays Pentago-Swap by alpha-beta, both sides.
//!
//! `cargo run --release --example pentago_swap`
//!
//! With `--agent document`, it is the report's player: its first moves, then alpha-beta with an
//! evaluation for each side.

mod common;

use std::error::Error;

use common::{Options, Square, draw, watch};
use gambol::pentago_swap::{FittedLines, LineCounts, Opening, PentagoSwap};
use gambol::prelude::*;
use gambol::search::{AlphaBeta, PolicyFirst};

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::read("", Budget::unlimited().depth(4), &Budget::unlimited().depth(2))?;
    if !options.rules.is_empty() {
        return Err("this game has no settings".into());
    }
    if options.is_document {
        let search = AlphaBeta::with_evaluators(LineCounts::as_white(), LineCounts::as_black());
        return watch(PentagoSwap::new(), PolicyFirst::new(Opening::new(), search), &options, board);
    }
    watch(PentagoSwap::new(), AlphaBeta::new(FittedLines::new()), &options, board)
}

fn board(state: &PentagoSwap, in_colour: bool) -> String {
    // Quadrants differ in shade, so that swaps are visible.
    let shade = |cell: Cell| if (cell.row / 3 + cell.column / 3).is_multiple_of(2) { 236 } else { 240 };
    let square = |cell| match state.piece(cell) {
        None => Square::new("·", Some(shade(cell))),
        Some(Player::First) => Square::new("w", Some(255)),
        Some(Player::Second) => Square::new("b", Some(68)),
    };
    draw((0..6).map(|row| (0..6).map(|column| square(Cell::new(column, row))).collect()), 3, in_colour)
}
