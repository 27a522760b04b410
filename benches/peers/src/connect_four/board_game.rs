//! Connect four of `board-game`, by its own tree search.

use std::hint::black_box;

use board_game::ai::mcts::mcts_build_tree;
use board_game::games::connect4::Connect4;
use rand_08::SeedableRng;
use rand_08::rngs::SmallRng;

pub(super) fn mcts(simulations: u32) {
    let tree = mcts_build_tree(&Connect4::default(), u64::from(simulations), 1.4, &mut SmallRng::seed_from_u64(1));
    black_box(tree.best_move());
}
