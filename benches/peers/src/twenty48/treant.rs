//! 2048 for `treant`, with open-loop and closed-loop chance.

use std::hint::black_box;
use std::ops::ControlFlow;

use gambol_core::Game;
use treant::tree_policy::UCTPolicy;
use treant::{Evaluator, GameState, MCTS, MCTSManager, SearchHandle};

use super::game::{Slide, Tile, Twenty48};
use super::rollout;
use crate::generator::with_generator;

#[derive(Clone)]
struct State(Twenty48);

/// `treant` has one type for moves and outcomes.
#[derive(Clone, Debug, PartialEq)]
enum Step {
    Slide(Slide),
    Tile(Tile),
}

impl GameState for State {
    type Move = Step;
    type Player = ();
    type MoveList = Vec<Step>;

    fn current_player(&self) {}

    fn available_moves(&self) -> Vec<Step> {
        let mut moves = Vec::with_capacity(4);
        let _ = self.0.visit_actions(|slide| {
            moves.push(Step::Slide(slide));
            ControlFlow::Continue(())
        });
        moves
    }

    fn make_move(&mut self, step: &Step) {
        match *step {
            Step::Slide(slide) => self.0.play(slide),
            Step::Tile(tile) => self.0.resolve(tile),
        }
    }

    fn chance_outcomes(&self) -> Option<Vec<(Step, f64)>> {
        let mut outcomes = Vec::new();
        let _ = self.0.visit_outcomes(|tile, probability| {
            outcomes.push((Step::Tile(tile), probability));
            ControlFlow::Continue(())
        });
        (!outcomes.is_empty()).then_some(outcomes)
    }
}

/// Rollouts by the interface of `treant`: lists of moves, and of outcomes with their probabilities.
fn listed_rollout(mut state: State) -> i64 {
    loop {
        while let Some(outcomes) = state.chance_outcomes() {
            let mut drawn = fastrand::f64();
            let outcome = outcomes.iter().find(|(_, probability)| {
                drawn -= probability;
                drawn < 0.0
            });
            if let Some((tile, _)) = outcome.or(outcomes.last()) {
                state.make_move(tile);
            }
        }
        let moves = state.available_moves();
        if moves.is_empty() {
            return state.0.score();
        }
        state.make_move(&moves[fastrand::usize(..moves.len())]);
    }
}

struct Rollouts {
    /// Whether they are Gambol's rollouts, or use the interface of `treant`.
    lent: bool,
}

impl<const CLOSED: bool> Evaluator<Spec<CLOSED>> for Rollouts {
    type StateEvaluation = i64;

    fn evaluate_new_state(
        &self,
        state: &State,
        moves: &Vec<Step>,
        _: Option<SearchHandle<'_, Spec<CLOSED>>>,
    ) -> (Vec<()>, i64) {
        let score = if self.lent { with_generator(|rng| rollout(state.0, rng)) } else { listed_rollout(state.clone()) };
        (vec![(); moves.len()], score)
    }

    fn evaluate_existing_state(&self, _: &State, score: &i64, _: SearchHandle<'_, Spec<CLOSED>>) -> i64 {
        *score
    }

    fn interpret_evaluation_for_player(&self, score: &i64, _: &()) -> i64 {
        *score
    }
}

#[derive(Default)]
struct Spec<const CLOSED: bool>;

impl<const CLOSED: bool> MCTS for Spec<CLOSED> {
    type State = State;
    type Eval = Rollouts;
    type NodeData = ();
    type ExtraThreadData = ();
    type TreePolicy = UCTPolicy;
    type TranspositionTable = ();

    fn closed_loop_chance(&self) -> bool {
        CLOSED
    }
}

fn run<const CLOSED: bool>(state: &Twenty48, simulations: u32, lent: bool) {
    let spec = Spec::<CLOSED>;
    // The scale of the scores; otherwise all children would be tried equally, or only one.
    let mut search = MCTSManager::new(State(*state), spec, Rollouts { lent }, UCTPolicy::new(1000.0), ());
    search.playout_n(u64::from(simulations));
    assert!(black_box(search.best_move()).is_some());
}

pub(super) fn open_loop(state: &Twenty48, simulations: u32) {
    run::<false>(state, simulations, false);
}

pub(super) fn closed_loop(state: &Twenty48, simulations: u32) {
    run::<true>(state, simulations, false);
}

pub(super) fn open_loop_lent(state: &Twenty48, simulations: u32) {
    run::<false>(state, simulations, true);
}

pub(super) fn closed_loop_lent(state: &Twenty48, simulations: u32) {
    run::<true>(state, simulations, true);
}
