//! 2048 with all commands of the program `gambol`.

use std::process::ExitCode;
use std::sync::{Arc, LazyLock};

use gambol::prelude::*;
use gambol::registry::{GameEntry, Registry};
use twenty48::{LineTable, Order, Twenty48};

/// Learned once, when an agent asks for it.
static LEARNED: LazyLock<Arc<LineTable>> =
    LazyLock::new(|| Arc::new(LineTable::default().learn(2_000, 0.1, Seed::new(1))));

fn main() -> ExitCode {
    let game = GameEntry::new("2048", "slide tiles; equal ones merge", |_| Ok(Twenty48::default()))
        .rules("Slide all tiles to one edge. Equal neighbours merge and score their sum.")
        .evaluator("order", "score, empty cells and lines in order", || Order)
        .evaluator("learned", "temporal differences over 2,000 games", || Arc::clone(&LEARNED))
        .player("expectimax:depth=2,eval=order")
        .levels(["greedy:eval=score", "greedy:eval=order", "expectimax:depth=1,eval=order"]);
    gambol_cli::main(&Registry::standard().with(game))
}
