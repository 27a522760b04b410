//! Explicit trees without chance, as a game whose type says so.
#![allow(dead_code)] // each test file uses its own part

use std::ops::ControlFlow;

use gambol_core::{Game, GameExt, NoChance, Turn};

use super::Tree;

/// A tree without chance, as a game that says so.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Sure(pub(crate) Tree);

impl Game for Sure {
    type Action = usize;
    type Outcome = NoChance;
    const PLAYERS: usize = 2;

    fn turn(&self) -> Turn {
        self.0.turn()
    }

    fn score(&self) -> i64 {
        self.0.score()
    }

    fn visit_actions<F: FnMut(usize) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()> {
        self.0.visit_actions(visit)
    }

    fn visit_outcomes<F: FnMut(NoChance, f64) -> ControlFlow<()>>(&self, _: F) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn play(&mut self, action: usize) {
        self.0.play(action);
    }

    fn resolve(&mut self, outcome: NoChance) {
        match outcome {}
    }
}

/// Whether chance moves anywhere in a tree.
pub(crate) fn has_chance(tree: &Tree) -> bool {
    tree.turn() == Turn::Chance || tree.actions().into_iter().any(|action| has_chance(&tree.afterstate(action)))
}
