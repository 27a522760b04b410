//! Self-play of many games with one call of the network a step: a forest of trees, whose leaves are
//! evaluated together. Here the network is a function with the same interface.
//!
//! `cargo run --release --example forest`

use gambol::pentago_swap::{FittedLines, PentagoSwap};
use gambol::prelude::*;
use gambol::search::{Batched, ForestError, Leaves, Mcts};

/// Simulations of a move.
const SIMULATIONS: u64 = 32;

fn main() -> Result<(), ForestError> {
    let games = if std::env::args().any(|argument| argument == "small") { 4 } else { 64 };
    let (seed, network) = (Seed::new(1), Network(FittedLines::new()));
    // Of 216 actions, 16 are considered; the noise makes games differ.
    let search = Mcts::new().puct(1.5, Batched).gumbel(16, 1.0);
    let mut forest = search.forest((0..games).map(|_| PentagoSwap::new()), seed)?;
    let (mut batches, mut leaves_of_all, mut targets) = (0_u64, 0_usize, 0_usize);
    let (mut weights, mut values) = (Vec::new(), Vec::new());
    loop {
        // A move of every game.
        loop {
            let leaves = forest.gather(SIMULATIONS)?;
            if leaves.is_empty() {
                break;
            }
            (batches, leaves_of_all) = (batches + 1, leaves_of_all + leaves.len());
            network.evaluate(&leaves, &mut weights, &mut values);
            forest.learn(&weights, &values)?;
        }
        let decisions = forest.decisions()?;
        if decisions.iter().all(Option::is_none) {
            break;
        }
        for (game, decision) in decisions.into_iter().enumerate() {
            let Some(decision) = decision else { continue };
            // A learner stores the state, this policy and, at the end, the result.
            targets += forest.policy(game)?.len();
            forest.advance(game, Event::Action(decision.action))?;
        }
    }
    let scores = (0..games).filter_map(|game| forest.state(game)).map(Game::score);
    println!("{games} games, {} won by the first player", scores.filter(|&score| score > 0).count());
    println!("{batches} batches of {:.1} leaves, {targets} policy targets", leaves_of_all as f64 / batches as f64);
    Ok(())
}

/// Stands for a network with a policy and a value.
struct Network(FittedLines);

impl Network {
    /// Writes a weight for each action of each leaf, and a value of each leaf for the first player.
    fn evaluate(&self, leaves: &Leaves<'_, PentagoSwap>, weights: &mut Vec<f32>, values: &mut Vec<Option<f64>>) {
        weights.clear();
        values.clear();
        for leaf in leaves.iter() {
            let sign = leaf.state.turn().player().map_or(0.0, |player| player.sign() as f64);
            let value = |state: &PentagoSwap| self.0.evaluate(state) / 4.0;
            weights.extend(leaf.actions.iter().map(|&action| {
                let after = leaf.state.afterstate(action);
                if after.is_over() { 1.0 } else { (sign * value(&after)).exp() as f32 }
            }));
            values.push(Some(value(leaf.state).tanh()));
        }
    }
}
