//! Connect four for `mocats`.

use std::fmt;
use std::hint::black_box;

use gambol_core::Game;
use mocats::{GameAction, GameState, SearchTree, UctPolicy};

use super::game::ConnectFour;

#[derive(Clone, Copy, Debug, PartialEq)]
struct Column(u8);

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl GameAction for Column {}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Player {
    First,
    Second,
}

impl mocats::Player for Player {}

#[derive(Clone)]
struct State(ConnectFour);

impl GameState<Column, Player> for State {
    fn get_actions(&self) -> Vec<Column> {
        let mut actions = Vec::with_capacity(7);
        let _ = self.0.visit_actions(|column| {
            actions.push(Column(column));
            std::ops::ControlFlow::Continue(())
        });
        actions
    }

    fn apply_action(&mut self, action: &Column) {
        self.0.play(action.0);
    }

    fn get_turn(&self) -> Player {
        match self.0.turn().player() {
            Some(gambol_core::Player::Second) => Player::Second,
            _ => Player::First,
        }
    }

    fn get_reward_for_player(&self, player: Player) -> f32 {
        let score = self.0.score() as f32;
        if player == Player::First { score } else { -score }
    }
}

pub(super) fn mcts(simulations: u32) {
    let mut tree = SearchTree::new(State(ConnectFour::new()), UctPolicy::new(1.4));
    tree.run(simulations as usize);
    assert!(black_box(tree.get_best_action()).is_some());
}
