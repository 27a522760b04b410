//! A fair comparison of two agents: pairs of games with sides swapped, confidence intervals, and an
//! early end once the question is decided.
//!
//! `cargo run --release --example compare_agents`

use gambol::match5::{Match5, OpenWindows, ThreatPlayer};
use gambol::prelude::*;
use gambol::search::{AlphaBeta, PolicyOnly, WithBudget};
use gambol_arena::{Plan, PlayError};

fn main() -> Result<(), PlayError> {
    let games = if std::env::args().any(|argument| argument == "small") { 4 } else { 200 };
    let start: Match5 = Match5::default();
    let plan = Plan::builder("match5", &start).agent("alpha-beta").agent("threat").games(games).build()?;
    let tally = plan
        .lineup(&start)?
        .agent("alpha-beta", || WithBudget::new(AlphaBeta::new(OpenWindows), Budget::unlimited().depth(3)))
        .agent("threat", || PolicyOnly(ThreatPlayer))
        .play()?;
    println!("{} games: {}", tally.games(), tally.glance());
    Ok(())
}
