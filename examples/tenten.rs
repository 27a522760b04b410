//! Watch Monte Carlo play 1010!.
//!
//! `cargo run --release --example tenten -- --agent mc:z=20 --seed 7`

mod common;

use std::error::Error;

use common::{Options, Square, draw, watch};
use gambol::Cell;
use gambol::tenten::{Rules, TenTen};

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::read("greedy-triple", "greedy-single")?;
    let rules: Rules = if options.settings.is_empty() { Rules::default() } else { options.settings.parse()? };
    watch("tenten", TenTen::new(rules), &options, board)
}

fn board(state: &TenTen, in_colour: bool) -> String {
    let filled = state.board().filled();
    let square = |cell| if filled.contains(cell) { Square::new("x", Some(75)) } else { Square::new("·", Some(236)) };
    let rows = (0..10).map(|row| (0..10).map(|column| square(Cell::new(column, row))).collect());
    format!("{}\nhand {}\n", draw(rows, 2, in_colour), state.hand())
}
