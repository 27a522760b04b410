//! Connect four for `minimax`.

use std::hint::black_box;
use std::ops::ControlFlow;

use gambol_core::{Game, Turn};
use minimax::{
    Evaluation, Evaluator, IterativeOptions, IterativeSearch, MCTSOptions, MonteCarloTreeSearch, Strategy, Winner,
};

use super::game::{Centred, ConnectFour};

struct Rules;

fn ended(state: &Centred) -> Option<Winner> {
    // Who moves last wins, or nobody does.
    (state.turn() == Turn::Over).then(|| if state.score() == 0 { Winner::Draw } else { Winner::PlayerJustMoved })
}

impl minimax::Game for Rules {
    type S = Centred;
    type M = u8;

    fn generate_moves(state: &Centred, moves: &mut Vec<u8>) -> Option<Winner> {
        let winner = ended(state);
        let _ = state.visit_actions(|column| {
            moves.push(column);
            ControlFlow::Continue(())
        });
        winner
    }

    fn apply(state: &mut Centred, column: u8) -> Option<Centred> {
        let mut after = *state;
        after.play(column);
        Some(after)
    }

    fn get_winner(state: &Centred) -> Option<Winner> {
        ended(state)
    }

    fn zobrist_hash(state: &Centred) -> u64 {
        state.key()
    }

    fn table_index(column: u8) -> u16 {
        u16::from(column)
    }

    fn max_table_index() -> u16 {
        6
    }
}

#[derive(Clone, Default)]
struct Nothing;

impl Evaluator for Nothing {
    type G = Rules;

    fn evaluate(&self, _: &Centred) -> Evaluation {
        0
    }
}

pub(super) fn mcts(simulations: u32) {
    // A rollout from every new node, as the others have it.
    let mut search = MonteCarloTreeSearch::<Rules>::new(MCTSOptions::default().with_num_threads(1));
    search.set_max_rollouts(simulations);
    assert!(black_box(search.choose_move(&Centred(ConnectFour::new()))).is_some());
}

fn run(options: IterativeOptions, depth: u8) -> i64 {
    let mut search = IterativeSearch::new(Nothing, options.with_table_byte_size(64 << 20));
    search.set_max_depth(depth);
    let found = search.choose_move(&Centred(ConnectFour::new()));
    if found.is_none() { i64::MAX } else { i64::from(search.root_value()) }
}

pub(super) fn alpha_beta(depth: u8) -> i64 {
    run(IterativeOptions::new(), depth)
}

pub(super) fn alpha_beta_countermoves(depth: u8) -> i64 {
    run(IterativeOptions::new().with_null_window_search(true).with_countermoves().with_countermove_history(), depth)
}

pub(super) fn alpha_beta_double_steps(depth: u8) -> i64 {
    run(IterativeOptions::new().with_null_window_search(true).with_double_step_increment(), depth)
}

pub(super) fn alpha_beta_mtdf(depth: u8) -> i64 {
    run(IterativeOptions::new().with_mtdf(), depth)
}
