//! Gambol's searches compared with those of other crates, on the same games, in one run.
//!
//! `cargo run --release --manifest-path benches/peers/Cargo.toml` measures all; `-- --help` lists
//! the options. The contenders run in turn, round after round, so that other load of the machine
//! affects all of them equally. Times are processor times, summed over threads.
#![forbid(unsafe_code)]

mod connect_four;
mod expectimax;
mod generator;
mod measure;
mod twenty48;

use std::path::PathBuf;

/// Measurements and their extent.
#[derive(Debug)]
struct Options {
    /// Number of rounds; every contender runs once per round.
    rounds: usize,
    /// Number of games of 2048 per player.
    games: u64,
    /// Program of `pons.cpp`, to be measured beside ours.
    pons: Option<PathBuf>,
    /// Parts to measure; all if none is named.
    parts: Vec<String>,
}

const PARTS: [&str; 6] = ["mcts", "alpha-beta", "solve", "expectimax", "simulations", "games"];

const HELP: &str = "\
Usage: gambol-peers [--rounds N] [--games N] [--pons PROGRAM] [PART]...

Parts: mcts         simulations a second on connect four, from the empty board
       alpha-beta   connect four from the empty board to depth 20
       solve        connect four, 15 positions solved; pons.sh adds P. Pons' solver
       expectimax   2048 and Threes!, beside programs written by hand
       simulations  simulations a second on 2048
       games        whole games of 2048 by flat Monte Carlo
All if none is named. 7 rounds, 100 games unless set.";

fn options() -> Result<Options, lexopt::Error> {
    use lexopt::prelude::*;

    let mut options = Options { rounds: 7, games: 100, pons: None, parts: Vec::new() };
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("rounds") => options.rounds = parser.value()?.parse()?,
            Long("games") => options.games = parser.value()?.parse()?,
            Long("pons") => options.pons = Some(parser.value()?.into()),
            Long("help") => {
                println!("{HELP}");
                std::process::exit(0);
            }
            Value(part) if PARTS.iter().any(|&known| part == known) => {
                options.parts.push(part.to_string_lossy().into());
            }
            other => return Err(other.unexpected()),
        }
    }
    Ok(options)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = options()?;
    let asked = |part: &str| options.parts.is_empty() || options.parts.iter().any(|asked| asked == part);
    if asked("mcts") {
        connect_four::mcts(options.rounds);
    }
    if asked("alpha-beta") {
        connect_four::alpha_beta(options.rounds);
    }
    if asked("solve") {
        connect_four::solve(options.rounds, options.pons.as_ref())?;
    }
    if asked("expectimax") {
        expectimax::expectimax(options.rounds);
    }
    if asked("simulations") {
        twenty48::simulations(options.rounds);
    }
    if asked("games") {
        twenty48::games(options.games)?;
    }
    Ok(())
}
