//! 2048 with all commands of the program `gambol`.

use std::process::ExitCode;
use std::sync::{Arc, LazyLock};

use gambol::learn::{About, Learner, Network, OnePly, Points, Settings, Training};
use gambol::registry::{GameEntry, Registry};
use twenty48::{Lines, Order, Twenty48, learn};

/// For `gambol train 2048`.
const TRAINING: Training = Training::new("lines", "rows and columns, by one-ply self-play; a minute", |run| {
    let settings = Settings::default().turns_per_round(12_500);
    let mut learner = Learner::new(Twenty48::default(), Lines, Points, settings);
    run.train(&mut learner, 8_000_000, OnePly::new)?;
    let about = About::new("2048", "default", "train 2048", learner.turns());
    Ok(learner.network().to_file::<Twenty48>(&about, 0.25)?)
});

/// Trained once, on first use by an agent.
static LEARNED: LazyLock<Arc<Network<Lines>>> =
    LazyLock::new(|| Arc::new(learn(4, 1).expect("these settings converge")));

fn main() -> ExitCode {
    let game = GameEntry::new("2048", "slide tiles; equal ones merge", |_| Ok(Twenty48::default()))
        .rules("Slide all tiles to one edge. Equal neighbours merge and score their sum.")
        .evaluator("order", "score, empty cells and lines in order", || Order)
        .evaluator("learned", "temporal differences from 0.8 M slides", || Arc::clone(&LEARNED))
        .network(
            "temporal differences, with the weights of a file or those of `learned`",
            || Some(Arc::clone(&LEARNED)),
            |file| Ok(Arc::new(Network::from_file::<Twenty48>(Lines, "2048", file)?.0)),
        )
        .with(TRAINING)
        .player("expectimax:depth=2,eval=order")
        .levels(["greedy:eval=score", "greedy:eval=order", "expectimax:depth=1,eval=order"])
        .with(gambol_play::board::<Twenty48>());
    gambol_cli::main(&Registry::standard().with(game))
}
