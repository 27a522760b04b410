//! Watch alpha-beta play both sides of Match5.
//!
//! `cargo run --release --example match5 -- --rules edge=15`

mod common;

use std::error::Error;

use common::{Options, Square, draw, watch};
use gambol::match5::{Bits, Colour, LineThreats, Match5, Rules, Wide};
use gambol::prelude::*;
use gambol::search::AlphaBeta;

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::read("match5", Budget::unlimited().depth(5), &Budget::unlimited().depth(2))?;
    let rules: Rules = options.rules.parse()?;
    let search = AlphaBeta::new(LineThreats::new()).width(20);
    match Match5::<u128>::new(rules) {
        Ok(start) => watch(start, search, &options, board),
        Err(_) => watch(Match5::<Wide>::new(rules)?, search, &options, board),
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
