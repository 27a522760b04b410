//! Random games against every search.
//!
//! Games are small random graphs: with and without chance, of one player and two, with
//! transpositions, repeated and merged edges, cycles of chance, symmetries, from 1 to 400 actions,
//! rewards up to 2⁵², draws, and roots without a decision. Every search plays them with settings
//! drawn at random, on one thread and several, twice, and within budgets of all kinds. The value,
//! the action, the bounds of the other actions and the line must agree with a
//! [plain reference](solver).
//!
//! The tests play some thousand games. For more:
//!
//! ```text
//! GAMBOL_GAMES=1000000 GAMBOL_SEED=1 cargo test --release -p gambol-search --all-features \
//!     --test random_games -- --nocapture
//! ```
//!
//! A failure names the case, which `GAMBOL_CASE` plays again, and a smaller game of the same kind
//! in which the same check fails.

mod checks;
mod draw;
mod evaluate;
mod game;
mod graph;
mod runner;
mod solver;

use std::env;
use std::fmt::Write;
use std::time::Instant;

use gambol_core::Seed;

use checks::CHECKS;
use runner::{Case, Summary};

fn number(name: &str) -> Option<u64> {
    env::var(name).ok().map(|text| text.parse().unwrap_or_else(|_| panic!("{name} is not a number: {text}")))
}

fn report(summary: &Summary) -> String {
    let mut text = String::new();
    let mut names = Vec::new();
    for failure in &summary.failures {
        if names.contains(&failure.check()) {
            let _ = writeln!(text, "{}\n", failure.brief());
        } else {
            names.push(failure.check());
            let _ = writeln!(text, "{failure}\nsmaller: {}\n", runner::alone(|| runner::smaller(failure)));
        }
    }
    text
}

#[test]
fn searches_agree_with_the_reference() {
    if let Ok(text) = env::var("GAMBOL_CASE") {
        return again(&text);
    }
    let games = number("GAMBOL_GAMES");
    let few = if cfg!(debug_assertions) { 1_500 } else { 6_000 };
    let seed = number("GAMBOL_SEED").unwrap_or(1);
    let started = Instant::now();
    let summary = runner::run(seed, games.unwrap_or(few), games.is_some());
    let text = report(&summary);
    println!("{summary}\n\nseed {seed}, {:.0} s", started.elapsed().as_secs_f64());
    assert!(summary.failures.is_empty(), "{} of {} checks failed\n\n{text}", summary.failures.len(), summary.done());
}

/// Chance chains that are cut by probability, and depths at which all lines end.
#[test]
fn cases_that_once_failed_hold() {
    for case in [
        "639808557240691059 5 expectimax",
        "303140275989915781 4 expectimax",
        "639808557240691059 5 expectimax, limited depth",
        "15723997078836849665 4 expectimax, limited depth",
        "1910516555121205755 5 expectimax, limited depth",
        "3623255870567833776 5 expectimax, limited depth",
    ] {
        again(case);
    }
}

/// Plays a case again, given as its seed, its size and, if not all, the name of a check.
fn again(text: &str) {
    let mut words = text.splitn(3, ' ');
    let mut next = || words.next().and_then(|word| word.parse::<u64>().ok());
    let (Some(seed), Some(size)) = (next(), next()) else { panic!("no seed and size: {text}") };
    let case = Case { seed: Seed::new(seed), size: size as u8 };
    let graph = draw::graph(case.seed, case.size);
    let name = words.next();
    println!("{graph}");
    let due = CHECKS.iter().filter(|check| name.map_or(check.is_due(&graph, case.seed), |name| check.name == name));
    for check in due {
        let held = runner::alone(|| runner::hold(case, check));
        assert!(held.is_ok(), "{}: {}", check.name, held.unwrap_err());
        println!("{}: holds", check.name);
    }
}
