//! Strength of the learned player of 1010! in points per death. It dies too rarely to count deaths,
//! so that the exact probability of losing at the next deal is summed after every hand.
//!
//! `cargo run --release --example points_per_death -- --hands 100000 --seed 1 --rules uniform`

use std::error::Error;
use std::time::{Duration, Instant};

use gambol::players::tenten::{Effort, from_file, network, player_with};
use gambol::prelude::*;
use gambol::tenten::{Rules, TenTen};
use lexopt::ValueExt as _;

/// Number of blocks of the jackknife interval.
const BLOCKS: u64 = 40;

fn main() -> Result<(), Box<dyn Error>> {
    let (mut hands, mut seed, mut rules, mut effort, mut network) =
        (20_000_u64, Seed::new(1), Rules::UNIFORM, Effort::FAST, network());
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            lexopt::Arg::Long("hands") => hands = parser.value()?.parse()?,
            lexopt::Arg::Long("seed") => seed = Seed::new(parser.value()?.parse()?),
            lexopt::Arg::Long("rules") => rules = parser.value()?.string()?.parse()?,
            lexopt::Arg::Long("weights") => network = from_file(&std::fs::read(parser.value()?)?)?,
            lexopt::Arg::Long("danger") => effort.danger = parser.value()?.parse()?,
            lexopt::Arg::Long("ends") => effort.ends = parser.value()?.parse()?,
            lexopt::Arg::Long("budget") => match parser.value()?.string()?.as_str() {
                "small" => hands = 80,
                other => return Err(format!("--budget is small, not {other}").into()),
            },
            other => return Err(other.unexpected().into()),
        }
    }
    let mut search = player_with(network, effort);
    let (mut state, mut chance) = (TenTen::new(rules), seed.derive(0).rng());
    let (mut deaths, mut decisions, mut time) = (0, 0, Duration::ZERO);
    // Points and risks of each block.
    let mut blocks = Vec::new();
    for _ in 0..BLOCKS {
        let (mut points, mut risk) = (0, 0.0);
        for _ in 0..hands.div_ceil(BLOCKS) {
            state.settle(&mut chance);
            let (before, began) = (state.score(), Instant::now());
            while let Turn::Player(_) = state.turn() {
                decisions += 1;
                state.play(search.search(&state, &Budget::unlimited(), seed.derive(decisions))?.action);
            }
            time += began.elapsed();
            points += state.score() - before;
            if state.is_over() {
                deaths += 1;
                state = TenTen::new(rules);
            }
            risk += state.board().death_probability(&rules);
        }
        blocks.push([points as f64, risk]);
    }
    let sum = |part: usize| blocks.iter().map(|block| block[part]).sum::<f64>();
    let (points, risk) = (sum(0), sum(1));
    // The risk per point is nearer to normal than the points per death.
    let left_out: Vec<f64> = blocks.iter().map(|block| (risk - block[1]) / (points - block[0])).collect();
    let mean = left_out.iter().sum::<f64>() / left_out.len() as f64;
    let squares: f64 = left_out.iter().map(|value| (value - mean).powi(2)).sum();
    let error = 1.96 * (squares * (BLOCKS - 1) as f64 / BLOCKS as f64).sqrt();
    let [low, high] = [risk / points + error, (risk / points - error).max(0.0)].map(f64::recip);
    let played = hands.div_ceil(BLOCKS) * BLOCKS;
    println!("{:.0} points per death ({low:.0} to {high:.0}, 95 %), {deaths} deaths in {played} hands", points / risk);
    println!("{:.1} points and {:.2e} deaths a hand", points / played as f64, risk / played as f64);
    println!("{:.0} hands a second", played as f64 / time.as_secs_f64());
    Ok(())
}
