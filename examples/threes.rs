//! Watch Monte Carlo play Threes!.
//!
//! `cargo run --release --example threes -- --agent mc:z=500 --seed 7`

mod common;

use std::error::Error;

use common::{Options, Square, draw, watch};
use gambol::Cell;
use gambol::threes::{Rules, Threes};

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::read("mcts:simulations=1000", "mcts:simulations=50")?;
    let rules: Rules = if options.settings.is_empty() { Rules::default() } else { options.settings.parse()? };
    watch("threes", Threes::new(rules), &options, board)
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
