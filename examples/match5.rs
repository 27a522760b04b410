//! Watch Monte Carlo play both sides of Match5.
//!
//! `cargo run --release --example match5 -- --agent mc:z=500 --seed 7 --rules edge=15`

mod common;

use std::error::Error;

use common::{Options, Square, draw, watch};
use gambol::Cell;
use gambol::match5::{Bits, Colour, Match5, Rules, Wide};

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::read("alpha-beta:depth=4,width=20", "alpha-beta:depth=2")?;
    let rules: Rules = if options.settings.is_empty() { Rules::default() } else { options.settings.parse()? };
    match Match5::<u128>::new(rules) {
        Ok(start) => watch("match5", start, &options, board),
        Err(_) => watch("match5", Match5::<Wide>::new(rules)?, &options, board),
    }
}

fn board<B: Bits>(state: &Match5<B>, in_colour: bool) -> String {
    let square = |cell| match state.stone(cell) {
        None => Square::new("·", Some(236)),
        Some(Colour::Red) => Square::new("r", Some(203)),
        Some(Colour::Blue) => Square::new("b", Some(75)),
    };
    let edge = state.edge();
    draw((0..edge).map(|row| (0..edge).map(|column| square(Cell::new(column, row))).collect()), 3, in_colour)
}
