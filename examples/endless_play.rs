//! Can Five or More be played forever? De Bruin's thesis (2010) estimates that no strategy averages
//! more than 810 points, and asks whether one could continue endlessly. This example estimates the
//! points per death of the learned player. With places shown, a game takes minutes, so that deaths
//! are too rare to count.
//!
//! Deaths are reached by *multilevel splitting*: from boards of ordinary play that became crowded
//! for the first time, play continues until the board is more crowded by some cells, or open again.
//! Of the boards that became more crowded, the next level begins, and so on until the game is over.
//! The rate of deaths is the rate of the first level times the shares of all levels.
//!
//! `cargo run --release --example endless_play -- --moves 5000 --trials 150 [--shown]`

use std::error::Error;
use std::time::Instant;

use gambol::five_or_more::{FiveOrMore, Preview, Rules, Scoring};
use gambol::players::five_or_more::{Effort, player};
use gambol::prelude::*;
use gambol::search::SearchError;
use gambol_arena::MeanEstimate;
use lexopt::ValueExt as _;

/// A board with this many empty cells is open.
const OPEN: usize = 42;
/// Numbers of empty cells at which the levels begin, and 0 for the end of the game.
const LEVELS: [usize; 8] = [37, 34, 31, 28, 25, 22, 18, 0];
/// Moves before a repetition counts.
const WARM_UP: u64 = 200;

fn main() -> Result<(), Box<dyn Error>> {
    let (mut seed, mut rules, mut effort) = (Seed::new(1), Rules::THESIS, Effort::STRONG);
    let (mut moves, mut trials, mut repetitions, mut warm_up) = (5_000_u64, 150_usize, 10_u64, WARM_UP);
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            lexopt::Arg::Long("seed") => seed = Seed::new(parser.value()?.parse()?),
            lexopt::Arg::Long("moves") => moves = parser.value()?.parse::<u64>()?.max(1),
            lexopt::Arg::Long("trials") => trials = parser.value()?.parse::<usize>()?.max(1),
            lexopt::Arg::Long("repetitions") => repetitions = parser.value()?.parse()?,
            lexopt::Arg::Long("width") => effort.width = parser.value()?.parse()?,
            lexopt::Arg::Long("samples") => effort.samples = parser.value()?.parse()?,
            lexopt::Arg::Long("shown") => {
                rules = Rules::THESIS.with_preview(Preview::Places).with_scoring(Scoring::Product);
            }
            lexopt::Arg::Long("budget") => match parser.value()?.string()?.as_str() {
                "small" => (moves, trials, repetitions, warm_up) = (20, 1, 1, 0),
                other => return Err(format!("--budget is small, not {other}").into()),
            },
            other => return Err(other.unexpected().into()),
        }
    }
    let mut search = player(effort);
    let mut decisions = 0;
    // Plays a move and the drop after it. Returns the number of empty cells, 0 if the game is over.
    let mut step = |state: &mut FiveOrMore, chance: &mut _| -> Result<usize, SearchError> {
        decisions += 1;
        state.play(search.search(state, &Budget::unlimited(), seed.derive(decisions))?.action);
        state.settle(chance);
        Ok(if state.is_over() { 0 } else { state.free_cells().len() })
    };

    let (mut all_points, mut rates) = (0, Vec::new());
    for repetition in 0..repetitions {
        let mut chance = seed.derive(0).derive(repetition).rng();
        let start = |chance: &mut _| -> Result<FiveOrMore, Box<dyn Error>> {
            let mut state = FiveOrMore::new(rules)?;
            state.settle(chance);
            Ok(state)
        };
        // Ordinary play. A board is crowded for the first time since it was last open.
        let mut state = start(&mut chance)?;
        let (mut was_open, mut crowded, mut points, mut cells) = (false, Vec::new(), 0, 0);
        let mut began = Instant::now();
        for number in 0..warm_up + moves {
            if number == warm_up {
                (crowded, points, cells, began) = (Vec::new(), 0, 0, Instant::now());
            }
            let before = state.score();
            let empty = step(&mut state, &mut chance)?;
            (points, cells) = (points + state.score() - before, cells + empty);
            if empty >= OPEN {
                was_open = true;
            } else if was_open && empty <= LEVELS[0] {
                crowded.push(state);
                was_open = false;
            }
            if empty == 0 {
                (state, was_open) = (start(&mut chance)?, true);
            }
        }
        let per_move = 1.0 / moves as f64;
        print!(
            "{:.1} empty cells, {:.2} points and {:.2} ms a move; levels",
            cells as f64 * per_move,
            points as f64 * per_move,
            began.elapsed().as_secs_f64() * 1000.0 * per_move
        );
        let mut rate = crowded.len() as f64 * per_move;
        print!(" {rate:.2e}");
        for level in &LEVELS[1..] {
            let mut next = Vec::new();
            for trial in 0..trials {
                // All boards in turn, as equally often as possible.
                let Some(mut state) = crowded.get(trial * crowded.len() / trials).copied() else { break };
                let mut empty = state.free_cells().len();
                while empty < OPEN && empty > *level {
                    empty = step(&mut state, &mut chance)?;
                }
                if empty <= *level {
                    next.push(state);
                }
            }
            let share = next.len() as f64 / trials as f64;
            print!(" {share:.2}");
            rate *= share;
            crowded = next;
        }
        println!();
        all_points += points;
        rates.push(rate);
    }
    let points = all_points as f64 / (moves * repetitions) as f64;
    let rate = MeanEstimate::of(&rates);
    let [low, high] = [rate.ci95[1], rate.ci95[0].max(0.0)].map(|rate| points / rate);
    println!("{:.0} points per death ({low:.0} to {high:.0}, 95 %)", points / rate.mean);
    Ok(())
}
