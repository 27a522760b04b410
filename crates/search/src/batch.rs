//! Batched evaluation of the actions of a state.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use gambol_core::{ActionEvaluator, Game, Scratch};

/// Actions of a state and their values, in buffers that are reused for the next state.
#[derive(Debug)]
pub(crate) struct Batch<A> {
    actions: Vec<A>,
    values: Vec<f64>,
    scratch: Scratch,
}

impl<A: Copy> Batch<A> {
    pub(crate) const fn new() -> Self {
        Self { actions: Vec::new(), values: Vec::new(), scratch: Scratch::new() }
    }

    /// Evaluates the candidates of a state in a batch. Returns `false` without any effect if the
    /// evaluator does not batch the actions of this state.
    #[inline]
    pub(crate) fn candidates<G, E>(&mut self, evaluator: &E, state: &G) -> bool
    where
        G: Game<Action = A>,
        E: ActionEvaluator<G>,
    {
        self.evaluate(evaluator, state, |actions| {
            let _ = state.visit_candidates(|action| {
                actions.push(action);
                ControlFlow::Continue(())
            });
        })
    }

    /// Evaluates these actions of a state like [`candidates`](Self::candidates).
    pub(crate) fn actions<G, E>(&mut self, evaluator: &E, state: &G, actions: &[A]) -> bool
    where
        G: Game<Action = A>,
        E: ActionEvaluator<G>,
    {
        self.evaluate(evaluator, state, |own| own.extend_from_slice(actions))
    }

    /// Evaluates the actions that `add` adds if the evaluator batches them.
    #[inline]
    fn evaluate<G, E>(&mut self, evaluator: &E, state: &G, add: impl FnOnce(&mut Vec<A>)) -> bool
    where
        G: Game<Action = A>,
        E: ActionEvaluator<G>,
    {
        let is_batched = evaluator.batches_actions(state);
        if is_batched {
            self.actions.clear();
            add(&mut self.actions);
            self.values.clear();
            // A value that the evaluator does not write is an error.
            self.values.resize(self.actions.len(), f64::NAN);
            evaluator.evaluate_actions(state, &self.actions, &mut self.values, &mut self.scratch);
        }
        is_batched
    }

    /// Returns the action at this index and its value.
    #[inline]
    pub(crate) fn get(&self, index: usize) -> Option<(A, f64)> {
        Some((*self.actions.get(index)?, *self.values.get(index)?))
    }
}
