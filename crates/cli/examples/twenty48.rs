//! 2048 with all commands of the program `gambol`.

use std::process::ExitCode;
use std::sync::LazyLock;

use gambol::learn::Network;
use gambol::registry::{GameEntry, Registry};
use twenty48::{Lines, Order, Twenty48, learn};

/// Trained once, on first use by an agent.
static LEARNED: LazyLock<Network<Lines>> = LazyLock::new(|| learn(4, 1).expect("these settings converge"));

fn main() -> ExitCode {
    let game = GameEntry::new("2048", "slide tiles; equal ones merge", |_| Ok(Twenty48::default()))
        .rules("Slide all tiles to one edge. Equal neighbours merge and score their sum.")
        .evaluator("order", "score, empty cells and lines in order", || Order)
        .evaluator("learned", "temporal differences from 0.8 M slides", || &*LEARNED)
        .player("expectimax:depth=2,eval=order")
        .levels(["greedy:eval=score", "greedy:eval=order", "expectimax:depth=1,eval=order"])
        .with(gambol_play::board::<Twenty48>());
    gambol_cli::main(&Registry::standard().with(game))
}
