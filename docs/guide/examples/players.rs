//! The players of the guide, each on the same games: mean score, and milliseconds a move. Then the
//! match of Pig.
//!
//! `cargo run --release -p gambol-guide --example players`

use std::error::Error;
use std::sync::Arc;

use gambol::game::{Afterstate, Score, Uniform};
use gambol::prelude::*;
use gambol::search::{Expectimax, FlatMonteCarlo, Greedy, Mcts, PolicyOnly};
use gambol_arena::{Plan, PlanResult};
use twenty48::pig::{HoldAt, Pig, learn_pig};
use twenty48::{Order, Twenty48, learn};

type Make = Box<dyn Fn() -> Box<dyn Search<Twenty48>> + Sync>;

fn main() -> Result<(), Box<dyn Error>> {
    let is_small = std::env::args().any(|argument| argument == "small");
    let (games, epochs) = if is_small { (1, 1) } else { (100, 40) };
    let (short, long) = (Arc::new(learn(epochs.min(4), 1)?), Arc::new(learn(epochs, 1)?));
    let (deep, greedy) = (Arc::clone(&long), Arc::clone(&short));
    let players: Vec<(&str, Make)> = vec![
        ("random", Box::new(|| Box::new(PolicyOnly(Uniform)))),
        ("greedy, score", Box::new(|| Box::new(Greedy::new(Afterstate(Score))))),
        ("greedy, order", Box::new(|| Box::new(Greedy::new(Afterstate(Order))))),
        ("greedy, learned from 0.8 M slides", Box::new(move || Box::new(Greedy::new(Afterstate(Arc::clone(&greedy)))))),
        ("greedy, learned from 8 M slides", Box::new(move || Box::new(Greedy::new(Afterstate(Arc::clone(&long)))))),
        ("flat Monte Carlo, 5 rollouts", Box::new(|| Box::new(FlatMonteCarlo::new().rollouts(5)))),
        ("tree search, 20 simulations", Box::new(|| Box::new(Mcts::new().simulations(20)))),
        ("expectimax 2, score", Box::new(|| Box::new(Expectimax::new(Score)))),
        ("expectimax 2, order", Box::new(|| Box::new(Expectimax::new(Order)))),
        ("expectimax 2, learned from 0.8 M slides", Box::new(move || Box::new(Expectimax::new(Arc::clone(&short))))),
        ("expectimax 2, learned from 8 M slides", Box::new(move || Box::new(Expectimax::new(Arc::clone(&deep))))),
    ];
    let start = Twenty48::default();
    for (name, make) in &players {
        let plan = Plan::builder("2048", &start).agent(name).games(games).build()?;
        let tally = plan.lineup(&start)?.try_agent(name, || Ok(make())).play()?;
        if let PlanResult::Run(run) = tally.result() {
            let [low, high] = run.score.ci95;
            println!("| {name} | {:.0} ({low:.0} to {high:.0}) | {:.3} |", run.score.mean, run.ms_per_move);
        }
    }
    let (start, network) = (Pig::default(), Arc::new(learn_pig(if is_small { 500 } else { 10_000 }, 1)?));
    let plan = Plan::builder("pig", &start).agent("learned").agent("hold");
    let plan = plan.games(if is_small { 2 } else { 10_000 }).opening_plies(0).build()?;
    let learned = || Expectimax::new(Arc::clone(&network)).depth(2);
    let lineup = plan.lineup(&start)?.agent("learned", learned).agent("hold", || PolicyOnly(HoldAt(20)));
    println!("Pig, expectimax 2, learned, against hold at 20: {}", lineup.play()?.glance());
    Ok(())
}
