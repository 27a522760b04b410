//! Plays Five or More by a strong search: two plies of expectimax over samples of the dropping
//! stones.
//!
//! `cargo run --release --example five_or_more -- --seed 7 --rules small`
//!
//! With `--agent document`, it is the best agent of the thesis that the rules are from: Monte
//! Carlo, and before it and in its rollouts a rule that completes lines.

mod common;

use std::error::Error;

use common::{Options, Square, draw, watch};
use gambol::five_or_more::knowledge::{LegacyBias, WindowSum};
use gambol::five_or_more::{Bits, Colour, FiveOrMore, Rules, Wide};
use gambol::game::Afterstate;
use gambol::prelude::*;
use gambol::search::{FlatMonteCarlo, PolicyFirst, SampledTwoPly};

/// Seven colours that are easily distinguished, and more for larger games.
const COLOURS: [u8; 12] = [203, 77, 69, 220, 213, 51, 208, 141, 180, 34, 250, 124];

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::read("thesis", Budget::unlimited().simulations(128), &Budget::unlimited().simulations(4))?;
    let rules: Rules = options.rules.parse()?;
    println!("A move takes a stone along free cells; five in a row of a colour vanish and score.");
    println!("After other moves new stones drop, and the game is over when the board is full.\n");
    if rules.fits::<u128>() {
        play(FiveOrMore::<u128>::new(rules)?, options)?;
    } else {
        play(FiveOrMore::<Wide>::new(rules)?, options)?;
    }
    if rules == Rules::THESIS {
        println!("The best agent of the thesis that the rules are from has 492 points on average.");
    }
    Ok(())
}

fn play<B: Bits + 'static>(start: FiveOrMore<B>, mut options: Options) -> Result<(), Box<dyn Error>> {
    if options.is_document {
        const COMPLETE: LegacyBias = LegacyBias::score(3);
        options.budget = Budget::unlimited();
        let sampling = FlatMonteCarlo::with_policy(COMPLETE).rollouts(100);
        return watch(start, PolicyFirst::new(COMPLETE, sampling), &options, board);
    }
    watch(start, SampledTwoPly::new(Afterstate(WindowSum::new())), &options, board)
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
