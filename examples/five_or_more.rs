//! Watch Monte Carlo play a game of Five or More to its end.
//!
//! `cargo run --release --example five_or_more -- --agent mc:z=20 --seed 7 --size small`

mod common;

use std::error::Error;

use common::{Options, Square, draw, watch};
use gambol::Cell;
use gambol::five_or_more::{Bits, Colour, FiveOrMore, Rules, Wide};

/// Seven colours that are easily told apart, and more for larger games.
const COLOURS: [u8; 12] = [203, 77, 69, 220, 213, 51, 208, 141, 180, 34, 250, 124];

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::read("lbmcrlb:rollouts=10,allocation=halving", "semi-tree:peek=2")?;
    let rules: Rules = if options.settings.is_empty() { Rules::default() } else { options.settings.parse()? };
    if rules.fits::<u128>() {
        watch("five-or-more", FiveOrMore::<u128>::new(rules)?, &options, board)
    } else {
        watch("five-or-more", FiveOrMore::<Wide>::new(rules)?, &options, board)
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
