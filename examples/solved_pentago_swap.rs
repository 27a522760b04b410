//! Pentago-Swap solved: the first player wins within 19 plies, against whomever.
//!
//! `cargo run --release --features solver --example solved_pentago_swap --
//! [--opponent AGENT] [--games N] [--seed S]`

use gambol::pentago_swap::PentagoSwap;
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
            // As in all examples: seconds in place of minutes.
            lexopt::Arg::Long("budget") => games = if parser.value()? == "small" { 2 } else { games },
            other => return Err(other.unexpected().into()),
        }
    }
    let agents = Registry::standard().start("pentago-swap")?.game_of::<PentagoSwap>().ok_or("no such game")?;
    let mut by_plies = [0; 37];
    for game in 0..games {
        let seed = Seed::new(seed).derive(game);
        let mut players = [agents.make("solved")?, agents.make(&opponent)?];
        let mut state = PentagoSwap::new();
        while let Turn::Player(player) = state.turn() {
            let side = usize::from(player == Player::Second);
            let decision = players[side].search(&state, &Budget::unlimited(), seed.derive(state.plies().into()))?;
            state.play(decision.action);
        }
        if state.score() != 1 || state.plies() > 19 {
            return Err(format!("game {game} was not won within 19 plies: {state}").into());
        }
        by_plies[state.plies() as usize] += 1;
    }
    println!("{games} games against {opponent}, all won by the first player:");
    for (plies, count) in by_plies.into_iter().enumerate().filter(|&(_, count)| count > 0) {
        println!("{count:6} in {plies} plies");
    }
    Ok(())
}
