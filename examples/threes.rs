//! Plays Threes! by expectimax with the learned network.
//!
//! `cargo run --release --example threes -- --seed 7 --rules 2014`
//!
//! With `--agent document`, it is the Monte Carlo agent of the blog post on the game: the best of
//! all short sequences of swipes, over samples of the cards.

mod common;

use std::error::Error;

use common::{Options, Square, draw, watch};
use gambol::players::threes::quick;
use gambol::prelude::*;
use gambol::search::FlatMonteCarlo;
use gambol::threes::{BlankFactor, Threes};

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::read("app", Budget::unlimited(), &Budget::unlimited().depth(1))?;
    let start = Threes::new(options.rules.parse()?);
    if options.is_document {
        let sampling = FlatMonteCarlo::new().rollouts(50).evaluator(BlankFactor);
        return watch(start, sampling.best_of_sequences(3).dead_end(0.0), &options, board);
    }
    watch(start, quick(), &options, board)
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
