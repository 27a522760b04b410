//! Plays Five or More by a strong search: two plies of expectimax over samples of the dropping
//! stones.
//!
//! `cargo run --release --example five_or_more -- --seed 7 --rules small`

mod common;

use std::error::Error;

use common::{Options, Square, draw, watch};
use gambol::five_or_more::knowledge::WindowSum;
use gambol::five_or_more::{Bits, Colour, FiveOrMore, Rules, Wide};
use gambol::game::Afterstate;
use gambol::prelude::*;
use gambol::search::SampledTwoPly;

/// Seven colours that are easily distinguished, and more for larger games.
const COLOURS: [u8; 12] = [203, 77, 69, 220, 213, 51, 208, 141, 180, 34, 250, 124];

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::read("thesis", Budget::unlimited().simulations(128), &Budget::unlimited().simulations(4))?;
    let rules: Rules = options.rules.parse()?;
    let search = SampledTwoPly::new(Afterstate(WindowSum::new()));
    if rules.fits::<u128>() {
        watch(FiveOrMore::<u128>::new(rules)?, search, &options, board)
    } else {
        watch(FiveOrMore::<Wide>::new(rules)?, search, &options, board)
    }
}

fn board<B: Bits>(state: &FiveOrMore<B>, in_colour: bool) -> String {
    let stone = |stone: Option<Colour>| match stone {
        None => Square::new("·", Some(236)),
        Some(stone) => Square::new(stone.to_string(), Some(COLOURS[usize::from(stone.index()) % COLOURS.len()])),
    };
    let rows =
        (0..state.height()).map(|row| (0..state.width()).map(|x| stone(state.stone(Cell::new(x, row)))).collect());
    let next = state.next().map(|next| stone(Some(next.colour))).collect();
    format!("{}\nnext {}", draw(rows, 3, in_colour), draw([next], 3, in_colour))
}
