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
    // The player who moves last wins, or the game is a draw.
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
    // A rollout from every new node, as in the others.
    let mut search = MonteCarloTreeSearch::<Rules>::new(MCTSOptions::default().with_num_threads(1));
    search.set_max_rollouts(simulations);
    assert!(black_box(search.choose_move(&Centred(ConnectFour::new()))).is_some());
}

/// The combinations of the settings of its alpha-beta, by name, except replacement schemes other
/// than two-tier, with which MTD(f) does not terminate, and settings without effect in this game
/// (null moves, quiescence, single replies).
pub(super) fn combinations() -> impl Iterator<Item = (String, IterativeOptions)> {
    let plain = IterativeOptions::new;
    let windows = [
        ("full windows", plain().with_null_window_search(false)),
        ("null windows", plain().with_null_window_search(true)),
        ("aspiration windows", plain().with_aspiration_window(1)),
        ("MTD(f)", plain().with_mtdf()),
    ];
    windows.into_iter().flat_map(|(windows, options)| {
        (0..8).map(move |number| {
            let (mut name, mut options) = (windows.to_owned(), options);
            let mut add = |bit: u8, setting: &str, with: fn(IterativeOptions) -> IterativeOptions| {
                if number >> bit & 1 == 1 {
                    name = format!("{name}, {setting}");
                    options = with(options);
                }
            };
            add(0, "two plies", IterativeOptions::with_double_step_increment);
            add(1, "countermoves", IterativeOptions::with_countermoves);
            add(2, "history", IterativeOptions::with_countermove_history);
            (name, options)
        })
    })
}

/// Returns the value of the empty board to this depth.
pub(super) fn alpha_beta(options: IterativeOptions, depth: u8, table_bytes: usize) -> i64 {
    let mut search = IterativeSearch::new(Nothing, options.with_table_byte_size(table_bytes));
    search.set_max_depth(depth);
    let found = search.choose_move(&Centred(ConnectFour::new()));
    if found.is_none() { i64::MAX } else { i64::from(search.root_value()) }
}
