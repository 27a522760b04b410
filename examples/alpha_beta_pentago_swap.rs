//! Alpha-beta with iterative deepening on Pentago-Swap: the principal variation after every depth.
//!
//! `cargo run --release --example alpha_beta_pentago_swap`

use gambol::pentago_swap::{LineCounts, Move, PentagoSwap};
use gambol::prelude::*;
use gambol::search::AlphaBeta;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let millis = if std::env::args().any(|argument| argument == "small") { 50 } else { 3_000 };
    let state: PentagoSwap = "w5/1w4/2b3/6/4b1/6 w".parse()?;
    // The budget limits the time, and receives the result of every completed depth.
    let budget = Budget::unlimited().millis(millis).watch(|decision: &Decision<Move>| {
        let pv: Vec<String> = decision.pv.iter().map(ToString::to_string).collect();
        println!("depth {:2}  value {:8.1}  {}", decision.stats.depth, decision.value, pv.join(" "));
    });
    let mut search = AlphaBeta::with_evaluators(LineCounts::as_white(), LineCounts::as_black());
    let decision = search.search(&state, &budget, Seed::new(1))?;
    println!("{} after {} nodes; {}", decision.action, decision.stats.nodes, decision.estimate());
    Ok(())
}
