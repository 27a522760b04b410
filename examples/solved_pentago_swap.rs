//! Pentago-Swap solved: the first player wins within 19 plies against any opponent.
//!
//! `cargo run --release --features solver --example solved_pentago_swap --
//! [--opponent AGENT] [--games N] [--seed S]`

use gambol::prelude::*;
use gambol::registry::Registry;
use lexopt::ValueExt as _;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (mut opponent, mut games, mut seed) = ("strong:ms=100".to_owned(), 10, 1);
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            lexopt::Arg::Long("opponent") => opponent = parser.value()?.string()?,
            lexopt::Arg::Long("games") => games = parser.value()?.parse()?,
            lexopt::Arg::Long("seed") => seed = parser.value()?.parse()?,
            // As in all examples: seconds instead of minutes.
            lexopt::Arg::Long("budget") => games = if parser.value()? == "small" { 2 } else { games },
            other => return Err(other.unexpected().into()),
        }
    }
    let start = Registry::standard().start("pentago-swap")?;
    let mut by_plies = [0; 37];
    for game in 0..games {
        let seed = Seed::new(seed).derive(game);
        let mut players = [start.agent("solved")?, start.agent(&opponent)?];
        let (mut state, mut plies) = (start.clone(), 0);
        while let Turn::Player(player) = state.turn() {
            let side = usize::from(player == Player::Second);
            let decision = players[side].search(&state, &Budget::unlimited(), seed.derive(plies as u64))?;
            state.play(decision.action);
            plies += 1;
        }
        if state.score() != 1 || plies > 19 {
            return Err(format!("game {game} was not won within 19 plies: {state}").into());
        }
        by_plies[plies] += 1;
    }
    println!("{games} games against {opponent}, all won by the first player:");
    for (plies, count) in by_plies.into_iter().enumerate().filter(|&(_, count)| count > 0) {
        println!("{count:6} in {plies} plies");
    }
    Ok(())
}
