//! Monte Carlo with a policy on Five or More: the value of a little knowledge in the rollouts, and
//! before the search.
//!
//! `cargo run --release --example rollout_policy`

use gambol::five_or_more::knowledge::LegacyBias;
use gambol::five_or_more::{FiveOrMore, Rules};
use gambol::prelude::*;
use gambol::search::{FlatMonteCarlo, PolicyFirst, SearchError};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (games, rollouts) = if std::env::args().any(|argument| argument == "small") { (1, 1) } else { (2, 10) };
    let start: FiveOrMore = FiveOrMore::new(Rules::default())?;
    // Completes the line that scores most, if there is one.
    let policy = LegacyBias::score(3);
    for game in 0..games {
        let seed = Seed::new(game);
        let random = play(start, FlatMonteCarlo::new().rollouts(rollouts), seed)?;
        let rollouts = FlatMonteCarlo::with_policy(policy).rollouts(rollouts);
        let biased = play(start, rollouts, seed)?;
        let first = play(start, PolicyFirst::new(policy, rollouts), seed)?;
        println!("game {game}: random rollouts {random}, policy in rollouts {biased}, and before the search {first}");
    }
    Ok(())
}

/// Returns the score of a game.
fn play(mut state: FiveOrMore, mut search: impl Search<FiveOrMore>, seed: Seed) -> Result<i64, SearchError> {
    let mut chance = seed.derive(0).rng();
    for ply in 1.. {
        state.settle(&mut chance);
        if state.is_over() {
            break;
        }
        let decision = search.search(&state, &Budget::unlimited(), seed.derive(ply))?;
        state.play(decision.action);
    }
    Ok(state.score())
}
