//! Planning with few simulations: Gumbel selection with sequential halving, and first-play urgency,
//! against plain PUCT with the same prior and the same number of simulations.
//!
//! `cargo run --release --example few_simulations -- 16`

use gambol::game::{Afterstate, FromFn, Prior, Softmax};
use gambol::pentago_swap::{FittedLines, PentagoSwap};
use gambol::prelude::*;
use gambol::search::{Mcts, WithBudget};
use gambol_arena::{Plan, PlayError};

fn main() -> Result<(), PlayError> {
    let games = if std::env::args().any(|argument| argument == "small") { 4 } else { 1_000 };
    let simulations = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(16);
    for considered in [4, 8, 16] {
        let settings = Mcts::new().gumbel(considered, 0.0);
        compare(&format!("gumbel, {considered} considered"), &settings, simulations, games)?;
    }
    for urgency in [-0.1, 0.1, 0.2, 0.4] {
        let settings = Mcts::new().first_play_urgency(urgency);
        compare(&format!("first-play urgency {urgency}"), &settings, simulations, games)?;
    }
    Ok(())
}

/// Plays pairs of games with these settings against plain PUCT.
fn compare(name: &str, settings: &Mcts, simulations: u64, games: u64) -> Result<(), PlayError> {
    let start = PentagoSwap::new();
    let agent = |settings: &Mcts| {
        WithBudget::new(settings.clone().puct(1.5, prior()), Budget::unlimited().simulations(simulations))
    };
    let plan = Plan::builder("pentago-swap", &start).agent(name).agent("puct").games(games).build()?;
    let tally = plan.lineup(&start)?.agent(name, || agent(settings)).agent("puct", || agent(&Mcts::new())).play()?;
    println!("{simulations} simulations, {} games: {}", tally.games(), tally.glance());
    Ok(())
}

/// Weights and values of a hand-made evaluator, in place of a network.
fn prior() -> impl Prior<PentagoSwap> {
    let lines = FittedLines::new();
    let weights = Softmax(2.0, Afterstate(FittedLines::new()));
    FromFn(move |state: &PentagoSwap, actions: &[<PentagoSwap as Game>::Action], out: &mut [f32]| {
        weights.weigh(state, actions, out);
        Some((lines.evaluate(state) / 4.0).tanh())
    })
}
