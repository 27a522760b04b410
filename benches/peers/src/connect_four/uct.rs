//! Connect four for `mcts`, and for `treant`, which grew out of it and has the same interface.

macro_rules! contender {
    ($library:ident) => {
        pub(super) mod $library {
            use std::hint::black_box;
            use std::ops::ControlFlow;

            use ::$library::tree_policy::UCTPolicy;
            use ::$library::{Evaluator, GameState, MCTS, MCTSManager, SearchHandle};
            use gambol_core::{Game, Player};

            use super::super::game::ConnectFour;
            use crate::generator::with_generator;

            #[derive(Clone)]
            struct State(ConnectFour);

            impl GameState for State {
                type Move = u8;
                type Player = Player;
                type MoveList = Vec<u8>;

                fn current_player(&self) -> Player {
                    self.0.turn().player().unwrap_or(Player::First)
                }

                fn available_moves(&self) -> Vec<u8> {
                    let mut moves = Vec::with_capacity(7);
                    let _ = self.0.visit_actions(|column| {
                        moves.push(column);
                        ControlFlow::Continue(())
                    });
                    moves
                }

                fn make_move(&mut self, column: &u8) {
                    self.0.play(*column);
                }
            }

            struct Rollouts;

            impl Evaluator<Spec> for Rollouts {
                type StateEvaluation = i64;

                fn evaluate_new_state(
                    &self,
                    state: &State,
                    moves: &Vec<u8>,
                    _: Option<SearchHandle<'_, Spec>>,
                ) -> (Vec<()>, i64) {
                    let mut state = state.0;
                    with_generator(|rng| {
                        while let Some(column) = state.random_action(rng) {
                            state.play(column);
                        }
                    });
                    (vec![(); moves.len()], state.score())
                }

                fn evaluate_existing_state(&self, _: &State, score: &i64, _: SearchHandle<'_, Spec>) -> i64 {
                    *score
                }

                fn interpret_evaluation_for_player(&self, score: &i64, player: &Player) -> i64 {
                    score * player.sign()
                }
            }

            #[derive(Default)]
            struct Spec;

            impl MCTS for Spec {
                type State = State;
                type Eval = Rollouts;
                type NodeData = ();
                type ExtraThreadData = ();
                type TreePolicy = UCTPolicy;
                type TranspositionTable = ();
            }

            pub(in super::super) fn mcts(simulations: u32) {
                let mut search = MCTSManager::new(State(ConnectFour::new()), Spec, Rollouts, UCTPolicy::new(1.0), ());
                search.playout_n(u64::from(simulations));
                assert!(black_box(search.best_move()).is_some());
            }
        }
    };
}

contender!(mcts);
contender!(treant);
