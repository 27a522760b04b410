//! Plays Match5 by threat-space search and alpha-beta, both sides.
//!
//! `cargo run --release --example match5 -- --rules edge=15`

mod common;

use std::error::Error;

use common::{Options, Square, draw, watch};
use gambol::game::Tracked;
use gambol::match5::{Bits, Colour, ForcedWins, Match5, PatternValue, Patterns, Rules, Threats, Wide};
use gambol::prelude::*;
use gambol::search::{AlphaBeta, WinFirst, WithCompanion};

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::read("match5", Budget::unlimited().depth(5), &Budget::unlimited().depth(2))?;
    let rules: Rules = options.rules.parse()?;
    match Match5::<u128>::new(rules) {
        Ok(start) => watch(start, player(), &options, board),
        Err(_) => watch(Match5::<Wide>::new(rules)?, player(), &options, board),
    }
}

/// Plays a forced win if it finds one, else by alpha-beta. Both use the patterns tracked with the
/// state.
fn player<B: Bits>() -> impl Search<Match5<B>> + 'static {
    let solver = ForcedWins::new(Threats::FoursAndThrees);
    let win = move |tracked: &Tracked<Match5<B>, Patterns<B>>, _: &Budget| solver.find_tracked(tracked);
    let search = AlphaBeta::new(PatternValue::new()).quiescence(8).symmetric_plies(0);
    WithCompanion::new(Patterns::default(), WinFirst::new(win, search))
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
