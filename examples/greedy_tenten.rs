//! Greedy best-first search on 1010!: all three pieces of a hand are placed together.
//!
//! `cargo run --release --example greedy_tenten`

use gambol::prelude::*;
use gambol::search::{Greedy, Scope};
use gambol::tenten::TenTen;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let hands = if std::env::args().any(|argument| argument == "small") { 5 } else { 200 };
    // An evaluator is any function of a state. Here, space for the largest piece counts most.
    let room = FromFn(|state: &TenTen| {
        let filled = state.board().filled();
        let squares = (0..8).flat_map(|y| (0..8).map(move |x| (x, y)));
        let free = squares.filter(|&(x, y)| (0..9).all(|i| !filled.contains(Cell::new(x + i % 3, y + i / 3))));
        100.0 * free.count() as f64 - filled.count() as f64
    });
    let one = Greedy::new(gambol::game::Afterstate(&room)).scope(Scope::Action);
    let turn = Greedy::new(gambol::game::Afterstate(&room)).scope(Scope::Turn);
    println!("a piece at a time: {} points", play(one, hands)?);
    println!("a hand at a time:  {} points", play(turn, hands)?);
    Ok(())
}

/// Returns the score of a game of at most this many hands.
fn play(mut search: impl Search<TenTen>, hands: u64) -> Result<i64, gambol::search::SearchError> {
    let mut state = TenTen::default();
    let mut deals = Seed::new(5).rng();
    for hand in 0..hands {
        state.settle(&mut deals);
        while state.turn() == Turn::Player(Player::First) {
            let decision = search.search(&state, &Budget::unlimited(), Seed::new(hand))?;
            // The principal variation is the rest of the turn.
            for placement in decision.pv {
                state.play(placement);
            }
        }
    }
    Ok(state.score())
}
