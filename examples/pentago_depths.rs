//! How deep the Pentago-Swap report's player searches, by move of the game, in games against itself.
//!
//! `cargo run --release --example pentago_depths -- --games 10 --ms 2000`
//!
//! The report counts in iterations, and does not say whether these are moves of the game or of its player: both are shown.
//!
//! The first move of each game is random, so that games differ; all others are searched, without the opening. A search that
//! proves how the game ends stops before its time: such moves are counted by themselves.

use gambol::pentago_swap::PentagoSwap;
use gambol::registry::Playable;
use gambol::{ForcedWin, Game, Seed, Turn};
use lexopt::prelude::{Long, ValueExt};

/// The first and the last move of each row, as in the report.
const ROWS: [(u32, u32); 4] = [(1, 6), (7, 12), (13, 18), (19, 36)];

/// What was seen at one move of the game, or in one row of the table.
#[derive(Clone, Copy, Default)]
struct Seen {
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
            // For a quick look, as the other examples have it.
            Long("budget") => match arguments.value()?.string()?.as_str() {
                "small" => (games, ms) = (1, 20),
                "default" => {}
                other => return Err(format!("--budget is small or default, not {other}").into()),
            },
            _ => return Err(argument.unexpected().into()),
        }
    }
    let mut seen = [Seen::default(); 37];
    let mut agent = PentagoSwap::agent(&format!("report:ms={ms},first-ms={ms},opening=no"))?;
    for game in 0..games {
        let seed = Seed::new(seed).derive(game);
        let mut state = PentagoSwap::new();
        state.play(state.random_action(&mut seed.rng()).ok_or("the game has a first move")?);
        while state.turn() != Turn::Over {
            let decision = agent.decide(&state, seed)?;
            let row = &mut seen[state.plies() as usize + 1];
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
    table("moves of the game", &seen, |ply| ply);
    table("moves of the player", &seen, |ply| ply.div_ceil(2));
    Ok(())
}

/// Prints the rows, with the moves of the game numbered anew.
fn table(title: &str, seen: &[Seen], number: impl Fn(u32) -> u32) {
    println!("| {title} | searched | mean depth | nodes a second | proven |");
    println!("|---|---|---|---|---|");
    for (first, last) in ROWS {
        let row = (0..).zip(seen).filter(|&(ply, _)| (first..=last).contains(&number(ply)));
        let row = row.fold(Seen::default(), |sum, (_, one)| Seen {
            moves: sum.moves + one.moves,
            plies: sum.plies + one.plies,
            proven: sum.proven + one.proven,
            nodes: sum.nodes + one.nodes,
            seconds: sum.seconds + one.seconds,
        });
        let depth = f64::from(row.plies) / f64::from(row.moves.max(1));
        let rate = row.nodes as f64 / row.seconds.max(1e-9);
        println!("| {first}-{last} | {} | {depth:.2} | {rate:.0} | {} |", row.moves, row.proven);
    }
}
