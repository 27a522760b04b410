//! Expectimax on Threes!: exact values of a position by depth, with chance at its mean.
//!
//! `cargo run --release --example expectimax_threes`

use gambol::prelude::*;
use gambol::search::Expectimax;
use gambol::threes::{RowTable, Threes};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let deepest = if std::env::args().any(|argument| argument == "small") { 2 } else { 4 };
    let state: Threes = "3,6,12,96/2,3,24,48/1,0,6,12/96,2,0,3 2 1,2,3 m".parse()?;
    let rows = RowTable::new();
    for depth in 1..=deepest {
        let mut search = Expectimax::new(&rows).depth(depth);
        let decision = search.search(&state, &Budget::unlimited().measure_time(), Seed::new(1))?;
        let time = decision.stats.time.unwrap_or_default();
        println!("depth {depth}: {} in {time:.1?}, {} nodes", decision.action, decision.stats.nodes);
        for root in &decision.root {
            println!("    {}  {:10.2}", root.action, root.value);
        }
    }
    Ok(())
}
