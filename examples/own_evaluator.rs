//! An evaluator of your own for Match5.
//!
//! `cargo run --release --example own_evaluator`

use gambol::match5::{Colour, Match5, OpenWindows};
use gambol::prelude::*;
use gambol::search::{AlphaBeta, SearchError, WithBudget};

/// Stones near the centre count more. Values are for the first player, as scores are.
struct Centre;

impl Evaluator<Match5> for Centre {
    fn evaluate(&self, state: &Match5) -> f64 {
        let worth = |cell: Cell| 8 - i32::from(cell.column.abs_diff(4)) - i32::from(cell.row.abs_diff(4));
        let sum = |colour: Colour| state.stones(colour).map(worth).sum::<i32>();
        let first = state.rules().starts();
        f64::from(sum(first) - sum(first.other()))
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let depth = if std::env::args().any(|argument| argument == "small") { 1 } else { 3 };
    let budget = || Budget::unlimited().depth(depth);
    // Both colours, since the first move is an advantage.
    let mut centre = WithBudget::new(AlphaBeta::new(Centre), budget());
    let mut windows = WithBudget::new(AlphaBeta::new(OpenWindows), budget());
    println!("centre begins:  {}", play(&mut [&mut centre, &mut windows])?);
    println!("windows begins: {}", play(&mut [&mut windows, &mut centre])?);
    Ok(())
}

/// Returns the score of a game for the player who begins: 1 for a win, -1 for a loss.
fn play(players: &mut [&mut dyn Search<Match5>; 2]) -> Result<i64, SearchError> {
    let mut state = Match5::default();
    while let Turn::Player(player) = state.turn() {
        let decision =
            players[usize::from(player == Player::Second)].search(&state, &Budget::unlimited(), Seed::new(1))?;
        state.play(decision.action);
    }
    Ok(state.score())
}
