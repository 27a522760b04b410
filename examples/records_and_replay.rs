//! Records: games written to a file, read again and replayed.
//!
//! `cargo run --release --example records_and_replay`

use std::error::Error;
use std::ops::ControlFlow;

use gambol::prelude::*;
use gambol::search::{FlatMonteCarlo, WithBudget};
use gambol::threes::Threes;
use gambol_arena::{Header, Plan, PlayError, Reader, Record, Shard, write_records};

fn main() -> Result<(), Box<dyn Error>> {
    let games = if std::env::args().any(|argument| argument == "small") { 2 } else { 20 };
    let start = Threes::default();
    let plan = Plan::builder("threes", &start).agent("mc").games(games).record_games(true).build()?;
    let agent = || WithBudget::new(FlatMonteCarlo::new().rollouts(20), Budget::unlimited());
    let mut records = Vec::new();
    plan.lineup(&start)?.agent("mc", agent).games(0..games, |record| {
        records.push(record);
        Ok::<_, PlayError>(ControlFlow::Continue(()))
    })?;
    let path = std::env::temp_dir().join("gambol-threes.jsonl");
    write_records(&path, &Header::new(env!("CARGO_PKG_VERSION"), plan, Shard::WHOLE), &records)?;
    println!("{} games in {}", records.len(), path.display());

    // Each line has a hash, by which damage is located.
    let mut best: Option<Record> = None;
    for located in Reader::open(&path)?.ok_or("the file has no header")? {
        let record = located?.record;
        if best.as_ref().is_none_or(|best| best.score < record.score) {
            best = Some(record);
        }
    }
    let best = best.ok_or("no game was played")?;
    println!("the best is game {} with {} points; its last moves:", best.index, best.score);
    let mut moves = Vec::new();
    best.game.ok_or("the plan records games")?.replay(start, |before, event, _| {
        if let Event::Action(swipe) = event {
            moves.push(format!("{before}  {swipe}"));
        }
    })?;
    moves.iter().rev().take(3).rev().for_each(|line| println!("{line}"));
    Ok(())
}
