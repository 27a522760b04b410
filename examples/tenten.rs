//! Watch greedy best-first search play 1010!: all three pieces of a hand are placed together.
//!
//! `cargo run --release --example tenten -- --seed 7 --rules paper`

mod common;

use std::error::Error;

use common::{Options, Square, draw, watch};
use gambol::core::Afterstate;
use gambol::prelude::*;
use gambol::search::{Greedy, Scope};
use gambol::tenten::{Room, TenTen};

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::read("uniform", Budget::unlimited(), &Budget::unlimited())?;
    let search = Greedy::new(Afterstate(Room::new())).scope(Scope::Turn);
    watch(TenTen::new(options.rules.parse()?), search, &options, board)
}

fn board(state: &TenTen, in_colour: bool) -> String {
    let filled = state.board().filled();
    let square = |cell| if filled.contains(cell) { Square::new("x", Some(75)) } else { Square::new("·", Some(236)) };
    let rows = (0..10).map(|row| (0..10).map(|column| square(Cell::new(column, row))).collect());
    format!("{}\nhand {}\n", draw(rows, 2, in_colour), state.hand())
}
