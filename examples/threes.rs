//! Plays Threes! by expectimax with the learned network.
//!
//! `cargo run --release --example threes -- --seed 7 --rules 2014`

mod common;

use std::error::Error;

use common::{Options, Square, draw, watch};
use gambol::players::threes::quick;
use gambol::prelude::*;
use gambol::threes::Threes;

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::read("app", Budget::unlimited(), &Budget::unlimited().depth(1))?;
    watch(Threes::new(options.rules.parse()?), quick(), &options, board)
}

fn board(state: &Threes, in_colour: bool) -> String {
    let square = |cell| match state.tile(cell) {
        0 => Square::new("·", Some(236)),
        1 => Square::new("1", Some(75)),
        2 => Square::new("2", Some(203)),
        tile => Square::new(tile.to_string(), Some(if tile < 48 { 255 } else { 222 })),
    };
    let rows = (0..4).map(|row| (0..4).map(|column| square(Cell::new(column, row))).collect());
    let next = state.hint().map_or_else(|| "-".to_owned(), |hint| hint.to_string());
    format!("{}\nnext {next}\n", draw(rows, 6, in_colour))
}
