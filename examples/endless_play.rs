//! Can Five or More be played forever? De Bruin's thesis (2010) estimates that no strategy averages
//! more than 810 points, and asks whether one could continue endlessly. This example plays whole
//! games by a two-ply search with the learned network, and shows whether boards fill up in long
//! games.
//!
//! `cargo run --release --example endless_play -- --games 100 --width 8 --samples 4 [--shown]`

use std::error::Error;
use std::num::NonZeroU64;

use gambol::five_or_more::{FiveOrMore, Preview, Rules, Scoring};
use gambol::game::Afterstate;
use gambol::players::five_or_more::network;
use gambol::prelude::*;
use gambol::search::SampledTwoPly;
use lexopt::ValueExt as _;

/// Number of lines of the table per mean number of moves of a game.
const LINES: usize = 3;

fn main() -> Result<(), Box<dyn Error>> {
    let (mut games, mut seed, mut rules, mut width, mut samples) = (20_u64, Seed::new(1), Rules::THESIS, 8, 4);
    let mut most = usize::MAX;
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            lexopt::Arg::Long("games") => games = parser.value()?.parse::<NonZeroU64>()?.get(),
            lexopt::Arg::Long("seed") => seed = Seed::new(parser.value()?.parse()?),
            lexopt::Arg::Long("shown") => {
                rules = Rules::THESIS.with_preview(Preview::Places).with_scoring(Scoring::Product);
            }
            lexopt::Arg::Long("width") => width = parser.value()?.parse()?,
            lexopt::Arg::Long("samples") => samples = parser.value()?.parse()?,
            lexopt::Arg::Long("budget") => match parser.value()?.string()?.as_str() {
                "small" => (games, most) = (2, 30),
                other => return Err(format!("--budget is small, not {other}").into()),
            },
            other => return Err(other.unexpected().into()),
        }
    }
    let network = network(rules).ok_or("no network for these rules")?;
    let mut search = SampledTwoPly::new(Afterstate(network)).width(width).samples(samples);
    // The points of each game, and its empty cells before each move.
    let mut played: Vec<(f64, Vec<usize>)> = Vec::new();
    for game in 0..games {
        let seed = seed.derive(game);
        let (mut state, mut chance) = (FiveOrMore::<u128>::new(rules)?, seed.derive(0).rng());
        let mut empty = Vec::new();
        state.settle(&mut chance);
        while state.turn() != Turn::Over && empty.len() < most {
            empty.push(state.free_cells().len());
            let decision = search.search(&state, &Budget::unlimited(), seed.derive(empty.len() as u64))?;
            state.play(decision.action);
            state.settle(&mut chance);
        }
        played.push((state.score() as f64, empty));
    }

    let mean = |sum: f64| sum / games as f64;
    let points = mean(played.iter().map(|(points, _)| points).sum());
    let spread = mean(played.iter().map(|(score, _)| (score - points).powi(2)).sum()).sqrt();
    let longest = played.iter().map(|(_, empty)| empty.len()).max().unwrap_or(0);
    let moves = mean(played.iter().map(|(_, empty)| empty.len() as f64).sum());
    println!(
        "{games} games of {moves:.0} moves on average, {longest} at most: {points:.0} points, standard deviation {spread:.0}"
    );
    println!("{:>10} {:>12} {:>12} {:>14}", "from move", "games there", "empty cells", "of these go on");
    let step = ((moves / LINES as f64).ceil() as usize).max(1);
    for from in (0..longest).step_by(step) {
        let there: Vec<&[usize]> =
            played.iter().filter_map(|(_, empty)| empty.get(from..)).filter(|rest| !rest.is_empty()).collect();
        let cells: Vec<usize> = there.iter().flat_map(|rest| rest.iter().take(step)).copied().collect();
        let empty = cells.iter().sum::<usize>() as f64 / cells.len() as f64;
        let on = there.iter().filter(|rest| rest.len() > step).count() as f64 / there.len() as f64;
        println!("{from:>10} {:>12} {empty:>12.1} {:>13.0}%", there.len(), 100.0 * on);
    }
    Ok(())
}
