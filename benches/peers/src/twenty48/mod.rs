//! 2048, the common ground under chance.

mod gambol;
#[path = "../../../../crates/search/tests/common/twenty48.rs"]
pub(crate) mod game;
mod treant;

use gambol_arena::LiveGame;
use gambol_core::random::GameRng;
use gambol_core::{Game, Seed, Turn};
use gambol_search::{Budget, FlatMonteCarlo, Search, WithBudget};

use crate::generator::with_generator;
use crate::measure::{Contender, Unit, measure};
pub(crate) use gambol::games;
use game::Twenty48;

/// Number of simulations of a search.
const SIMULATIONS: u32 = 20_000;

/// Returns a position of a game played with few rollouts, so that it lasts.
pub(crate) fn position(moves: u32) -> Twenty48 {
    let mut game = LiveGame::new(Twenty48::new(), Seed::new(1));
    let search = FlatMonteCarlo::new().rollouts(5);
    let mut agents: [Box<dyn Search<Twenty48>>; 1] = [Box::new(WithBudget::new(search, Budget::unlimited()))];
    while game.moves() < u64::from(moves) || game.state().turn() == Turn::Chance {
        game.step(&mut agents).expect("the game lasts");
    }
    *game.state()
}

/// Plays at random to the end and returns the score.
fn rollout(mut state: Twenty48, rng: &mut GameRng) -> i64 {
    loop {
        state.settle(rng);
        let Some(action) = state.random_action(rng) else { return state.score() };
        state.play(action);
    }
}

/// A search with a number of simulations from a position.
type SearchFrom = fn(&Twenty48, u32);

pub(crate) fn simulations(rounds: usize) {
    for moves in [0, 300] {
        let state = position(moves);
        let title =
            format!("2048, after {moves} moves: {SIMULATIONS} simulations with rollouts to the end, one thread");
        let contenders: [(&str, SearchFrom); 8] = [
            ("gambol, flat Monte Carlo", gambol::flat),
            ("gambol, flat, sequential halving", gambol::halving),
            ("gambol, tree search", gambol::mcts),
            ("treant 0.4, open loop", treant::open_loop),
            ("treant 0.4, closed loop", treant::closed_loop),
            ("treant 0.4, open loop, Gambol's rollouts", treant::open_loop_lent),
            ("treant 0.4, closed loop, Gambol's rollouts", treant::closed_loop_lent),
            ("bare loop of Gambol's rollouts", |state, simulations| {
                with_generator(|rng| {
                    for _ in 0..simulations {
                        std::hint::black_box(rollout(*state, rng));
                    }
                });
            }),
        ];
        let mut contenders = contenders.map(|(name, search)| {
            Contender::new(name, move || {
                search(&state, SIMULATIONS);
                f64::from(SIMULATIONS)
            })
        });
        measure(&title, Unit::PerSecond("simulations"), rounds, &mut contenders);
    }
}
