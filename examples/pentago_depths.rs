//! How deep the Pentago-Swap report's player searches, by move of the game, in games against itself.
//!
//! `cargo run --release --example pentago_depths -- --games 10 --ms 2000`
//!
//! The first move of each game is random, so that games differ; all others are searched, without the opening. A search that
//! proves how the game ends stops before its time: such moves are counted by themselves.

use gambol::pentago_swap::PentagoSwap;
use gambol::registry::Playable;
use gambol::{ForcedWin, Game, Seed, Turn};
use lexopt::prelude::{Long, ValueExt};

/// The first and the last move of each row, as in the report.
const ROWS: [(u32, u32); 4] = [(1, 6), (7, 12), (13, 18), (19, 36)];

/// What was seen in one row.
#[derive(Clone, Copy, Default)]
struct Row {
    moves: u32,
    plies: u32,
    proven: u32,
    nodes: u64,
    seconds: f64,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (mut games, mut ms, mut seed) = (10_u64, 2_000_u64, 1_u64);
    let mut arguments = lexopt::Parser::from_env();
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("games") => games = arguments.value()?.parse()?,
            Long("ms") => ms = arguments.value()?.parse()?,
            Long("seed") => seed = arguments.value()?.parse()?,
            _ => return Err(argument.unexpected().into()),
        }
    }
    let mut rows = [Row::default(); ROWS.len()];
    let mut agent = PentagoSwap::agent(&format!("report:ms={ms},first-ms={ms},opening=no"))?;
    for game in 0..games {
        let seed = Seed::new(seed).derive(game);
        let mut state = PentagoSwap::new();
        state.play(state.random_action(&mut seed.rng()).ok_or("the game has a first move")?);
        while state.turn() != Turn::Over {
            let decision = agent.decide(&state, seed)?;
            let number = state.plies() + 1;
            let place = ROWS.iter().position(|&(first, last)| (first..=last).contains(&number)).unwrap_or(0);
            let row = &mut rows[place];
            // The last moves of a game can be searched to its end without a win.
            if ForcedWin::of(decision.value).is_some() || state.plies() + decision.spent.depth >= 36 {
                row.proven += 1;
            } else {
                row.moves += 1;
                row.plies += decision.spent.depth;
                row.nodes += decision.spent.nodes;
                row.seconds += decision.spent.time.as_secs_f64();
            }
            state.play(decision.action);
        }
        eprintln!("game {game}: {} moves, score {}", state.plies(), state.score());
    }
    println!("| moves | searched | mean depth | nodes a second | proven |");
    println!("|---|---|---|---|---|");
    for ((first, last), row) in ROWS.iter().zip(rows) {
        let depth = f64::from(row.plies) / f64::from(row.moves.max(1));
        let rate = row.nodes as f64 / row.seconds.max(1e-9);
        println!("| {first}-{last} | {} | {depth:.2} | {rate:.0} | {} |", row.moves, row.proven);
    }
    Ok(())
}
