//! Many games stepped together, as a learner sees them: planes, legal actions, rewards and ends.
//!
//! `cargo run --release --example step_many_games`

use std::time::Instant;

use gambol::env::{Autoreset, Batch, EnvError, Options, Rows};
use gambol::five_or_more::FiveOrMore;
use gambol::game::random::below;
use gambol::prelude::*;

fn main() -> Result<(), EnvError> {
    const GAMES: usize = 256;
    let steps = if std::env::args().any(|argument| argument == "small") { 100 } else { 5_000 };
    let options = Options::default().autoreset(Autoreset::SameStep);
    let mut games = Batch::new(FiveOrMore::<u128>::default(), GAMES, Seed::new(7)).options(options);
    let mut rows = Rows::with_lists(&games.layout());
    games.reset(None, None, rows.out())?;
    let mut draws = Seed::new(1).rng();
    let (mut episodes, mut points, start) = (0, 0.0, Instant::now());
    for _ in 0..steps {
        // A network would read `rows.planes`. This policy draws a legal action.
        let mut draw = |legal: &[u32]| i64::from(legal[below(&mut draws, legal.len() as u32) as usize]);
        let actions: Vec<i64> = (0..GAMES).map(|game| draw(rows.lists.of(game))).collect();
        games.step(&actions, rows.out())?;
        points += f64::from(rows.rewards.iter().sum::<f32>());
        episodes += rows.terminated.iter().filter(|&&over| over).count();
    }
    let speed = (steps * GAMES) as f64 / start.elapsed().as_secs_f64();
    println!("{episodes} random games, {:.2} points each, {speed:.0} steps a second", points / episodes.max(1) as f64);
    Ok(())
}
