//! Plays 1010! by the learned network: all three pieces of a hand are placed together, by the exact
//! risk of the next deal. The game lasts for days; interrupt it.
//!
//! `cargo run --release --example tenten -- --seed 7 --rules paper`
//!
//! With `--agent document`, it is the paper's best-first search over the placements of a hand, by
//! its combined heuristic.

mod common;

use std::error::Error;

use common::{Options, Square, draw, watch};
use gambol::players::tenten::{Effort, player};
use gambol::prelude::*;
use gambol::search::{Greedy, Scope, Terminal};
use gambol::tenten::{Heuristics, TenTen};

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::read("uniform", Budget::unlimited(), &Budget::unlimited())?;
    let start = TenTen::new(options.rules.parse()?);
    if options.is_document {
        let best_first = Greedy::new(Heuristics::COMBINED).scope(Scope::Turn).terminal(Terminal::Evaluated);
        return watch(start, best_first, &options, board);
    }
    watch(start, player(Effort::FAST), &options, board)
}

fn board(state: &TenTen, in_colour: bool) -> String {
    let filled = state.board().filled();
    let square = |cell| if filled.contains(cell) { Square::new("x", Some(75)) } else { Square::new("·", Some(236)) };
    let rows = (0..10).map(|row| (0..10).map(|column| square(Cell::new(column, row))).collect());
    format!("{}\nhand {}\n", draw(rows, 2, in_colour), state.hand())
}
