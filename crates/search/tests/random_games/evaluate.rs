//! Evaluators and policies of the random games.

use std::ops::Range;

use gambol_core::{
    ActionEvaluator, Evaluator, Game, GameExt, GameRng, Policy, Prior, Properties, ScoreUse, Scratch, Turn, mix,
};

use crate::game::{View, sign};
use crate::solver::{best_of, considered};

/// A static evaluation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Static {
    Score,
    /// A number of the node that is independent of the score.
    Opinion,
    /// The score, and the number of the node.
    Both,
    /// As the opinion, but NaN or infinite at one node.
    Broken(u16),
}

impl Static {
    pub(crate) fn of<G: View>(self, state: &G) -> f64 {
        match self {
            Self::Score => state.score() as f64,
            Self::Both => state.score() as f64 + state.opinion(),
            Self::Broken(place) if place == state.place() => {
                [f64::NAN, f64::INFINITY, f64::NEG_INFINITY][usize::from(place % 3)]
            }
            Self::Opinion | Self::Broken(_) => state.opinion(),
        }
    }
}

/// A static evaluation as an evaluator of states.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Opinion {
    pub(crate) of: Static,
    pub(crate) cheap: bool,
    /// Whether it declares its use of the score.
    pub(crate) told: bool,
}

impl<G: View> Evaluator<G> for Opinion {
    fn evaluate(&self, state: &G) -> f64 {
        self.of.of(state)
    }

    fn properties(&self) -> Properties {
        let score = match self.of {
            _ if !self.told => ScoreUse::Any,
            Static::Score | Static::Both => ScoreUse::Added,
            Static::Opinion | Static::Broken(_) => ScoreUse::Ignored,
        };
        Properties::default().cheap(self.cheap).score(score)
    }
}

/// A static evaluation with all optional methods that alpha-beta calls.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Judgement {
    pub(crate) of: Static,
    pub(crate) cheap: bool,
    /// Whether it evaluates all successors at once.
    pub(crate) at_once: bool,
}

impl Judgement {
    fn best<G: View>(self, state: &G, plies: u32, window: &Range<f64>) -> Option<f64> {
        let player = state.turn().player().filter(|_| self.at_once && plies < 4)?;
        let mut best = -sign(player) * f64::INFINITY;
        let mut is_enough = false;
        for action in considered(state) {
            let after = state.afterstate(action);
            if after.turn() == Turn::Over {
                return None;
            }
            // Successors after a sufficient one may be inexact, but must not end the game.
            let value = if plies == 1 { self.of.of(&after) } else { self.best(&after, plies - 1, window)? };
            if !is_enough {
                best = best_of(player, [best, value].into_iter());
                is_enough = if sign(player) > 0.0 { best >= window.end } else { best < window.start };
            }
        }
        Some(best)
    }
}

impl<G: View> Evaluator<G> for Judgement {
    fn evaluate(&self, state: &G) -> f64 {
        self.of.of(state)
    }

    fn minimax(&self, state: &G, plies: u32, window: Range<f64>) -> Option<f64> {
        self.best(state, plies, &window)
    }

    fn is_quiet(&self, state: &G) -> bool {
        state.is_quiet()
    }

    fn properties(&self) -> Properties {
        Properties::default().cheap(self.cheap)
    }
}

/// An evaluator of actions.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Deed {
    /// A number of the action and its afterstate; there are few different ones, so that there are
    /// ties.
    Whim,
    /// The static evaluation of the afterstate.
    After(Static),
}

impl<G: View<Action = u16>> ActionEvaluator<G> for Deed {
    fn evaluate_action(&self, before: &G, _: u16, after: &G) -> f64 {
        match self {
            Self::Whim => {
                let after = mix(u64::from(after.place()), after.score() as u64);
                (mix(u64::from(before.place()), after) % 7) as f64 - 3.0
            }
            Self::After(of) => of.of(after),
        }
    }
}

/// An evaluator that evaluates all actions of a state together where possible, in memory that still
/// holds the values of the last state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Together<E>(pub(crate) E);

/// Writes the values through the scratch memory.
fn write(of_actions: impl Iterator<Item = f64>, values: &mut [f64], scratch: &mut Scratch) {
    let prepared: &mut Vec<f64> = scratch.get();
    prepared.clear();
    prepared.extend(of_actions);
    values.iter_mut().zip(prepared).for_each(|(value, prepared)| *value = *prepared);
}

impl<G: Game, E: Evaluator<G>> Evaluator<G> for Together<E> {
    fn evaluate(&self, state: &G) -> f64 {
        self.0.evaluate(state)
    }

    fn properties(&self) -> Properties {
        Properties::default().score(self.0.properties().score)
    }

    fn evaluate_afterstates(&self, state: &G, actions: &[G::Action], values: &mut [f64], scratch: &mut Scratch) {
        write(actions.iter().map(|&action| self.0.evaluate(&state.afterstate(action))), values, scratch);
    }

    fn batches_afterstates(&self, state: &G) -> bool {
        state.actions().into_iter().all(|action| state.afterstate(action).turn() != Turn::Over)
    }
}

impl<G: Game, E: ActionEvaluator<G>> ActionEvaluator<G> for Together<E> {
    fn evaluate_action(&self, before: &G, action: G::Action, after: &G) -> f64 {
        self.0.evaluate_action(before, action, after)
    }

    fn evaluate_actions(&self, before: &G, actions: &[G::Action], values: &mut [f64], scratch: &mut Scratch) {
        let value = |&action| self.0.evaluate_action(before, action, &before.afterstate(action));
        write(actions.iter().map(value), values, scratch);
    }

    fn batches_actions(&self, _: &G) -> bool {
        true
    }
}

/// A prior of actions.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Guess {
    /// Numbers of the action and its state, 0 among them.
    Whim,
    /// The same, and the static evaluation of the state.
    Valued(Static),
    /// Nothing.
    None,
    /// As the whim, but not a weight at one node.
    Broken(u16),
}

impl<G: View<Action = u16>> Prior<G> for Guess {
    fn weigh(&self, state: &G, actions: &[u16], weights: &mut [f32]) -> Option<f64> {
        if matches!(self, Self::None) {
            return None;
        }
        for (weight, &action) in weights.iter_mut().zip(actions) {
            *weight = (mix(u64::from(state.place()), u64::from(action)) % 4) as f32;
        }
        match *self {
            Self::Broken(place) if place == state.place() => {
                weights[0] = [f32::NAN, f32::INFINITY, -1.0][usize::from(place % 3)];
                None
            }
            Self::Valued(of) => Some(of.of(state)),
            _ => None,
        }
    }
}

/// A rollout policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Habit {
    /// Every action with the same probability.
    Uniform,
    /// The first action, always.
    First,
    /// No choice.
    None,
}

impl<G: Game> Policy<G> for Habit {
    fn choose(&self, state: &G, rng: &mut GameRng) -> Option<G::Action> {
        match self {
            Self::Uniform => state.random_action(rng),
            Self::First => state.actions().first().copied(),
            Self::None => None,
        }
    }
}
