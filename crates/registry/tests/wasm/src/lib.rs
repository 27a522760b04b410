//! Searches called from a web page or Node.js. `scripts/wasm.sh` builds and runs them.

use gambol::five_or_more::{FiveOrMore, Rules};
use gambol::pentago_swap::PentagoSwap;
use gambol::prelude::*;
use gambol::search::{AlphaBeta, FlatMonteCarlo, Mcts, SearchStats};
use gambol::threes::Threes;
use wasm_bindgen::prelude::wasm_bindgen;

const SEED: Seed = Seed::new(7);

/// A budget of `millis` milliseconds or, if `None`, of a number of nodes, so that no clock is
/// needed.
fn budget(millis: Option<u32>) -> Budget {
    match millis {
        Some(millis) => Budget::unlimited().millis(u64::from(millis)),
        None => Budget::unlimited().nodes(20_000),
    }
}

/// Nodes and milliseconds; the latter are −1 if the time was not measured.
#[allow(clippy::cast_precision_loss, reason = "numbers of JavaScript are f64")]
fn report<A>(decision: &Decision<A>) -> Vec<f64> {
    let SearchStats { nodes, time, .. } = decision.stats;
    vec![nodes as f64, time.map_or(-1.0, |time| time.as_secs_f64() * 1e3)]
}

fn opening<G: Game>(mut state: G) -> G {
    state.settle(&mut SEED.derive(0).rng());
    state
}

/// Alpha-beta on Pentago-Swap, evaluated by the score.
#[wasm_bindgen]
pub fn alpha_beta(millis: Option<u32>) -> Vec<f64> {
    let evaluator = FromFn(|state: &PentagoSwap| state.score() as f64);
    let mut search = AlphaBeta::new(evaluator);
    report(&search.search(&PentagoSwap::new(), &budget(millis), SEED).expect("a move"))
}

/// Tree search on Threes!.
#[wasm_bindgen]
pub fn mcts(millis: Option<u32>) -> Vec<f64> {
    let state: Threes = opening(Threes::default());
    report(&Mcts::new().search(&state, &budget(millis), SEED).expect("a swipe"))
}

/// Flat Monte Carlo on Five or More.
#[wasm_bindgen]
pub fn flat_monte_carlo(millis: Option<u32>) -> Vec<f64> {
    let state: FiveOrMore = opening(FiveOrMore::new(Rules::default()).expect("default rules"));
    report(&FlatMonteCarlo::new().search(&state, &budget(millis), SEED).expect("a move"))
}
