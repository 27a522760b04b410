//! Connect four by Gambol.

use std::hint::black_box;

use gambol_core::{Null, Seed};
use gambol_search::{AlphaBeta, Budget, Mcts, Search};

use super::game::{Centred, ConnectFour};

pub(super) fn mcts(simulations: u32) {
    run(&mut Mcts::new(), simulations);
}

/// One searcher for all searches, as in a player: its memory is allocated once, like that of the
/// peers, which stays in the allocator. Its decisions are those of a new one.
pub(super) fn kept_mcts() -> impl FnMut(u32) {
    let mut search = Mcts::new();
    move |simulations| run(&mut search, simulations)
}

pub(super) fn mcts_without_solver(simulations: u32) {
    run(&mut Mcts::new().solver(false), simulations);
}

fn run(search: &mut Mcts, simulations: u32) {
    let budget = Budget::unlimited().simulations(u64::from(simulations));
    let decision = search.search(&ConnectFour::new(), &budget, Seed::new(1));
    assert_eq!(black_box(decision).map(|decision| decision.stats.simulations), Ok(u64::from(simulations)));
}

pub(super) fn alpha_beta(depth: u8, table_bytes: usize) -> i64 {
    let mut search = AlphaBeta::new(Null).depth(u32::from(depth)).table_bytes(table_bytes);
    let decision = search.search(&Centred(ConnectFour::new()), &Budget::unlimited(), Seed::new(1));
    decision.map_or(i64::MAX, |decision| decision.value as i64)
}
